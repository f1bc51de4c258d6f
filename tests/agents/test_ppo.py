"""The update: what it does to probabilities and values, and that it keeps to its schedule."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.networks.network import NetworkSize
from agents.networks.policy import Policy
from agents.training.experience import Experience
from agents.training.model import new_policy, tensors_of
from agents.training.ppo import PPO, PPOConfig, cosine, explained_variance, inverse_root
from euchre_env import rules_for
from tests.agents.small_runs import learner_of, rollout_of


def played(config: PPOConfig, needed: int = 256) -> tuple[PPO, Experience]:
    """A learner and experience of its own play."""
    size = NetworkSize(hidden=32, critic_hidden=32, layers=1)
    policy = new_policy([rules_for("two_handed")], size, "float32", seed=0)
    rollout = rollout_of(policy, "two_handed", num_tables=64, seed=3)
    return learner_of(policy, config), rollout.collect(needed, np.random.default_rng(1))


def log_probs(policy: Policy, experience: Experience) -> np.ndarray:
    """What the policy now gives to the actions that were taken."""
    actions = torch.from_numpy(experience.decisions.action.astype(np.int64))
    return policy.distribution(experience.decisions.features).log_prob(actions).numpy()


def test_better_actions_become_likelier() -> None:
    ppo, experience = played(PPOConfig(minibatch=64, entropy=0, entropy_end=0))
    advantages = ppo._prepare(experience)[0].advantages.numpy()
    before = log_probs(ppo.policy, experience)
    ppo.update(experience, num_minibatches=4, update=1, progress=0, rng=np.random.default_rng(0))
    change = log_probs(ppo.policy, experience) - before
    assert change[advantages > 1].mean() > 0.01
    assert change[advantages < -1].mean() < -0.01


def test_the_ratio_stays_near_its_clip() -> None:
    """Many epochs on the same decisions: without the clip the ratio would run away."""
    changes = []
    for clip in (0.05, 1.0):
        ppo, experience = played(PPOConfig(minibatch=64, epochs=20, clip=clip))
        before = log_probs(ppo.policy, experience)
        metrics = ppo.update(experience, 4, 1, 0, np.random.default_rng(0))
        changes.append(np.abs(log_probs(ppo.policy, experience) - before).mean())
        assert 0 < metrics["losses/clipfrac"] < 1
    assert changes[0] < 0.5 * changes[1]


def test_the_critic_learns_the_outcomes() -> None:
    ppo, experience = played(PPOConfig(minibatch=64, learning_rate=3e-3))
    explained = []
    for update in range(1, 13):
        metrics = ppo.update(experience, 4, update, 0, np.random.default_rng(0))
        explained.append(metrics["losses/explained_variance"])
    assert explained[0] < 0.1
    assert explained[-1] > 0.5


def test_the_first_step_finds_ratio_one() -> None:
    ppo, experience = played(PPOConfig(minibatch=256, epochs=1))
    metrics = ppo.update(experience, 1, 1, 0, np.random.default_rng(0))
    assert metrics["losses/approx_kl"] == pytest.approx(0, abs=1e-6)
    assert metrics["losses/clipfrac"] == 0


def test_advantages_are_normalised_over_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process whose advantages are all zero halves the means here, and changes the deviations."""
    ppo, experience = played(PPOConfig(minibatch=64))
    alone = ppo._prepare(experience)[0].advantages
    sums = []
    monkeypatch.setattr(ppo.ranks, "total", lambda own: sums.append(own) or own + [[1], [0], [0]] * own)
    together = ppo._prepare(experience)[0].advantages
    assert len(sums) == 1
    assert not torch.allclose(alone, together)


def test_entropy_is_rewarded() -> None:
    entropies = []
    for coefficient in (0.0, 5.0):
        ppo, experience = played(PPOConfig(minibatch=64, epochs=10, entropy=coefficient, clip=1))
        ppo.update(experience, 4, 1, 0, np.random.default_rng(0))
        entropies.append(ppo.policy.distribution(experience.decisions.features).entropy().mean().item())
    assert entropies[0] < entropies[1]


def test_the_magnet_draws_towards_the_average() -> None:
    """The learner stands far from its average, and as all deals are worth the same it learns nothing but the way there.

    The average follows only at the end of an update.
    """
    left = []
    for magnet in (0.0, 1.0):
        config = PPOConfig(minibatch=64, epochs=16, learning_rate=3e-3, entropy=0, magnet=magnet, magnet_end=0)
        ppo, experience = played(config)
        ppo.worth.zero_()
        drawn = torch.Generator().manual_seed(1)
        for weights in ppo.average.actor.parameters():
            weights.add_(torch.randn(weights.shape, generator=drawn) * 0.1)
        there = ppo.policy.distribution(experience.decisions.features, ppo.average.actor).log_probs
        metrics = ppo.update(experience, 4, 1, 0, np.random.default_rng(0))
        here = ppo.policy.distribution(experience.decisions.features)
        left.append(here.divergence_from(there).mean().item())
        assert metrics["charts/magnet_coefficient"] == magnet
    assert left[1] < 0.1 * left[0]


