"""The seats round the felt, as SVG: who sits there, the hand, what was called, the tricks taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from euchre_env.rendering.cards_svg import suit
from euchre_env.rendering.scene import Scene
from euchre_env.rendering.shapes import CREAM, DARK, DIM, GOLD, INK, CardArt, disc, fitted, pill, rectangle, text
from euchre_env.rendering.story import plural

PLATE_WIDTH, PLATE_HEIGHT = 180, 38

# The middle of the upper edge of every seat, clockwise from the one at the bottom, by number of players.
SEATS: Mapping[int, tuple[tuple[float, float], ...]] = {
    2: ((400, 424), (400, 18)),
    3: ((400, 424), (120, 170), (680, 170)),
    4: ((400, 424), (108, 214), (400, 18), (692, 214)),
    5: ((400, 424), (108, 250), (288, 18), (512, 18), (692, 250)),
    7: ((400, 424), (108, 326), (108, 158), (288, 18), (512, 18), (692, 158), (692, 326)),
}


class Place(NamedTuple):
    """How a seat is laid out: downwards from its upper edge, tricks also to the right of its middle."""

    plate: int
    hand: int
    scale: float
    room: int
    step: float
    call: int
    tricks: tuple[int, int]


OWN = Place(plate=108, hand=0, scale=1.2, room=380, step=1.03, call=-14, tricks=(102, 117))
OTHER = Place(plate=0, hand=44, scale=0.8, room=PLATE_WIDTH, step=0.48, call=102, tricks=(-50, 117))


def draw_seats(scene: Scene, art: CardArt) -> Iterator[str]:
    """All seats, the viewer's at the bottom."""
    places = SEATS[scene.rules.players]
    for seat in range(len(places)):
        place = (seat - scene.viewer) % len(places)
        yield from _seat(scene, art, seat, *places[place], OTHER if place else OWN)


def _seat(scene: Scene, art: CardArt, seat: int, x: float, y: float, place: Place) -> Iterator[str]:
    sits_out = seat in scene.story.sits_out
    hand = "".join(art.fan(scene.hand(seat), x, y + place.hand, place.scale, room=place.room, step=place.step))
    yield f'<g opacity=".4">{hand}</g>' if sits_out else hand
    yield from _plate(scene, seat, x - PLATE_WIDTH / 2, y + place.plate)
    if note := _note(scene, seat):
        yield pill(x, y + place.call, fitted(note, PLATE_WIDTH - 14, 13), CREAM)
    yield from _tricks(art, scene.table.tricks[seat], x + place.tricks[0], y + place.tricks[1])


def _note(scene: Scene, seat: int) -> str:
    """What is to be said of a hand: the latest call until the play begins, and why it plays no part or lies open."""
    if seat in scene.story.sits_out:
        return "sits out"
    call = "" if scene.play_begun else scene.latest_calls().get(seat, "")
    return call or "lies open" * (seat == scene.story.exposed and bool(scene.table.hands[seat]))


def _plate(scene: Scene, seat: int, left: float, top: float) -> Iterator[str]:
    """The name, what the seat is, and whether it is to move."""
    to_move, roles = seat == scene.table.seat, ", ".join(scene.roles(seat))
    x, y, right = left + PLATE_WIDTH / 2, top + PLATE_HEIGHT / 2, left + PLATE_WIDTH
    ink, quiet = (INK, "#4b3a00") if to_move else (CREAM, DIM)
    yield rectangle(left, top, PLATE_WIDTH, PLATE_HEIGHT, 10, GOLD if to_move else DARK)
    room = PLATE_WIDTH - 62  # between the discs
    yield text(x, top + (18 if roles else 25), fitted(scene.name(seat), room, 16), 16, ink, "middle")
    if roles:
        yield text(x, top + 32, fitted(roles, room, 12), 12, quiet, "middle")
    if to_move:
        yield f'<path d="M{left - 15:g} {y - 9:g}l11 9l-11 9Z" fill="{GOLD}"/>'
    if seat == scene.dealer:
        yield disc(left + 18, y, 11, text(left + 18, y + 5, "D", 14, INK, "middle"))
    if seat == scene.story.maker and scene.table.trump:
        yield disc(right - 18, y, 11, suit(scene.table.trump, right - 18, y, 0.7))


def _tricks(art: CardArt, count: int, x: float, y: float) -> Iterator[str]:
    """A small card from behind for every trick, and their number."""
    if count:
        yield from art.fan([None] * count, x, y, 0.25, room=70, step=0.6, align=0)
        yield text(x + 9 * (count - 1) + 21, y + 15, plural(count, "trick"), 13)
