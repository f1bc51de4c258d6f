"""The turn-by-turn environment in the wrappers that other libraries have for PettingZoo: deals played at random."""

from typing import Any

import numpy as np
import pytest

from euchre_env import raw_env


def game() -> raw_env:
    return raw_env("north_american", episode="deal")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using version")
def test_torchrl() -> None:
    envs = pytest.importorskip("torchrl.envs")
    table = envs.PettingZooWrapper(game(), use_mask=True, categorical_actions=True, return_state=False)
    table.set_seed(1)
    rollout = table.rollout(200, break_when_any_done=False)
    rewards = [rollout["next", agent, "reward"] for agent in table.possible_agents]
    assert rollout["next", "done"].sum() > 4
    assert (rewards[0] != 0).any()
    assert (sum(rewards) == 0).all(), "what one side wins the other loses"


@pytest.mark.slow
def test_tianshou() -> None:
    env = pytest.importorskip("tianshou.env")
    table, rng = env.PettingZooEnv(game()), np.random.default_rng(1)
    deals = 0
    observation, _ = table.reset(seed=1)
    while deals < 5:
        action = rng.choice(np.flatnonzero(observation["mask"]))
        observation, reward, terminated, _, _ = table.step(action)
        if terminated:
            assert sum(reward) == 0
            deals += 1
            observation, _ = table.reset()


@pytest.mark.slow
def test_rllib() -> None:
    wrappers = pytest.importorskip("ray.rllib.env.wrappers.pettingzoo_env")
    table, rng = wrappers.PettingZooEnv(game()), np.random.default_rng(1)
    for seed in range(5):
        seen: dict[str, Any] = table.reset(seed=seed)[0]
        over = False
        while not over:
            (agent, observation), *_ = seen.items()
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            seen, reward, terminated, _, _ = table.step({agent: action})
            over = terminated["__all__"]
        assert set(reward) == {f"player_{seat}" for seat in range(4)}
        assert sum(reward.values()) == 0
