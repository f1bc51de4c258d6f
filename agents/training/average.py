"""The exponential moving average of an actor's weights.

It is less exploitable than the latest weights (arXiv 2606.23995): the learner is drawn towards it, plays against it,
and it is what a checkpoint gives to others as the agent.
"""

from __future__ import annotations

import copy

import torch
from torch import nn

BEGINNING = 10
"""Updates after which the average looks back over about as many; at first it must follow faster than its decay."""


class MovingAverage:
    """Follows an actor.

    Args:
        actor: whose weights are averaged; the average begins as a copy of it.
        decay: share of the average that stays at every update, in the long run.
    """

    def __init__(self, actor: nn.Module, decay: float):
        self.actor = copy.deepcopy(actor).requires_grad_(False)
        self._decay = decay

    @torch.no_grad()
    def follow(self, actor: nn.Module, update: int) -> None:
        """Take in the weights after `update` updates, from 1."""
        decay = min(self._decay, update / (update + BEGINNING))
        for mean, latest in zip(self.actor.parameters(), actor.parameters(), strict=True):
            mean.lerp_(latest, 1 - decay)
