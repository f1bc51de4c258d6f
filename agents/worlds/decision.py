"""What an agent does that has looked into worlds: how many of them at a time, and which action it then takes.

Shapes: n positions, N worlds, A actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_TABLES = 1 << 13
"""Tables at once, so that memory is bounded."""


def surely_best(
    values: NDArray[np.float64],
    legal: NDArray[np.bool_],
    preferred: NDArray[np.intp],
    weights: NDArray[np.float64] | None = None,
    caution: float = 1.0,
) -> NDArray[np.intp]:
    """intp [n]: the action that gains most over the preferred one, less the error of the gain; the preferred one if
    none gains more than that.

    Args:
        values: float64 [n, N, A] by world; of no meaning where not legal.
        legal: bool [n, A].
        preferred: intp [n], what is done without a reason to do otherwise.
        weights: float64 [n, N], how likely each world is, summing to 1; all alike if left out.
        caution: how many standard errors are taken off.

    >>> twice_the_same, once_lucky = [[0, 1], [0, 1]], [[0, 3], [0, -1]]
    >>> surely_best(np.array([twice_the_same, once_lucky], float), np.ones((2, 2), bool), np.array([0, 0])).tolist()
    [1, 0]
    """
    gains: NDArray[Any] = values - np.take_along_axis(values, preferred[:, None, None], 2)
    share = np.full(values.shape[:2], 1 / values.shape[1]) if weights is None else weights
    mean = (gains * share[:, :, None]).sum(1)
    # Rounded, so that what is equal stays equal in whatever order it was summed up.
    sure = np.where(legal, np.round(mean - caution * gain_errors(gains, mean, share), 9), -np.inf)
    best = sure.argmax(1)
    return np.where(sure[np.arange(len(best)), best] > 0, best, preferred)


def gain_errors(
    gains: NDArray[np.float64], mean: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """float64 [n, A]: the standard error of the mean, float64 [n, A], of gains float64 [n, N, A] in worlds of weights
    float64 [n, N] that sum to 1: by how far the gain in each world lies from it.

    Where all weigh alike this is what `agents.advice.advice.weighed` says. Where one or two worlds have nearly all the
    weight it comes to nearly nothing, and that does not: a reader is not to be told of a certainty that there is not.
    `search:AGENT` has been measured with this error, and with the other it would be another agent.

    >>> gain_errors(np.array([[[4.0], [0.0], [2.0]]]), np.array([[2.0]]), np.full((1, 3), 1 / 3)).round(6).tolist()
    [[1.154701]]
    """
    worlds = gains.shape[1]
    variance = ((gains - mean[:, None]) ** 2 * weights[:, :, None] ** 2).sum(1) * worlds / (worlds - 1)
    return np.sqrt(variance)


def chunks(rows: NDArray[np.intp], tables: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """The rows intp [n] in order, as many at a time as need no more than `MOST_TABLES` tables, intp [n], together."""
    end, first = np.cumsum(tables), 0
    while first < len(rows):
        before = int(end[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(end, before + MOST_TABLES, side="right")))
        yield rows[first:last]
        first = last
