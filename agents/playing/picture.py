"""The table as it is drawn at every decision: round the table, or seat by seat where there is no room for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from agents.playing.seat_scene import SeatScene
from agents.playing.words import addressed, counted, listing
from euchre_env import render_text

TOLD_ELSEWHERE = ("last trick", "due")
"""Lists of the picture that repeat what the conversation has just said, or says next."""


def picture(scene: SeatScene, names: Sequence[str], width: int) -> list[str]:
    """The lines under the title, `width` columns wide at most."""
    drawn = render_text(
        scene.table, viewer=scene.viewer, all_hands=scene.all_hands, style=scene.style, names=names
    ).splitlines()[1:]
    around = list(takewhile(lambda line: not line[:1].isalpha(), drawn))
    seats = around if max(map(len, around)) <= width else [*seat_by_seat(scene, width), ""]
    return [addressed(line) for line in (*seats, *lists(drawn[len(around) :], width))]


def seat_by_seat(scene: SeatScene, width: int) -> Iterator[str]:
    """What is round the table, for a narrow terminal."""
    players, style, table = scene.rules.players, scene.style, scene.table
    for step in range(1, players + 1):
        seat = (scene.viewer + step) % players
        roles = ", ".join([*scene.roles(seat), *["sits out"] * (seat in scene.story.sits_out)])
        taken = [counted(table.tricks[seat], "trick")] * (table.tricks[seat] > 0)
        facts = [style.cards(scene.hand(seat)), *[f"({roles})"] * bool(roles), *taken]
        yield f"{'>' if seat == table.seat else ' '} {scene.name(seat)} {' '.join(facts)}"
    upcard, trump = scene.record["upcard"], table.trump
    turned = [f"turn-up {style.card(upcard)}" + " (turned down)" * scene.story.turned_down] if upcard else []
    made = f"trump {style.suit(trump)}" if trump else "no trump yet"
    yield from listing("table", [*turned, made, *filter(None, [scene.aim()])], width)


def lists(drawn: Sequence[str], width: int) -> Iterator[str]:
    """What stands below the table, its lists broken where this terminal needs it."""
    whole: list[str] = []
    for line in drawn:
        if line.startswith(" "):  # goes on with the list
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
    for line in whole:
        title, _, items = line.partition("  ")
        if title not in TOLD_ELSEWHERE:
            yield from listing(title, items.split(", "), width)
