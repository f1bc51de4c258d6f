"""How much better a decision went than expected: generalised advantage estimation (arXiv 1506.02438), chain by chain.

A chain is what one seat decided in one deal, in order. The decisions of other seats lie between but not in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray


def generalised_advantages(
    values: NDArray[np.float32],
    rewards: NDArray[np.float32],
    last: NDArray[np.bool_],
    gamma: float = 1.0,
    lam: float = 0.95,
) -> NDArray[np.float32]:
    """Advantages, float32 [n], of n decisions that stand chain by chain, in order within each.

    Args:
        values: float32 [n], what the critic expected at each decision, in points.
        rewards: float32 [n], what followed a decision before the seat's next: 0, or the deal's points at the last.
        last: bool [n], the last decision of each chain.
    """
    follows = ~last
    next_values = np.append(values[1:], np.float32(0))
    delta = rewards + np.float32(gamma) * np.where(follows, next_values, np.float32(0)) - values
    decay = np.where(follows, np.float32(gamma * lam), np.float32(0))
    advantages = delta.copy()
    ends = np.flatnonzero(last)
    longest = int(np.diff(ends, prepend=-1).max(initial=0))
    for _ in range(longest - 1):  # each pass carries the sums of all chains one decision towards their beginning
        advantages = delta + decay * np.append(advantages[1:], np.float32(0))
    return advantages.astype(np.float32, copy=False)


def normalise_within(
    advantages: NDArray[np.float32],
    groups: NDArray[np.integer],
    num_groups: int,
    total: Callable[[NDArray[np.float64]], NDArray[np.float64]] = lambda x: x,
) -> NDArray[np.float32]:
    """Advantages with mean 0 and deviation 1 within each group, float32 [n].

    A group is one kind of decision in one variant. Choosing trump decides more points than a card does, and a deal
    decides up to 20 points in one variant, 2 in another; without this the dear ones would drown out the others.

    Args:
        advantages: float32 [n], in points.
        groups: integers [n], below `num_groups`.
        total: sums an array over all processes, so that all of them normalise alike.
    """
    wide = advantages.astype(np.float64)
    powers = (np.ones_like(wide), wide, wide**2)
    count, first, second = total(np.stack([np.bincount(groups, power, num_groups) for power in powers]))
    count = np.maximum(count, 1)
    mean = first / count
    deviation = np.sqrt(np.maximum(second / count - mean**2, 0)) + math.sqrt(1e-8)
    normalised: NDArray[np.float32] = ((wide - mean[groups]) / deviation[groups]).astype(np.float32)
    return normalised
