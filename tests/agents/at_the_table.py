"""What the tests of playing share: a table as one who sits at it sees it."""

from __future__ import annotations

from agents.playing.choices import Choice, choices_of, meant
from agents.playing.seat_scene import SeatScene
from agents.playing.words import seat_names
from euchre_env import Style, Table

PLAIN = Style(unicode=False)


def seen(table: Table, seat: int | None = None, style: Style = PLAIN) -> SeatScene:
    """A table as the seat that decides sees it, or another one."""
    viewer = table.seat if seat is None else seat
    assert viewer is not None
    return SeatScene(table, viewer, False, style, seat_names(table.rules.players, viewer))


def choices(table: Table) -> list[Choice]:
    """What the seat that decides may do."""
    return choices_of(seen(table))


def understood(table: Table, text: str) -> list[str]:
    """The actions that a text may mean: those that it spells out, else those that begin so."""
    offered = choices(table)
    spelled = [choice for choice in offered if choice.is_spelled(text)]
    return [choice.action for choice in spelled or meant(text, offered)]
