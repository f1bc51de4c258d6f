"""Uniformly random legal actions for many tables at once: the k-th set bit of every word."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.cards import Words

U8, U16 = np.uint8, np.uint16
CHUNK = 12  # bits looked up at once


@cache
def select_table() -> NDArray[np.uint8]:
    """uint8 [CHUNK * 2**CHUNK]: [rank, word] the place of the word's set bit of that rank, 0 being the lowest."""
    left, table = np.arange(1 << CHUNK), np.zeros((CHUNK, 1 << CHUNK), U8)
    for rank in range(CHUNK):
        table[rank] = np.bitwise_count((left & -left) - 1) * (left > 0)
        left &= left - 1
    return table.ravel()


class UniformSampler:
    """Draws one set bit of each word with equal chances; B words a call, reproducible from `seed`.

    The draw is 13 bits of a random 16-bit number scaled to the count, so a chance is off by at most 2**-13. The bit
    of that rank is found chunk by chunk from below: where a chunk holds fewer set bits, the next one is looked at.
    """

    def __init__(self, num_tables: int, dtype: type[Any], seed: int = 0, bits: int = 64) -> None:
        """Words of `dtype` (uint32 or uint64) of which only the lowest `bits` are ever up."""
        n, width = num_tables, 8 * np.dtype(dtype).itemsize
        self.random = np.random.Generator(np.random.SFC64(seed))
        self.num_tables, self.chunks = n, -(-min(bits, width) // CHUNK)
        self.buffered = max(1, min(4096, 262_144 // n))
        self.next = self.buffered
        self.wide, self.rank, self.count = np.zeros(n, U16), np.zeros(n, U8), np.zeros(n, U8)
        self.words, self.chunk, self.mask, self.beyond = (np.zeros(n, dtype) for _ in range(4))
        self.flag, self.part, self.place = np.zeros(n, bool), np.zeros(n, U8), np.zeros(n, U8)
        self.index, self.actions = np.zeros(n, np.intp), np.zeros(n, np.intp)
        self.LOW, self.UP = np.array((1 << CHUNK) - 1, dtype), np.array(CHUNK, dtype)

    def __call__(self, legal: Words) -> NDArray[np.intp]:
        """The number of a set bit for each of `legal` [B] (none of them 0): intp [B], reused by the next call."""
        rank, count, chunk, flag_bytes = self.rank, self.count, self.chunk, self.flag.view(U8)
        self._draw(legal)
        np.bitwise_and(legal, self.LOW, chunk)
        self.place[:] = 0
        words = legal
        for _ in range(1, self.chunks):
            np.bitwise_count(chunk, count)
            np.greater_equal(rank, count, self.flag)  # the bit lies beyond this chunk
            np.multiply(count, flag_bytes, self.part)
            np.subtract(rank, self.part, rank)
            np.multiply(flag_bytes, U8(CHUNK), self.part)
            np.add(self.place, self.part, self.place)
            words = np.right_shift(words, self.UP, self.words)
            self._look_further(words, flag_bytes)
        np.copyto(self.mask, rank)
        np.left_shift(self.mask, self.UP, self.mask)
        np.bitwise_or(self.mask, chunk, self.mask)
        np.copyto(self.index, self.mask, casting="unsafe")
        select_table().take(self.index, out=self.part, mode="wrap")
        np.add(self.place, self.part, self.place)
        np.copyto(self.actions, self.place)
        return self.actions

    def _draw(self, legal: Words) -> None:
        """The rank of the bit to take, from 0 to the number of set bits less one."""
        if self.next >= self.buffered:
            raw = self.random.bytes(2 * self.num_tables * self.buffered)
            self.buffer = np.frombuffer(raw, U16).reshape(self.buffered, self.num_tables)
            self.next = 0
        np.bitwise_count(legal, self.count)
        np.right_shift(self.buffer[self.next], U16(3), self.wide)
        np.multiply(self.wide, self.count, self.wide)
        np.right_shift(self.wide, U16(13), self.wide)
        np.copyto(self.rank, self.wide, casting="unsafe")
        self.next += 1

    def _look_further(self, words: Words, flag_bytes: NDArray[np.uint8]) -> None:
        """Where the bit lies beyond the chunk, take the chunk that is now the lowest of `words`."""
        np.bitwise_and(words, self.LOW, self.beyond)
        np.bitwise_xor(self.beyond, self.chunk, self.beyond)
        np.copyto(self.mask, flag_bytes)
        np.negative(self.mask, self.mask)
        np.bitwise_and(self.beyond, self.mask, self.beyond)
        np.bitwise_xor(self.chunk, self.beyond, self.chunk)
