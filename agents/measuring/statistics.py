"""Intervals: how far a measured strength may be from the true one."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054
"""Standard deviations on each side of the mean that hold 95 % of a normal distribution."""

ELO_PER_LOGIT = 400 / math.log(10)
"""Elo points of a factor e in the odds of winning."""

ENOUGH_BLOCKS = 30
"""From how many blocks can be told how their seatings hang together."""

Interval = tuple[float, float]


def mean_interval(blocks: NDArray[np.float64], z: float = Z95) -> tuple[float, Interval]:
    """Mean and its interval from independent blocks, float64 [n].

    The deals of a block share their cards, so they are not independent; blocks are.

    >>> mean_interval(np.array([0.0, 0.0, 0.0]))
    (0.0, (0.0, 0.0))
    """
    mean = float(blocks.mean())
    if len(blocks) < 2:
        return mean, (-math.inf, math.inf)
    half = z * float(blocks.std(ddof=1)) / math.sqrt(len(blocks))
    return mean, (mean - half, mean + half)


def wilson_interval(rate: float, trials: float, z: float = Z95) -> Interval:
    """Wilson's interval for a rate of successes among `trials` independent ones; it stays within 0 and 1.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).

    >>> low, high = wilson_interval(0.5, 100)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    >>> wilson_interval(1.0, 100)[1]
    1.0
    """
    if trials == 0:
        return 0.0, 1.0
    centre = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return (0.0 if rate == 0 else low), (1.0 if rate == 1 else high)


def block_rate_interval(shares: NDArray[np.float64], seatings: int) -> Interval:
    """The interval of a rate of successes from the shares of independent blocks of `seatings` trials, float64 [n].

    The seatings of a block share their cards. Good ones help whoever gets them, so what an agent wins in one seating it
    tends to lose in another, and the rate is known better than from as many independent trials. It is Wilson's interval
    for as many trials as would leave the rate as uncertain as the blocks do (their effective number: L. Kish, Survey
    sampling, 1965), or for all of them where the blocks are too few or too much alike to tell.

    >>> low, high = block_rate_interval(np.array([0.5, 0.5, 0.5, 1.0] * 25), seatings=2)
    >>> round(low, 3), round(high, 3)
    (0.582, 0.667)
    """
    rate, blocks = float(shares.mean()), len(shares)
    trials: float = blocks * seatings
    if blocks >= ENOUGH_BLOCKS and (variance := float(shares.var(ddof=1)) / blocks) > 0:
        trials = rate * (1 - rate) / variance
    return wilson_interval(rate, trials)


def elo_of(rate: float) -> float | None:
    """The Elo difference of which a win rate is to be expected; None where no finite one gives it.

    >>> elo_of(0.5), round(elo_of(0.64)), elo_of(1.0)
    (0.0, 100, None)
    """
    return ELO_PER_LOGIT * math.log(rate / (1 - rate)) if 0 < rate < 1 else None
