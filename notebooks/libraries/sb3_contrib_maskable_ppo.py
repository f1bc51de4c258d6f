"""MaskablePPO of sb3-contrib learns to play one seat, and is measured against random play.

    pip install -e '.[sb3]' && python notebooks/libraries/sb3_contrib_maskable_ppo.py

Stable-Baselines3 has vector environments of its own. For a few tables its `make_vec_env("euchre_env/Euchre-v0", ...)`
will do: `SoloEnv` has `action_masks()`, which MaskablePPO looks for. Here a small adapter lets it have many at once.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

try:
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise SystemExit(f"{error}; pip install -e '.[sb3]' brings what this example needs") from None

from agents.measuring.arena import play_deals
from agents.random_agent import RandomAgent
from euchre_env import SoloVectorEnv, rules_for

RULES = rules_for("north_american")


class ManyTables(VecEnv):
    """The tables of a `SoloVectorEnv`, as Stable-Baselines3 wants them."""

    def __init__(self, tables: SoloVectorEnv) -> None:
        self.tables = tables
        super().__init__(tables.num_envs, tables.single_observation_space, tables.single_action_space)

    def reset(self) -> dict[str, np.ndarray]:
        """Begin anew; the seed is the one that MaskablePPO was given."""
        observation, _ = self.tables.reset(seed=self._seeds[0])
        self._reset_seeds()
        return observation

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions until they are waited for."""
        self.actions = actions

    def step_wait(self) -> Any:
        """One decision of the learner at every table; where an episode ends, the next begins at once."""
        observation, reward, over, _, info = self.tables.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for table in np.flatnonzero(over):
            infos[table]["terminal_observation"] = info["final_obs"][table]
        return observation, reward, over, infos

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> Sequence[Any]:
        """The results of a method table by table: `action_masks` is asked for before every decision."""
        return getattr(self.tables, method_name)(*arguments, **named)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, the same for every table."""
        return [getattr(self.tables, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all tables."""
        setattr(self.tables, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: Any = None) -> list[bool]:
        """No table is wrapped in anything."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing to release."""


class Trained:
    """The model as an agent of this project, so that it can be measured like any other."""

    name = hash = "MaskablePPO"

    def __init__(self, model: MaskablePPO) -> None:
        self.model = model

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The likeliest legal actions, int [n]."""
        seen = {"observation": observation, "action_mask": action_mask}
        return self.model.predict(seen, deterministic=True, action_masks=action_mask)[0]


def main() -> None:
    """Train, then play duplicate deals: every deal in every seating, so that the cards favour neither side."""
    parser = argparse.ArgumentParser(description="MaskablePPO against random opponents")
    parser.add_argument("--decisions", type=int, default=80_000, help="of the learner, to learn from")
    parser.add_argument("--tables", type=int, default=256, help="played at once")
    parser.add_argument("--deals", type=int, default=2000, help="to measure on")
    options = parser.parse_args()

    tables = SoloVectorEnv(options.tables, RULES, episode="deal", skip_forced=True)
    model = MaskablePPO(
        "MultiInputPolicy",
        ManyTables(tables),
        n_steps=32,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
        verbose=1,
    )
    model.learn(options.decisions)

    result = play_deals(RULES, (Trained(model), RandomAgent()), options.deals, seed=1)
    low, high = result.interval
    print(f"against random: {result.points_per_deal:+.3f} points a deal (95 % interval {low:+.3f} to {high:+.3f})")


if __name__ == "__main__":
    main()
