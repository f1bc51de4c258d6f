"""How suits and card backs are written: what a stream can encode, and colour only where it is a terminal."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TextIO

SUIT_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
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
        return name if name == "JK" else name[0] + self.suit(name[1])

    def coloured(self, text: str) -> str:
        """The finished text, its red cards in red if this style has colour; done last, for codes have no width."""
        return RED_CARD.sub(lambda card: f"{RED}{card[0]}{RESET}", text) if self.colour else text


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
