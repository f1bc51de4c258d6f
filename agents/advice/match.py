"""Outcomes of a deal judged by the match: what they make of the chance to win it, from the score at hand.

Shapes: n decisions, N worlds, A actions, B tables; D whole point differences that a deal can end with, ascending.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.advice.advice import Floats
from agents.match_chances import MatchChances
from agents.networks.policy import Policy
from agents.search import SearchAgent
from agents.search.insight import Insight
from agents.search.look_ahead import LookAhead
from agents.view import HandView, Seen
from euchre_env import Rules, WorldEngine, point_differences

Judge = Callable[[NDArray[np.uint8], Floats], Floats]
"""What points float64 [n, N, A] are worth to the seats of observations uint8 [n, F], in the same shape."""


class MatchWorth:
    """What points of a deal are worth in a match between two sides, in per cent of the chance to win it.

    Between whole points it is interpolated. Standings are numbered as in `MatchChances.worth`.

    Args:
        rules: the game.
        chances: of the match, at every standing of it.
    """

    def __init__(self, rules: Rules, chances: MatchChances):
        self.chances = chances
        self._most = int(point_differences(rules)[-1])
        self._table = self.percent_of(np.arange(-self._most, self._most + 1))  # float64 [standings, D]

    def percent_of(self, outcomes: NDArray[Any]) -> Floats:
        """float64 [standings, K]: the chance to win after a deal that ends with each of K point differences."""
        return 50 * (1 + self.chances.worth(outcomes).astype(np.float64))

    def chance(self, standing: NDArray[np.intp], points: Floats) -> Floats:
        """The chance to win, from 0 to 100, of what brings `points`, float64 [n, ...], at each standing, intp [n]."""
        rows = standing.reshape(-1, *[1] * (points.ndim - 1))
        place = np.clip(points + self._most, 0, 2 * self._most)
        lower = np.minimum(place.astype(np.intp), 2 * self._most - 1)
        share = place - lower
        return self._table[rows, lower] * (1 - share) + self._table[rows, lower + 1] * share

    def equivalent(self, standing: NDArray[np.intp], chance: Floats) -> Floats:
        """The certainty equivalent, float64 [n]: points that are worth a `chance`, float64 [n], at a standing."""
        table = self._table[standing]
        lower = np.clip((table <= chance[:, None]).sum(axis=1) - 1, 0, 2 * self._most - 1)
        below, above = (np.take_along_axis(table, (lower + step)[:, None], 1)[:, 0] for step in (0, 1))
        share = np.divide(chance - below, above - below, out=np.zeros(len(chance)), where=above > below)
        return lower + share - self._most

    def seen(self, seen: Seen) -> NDArray[np.intp]:
        """The standings, intp [n], at which n seats decide."""
        scores = np.stack([seen.score(side) for side in range(2)], axis=1)
        games = np.stack([seen[f"games_side+{side}"] for side in range(2)], axis=1).astype(np.intp)
        return self.chances.standing(scores, games, seen.dealer % 2)


class MatchInsight(Insight):
    """A network whose critic judges by the match.

    The look ahead counts in points and goes through exact play, which for two sides is the same by whatever grows with
    them. So the critic's opinion, a chance to win, is told as the points that are worth as much.

    Args:
        rules: the game.
        policy: as for `Insight`.
        worth: of points in the match.
    """

    def __init__(self, rules: Rules, policy: Policy, worth: MatchWorth):
        super().__init__(rules, policy)
        self._worth, self._percent = worth, worth.percent_of(policy.network.outcomes.double().numpy())

    def margins(self, engine: WorldEngine, rows: NDArray[np.intp]) -> Floats:
        """float64 [n]: the points that are worth as much as the critic finds some tables, intp [n], for the deciding
        seats."""
        side = engine.seat_from_dealer[rows].astype(np.intp) % 2
        dealer_side = np.zeros(len(rows), np.intp)  # in worlds the dealer is the seat 0
        standing = self._worth.chances.standing_of(side, engine.scores.T[rows], engine.games.T[rows], dealer_side)
        chances = self.outcomes(engine, rows).numpy()
        return self._worth.equivalent(standing, (chances * self._percent[standing]).sum(axis=1))


def in_points(observation: NDArray[np.uint8], points: Floats) -> Floats:  # noqa: ARG001 - whatever the score
    """Points float64 [n, N, A] are worth what they are to the seats of observations uint8 [n, F]."""
    return points


def by_match(rules: Rules, worth: MatchWorth) -> Judge:
    """Points are worth the chance to win the match that they lead to, from 0 to 100."""
    view = HandView(rules)
    return lambda observation, points: worth.chance(worth.seen(view.read(observation)), points)


def for_advice(agent: SearchAgent, exact_tricks: int, worth: MatchWorth | None) -> SearchAgent:
    """A search that judges whatever somebody else may do: by the match where its worth is given, else by points.

    In the games with bids deals are played to their end, since a critic knows no bids but those that its own play has
    made: to a bid of all tricks, which nobody who has learnt makes, it gives even chances.
    """
    agent = copy(agent)
    if worth is not None:
        agent.look_ahead = LookAhead(MatchInsight(agent.rules, agent.agent.policy, worth), exact_tricks)
    elif agent.rules.bids:
        agent.look_ahead = LookAhead(agent.insight, exact_tricks, critic=False)
    return agent