def test_the_magnet_is_the_divergence_from_the_average_before_the_update() -> None:
    """One step on all rows, before which nothing has moved: the figure is that divergence, its share of the gradient
    `magnet` times the divergence's."""
    gradients = []
    for magnet in (0.0, 1.0, 3.0):
        ppo, experience = played(PPOConfig(minibatch=256, magnet=magnet, magnet_end=0.5, max_gradient_norm=1e6))
        for weights in ppo.average.actor.parameters():
            weights.mul_(1.5)
        there = ppo.policy.distribution(experience.decisions.features, ppo.average.actor).log_probs
        expected = ppo.policy.distribution(experience.decisions.features).divergence_from(there)[:256].mean()
        metrics = ppo._step(ppo._prepare(experience)[0], np.arange(256), 0.0, magnet)
        assert metrics["losses/magnet_divergence"] == pytest.approx(expected.item(), rel=1e-4)
        assert expected > 1e-4
        gradients.append(torch.cat([p.grad.flatten() for p in ppo.network.actor.parameters()]))
    torch.testing.assert_close(gradients[2] - gradients[0], 3 * (gradients[1] - gradients[0]), atol=1e-6, rtol=1e-3)
    assert (gradients[1] - gradients[0]).norm() > 1e-3


def test_a_magnet_of_zero_is_left_out() -> None:
    ppo, experience = played(PPOConfig(minibatch=64, magnet=0, magnet_end=0))
    asked: list[object] = []
    ppo.average.actor.register_forward_hook(lambda *_: asked.append(1))
    assert ppo.update(experience, 4, 1, 0, np.random.default_rng(0))["losses/magnet_divergence"] == 0
    assert ppo._prepare(experience)[0].magnet is None
    assert asked == []


def test_without_the_oracle_hidden_cards_change_nothing() -> None:
    """All that is learnt is the same bits whatever the other hands were; with it they matter."""
    for oracle in (False, True):
        learnt = []
        for hidden in (False, True):
            ppo, experience = played(PPOConfig(minibatch=64, oracle=oracle))
            if hidden:
                bits = np.random.default_rng(2).integers(256, size=experience.decisions.hidden.shape, dtype=np.uint8)
                experience.decisions.hidden = bits
            judged = ppo._prepare(experience)[0]
            ppo.update(experience, 4, 1, 0, np.random.default_rng(0))
            weights = b"".join(array.tobytes() for array in tensors_of(ppo.network).values())
            learnt.append((judged.everything.tobytes(), judged.advantages.numpy().tobytes(), weights))
        assert [one == other for one, other in zip(*learnt, strict=True)] == [not oracle] * 3


def test_a_learning_rate_of_zero_changes_nothing() -> None:
    ppo, experience = played(PPOConfig(minibatch=64, learning_rate=0, learning_rate_end=0))
    before = {name: array.copy() for name, array in tensors_of(ppo.network).items()}
    ppo.update(experience, 4, 1, 0, np.random.default_rng(0))
    assert all(np.array_equal(before[name], array) for name, array in tensors_of(ppo.network).items())


@pytest.mark.parametrize("schedule", [cosine, inverse_root])
def test_schedules_run_from_start_to_end(schedule) -> None:  # type: ignore[no-untyped-def]
    values = [schedule(2.0, 0.5, progress) for progress in np.linspace(0, 1, 11)]
    assert values[0] == pytest.approx(2)
    assert values[-1] == pytest.approx(0.5)
    assert values == sorted(values, reverse=True)


def test_a_game_of_many_points_does_not_drown_the_others(family: Policy) -> None:
    parts = []
    for variant in ("two_handed", "seven_handed"):
        rollout = rollout_of(family, variant, num_tables=64, seed=3)
        parts.append(rollout.collect(2000, np.random.default_rng(1)))
    experience = Experience.concatenate(parts)
    batch, explained = learner_of(family, PPOConfig())._prepare(experience)
    variants, advantages = experience.variant, batch.advantages.numpy()
    small, large = (variants == variant for variant in np.unique(variants))
    assert experience.margin[large].std() > 2 * experience.margin[small].std()
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
