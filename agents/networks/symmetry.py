"""The two suits of the other colour are alike, so every position is shown to a network the same way round.

Seen from the trump suit, `cross1` and `cross2` can be exchanged in everything that a seat sees and does, and the game
is the same. Of a position and its mirror image only one is ever learnt: the one in which `cross1` holds more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

CROSS_SUITS = ("cross1", "cross2")


class Mirror:
    """Exchanges the cross suits in rows of named bits.

    Args:
        names: the names of the F bits. A suit named in one is exchanged; a suit written as a number in two bits
            (`bid_suit_own[bit0]`, `[bit1]`: cross1 is 2, cross2 is 3) is exchanged as well.
    """

    def __init__(self, names: Sequence[str]):
        place = {name: i for i, name in enumerate(names)}
        self.columns = np.array([place[exchanged(name)] for name in names], np.intp)
        high = [name for name in names if name.startswith("bid_suit_") and name.endswith("[bit1]")]
        self._high_bits = np.array([place[name] for name in high], np.intp)
        self._low_bits = np.array([place[name.replace("[bit1]", "[bit0]")] for name in high], np.intp)

    def reflect(self, bits: NDArray[np.uint8], rows: NDArray[np.intp]) -> None:
        """Exchange the cross suits in some rows of bits, uint8 [n, F], in place."""
        reflected = bits[rows].take(self.columns, axis=1)
        reflected[:, self._low_bits] ^= reflected[:, self._high_bits]
        bits[rows] = reflected


class Orientation:
    """Says which observations of a layout are to be reflected.

    Args:
        names: the names of an observation's F bits.
    """

    def __init__(self, names: Sequence[str]):
        place = {name: i for i, name in enumerate(names)}
        boards = ["own_hand", *sorted({name.partition("[")[0] for name in names if name.startswith("played_")})]
        ranks = [name.partition("[cross1 ")[2] for name in names if name.startswith("own_hand[cross1 ")]
        columns = [[[place[f"{board}[{suit} {rank}"] for rank in ranks] for board in boards] for suit in CROSS_SUITS]
        self._held = np.array([suit[0] for suit in columns], np.intp)  # [2, ranks]
        self._played = np.array([suit[1:] for suit in columns], np.intp)  # [2, boards, ranks]
        self._powers = 1 << np.arange(len(ranks))
        self._mirror = Mirror(names)

    def reflected(self, bits: NDArray[np.uint8]) -> NDArray[np.intp]:
        """The rows, intp [k], of observations, uint8 [n, F], to reflect: cross2 holds more in the own hand, or as much
        there and more among the cards played; where that says nothing, the mirror image has the first differing bit."""
        first, second = (
            (bits[:, held] @ self._powers << len(self._powers)) + bits[:, played].max(axis=1) @ self._powers
            for held, played in zip(self._held, self._played, strict=True)
        )
        reflected, alike = first < second, np.flatnonzero(first == second)
        reflected[alike] = self._comes_second(bits[alike])
        return np.flatnonzero(reflected)

    def _comes_second(self, bits: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which observations, uint8 [n, F], lack the first bit in which they differ from their mirror image."""
        images, rows = bits.copy(), np.arange(len(bits))
        self._mirror.reflect(images, rows)
        first_difference = (images != bits).argmax(axis=1)
        return images[rows, first_difference] > bits[rows, first_difference]


def exchanged(name: str) -> str:
    """A name with the other cross suit in it.

    >>> exchanged("own_hand[cross1 A]"), exchanged("name[cross2]"), exchanged("own_hand[next K]")
    ('own_hand[cross2 A]', 'name[cross1]', 'own_hand[next K]')
    """
    first, second = CROSS_SUITS
    return second.join(part.replace(second, first) for part in name.split(first))
