"""The review as text: the costliest decisions, the players, on request every deal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from agents.measuring.phases import PHASES
from agents.playing.hints import marked
from agents.review.about import (
    deal_notes,
    explained,
    game_of,
    heading,
    interruption,
    left_out,
    nothing,
    outcome_of,
    players_explained,
    untold,
    who_had_none,
)
from agents.review.decisions import Decision
from agents.review.layout import Layout
from agents.review.options import Request
from agents.review.review import PlayerSummary, Review
from agents.review.reviewer import ReviewedDeal, Reviewer
from agents.review.telling import Telling
from agents.tables import percent
from euchre_env import Style

MOST_INDENT = 40
MOST_NOTES = 20


def report(review: Review, request: Request, style: Style, terminal: int | None = None) -> str:
    """Everything, coloured if the style is; for a terminal of so many columns, None: for a file."""
    layout = Layout.of(style, terminal)
    wrapped = layout.wrapped
    parts = ["\n".join(map(wrapped, heading(review))), wrapped(explained(review)), notes_part(review, layout)]
    parts += map(wrapped, nothing(review))
    if review.decided:
        if request.costliest:
            parts += costliest_parts(review, request.costliest, layout)
        *others, last = (players_part(review, reviewer, layout) for reviewer in review.reviewers)
        parts += [*others, f"{last}\n{wrapped(f'  ({players_explained(review.reviewers)})')}"]
    if request.all:
        parts += [deal_part(deal, layout) for deal in review.deals]
    parts += map(wrapped, interruption(review))
    return style.coloured("\n\n".join(filter(None, parts)))


def notes_part(review: Review, layout: Layout) -> str:
    """What is wrong with the files and their deals, and how much was left out; whose stands with the deals."""
    notes = [*(note for file in review.files for note in file.notes)]
    notes += (deal.deal.from_file(note) for deal in review.deals for note in deal.deal.notes)
    if len(notes) > MOST_NOTES:
        notes = [*notes[:MOST_NOTES], f"and {len(notes) - MOST_NOTES} more"]
    notes += (f"{note} (whose: --all)" for note in left_out(review))
    return "\n".join(["Notes", *(layout.wrapped(f"  {note}") for note in notes)]) if notes else ""


# ---- the costliest ---------------------------------------------------------------------------------------------------


def costliest_parts(review: Review, most: int, layout: Layout) -> Iterator[str]:
    """A title, and a part for each of the costliest decisions."""
    found = review.costliest()
    what = "Mistakes, the costliest" if review.judged else "What the agent would do otherwise, the surest"
    none = "No mistakes" if review.judged else "The agent would do the same throughout"
    yield f"{what} first: {min(most, len(found))} of {len(found)}" if found else none
    yield from map(layout.wrapped, untold(review))
    for place, (deal, decision) in enumerate(found[:most], 1):
        yield "\n".join(decision_lines(f"{place:>3}. ", deal, decision, layout))


def decision_lines(number: str, deal: ReviewedDeal, decision: Decision, layout: Layout) -> Iterator[str]:
    """A decision with its table of choices."""
    telling, indent = Telling(deal.deal, decision, deal.reviewer.agent.name, layout.style), len(number)
    yield layout.wrapped(f"{number}{deal.deal.title}, {telling.place}: {telling.deed}, {telling.verdict()}", indent)
    for line in telling.situation():
        yield layout.wrapped(" " * indent + line, indent)
    header, rows, done = telling.choices()
    yield layout.table(*marked(header, rows, {done}), indent)


# ---- the players -----------------------------------------------------------------------------------------------------


def players_part(review: Review, reviewer: Reviewer, layout: Layout) -> str:
    """How everybody did in one game."""
    several = f" in {game_of(reviewer)}" if len(review.reviewers) > 1 else ""
    header, rows = players_table(review, reviewer, layout.style)
    told = layout.table(header, rows, 2) if rows else layout.wrapped(f"  {who_had_none(review.deals_of(reviewer))}")
    return f"{layout.wrapped(f'Players{several}')}\n{told}"


def players_table(review: Review, reviewer: Reviewer, style: Style) -> tuple[list[str], list[list[str]]]:
    """The header, and a row for each player."""
    header = ["player", "deals", "decisions", f"as {reviewer.agent.name}"]
    if review.judged:
        header += ["mistakes", f"{review.unit.loss} lost a deal", *(f"in the {phase}" for phase in PHASES)]
    return header, [player_row(player, review, style) for player in review.players(reviewer)]


def player_row(player: PlayerSummary, review: Review, style: Style) -> list[str]:
    """A player's figures."""
    row = [player.name, f"{player.deals}", f"{player.decisions}", percent(player.agreement)]
    if not review.judged:
        return row
    amount = review.unit.amount
    plus_minus = "±" if style.unicode else "+-"
    lost = f"{amount(player.lost_a_deal)} {plus_minus} {amount(player.error)}"
    return [*row, f"{player.mistakes}", lost, *(amount(player.lost[phase] / player.deals) for phase in PHASES)]


# ---- deal by deal ----------------------------------------------------------------------------------------------------


def deal_part(deal: ReviewedDeal, layout: Layout) -> str:
    """Every decision of a deal, a line each where there is room."""
    given, unit = deal.deal, deal.reviewer.unit
    lost = f"; {unit.amount(deal.cost)} {unit.loss} lost" if deal.cost else ""
    lines = [layout.wrapped(f"{given.title}: {outcome_of(deal, layout.style)}{lost}")]
    lines += [layout.wrapped(f"  {note}") for note in deal_notes(deal)]
    if not deal.decisions and not deal.left_out:
        lines.append(layout.wrapped(f"  {who_had_none([deal])}"))
    tellings = [Telling(given, decision, deal.reviewer.agent.name, layout.style) for decision in deal.decisions]
    places, deeds = (max((len(getattr(t, name)) for t in tellings), default=0) for name in ("place", "deed"))
    for t in tellings:
        told = "; ".join(filter(None, [t.verdict(brief=True), t.own_choice()]))
        line = f"  {t.place:<{places}}  {t.deed:<{deeds}}  {told}"
        indent = min(places + deeds + 6, MOST_INDENT, layout.line_width // 2)
        lines += textwrap.wrap(line, layout.line_width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return "\n".join(lines)
