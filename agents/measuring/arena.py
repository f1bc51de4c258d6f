"""Two agents against each other on duplicate deals: the same cards in every seating.

A block is one deal, or one match, in all its seatings. Luck that the cards bring to a seat comes to both agents, so the
mean of a block says more than as many independent deals would, and an agent against itself scores exactly 0. Deals and
matches are played in chunks that know nothing of each other: block n is the first deal of table n, whatever else is
played beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.measuring.chunks import Progress, Spread, chunks_of, here, ignore
from agents.measuring.episodes import first_episodes
from agents.measuring.seating import deal_seatings, match_seatings
from agents.measuring.statistics import Interval, block_rate_interval, elo_of, mean_interval
from euchre_env import Rules, VectorEuchre

DEALS, MATCHES = 0, 1  # counters that keep the random numbers of the two apart


@dataclass(frozen=True)
class DealResult:
    """Points per deal of A against B.

    `points_per_deal` is the mean of A's seats minus the mean of B's seats, with its 95 % interval from the blocks.
    """

    deals: int
    points_per_deal: float
    interval: Interval
    histogram: dict[float, int]
    """how many blocks came to how many points, ascending"""
    deviation: float
    """standard deviation of a block; 0 where there is only one"""

    @classmethod
    def of(cls, blocks: NDArray[np.float64]) -> DealResult:
        """The result of blocks, float64 [n].

        >>> DealResult.of(np.array([1.0, 0.0, -1.0, 0.0])).histogram
        {-1.0: 1, 0.0: 2, 1.0: 1}
        """
        mean, interval = mean_interval(blocks)
        values, counts = np.unique(blocks, return_counts=True)
        histogram = dict(zip(values.tolist(), counts.tolist(), strict=True))
        return cls(len(blocks), mean, interval, histogram, float(blocks.std(ddof=1)) if len(blocks) > 1 else 0.0)


@dataclass(frozen=True)
class MatchResult:
    """Matches won by A, alone on its side, against B on all others.

    `win_rate` counts 1/k for a match with k winners; its 95 % interval comes from the blocks. A match not won within
    `deal_limit` deals is broken off and counts as drawn, the fair share for everybody; `unfinished` of the `played`
    matches ended so.
    """

    played: int
    unfinished: int
    win_rate: float
    interval: Interval
    fair_share: float
    deal_limit: int

    @property
    def elo(self) -> float | None:
        """Elo difference that gives this win rate; None where it is not finite, or with more than two sides."""
        return elo_of(self.win_rate) if self.fair_share == 0.5 else None

    @property
    def elo_interval(self) -> tuple[float | None, float | None]:
        """Elo differences at the ends of the win rate's interval, None as for `elo`."""
        low, high = (elo_of(rate) if self.fair_share == 0.5 else None for rate in self.interval)
        return low, high


def deal_limit(rules: Rules) -> int:
    """Deals after which a match is broken off: about ten times as many as it takes, and far more than random players
    need; a match of `num_deals` always ends before.

    Where scores can fall (`euchre_mode=set_back`), weak players drift away from the target for ever; and players who
    always pass never end any match.
    """
    return 10 * max(10, rules.target or 0, rules.num_deals or 0) * rules.match_games


def play_deals(
    rules: Rules,
    agents: Sequence[Agent],
    deals: int,
    seed: int,
    progress: Progress = ignore,
    spread: Spread = here,
) -> DealResult:
    """Play `deals` distinct deals from 0-0 in every seating."""
    return DealResult.of(np.concatenate(list(block_points(rules, agents, deals, seed, progress, spread))))


def block_points(
    rules: Rules,
    agents: Sequence[Agent],
    deals: int,
    seed: int,
    progress: Progress = ignore,
    spread: Spread = here,
) -> Iterator[NDArray[np.float64]]:
    """The points of A against B in the blocks of distinct deals, float64 [n], chunk after chunk.

    Block n is the first deal of table n, so that every seat deals as often.
    """
    # Margins are whole numbers, so the mean of an agent against itself is 0 to the bit.
    whole = len(deal_seatings(rules)) * _common_denominator(rules)
    for margins in spread(partial(_margins, rules, tuple(agents), seed), chunks_of(deals), progress):
        yield margins / whole


def play_matches(
    rules: Rules,
    agents: Sequence[Agent],
    matches: int,
    seed: int,
    progress: Progress = ignore,
    spread: Spread = here,
) -> MatchResult:
    """Play `matches` distinct matches from 0-0, each in every seating, on the same deals."""
    limit = deal_limit(rules)
    work = partial(_shares, rules, tuple(agents), seed, limit)
    parts, unfinished = zip(*spread(work, chunks_of(matches), progress), strict=True)
    won, whole = np.concatenate(parts), _match_parts(rules)
    played = len(won) * rules.sides
    rate = int(won.sum()) / (whole * played)  # whole numbers: an agent against itself has its fair share to the bit
    interval = block_rate_interval(won / (whole * rules.sides), rules.sides)
    return MatchResult(played, sum(unfinished), rate, interval, 1 / rules.sides, limit)


def _margins(rules: Rules, agents: Sequence[Agent], seed: int, chunk: range, progress: Progress) -> NDArray[np.int64]:
    """A's points minus B's, summed over the seatings, times the common denominator: int64 [n]."""
    side_of = [rules.side_of(seat) for seat in range(rules.players)]
    denominator, margins = _common_denominator(rules), np.zeros(len(chunk), np.int64)
    for seating in deal_seatings(rules):
        seats = np.array(seating)
        weights = np.where(seats == 0, denominator // (seats == 0).sum(), -denominator // (seats == 1).sum())
        tables = VectorEuchre(rules, len(chunk), seed, episode="deal", table_numbers=chunk)
        for rows in first_episodes(tables, agents, seating, (seed, DEALS, chunk.start)):
            margins[rows] += tables.points[rows][:, side_of] @ weights
            progress(len(rows))
    return margins


def _shares(
    rules: Rules, agents: Sequence[Agent], seed: int, limit: int, chunk: range, progress: Progress
) -> tuple[NDArray[np.int64], int]:
    """A's shares of the matches of a chunk, summed over the seatings, in parts of a match: int64 [n]. And how many were
    broken off."""
    whole, shares, unfinished = _match_parts(rules), np.zeros(len(chunk), np.int64), 0
    for seating in match_seatings(rules):
        ours = rules.side_of(seating.index(0))
        tables = VectorEuchre(rules, len(chunk), seed, episode="match", table_numbers=chunk)
        for rows in first_episodes(tables, agents, seating, (seed, MATCHES, chunk.start), limit):
            won = tables.winners[rows]  # bool [n, sides]; nobody where the match was broken off
            winners = won.sum(axis=1)
            parts = np.where(winners > 0, won[:, ours] * (whole // np.maximum(winners, 1)), whole // rules.sides)
            shares[rows] += parts
            unfinished += int((winners == 0).sum())
            progress(len(rows))
    return shares, unfinished


def _common_denominator(rules: Rules) -> int:
    """What A's and B's numbers of seats both divide, in every seating."""
    return math.lcm(*range(1, rules.players))


def _match_parts(rules: Rules) -> int:
    """A match won, in parts that can be shared by any number of winners."""
    return math.lcm(*range(1, rules.sides + 1))
