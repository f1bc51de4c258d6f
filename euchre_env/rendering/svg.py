"""A table as SVG: the seats round the felt, real cards, trump and score; below it what was said, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from euchre_env.records import played_record, told_apart
from euchre_env.rendering.cards_svg import card_symbols
from euchre_env.rendering.felt_svg import SIZE, draw_felt, felt
from euchre_env.rendering.panel_svg import draw_panel
from euchre_env.rendering.scene import Scene, TableView
from euchre_env.rendering.seats_svg import draw_seats
from euchre_env.rendering.shapes import CREAM, FONTS, TEXT_SIZE, CardArt
from euchre_env.rendering.story import plural
from euchre_env.rendering.style import SPOKEN, SUIT_WORDS


def render_svg(
    table: TableView,
    *,
    viewer: int | None = None,
    all_hands: bool = False,
    names: Sequence[str] | None = None,
    linked: bool = False,
) -> str:
    """A table as an SVG element, 800 by 768 units: a file of its own, or to stand in a page.

    It says what `render_text` says; it has no ids, no style sheet and no script, and is the same for the same table.

    Args:
        table: for instance a `Table`.
        viewer: the absolute seat that looks: it sits at the bottom and its hand lies open, unless it must make trump
            before it looks (C9). What it does not know is shown from behind. None: the seat to move, or the dealer once
            the deal is over.
        all_hands: show every hand, every card exchanged or put away, and the stock or the widow too.
        names: of the seats, in the place of `player_0`, `player_1`, ...; any text.
        linked: refer to the drawings in `svg_symbols()`, which the page must hold once, in the place of repeating them.

    Raises:
        ValueError: `table` is none, `viewer` is no seat, or not one name a seat.
    """
    return render_scene_svg(Scene(table, viewer, all_hands, SPOKEN, names), linked=linked)


def render_scene_svg(scene: Scene, *, linked: bool = False) -> str:
    """A scene as `render_svg` draws it: for those who know more than a seat and less than everything."""
    return "".join(_parts(scene, linked))


def render_record_svg(
    record: Mapping[str, Any], *, steps: int | None = None, names: Sequence[str] | None = None, **how: Any
) -> str:
    """The table of a deal record after its first `steps` actions (None: all of them); otherwise as `render_svg`.

    Without `names` the seats are called as the record has them in its field `players`, if it does.

    Raises:
        RecordError: no deal can begin with this record.
        IllegalAction: one of its actions is not legal.
        ValueError: see `render_svg`; `steps` is no number of actions.
    """
    table = played_record(record, steps)
    return render_svg(table, names=told_apart(record.get("players"), table.rules) if names is None else names, **how)


def svg_symbols() -> str:
    """What all pictures have in common, to stand once in a page of linked ones: `<svg>{svg_symbols()}</svg>`."""
    return f'<symbol id="felt" overflow="visible">{felt()}</symbol>{card_symbols()}'


def _parts(scene: Scene, linked: bool) -> Iterator[str]:
    art = CardArt(scene, linked)
    width, height = SIZE
    due = scene.due()
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="{FONTS}" font-size="{TEXT_SIZE}" fill="{CREAM}">'
        f"<title>{escape(scene.title() + (f': {due}' if due else ''), quote=False)}</title>"
        f"<desc>{escape('. '.join(_described(scene)), quote=False)}</desc>"
    )
    yield '<use href="#felt"/>' if linked else felt()
    yield from draw_felt(scene, art)
    yield from draw_seats(scene, art)
    yield from draw_panel(scene, art)
    yield "</svg>"


def _described(scene: Scene) -> Iterator[str]:
    """For those who do not see it: trump, turn-up, what every hand shows, the trick, and what was said."""
    trump, turn_up = scene.table.trump, scene.record["upcard"]
    yield f"trump {SUIT_WORDS[trump]}" if trump else "no trump yet"
    if turn_up:
        yield f"turn-up {SPOKEN.card(turn_up)}" + " turned down" * scene.story.turned_down
    for seat, (hand, taken) in enumerate(
        zip(map(scene.hand, range(scene.rules.players)), scene.table.tricks, strict=True)
    ):
        yield f"{scene.name(seat)}: {SPOKEN.cards(hand) or 'no cards'}" + f", {plural(taken, 'trick')}" * (taken > 0)
    yield from (f"{scene.name(seat)} played {SPOKEN.card(card)}" for seat, card in scene.table.trick)
    yield from scene.calls()
    yield from scene.outcome()
