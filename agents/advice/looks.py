"""How agents look at decisions, every agent in its own way.

Shapes: n decisions, A actions, N worlds.
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from agents.advice.advice import Floats
from agents.advice.match import Judge, MatchWorth, by_match, for_advice, in_points
from agents.advice.roll_outs import RollOuts
from agents.agent import Agent
from agents.double_dummy.compiler import INSTALLED
from agents.match_chances import MatchChances
from agents.neural_agent import NeuralAgent
from agents.pimc import PIMCAgent
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from agents.search import SearchAgent
from agents.search.agent import EXACT_TRICKS
from agents.worlds.decision import surely_best
from euchre_env import Rules

Observations = NDArray[np.uint8]
Masks = NDArray[np.int8]


class Looked(NamedTuple):
    """What a look into n decisions with a choice has found.

    Attributes:
        probabilities: float64 [n, A].
        values: float64 [n, N, A] what each legal action is worth in each world; None where nothing is known.
        weights: float64 [n, N] of the worlds, summing to 1; None with `values`.
    """

    probabilities: Floats
    values: Floats | None = None
    weights: Floats | None = None


class Look(Protocol):
    """How an agent looks at decisions. `worlds`: those that it looks into, 1 if it looks into none."""

    worlds: int

    def __call__(self, observation: Observations, action_mask: Masks, rng: np.random.Generator) -> Looked:
        """Look at observations uint8 [n, F] with masks int8 [n, A]."""
        ...


def look_for(agent: Agent, rules: Rules, worlds: int, chances: MatchChances | None = None) -> Look:
    """How an agent looks at decisions: see `adviser_for`.

    Raises:
        ChancesError: there are chances, and more than two sides.
    """
    worth = None if chances is None else MatchWorth(rules, chances)
    judge = in_points if worth is None else by_match(rules, worth)
    match agent:
        case NeuralAgent():
            exact_tricks = EXACT_TRICKS if INSTALLED else 0
            search = SearchAgent(rules, agent, agent.name, worlds, exact_tricks)
            return NetworkLook(rules, agent, for_advice(search, exact_tricks, worth), judge)
        case SearchAgent():
            return SearchLook(for_advice(agent, EXACT_TRICKS, worth), judge)
        case PIMCAgent():
            return PIMCLook(agent, judge)
        case RuleAgent():
            return RuleLook(rules, agent, worlds, judge)
    return ChancesLook(agent)


def with_worlds(agent: Agent, worlds: int) -> Agent:
    """The same agent, looking into so many worlds if it has a number of its own."""
    if isinstance(agent, SearchAgent | PIMCAgent):
        agent = copy(agent)
        agent.worlds = worlds
    return agent


class NetworkLook:
    """A network's own probabilities, and what its search finds."""

    def __init__(self, rules: Rules, agent: NeuralAgent, search: SearchAgent, judge: Judge):
        self.worlds, self._search, self._judge = search.worlds, search, judge
        self._network = NeuralAgent(agent.policy, rules.variant, agent.name, agent.hash, greedy=False)

    def __call__(self, observation: Observations, action_mask: Masks, rng: np.random.Generator) -> Looked:
        """Look at observations uint8 [n, F] with masks int8 [n, A]."""
        probabilities = self._network.probabilities(observation, action_mask)
        values, weights = self._search.values(observation, action_mask, rng)
        return Looked(probabilities, self._judge(observation, values), weights)


class SearchLook:
    """What the search on top of a network finds, and does upon it."""

    def __init__(self, agent: SearchAgent, judge: Judge):
        self.worlds, self._agent, self._judge = agent.worlds, agent, judge

    def __call__(self, observation: Observations, action_mask: Masks, rng: np.random.Generator) -> Looked:
        """Look at observations uint8 [n, F] with masks int8 [n, A]."""
        preferred = self._agent.agent.act(observation, action_mask, rng)
        values, weights = self._agent.values(observation, action_mask, rng)
        values = self._judge(observation, values)
        plausible = self._agent.plausible_actions(observation, preferred)
        chosen = surely_best(values, plausible, preferred, weights, self._agent.caution)
        return Looked(certain(chosen, action_mask), values, weights)


class PIMCLook:
    """What perfect-information Monte Carlo finds, and does upon it."""

    def __init__(self, agent: PIMCAgent, judge: Judge):
        self.worlds, self._agent, self._judge = agent.worlds, agent, judge

    def __call__(self, observation: Observations, action_mask: Masks, rng: np.random.Generator) -> Looked:
        """Look at observations uint8 [n, F] with masks int8 [n, A]."""
        preferred = self._agent.rule.act(observation, action_mask, rng)
        values = np.zeros((len(action_mask), self.worlds, action_mask.shape[1]))
        for rows, of_rows in self._agent.values(observation, action_mask, rng):
            values[rows] = np.where(action_mask[rows, None] != 0, of_rows, 0.0)
        values = self._judge(observation, values)
        chosen = surely_best(values, action_mask != 0, preferred)
        return Looked(certain(chosen, action_mask), values, np.full(values.shape[:2], 1 / self.worlds))


class RuleLook:
    """What the rule agent does, and what comes of everything if it goes on."""

    def __init__(self, rules: Rules, agent: RuleAgent, worlds: int, judge: Judge):
        self.worlds, self._agent, self._judge = worlds, agent, judge
        self._roll_outs = RollOuts(rules, agent, worlds)

    def __call__(self, observation: Observations, action_mask: Masks, rng: np.random.Generator) -> Looked:
        """Look at observations uint8 [n, F] with masks int8 [n, A]."""
        chosen = self._agent.act(observation, action_mask, rng)
        values, weights = self._roll_outs.values(observation, action_mask, rng)
        return Looked(certain(chosen, action_mask), self._judge(observation, values), weights)


class ChancesLook:
    """What an agent does, or with which chances; it knows of no points."""

    worlds = 1

    def __init__(self, agent: Agent):
        self._agent = agent

    def __call__(self, observation: Observations, action_mask: Masks, rng: np.random.Generator) -> Looked:
        """Look at observations uint8 [n, F] with masks int8 [n, A]."""
        if isinstance(self._agent, RandomAgent):
            return Looked(self._agent.probabilities(observation, action_mask))
        return Looked(certain(self._agent.act(observation, action_mask, rng), action_mask))


def certain(actions: NDArray[np.intp], action_mask: Masks) -> Floats:
    """float64 [n, A]: probability 1 for the chosen actions, intp [n]."""
    probabilities = np.zeros(action_mask.shape)
    probabilities[np.arange(len(actions)), actions] = 1
    return probabilities
