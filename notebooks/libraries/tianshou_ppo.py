"""PPO of Tianshou learns to play one seat, and is measured against random play.

    pip install -e '.[tianshou]' && python notebooks/libraries/tianshou_ppo.py

Tianshou's PPO knows no masks (its DQN does), so the actor masks by itself: the first bits of an observation are the
legal actions. For a few tables `DummyVectorEnv` with a `SoloEnv` each will do; a small adapter gives the collector many
at once.
"""

import argparse
from typing import Any

import numpy as np
import torch

try:
    from tianshou.algorithm import PPO
    from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Batch, Collector, VectorReplayBuffer
    from tianshou.trainer import OnPolicyTrainerParams
    from tianshou.utils.net.common import Net
    from tianshou.utils.net.discrete import DiscreteActor, DiscreteCritic, dist_fn_categorical_from_logits
except ImportError as error:
    raise SystemExit(f"{error}; pip install -e '.[tianshou]' brings what this example needs") from None

from agents.measuring.arena import play_deals
from agents.random_agent import RandomAgent
from euchre_env import SoloVectorEnv, rules_for

RULES = rules_for("north_american")
STEPS = 32


class ManyTables:
    """The tables of a `SoloVectorEnv`, as Tianshou's collector asks for those of EnvPool."""

    is_async = False

    def __init__(self, tables: SoloVectorEnv) -> None:
        self.tables, self.action_space = tables, tables.single_action_space

    def __len__(self) -> int:
        return self.tables.num_envs

    def reset(self, env_id: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Begin anew at some tables, or at all: their observations, uint8 [n, F], and nothing more about them."""
        rows = np.arange(len(self)) if env_id is None else env_id
        options = None if env_id is None else {"reset_mask": np.isin(np.arange(len(self)), rows)}
        observation, _ = self.tables.reset(options=options)
        return observation["observation"][rows], np.array([{} for _ in rows])

    def step(self, actions: np.ndarray, env_id: np.ndarray) -> tuple[np.ndarray, ...]:
        """One decision of the learner at every table."""
        observation, reward, terminated, truncated, _ = self.tables.step(actions)
        return observation["observation"], reward, terminated, truncated, np.array([{} for _ in env_id])

    def close(self) -> None:
        """Nothing to release."""


class MaskedActor(DiscreteActor):
    """An actor that gives illegal actions no chance."""

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        """Logits float32 [n, A] for observations uint8 [n, F]."""
        logits, state = super().forward(obs, state, info)
        legal = torch.as_tensor(obs)[:, : logits.shape[1]] == 1
        return logits.masked_fill(~legal, -1e8), state


class Trained:
    """The policy as an agent of this project, so that it can be measured like any other."""

    name = hash = "Tianshou PPO"

    def __init__(self, policy: ProbabilisticActorPolicy) -> None:
        self.policy = policy

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The likeliest legal actions, int [n]."""
        with torch.no_grad():
            return self.policy(Batch(obs=observation, info=Batch())).logits.argmax(dim=1).numpy()


def main() -> None:
    """Train, then play duplicate deals: every deal in every seating, so that the cards favour neither side."""
    parser = argparse.ArgumentParser(description="Tianshou's PPO against random opponents")
    parser.add_argument("--decisions", type=int, default=80_000, help="of the learner, to learn from")
    parser.add_argument("--tables", type=int, default=256, help="played at once")
    parser.add_argument("--deals", type=int, default=2000, help="to measure on")
    options = parser.parse_args()

    torch.manual_seed(1)
    np.random.seed(1)  # noqa: NPY002  Tianshou shuffles its minibatches by the global generator
    tables = SoloVectorEnv(options.tables, RULES, episode="deal", skip_forced=True, autoreset_mode="Disabled")
    tables.reset(seed=1)  # the collector begins without a seed, and the deals go on
    bits, actions = tables.single_observation_space["observation"].shape, int(tables.single_action_space.n)
    policy = ProbabilisticActorPolicy(
        actor=MaskedActor(
            preprocess_net=Net(state_shape=bits, hidden_sizes=[256, 256]), action_shape=actions, softmax_output=False
        ),
        dist_fn=dist_fn_categorical_from_logits,
        action_space=tables.single_action_space,
        action_scaling=False,
        action_bound_method=None,
    )
    algorithm = PPO(
        policy=policy,
        critic=DiscreteCritic(preprocess_net=Net(state_shape=bits, hidden_sizes=[256, 256])),
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        ent_coef=0.01,
        max_grad_norm=0.5,
        max_batchsize=4096,
    )
    batch = STEPS * options.tables
    rounds = -(-options.decisions // batch)
    collector = Collector(policy, ManyTables(tables), VectorReplayBuffer(batch, options.tables))
    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=rounds * batch,
            collection_step_num_env_steps=batch,
            update_step_num_repetitions=4,
            batch_size=1024,
            verbose=False,
        )
    )

    result = play_deals(RULES, (Trained(policy), RandomAgent()), options.deals, seed=1)
    low, high = result.interval
    print(f"against random: {result.points_per_deal:+.3f} points a deal (95 % interval {low:+.3f} to {high:+.3f})")


if __name__ == "__main__":
    main()
