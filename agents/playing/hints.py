"""Advice as a player reads it: his choices, how the agent would choose, what each can be expected to bring."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from agents.advice import POINTS, Unit
from agents.playing.choices import Choice
from agents.playing.sitting import Outlook

MOST_ROWS = 12
"""Choices shown of a decision with more, a bid, unless more are likely."""
LIKELY = 0.01
AS_GOOD = "as good"
AS_GOOD_EXPLAINED = "As good: a loss within two standard errors is no mistake."

Outlooks = Mapping[str, Outlook]


def foremost(choices: Sequence[Choice], outlooks: Outlooks, always: Collection[str] = ()) -> list[Choice]:
    """Of many choices those worth showing, the best first: the best, all that the agent may well make, what is `always`
    to be shown; and the next best, as long as there are fewer than `MOST_ROWS`."""
    ranked = ranking(choices, outlooks)
    own = {ranked[0].action, *likeliest(outlooks), *always}
    own |= {choice.action for choice in ranked if outlooks[choice.action].probability >= LIKELY}
    others = [choice.action for choice in ranked if choice.action not in own]
    shown = own.union(others[: max(0, MOST_ROWS - len(own))])
    return [choice for choice in ranked if choice.action in shown]


def hint_rows(
    choices: Sequence[Choice], outlooks: Outlooks, plus_minus: str, unit: Unit = POINTS
) -> tuple[list[str], list[list[str]]]:
    """The header and a row for each choice, the best first where it is known what they bring, else the likeliest. The
    first is called best only if no other of `outlooks` is as good but for chance."""
    leads = leads_of(outlooks)
    if not leads:
        return ["choice", "chosen"], [
            [choice.label, percentage(outlooks[choice.action].probability)] for choice in ranking(choices, outlooks)
        ]
    rows: list[list[str]] = []
    alone = sum(unit.as_good(loss, error) for loss, error in leads.values()) == 1
    for choice in ranking(choices, outlooks):
        outlook, (loss, error) = outlooks[choice.action], leads[choice.action]
        expected = f"{unit.expectation(outlook.expected or 0.0)} {plus_minus} {unit.amount(outlook.error or 0.0)}"
        behind = f"{unit.amount(-loss)} {plus_minus} {unit.amount(error)}"
        if loss < unit.smallest:
            behind = "best" if alone else AS_GOOD
        elif unit.as_good(loss, error):
            behind = f"{AS_GOOD}, {behind}"
        rows.append([choice.label, percentage(outlook.probability), expected, behind])
    return ["choice", "chosen", unit.value, "behind"], rows


def marked(
    header: Sequence[str], rows: Sequence[Sequence[str]], places: Collection[int]
) -> tuple[list[str], list[list[str]]]:
    """A table with a mark before the rows at these places.

    >>> marked(["choice"], [["pass"], ["assist"]], {1})
    (['  choice'], [['  pass'], ['> assist']])
    """
    told = [[("> " if place in places else "  ") + row[0], *row[1:]] for place, row in enumerate(rows)]
    return [f"  {header[0]}", *header[1:]], told


def likeliest(outlooks: Outlooks) -> list[str]:
    """What the agent would most probably do: one action, or several that are as likely; none where all are."""
    most = max(outlook.probability for outlook in outlooks.values())
    found = [action for action, outlook in outlooks.items() if outlook.probability == most]
    return found if len(found) < len(outlooks) else []


def ranking(choices: Sequence[Choice], outlooks: Outlooks) -> list[Choice]:
    """The choices, the best first where it is known what they bring, else the likeliest."""

    def merit(choice: Choice) -> tuple[float, float]:
        outlook = outlooks[choice.action]
        return outlook.expected or 0.0, outlook.probability

    return sorted(choices, key=merit, reverse=True)


def leads_of(outlooks: Outlooks) -> dict[str, tuple[float, float]]:
    """By action what the best is expected to bring more, from 0, and its standard error; empty where nothing is
    known."""
    known = {action: outlook for action, outlook in outlooks.items() if outlook.expected is not None}
    best = max((outlook.expected or 0.0 for outlook in known.values()), default=0.0)
    return {action: (best - (outlook.expected or 0.0), outlook.lead_error or 0.0) for action, outlook in known.items()}


def percentage(probability: float) -> str:
    """A probability as players speak of it.

    >>> percentage(0.813), percentage(0.002), percentage(0.0)
    ('81 %', 'under 1 %', '')
    """
    if probability == 0:
        return ""
    return "under 1 %" if probability < 0.01 else f"{probability:.0%}".replace("%", " %")
