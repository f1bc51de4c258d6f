"""Proximal policy optimisation (arXiv 1707.06347) on the decisions of complete deals.

Rewards are points, as they are: a deal is worth up to 2 in one variant and 20 in another, yet both are learnt alike.
The actor sees advantages that have deviation 1 within each kind of decision of each variant (`normalise_within`), and
the critic's loss is a cross-entropy over possible outcomes, which does not grow with the points they stand for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.advantage import generalised_advantages, normalise_within
from agents.masking import MaskedCategorical
from agents.policy import Policy, padded
from agents.ranks import Ranks
from agents.rollout import Experience
from euchre_env import KINDS


@dataclass(frozen=True)
class PPOConfig:
    """How the networks learn. A pair of `x` and `x_end` is annealed from the first update to the last."""

    learning_rate: float = 1e-3
    learning_rate_end: float = 3e-5
    epochs: int = 2
    minibatch: int = 8192
    """recorded decisions a gradient step, over all processes"""
    clip: float = 0.15
    gae_lambda: float = 0.95
    entropy: float = 0.012
    entropy_end: float = 0.001
    value_coefficient: float = 0.5
    max_gradient_norm: float = 0.5


@dataclass
class Batch:
    """What an update learns from, one decision a row: tensors and packed bits of n rows."""

    features: NDArray[np.uint8]
    hidden: NDArray[np.uint8]
    actions: Tensor
    log_probs: Tensor
    advantages: Tensor
    returns: Tensor


class PPO:
    """The learner: networks, optimiser, and the update.

    Args:
        policy: actor, critic and encoding.
        config: how to learn.
        ranks: the processes that learn together.
    """

    def __init__(self, policy: Policy, config: PPOConfig, ranks: Ranks):
        self.policy, self.config, self.ranks = policy, config, ranks
        self.network = policy.network
        self.minibatch = config.minibatch // ranks.size  # this process's share
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate, eps=1e-5, fused=True)

    def update(
        self, experience: Experience, num_minibatches: int, progress: float, rng: np.random.Generator
    ) -> dict[str, float]:
        """Learn from one rollout; return diagnostics averaged over its minibatches.

        Args:
            experience: decisions of complete deals; at least `num_minibatches` full minibatches of this process.
            progress: 0 at the first update, 1 at the last: where the schedules stand.
            rng: draws the minibatches.
        """
        config = self.config
        learning_rate = cosine(config.learning_rate, config.learning_rate_end, progress)
        entropy = inverse_root(config.entropy, config.entropy_end, progress)
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        batch, explained = self._prepare(experience)
        sums: dict[str, float] = {}
        for _ in range(config.epochs):
            order = rng.permutation(len(experience))  # the few rows beyond the last full minibatch sit this epoch out
            for i in range(num_minibatches):
                rows = order[i * self.minibatch : (i + 1) * self.minibatch]
                for name, value in self._step(batch, rows, entropy).items():
                    sums[name] = sums.get(name, 0.0) + value
        steps = config.epochs * num_minibatches
        means = self.ranks.total(np.array(list(sums.values()))) / (steps * self.ranks.size)
        return dict(zip(sums, means.tolist(), strict=True)) | {
            "losses/explained_variance": explained,
            "charts/learning_rate": learning_rate,
            "charts/entropy_coefficient": entropy,
        }

    def _prepare(self, experience: Experience) -> tuple[Batch, float]:
        """Advantages and returns of all decisions; how much of the returns' variance the critic explains in the mean
        over the variants."""
        decisions, returns = experience.decisions, experience.deal_return
        values = self._values(decisions.features, decisions.hidden)
        rewards = np.where(experience.last, returns, np.float32(0))
        advantages = generalised_advantages(values, rewards, experience.last, lam=self.config.gae_lambda)
        groups = experience.variant.astype(np.intp) * len(KINDS) + decisions.kind
        num_groups = len(self.policy.encoding.variants) * len(KINDS)
        advantages = normalise_within(advantages, groups, num_groups, self.ranks.total)
        batch = Batch(
            features=decisions.features,
            hidden=decisions.hidden,
            actions=torch.from_numpy(decisions.action.astype(np.int64)),
            log_probs=torch.from_numpy(decisions.log_prob),
            advantages=torch.from_numpy(advantages),
            returns=torch.from_numpy(returns),
        )
        explained = [
            explained_variance(values[experience.variant == variant], returns[experience.variant == variant])
            for variant in np.unique(experience.variant)
        ]
        return batch, float(np.mean(explained))

    @torch.no_grad()
    def _values(self, features: NDArray[np.uint8], hidden: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The critic's values, float32 [n], of packed features, a minibatch at a time."""
        rows, size = len(features), self.minibatch
        features, hidden = padded(features, size), padded(hidden, size)
        values = np.zeros(len(features), np.float32)
        for start in range(0, len(values), size):
            part = slice(start, start + size)
            with self.policy.autocast():
                values[part] = self.network.value(*self._unpack(features[part], hidden[part])).numpy()
        return values[:rows]

    def _unpack(self, features: NDArray[np.uint8], hidden: NDArray[np.uint8]) -> tuple[Tensor, Tensor]:
        """Bits, uint8 [n, G] and uint8 [n, H], of packed features."""
        encoding = self.policy.encoding
        return (
            torch.from_numpy(np.unpackbits(features, axis=1, count=encoding.features)),
            torch.from_numpy(np.unpackbits(hidden, axis=1, count=encoding.hidden_features)),
        )

    def _step(self, batch: Batch, rows: NDArray[np.intp], entropy_coefficient: float) -> dict[str, float]:
        """One gradient step on some rows of a batch."""
        config, network, index = self.config, self.network, torch.from_numpy(rows)
        features, hidden = self._unpack(batch.features[rows], batch.hidden[rows])
        mask = features[:, self.policy.legal_columns].bool()
        with self.policy.autocast():
            action_logits = network.action_logits(features)
            outcome_logits = network.outcome_logits(features, hidden)
        distribution = MaskedCategorical(action_logits, mask)
        log_ratio = distribution.log_prob(batch.actions[index]) - batch.log_probs[index]
        ratio, advantages = log_ratio.exp(), batch.advantages[index]
        clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
        policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
        entropy = distribution.entropy().mean()
        value_loss = F.cross_entropy(outcome_logits.float(), network.outcome_targets(batch.returns[index]))
        loss = policy_loss - entropy_coefficient * entropy + config.value_coefficient * value_loss

        self.optimizer.zero_grad()
        loss.backward()
        self.ranks.average_gradients(network.parameters())
        norms = [nn.utils.clip_grad_norm_(part.parameters(), config.max_gradient_norm) for part in network.children()]
        self.optimizer.step()
        with torch.no_grad():
            return {
                "losses/policy_loss": policy_loss.item(),
                "losses/value_loss": value_loss.item(),
                "losses/entropy": entropy.item(),
                "losses/approx_kl": ((ratio - 1) - log_ratio).mean().item(),
                "losses/clipfrac": ((ratio - 1).abs() > config.clip).float().mean().item(),
                "losses/actor_gradient_norm": norms[0].item(),
                "losses/critic_gradient_norm": norms[1].item(),
            }


def explained_variance(values: NDArray[np.float32], returns: NDArray[np.float32]) -> float:
    """Which part of the variance of `returns` float32 [n] the critic's `values` float32 [n] explain; at most 1."""
    variance = float(returns.var())
    return 1 - float((returns - values).var()) / variance if variance > 0 else 0.0


def cosine(start: float, end: float, progress: float) -> float:
    """From `start` to `end` along half a cosine."""
    return end + (start - end) * 0.5 * (1 + float(np.cos(np.pi * progress)))


def inverse_root(start: float, end: float, progress: float) -> float:
    """From `start` to `end` as 1 / sqrt(t) falls when t grows sixteenfold: fast at first, then slowly."""
    return end + (start - end) * (1 / float(np.sqrt(1 + 15 * progress)) - 0.25) / 0.75
