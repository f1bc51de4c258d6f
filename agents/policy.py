"""A network together with the format of its inputs and outputs: what rollouts, the learner and agents share."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from agents.encoding import Encoding
from agents.masking import MaskedCategorical
from agents.network import ActorCritic
from agents.precision import autocast

ROWS = 256  # oneDNN keeps compiled code for every number of rows it has met; multiples of this are few


class Policy:
    """Features in, a distribution over the union's actions out.

    Args:
        network: actor and critic.
        encoding: how observations become features, and actions of the union those of a variant.
        precision: `float32` or `bfloat16`.
    """

    def __init__(self, network: ActorCritic, encoding: Encoding, precision: str):
        self.network, self.encoding, self.precision = network, encoding, precision
        self.legal_columns = torch.from_numpy(encoding.legal_columns)

    def autocast(self) -> torch.autocast:
        """A context in which the networks calculate in the policy's precision."""
        return autocast(self.precision)

    @torch.no_grad()
    def distribution(self, features: NDArray[np.uint8]) -> MaskedCategorical:
        """The distributions over actions for features, uint8 [n, G]."""
        rows = len(features)
        with self.autocast():
            logits = self.network.action_logits(torch.from_numpy(padded(features, ROWS)))[:rows]
        return MaskedCategorical(logits, torch.from_numpy(features)[:, self.legal_columns].bool())


def padded(array: NDArray[np.uint8], multiple: int) -> NDArray[np.uint8]:
    """The rows of an array, uint8 [n, k], and rows of zeros up to the next multiple.

    >>> padded(np.ones((3, 1), np.uint8), 4).ravel()
    array([1, 1, 1, 0], dtype=uint8)
    """
    rows = -(-len(array) // multiple) * multiple
    if rows == len(array):
        return array
    return np.concatenate([array, np.zeros((rows - len(array), array.shape[1]), np.uint8)])
