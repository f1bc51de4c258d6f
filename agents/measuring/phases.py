"""A deal in two phases, the making and the play, and the agent that takes each from another agent."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from euchre_env import KINDS, Rules, VectorEuchre

PLAY_KINDS = ("play", "call")
"""Kinds of decision that put a card to a trick; all others come before and belong to the making."""

IN_PLAY = np.array([kind in PLAY_KINDS for kind in KINDS])
"""bool [kinds]: whether a decision of this kind, by its index in `KINDS`, belongs to the play."""

PHASES = ("making", "play")
"""The phases by name: first everything that is decided before the first card is led, then the tricks."""


class PhaseAgent:
    """Makes as one agent and plays as another.

    Args:
        rules: the game both play.
        making: decides before the first card is led: bids, exchanges and discards among them.
        play: decides what goes to the tricks.
    """

    def __init__(self, rules: Rules, making: Agent, play: Agent):
        self.making, self.play = making, play
        self.name = f"making of {making.name}, play of {play.name}"
        self.hash = f"{making.hash}+{play.hash}"
        layout = VectorEuchre(rules, num_tables=1).layout
        columns = range(layout.size)[layout["kind"]]
        named = zip(columns, layout.labels("kind"), strict=True)
        self._play_columns = [column for column, kind in named if kind in PLAY_KINDS]

    def act(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for observations uint8 [n, F] and masks int8 [n, A]."""
        in_play = observation[:, self._play_columns].any(axis=1)
        actions = np.zeros(len(observation), np.intp)
        for agent, rows in ((self.making, np.flatnonzero(~in_play)), (self.play, np.flatnonzero(in_play))):
            if rows.size:
                actions[rows] = agent.act(observation[rows], action_mask[rows], rng)
        return actions
