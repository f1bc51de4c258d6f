"""Proximal policy optimisation (arXiv 1707.06347) with a magnet, on the decisions of complete deals.

Rewards are points, as they are, or what they mean for the match: a deal is worth up to 2 in one variant and 20 in
another, yet both are learnt alike. The actor sees advantages that have deviation 1 within each kind of decision of each
variant (`normalise_within`), and the critic's loss is a cross-entropy over possible outcomes, which does not grow with
the points they stand for.

The actor is drawn towards the moving average of its own weights: magnetic mirror descent (arXiv 2206.05825), whose
magnet the average is (arXiv 2606.23995).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.networks.bits import numbers_of, padded
from agents.networks.masking import MaskedCategorical
from agents.networks.policy import Policy
from agents.training.advantage import generalised_advantages, normalise_within
from agents.training.average import MovingAverage
from agents.training.experience import Experience
from agents.training.ranks import Ranks
from agents.training.stopwatch import Stopwatch
from euchre_env import KINDS


@dataclass(frozen=True)
class PPOConfig:
    """How the networks learn. A pair of `x` and `x_end` is annealed from the first update to the last."""

    learning_rate: float = 4e-3
    learning_rate_end: float = 3e-5
    epochs: int = 2
    minibatch: int = 8192
    """recorded decisions a gradient step, over all processes"""
    clip: float = 0.15
    gae_lambda: float = 0.95
    entropy: float = 0.012
    entropy_end: float = 0.001
    magnet: float = 0.05
    """weight of the divergence from the moving average"""
    magnet_end: float = 0.01
    average_decay: float = 0.998
    """share of the moving average that stays at every update"""
    oracle: bool = True
    """whether the critic sees all hands, in training; only without it is there a reason to ask"""
    value_coefficient: float = 0.5
    max_gradient_norm: float = 0.5


@dataclass
class Batch:
    """What an update learns from, one decision a row: tensors and packed bits of n rows."""

    features: NDArray[np.uint8]
    everything: NDArray[np.uint8]
    """features and hidden features"""
    actions: Tensor
    log_probs: Tensor
    advantages: Tensor | None
    """float32 [n]; None where the actions are those of somebody who is imitated"""
    targets: Tensor
    """float32 [n, K]: the critic's, probabilities of the deal's outcomes"""
    magnet: Tensor | None
    """float32 [n, U]: the moving average's log-probabilities"""


