"""How suits and card backs are written: what a stream can encode, and colour only where it is a terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TextIO

from euchre_env.cards import JOKER

SUIT_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_WORDS = dict(
    zip(
        "23456789TJQKA",
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)
CARD_BACK = "▒"
RED, RESET = "\x1b[31m", "\x1b[0m"
RED_CARD = re.compile(r"(?<![A-Za-z0-9_])[2-9TJQKA]?[♦♥]|\b[2-9TJQKA][DH]\b")


@dataclass(frozen=True)
class Style:
    """How a picture is written.

    `unicode`: suits as ♣ ♦ ♥ ♠, otherwise as the letters C D H S. `colour`: red suits in red, by control codes that
    only a terminal understands; off unless asked for.
    """

    unicode: bool = True
    colour: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """The style that suits a stream: Unicode if its encoding has the symbols, colour if it is a terminal.

        Colour stays off where the environment variable NO_COLOR is set (https://no-color.org).
        """
        wants_colour = stream.isatty() and not os.environ.get("NO_COLOR")
        return cls(unicode=_can_encode(stream), colour=wants_colour)

    @property
    def back(self) -> str:
        """One card seen from behind."""
        return CARD_BACK if self.unicode else "#"

    def suit(self, letter: str) -> str:
        """A suit, `C` `D` `H` or `S`, as this style writes it."""
        return SUIT_SYMBOLS[letter] if self.unicode else letter

    def card(self, name: str) -> str:
        """A card by its name in the records, `TD` or `JK` (the Joker), as this style writes it."""
        return name if name == JOKER else name[0] + self.suit(name[1])

    def cards(self, names: Iterable[str | None]) -> str:
        """Cards in a row; None is one from behind."""
        return " ".join(self.back if name is None else self.card(name) for name in names)

    def coloured(self, text: str) -> str:
        """The finished text, its red cards in red if this style has colour; done last, for codes have no width."""
        return RED_CARD.sub(lambda card: f"{RED}{card[0]}{RESET}", text) if self.colour else text


class Spoken(Style):
    """Suits and cards in words, for ears and for fonts without suits.

    >>> SPOKEN.cards(["TD", "JK"]), SPOKEN.cards([None, None]), SPOKEN.suit("S")
    ('ten of diamonds, Joker', '2 cards', 'spades')
    """

    @property
    def back(self) -> str:
        """One card seen from behind."""
        return "a card"

    def suit(self, letter: str) -> str:
        """The suit's name."""
        return SUIT_WORDS[letter]

    def card(self, name: str) -> str:
        """The card's name."""
        return "Joker" if name == JOKER else f"{RANK_WORDS[name[0]]} of {self.suit(name[1])}"

    def cards(self, names: Iterable[str | None]) -> str:
        """Cards one after another; several from behind are counted."""
        listed = list(names)
        if len(listed) > 1 and not any(listed):
            return f"{len(listed)} cards"
        return ", ".join(self.back if name is None else self.card(name) for name in listed)


def _can_encode(stream: TextIO) -> bool:
    """Whether the stream's encoding has every symbol; a stream without one (`io.StringIO`) takes any text."""
    encoding = getattr(stream, "encoding", None)
    if encoding is None:
        return True
    try:
        "".join((*SUIT_SYMBOLS.values(), CARD_BACK)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


UNICODE = Style()
PLAIN = Style(unicode=False)
SPOKEN = Spoken()
