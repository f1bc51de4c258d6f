"""Sentences of both report and page: what was looked at and how, what the figures mean, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.advice import MATCH, POINTS, SURE, Unit
from agents.advice.second_look import TIMES
from agents.match_chances import MEASURED_DEALS
from agents.neural_agent import NeuralAgent
from agents.playing.words import counted
from agents.review.known_scene import KnownScene
from agents.review.review import Review
from agents.review.reviewer import ReviewedDeal, Reviewer
from agents.search import SearchAgent
from euchre_env import Style, rules_for

FEWEST_WORLDS = 64
"""Worlds of which some are likely: they are drawn from all that are possible."""
MOST_SPANS = 20
MEANING = {
    POINTS: "Points are those of the deal, the player's side's less the others', as expected from what the player "
    "knew, with the standard error. The score does not count: where fewer points end the game, more are worth no more.",
    MATCH: "Choices are judged by the chance that the player's side wins the match, in per cent, as expected from what "
    "the player knew and from the score, with the standard error. Losses are percentage points of that chance. What a "
    f"score is worth was measured on {MEASURED_DEALS:,} deals with the rule agent in every seat.",
}
"""What the figures mean, by what decisions are judged in."""
WEIGHED = (
    "Worlds are weighted by how likely the agent finds what the others did, and the others play on as it would: "
    "of people who play otherwise, by design or not, it may think wrongly. "
)
"""What networks and searches take for granted."""


def heading(review: Review, short: bool = False) -> Iterator[str]:
    """The files, `short`: without their folders; who looked at their games."""
    found = {deal.deal for deal in review.deals}
    for file in review.files:
        title = f' "{file.title}",' if file.title else ""
        name = file.label if short else file.name
        yield f"{name}:{title} {file.kind}, {counted(len(found & set(file.deals)), 'deal')} reviewed."
    for reviewer in review.reviewers:
        worlds = f", {reviewer.worlds} worlds a decision" if reviewer.worlds > 1 else ""
        agent = f"{reviewer.agent.name} (hash {reviewer.agent.hash[:12]})"
        yield f"{game_of(reviewer)}, looked at by {agent}{worlds}, seed {reviewer.seed}."
        if 1 < reviewer.worlds < FEWEST_WORLDS:
            yield f"Of so few worlds all may be unlikely, and mistakes be none: take {FEWEST_WORLDS} at least."
        yield from (f"Note: {note}." for note in reviewer.notes)


def game_of(reviewer: Reviewer) -> str:
    """The variant, with the options that are not its own."""
    rules = reviewer.rules
    usual = rules_for(rules.variant).options()
    options = [f"{name}={value}" for name, value in rules.options().items() if usual.get(name) != value]
    return rules.variant + (f" with {', '.join(options)}" if options else "")


def explained(review: Review) -> str:
    """What the figures mean."""
    if not review.judged:
        return "The agent knows of no points: decisions are compared with what it would do."
    weighed = any(isinstance(reviewer.agent, NeuralAgent | SearchAgent) for reviewer in review.reviewers)
    return f"{MEANING[review.unit]} {WEIGHED * weighed}{mistakes_explained(review.unit)}"


def mistakes_explained(unit: Unit) -> str:
    """What counts as a mistake."""
    return (
        f"A mistake is a decision that is behind the best by more than {SURE:g} standard errors, and by "
        f"{unit.smallest:g} {unit.loss} at least; only mistakes count as {unit.loss} lost. Whatever looked "
        f"worse than another choice was looked at again, beside what had looked best, in up to {TIMES} times as many "
        "fresh worlds, and is told as found there; a third choice may then be ahead of both."
    )


def interruption(review: Review) -> Iterator[str]:
    """That not all was looked at, if so."""
    if review.unfinished:
        yield "Interrupted: these are the deals that were finished, fewer than were asked for."


def untold(review: Review) -> Iterator[str]:
    """How many decisions may be mistakes or not, if any."""
    if review.untold:
        more = counted(review.untold, "decision")
        yield f"Not to be told from chance, as even at the second look too few worlds are likely: {more} more."


def left_out(review: Review) -> Iterator[str]:
    """How much was left out, and of which deals, if anything."""
    numbers: dict[str, list[int]] = {}
    for deal in review.deals:
        if deal.left_out:
            numbers.setdefault(deal.deal.file, []).append(deal.deal.number)
    if numbers:
        count = counted(sum(sum(deal.left_out.values()) for deal in review.deals), "decision")
        where = [
            f"{file}, " * bool(file) + f"deal{'s' * (len(deals) > 1)} {spans_of(deals)}"
            for file, deals in numbers.items()
        ]
        yield f"left out, as the hand is not known: {count} in {'; '.join(where)}"


def spans_of(numbers: Sequence[int]) -> str:
    """Ascending numbers, neighbours together; of very many the first.

    >>> spans_of([1, 3, 4, 5, 9, 10])
    '1, 3-5, 9, 10'
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    told = [f"{span[0]}-{span[-1]}" if len(span) > 2 else ", ".join(map(str, span)) for span in spans[:MOST_SPANS]]
    return ", ".join(told + ["..."] * (len(spans) > MOST_SPANS))


def nothing(review: Review) -> Iterator[str]:
    """That there was no decision to look at, if so."""
    if not review.decided:
        yield f"Nothing to look at: {who_had_none(review.deals)}."


def who_had_none(deals: Sequence[ReviewedDeal]) -> str:
    """That those who were asked for had no decision, or none that can be looked at."""
    players = list(dict.fromkeys(deal.deal.players[seat] for deal in deals for seat in deal.seats))
    if any(deal.left_out for deal in deals):
        return f"no hand is known with which {players[0] if len(players) == 1 else 'anybody'} had a choice"
    where = "this deal" if len(deals) == 1 else "these deals"
    who = f"{players[0]} had no" if len(players) == 1 else "nobody had a"
    return f"{who} decision with a choice in {where}"


def players_explained(reviewers: Sequence[Reviewer]) -> str:
    """What columns of the players' tables say."""
    agents = list(dict.fromkeys(reviewer.agent.name for reviewer in reviewers))
    columns, agent = ", ".join(f"as {name}" for name in agents), agents[0] if len(agents) == 1 else "that agent"
    return (
        "deals: only those in which the player had a choice that was looked at; "
        f"{columns}: the share of decisions in which {agent} would have chosen the same, right or wrong"
    )


def deal_notes(deal: ReviewedDeal) -> Iterator[str]:
    """What is wrong with a deal, and what of it was left out."""
    yield from map(deal.deal.from_file, deal.deal.notes)
    if deal.left_out:
        each = [f"{counted(count, 'decision')} of {deal.deal.players[seat]}" for seat, count in deal.left_out.items()]
        yield f"{deal.deal.title}: left out, as the hand is not known: {', '.join(each)}"


def outcome_of(deal: ReviewedDeal, style: Style) -> str:
    """Who dealt, what came of it."""
    given = deal.deal
    scene = KnownScene(given, len(given.actions), given.record["dealer"], style)
    outcome = ", ".join(scene.outcome()).removeprefix("result  ")
    return f"dealt by {scene.name(scene.dealer)}; {outcome or 'not played to its end'}"
