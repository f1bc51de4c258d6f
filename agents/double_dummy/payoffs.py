"""What the tricks of a deal are worth."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from euchre_env import Contract, Rules, contract_points


@lru_cache(maxsize=4096)
def payoffs(rules: Rules, contract: Contract) -> NDArray[np.int16]:
    """int16 [T + 1], read-only: points of the makers less those of the adversaries by the tricks that the makers take
    (4.1-4.6, R21-R37), T being the tricks of a deal. The same array is returned for the same arguments.

    What a seat is rewarded with is this times a number that depends on the sizes of the two sides alone: with m makers
    among the S seats of a game in which each keeps his own score, (S - m) / (S - 1) for a maker and -m / (S - 1) for an
    adversary; 1 and -1 with two sides.

    >>> from euchre_env import rules_for
    >>> payoffs(rules_for("four_handed"), Contract(maker=1, alone=True)).tolist()
    [-2, -2, -2, 1, 1, 4]
    """
    points = [contract_points(rules, contract, tricks) for tricks in range(rules.hand_size + 1)]
    table = np.array([ours - theirs for ours, theirs in points], np.int16)
    table.setflags(write=False)
    return table
