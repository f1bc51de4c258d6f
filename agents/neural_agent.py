"""A trained network at the table."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from agents.errors import CheckpointError
from agents.policy import Policy


class NeuralAgent:
    """Plays one variant with a policy.

    Args:
        policy: the network with its encoding.
        variant: which of the encoding's variants it plays.
        name: what reports call it; `hash`: which weights they are.
        greedy: take the likeliest action; else draw from the distribution, as in training.
    """

    def __init__(self, policy: Policy, variant: str, name: str, hash: str = "", greedy: bool = True):  # noqa: A002
        self.policy, self.name, self.hash, self.greedy = policy, name, hash, greedy
        self._variant = policy.encoding.variants.index(variant)

    def act(
        self,
        observation: NDArray[np.uint8],
        action_mask: NDArray[np.int8],  # noqa: ARG002 - the observation holds it
        rng: np.random.Generator,
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for observations uint8 [n, F]."""
        encoding = self.policy.encoding
        distribution = self.policy.distribution(encoding.features_of(self._variant, observation))
        if not bool(distribution.log_probs.isfinite().all()):
            raise CheckpointError(f"{self.name} gives no finite probabilities: its weights are absurd")
        if self.greedy:
            actions = distribution.mode()
        else:
            actions = distribution.sample(torch.from_numpy(rng.random(len(observation), np.float32)))
        return encoding.own_actions(self._variant, actions.numpy())
