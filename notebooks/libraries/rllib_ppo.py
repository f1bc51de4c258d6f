"""PPO of RLlib learns to play one seat, and is measured against random play.

    pip install -e '.[rllib]' && python notebooks/libraries/rllib_ppo.py

RLlib makes the environment by its name and takes the many tables as they are. It counts on Gymnasium's "NextStep":
after the end of an episode one step goes by in which the next begins.
"""

import argparse
import os
from typing import Any

import numpy as np
import torch

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

try:
    import ray
    from gymnasium.envs.registration import VectorizeMode
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.utils.torch_utils import FLOAT_MIN
except ImportError as error:
    raise SystemExit(f"{error}; pip install -e '.[rllib]' brings what this example needs") from None

from tqdm import tqdm

from agents.measuring.arena import play_deals
from agents.random_agent import RandomAgent
from euchre_env import rules_for

VARIANT = "north_american"
STEPS = 32


def perceptron(inputs: int, outputs: int) -> torch.nn.Module:
    """Two hidden layers."""
    layers = (torch.nn.Linear(inputs, 256), torch.nn.ReLU(), torch.nn.Linear(256, 256), torch.nn.ReLU())
    return torch.nn.Sequential(*layers, torch.nn.Linear(256, outputs))


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """An actor that gives illegal actions no chance, and a critic."""

    def setup(self) -> None:
        """Make the networks for the spaces that RLlib has found."""
        bits = self.observation_space["observation"].shape[0]
        self.actor, self.critic = perceptron(bits, int(self.action_space.n)), perceptron(bits, 1)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, torch.Tensor]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"].float())
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, FLOAT_MIN)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """What the learner can expect to earn, float32 [n]."""
        return self.critic(batch[Columns.OBS]["observation"].float()).squeeze(-1)


class Trained:
    """The module as an agent of this project, so that it can be measured like any other."""

    name = hash = "RLlib PPO"

    def __init__(self, module: MaskedModule) -> None:
        self.module = module

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The likeliest legal actions, int [n]."""
        seen = {"observation": torch.from_numpy(observation), "action_mask": torch.from_numpy(action_mask)}
        with torch.no_grad():
            found = self.module.forward_inference({Columns.OBS: seen})
        return found[Columns.ACTION_DIST_INPUTS].argmax(dim=1).numpy()


def main() -> None:
    """Train, then play duplicate deals: every deal in every seating, so that the cards favour neither side."""
    parser = argparse.ArgumentParser(description="RLlib's PPO against random opponents")
    parser.add_argument("--decisions", type=int, default=40_000, help="of the learner, to learn from")
    parser.add_argument("--tables", type=int, default=128, help="played at once")
    parser.add_argument("--deals", type=int, default=2000, help="to measure on")
    options = parser.parse_args()

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
    batch = STEPS * options.tables
    config = (
        PPOConfig()
        .environment(
            "euchre_env:euchre_env/Euchre-v0",
            env_config={"variant": VARIANT, "episode": "deal", "skip_forced": True, "autoreset_mode": "NextStep"},
        )
        .env_runners(
            num_env_runners=0,  # the tables are played in this process
            num_envs_per_env_runner=options.tables,
            gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT,
            rollout_fragment_length=STEPS,
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
        .training(
            train_batch_size_per_learner=batch,
            minibatch_size=min(1024, batch),
            num_epochs=4,
            lr=1e-3,
            gamma=1.0,
            entropy_coeff=0.01,
            use_kl_loss=False,
        )
        .debugging(seed=1, log_level="ERROR")
    )
    algorithm = config.build_algo()
    for _ in tqdm(range(-(-options.decisions // batch)), unit=" updates"):
        algorithm.train()

    result = play_deals(rules_for(VARIANT), (Trained(algorithm.get_module()), RandomAgent()), options.deals, seed=1)
    algorithm.stop()
    ray.shutdown()
    low, high = result.interval
    print(f"against random: {result.points_per_deal:+.3f} points a deal (95 % interval {low:+.3f} to {high:+.3f})")


if __name__ == "__main__":
    main()
