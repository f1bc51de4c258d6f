"""PPO put together from TorchRL's parts learns to play one seat, and is measured against random play.

    pip install -e '.[torchrl]' && python notebooks/libraries/torchrl_ppo.py

TorchRL begins the episodes that are over itself, all in one call: hence `autoreset_mode="Disabled"`.
"""

import argparse

import gymnasium
import numpy as np
import torch

try:
    from tensordict import TensorDict
    from tensordict.nn import TensorDictModule
    from torchrl.collectors import Collector
    from torchrl.data import LazyTensorStorage, ReplayBuffer, SamplerWithoutReplacement
    from torchrl.envs import ActionMask, ExplorationType, GymWrapper, TransformedEnv, set_exploration_type
    from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE
except ImportError as error:
    raise SystemExit(f"{error}; pip install -e '.[torchrl]' brings what this example needs") from None

from tqdm import tqdm

from agents.measuring.arena import play_deals
from agents.random_agent import RandomAgent
from euchre_env import rules_for

RULES = rules_for("north_american")
STEPS, EPOCHS, MINIBATCH = 32, 4, 1024


class Network(torch.nn.Module):
    """A multilayer perceptron on the bits of an observation."""

    def __init__(self, bits: int, outputs: int) -> None:
        super().__init__()
        self.layers = MLP(bits, outputs, num_cells=[256, 256], activation_class=torch.nn.ReLU)

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        """Outputs float32 [..., outputs] for observations uint8 [..., bits]."""
        return self.layers(observation.float())


def masked(logits: torch.Tensor, mask: torch.Tensor) -> MaskedCategorical:
    """The distribution over the legal actions."""
    return MaskedCategorical(logits=logits, mask=mask.bool())


class Trained:
    """The actor as an agent of this project, so that it can be measured like any other."""

    name = hash = "TorchRL PPO"

    def __init__(self, actor: ProbabilisticActor) -> None:
        self.actor = actor

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The likeliest legal actions, int [n]."""
        seen = TensorDict(
            {"observation": torch.from_numpy(observation), "action_mask": torch.from_numpy(action_mask)},
            batch_size=len(observation),
        )
        with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
            return self.actor(seen)["action"].numpy()


def main() -> None:
    """Train, then play duplicate deals: every deal in every seating, so that the cards favour neither side."""
    parser = argparse.ArgumentParser(description="TorchRL's PPO against random opponents")
    parser.add_argument("--decisions", type=int, default=80_000, help="of the learner, to learn from")
    parser.add_argument("--tables", type=int, default=256, help="played at once")
    parser.add_argument("--deals", type=int, default=2000, help="to measure on")
    options = parser.parse_args()

    torch.manual_seed(1)
    tables = gymnasium.make_vec(
        "euchre_env:euchre_env/Euchre-v0",
        num_envs=options.tables,
        variant=RULES,
        episode="deal",
        skip_forced=True,
        autoreset_mode="Disabled",
    )
    bits, actions = tables.single_observation_space["observation"].shape[0], int(tables.single_action_space.n)
    env = TransformedEnv(GymWrapper(tables, categorical_action_encoding=True), ActionMask())
    env.set_seed(1)

    actor = ProbabilisticActor(
        TensorDictModule(Network(bits, actions), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=masked,
        return_log_prob=True,
    )
    critic = ValueOperator(Network(bits, 1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=1e-3)
    batch = STEPS * options.tables
    sampler = SamplerWithoutReplacement()
    buffer = ReplayBuffer(storage=LazyTensorStorage(batch), sampler=sampler, batch_size=min(MINIBATCH, batch))

    rounds = -(-options.decisions // batch)
    collector = Collector(
        env, actor, frames_per_batch=batch, total_frames=rounds * batch, auto_register_policy_transforms=True
    )
    for experience in tqdm(collector, total=rounds, unit=" updates"):
        with torch.no_grad():
            advantage(experience)
        buffer.extend(experience.reshape(-1))
        for _ in range(EPOCHS * batch // min(MINIBATCH, batch)):
            losses = loss_of(buffer.sample())
            loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
            optimizer.step()
        buffer.empty()
    collector.shutdown()

    result = play_deals(RULES, (Trained(actor), RandomAgent()), options.deals, seed=1)
    low, high = result.interval
    print(f"against random: {result.points_per_deal:+.3f} points a deal (95 % interval {low:+.3f} to {high:+.3f})")


if __name__ == "__main__":
    main()
