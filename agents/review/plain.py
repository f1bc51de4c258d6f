"""The review as plain data: an object with these fields.

* `file`, `kind`, `title`: the name of the file, what it is, the title of a game;
* `seat`, `player`: whose decisions were asked for, null: everybody's;
* `seed`, and `interrupted`: whether there are more deals, to which it did not come;
* `notes`: what is wrong with the file, a sentence each;
* `games`, one for each set of rules in the file: `variant`, `rules`, `agent`, `agent_hash`, `worlds`, `notes`, and
  `players`, each with `player`, `deals`, `decisions`, `agreement` (a share), `mistakes`, `points_lost_per_deal` with
  its standard `error`, and `points_lost` in all by phase;
* `mistakes`, the costliest first: `deal` (its number) and `step`;
* `deals`: `number` in the file, `game` (an index into `games`), `deal` in its match, `dealer`, `players`, `result`
  (null: not played to its end), `notes`, `left_out` (decisions with a choice, by seat, of hands that are not known),
  `points_lost`, and `decisions`, each with

  * `step` (an index into the record's actions, from 0), `seat`, `player`, `place` (such as "trick 2"), `phase`, `kind`;
  * `hand`, `action` (what was done), `likeliest` (what the agent would do), `best`;
  * `loss` (what the best is expected to bring more) with its standard `error`, `mistake` (whether it counts as one);
  * `choices`, the best first: `action`, `probability` (with which the agent would choose it), `expected` with its
    `error`, `behind` (what the best is expected to bring more) with its `behind_error`.

Seats are absolute, actions and cards spelled as in deal records. Points are those of the deal: of the deciding side
less those of the other, with more than two sides less the mean of the others'. What the agent does not know, as some
know of no points, is null.
"""

from __future__ import annotations

from typing import Any

from agents.review.decisions import Decision
from agents.review.given import place_of
from agents.review.options import Request
from agents.review.review import PlayerSummary, Review
from agents.review.reviewer import ReviewedDeal, Reviewer

Plain = dict[str, Any]


def plain(review: Review, request: Request) -> Plain:
    """Everything, ready for JSON."""
    return {
        "file": review.file.name,
        "kind": review.file.kind,
        "title": review.file.title,
        "seat": request.seat,
        "player": request.player,
        "seed": request.seed,
        "interrupted": review.unfinished,
        "notes": list(review.file.notes),
        "games": [plain_game(review, reviewer) for reviewer in review.reviewers],
        "mistakes": [
            {"deal": deal.deal.number, "step": decision.step}
            for deal, decision in review.costliest()
            if decision.is_mistake
        ],
        "deals": [plain_deal(review, deal) for deal in review.deals],
    }


def plain_game(review: Review, reviewer: Reviewer) -> Plain:
    """The rules, who looked at the deals, and how everybody did."""
    return {
        "variant": reviewer.rules.variant,
        "rules": reviewer.rules.options(),
        "agent": reviewer.agent.name,
        "agent_hash": reviewer.agent.hash,
        "worlds": reviewer.worlds,
        "notes": list(reviewer.notes),
        "players": [plain_player(player, review.in_points) for player in review.players(reviewer)],
    }


def plain_player(player: PlayerSummary, in_points: bool) -> Plain:
    """A player's figures."""
    return {
        "player": player.name,
        "deals": player.deals,
        "decisions": player.decisions,
        "agreement": player.agreement,
        "mistakes": player.mistakes if in_points else None,
        "points_lost_per_deal": player.lost_a_deal if in_points else None,
        "error": player.error if in_points else None,
        "points_lost": dict(player.lost) if in_points else None,
    }


def plain_deal(review: Review, deal: ReviewedDeal) -> Plain:
    """A deal and its decisions."""
    given = deal.deal
    return {
        "number": given.number,
        "game": review.reviewers.index(deal.reviewer),
        "deal": given.record["deal"],
        "dealer": given.record["dealer"],
        "players": list(given.players),
        "result": given.table_at(len(given.actions)).result,
        "notes": list(given.notes),
        "left_out": {str(seat): count for seat, count in deal.left_out.items()},
        "points_lost": deal.cost if review.in_points else None,
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
        "best": decision.ranked[0] if decision.in_points else None,
        "loss": decision.loss,
        "error": decision.error,
        "mistake": decision.is_mistake if decision.in_points else None,
        "choices": [plain_choice(decision, action) for action in decision.ranked],
    }


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
