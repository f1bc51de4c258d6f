"""Small networks and runs that the tests of the agents share."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import evaluate
from agents.networks.network import NetworkSize
from agents.networks.policy import Policy
from agents.training.config import Config, EvaluationConfig, RolloutConfig
from agents.training.launch import begin
from agents.training.model import new_policy
from agents.training.opponents import OpponentConfig
from agents.training.ppo import PPOConfig
from euchre_env import rules_for, variants

torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tiny() -> Config:
    """A run of three updates that takes a second, with opponents of every kind."""
    return Config(
        variants=("two_handed",),
        updates=3,
        processes=1,
        precision="float32",
        checkpoint_every=1,
        keep_checkpoints=9,
        network=NetworkSize(hidden=16, critic_hidden=16, layers=1),
        rollout=RolloutConfig(tables=48, decisions=512),
        ppo=PPOConfig(minibatch=128),
        opponents=OpponentConfig(average=0.2, past=0.3, past_selves=2, keep_every=1),
        evaluation=EvaluationConfig(every=2, deals=8, matches=4, opponents=("random",)),
    )


@pytest.fixture(scope="session")
def finished(tiny: Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of such a run, not to be changed."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    assert begin(tiny, folder) is not None
    return folder


@pytest.fixture
def policy() -> Policy:
    """An untrained policy for two variants."""
    games = [rules_for("two_handed"), rules_for("four_handed")]
    return new_policy(games, NetworkSize(hidden=16, critic_hidden=16, layers=1), "float32", seed=7)


@pytest.fixture
def family(untouched_family: Policy) -> Policy:
    """An untrained policy for every variant, inclined to what random play hardly ever does."""
    return Policy(copy.deepcopy(untouched_family.network), untouched_family.encoding, "float32")


@pytest.fixture(scope="session")
def untouched_family() -> Policy:
    """What `family` is copied from, since making it takes longer than most tests.

    Bidders want the widow, makers go alone and announce what they can; so every kind of decision is common.
    """
    size = NetworkSize(hidden=16, critic_hidden=16, layers=1)
    policy = new_policy([rules_for(v) for v in variants()], size, "float32", seed=7)
    wishes = {"bid_8": -4, "bid_10": -9, "bid_15": -9, "bid_20": -9, "order_up_alone": 3, "announce_jambone": 1}
    bias = policy.network.actor[-1].bias.data
    for action, name in enumerate(policy.encoding.action_names):
        bias[action] += wishes.get(name.partition("[")[0], 0)
    return policy


@pytest.fixture(name="run")
def run_of_evaluate(tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Run a command line of `evaluate.py`; what it writes as JSON."""

    def run(*arguments: str) -> dict[str, Any]:
        file = tmp_path / "result.json"
        assert evaluate.main([*arguments, "--json", str(file)]) == 0
        found: dict[str, Any] = json.loads(file.read_text())
        return found

    return run
