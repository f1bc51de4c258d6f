"""Who gives advice: every agent in its own way.

Shapes: n decisions, A actions, N worlds.
"""

from __future__ import annotations

import numpy as np

from agents.advice.advice import Advice, lead_errors, weighed
from agents.advice.looks import Look, Masks, Observations, look_for
from agents.agent import Agent
from agents.match_chances import MatchChances
from agents.worlds.decision import chunks
from euchre_env import Rules

WORLDS = 128
"""Worlds that a decision is looked at in, unless the agent itself has a number of them."""


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

    >>> from agents.rule import RuleAgent
    >>> from euchre_env import VectorEuchre
    >>> tables = VectorEuchre("north_american", seed=1)
    >>> advice = adviser_for(RuleAgent(tables.rules), tables.rules, worlds=8).advise(
    ...     tables.observe(), tables.action_mask, np.random.default_rng(0))
    >>> tables.action_name(0, int(advice.probabilities.argmax())), int(np.isnan(advice.expected).sum())
    ('pass', 30)
    """
    if worlds < 2:
        raise ValueError(f"worlds={worlds}: there must be 2 at least, or nothing is known of the error")
    return Adviser(look_for(agent, rules, worlds, chances))
