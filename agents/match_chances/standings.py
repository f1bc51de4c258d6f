"""The standings of a match between two deals, numbered, and where each of them leads.

Shapes: N standings; sides are columns, the same ones throughout, and `dealer_side` says which of them deals next.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.match_chances.distribution import ChancesError
from euchre_env import Rules, settle

MOST_STANDINGS = 2**18
"""So many are solved in seconds."""


class Standings:
    """Every standing of a match that goes on: who deals, the games won, the scores in the game.

    They are numbered as the cells of an array of `shape` (sides, match_games once a side, target once a side), the last
    fastest. Only games for two and three sides whose scores cannot fall have them: scores that fall sink without end
    (`euchre_mode=set_back`, `jambone_euchre=deduct`), and the bidding games for five and seven have too many scores, or
    too many deals, to list.

    Attributes:
        scores, games: int32 [N, sides] of each standing.
        dealer_side: intp [N], the side that deals.

    Raises:
        ChancesError: the rules are of another game; the message says which option stands in the way.
    """

    def __init__(self, rules: Rules):
        target = check(rules)
        self.rules = rules
        self.shape = (rules.sides, *[rules.match_games] * rules.sides, *[target] * rules.sides)
        numbers = np.indices(self.shape, np.int32).reshape(len(self.shape), -1).T
        self.dealer_side = numbers[:, 0].astype(np.intp)
        self.games, self.scores = numbers[:, 1 : 1 + rules.sides], numbers[:, 1 + rules.sides :]

    def __len__(self) -> int:
        """N, how many there are."""
        return len(self.dealer_side)

    def number(
        self, scores: NDArray[np.integer[Any]], games: NDArray[np.integer[Any]], dealer_side: NDArray[np.integer[Any]]
    ) -> NDArray[np.intp]:
        """The numbers, intp [n], of standings: integers [n, sides], [n, sides], [n].

        Raises:
            ValueError: arrays of other shapes, or a standing that no match of this game has between two deals.
        """
        sides = self.rules.sides
        if dealer_side.ndim != 1 or not scores.shape == games.shape == (dealer_side.size, sides):
            shapes = ", ".join(str(list(array.shape)) for array in (scores, games, dealer_side))
            raise ValueError(f"standings are scores [n, {sides}], games [n, {sides}] and dealer_side [n], not {shapes}")
        columns = np.column_stack([dealer_side, games, scores])
        outside = np.flatnonzero(((columns < 0) | (columns >= self.shape)).any(axis=1))
        if outside.size:
            row = outside[0]
            raise ValueError(
                f"no match of {self.rules.variant} goes on at scores {scores[row].tolist()}, games "
                f"{games[row].tolist()}, dealer's side {dealer_side[row]}: there are {sides} sides, a game "
                f"ends with {self.rules.target} points and a match with {self.rules.match_games} games"
            )
        return np.ravel_multi_index(tuple(columns.T), self.shape)

    def after(self, points: NDArray[np.integer[Any]]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """What a deal leads to from every standing that pays `points`, integers [N, sides] or [sides].

        Returns (share float64 [N, sides] of the match that each side has won, k winners 1/k each, 0 where it goes on;
        following intp [N]: the standing before the next deal, N where the match is over).
        """
        paid = np.broadcast_to(points, self.scores.shape).T.astype(np.int32)
        nobody = np.full(len(self), -1)  # who made trump counts in the bidding games alone, as does the deal's number
        numbers = np.ones(len(self), np.intp)
        standing = settle(self.rules, self.scores.T, self.games.T, paid, self.dealer_side, nobody, numbers)
        winners = standing.winners.sum(axis=0)
        share = standing.winners.T / np.maximum(winners, 1)[:, None]
        games = standing.games * (winners == 0)
        following = self.number(standing.scores.T, games.T, (self.dealer_side + 1) % self.rules.sides)
        return share, np.where(winners > 0, len(self), following)

    def layers(self) -> list[NDArray[np.intp]]:
        """The standings in an order in which what follows a deal that scores comes first.

        Each layer, intp [sides, n], holds n scores, of which none leads to another; the first axis is who deals.
        """
        each = len(self) // self.rules.sides
        game = self.scores[:each].sum(axis=1)
        progress = self.games[:each].sum(axis=1) * (self.scores.max() * self.rules.sides + 1) + game
        last_first = np.argsort(-progress, kind="stable")
        layers = np.split(last_first, np.flatnonzero(np.diff(progress[last_first])) + 1)
        return [layer + each * np.arange(self.rules.sides)[:, None] for layer in layers]


def check(rules: Rules) -> int:
    """The target of a game whose standings can be listed.

    Raises:
        ChancesError: they cannot.
    """
    exist = "a table of winning chances needs two or three sides whose scores cannot fall"
    if rules.target is None or rules.sides > 3:
        raise ChancesError(f"{exist}; {rules.variant} has {rules.sides} sides")
    if rules.euchre_mode == "set_back":
        raise ChancesError(f"{exist}; in {rules.variant} with euchre_mode=set_back they do")
    if rules.jambone and rules.jambone_euchre == "deduct":
        raise ChancesError(f"{exist}; in {rules.variant} with jambone_euchre=deduct they do")
    count = rules.sides * (rules.match_games * rules.target) ** rules.sides
    if count > MOST_STANDINGS:
        raise ChancesError(
            f"{rules.variant} with target={rules.target} and match_games={rules.match_games} has {count:,} standings; "
            f"tables of winning chances are made for up to {MOST_STANDINGS:,}"
        )
    return rules.target
