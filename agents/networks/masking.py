"""The categorical distribution over the legal actions of each row."""

from __future__ import annotations

from functools import cached_property

import torch
import torch.nn.functional as F
from torch import Tensor

# Finite, so that no gradient is ever inf * 0 = NaN; e ** ILLEGAL is exactly 0 in float32.
ILLEGAL = -1e9


class MaskedCategorical:
    """One distribution a row, over the actions that `mask` allows.

    Args:
        logits: float [n, A]; those of illegal actions are ignored. Any precision, calculated in float32.
        mask: bool [n, A], True where legal.

    Raises:
        ValueError: a row allows nothing.

    >>> d = MaskedCategorical(torch.tensor([[1.0, 5.0, 1.0]]), torch.tensor([[True, False, True]]))
    >>> d.probabilities
    tensor([[0.5000, 0.0000, 0.5000]])
    """

    def __init__(self, logits: Tensor, mask: Tensor):
        if not bool(mask.any(dim=1).all()):
            raise ValueError(f"row {int((~mask.any(dim=1)).nonzero()[0])} has no legal action")
        self._logits = logits.float().masked_fill(~mask, ILLEGAL)
        self.log_probs = F.log_softmax(self._logits, dim=1)

    @cached_property
    def probabilities(self) -> Tensor:
        """float32 [n, A], exactly 0 where illegal."""
        return self._logits.softmax(dim=1)  # six times as fast as log_probs.exp(), which crawls where it underflows

    def log_prob(self, actions: Tensor) -> Tensor:
        """Log-probabilities, float32 [n], of `actions`, int64 [n]."""
        return self.log_probs.gather(1, actions[:, None])[:, 0]

    def entropy(self) -> Tensor:
        """Entropies in nats, float32 [n]: 0 where one action is legal."""
        return -(self.probabilities * self.log_probs).sum(dim=1)

    def divergence_from(self, log_probs: Tensor) -> Tensor:
        """Kullback-Leibler divergences in nats, float32 [n], from the distributions with `log_probs`, float32 [n, A],
        over the same legal actions."""
        return (self.probabilities * (self.log_probs - log_probs)).sum(dim=1)

    def sample(self, uniform: Tensor) -> Tensor:
        """Actions, int64 [n], for `uniform` numbers of [0, 1), float32 [n]: the caller owns the randomness."""
        cumulative = self.probabilities.cumsum(dim=1)
        total = cumulative[:, -1]
        # Rounding must not carry a number up to the total itself, behind the last action.
        threshold = torch.minimum(uniform * total, torch.nextafter(total, torch.zeros_like(total)))
        return (cumulative <= threshold[:, None]).sum(dim=1)

    def mode(self) -> Tensor:
        """The likeliest actions, int64 [n]; of equals the lowest."""
        return self.log_probs.argmax(dim=1)
