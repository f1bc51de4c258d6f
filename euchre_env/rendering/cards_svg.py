"""Cards as SVG: ranks, suits and figures are paths, so that they look the same everywhere and need no font.

A card is 60 wide and 84 high. Drawings have no ids and no style sheets, so that any number of them can stand in one
page; a page with many pictures holds each card once (`card_symbols`) and refers to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from euchre_env.cards import JOKER, RANKS, SUITS

WIDTH, HEIGHT = 60, 84
RED, BLACK, JOKER_PURPLE, GOLD = "#c3142d", "#1b1b1f", "#6a1b9a", "#e3a72f"
PAPER, EDGE, BACK, LATTICE = "#fffdf7", "#8d8777", "#27508f", "#9dbbe6"
CARD_BACK = "back"

# Suits, ten units from the middle to every side.
SUIT_PATHS = {
    "C": "M-4.6-5.2a4.6 4.6 0 0 1 9.2 0a4.6 4.6 0 0 1-1.7 3.6a4.6 4.6 0 1 1-1.8 7.2Q1.5 8 3.6 10H-3.6Q-1.5 8-1.1 5.6"
    "a4.6 4.6 0 1 1-1.8-7.2a4.6 4.6 0 0 1-1.7-3.6Z",
    "D": "M0-10Q3.4-4.4 7.6 0Q3.4 4.4 0 10Q-3.4 4.4-7.6 0Q-3.4-4.4 0-10Z",
    "H": "M0 9.6C-2.6 5.4-9.4 1.6-9.4-3.6A4.8 4.8 0 0 1 0-5.2A4.8 4.8 0 0 1 9.4-3.6C9.4 1.6 2.6 5.4 0 9.6Z",
    "S": "M0-10C2.6-5.8 9.2-2.2 9.2 2.6A4.5 4.5 0 0 1 1.1 5Q1.5 8 3.6 10H-3.6Q-1.5 8-1.1 5A4.5 4.5 0 0 1-9.2 2.6"
    "C-9.2-2.2-2.6-5.8 0-10Z",
}
# Ranks as strokes, about nine wide and twelve high from the upper left corner.
RANK_STROKES = {
    "2": "M.8 3.6A3.7 3.5 0 1 1 7.2 6L.9 12H8.6",
    "3": "M.9 0H8L4.2 4.6A3.7 3.7 0 1 1 .6 9.6",
    "4": "M6.6 12V0L.6 8.6H9",
    "5": "M7.8 0H1.9L1.4 5.2A3.8 3.8 0 1 1 .8 10.4",
    "6": "M6.9 0C3.4 1.5.9 4.8.9 8.2A3.7 3.8 0 1 0 8.3 8.2A3.7 3.6 0 0 0 1.1 7.2",
    "7": "M.7 0H8.5L3.6 12",
    "8": "M4.6 5.6A2.8 2.8 0 1 1 4.7 5.6A3.6 3.2 0 1 1 4.5 5.6Z",
    "9": "M2.3 12C5.8 10.5 8.3 7.2 8.3 3.8A3.7 3.8 0 1 0 .9 3.8A3.7 3.6 0 0 0 8.1 4.8",
    "T": "M.2 1.8L2.2 0V12M5.2 6A3.2 6 0 0 1 11.6 6A3.2 6 0 0 1 5.2 6Z",
    "J": "M3 0H7V8.4A3.2 3.6 0 0 1 .6 8.6",
    "Q": "M4.5 0A3.9 6 0 0 1 4.5 12A3.9 6 0 0 1 4.5 0ZM5 8.6L8.8 12.6",
    "K": "M1 0V12M8.2 0L1.2 7.2M3.8 4.6L8.5 12",
    "A": "M.3 12L4.5 0L8.7 12M1.9 8H7.1",
}
# The emblems of the court cards, over the suit: a cap with a feather, a coronet, a crown.
FIGURES = {
    "J": "M-13 7Q-16-4-2-5Q12-5 13 7ZM-14 8H14V12H-14ZM1-5Q2-14 15-13Q14-5 4-3Z",
    "Q": "M-13 7L-15-5Q-10 1-7-8Q-4 0 0-11Q4 0 7-8Q10 1 15-5L13 7ZM-13 9H13V12H-13Z",
    "K": "M-13 7L-16-7L-7-1L0-12L7-1L16-7L13 7ZM-13 9H13V12H-13Z",
}
STAR = "M0-12L3.2-4.2L11.6-3.6L5.1 1.8L7.2 9.9L0 5.4L-7.2 9.9L-5.1 1.8L-11.6-3.6L-3.2-4.2Z"

TOP, MIDDLE, BOTTOM = 19.0, 42.0, 65.0
LEFT, CENTRE, RIGHT = 25.0, 36.0, 47.0
# Rows of the pips in the two outer columns and in the middle one.
PIPS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "2": ((), (TOP, BOTTOM)),
    "3": ((), (TOP, MIDDLE, BOTTOM)),
    "4": ((TOP, BOTTOM), ()),
    "5": ((TOP, BOTTOM), (MIDDLE,)),
    "6": ((TOP, MIDDLE, BOTTOM), ()),
    "7": ((TOP, MIDDLE, BOTTOM), (30.5,)),
    "8": ((TOP, MIDDLE, BOTTOM), (30.5, 53.5)),
    "9": ((TOP, 34.3, 49.7, BOTTOM), (MIDDLE,)),
    "T": ((TOP, 34.3, 49.7, BOTTOM), (26.7, 57.3)),
}


def card(name: str | None, x: float, y: float, scale: float = 1, *, linked: bool = False) -> str:
    """A card with its upper left corner at (x, y).

    Args:
        name: as in records, `TD` or `JK`; None: its back.
        linked: refer to the drawing in `card_symbols()`, which the page holds once, in the place of drawing it.
    """
    place = f"translate({number(x)} {number(y)})" + (f"scale({scale:g})" if scale != 1 else "")
    name = CARD_BACK if name is None else name
    if linked:
        return f'<use href="#card-{name}" transform="{place}"/>'
    return f'<g transform="{place}">{face(name)}</g>'


def suit(letter: str, x: float, y: float, scale: float = 1) -> str:
    """A suit's symbol round (x, y), 20 units high."""
    return _shape(SUIT_PATHS[letter], x, y, scale, colour_of(letter))


