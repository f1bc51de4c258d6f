"""Advantages against the definition, written as plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from agents.training.advantage import generalised_advantages, normalise_within


def by_loop(values: list[float], rewards: list[float], last: list[bool], gamma: float, lam: float) -> list[float]:
    """The textbook: backwards through each chain, A = delta + gamma lambda A'."""
    advantages = [0.0] * len(values)
    for t in reversed(range(len(values))):
        if last[t]:
            next_value = next_advantage = 0.0
        else:
            next_value, next_advantage = values[t + 1], advantages[t + 1]
        delta = rewards[t] + gamma * next_value - values[t]
        advantages[t] = delta + gamma * lam * next_advantage
    return advantages


@pytest.mark.parametrize("gamma, lam", [(1.0, 0.95), (0.9, 0.5), (1.0, 1.0), (1.0, 0.0)])
def test_advantages_against_a_loop(gamma: float, lam: float) -> None:
    rng = np.random.default_rng(5)
    last = rng.random(500) < 0.2
    last[-1] = True
    values, rewards = rng.normal(size=(2, 500)).astype(np.float32)
    found = generalised_advantages(values, rewards, last, gamma, lam)
    expected = by_loop(values.tolist(), rewards.tolist(), last.tolist(), gamma, lam)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    assert found.dtype == np.float32


def test_lambda_one_gives_return_minus_value() -> None:
    values = np.array([0.5, -1.0, 2.0, 0.25], np.float32)
    last = np.array([False, False, True, True])
    rewards = np.array([0, 0, 4, -2], np.float32)
    assert generalised_advantages(values, rewards, last, lam=1.0).tolist() == [3.5, 5.0, 2.0, -2.25]


def test_chains_do_not_touch_each_other() -> None:
    last = np.array([False, True, False, True])
    values, rewards = np.zeros(4, np.float32), np.array([0, 1, 0, 100], np.float32)
    before = generalised_advantages(values, rewards, last)[:2]
    rewards[3] = -100
    assert generalised_advantages(values, rewards, last)[:2].tolist() == before.tolist()


def test_no_decisions() -> None:
    nothing = np.zeros(0, np.float32)
    assert len(generalised_advantages(nothing, nothing, np.zeros(0, np.bool_))) == 0


def test_each_group_is_normalised_by_itself() -> None:
    rng = np.random.default_rng(0)
    kinds = rng.integers(0, 3, 3000).astype(np.uint8)
    advantages = (rng.normal(size=3000) * np.array([1, 10, 100])[kinds] + kinds).astype(np.float32)
    found = normalise_within(advantages, kinds, num_groups=5)
    for kind in range(3):
        assert found[kinds == kind].mean() == pytest.approx(0, abs=1e-5)
        assert found[kinds == kind].std() == pytest.approx(1, abs=1e-4)


def test_a_group_met_once_gives_zero() -> None:
    found = normalise_within(np.array([5.0, 1.0, 3.0], np.float32), np.array([0, 1, 1], np.uint8), 2)
    assert found[0] == 0
    assert np.isfinite(found).all()


def test_processes_normalise_alike() -> None:
    """Two processes that share their sums get what one process with all rows would get."""
    rng = np.random.default_rng(3)
    kinds, advantages = rng.integers(0, 2, 100).astype(np.uint8), rng.normal(size=100).astype(np.float32)
    sums = []
    for part in (slice(0, 60), slice(60, 100)):
        normalise_within(advantages[part], kinds[part], 2, lambda own: sums.append(own) or own)
    whole = normalise_within(advantages, kinds, 2)
    part = normalise_within(advantages[:60], kinds[:60], 2, lambda own: sums[0] + sums[1])
    np.testing.assert_allclose(part, whole[:60], rtol=1e-5, atol=1e-6)
