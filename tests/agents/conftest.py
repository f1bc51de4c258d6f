"""Small networks and runs that the tests of the agents share."""

from __future__ import annotations

import pytest
import torch

from agents.config import Config, EvaluationConfig, RolloutConfig
from agents.model import new_policy
from agents.network import NetworkSize
from agents.policy import Policy
from agents.ppo import PPOConfig
from euchre_env import rules_for

torch.set_num_threads(1)


@pytest.fixture
def tiny() -> Config:
    """A run of three updates that takes a second."""
    return Config(
        variants=("two_handed",),
        updates=3,
        processes=1,
        precision="float32",
        checkpoint_every=1,
        keep_checkpoints=9,
        network=NetworkSize(hidden=16, layers=1),
        rollout=RolloutConfig(tables=48, decisions=512),
        ppo=PPOConfig(minibatch=128),
        evaluation=EvaluationConfig(every=2, deals=8, matches=4),
    )


@pytest.fixture
def policy() -> Policy:
    """An untrained policy for two variants."""
    games = [rules_for("two_handed"), rules_for("four_handed")]
    return new_policy(games, NetworkSize(hidden=16, layers=1), "float32", seed=7)
