"""Search on top of a trained network: every action tried in worlds that are weighted by what has been seen."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from agents.neural_agent import NeuralAgent
from agents.search.belief import Belief
from agents.search.insight import Insight
from agents.search.look_ahead import LookAhead
from agents.view import HandView
from agents.worlds import WorldSampler
from agents.worlds.decision import chunks, surely_best
from agents.worlds.replay import replayed
from euchre_env import Rules

VERSION = "search/2"
WORLDS = 512
"""Worlds that a decision is looked at in."""
EXACT_TRICKS = 2
"""Tricks left when hands are opened and played out exactly."""
CAUTION = 1.5
"""Standard errors by which another action must be better than the network's own to be taken."""
PLAUSIBLE = 0.03
"""What the network finds less likely than that is not tried: worlds are too few to tell it from noise."""
LONGEST = 128
"""More decisions than any deal takes."""


class SearchAgent:
    """A network that looks ahead.

    It samples worlds as `WorldSampler` does, weighs them by how likely its network finds what the others have done in
    them (`Belief`), and tries each action that the network finds plausible in each (`LookAhead`). It departs from the
    network's own choice for the action that gains most over it, by the weighted mean of the worlds less `CAUTION`
    standard errors, if one does.

    Args:
        rules: the game.
        agent: the network.
        name: what reports call it.
        worlds, exact_tricks, caution, plausible: see the constants of the same names, which are the defaults.
    """

    def __init__(
        self,
        rules: Rules,
        agent: NeuralAgent,
        name: str,
        worlds: int = WORLDS,
        exact_tricks: int = EXACT_TRICKS,
        caution: float = CAUTION,
        plausible: float = PLAUSIBLE,
    ):
        self.rules, self.agent, self.name, self.worlds = rules, agent, name, worlds
        self.caution, self.plausible = caution, plausible
        settings = f"{worlds} {exact_tricks} {caution} {plausible}"
        self.hash = hashlib.sha256(f"{VERSION} {agent.hash} {settings}".encode()).hexdigest()
        self.view = HandView(rules)
        self.sampler = WorldSampler(rules, self.view)
        self.insight = Insight(rules, agent.policy)
        self.look_ahead = LookAhead(self.insight, exact_tricks)

    def act(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for observations uint8 [n, F] and masks int8 [n, A]."""
        actions = self.agent.act(observation, action_mask, rng)
        plausible = self.plausible_actions(observation, actions)
        choices = plausible.sum(axis=1)
        several = np.flatnonzero(choices > 1)
        for rows in chunks(several, choices[several] * self.worlds):
            actions[rows] = self._improve(observation[rows], plausible[rows], actions[rows], rng)
        return actions

    def plausible_actions(self, observation: NDArray[np.uint8], preferred: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which actions are tried, bool [n, A], the preferred ones intp [n] among them."""
        plausible = self.agent.leanings(observation) >= self.plausible
        plausible[np.arange(len(preferred)), preferred] = True
        return plausible

    def _improve(
        self,
        observation: NDArray[np.uint8],
        plausible: NDArray[np.bool_],
        preferred: NDArray[np.intp],
        rng: np.random.Generator,
    ) -> NDArray[np.intp]:
        """Better ones of the plausible actions bool [n, A] than the preferred, intp [n], where there are any."""
        values, weights = self.values(observation, plausible, rng)
        return surely_best(values, plausible, preferred, weights, self.caution)

    def values(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8 | np.bool_], rng: np.random.Generator
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The values of all actions that the mask allows in N worlds, float64 [n, N, A] (0 for others), and the
        worlds' weights, float64 [n, N]."""
        worlds = self.sampler.sample(observation, self.worlds, rng)
        seat = self.view.read(observation).position.repeat(self.worlds)
        belief = Belief(self.insight, len(seat))
        engine = replayed(self.view, observation, worlds, belief.hear)
        position, action = np.nonzero(action_mask)
        tables = (position[:, None] * self.worlds + np.arange(self.worlds)).ravel()
        uniform = rng.random((len(seat), LONGEST), np.float32)  # the same luck for every action in a world
        tried = engine.subset(tables)
        numbers = self.insight.number_of(tried, np.repeat(action, self.worlds))
        found = self.look_ahead.values(tried, numbers, seat[tables], uniform[tables])
        values = np.zeros((len(action_mask), self.worlds, action_mask.shape[1]))
        values[position, :, action] = found.reshape(len(position), self.worlds)
        return values, belief.weights(self.worlds)
