"""Intervals against simulation and against values worked out elsewhere."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agents.statistics import mean_interval, wilson_interval


def test_mean_interval_covers_the_mean_95_times_in_100() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(2000):
        _, (low, high) = mean_interval(rng.normal(0.3, 1, size=200))
        covered += low <= 0.3 <= high
    assert 0.935 <= covered / 2000 <= 0.965


def test_one_block_says_nothing() -> None:
    assert mean_interval(np.array([2.0])) == (2.0, (-math.inf, math.inf))


@pytest.mark.parametrize(
    "successes, trials, low, high",
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (29, 29, 0.8830, 1.0)],
)
def test_wilson_against_newcombe(successes: int, trials: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    found = wilson_interval(successes / trials, trials)
    assert found == pytest.approx((low, high), abs=6e-5)


def test_wilson_without_trials() -> None:
    assert wilson_interval(math.nan, 0) == (0.0, 1.0)
