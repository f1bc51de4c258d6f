"""A second look at one decision, in fresh worlds: where the first look picks the greatest of several uncertain values,
what it finds is too high, and where few worlds have nearly all the weight, it may be mere chance.

Shapes: N worlds, A actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.advice.advice import Floats, lead_errors, weighed
from agents.advice.looks import Look, look_for, with_worlds
from agents.agent import Agent
from agents.match_chances import MatchChances
from agents.worlds.decision import MOST_TABLES
from euchre_env import Rules

TIMES = 8
"""How many times as many worlds as at the first look."""
MOST_WORLDS = 10_000
"""Never more, or a single action would need too many tables at once."""


class SecondOpinion(NamedTuple):
    """What a second look has found.

    Attributes:
        expected, error, lead_error: float64 [A] as in `Advice`.
        behind_error: float64 [A] the standard error of what the rival is expected to bring more than each action.
        effective: how many equal worlds the weights come to, from 1.
    """

    expected: Floats
    error: Floats
    lead_error: Floats
    behind_error: Floats
    effective: float


class SecondLook:
    """Looks at one decision at a time, so that it matters to none what else is looked at.

    Args:
        look: into as many worlds as it is to be.
    """

    def __init__(self, look: Look):
        self._look, self.worlds = look, look.worlds

    def __call__(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rival: int, seed: np.random.SeedSequence
    ) -> SecondOpinion:
        """What comes of each legal action.

        Args:
            observation: uint8 [F].
            action_mask: int8 [A], two legal actions at least.
            rival: the action that others are compared with, chosen before these worlds were drawn.
            seed: of all that is drawn.

        Raises:
            ValueError: the look knows of no values.
        """
        legal = action_mask != 0
        values, weights = self._values(observation, action_mask, seed)
        mean, error = (np.where(legal, found[0], np.nan) for found in weighed(values, weights))
        lead_error = np.where(legal, lead_errors(values, weights, legal[None])[0], np.nan)
        behind_error = np.where(legal, weighed(values[:, :, [rival]] - values, weights)[1][0], np.nan)
        return SecondOpinion(mean, error, lead_error, behind_error, float(1 / (weights**2).sum()))

    def _values(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], seed: np.random.SeedSequence
    ) -> tuple[Floats, Floats]:
        """Values float64 [1, N, A] and weights float64 [1, N].

        Some actions at a time, so that memory is bounded; the same seed draws the same worlds for all of them.
        """
        values = np.zeros((1, self.worlds, len(action_mask)))
        weights: Floats | None = None
        for mask in some_at_a_time(action_mask, max(1, MOST_TABLES // self.worlds)):
            looked = self._look(observation[None], mask[None], np.random.default_rng(seed))
            if looked.values is None or looked.weights is None:
                raise ValueError("there is no second look by an agent that knows of no values")
            values[:, :, mask != 0] = looked.values[:, :, mask != 0]
            weights = looked.weights
        if weights is None:
            raise ValueError("no action is legal")
        return values, weights


def second_look_for(agent: Agent, rules: Rules, first: int, chances: MatchChances | None = None) -> SecondLook:
    """The second look of an agent that knows of values, after a first into so many worlds.

    Raises:
        ChancesError: there are chances, and more than two sides.
    """
    worlds = max(first, min(TIMES * first, MOST_WORLDS))
    return SecondLook(look_for(with_worlds(agent, worlds), rules, worlds, chances))


def some_at_a_time(action_mask: NDArray[np.int8], most: int) -> Iterator[NDArray[np.int8]]:
    """Masks int8 [A] of at most so many of the legal actions each, which together are all of them.

    >>> [mask.tolist() for mask in some_at_a_time(np.array([1, 0, 1, 1], np.int8), 2)]
    [[1, 0, 1, 0], [0, 0, 0, 1]]
    """
    legal = np.flatnonzero(action_mask)
    for first in range(0, len(legal), most):
        mask = np.zeros_like(action_mask)
        mask[legal[first : first + most]] = 1
        yield mask
