"""Small networks and runs that the tests of the agents share."""

from __future__ import annotations

import pytest
import torch

from agents.config import Config, EvaluationConfig, RolloutConfig
from agents.model import new_policy
from agents.network import NetworkSize
from agents.policy import Policy
from agents.ppo import PPOConfig
from euchre_env import rules_for, variants

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


@pytest.fixture
def family() -> Policy:
    """An untrained policy for every variant, inclined to what random play hardly ever does.

    Bidders want the widow, makers go alone and announce what they can; so every kind of decision is common.
    """
    policy = new_policy([rules_for(v) for v in variants()], NetworkSize(hidden=16, layers=1), "float32", seed=7)
    wishes = {"bid_8": -4, "bid_10": -9, "bid_15": -9, "bid_20": -9, "order_up_alone": 3, "announce_jambone": 1}
    bias = policy.network.actor[-1].bias.data
    for action, name in enumerate(policy.encoding.action_names):
        bias[action] += wishes.get(name.partition("[")[0], 0)
    return policy
