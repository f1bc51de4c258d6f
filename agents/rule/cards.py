"""What the heuristics look up of a pack: cards of a word side by side, what beats a card, chances that nobody holds it.

Shapes: n decisions, k cards side by side. Cards are bits seen from the trump suit.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.view import U64, HandView, Words

NO_CARD = 63  # where fewer than k cards are held: a bit beyond every pack

Cards = NDArray[np.intp]
Rows = NDArray[np.intp]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]


class Lookup(NamedTuple):
    """Tables by bit [64]: the card as a word, the cards of its suit, the cards that beat it in a trick that it wins so
    far (the suit led must still be looked at), its rank from the lowest (all suits alike), whether it is a trump."""

    word: Words
    suit: Words
    beaten_by: Words
    rank: NDArray[np.intp]
    trump: Bools

    @classmethod
    def of(cls, view: HandView) -> Lookup:
        """The tables of a game's pack."""
        pack, nothing = view.pack, np.zeros(64, np.uint64)
        word, suit, beaten_by = nothing.copy(), nothing.copy(), nothing.copy()
        word[: pack.size] = pack.BIT[: pack.size]
        suit[: pack.size] = pack.SUIT[: pack.size]
        beaten_by[: pack.size] = pack.STILL[: pack.size].astype(U64) & view.all
        plain = {bit: r for r, cards in enumerate(pack.plain_by_rank[::-1]) for bit in range(64) if cards >> bit & 1}
        first_trump = len(pack.plain_by_rank)
        rank = [plain.get(bit, first_trump + bit) if bit < pack.size else 0 for bit in range(64)]
        return cls(word, suit, beaten_by, np.array(rank), (word & view.trumps) != 0)


def side_by_side(words: Words) -> Cards:
    """intp [n, k]: the cards of each word, the lowest bit first, `NO_CARD` where there are no more; k is the most."""
    most = int(np.bitwise_count(words).max(initial=1))
    cards, left = np.empty((len(words), most), np.intp), words.copy()
    for slot in range(most):
        rest = left & (left - np.minimum(left, U64(1)))
        cards[:, slot] = np.bitwise_count((left ^ rest) - U64(1))
        left = rest
    return np.minimum(cards, NO_CARD)


def choose_highest(scores: Floats, cards: Cards, lookup: Lookup) -> Cards:
    """intp [n]: of the cards [n, k] the one with the highest score, of equals the lowest card."""
    scores = np.where(lookup.word[cards] != 0, scores, -np.inf)
    equals = scores == scores.max(axis=1, keepdims=True)
    lowest = np.where(equals, lookup.rank[cards], NO_CARD).argmin(axis=1)
    return cards[np.arange(len(cards)), lowest]


def count(words: Words) -> NDArray[np.intp]:
    """intp [...]: how many cards."""
    return np.bitwise_count(words).astype(np.intp)


class Chances:
    """The chance that a hand of `held` cards out of `hidden` ones, all equally likely, has none of `marked` ones."""

    def __init__(self, cards: int, most_held: int) -> None:
        self.side, self.hands = cards + 1, most_held + 1
        table = np.zeros((self.side, self.side, self.hands), np.float32)
        for hidden in range(self.side):
            for marked in range(hidden + 1):
                for held in range(self.hands):
                    ways = comb(hidden, held)
                    # More cards held than there are is nobody's hand; then only "none" of nothing is sure.
                    table[hidden, marked, held] = comb(hidden - marked, held) / ways if ways else marked == 0
        self.table = table.ravel()

    def of_none(self, hidden: NDArray[np.intp], marked: NDArray[np.intp], held: NDArray[np.intp]) -> Floats:
        """float32 [...]: `C(hidden - marked, held) / C(hidden, held)`.

        >>> Chances(24, 5).of_none(np.array([18]), np.array([1]), np.array([5])).round(3)
        array([0.722], dtype=float32)
        """
        return self.table.take((hidden * self.side + marked) * self.hands + held)
