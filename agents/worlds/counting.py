"""How many ways there are to lay unseen cards in places that may not hold all of them: exactly, by dynamic programming.

Cards are laid one after the other. Of what is laid already only this matters: how much room each place has left. Places
that may hold any unseen card are alike, and so are those that may hold the same ones; a `pool` of places is all of a
kind. What is counted is the ways to lay cards in single slots, so that a pool need not know how its room is divided:
the ways to fill places are as many, divided by the orders of the cards in each place.

Shapes: K cases, P places, U steps, G pools that may not hold every card, D states of their room.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import factorial

import numpy as np
from numpy.typing import NDArray

from agents.view import U64, Words
from agents.worlds.knowledge import Cases, Counts

NO_CARD = 63  # a bit beyond every pack
MOST_STATES = 1 << 22  # numbers in one table
FACTORIAL = np.array([float(factorial(k)) for k in range(64)])


@dataclass(frozen=True)
class Pools:
    """The pools of K cases.

    Attributes:
        cases: what is to be laid where.
        limits: uint64 [K, P] the unseen cards that each place may hold; nothing for one without room.
        first: intp [K, P] the first place of the same pool as each place, -1 in the pool that may hold any card.
    """

    cases: Cases
    limits: Words
    first: Counts

    @classmethod
    def of(cls, cases: Cases) -> Pools:
        """The places of the cases that may hold the same cards."""
        limits = cases.unseen[:, None] & np.where(cases.room > 0, cases.allowed, U64(0))
        first = (limits[:, :, None] == limits[:, None, :]).argmax(2)
        anything = (limits == cases.unseen[:, None]) | (cases.room <= 0)
        return cls(cases, limits, np.where(anything, -1, first))

    @cached_property
    def room(self) -> Counts:
        """intp [K, P]: the room of the pool that begins with each place, 0 where none does."""
        places = np.arange(self.first.shape[1])
        return ((self.first[:, :, None] == places) * self.cases.room[:, :, None]).sum(1)

    def batches(self) -> Iterator[NDArray[np.intp]]:
        """The cases intp [k] with pools of the same sizes or nearly so, as many at a time as a table can hold."""
        sizes = -np.sort(-self.room, axis=1)
        pools = (sizes > 0).sum(1)
        for number in np.unique(pools):
            rows = np.flatnonzero(pools == number)
            rows = rows[np.lexsort(sizes[rows].T[::-1])]
            states = int(np.prod(sizes[rows].max(0)[:number] + 1)) * 64
            yield from np.array_split(rows, -(-len(rows) * states // MOST_STATES))


class Ways:
    """The ways to lay the cards of K cases that are still to be laid before each of U steps.

    Attributes:
        cards: intp [U, K] the card that is laid at each step; 63, which is no card, before the first.
        allowed: bool [U, P, K] whether it may lie in each place.
        stride: intp [K, P] by how much the number of a state falls when a card goes to each place.
        start: intp [K] the state before the first step.
        left: float64 [U + 1, K * D] the ways to lay the cards from a step on, in slots; by the state before it.
    """

    def __init__(self, pools: Pools, rows: NDArray[np.intp]) -> None:
        cases = pools.cases.take(rows)
        first, room = pools.first[rows], pools.room[rows]
        beginnings = [np.flatnonzero(row) for row in room]
        self.pools = len(beginnings[0])
        begins = np.array(beginnings, np.intp).reshape(len(rows), self.pools)
        sizes = np.take_along_axis(room, begins, 1)
        self.shape = tuple((sizes.max(0) + 1).tolist())
        strides = np.array([int(np.prod(self.shape[pool + 1 :])) for pool in range(self.pools)], np.intp)
        self.stride = ((first[:, :, None] == begins[:, None, :]) * strides).sum(2)
        self.states = int(np.prod(self.shape))
        self.start = sizes @ strides + np.arange(len(rows)) * self.states
        self.cards = last_bits(cases.unseen)
        words = U64(1) << self.cards.astype(U64)
        self.allowed = pools.limits[rows].T[None] & words[:, None] != 0
        self.left = self._count(np.take_along_axis(pools.limits[rows], begins, 1))
        self.total = self.left[0].take(self.start) / FACTORIAL[np.maximum(cases.room, 0)].prod(1)

    def _count(self, limits: Words) -> NDArray[np.float64]:
        """From the last card backwards: it goes to a slot of the pool that may hold any, or to one of another."""
        steps, cases = self.cards.shape
        left = np.zeros((steps + 1, cases, *self.shape))
        left[(steps, slice(None), *(0,) * self.pools)] = 1
        rooms = np.indices(self.shape)
        aside = rooms.sum(0)
        wide = (slice(None), *(None,) * self.pools)
        words = U64(1) << self.cards.astype(U64)
        for step in range(steps - 1, -1, -1):
            after, now = left[step + 1], left[step]
            np.multiply(np.maximum(steps - step - aside, 0), after, out=now)
            for pool in range(self.pools):
                here, there = shifted(pool, self.pools)
                may = (limits[:, pool] & words[step] != 0)[wide]
                now[here] += may * rooms[pool][here[1:]] * after[there]
            none = self.cards[step] == NO_CARD
            now[none] = after[none]
        return left.reshape(steps + 1, -1)


def shifted(pool: int, pools: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """The states with room in a pool, and those with one slot less."""
    before, after = (slice(None),) * (1 + pool), (slice(None),) * (pools - pool - 1)
    return (*before, slice(1, None), *after), (*before, slice(None, -1), *after)


def last_bits(words: Words) -> NDArray[np.intp]:
    """intp [most, K]: the bits of each word, highest first, aligned at the end; `NO_CARD` before.

    >>> last_bits(np.array([0b101, 0b1], np.uint64)).tolist()
    [[2, 63], [0, 0]]
    """
    most = int(np.bitwise_count(words).max(initial=0))
    bits, rest = np.full((most, len(words)), NO_CARD), words.copy()
    for step in range(most - 1, -1, -1):
        lowest = rest & (~rest + U64(1))
        bits[step] = np.where(lowest != 0, np.bitwise_count(lowest - np.minimum(lowest, U64(1))), NO_CARD)
        rest ^= lowest
    return bits
