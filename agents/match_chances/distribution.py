"""How often a deal ends how: measured on an agent that plays against itself.

Shapes: K outcomes of a deal; sides, where they are columns, are counted from the side that dealt, which is side 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.measuring.arena import DEALS, MATCHES
from agents.measuring.chunks import Progress, Spread, chunks_of, here, ignore
from agents.measuring.episodes import first_episodes
from euchre_env import Rules, VectorEuchre

OUTCOMES = max(DEALS, MATCHES) + 1  # the counter of the agents' random numbers here


class ChancesError(ValueError):
    """Winning chances that do not exist or cannot be told; the message says why, and for what they can."""


@dataclass(frozen=True, eq=False)
class OutcomeDistribution:
    """What the deals of a game come to.

    Attributes:
        outcomes: int16 [K, sides], the points of each side, sides counted from the dealer's; no two rows alike.
        probability: float64 [K], each above 0, together 1.

    Raises:
        ChancesError: arrays that are no such thing; the message says what is wrong.
    """

    outcomes: NDArray[np.int16]
    probability: NDArray[np.float64]

    def __post_init__(self) -> None:
        outcomes, probability = self.outcomes, self.probability
        if outcomes.dtype != np.int16 or outcomes.ndim != 2 or outcomes.shape[1] < 2:
            raise ChancesError(
                f"outcomes must be int16 [K, sides] with two sides or more, not {outcomes.dtype} {list(outcomes.shape)}"
            )
        if probability.dtype != np.float64 or probability.shape != outcomes.shape[:1]:
            raise ChancesError(
                f"probability must be float64 [{len(outcomes)}], one for each outcome, "
                f"not {probability.dtype} {list(probability.shape)}"
            )
        if len(np.unique(outcomes, axis=0)) < len(outcomes):
            raise ChancesError("outcomes: one of them is there twice")
        if not (probability > 0).all():  # nor is NaN
            raise ChancesError("probability: each must be above 0; an outcome that does not happen is left out")
        if not math.isclose(probability.sum(), 1, abs_tol=1e-9):
            raise ChancesError(f"probability: the sum must be 1, not {probability.sum():.6g}")

    def as_dict(self) -> dict[str, Any]:
        """The distribution as JSON has it.

        >>> OutcomeDistribution(np.array([[1, 0], [0, 2]], np.int16), np.array([0.75, 0.25])).as_dict()
        {'outcomes': [[1, 0], [0, 2]], 'probability': [0.75, 0.25]}
        """
        return {"outcomes": self.outcomes.tolist(), "probability": self.probability.tolist()}


def measure(
    rules: Rules, agent: Agent, deals: int, seed: int, progress: Progress = ignore, spread: Spread = here
) -> OutcomeDistribution:
    """Play `deals` distinct deals, the agent in every seat, and count how they end.

    Every deal is played by itself at 0-0. How an agent plays at another score is not measured, and a table of chances
    assumes that it plays the same there.

    Args:
        rules: the game.
        agent: plays it.
        deals: how many; the standard error of a probability p is sqrt(p (1 - p) / deals).
        seed: of the deals and of what the agent draws.
        progress: is told how many deals more have been played.
        spread: over how many processes the deals are spread; the result does not depend on it.

    Raises:
        ValueError: `deals` is less than 1.
    """
    if deals < 1:
        raise ValueError(f"deals={deals}: a distribution is measured on one deal or more")
    outcomes = np.concatenate(list(spread(partial(_outcomes, rules, agent, seed), chunks_of(deals), progress)))
    found, counts = np.unique(outcomes, axis=0, return_counts=True)
    return OutcomeDistribution(found, counts / deals)


def _outcomes(rules: Rules, agent: Agent, seed: int, chunk: range, progress: Progress) -> NDArray[np.int16]:
    """What the first deals of some tables pay: int16 [n, sides], sides counted from the dealer's."""
    tables = VectorEuchre(rules, len(chunk), seed, episode="deal", table_numbers=chunk)
    columns = (tables.dealer[:, None] + np.arange(rules.sides)) % rules.sides
    outcomes = np.zeros((len(chunk), rules.sides), np.int16)
    for rows in first_episodes(tables, (agent,), (0,) * rules.players, (seed, OUTCOMES, chunk.start)):
        outcomes[rows] = np.take_along_axis(tables.points[rows], columns[rows], axis=1)
        progress(len(rows))
    return outcomes
