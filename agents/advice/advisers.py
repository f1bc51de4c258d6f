"""Who gives advice: every agent in its own way.

Shapes: n decisions, A actions, N worlds.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from agents.advice.advice import Advice, Floats, lead_errors, weighed
from agents.advice.match import Judge, MatchWorth, by_match, for_match, in_points
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
from agents.worlds.decision import chunks, surely_best
from euchre_env import Rules

WORLDS = 128
"""Worlds that a decision is looked at in, unless the agent itself has a number of them."""

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


class Adviser:
    """Says what an agent makes of decisions; made by `adviser_for`.

    Args:
        look: how the agent looks at decisions.
    """

    def __init__(self, look: Look):
        self._look = look

    @property
    def worlds(self) -> int:
        """Worlds that a decision is looked at in; 1 if it looks into none."""
        return self._look.worlds

    def advise(self, observation: Observations, action_mask: Masks, rng: np.random.Generator) -> Advice:
        """What the agent makes of n decisions at different tables of one game.

        Args:
            observation: uint8 [n, F].
            action_mask: int8 [n, A].
            rng: whatever is drawn is drawn from it: equal calls give equal answers.
        """
        legal = action_mask != 0
        probabilities = np.where(legal.sum(axis=1, keepdims=True) == 1, legal, 0.0)
        expected, error, lead_error = (np.full(legal.shape, np.nan) for _ in range(3))
        known = True
        several = np.flatnonzero(legal.sum(axis=1) > 1)
        for rows in chunks(several, legal[several].sum(axis=1) * self._look.worlds):
            looked = self._look(observation[rows], action_mask[rows], rng)
            probabilities[rows] = looked.probabilities
            if looked.values is None or looked.weights is None:
                known = False
                continue
            mean, deviation = weighed(looked.values, looked.weights)
            here = legal[rows]
            expected[rows], error[rows] = np.where(here, mean, np.nan), np.where(here, deviation, np.nan)
            lead_error[rows] = np.where(here, lead_errors(looked.values, looked.weights, here), np.nan)
        return Advice(probabilities, expected, error, lead_error) if known else Advice(probabilities)


def adviser_for(agent: Agent, rules: Rules, worlds: int = WORLDS, chances: MatchChances | None = None) -> Adviser:
    """The adviser that speaks for an agent.

    * A network: its own probabilities; what its search finds in worlds that it thinks likely. Where exact play is not
      installed, its critic judges the last tricks, too.
    * `search:AGENT` and `pimc:N`: what they choose, with probability 1, and what they have found in their worlds. By
      the match they choose what is best for the match.
    * `rule`: its choice; what comes of each action where it plays on in every seat.
    * `random`: the same chance for each; agents from elsewhere: their choice. They know of no points.

    Args:
        agent: plays by `rules`.
        rules: the game.
        worlds: N, for agents that have no number of worlds of their own; from 2.
        chances: of the match; actions are judged by them instead of by points.

    Raises:
        ChancesError: there are chances, and more than two sides.
        ValueError: fewer than 2 worlds.

    >>> from euchre_env import VectorEuchre
    >>> tables = VectorEuchre("north_american", seed=1)
    >>> advice = adviser_for(RuleAgent(tables.rules), tables.rules, worlds=8).advise(
    ...     tables.observe(), tables.action_mask, np.random.default_rng(0))
    >>> tables.action_name(0, int(advice.probabilities.argmax())), int(np.isnan(advice.expected).sum())
    ('pass', 30)
    """
    if worlds < 2:
        raise ValueError(f"worlds={worlds}: there must be 2 at least, or nothing is known of the error")
    worth = None if chances is None else MatchWorth(rules, chances)
    judge = in_points if worth is None else by_match(rules, worth)
    match agent:
        case NeuralAgent():
            exact_tricks = EXACT_TRICKS if INSTALLED else 0
            search = SearchAgent(rules, agent, agent.name, worlds, exact_tricks)
            return Adviser(NetworkLook(rules, agent, for_match(search, exact_tricks, worth), judge))
        case SearchAgent():
            return Adviser(SearchLook(for_match(agent, EXACT_TRICKS, worth), judge))
        case PIMCAgent():
            return Adviser(PIMCLook(agent, judge))
        case RuleAgent():
            return Adviser(RuleLook(rules, agent, worlds, judge))
    return Adviser(ChancesLook(agent))


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
