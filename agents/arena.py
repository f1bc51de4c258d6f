"""Two agents against each other on duplicate deals: the same cards in every seating.

A block is one deal, or one match, in all its seatings. Luck that the cards bring to a seat comes to both agents, so the
mean of a block says more than as many independent deals would, and an agent against itself scores exactly 0: whatever
an agent draws depends on the deals, the step and the side it plays, never on which of the two agents it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.randomness import Purpose, generator
from agents.seating import Seating, deal_seatings, match_seatings
from agents.statistics import Interval, mean_interval, wilson_interval
from euchre_env import Rules, VectorEuchre

MAX_TABLES = 2048  # played at once

Progress = Callable[[int], object]
"""Told how many deals or matches more have been played."""


def ignore(_: int) -> None:
    """The progress of what nobody watches."""


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


@dataclass(frozen=True)
class MatchResult:
    """Matches won by A, alone on its side, against B on all others.

    `win_rate` counts 1/k for a match with k winners. A match not won within `deal_limit` deals is broken off and counts
    as drawn, the fair share for everybody; `unfinished` of the `played` matches ended so.
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
        if self.fair_share != 0.5 or not 0 < self.win_rate < 1:
            return None
        return 400 * math.log10(self.win_rate / (1 - self.win_rate))


def deal_limit(rules: Rules) -> int:
    """Deals after which a match is broken off: about ten times as many as it takes, and far more than random players
    need; a match of `num_deals` always ends before.

    Where scores can fall (`euchre_mode=set_back`), weak players drift away from the target for ever; and players who
    always pass never end any match.
    """
    return 10 * max(10, rules.target or 0, rules.num_deals or 0) * rules.match_games


def play_deals(rules: Rules, agents: Sequence[Agent], deals: int, seed: int, progress: Progress = ignore) -> DealResult:
    """Play `deals` distinct deals from 0-0 in every seating.

    The deals of a table follow each other, the deal passing to the left, so that every seat deals as often.
    """
    seatings = deal_seatings(rules)
    blocks = np.zeros(deals, np.int64)
    for seating in seatings:
        blocks += _margins(rules, agents, seating, deals, seed, progress)
    # Margins are whole numbers, so the mean of an agent against itself is 0 to the bit.
    points = blocks / (len(seatings) * _common_denominator(rules))
    mean, interval = mean_interval(points)
    values, counts = np.unique(points, return_counts=True)
    return DealResult(deals, mean, interval, dict(zip(values.tolist(), counts.tolist(), strict=True)))


def play_matches(
    rules: Rules, agents: Sequence[Agent], matches: int, seed: int, progress: Progress = ignore
) -> MatchResult:
    """Play `matches` distinct matches from 0-0, each in every seating, on the same deals."""
    seatings = match_seatings(rules)
    whole = math.lcm(*range(1, rules.sides + 1))  # a match won, in parts that can be shared by any number of winners
    shares, unfinished = 0, 0
    for seating in seatings:
        for first in range(0, matches, MAX_TABLES):
            tables = min(MAX_TABLES, matches - first)
            won = _winners(rules, agents, seating, first, tables, seed, progress)  # bool [B, sides]
            winners = won.sum(axis=1)
            ours = won[:, rules.side_of(seating.index(0))]
            parts = np.where(winners > 0, ours * (whole // np.maximum(winners, 1)), whole // rules.sides)
            shares += int(parts.sum())
            unfinished += int((winners == 0).sum())
    played = matches * len(seatings)
    rate = shares / (whole * played)
    interval = wilson_interval(rate, played)
    return MatchResult(played, unfinished, rate, interval, 1 / rules.sides, deal_limit(rules))


def _margins(
    rules: Rules, agents: Sequence[Agent], seating: Seating, deals: int, seed: int, progress: Progress
) -> NDArray[np.int64]:
    """A's points minus B's, times the common denominator, int64 [deals], in one seating."""
    num_tables = min(deals, MAX_TABLES)
    tables = VectorEuchre(rules, num_tables=num_tables, seed=seed, episode="deal")
    seats, side_of = np.array(seating), np.array([rules.side_of(seat) for seat in range(rules.players)])
    denominator = _common_denominator(rules)
    weights = np.where(seats == 0, denominator // (seats == 0).sum(), -denominator // (seats == 1).sum())
    margins, step = np.zeros(deals, np.int64), 0
    while True:
        block = tables.deal_number * num_tables + np.arange(num_tables)  # deal by deal over the tables
        playing = block < deals
        if not playing.any():
            return margins
        _, deal_over, _ = tables.step(_decide(tables, agents, seating, playing, (seed, 0, step)))
        rows = np.flatnonzero(deal_over & playing)
        margins[block[rows]] = tables.points[rows][:, side_of] @ weights
        progress(len(rows))
        step += 1


def _winners(
    rules: Rules, agents: Sequence[Agent], seating: Seating, first: int, num_tables: int, seed: int, progress: Progress
) -> NDArray[np.bool_]:
    """Who won the first match at each table, bool [B, sides]; nobody where it is broken off."""
    numbers = np.arange(first, first + num_tables)
    tables = VectorEuchre(rules, num_tables=num_tables, seed=seed, table_numbers=numbers, episode="match")
    winners = np.zeros((num_tables, rules.sides), np.bool_)
    playing, limit = np.ones(num_tables, np.bool_), deal_limit(rules)
    step = 0
    while playing.any():
        _, _, episode_over = tables.step(_decide(tables, agents, seating, playing, (seed, 1 + first, step)))
        rows = np.flatnonzero(episode_over & playing)
        winners[rows] = tables.winners[rows]
        still = playing & ~episode_over & (tables.deal_number < limit)
        progress(int(playing.sum() - still.sum()))
        playing = still
        step += 1
    return winners


def _decide(
    tables: VectorEuchre,
    agents: Sequence[Agent],
    seating: Seating,
    playing: NDArray[np.bool_],
    counters: tuple[int, ...],
) -> NDArray[np.intp]:
    """Actions of all tables, intp [B]; agents are asked only where there is a choice and the result still counts.

    `counters` say which random numbers are drawn: other ones in every step, the same ones in every seating.
    """
    actions = tables.forced_action.copy()
    asked = playing & ~tables.forced
    packed, mask = tables.observe_packed(), tables.action_mask
    side = np.array([tables.rules.side_of(seat) for seat in range(tables.num_seats)])[tables.seat]
    for its in range(tables.rules.sides):
        rows = np.flatnonzero(asked & (side == its))
        if rows.size:
            agent = agents[seating[its]]  # seats 0 .. sides - 1 are on different sides, in order
            observation = tables.layout.unpack(packed[rows])
            rng = generator(Purpose.EVALUATION, *counters, its)
            actions[rows] = agent.act(observation, mask[rows], rng)
    return actions


def _common_denominator(rules: Rules) -> int:
    """What A's and B's numbers of seats both divide, in every seating."""
    return math.lcm(*range(1, rules.players))
