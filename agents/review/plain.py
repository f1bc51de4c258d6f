"""The review as plain data: an object with these fields.

* `file`, `kind`, `title`: the name of the file, what it is, the title of a game; of several files there is instead
  `files`, a list of such objects, each with `notes` of its own;
* `seat`, `player`: whose decisions were asked for, null: everybody's;
* `seed`, and `interrupted`: whether there are more deals, to which it did not come;
* `notes`: what is wrong with the file, a sentence each;
* `objective`, `unit`, only where decisions are judged by the match: "match", and what `expected`, `error`, `loss`,
  `behind` and all that is lost are then counted in instead of points;
* `games`, one for each set of rules in the files: `variant`, `rules`, `agent`, `agent_hash`, `worlds`, `notes`, and
  `players`, each with `player`, `deals`, `decisions`, `agreement` (a share), `mistakes`, `points_lost_per_deal` with
  its standard `error`, and `points_lost` in all by phase; by the match they are called `chance_lost_per_deal` and
  `chance_lost`;
* `mistakes`, the costliest first, by the loss less two standard errors: `deal` (its number) and `step`, of several
  files `file` (its name);
* `deals`: `number` in the file, of several files `file` (its name), `game` (an index into `games`), `deal` in its
  match, `dealer`, `players`, `result` (null: not played to its end), `notes`, `left_out` (decisions with a choice, by
  seat, of hands that are not known), `points_lost` (by the match `chance_lost`), and `decisions`, each with

  * `step` (an index into the record's actions, from 0), `seat`, `player`, `place` (such as "trick 2"), `phase`, `kind`;
  * `hand`, `action` (what was done), `likeliest` (what the agent would do), `best`;
  * `loss` (what `best`, or at a second look `compared_with`, is expected to bring more, from 0) with its standard
    `error`, `mistake` (whether it counts as one), `second_look`: null, or of what looked worse than another choice
    `compared_with` (the action that looked best before: `loss` and `error` compare with it, all figures are those of
    fresh worlds), `effective_worlds` (how many equal worlds their weights come to), `untold` (whether these are too few
    to call it a mistake, as it seems);
  * `choices`, the best first: `action`, `probability` (with which the agent would choose it), `expected` with its
    `error`, `behind` (what `best` is expected to bring more, whatever `loss` compares with) with its `behind_error`.

Seats are absolute, actions and cards spelled as in deal records. Points are those of the deal: of the deciding side
less those of the other, with more than two sides less the mean of the others'. By the match `expected` is the chance
that the deciding side wins it, from 0 to 100. What the agent does not know, as some know of no points, is null.
"""

from __future__ import annotations

from typing import Any

from agents.advice import MATCH, Unit
from agents.review.decisions import Decision
from agents.review.given import place_of
from agents.review.options import Request
from agents.review.review import PlayerSummary, Review
from agents.review.reviewer import ReviewedDeal, Reviewer

Plain = dict[str, Any]
UNIT = "percentage points of the chance to win the match"


def plain(review: Review, request: Request) -> Plain:
    """Everything, ready for JSON."""
    return {
        **plain_files(review),
        "seat": request.seat,
        "player": request.player,
        "seed": request.seed,
        "interrupted": review.unfinished,
        **({"notes": list(review.files[0].notes)} if len(review.files) == 1 else {}),
        **({"objective": review.unit.objective, "unit": UNIT} if review.unit is MATCH else {}),
        "games": [plain_game(review, reviewer) for reviewer in review.reviewers],
        "mistakes": [
            {**file_of(review, deal), "deal": deal.deal.number, "step": decision.step}
            for deal, decision in review.costliest()
            if decision.is_mistake
        ],
        "deals": [plain_deal(review, deal) for deal in review.deals],
    }


def plain_files(review: Review) -> Plain:
    """What was read: of one file its fields, of several a list."""
    found = [{"file": file.name, "kind": file.kind, "title": file.title} for file in review.files]
    if len(found) == 1:
        return found[0]
    return {"files": [told | {"notes": list(file.notes)} for told, file in zip(found, review.files, strict=True)]}


def file_of(review: Review, deal: ReviewedDeal) -> Plain:
    """Which of several files a deal is from; nothing where there is one."""
    return next(({"file": file.name} for file in review.files if file.short and file.short == deal.deal.file), {})


def lost(unit: Unit) -> str:
    """What the fields of losses begin with."""
    return "chance_lost" if unit is MATCH else "points_lost"


def plain_game(review: Review, reviewer: Reviewer) -> Plain:
    """The rules, who looked at the deals, and how everybody did."""
    return {
        "variant": reviewer.rules.variant,
        "rules": reviewer.rules.options(),
        "agent": reviewer.agent.name,
        "agent_hash": reviewer.agent.hash,
        "worlds": reviewer.worlds,
        "notes": list(reviewer.notes),
        "players": [plain_player(player, review) for player in review.players(reviewer)],
    }


def plain_player(player: PlayerSummary, review: Review) -> Plain:
    """A player's figures."""
    judged, field = review.judged, lost(review.unit)
    return {
        "player": player.name,
        "deals": player.deals,
        "decisions": player.decisions,
        "agreement": player.agreement,
        "mistakes": player.mistakes if judged else None,
        f"{field}_per_deal": player.lost_a_deal if judged else None,
        "error": player.error if judged else None,
        field: dict(player.lost) if judged else None,
    }


def plain_deal(review: Review, deal: ReviewedDeal) -> Plain:
    """A deal and its decisions."""
    given = deal.deal
    return {
        **file_of(review, deal),
        "number": given.number,
        "game": review.reviewers.index(deal.reviewer),
        "deal": given.record["deal"],
        "dealer": given.record["dealer"],
        "players": list(given.players),
        "result": given.table_at(len(given.actions)).result,
        "notes": list(given.notes),
        "left_out": {str(seat): count for seat, count in deal.left_out.items()},
        lost(review.unit): deal.cost if review.judged else None,
        "decisions": [plain_decision(deal, decision) for decision in deal.decisions],
    }


def plain_decision(deal: ReviewedDeal, decision: Decision) -> Plain:
    """A decision and its choices."""
    table = deal.deal.table_at(decision.step)
    return {
        "step": decision.step,
        "seat": decision.seat,
        "player": deal.deal.players[decision.seat],
        "place": place_of(table),
        "phase": decision.phase,
        "kind": decision.kind,
        "hand": list(table.hands[decision.seat]),
        "action": decision.action,
        "likeliest": decision.likeliest,
        "best": decision.ranked[0] if decision.judged else None,
        "loss": decision.loss,
        "error": decision.error,
        "mistake": decision.is_mistake if decision.judged else None,
        "second_look": plain_second_look(decision),
        "choices": [plain_choice(decision, action) for action in decision.ranked],
    }


def plain_second_look(decision: Decision) -> Plain | None:
    """What the second look has compared, if there was one."""
    if (compared := decision.compared) is None:
        return None
    return {"compared_with": compared.rival, "effective_worlds": compared.effective, "untold": decision.untold}


def plain_choice(decision: Decision, action: str) -> Plain:
    """What the agent says of a choice."""
    outlook, best = decision.outlooks[action], decision.outlooks[decision.ranked[0]].expected
    return {
        "action": action,
        "probability": outlook.probability,
        "expected": outlook.expected,
        "error": outlook.error,
        "behind": None if best is None or outlook.expected is None else best - outlook.expected,
        "behind_error": outlook.lead_error,
    }
