"""Ratings against strengths that are known, and cycles that are there."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from agents.measuring.ratings import bradley_terry, cycles
from agents.measuring.statistics import ELO_PER_LOGIT


def drawn_blocks(elos: list[float], deals: int, rng: np.random.Generator, ties: float = 0.3) -> dict:
    """Blocks of all pairs, won as the ratings say; so many of them drawn.

    What a deal favours is the same for all pairs: they share one random number, as they share the cards.
    """
    blocks = {}
    luck, tied = rng.random(deals), rng.random(deals) < ties
    for one, other in combinations(range(len(elos)), 2):
        chance = 1 / (1 + 10 ** ((elos[other] - elos[one]) / 400))
        won = np.where(tied, 0.0, np.where(luck < (chance - ties / 2) / (1 - ties), 1.0, -1.0))
        blocks[one, other] = won
    return blocks


def test_known_strengths_are_found() -> None:
    ratings = bradley_terry(drawn_blocks([0, 50, -60, 120], 40_000, np.random.default_rng(1)), agents=4)
    assert [rating.elo for rating in ratings] == pytest.approx([0, 50, -60, 120], abs=5)
    assert ratings[0].interval == (0, 0)
    assert all(rating.interval[0] < rating.elo < rating.interval[1] for rating in ratings[1:])


def test_the_intervals_hold_the_true_ratings_95_times_in_100() -> None:
    """With deals that are shared by all pairs."""
    rng, covered, elos = np.random.default_rng(2), 0, [0, 30, -40]
    for _ in range(1000):
        ratings = bradley_terry(drawn_blocks(elos, 300, rng), agents=3)
        covered += sum(r.interval[0] <= elo <= r.interval[1] for r, elo in zip(ratings[1:], elos[1:], strict=True))
    assert 0.935 <= covered / 2000 <= 0.965


def test_two_agents_differ_by_the_logarithm_of_their_odds() -> None:
    blocks = np.repeat([1.0, 0.0, -1.0], [4000, 3000, 3000])
    _, other = bradley_terry({(0, 1): blocks}, agents=2)
    assert other.elo == pytest.approx(-ELO_PER_LOGIT * np.log(5500 / 4500), abs=0.05)


def test_points_beyond_a_win_do_not_count() -> None:
    blocks = drawn_blocks([0, 10, 20], 500, np.random.default_rng(3))
    larger = {pair: 4 * points for pair, points in blocks.items()}
    assert bradley_terry(larger, agents=3) == bradley_terry(blocks, agents=3)


def test_who_wins_every_block_gets_a_finite_rating() -> None:
    won = np.ones(1000)
    ratings = bradley_terry({(0, 1): won, (0, 2): won, (1, 2): won}, agents=3)
    assert 0 > ratings[1].elo > ratings[2].elo > -5000
    assert np.isfinite([rating.interval for rating in ratings]).all()


SURE, UNSURE = (0.02, 0.2), (-0.01, 0.2)


@pytest.mark.parametrize(
    "intervals, agents, found",
    [
        ({(0, 1): SURE, (1, 2): SURE, (0, 2): (-0.2, -0.02)}, 3, [(0, 1, 2)]),
        ({(0, 1): (-0.2, -0.02), (1, 2): (-0.2, -0.02), (0, 2): SURE}, 3, [(0, 2, 1)]),
        ({(0, 1): SURE, (1, 2): UNSURE, (0, 2): (-0.2, -0.02)}, 3, []),
        ({(0, 1): SURE, (1, 2): SURE, (0, 2): SURE}, 3, []),
        ({(0, 1): SURE, (1, 2): SURE, (2, 3): SURE, (0, 3): (-0.2, -0.02)}, 4, [(0, 1, 2, 3)]),
        ({(0, 1): SURE, (1, 2): SURE, (1, 3): SURE, (2, 3): SURE, (0, 3): (-9, -1)}, 4, [(0, 1, 3), (0, 1, 2, 3)]),
    ],
)
def test_cycles_are_pointed_out_where_every_step_is_sure(intervals: dict, agents: int, found: list) -> None:
    assert cycles(intervals, agents) == found
