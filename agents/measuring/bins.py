"""Blocks put into bins, the middle one around 0."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

MOST = 41
"""Bins of a picture at most."""

CLOSE = 1e-6
"""Points that are no more than this apart are the same."""


def binned(histogram: Sequence[Sequence[float]], most: int = MOST) -> tuple[float, dict[float, float]]:
    """The width of a bin, and how many blocks fall into it by its middle, ascending, empty ones left out.

    Points are multiples of some step; every bin holds as many of them as any other, or bins would look fuller by turns.

    Args:
        histogram: points and how many blocks came to them, as `--json` has them.
        most: bins at most, where 0 is about the middle of all.

    >>> binned([[-1.0, 5], [0.0, 7], [0.5, 2]])
    (0.5, {-1.0: 5, 0.0: 7, 0.5: 2})
    """
    values = sorted(points for points, _ in histogram)
    step, spread = common_step(values), values[-1] - values[0] if values else 0
    steps = int(spread / (step * most)) + 1 | 1  # odd, so that one of them is in the middle
    bins: dict[float, float] = {}
    for points, count in histogram:
        middle = (round(points / step) + steps // 2) // steps * (steps * step)
        bins[middle] = bins.get(middle, 0) + count
    return steps * step, dict(sorted(bins.items()))


def common_step(values: Iterable[float]) -> float:
    """The largest number that all values are multiples of, as far as can be told; 1 if all are 0.

    >>> common_step([1.5, -2.0]), common_step([0.0])
    (0.5, 1.0)
    """
    step = 0.0
    for value in values:
        rest = abs(value)
        while rest > CLOSE:
            step, rest = rest, math.fmod(step, rest)
    return step or 1.0
