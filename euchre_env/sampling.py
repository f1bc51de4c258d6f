"""Uniformly random legal actions for many tables at once: the k-th set bit of every word."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.cards import Words

U16 = np.uint16
COMMON = 6  # up to so many bits are cleared at all tables; beyond it, row by row


class UniformSampler:
    """Draws one set bit of each word with equal chances; B words a call, reproducible from `seed`.

    The draw is 13 bits of a random 16-bit number scaled to the count, so a chance is off by at most 2**-13.
    """

    def __init__(self, num_tables: int, dtype: type[Any], seed: int = 0, most: int = 64) -> None:
        """Words of `dtype` (uint32 or uint64) with at most `most` bits up."""
        n, self.most = num_tables, most
        self.random = np.random.Generator(np.random.SFC64(seed))
        self.num_tables, self.one = n, np.array(1, dtype)
        self.rounds = [np.array(k, np.uint8) for k in range(min(COMMON, most - 1))]
        self.buffered = max(1, min(4096, 262_144 // n))
        self.next = self.buffered
        self.wide, self.rank, self.count = np.zeros(n, U16), np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self.words, self.scratch, self.flag = np.zeros(n, dtype), np.zeros(n, dtype), np.zeros(n, bool)
        self.actions = np.zeros(n, np.intp)

    def __call__(self, legal: Words) -> NDArray[np.intp]:
        """The number of a set bit for each of `legal` [B] (none of them 0): intp [B], reused by the next call."""
        words, scratch, rank, flag = self.words, self.scratch, self.rank, self.flag
        np.bitwise_count(legal, self.count)
        np.right_shift(self._random_bits(), U16(3), self.wide)
        np.multiply(self.wide, self.count, self.wide)
        np.right_shift(self.wide, U16(13), self.wide)
        np.copyto(rank, self.wide, casting="unsafe")
        np.copyto(words, legal)
        for k in self.rounds:  # clear the lowest bit while the rank is not reached
            np.greater(rank, k, flag)
            np.copyto(scratch, flag.view(np.uint8))
            np.subtract(words, scratch, scratch)
            np.bitwise_and(words, scratch, words)
        if self.most > COMMON + 1:
            self._clear_further()
        np.subtract(words, self.one, scratch)
        np.invert(words, words)
        np.bitwise_and(scratch, words, scratch)
        np.bitwise_count(scratch, self.count)
        np.copyto(self.actions, self.count)
        return self.actions

    def _random_bits(self) -> NDArray[np.uint16]:
        if self.next >= self.buffered:
            raw = self.random.bytes(2 * self.num_tables * self.buffered)
            self.buffer = np.frombuffer(raw, U16).reshape(self.buffered, self.num_tables)
            self.next = 0
        self.next += 1
        return self.buffer[self.next - 1]

    def _clear_further(self) -> None:
        """Words of which more than COMMON bits are to be cleared: few, so row by row."""
        rows = (self.rank > COMMON).nonzero()[0]
        cleared = COMMON
        while rows.size:
            self.words[rows] &= self.words[rows] - self.one
            cleared += 1
            rows = rows[self.rank[rows] > cleared]
