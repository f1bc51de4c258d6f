"""Matches played many at once and given out in one order, in which the deal passes on from match to match.

Match m is played at table number m, and seat m mod S deals first: it depends on the seed and m, not on what is played
beside it. The order is one that a single table could have played: after a match dealt last by seat d comes, of the
matches that seat d + 1 deals first, the lowest-numbered one not yet given out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from euchre_env.rules import Rules
from euchre_env.vector import VectorEuchre

MOST_AT_ONCE = 256  # more costs more memory and hardly saves time
DRAWS = 64  # random numbers drawn at a time for one match

Record = dict[str, Any]


def generator(seed: int, *purpose: int) -> np.random.Generator:
    """Random numbers of their own for each purpose, none of them those that the cards are drawn from."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=purpose))


class Players(Protocol):
    """Who plays at the tables of a wave."""

    def __call__(self, tables: VectorEuchre, active: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Legal actions, intp [B]; where `active` bool [B] is False any will do."""
        ...


NewPlayers = Callable[[int, Sequence[int]], Players]  # (seed, numbers of the matches begun) -> who plays them


class RandomPlayers:
    """Uniformly random legal actions, for each match from a generator of its own."""

    def __init__(self, seed: int, numbers: Sequence[int]) -> None:
        self.generators = [generator(seed, number) for number in numbers]
        self.decisions = 0
        self.draws = np.zeros((0, 0))

    def __call__(self, tables: VectorEuchre, active: NDArray[np.bool_]) -> NDArray[np.intp]:  # noqa: ARG002 - costs nothing
        """Choose for every table, intp [B]."""
        if self.decisions % DRAWS == 0:
            self.draws = np.array([one.random(DRAWS) for one in self.generators])
        draw = self.draws[:, self.decisions % DRAWS]
        self.decisions += 1
        count = tables.action_mask.cumsum(axis=1, dtype=np.int16)
        chosen = (draw * count[:, -1]).astype(np.int16)
        actions: NDArray[np.intp] = (count > chosen[:, None]).argmax(axis=1)
        return actions


class Wave:
    """Matches played side by side, one a table, as far as anybody asks for their deals."""

    def __init__(self, rules: Rules, seed: int, numbers: Sequence[int], new_players: NewPlayers) -> None:
        self.tables = VectorEuchre(rules, num_tables=len(numbers), seed=seed, table_numbers=np.array(numbers, np.int64))
        self.players = new_players(seed, numbers)
        self.deals: list[list[Record]] = [[] for _ in numbers]
        self.over = np.zeros(len(numbers), bool)

    def match(self, table: int) -> Iterator[Record]:
        """The records of one match, deal by deal; plays on where there are not enough of them yet."""
        given = 0
        while True:
            for record in self.deals[table][given:]:
                yield record
                given += 1
            if self.over[table]:
                return
            self._play_on()

    def _play_on(self) -> None:
        """One decision at every table."""
        _, deal_over, episode_over = self.tables.step(self.players(self.tables, ~self.over))
        for table in np.flatnonzero(deal_over & ~self.over):
            self.deals[table].append(self.tables.finished_record(int(table)))
        self.over |= episode_over


def deals_in_order(rules: Rules, seed: int, new_players: NewPlayers = RandomPlayers) -> Iterator[Record]:
    """Deal records without end, match after match; seat 0 deals first."""
    seats = rules.players
    waiting: list[deque[Iterator[Record]]] = [deque() for _ in range(seats)]  # matches by first dealer
    begun, dealer = [0] * seats, 0  # begun: by first dealer, too
    while True:
        if not waiting[dealer]:
            # As many at once as have been begun before: a match that never ends (set-back) is not played beside others.
            first, count = begun[dealer], min(max(begun[dealer], 1), MOST_AT_ONCE)
            numbers = [dealer + seats * nth for nth in range(first, first + count)]
            wave = Wave(rules, seed, numbers, new_players)
            waiting[dealer].extend(wave.match(table) for table in range(count))
            begun[dealer] += count
        for record in waiting[dealer].popleft():
            yield record
            dealer = (record["dealer"] + 1) % seats
