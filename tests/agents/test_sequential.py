"""The sequential test: it errs as often as it says, and stops where it should."""

from __future__ import annotations

import numpy as np
import pytest

from agents.measuring.arena import block_points
from agents.measuring.sequential import H0, H1, UNDECIDED, decided, likelihood_ratios, run_test
from agents.random_agent import RandomAgent
from euchre_env import rules_for
from tests.agents.block_draws import CHANCES, VALUES, with_mean


def decisions(values: np.ndarray, chances: np.ndarray, gain: float, deals: int, tests: int, seed: int) -> np.ndarray:
    """1 for H1, -1 for H0, 0 for undecided: int [tests], each test on fresh blocks."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(tests // 100):
        blocks = rng.choice(values, (100, deals), p=chances)
        ratios = likelihood_ratios(blocks, 0.0, gain)
        ends = decided(ratios, blocks)
        at_end = np.take_along_axis(ratios, ends.argmax(axis=1)[:, None], axis=1)[:, 0]
        found.append(np.where(ends.any(axis=1), np.sign(at_end), 0))
    return np.concatenate(found)


def test_equal_agents_are_told_apart_five_times_in_a_hundred() -> None:
    found = decisions(VALUES, CHANCES, 0.1, deals=3000, tests=1000, seed=1)
    assert (found != 0).all()
    assert 0.035 <= (found > 0).mean() <= 0.065


def test_a_true_gain_is_missed_five_times_in_a_hundred() -> None:
    found = decisions(VALUES, with_mean(0.1), 0.1, deals=3000, tests=1000, seed=2)
    assert (found != 0).all()
    assert 0.035 <= (found < 0).mean() <= 0.065


@pytest.mark.parametrize("gain", [0.2, 0.4, 0.8])
def test_large_gains_which_few_blocks_tell_are_not_mistaken_more_often(gain: float) -> None:
    for chances, wrong in ((CHANCES, 1), (with_mean(gain), -1)):
        assert (decisions(VALUES, chances, gain, deals=800, tests=1000, seed=3) == wrong).mean() <= 0.065


def test_heavy_ties_do_not_make_it_err_more_often() -> None:
    """Nine blocks of ten are drawn."""
    values, chances = np.array([-1.0, 0.0, 1.0]), np.array([0.05, 0.9, 0.05])
    found = decisions(values, chances, 0.05, deals=1600, tests=1000, seed=4)
    assert 0.02 <= (found > 0).mean() <= 0.065
    found = decisions(values, with_mean(0.05, values, chances), 0.05, deals=1600, tests=1000, seed=4)
    assert 0.02 <= (found < 0).mean() <= 0.065


def test_agents_that_hardly_ever_differ_are_not_taken_for_equal_too_soon() -> None:
    """As an agent and the search upon it: one block in a hundred says anything."""
    values, equal = np.array([-1.0, 0.0, 1.0]), np.array([0.005, 0.99, 0.005])
    for chances, wrong in ((equal, 1), (with_mean(0.01, values, equal), -1)):
        found = decisions(values, chances, 0.01, deals=9000, tests=1000, seed=4)
        assert (found == wrong).mean() <= 0.05
        assert (found == 0).mean() < 0.005


@pytest.mark.slow
@pytest.mark.parametrize("gain, deals", [(0.03, 25_000), (0.05, 10_000)])
def test_small_gains_are_told_apart_as_surely(gain: float, deals: int) -> None:
    for chances, wrong in ((CHANCES, 1), (with_mean(gain), -1)):
        found = decisions(VALUES, chances, gain, deals, tests=1000, seed=5)
        assert (found == 0).mean() < 0.005
        assert 0.035 <= (found == wrong).mean() <= 0.065


def test_the_ratio_is_that_of_two_normal_distributions() -> None:
    blocks = np.random.default_rng(6).normal(0.02, 0.8, 20_000)
    variance = blocks.var()
    densities = ((blocks - 0.0) ** 2 - (blocks - 0.05) ** 2) / (2 * variance)  # log N(.05) - log N(0)
    assert likelihood_ratios(blocks, 0.0, 0.05)[-1] == pytest.approx(densities.sum(), rel=1e-3)


def test_changing_places_changes_the_sign_of_the_ratio() -> None:
    blocks = np.random.default_rng(7).choice(VALUES, 500, p=CHANCES)
    forth, back = likelihood_ratios(blocks, 0.0, 0.1), likelihood_ratios(-blocks, -0.1, 0.0)
    assert forth == pytest.approx(-back)


@pytest.mark.parametrize("size", [1, 7, 512, 10_000])
def test_how_blocks_arrive_makes_no_difference(size: int) -> None:
    blocks = np.random.default_rng(8).choice(VALUES, 10_000, p=with_mean(0.1))
    result = run_test((blocks[k : k + size] for k in range(0, len(blocks), size)), 0.0, 0.1)
    ratios = likelihood_ratios(blocks, 0.0, 0.1)
    end = int(decided(ratios, blocks).argmax())
    assert (result.decision, result.points.deals) == (H1, end + 1)
    assert result.ratio == pytest.approx(ratios[end])
    assert result.points.points_per_deal == pytest.approx(blocks[: end + 1].mean())


def test_no_more_is_asked_for_once_it_is_decided() -> None:
    asked = []

    def chunks():  # type: ignore[no-untyped-def]
        for number in range(100):
            asked.append(number)
            yield np.array([1.0, 1.0, 0.5, 1.0] * 25)

    assert run_test(chunks(), 0.0, 0.2).decision == H1
    assert asked == [0]


def test_nothing_but_ties_speaks_for_no_gain_in_the_end() -> None:
    assert run_test([np.zeros(5000)], 0.0, 0.03).decision == H0
    few = run_test([np.zeros(20)], 0.0, 0.03)
    assert (few.decision, few.points.deals, few.points.interval) == (UNDECIDED, 20, (0.0, 0.0))


class OtherRandomAgent(RandomAgent):
    """Plays at random like `random`, but not the same."""

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        rng.random(1)
        return super().act(observation, action_mask, rng)


@pytest.mark.slow
def test_agents_that_play_equally_well_are_told_apart_no_more_often() -> None:
    """Real deals, 300 tests of up to 400 blocks; within three standard deviations of five in a hundred."""
    rules, tests = rules_for("north_american"), 300
    blocks = np.concatenate(list(block_points(rules, (RandomAgent(), OtherRandomAgent()), 400 * tests, seed=9)))
    results = [run_test([part], 0.0, 0.4) for part in blocks.reshape(tests, 400)]
    assert blocks.std() > 0.5
    assert 0.012 <= np.mean([result.decision == H1 for result in results]) <= 0.088