class PPO:
    """The learner: networks, their moving average, optimiser, and the update.

    Args:
        policy: actor, critic and encoding.
        worth: float32 [standings, K], the objective's values of outcomes.
        config: how to learn.
        ranks: the processes that learn together.
        watch: told what the time goes into.
    """

    def __init__(self, policy: Policy, worth: NDArray[np.float32], config: PPOConfig, ranks: Ranks, watch: Stopwatch):
        self.policy, self.config, self.ranks, self._watch = policy, config, ranks, watch
        self.worth = torch.from_numpy(worth)
        self.network = policy.network
        self.average = MovingAverage(self.network.actor, config.average_decay)
        self.minibatch = config.minibatch // ranks.size  # this process's share
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate, eps=1e-5, fused=True)

    def update(
        self,
        experience: Experience,
        num_minibatches: int,
        update: int,
        progress: float,
        rng: np.random.Generator,
        taught: bool = False,
    ) -> dict[str, float]:
        """Learn from one rollout; return diagnostics averaged over its minibatches.

        Args:
            experience: decisions of complete deals; at least `num_minibatches` full minibatches of this process.
            update: its number, from 1.
            progress: 0 at the first update, 1 at the last: where the schedules stand.
            rng: draws the minibatches.
            taught: the actions are not the learner's but those of somebody whom it imitates.
        """
        config = self.config
        learning_rate = cosine(config.learning_rate, config.learning_rate_end, progress)
        entropy = inverse_root(config.entropy, config.entropy_end, progress)
        magnet = inverse_root(config.magnet, config.magnet_end, progress)
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        with self._watch("judging"):
            batch, explained = self._prepare(experience, taught)
        sums: dict[str, float] = {}
        for _ in range(config.epochs):
            order = rng.permutation(len(experience))  # the few rows beyond the last full minibatch sit this epoch out
            for i in range(num_minibatches):
                rows = order[i * self.minibatch : (i + 1) * self.minibatch]
                for name, value in self._step(batch, rows, entropy, magnet).items():
                    sums[name] = sums.get(name, 0.0) + value
        self.average.follow(self.network.actor, update)
        steps = config.epochs * num_minibatches
        means = self.ranks.total(np.array(list(sums.values()))) / (steps * self.ranks.size)
        return dict(zip(sums, means.tolist(), strict=True)) | {
            "losses/explained_variance": explained,
            "charts/learning_rate": learning_rate,
            "charts/entropy_coefficient": entropy,
            "charts/magnet_coefficient": magnet,
        }

    def _prepare(self, experience: Experience, taught: bool = False) -> tuple[Batch, float]:
        """Advantages and targets of all decisions; how much of the returns' variance the critic explains in the mean
        over the variants."""
        config, decisions = self.config, experience.decisions
        hidden = decisions.hidden if config.oracle else np.zeros_like(decisions.hidden)
        everything = np.concatenate([decisions.features, hidden], axis=1)
        targets = self.network.outcome_targets(torch.from_numpy(experience.margin))
        worth = self.worth[torch.from_numpy(decisions.standing)]
        returns = (targets * worth).sum(dim=1).numpy()
        values = self._values(everything, worth)
        rewards = np.where(experience.last, returns, np.float32(0))
        advantages = generalised_advantages(values, rewards, experience.last, lam=config.gae_lambda)
        groups = experience.variant.astype(np.intp) * len(KINDS) + decisions.kind
        num_groups = len(self.policy.encoding.variants) * len(KINDS)
        advantages = normalise_within(advantages, groups, num_groups, self.ranks.total)
        batch = Batch(
            features=decisions.features,
            everything=everything,
            actions=torch.from_numpy(decisions.action.astype(np.int64)),
            log_probs=torch.from_numpy(decisions.log_prob),
            advantages=None if taught else torch.from_numpy(advantages),
            targets=targets,
            magnet=self._magnet(decisions.features) if (config.magnet or config.magnet_end) and not taught else None,
        )
        explained = [
            explained_variance(values[experience.variant == variant], returns[experience.variant == variant])
            for variant in np.unique(experience.variant)
        ]
        return batch, float(np.mean(explained))

    @torch.no_grad()
    def _values(self, everything: NDArray[np.uint8], worth: Tensor) -> NDArray[np.float32]:
        """What the critic expects, float32 [n], of packed features, uint8 [n, bytes], where outcomes have the worth
        float32 [n, K]."""
        rows, size = len(everything), self.minibatch
        everything, values = padded(everything, size), []
        for start in range(0, rows, size):
            with self.policy.autocast():
                logits = self.network.critic(numbers_of(everything[start : start + size]))
            values.append(logits.float().softmax(dim=1)[: rows - start])
        return (torch.cat(values) * worth).sum(dim=1).numpy()

    def _magnet(self, features: NDArray[np.uint8]) -> Tensor:
        """The moving average's log-probabilities, float32 [n, U], for packed features."""
        parts = [features[start : start + self.minibatch] for start in range(0, len(features), self.minibatch)]
        return torch.cat([self.policy.distribution(part, self.average.actor).log_probs for part in parts])

    def _step(
        self, batch: Batch, rows: NDArray[np.intp], entropy_coefficient: float, magnet_coefficient: float
    ) -> dict[str, float]:
        """One gradient step on some rows of a batch."""
        config, network, index = self.config, self.network, torch.from_numpy(rows)
        with self._watch("learning"):
            legal = torch.from_numpy(self.policy.encoding.legal(batch.features[rows]))
            with self.policy.autocast():
                numbers = numbers_of(batch.everything[rows])
                action_logits = network.actor(numbers[:, : network.inputs])
                outcome_logits = network.critic(numbers)
            distribution = MaskedCategorical(action_logits, legal)
            policy_loss, figures = actor_loss(distribution, batch, index, config.clip)
            entropy = distribution.entropy().mean()
            value_loss = F.cross_entropy(outcome_logits.float(), batch.targets[index])
            loss = policy_loss - entropy_coefficient * entropy + config.value_coefficient * value_loss
            divergence = torch.zeros(())
            if batch.magnet is not None:
                divergence = distribution.divergence_from(batch.magnet[index]).mean()
                loss = loss + magnet_coefficient * divergence
            self.optimizer.zero_grad()
            loss.backward()
        if self.ranks.size > 1:
            with self._watch("exchange"):
                self.ranks.average_gradients(network.parameters())
        with self._watch("learning"):
            parts = network.actor, network.critic
            norms = [nn.utils.clip_grad_norm_(part.parameters(), config.max_gradient_norm) for part in parts]
            self.optimizer.step()
        with torch.no_grad():
            return figures | {
                "losses/value_loss": value_loss.item(),
                "losses/entropy": entropy.item(),
                "losses/magnet_divergence": divergence.item(),
                "losses/actor_gradient_norm": norms[0].item(),
                "losses/critic_gradient_norm": norms[1].item(),
            }


def actor_loss(
    distribution: MaskedCategorical, batch: Batch, index: Tensor, clip: float
) -> tuple[Tensor, dict[str, float]]:
    """What the actor has to make small at the rows `index`, int64 [m], apart from entropy and magnet, and what to log.

    That is PPO's clipped objective; or where somebody is imitated, how unlikely his actions seem to it.
    """
    log_probs = distribution.log_prob(batch.actions[index])
    if batch.advantages is None:
        loss = -log_probs.mean()
        return loss, {"losses/imitation_loss": loss.item()}
    log_ratio = log_probs - batch.log_probs[index]
    ratio, advantages = log_ratio.exp(), batch.advantages[index]
    loss = -torch.min(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages).mean()
    with torch.no_grad():
        return loss, {
            "losses/policy_loss": loss.item(),
            "losses/approx_kl": ((ratio - 1) - log_ratio).mean().item(),
            "losses/clipfrac": ((ratio - 1).abs() > clip).float().mean().item(),
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
