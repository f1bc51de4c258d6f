"""The update: what it does to probabilities and values, and that it keeps to its schedule."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.model import new_policy, weights_of
from agents.network import NetworkSize
from agents.policy import Policy
from agents.ppo import PPO, PPOConfig, cosine, explained_variance, inverse_root
from agents.ranks import Ranks
from agents.rollout import Experience, Rollout
from euchre_env import rules_for


def played(config: PPOConfig, needed: int = 256) -> tuple[PPO, Experience]:
    """A learner and experience of its own play."""
    policy = new_policy([rules_for("two_handed")], NetworkSize(hidden=32, layers=1), "float32", seed=0)
    rollout = Rollout(rules_for("two_handed"), 0, policy, num_tables=64, first_table=0, seed=3)
    return PPO(policy, config, Ranks()), rollout.collect(needed, np.random.default_rng(1))


def log_probs(policy: Policy, experience: Experience) -> np.ndarray:
    """What the policy now gives to the actions that were taken."""
    features = np.unpackbits(experience.decisions.features, axis=1, count=policy.encoding.features)
    actions = torch.from_numpy(experience.decisions.action.astype(np.int64))
    return policy.distribution(features).log_prob(actions).numpy()


def test_better_actions_become_likelier() -> None:
    ppo, experience = played(PPOConfig(minibatch=64, entropy=0, entropy_end=0))
    advantages = ppo._prepare(experience)[0].advantages.numpy()
    before = log_probs(ppo.policy, experience)
    ppo.update(experience, num_minibatches=4, progress=0, rng=np.random.default_rng(0))
    change = log_probs(ppo.policy, experience) - before
    assert change[advantages > 1].mean() > 0.01
    assert change[advantages < -1].mean() < -0.01


def test_the_ratio_stays_near_its_clip() -> None:
    """Many epochs on the same decisions: without the clip the ratio would run away."""
    changes = []
    for clip in (0.05, 1.0):
        ppo, experience = played(PPOConfig(minibatch=64, epochs=20, clip=clip))
        before = log_probs(ppo.policy, experience)
        metrics = ppo.update(experience, 4, 0, np.random.default_rng(0))
        changes.append(np.abs(log_probs(ppo.policy, experience) - before).mean())
        assert 0 < metrics["losses/clipfrac"] < 1
    assert changes[0] < 0.5 * changes[1]


def test_the_critic_learns_the_outcomes() -> None:
    ppo, experience = played(PPOConfig(minibatch=64, learning_rate=3e-3))
    explained = []
    for _ in range(12):
        metrics = ppo.update(experience, 4, 0, np.random.default_rng(0))
        explained.append(metrics["losses/explained_variance"])
    assert explained[0] < 0.1
    assert explained[-1] > 0.5


def test_the_first_step_finds_ratio_one() -> None:
    ppo, experience = played(PPOConfig(minibatch=256, epochs=1))
    metrics = ppo.update(experience, 1, 0, np.random.default_rng(0))
    assert metrics["losses/approx_kl"] == pytest.approx(0, abs=1e-6)
    assert metrics["losses/clipfrac"] == 0


def test_entropy_is_rewarded() -> None:
    entropies = []
    for coefficient in (0.0, 5.0):
        ppo, experience = played(PPOConfig(minibatch=64, epochs=10, entropy=coefficient, clip=1))
        ppo.update(experience, 4, 0, np.random.default_rng(0))
        features = np.unpackbits(experience.decisions.features, axis=1, count=ppo.policy.encoding.features)
        entropies.append(ppo.policy.distribution(features).entropy().mean().item())
    assert entropies[0] < entropies[1]


def test_a_learning_rate_of_zero_changes_nothing() -> None:
    ppo, experience = played(PPOConfig(minibatch=64, learning_rate=0, learning_rate_end=0))
    before = {name: array.copy() for name, array in weights_of(ppo.network).items()}
    ppo.update(experience, 4, 0, np.random.default_rng(0))
    assert all(np.array_equal(before[name], array) for name, array in weights_of(ppo.network).items())


@pytest.mark.parametrize("schedule", [cosine, inverse_root])
def test_schedules_run_from_start_to_end(schedule) -> None:  # type: ignore[no-untyped-def]
    values = [schedule(2.0, 0.5, progress) for progress in np.linspace(0, 1, 11)]
    assert values[0] == pytest.approx(2)
    assert values[-1] == pytest.approx(0.5)
    assert values == sorted(values, reverse=True)


def test_a_game_of_many_points_does_not_drown_the_others(family: Policy) -> None:
    parts = []
    for variant in ("two_handed", "seven_handed"):
        rollout = Rollout(rules_for(variant), family.encoding.variants.index(variant), family, 64, 0, seed=3)
        parts.append(rollout.collect(2000, np.random.default_rng(1)))
    experience = Experience.concatenate(parts)
    batch, explained = PPO(family, PPOConfig(), Ranks())._prepare(experience)
    variants, advantages = experience.variant, batch.advantages.numpy()
    small, large = (variants == variant for variant in np.unique(variants))
    assert experience.deal_return[large].std() > 2 * experience.deal_return[small].std()
    for rows in (small, large):
        for kind in np.unique(experience.decisions.kind[rows]):
            of_kind = advantages[rows & (experience.decisions.kind == kind)]
            assert of_kind.mean() == pytest.approx(0, abs=1e-4)
            assert of_kind.std() == pytest.approx(1, abs=1e-3)
    assert explained < 0.1  # in the mean over both: an untrained critic explains neither


def test_explained_variance_is_that_of_the_definition() -> None:
    returns = np.array([1, -1, 3, -3], np.float32)
    assert explained_variance(returns, returns) == 1
    assert explained_variance(np.zeros(4, np.float32), returns) == 0
    assert explained_variance(returns / 2, returns) == pytest.approx(0.75)
    assert explained_variance(returns, np.ones(4, np.float32)) == 0
