"""What a hand is worth with a suit as trump: its holdings counted, and each holding's weight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.rule.cards import Floats, count
from agents.view import U64, HandView, Words

HOLDINGS = (
    *("top trump", "trump, one above", "trump, two above", "trump, three above", "trump, more above"),
    *("third trump", "fourth trump", "fifth trump"),
    *("plain ace", "plain king", "void"),
)
"""What is counted: the trumps by how many trumps in other hands would beat them; trumps beyond two; plain suits with
the ace, with the king but not the ace, without a card while two trumps are held."""


class HandCount:
    """Counts the `HOLDINGS` of hands of one game."""

    def __init__(self, view: HandView) -> None:
        self.view, pack = view, view.pack
        self.starts = [U64(start) for start in pack.suit_starts]
        trumps = int(pack.trumps).bit_length()
        self.trumps = np.array([_trump_holdings(held, trumps) for held in range(1 << trumps)], np.float32)
        sizes = {suit: int(cards).bit_count() for suit, cards in enumerate(pack.suits) if suit}
        self.plain = {
            suit: np.array([_plain_holdings(h, n) for h in range(1 << n)], np.int8) for suit, n in sizes.items()
        }

    def of(self, hands: Words) -> Floats:
        """float32 [..., holdings]: how often each of the `HOLDINGS` is in the hands, words [...]."""
        trumps = hands & self.view.trumps
        in_trumps = self.trumps.take(trumps.astype(np.intp), axis=0)
        plain = np.zeros((*hands.shape, 3), np.float32)
        for suit, table in self.plain.items():
            plain += table.take(((hands & self.view.suits[suit]) >> self.starts[suit]).astype(np.intp), axis=0)
        plain[..., 2] *= count(trumps) >= 2
        return np.concatenate([in_trumps, plain], axis=-1)

    def weigh(self, hands: Words, weights: Sequence[float]) -> NDArray[np.float64]:
        """float64 [...]: the holdings of hands, words [...], times their weights, summed up.

        Weights have two decimals; whole hundredths are added, whose sum is the same in any order and on any machine.
        """
        return self.of(hands) @ np.rint(100 * np.array(weights)) / 100


def _trump_holdings(held: int, trumps: int) -> list[int]:
    """The trump holdings of one set of trumps, as bits."""
    counts, above = [0] * 5, 0
    for bit in range(trumps - 1, -1, -1):
        if held >> bit & 1:
            counts[min(above, 4)] += 1
        else:
            above += 1
    length = held.bit_count()
    return [*counts, length >= 3, length >= 4, max(0, length - 4)]


def _plain_holdings(held: int, cards: int) -> list[int]:
    """Whether a plain suit has the ace, the king alone at its top, no card."""
    ace, king = held >> cards - 1 & 1, held >> cards - 2 & 1 if cards > 1 else 0
    return [ace, king & ~ace & 1, held == 0]


def in_every_suit(view: HandView, hand: Words) -> Words:
    """uint64 [4, n]: hands uint64 [n] seen from each suit, counted from the one they are seen from now."""
    suits = [np.full(len(hand), suit) for suit in range(4)]
    return np.stack([view.pack.rebase(hand[None], suit)[0] for suit in suits]).astype(U64)
