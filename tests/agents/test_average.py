"""The moving average: what it is after some updates, and that it is what others play with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from agents.measuring.arena import play_deals
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.registry import load_agent
from agents.saving.checkpoint import Checkpoint
from agents.training.average import MovingAverage
from agents.training.config import Config
from agents.training.launch import begin
from agents.training.model import load_policy, tensors_of
from agents.training.ppo import PPOConfig
from agents.training.trainer import EVALUATION_SEED
from euchre_env import rules_for
from tests.agents.small_runs import learner_of, rollout_of


def actor_of(weight: float) -> nn.Linear:
    """The smallest of all actors."""
    actor = nn.utils.skip_init(nn.Linear, 1, 1, bias=False)
    nn.init.constant_(actor.weight, weight)
    return actor


@pytest.mark.parametrize(
    "decay, expected",
    [
        (0.998, [(1 + 10 * 4) / 11, ((1 + 10 * 4) / 11 + 5 * 7) / 6]),  # at first 1/11 of the average stays, then 2/12
        (0.1, [(1 + 10 * 4) / 11, 0.1 * (1 + 10 * 4) / 11 + 0.9 * 7]),  # never more than the decay
        (0.0, [4, 7]),
    ],
)
def test_the_average_by_hand(decay: float, expected: list[float]) -> None:
    average = MovingAverage(actor_of(1), decay)
    assert average.actor.weight.item() == 1
    for update, (weight, mean) in enumerate(zip((4, 7), expected, strict=True), start=1):
        average.follow(actor_of(weight), update)
        assert average.actor.weight.item() == pytest.approx(mean)


def test_in_the_long_run_the_decay_stays() -> None:
    average = MovingAverage(actor_of(1), 0.998)
    average.follow(actor_of(2), 10_000)
    assert average.actor.weight.item() == pytest.approx(0.998 + 2 * 0.002)


def test_the_average_is_a_copy_that_does_not_learn() -> None:
    actor = actor_of(1)
    average = MovingAverage(actor, 0.5)
    nn.init.constant_(actor.weight, 5)
    assert average.actor.weight.item() == 1
    assert not average.actor.weight.requires_grad
    assert actor.weight.requires_grad


def test_every_update_is_followed_once(policy: Policy) -> None:
    ppo = learner_of(policy, PPOConfig(minibatch=64))
    experience = rollout_of(policy, "two_handed", num_tables=32).collect(128, np.random.default_rng(0))
    before = [weights.clone() for weights in ppo.average.actor.parameters()]
    ppo.update(experience, 2, update=2, progress=0, rng=np.random.default_rng(0))
    latest = ppo.network.actor.parameters()
    for was, now, is_ in zip(before, latest, ppo.average.actor.parameters(), strict=True):
        torch.testing.assert_close(is_, was + (now - was) * 10 / 12)
        assert not torch.equal(is_, now)


def test_a_checkpoint_plays_with_the_average(tiny: Config, tmp_path: Path) -> None:
    """And what the run has measured of itself is how that agent does."""
    trainer = begin(replace(tiny, updates=2), tmp_path)
    assert trainer is not None
    rules, checkpoint = rules_for("two_handed"), Checkpoint(tmp_path)
    agent = load_agent(str(tmp_path), rules)
    assert isinstance(agent, NeuralAgent)
    average, latest = tensors_of(trainer.ppo.average.actor), tensors_of(trainer.policy.network.actor)
    loaded, learner = tensors_of(agent.policy.actor), checkpoint.tensors("training")
    for name in latest:
        np.testing.assert_array_equal(loaded[name], average[name])
        np.testing.assert_array_equal(learner[f"latest.{name}"], latest[name])
    assert any((average[name] != latest[name]).any() for name in latest)
    (strength,) = trainer.evaluate()
    deals = play_deals(rules, (agent, load_agent("random", rules)), tiny.evaluation.deals, EVALUATION_SEED)
    assert deals.points_per_deal == strength.points.points_per_deal
    for part in (load_policy(checkpoint).network.critic, trainer.policy.network.critic):
        assert all(np.array_equal(array, tensors_of(part)[n]) for n, array in tensors_of(part).items())
