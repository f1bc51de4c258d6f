"""Intervals against simulation and against values worked out elsewhere."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agents.measuring.episodes import first_episodes
from agents.measuring.seating import deal_seatings
from agents.measuring.statistics import block_rate_interval, elo_of, mean_interval, wilson_interval
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from euchre_env import VectorEuchre, rules_for
from tests.agents.block_draws import VALUES, with_mean


def test_mean_interval_covers_the_mean_95_times_in_100() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(2000):
        _, (low, high) = mean_interval(rng.normal(0.3, 1, size=200))
        covered += low <= 0.3 <= high
    assert 0.935 <= covered / 2000 <= 0.965


@pytest.mark.parametrize("gain", [0.0, 0.3])
def test_the_interval_of_blocks_covers_the_true_gain_95_times_in_100(gain: float) -> None:
    rng, chances, covered = np.random.default_rng(2), with_mean(gain), 0
    for _ in range(2000):
        _, (low, high) = mean_interval(rng.choice(VALUES, 400, p=chances))
        covered += low <= gain <= high
    assert 0.935 <= covered / 2000 <= 0.965


def margins_of_seatings(deals: int) -> np.ndarray:
    """Points of `rule` beyond random play, deal by deal in either seating: float64 [deals, 2]."""
    rules = rules_for("north_american")
    margins = np.zeros((deals, 2))
    for k, seating in enumerate(deal_seatings(rules)):
        tables = VectorEuchre(rules, deals, seed=3, episode="deal")
        for rows in first_episodes(tables, (RuleAgent(rules), RandomAgent()), seating, (3,)):
            margins[rows, k] = tables.points[rows] @ [1 - 2 * seating[0], 1 - 2 * seating[1]]
    return margins


def test_single_deals_instead_of_blocks_would_make_the_interval_too_wide() -> None:
    """The cards favour one seat, and with it A in one seating and B in the other: what the seatings differ by is luck
    that a block cancels, and single deals would count it as doubt. Drawn from real deals, their mean for the truth."""
    deals, rng = margins_of_seatings(2000), np.random.default_rng(4)
    truth, by_blocks, by_deals = deals.mean(), 0, 0
    for _ in range(2000):
        drawn = deals[rng.integers(len(deals), size=300)]
        for_blocks, for_deals = mean_interval(drawn.mean(axis=1))[1], mean_interval(drawn.ravel())[1]
        by_blocks += for_blocks[0] <= truth <= for_blocks[1]
        by_deals += for_deals[0] <= truth <= for_deals[1]
    assert 0.935 <= by_blocks / 2000 <= 0.965
    assert by_deals / 2000 > 0.97
    assert np.corrcoef(deals.T)[0, 1] < -0.1


def test_elo_is_that_of_the_logistic_curve() -> None:
    for elo in (-300.0, 0.0, 35.0, 400.0):
        assert elo_of(1 / (1 + 10 ** (-elo / 400))) == pytest.approx(elo)
    assert elo_of(0.0) is elo_of(1.0) is elo_of(math.nan) is None


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


@pytest.mark.parametrize("blocks", [60, 300, 2000])
@pytest.mark.parametrize(
    "seatings, chances",
    [  # of winning in none of the seatings, in one, ... in all
        (2, (0.15, 0.65, 0.2)),
        (2, (0.02, 0.5, 0.48)),
        (2, (0.1, 0.7, 0.2)),
        (3, (0.1, 0.75, 0.1, 0.05)),
        (5, (0.05, 0.55, 0.3, 0.1, 0.0, 0.0)),
    ],
)
def test_the_interval_of_matches_covers_the_true_rate_95_times_in_100(
    seatings: int, chances: tuple[float, ...], blocks: int
) -> None:
    rng, shares = np.random.default_rng(5), np.arange(seatings + 1) / seatings
    truth, by_blocks, by_matches = shares @ chances, 0, 0
    for _ in range(2000):
        drawn = rng.choice(shares, blocks, p=chances)
        low, high = block_rate_interval(drawn, seatings)
        by_blocks += low <= truth <= high
        low, high = wilson_interval(float(drawn.mean()), blocks * seatings)
        by_matches += low <= truth <= high
    assert 0.935 <= by_blocks / 2000 <= 0.965
    assert by_matches / 2000 > 0.97, "single matches would count the luck of the cards as doubt"


def test_blocks_that_tell_nothing_of_themselves_count_as_single_matches() -> None:
    for alike in (np.zeros(100), np.full(100, 0.5), np.ones(100)):
        assert block_rate_interval(alike, 2) == wilson_interval(float(alike[0]), 200)
    few = np.array([0.0, 0.5] * 10)
    assert block_rate_interval(few, 2) == wilson_interval(0.25, 40)
    independent = np.array([0.0, 0.5, 0.5, 1.0] * 500)
    assert block_rate_interval(independent, 2) == pytest.approx(wilson_interval(0.5, 4000), abs=1e-4)
