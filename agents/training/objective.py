"""What the end of a deal is worth to a seat: its points, or what they change in the chance of winning the match."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from agents.match_chances import MatchChances, usual_chances
from euchre_env import Rules, VectorEuchre


class Objective(Protocol):
    """Values of a deal's outcomes, by how the match stands.

    `worth` float32 [standings, K]: the value of each of K point differences at each standing, seen from one seat.
    """

    worth: NDArray[np.float32]

    def standing(self, tables: VectorEuchre, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """How the match stands for the seats that decide at some tables: intp [n] for rows intp [n]."""
        ...


class Points:
    """A deal is worth its points, wherever the match stands.

    Args:
        outcomes: float32 [K], the point differences a deal can end with.
    """

    def __init__(self, outcomes: NDArray[np.float32]):
        self.worth = outcomes[None].copy()

    def standing(self, tables: VectorEuchre, rows: NDArray[np.intp]) -> NDArray[np.intp]:  # noqa: ARG002 - all alike
        """All standings are one: zeros, intp [n]."""
        return np.zeros(len(rows), np.intp)


class WinningChance:
    """A deal is worth what it makes of the chance to win the match, in a game of two sides: from -1, lost, to 1, won.

    Args:
        chances: the chances at every standing.
        outcomes: float32 [K], the point differences a deal can end with.
    """

    def __init__(self, chances: MatchChances, outcomes: NDArray[np.float32]):
        self._chances = chances
        self.worth = chances.worth(outcomes)

    def standing(self, tables: VectorEuchre, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Rows of `worth`, intp [n]: the scores, games and the deal as the deciding seats' sides see them."""
        side, dealer_side = tables.seat[rows].astype(np.intp) % 2, tables.dealer[rows] % 2
        return self._chances.standing_of(side, tables.scores[rows], tables.games[rows], dealer_side)


def objective_for(name: str, rules: Rules, outcomes: NDArray[np.float32], seed: int) -> Objective:
    """The objective of that name (`OBJECTIVES`) for a game.

    Args:
        outcomes: float32 [K], the point differences a deal of any of the run's games can end with.
        seed: decides the deals on which the distribution of outcomes is measured, played by the rule agent.

    Raises:
        ChancesError: there is no table of winning chances for the game.
    """
    if name == "points":
        return Points(outcomes)
    return WinningChance(usual_chances(rules, seed), outcomes)
