"""Runs that begin by doing what an agent does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from agents.errors import AgentError
from agents.networks.network import NetworkSize
from agents.networks.policy import Policy
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from agents.saving.checkpoint import Checkpoint
from agents.training.config import Config
from agents.training.imitation import ImitationConfig
from agents.training.launch import begin, resume
from agents.training.model import new_policy
from agents.training.ppo import PPOConfig
from agents.training.rollout import Rollout
from euchre_env import rules_for
from tests.agents.small_runs import everything, figures, learner_of, rollout_of
from tests.agents.test_trainer import stop_after


class Noting(RandomAgent):
    """Notes what it was shown and what it did."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[NDArray[np.uint8]] = []
        self.done: list[NDArray[np.intp]] = []

    def act(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.intp]:
        actions = super().act(observation, action_mask, rng)
        self.seen.append(observation)
        self.done.append(actions)
        return actions


def taught_rollout(policy: Policy, variant: str) -> tuple[Rollout, Noting]:
    rollout, teacher = rollout_of(policy, variant, num_tables=16), Noting()
    rollout.teacher = teacher
    return rollout, teacher


@pytest.mark.parametrize("variant", ["two_handed", "railroad_full", "seven_handed"])
def test_what_is_recorded_is_what_the_teacher_did(family: Policy, variant: str) -> None:
    """Seen the way the network sees it, with the cross suits exchanged where they are."""
    rollout, teacher = taught_rollout(family, variant)
    decisions = rollout.collect(200, np.random.default_rng(0)).decisions
    number = family.encoding.variants.index(variant)
    expected = set()
    for observation, actions in zip(teacher.seen, teacher.done, strict=True):
        shown = family.encoding.encode(number, observation)
        union = family.encoding.union_actions(number, actions, shown.reflected)
        expected |= {(row.tobytes(), action) for row, action in zip(shown.features, union.tolist(), strict=True)}
    found = {(row.tobytes(), action) for row, action in zip(decisions.features, decisions.action.tolist(), strict=True)}
    assert found
    assert found <= expected
    assert len(decisions) + len(rollout.unfinished) == sum(map(len, teacher.done))  # of all seats


def test_after_the_teacher_nothing_of_it_is_left(policy: Policy) -> None:
    rollout, _ = taught_rollout(policy, "four_handed")
    rollout.collect(100, np.random.default_rng(0))
    assert len(rollout.unfinished) > 0
    rollout.dismiss_teacher()
    experience = rollout.collect(100, np.random.default_rng(0))
    assert (experience.decisions.log_prob < 0).all()  # what a teacher does is written down as certain
    assert (rollout.unfinished.log_prob < 0).all()


def test_the_teachers_actions_become_likelier_whatever_they_led_to() -> None:
    policy = new_policy([rules_for("two_handed")], NetworkSize(hidden=32, critic_hidden=32, layers=1), "float32", 0)
    rollout = rollout_of(policy, "two_handed", num_tables=64)
    rollout.teacher = RuleAgent(rules_for("two_handed"))
    experience, ppo = rollout.collect(512, np.random.default_rng(1)), learner_of(policy, PPOConfig(minibatch=64))
    actions = torch.from_numpy(experience.decisions.action.astype(np.int64))

    def likelihood() -> NDArray[np.float32]:
        return policy.distribution(experience.decisions.features).log_prob(actions).numpy()

    before, losses = likelihood(), []
    for update in range(1, 6):
        metrics = ppo.update(experience, 8, update, 0, np.random.default_rng(update), taught=True)
        losses.append(metrics["losses/imitation_loss"])
    assert losses[-1] < 0.8 * losses[0]
    change = likelihood() - before
    for bad in (True, False):
        assert change[(experience.margin < 0) == bad].mean() > 0.1


IMITATING = ImitationConfig(agent="rule", updates=2)


@pytest.mark.parametrize("stop", [1, 2])
def test_a_run_resumes_within_and_after_imitation_to_the_same_bits(
    tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    config = replace(tiny, updates=4, imitation=IMITATING, checkpoint_every=100)
    assert begin(config, tmp_path / "undisturbed") is not None
    with monkeypatch.context() as patch:
        stop_after(patch, stop)
        assert begin(config, tmp_path / "stopped") is None
    assert Checkpoint(tmp_path / "stopped").update == stop
    assert resume(tmp_path / "stopped") is not None
    assert everything(tmp_path / "stopped") == everything(tmp_path / "undisturbed")
    log = figures(tmp_path / "undisturbed")
    assert figures(tmp_path / "stopped") == log
    assert ["losses/imitation_loss" in entry for entry in log] == [True, True, False, False]
    assert ["losses/policy_loss" in entry for entry in log] == [False, False, True, True]


def test_who_is_imitated_must_be_there(tiny: Config, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="nobody"):
        begin(replace(tiny, imitation=ImitationConfig(agent="nobody")), tmp_path / "run")
    assert not (tmp_path / "run").exists()