def colour_of(letter: str) -> str:
    """Red or black."""
    return RED if letter in "DH" else BLACK


@cache
def card_symbols() -> str:
    """Every card and the back as `<symbol>`, to stand once in a page; what `card(..., linked=True)` refers to."""
    names = [CARD_BACK, JOKER, *(rank + letter for letter in SUITS for rank in RANKS)]
    return "".join(
        f'<symbol id="card-{name}" width="{WIDTH}" height="{HEIGHT}" overflow="visible">{face(name)}</symbol>'
        for name in names
    )


@cache
def face(name: str) -> str:
    """The drawing of one card, or of the back."""
    sheet = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="5" fill="{PAPER}" stroke="{EDGE}" stroke-width=".8"/>'
    if name == CARD_BACK:
        return sheet + _lattice()
    if name == JOKER:
        return sheet + "".join(_joker())
    return (
        sheet + "".join(_index(name)) + "".join(_figure(name) if name[0] in FIGURES or name[0] == "A" else _pips(name))
    )


def _index(name: str) -> Iterator[str]:
    """Rank over suit in the upper left corner, where it is seen in a fan of cards."""
    rank, letter = name[0], name[1]
    yield _strokes(rank, 5 if rank != "T" else 3.4, 6.5, colour_of(letter))
    yield suit(letter, 9.6, 28.5, 0.62)


def _pips(name: str) -> Iterator[str]:
    rank, letter = name[0], name[1]
    outer, inner = PIPS[rank]
    for x, y in [*((x, y) for y in outer for x in (LEFT, RIGHT)), *((CENTRE, y) for y in inner)]:
        upright = 0.62 if y <= MIDDLE else -0.62
        yield _shape(SUIT_PATHS[letter], x, y, upright, colour_of(letter))


def _figure(name: str) -> Iterator[str]:
    """A court card's emblem over its suit, or the ace's large suit."""
    rank, letter = name[0], name[1]
    if rank == "A":
        yield suit(letter, 34, 46, 1.6)
        return
    edge = f' stroke="{colour_of(letter)}" stroke-width=".8"'
    yield f'<rect x="18" y="10" width="34" height="64" rx="3" fill="none"{edge}/>'
    yield _shape(FIGURES[rank], 35, 31, 0.86, GOLD, edge)
    yield suit(letter, 35, 57, 1.05)


def _joker() -> Iterator[str]:
    for x, y, scale, colour in (10, 14, 0.7, JOKER_PURPLE), (34, 46, 1.7, JOKER_PURPLE), (34, 46, 0.8, GOLD):
        yield _shape(STAR, x, y, scale, colour)


def _lattice() -> str:
    """The back: a frame, and lines that cross in it."""
    lines = []
    for step in range(-6, 7):
        start, end = 42 + 12 * step, 42 + 12 * step + 50
        lines += [_clipped(start, end), _clipped(end, start)]
    frame = f'<rect x="5" y="5" width="50" height="74" rx="3" fill="{BACK}"/>'
    return f'{frame}<path d="{"".join(lines)}" stroke="{LATTICE}" stroke-width="1" fill="none"/>'


def _clipped(left: float, right: float) -> str:
    """A line at 45 degrees across the frame of the back, from x = 5 to 55, as far as it lies in it (y from 5 to 79)."""
    slope = (right - left) / 50
    ends = [(x, left + slope * (x - 5)) for x in (5.0, 55.0)]
    inside = [(x + slope * (min(max(y, 5.0), 79.0) - y), min(max(y, 5.0), 79.0)) for x, y in ends]
    (x1, y1), (x2, y2) = inside
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" if abs(x1 - x2) > 1 and 5 <= x1 < x2 <= 55 else ""


def _strokes(rank: str, x: float, y: float, colour: str) -> str:
    return (
        f'<path d="{RANK_STROKES[rank]}" transform="translate({number(x)} {number(y)})" fill="none" stroke="{colour}" '
        'stroke-width="2.1" stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _shape(path: str, x: float, y: float, scale: float, colour: str, more: str = "") -> str:
    return f'<path d="{path}" transform="translate({number(x)} {number(y)})scale({scale:g})" fill="{colour}"{more}/>'


def number(value: float) -> str:
    """A coordinate in as few characters as a picture needs."""
    return f"{value:.1f}".removesuffix(".0")
