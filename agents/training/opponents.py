"""Whom the learner plays with: mostly itself, at some tables its moving average or one of its past selves.

Against its latest self alone a learner can chase its own tail; a uniform pool of past selves is the cure that worked
for bridge (arXiv 2406.10306). An opponent stays the same through a whole deal, and only the learner's side is recorded.
"""

from __future__ import annotations

import copy
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from torch import nn

from agents.training.average import MovingAverage

SELF, AVERAGE = -1, 0
"""Numbers of opponents; a past self is numbered by the update after which it was kept, from 1."""


@dataclass(frozen=True)
class OpponentConfig:
    """How many tables play against whom; at the others the learner plays all seats."""

    average: float = 0.1
    """share of the tables where one side is the learner, the others its moving average"""
    past: float = 0.1
    """share of the tables where the others are a past self"""
    past_selves: int = 10
    """how many past selves are kept; of these one is drawn for the deals that begin during an update"""
    keep_every: int = 10
    """updates between past selves"""


class OpponentPool:
    """The learner's average and past selves.

    Args:
        average: the moving average.
        config: how many are kept.
    """

    def __init__(self, average: MovingAverage, config: OpponentConfig):
        self.average, self.config = average, config
        self.past: dict[int, nn.Module] = {}
        self.drawn = SELF
        """the past self that deals beginning now are played against"""

    def actor(self, number: int) -> nn.Module:
        """The opponent of that number."""
        return self.average.actor if number == AVERAGE else self.past[number]

    def draw(self, rng: np.random.Generator) -> None:
        """Choose the past self for the deals that will begin."""
        kept = sorted(self.past)[-self.config.past_selves :]
        self.drawn = int(rng.choice(kept)) if kept else SELF

    def keep(self, update: int, actor: nn.Module, in_use: Collection[int]) -> None:
        """After every `keep_every` updates: keep a copy of the learner; drop the oldest that nobody plays against."""
        if self.config.past == 0 or update % self.config.keep_every:
            return
        self.past[update] = copy.deepcopy(actor).requires_grad_(False)
        for old in sorted(self.past)[: -self.config.past_selves]:
            if old not in in_use:
                del self.past[old]

    def for_tables(self, tables: NDArray[np.intp], num_tables: int) -> NDArray[np.int64]:
        """The opponents, int64 [n], in deals that begin at these tables, intp [n], of `num_tables`."""
        averages = round(self.config.average * num_tables)
        pasts = round(self.config.past * num_tables)
        return np.select([tables < averages, tables < averages + pasts], [AVERAGE, self.drawn], SELF).astype(np.int64)
