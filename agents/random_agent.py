"""Uniformly random legal actions: the yardstick everybody knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class RandomAgent:
    """Every legal action is as likely as any other."""

    name = hash = "random"

    def act(
        self,
        observation: NDArray[np.uint8],  # noqa: ARG002 - what it sees does not matter to it
        action_mask: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for masks int8 [n, A].

        >>> mask = np.array([[0, 0, 1], [1, 0, 0]], np.int8)
        >>> RandomAgent().act(np.zeros((2, 0), np.uint8), mask, np.random.default_rng(0))
        array([2, 0])
        """
        ordinal = np.cumsum(action_mask, axis=1, dtype=np.int16)  # int16 [n, A]: the how-manieth legal action
        chosen = (rng.random(len(action_mask)) * ordinal[:, -1]).astype(np.int16)  # int16 [n], 0 is the first
        return np.argmax(ordinal > chosen[:, None], axis=1)

    def probabilities(
        self,
        observation: NDArray[np.uint8],  # noqa: ARG002 - as above
        action_mask: NDArray[np.int8],
    ) -> NDArray[np.float64]:
        """The same for every legal action, float64 [n, A], for masks int8 [n, A]."""
        return action_mask / action_mask.sum(axis=1, keepdims=True, dtype=np.float64)
