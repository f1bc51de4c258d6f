"""The chances of winning the match at every standing, by dynamic programming over what deals come to.

Between two deals a match is a Markov chain. A deal in which somebody scores brings it nearer to its end, so the chances
follow backwards from there; a deal in which nobody does only passes the deal on, and how often that happens in a row is
a geometric series. So the chances are exact, up to rounding, for the distribution that is given.

Shapes: N standings, K outcomes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.match_chances.distribution import ChancesError, OutcomeDistribution
from agents.match_chances.standings import Standings
from euchre_env import Rules, point_differences


@dataclass(frozen=True, eq=False)
class MatchChances:
    """How likely each side is to win the match, at every standing between two deals.

    Attributes:
        standings: the standings and their numbers.
        table: float64 [N, sides], the chances at each standing; k winners of a match have 1/k of it each. Rows sum
            to 1.
    """

    standings: Standings
    table: NDArray[np.float64]

    def chance(
        self, scores: NDArray[np.integer[Any]], games: NDArray[np.integer[Any]], dealer_side: NDArray[np.integer[Any]]
    ) -> NDArray[np.float64]:
        """The chance of each side, float64 [n, sides], before the deals of n matches.

        Args:
            scores: integers [n, sides], as `VectorEuchre.scores`.
            games: integers [n, sides] won, as `VectorEuchre.games`.
            dealer_side: integers [n], the side that deals.

        Raises:
            ValueError: arrays of other shapes, or a standing that no match of this game has between two deals.
        """
        return self.table[self.standing(scores, games, dealer_side)]

    def standing(
        self, scores: NDArray[np.integer[Any]], games: NDArray[np.integer[Any]], dealer_side: NDArray[np.integer[Any]]
    ) -> NDArray[np.intp]:
        """The rows, intp [n], of `table` and of `worth` for standings as `chance` takes them.

        Side 0 is the own side of `worth`.

        Raises:
            ValueError: as `chance`.
        """
        return self.standings.number(scores, games, dealer_side)

    def standing_of(
        self,
        side: NDArray[np.intp],
        scores: NDArray[np.integer[Any]],
        games: NDArray[np.integer[Any]],
        dealer_side: NDArray[np.integer[Any]],
    ) -> NDArray[np.intp]:
        """The rows, intp [n], of `worth` as a `side`, intp [n], of two sees standings that `chance` takes.

        Raises:
            ValueError: as `chance`.
        """
        columns = np.stack([side, 1 - side], axis=1)
        own_scores, own_games = (np.take_along_axis(array, columns, axis=1) for array in (scores, games))
        return self.standing(own_scores, own_games, (dealer_side - side) % 2)

    def worth(self, outcomes: NDArray[Any]) -> NDArray[np.float32]:
        """What a deal that ends with each of K point differences is worth at each standing, float32 [N, K].

        The worth is 2 * P - 1, P the chance that the own side then wins the match: 1 where it has won with this deal,
        -1 where the others have. Rows are the standings before the deal, numbered by `standing`, the own side first:
        own score, their score, and `dealer_side` 0 where the own side deals, 1 where the others do.

        Args:
            outcomes: real numbers [K], own points less theirs in the deal, such as `point_differences(rules)`. An
                outcome that no deal of this game pays, as a network that plays several games has, counts as the
                nearest whole number within those that it does.

        Raises:
            ChancesError: more than two sides, where a difference does not say who has scored.
            ValueError: `outcomes` is not a row of finite numbers.
        """
        rules = self.standings.rules
        if rules.sides > 2:
            raise ChancesError(f"a difference of points says who has scored between two sides, not {rules.sides}")
        given = np.asarray(outcomes, np.float64)
        if given.ndim != 1 or not np.isfinite(given).all():
            raise ValueError(f"outcomes must be finite numbers [K], not {outcomes!r}")
        own = np.append(self.table[:, 0], 0.0)  # the last: the match is over
        most = point_differences(rules)[-1]
        differences = np.rint(given.clip(-most, most)).astype(np.int32)
        worth = np.empty((len(self.table), len(differences)), np.float32)
        for column, difference in enumerate(differences.tolist()):
            share, following = self.standings.after(np.array([max(difference, 0), max(-difference, 0)]))
            worth[:, column] = 2 * (share[:, 0] + own[following]) - 1
        return worth


def match_chances(rules: Rules, distribution: OutcomeDistribution) -> MatchChances:
    """Solve a game whose deals end as `distribution` says, whatever the score.

    Raises:
        ChancesError: the game has no such table (see `Standings`), the distribution is of another game, or nobody ever
            scores in it, so that no match ends.
    """
    standings = Standings(rules)
    outcomes, probability = _scoring(rules, distribution)
    # Some number of deals in which nobody scores, then one that is dealt by the j-th side from here.
    void = max(0.0, 1 - probability.sum())
    deals_next = void ** np.arange(rules.sides)
    deals_next /= deals_next.sum()
    probability = probability / probability.sum()

    won = np.zeros((len(standings), rules.sides))
    following = np.empty((len(outcomes), len(standings)), np.intp)
    from_dealer = (np.arange(rules.sides) - standings.dealer_side[:, None]) % rules.sides  # intp [N, sides]
    for k, outcome in enumerate(outcomes):
        share, following[k] = standings.after(outcome[from_dealer])
        won += probability[k] * share

    chances = np.zeros((len(standings) + 1, rules.sides))  # the last: the match is over
    for layer in standings.layers():
        goes_on = np.tensordot(probability, chances[following[:, layer]], axes=1)
        by_dealer = won[layer] + goes_on  # float64 [sides, n, sides]: somebody scores, and such a side has dealt
        chances[layer] = sum(weight * np.roll(by_dealer, -j, axis=0) for j, weight in enumerate(deals_next))
    return MatchChances(standings, chances[:-1])


def _scoring(rules: Rules, distribution: OutcomeDistribution) -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """The outcomes, int16 [k, sides], in which somebody scores, and their probability, float64 [k]."""
    outcomes = distribution.outcomes
    if outcomes.shape[1] != rules.sides:
        raise ChancesError(f"the distribution has {outcomes.shape[1]} sides, {rules.variant} {rules.sides}")
    most = point_differences(rules)[-1]  # one side alone scores, and so much
    impossible = np.flatnonzero((outcomes.min(axis=1) != 0) | (outcomes.max(axis=1) > most))
    if impossible.size:
        raise ChancesError(
            f"no deal of {rules.variant} pays {outcomes[impossible[0]].tolist()}: some side scores nothing, "
            f"none loses, and none scores more than {most:g}"
        )
    scoring = outcomes.any(axis=1)
    if not scoring.any():
        raise ChancesError("nobody scores in any deal of the distribution, so no match would end")
    return outcomes[scoring], distribution.probability[scoring]
