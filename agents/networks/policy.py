"""A network together with the format of its inputs and outputs: what rollouts, the learner and agents share."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.networks.bits import numbers_of, padded
from agents.networks.encoding import Encoding
from agents.networks.masking import MaskedCategorical
from agents.networks.network import ActorCritic
from agents.networks.precision import autocast

ROWS = 256  # oneDNN keeps compiled code for every number of rows it has met; multiples of this are few


class Policy:
    """Features in, a distribution over the union's actions out.

    Args:
        network: actor and critic.
        encoding: how observations become features, and actions of the union those of a variant.
        precision: `float32` or `bfloat16`.
        actor: who is asked if not the network's own actor; one of the same shape.
    """

    def __init__(self, network: ActorCritic, encoding: Encoding, precision: str, actor: nn.Module | None = None):
        self.network, self.encoding, self.precision = network, encoding, precision
        self.actor = network.actor if actor is None else actor

    def autocast(self) -> torch.autocast:
        """A context in which the networks calculate in the policy's precision."""
        return autocast(self.precision)

    @torch.no_grad()
    def distribution(self, features: NDArray[np.uint8], actor: nn.Module | None = None) -> MaskedCategorical:
        """The distributions over actions for packed features, uint8 [n, bytes].

        Args:
            actor: another one to ask this time.
        """
        with self.autocast():
            logits = (actor or self.actor)(numbers_of(padded(features, ROWS)))[: len(features)]
        return MaskedCategorical(logits, torch.from_numpy(self.encoding.legal(features)))
