"""A game that was read from Euchre Game Notation: its deals as deal records, and what in them is really known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from euchre_env.rules import Rules


class EgnError(ValueError):
    """A file of which nothing can be read, or a game that the notation cannot tell; the message names the culprit."""


@dataclass(frozen=True)
class EgnDeal:
    """One deal of a game in Euchre Game Notation.

    The notation seldom gives the hands: they follow from what was played. Cards that do not are filled in, always in
    the same way and so that the play is legal. What a seat sees does not depend on cards that are hidden from it, so
    that any such deal will do for the decisions of a seat that knows its own hand.

    Attributes:
        number: the deal's place in the file, from 1.
        record: the deal record as far as the file can be followed; it has a `result` if the deal was played to its
            end. Where cards were filled in, its field `unknown` tells which: `{"hands": [str, ...], "stock": str}`.
            Its field `players` has the names by seat, if the file names anybody.
        known: by seat the steps, counted from 0 in `record["actions"]`, at which the seat's hand and its decision are
            those of the game, not filled in. A dealer whose discard is not known has a known hand from his first card
            on; the discard that he remembers is then one of those possible.
        unknown_hands: by seat the cards of the hand dealt to it that were filled in.
        unknown_stock: the cards of the stock that were filled in.
        scores_known: whether the scores before this deal follow from the file.
        notes: what is wrong with the deal or remarkable about it, a sentence each that names deal, and call or trick.
    """

    number: int
    record: dict[str, Any]
    known: tuple[range, ...]
    unknown_hands: tuple[tuple[str, ...], ...]
    unknown_stock: tuple[str, ...]
    scores_known: bool
    notes: tuple[str, ...]

    @property
    def finished(self) -> bool:
        """Whether the record goes to the end of the deal."""
        return "result" in self.record


@dataclass(frozen=True)
class EgnGame:
    """A game that was read from Euchre Game Notation.

    Attributes:
        version: of the notation, such as "1.4".
        title: of the game; empty if it has none. Like names and notes on one line and free of control characters; a
            page must still escape it.
        players: the names by seat.
        rules: the rules it was played under.
        deals: the deals that could be read, in order.
        notes: what is to be said about the file as a whole and about deals that were left out.
    """

    version: str
    title: str
    players: tuple[str, ...]
    rules: Rules
    deals: tuple[EgnDeal, ...]
    notes: tuple[str, ...]

    def all_notes(self) -> Iterator[str]:
        """The notes on the file, then those on each deal."""
        yield from self.notes
        for deal in self.deals:
            yield from deal.notes
