"""A learner's game told by a plain loop over one table, as the tests of the Gymnasium environments expect it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_env import VectorEuchre

Choice = Callable[[NDArray[np.uint8], NDArray[np.int8]], int]


class Decision(NamedTuple):
    """What the learner sees when it is to decide, and what came of its decision before: what it has earned, and
    whether an episode ended."""

    observation: NDArray[np.uint8]
    mask: NDArray[np.int8]
    earned: float
    ended: bool


def by_hash(observation: NDArray[np.uint8], mask: NDArray[np.int8]) -> int:
    """A legal action that depends on everything that is seen, and on nothing else."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(observation.tobytes()) % len(legal)])


def decisions_of(tables: VectorEuchre, learner: int, skip_forced: bool = False) -> Iterator[Decision]:
    """The learner's decisions at one table where everybody plays by `by_hash`.

    What an episode pays before the learner's first decision in it comes with what that one earns; what it pays if
    there is no such decision is nobody's.
    """
    earned, decided = 0.0, False
    final: float | None = 0.0  # what the episode before has paid; there was none before the first
    first = True
    while True:
        observation, mask = tables.observe()[0].copy(), tables.action_mask[0].copy()
        if tables.seat[0] == learner and not (skip_forced and mask.sum() == 1):
            if final is None:
                final, earned = earned, 0.0
                yield Decision(observation, mask, final, ended=False)
            else:
                yield Decision(observation, mask, final, ended=not first)
            final, first, decided = None, False, True
        reward, _, episode_over = tables.step(np.array([by_hash(observation, mask)]))
        earned += float(reward[0, learner])
        if episode_over[0]:
            final, earned, decided = (earned if decided else final), 0.0, False
