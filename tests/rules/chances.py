"""What the tests of section 7 count with: the program's own packs, its ways to deal, and every hand there is."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env import rules_for
from euchre_env.cards import Pack, pack_of
from euchre_env.deals import Dealer, dealer_of, subsets

VARIANT = {2: "two_handed", 3: "three_handed", 4: "four_handed", 5: "five_handed", 7: "seven_handed"}


def dealer(players: int, pack: int) -> Dealer:
    """The way the program deals to so many players from such a pack."""
    return dealer_of(rules_for(VARIANT[players], pack=pack), 0)


@lru_cache(maxsize=2)
def hands(size: int) -> NDArray[Any]:
    """words [size over 5]: every hand of five cards, as bits of a pack seen from its trump suit."""
    return subsets(size, 5, size)


def word(pack: Pack, *labels: str) -> int:
    """The bits of the cards with these labels."""
    return sum(1 << pack.labels.index(label) for label in labels)


def share(of: NDArray[np.bool_]) -> Fraction:
    """The chance of an event, given whether it holds in each of equally likely cases."""
    return Fraction(int(of.sum()), of.size)


def seen_from(size: int, suit: int) -> NDArray[Any]:
    """Every hand seen from another suit than that of `hands`."""
    every = hands(size)
    return pack_of(size).rebase(every, np.full(len(every), suit))
