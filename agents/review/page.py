"""The review as a page that steps through the deals: the table before every decision, and what the agent says of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agents.advice import Unit
from agents.playing.words import counted
from agents.review.about import (
    deal_notes,
    explained,
    game_of,
    heading,
    interruption,
    left_out,
    outcome_of,
    players_explained,
    untold,
    who_had_none,
)
from agents.review.decisions import Decision
from agents.review.given import GivenDeal, place_of
from agents.review.known_scene import KnownScene
from agents.review.report import players_table
from agents.review.review import PlayerSummary, Review
from agents.review.reviewer import ReviewedDeal, Reviewer
from agents.review.telling import Telling
from agents.tables import percent
from euchre_env import SPOKEN, Badge, CommentTable, Frame, Highlight, PageDeal, Style, render_page, render_scene_svg

STYLE = Style()


def page_of(review: Review, costliest: int) -> str:
    """The page as text.

    A player whose decisions alone were looked at sits at the bottom and sees what he saw; else all that is known lies
    open.

    Args:
        review: what was found.
        costliest: how many decisions are linked to at the top.
    """
    places = {deal: number for number, deal in enumerate(review.deals, 1)}  # behind the overview
    highlights = [
        Highlight(
            f"{title_of(deal.deal)}. {captioned(deal, decision.step)}",
            places[deal],
            decision.step,
            badge_of(decision),
        )
        for deal, decision in review.costliest()[:costliest]
    ]
    title = f"Review of {subject(review)}"
    deals = [overview(review), *map(page_deal, review.deals)]
    return render_page(title, deals, highlights, " ".join(introduction(review)))


def subject(review: Review) -> str:
    """What is reviewed, in short."""
    first, *others = review.files
    return counted(len(review.files), "file") if others else first.title or first.label


def introduction(review: Review) -> Iterator[str]:
    """What fits above the table: who looked at the deals; of a single game how everybody did."""
    agents = " and ".join(dict.fromkeys(reviewer.agent.name for reviewer in review.reviewers))
    yield f"Looked at by {agents}."
    if len(review.reviewers) == 1:
        what = f"{capital(review.unit.loss)} lost a deal" if review.judged else f"Decisions as {agents} would"
        players = ", ".join(in_words(player, review) for player in review.players(review.reviewers[0]))
        yield f"{what}: {players or 'nobody had a choice'}."
    yield from interruption(review)
    yield "The first entry of the list tells what the figures mean, and how everybody did."


def in_words(player: PlayerSummary, review: Review) -> str:
    """How a player did, in short."""
    figure = review.unit.amount(player.lost_a_deal) if review.judged else percent(player.agreement)
    return f"{player.name} {figure}"


def overview(review: Review) -> PageDeal:
    """An entry before the deals: what was looked at, what the figures mean, how everybody did."""
    told = str if len(review.files) > 1 else capital
    notes = [f"{told(note)}." for file in review.files for note in file.notes]
    notes += (f"{capital(note)}." for note in left_out(review))
    about = "\n\n".join(
        [
            *heading(review, short=True),
            explained(review),
            *untold(review),
            *notes,
            *interruption(review),
        ]
    )
    frames = [players_frame(review, reviewer) for reviewer in review.reviewers]
    frames[0] = replace(frames[0], comment=f"{about}\n\n{frames[0].comment}")
    return PageDeal("All deals", frames, "what the figures mean, and the players")


def players_frame(review: Review, reviewer: Reviewer) -> Frame:
    """How everybody did in one game."""
    caption, (header, rows) = f"Players in {game_of(reviewer)}", players_table(review, reviewer, STYLE)
    if not rows:
        return Frame("", caption, f"Nothing to look at: {who_had_none(review.deals_of(reviewer))}.")
    return Frame("", caption, f"{players_explained([reviewer])}.", CommentTable(header, rows))


# ---- a deal ----------------------------------------------------------------------------------------------------------


def page_deal(deal: ReviewedDeal) -> PageDeal:
    """A frame for every decision, one for the end."""
    given, steps = deal.deal, len(deal.deal.actions)
    frames = [decision_frame(deal, step) for step in range(steps)]
    outcome = outcome_of(deal, STYLE)
    frames.append(Frame(picture(deal, steps), capital(outcome)))
    notes = [f"{note if given.file else capital(note)}." for note in deal_notes(deal)]
    frames[0] = replace(frames[0], comment="\n\n".join(filter(None, [*notes, frames[0].comment])))
    lost = loss_badge(deal.cost, deal.reviewer.unit) if deal.cost else None
    return PageDeal(title_of(given), frames, outcome, lost)


def decision_frame(deal: ReviewedDeal, step: int) -> Frame:
    """The table before a decision, what was done, and what the agent says of it."""
    given, seat = deal.deal, deal.deal.actions[step][0]
    decision = next((decision for decision in deal.decisions if decision.step == step), None)
    svg, caption = picture(deal, step), captioned(deal, step)
    if decision is not None:
        telling = Telling(given, decision, deal.reviewer.agent.name, STYLE)
        verdict, choices = telling.verdict(), telling.choices()
        table = CommentTable(choices.header, choices.rows, [choices.done])
        return Frame(svg, caption, f"{capital(verdict)}.", table, badge_of(decision))
    if seat not in deal.seats:
        return Frame(svg, caption)
    return Frame(svg, caption, "No choice." if step in given.known[seat] else "The hand is not known: not looked at.")


def scene_of(deal: ReviewedDeal, step: int, style: Style) -> KnownScene:
    """The table after so many actions as the page shows it."""
    alone = len(deal.seats) == 1
    return KnownScene(deal.deal, step, deal.seats[0] if alone else 0, style, all_hands=not alone)


def picture(deal: ReviewedDeal, step: int) -> str:
    """The table after so many actions."""
    return render_scene_svg(scene_of(deal, step, SPOKEN), linked=True)


def captioned(deal: ReviewedDeal, step: int) -> str:
    """How far the deal has come, and what was done then."""
    done = scene_of(deal, step + 1, STYLE).latest() or "something is said in secret"
    return f"{capital(place_of(deal.deal.table_at(step)))}: {done}"


def badge_of(decision: Decision) -> Badge | None:
    """What a mistake costs; of agents that judge nothing, that they would do otherwise."""
    if not decision.judged:
        return None if decision.agrees else Badge("otherwise", "fair")
    return loss_badge(decision.cost, decision.unit) if decision.is_mistake else None


def loss_badge(cost: float, unit: Unit) -> Badge:
    """A loss, coloured by how grave it is."""
    return Badge(f"-{unit.amount(cost)}{unit.sign}", "bad" if cost >= unit.grave else "fair")


def title_of(given: GivenDeal) -> str:
    """What a deal is called in a list; the name of a file stays as it is."""
    return given.title if given.file else capital(given.title)


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]
