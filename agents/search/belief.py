"""How likely each world is, by what the others have done in it.

Of all worlds that agree with what a seat knows, those are likelier in which the others' calls and cards are what the
policy would have chosen there. Weighting worlds so made search clearly stronger in Skat (arXiv 1905.10911).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.search.insight import Insight
from euchre_env import WorldEngine

DOUBT = 0.1
"""Share of the decisions in which others are taken to do anything at all, so that no surprise rules a world out."""


class Belief:
    """Adds up, while the deals of worlds are replayed, how likely the others' decisions were.

    Args:
        insight: the policy that they are taken to follow.
        tables: B, those of all worlds.
    """

    def __init__(self, insight: Insight, tables: int):
        self._insight = insight
        self.log_likelihood = np.zeros(tables)

    def hear(
        self, engine: WorldEngine, rows: NDArray[np.intp], numbers: NDArray[np.intp], own: NDArray[np.bool_]
    ) -> None:
        """Take in a step, as `replayed` tells it. What the seat did itself says nothing."""
        choices = np.bitwise_count(engine.legal)
        told = np.flatnonzero((choices > 1) & ~own)
        if told.size:
            log_prob = self._insight.log_prob(engine, told, numbers[told])
            likelihood = (1 - DOUBT) * np.exp(log_prob) + DOUBT / choices[told]
            self.log_likelihood[rows[told]] += np.log(likelihood)

    def weights(self, worlds: int) -> NDArray[np.float64]:
        """float64 [n, N]: the probabilities of the N worlds of each position, whose tables stand side by side."""
        log_likelihood = self.log_likelihood.reshape(-1, worlds)
        likelihood = np.exp(log_likelihood - log_likelihood.max(axis=1, keepdims=True))
        return likelihood / likelihood.sum(axis=1, keepdims=True)
