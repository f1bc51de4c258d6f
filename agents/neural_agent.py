"""A trained network at the table."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from agents.errors import CheckpointError
from agents.networks.masking import MaskedCategorical
from agents.networks.policy import Policy


class NeuralAgent:
    """Plays one variant with a policy.

    Args:
        policy: the network with its encoding.
        variant: which of the encoding's variants it plays.
        name: what reports call it; `hash`: which weights they are.
        greedy: take the likeliest action; else draw from the distribution, as in training.
    """

    def __init__(
        self,
        policy: Policy,
        variant: str,
        name: str,
        hash: str = "",  # noqa: A002 - the attribute of every agent
        greedy: bool = True,
    ):
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
        distribution, reflected = self._distribution(observation)
        if self.greedy:
            actions = distribution.mode()
        else:
            actions = distribution.sample(torch.from_numpy(rng.random(len(observation), np.float32)))
        return encoding.own_actions(self._variant, actions.numpy(), reflected)

    def probabilities(
        self,
        observation: NDArray[np.uint8],
        action_mask: NDArray[np.int8],
    ) -> NDArray[np.float64]:
        """The chances with which `act` chooses each action, float64 [n, A], for observations uint8 [n, F]: the
        network's own, or if `greedy` 1 for the likeliest."""
        if self.greedy:
            chosen = np.zeros(action_mask.shape)
            chosen[np.arange(len(chosen)), self.act(observation, action_mask, np.random.default_rng(0))] = 1
            return chosen
        return self.leanings(observation)

    def leanings(self, observation: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The network's own probabilities of each action, float64 [n, A], however it chooses, for observations
        uint8 [n, F]."""
        distribution, reflected = self._distribution(observation)
        probabilities = distribution.log_probs.double().softmax(dim=1).numpy()
        return self.policy.encoding.own_probabilities(self._variant, probabilities, reflected)

    def _distribution(self, observation: NDArray[np.uint8]) -> tuple[MaskedCategorical, NDArray[np.intp]]:
        """The distributions over the union's actions, and which rows have their suits exchanged."""
        encoded = self.policy.encoding.encode(self._variant, observation)
        distribution = self.policy.distribution(encoded.features)
        if not bool(distribution.log_probs.isfinite().all()):
            raise CheckpointError(f"{self.name} gives no finite probabilities: its weights are absurd")
        return distribution, encoded.reflected
