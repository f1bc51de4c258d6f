"""How the deals of a sitting have gone: what each paid, who has won what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from euchre_env import Rules, Scene, Style, open_record

Record = Mapping[str, Any]


def told(record: Record, names: Sequence[str], style: Style) -> str:
    """What came of a deal that is over: `left made it and took 3 tricks: left and right +1`."""
    table = open_record(record)
    for _, action in record["actions"]:
        table.step(action)
    first = next(Scene(table, None, True, style, names).outcome())
    return first.removeprefix("result  ")


def deal_rows(records: Sequence[Record], names: Sequence[str], style: Style) -> tuple[list[str], list[list[str]]]:
    """The header and a row for each deal: its number in the match, trump, what came of it."""
    rows = [
        [str(record["deal"]), style.suit(record["result"]["trump"] or "") or "-", told(record, names, style)]
        for record in records
    ]
    return ["deal", "trump", "outcome"], rows


def summary(records: Sequence[Record], rules: Rules, sides: Sequence[str]) -> list[str]:
    """What the deals came to, a line each: points, and of several matches who won how many."""
    points = [sum(record["result"]["points"][side] for record in records) for side in range(rules.sides)]
    deals = f"{len(records)} deal{'s' * (len(records) != 1)}"
    lines = [f"{deals}; points: " + ", ".join(f"{name} {won}" for name, won in zip(sides, points, strict=True))]
    winners = [record["result"]["winners"] for record in records if record["result"]["winners"]]
    if len(winners) > 1:
        won = [sum(side in each for each in winners) for side in range(rules.sides)]
        lines.append("matches won: " + ", ".join(f"{name} {count}" for name, count in zip(sides, won, strict=True)))
    return lines
