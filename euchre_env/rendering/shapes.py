"""The pieces that a picture of a table is made of, as SVG: text, pills, discs and cards in a row."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from html import escape

from euchre_env.rendering.cards_svg import HEIGHT, WIDTH, card, number
from euchre_env.rendering.scene import Scene

FONTS = "Aileron,Helvetica Neue,Arial,Liberation Sans,DejaVu Sans,sans-serif"
TEXT_SIZE = 14  # unless another is said; stands once, at the root of a picture, as does the colour of text, CREAM
CREAM, INK, DIM, GOLD, DARK = "#f7f3e6", "#1d1f21", "#c9ded1", "#ffd45c", "#0d3522"
TRUMP_EDGE = "#e0a100"


def text(x: float, y: float, words: str, size: int = TEXT_SIZE, colour: str = CREAM, anchor: str = "start") -> str:
    """One line of text on the baseline `y`; escaped."""
    said = "" if size == TEXT_SIZE else f' font-size="{size}"'
    said += "" if colour == CREAM else f' fill="{colour}"'
    said += "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{number(x)}" y="{number(y)}"{said}>{escape(words, quote=False)}</text>'


def width_of(words: str, size: int = TEXT_SIZE) -> float:
    """About how wide a line is, in most fonts rather less."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in words)
    return size * (0.57 * len(words) + 0.45 * wide)


def fitted(words: str, width: float, size: int = TEXT_SIZE) -> str:
    """The words, or as many of their characters as fit, and an ellipsis."""
    if width_of(words, size) <= width:
        return words
    while words and width_of(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def rectangle(x: float, y: float, width: float, height: float, radius: float, colour: str, edge: str = "") -> str:
    """A filled rectangle with round corners and, if it has a colour, an edge."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    stroke = f' stroke="{edge}"' if edge else ""
    return f'<rect {place} rx="{number(radius)}" fill="{colour}"{stroke}/>'


def pill(x: float, y: float, words: str, paper: str, size: int = 13) -> str:
    """A line of text on a band with round ends, its middle at (x, y)."""
    width, height = width_of(words, size) + size, size * 1.6
    band = rectangle(x - width / 2, y - height / 2, width, height, height / 2, paper, DARK)
    return band + text(x, y + size * 0.36, words, size, INK, "middle")


def disc(x: float, y: float, radius: float, inside: str) -> str:
    """A light disc round (x, y) with something on it."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{CREAM}"/>{inside}'


class CardArt:
    """Cards as a scene shows them: trumps with a golden edge on the left. `linked`: see `card`."""

    def __init__(self, scene: Scene, linked: bool) -> None:
        self.scene, self.linked = scene, linked

    def card(self, name: str | None, x: float, y: float, scale: float) -> str:
        """A card, or its back, with its upper left corner at (x, y)."""
        drawn = card(name, x, y, scale, linked=self.linked)
        if name is None or not self.scene.is_trump(name):
            return drawn
        return drawn + rectangle(x + scale, y + 5 * scale, 2.4 * scale, (HEIGHT - 10) * scale, 1, TRUMP_EDGE)

    def fan(
        self,
        cards: Sequence[str | None],
        x: float,
        y: float,
        scale: float,
        *,
        room: float,
        step: float = 0.48,
        align: float = 0.5,
    ) -> Iterator[str]:
        """Cards side by side, each on the one to its left.

        Args:
            x, y: of the upper edge: its left end with `align` 0, the middle with 0.5, the right end with 1.
            room: how wide all of them may be; they lie closer together where there are many.
            step: from card to card, in widths of a card.
        """
        own = WIDTH * scale
        step = min(own * step, (room - own) / max(1, len(cards) - 1))
        left = x - align * (own + step * (len(cards) - 1))
        for place, name in enumerate(cards):
            yield self.card(name, left + place * step, y, scale)
