"""A sequential test: play until it is clear whether A gains enough, and no longer.

Two means of a block are compared, `low` (H0, usually 0: A is no better) and `high` (H1: A gains so much). After n
blocks of mean m and variance v the log-likelihood ratio of a normal distribution, its variance put in as it is
estimated, is

    LLR = n (high - low) (2 m - low - high) / (2 v)

and the test ends as soon as it is outside (log(beta / (1 - alpha)), log((1 - beta) / alpha)). Blocks are no normal
numbers, but many of them add up like such; chess engines are tested in this way, on pairs of games.

Sources: A. Wald, Sequential tests of statistical hypotheses (1945), for the bounds. X. Li, J. Liu, Z. Ying, Generalized
sequential probability ratio test for separate families of hypotheses (Sequential Analysis 33, 2014), for putting in
estimates. M. Van den Bergh, who tests Stockfish so (the mathematics of Fishtest), for the formula.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.measuring.arena import DealResult

ALPHA = BETA = 0.05
"""How often the test may find a gain where there is none, and none where there is one."""

LOWER, UPPER = math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA)
"""The test ends where the log-likelihood ratio leaves these bounds, -2.944 and +2.944."""

H0, H1, UNDECIDED = "H0", "H1", "undecided"

FEWEST, FEWEST_TELLING = 30, 10
"""Blocks, and among them blocks that are no ties, before which nothing is decided: fewer say too little of their
variance, and the test would err too often, above all between agents that hardly ever differ."""

MANY = 3000
"""Blocks after which ties alone decide."""

IMAGINED = 2
"""Blocks imagined before the first, one of +1 point and one of -1, so that the variance is never 0: the test comes to
an end where all blocks are ties. They are soon forgotten."""


@dataclass(frozen=True)
class SequentialResult:
    """How a sequential test between the means `low` and `high` has ended.

    The estimate in `points` is biased: a test stops when it looks good or bad, so it exaggerates either way.
    """

    low: float
    high: float
    decision: str
    """`H1`, `H0`, or `undecided`: there were no more deals"""
    ratio: float
    """the log-likelihood ratio at the end"""
    points: DealResult
    """of the blocks until the decision"""


@dataclass(frozen=True)
class Sums:
    """All that the test needs to know of the blocks so far."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    telling: int = 0
    """those that are no ties"""

    def add(self, blocks: NDArray[np.float64]) -> Sums:
        """With more blocks, float64 [n]."""
        squares = self.squares + float((blocks**2).sum())
        telling = self.telling + int(np.count_nonzero(blocks))
        return Sums(self.count + len(blocks), self.total + float(blocks.sum()), squares, telling)


def likelihood_ratios(
    blocks: NDArray[np.float64], low: float, high: float, before: Sums = Sums()
) -> NDArray[np.float64]:
    """The log-likelihood ratio after every block, float64 [..., n], of blocks float64 [..., n] in points a deal.

    >>> likelihood_ratios(np.array([1.0, 0.0, 1.0]), low=0.0, high=0.1).round(3)
    array([0.107, 0.131, 0.289])
    """
    count = before.count + np.arange(1, blocks.shape[-1] + 1)
    total = before.total + blocks.cumsum(axis=-1)
    squares = before.squares + (blocks**2).cumsum(axis=-1) + IMAGINED
    variance = squares / (count + IMAGINED) - (total / (count + IMAGINED)) ** 2
    return (high - low) * (2 * total - count * (low + high)) / (2 * variance)


def decided(ratios: NDArray[np.float64], blocks: NDArray[np.float64], before: Sums = Sums()) -> NDArray[np.bool_]:
    """After which blocks float64 [..., n] the test may end, bool [..., n], from the ratios after them, as many.

    >>> decided(np.array([3.0, 0.0, -3.0]), np.array([1.0, 0.0, -1.0]), Sums(count=100, telling=50))
    array([ True, False,  True])
    """
    count = before.count + np.arange(1, ratios.shape[-1] + 1)
    telling = before.telling + (blocks != 0).cumsum(axis=-1)
    enough = (count >= FEWEST) & ((telling >= FEWEST_TELLING) | (count >= MANY))
    return enough & ((ratios <= LOWER) | (ratios >= UPPER))


def run_test(chunks: Iterable[NDArray[np.float64]], low: float, high: float) -> SequentialResult:
    """Ask for blocks, chunk by chunk, until the test is decided or there are no more.

    Args:
        chunks: blocks, float64 [n] in points a deal, at least one in all.
        low, high: the mean of a block under H0 and under H1; low < high.

    The test looks after every block, whatever the chunks; blocks after the decision are left out.
    """
    decision, ratio, used, sums = UNDECIDED, 0.0, [], Sums()
    for chunk in chunks:
        ratios = likelihood_ratios(chunk, low, high, sums)
        ends = np.flatnonzero(decided(ratios, chunk, sums))
        end = int(ends[0]) + 1 if ends.size else len(chunk)
        used.append(chunk[:end])
        ratio, sums = float(ratios[end - 1]), sums.add(chunk)
        if ends.size:
            decision = H1 if ratio > 0 else H0
            break
    return SequentialResult(low, high, decision, ratio, DealResult.of(np.concatenate(used)))
