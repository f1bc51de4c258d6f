"""Advice as a player reads it: his choices, how the agent would choose, what each can be expected to bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.advice import POINTS, Unit
from agents.playing.choices import Choice
from agents.playing.sitting import Outlook

MOST_ROWS = 12
"""Choices shown of a decision with more: a bid."""


def hint_rows(
    choices: Sequence[Choice], outlooks: Mapping[str, Outlook], plus_minus: str, unit: Unit = POINTS
) -> tuple[list[str], list[list[str]]]:
    """The header and a row for each choice, the best first where it is known what they bring, else the likeliest; of
    many choices the first `MOST_ROWS`."""
    known = any(outlook.expected is not None for outlook in outlooks.values())
    best = max((outlook.expected for outlook in outlooks.values() if outlook.expected is not None), default=0.0)

    def merit(choice: Choice) -> tuple[float, float]:
        outlook = outlooks[choice.action]
        return (outlook.expected or 0.0) if known else 0.0, outlook.probability

    rows: list[list[str]] = []
    for choice in sorted(choices, key=merit, reverse=True)[:MOST_ROWS]:
        outlook = outlooks[choice.action]
        row = [choice.label, percentage(outlook.probability)]
        if outlook.expected is not None:
            behind = f"{unit.amount(outlook.expected - best)} {plus_minus} {unit.amount(outlook.lead_error or 0.0)}"
            row += [f"{unit.expectation(outlook.expected)} {plus_minus} {unit.amount(outlook.error or 0.0)}"]
            row += [behind if rows else "best"]
        rows.append(row)
    return ["choice", "chosen", *([unit.value, "behind"] if known else [])], rows


def percentage(probability: float) -> str:
    """A probability as players speak of it.

    >>> percentage(0.813), percentage(0.002), percentage(0.0)
    ('81 %', 'under 1 %', '')
    """
    if probability == 0:
        return ""
    return "under 1 %" if probability < 0.01 else f"{probability:.0%}".replace("%", " %")
