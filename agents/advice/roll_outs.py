"""What comes of an action where an agent plays on in every seat to the end of the deal: of agents without a critic.

Shapes: B tables, n decisions, N worlds, A actions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.pimc.rule_player import RulePlayer, Surprises
from agents.view import HandView
from agents.worlds import WorldSampler
from agents.worlds.outcomes import rewards
from agents.worlds.replay import replayed
from euchre_env import Rules, WorldEngine

SURPRISE = 0.1
"""How much less likely a world is for each decision of another that the agent would have made otherwise."""


class RollOuts:
    """Tries actions in worlds that agree with all that a seat knows, the likelier ones weighing more.

    Args:
        rules: the game.
        agent: plays on in every seat by what that seat would see; without chance, or its surprises mean nothing.
        worlds: N, in which each action is tried.
    """

    def __init__(self, rules: Rules, agent: Agent, worlds: int):
        self.worlds, self.view = worlds, HandView(rules)
        self.sampler, self.player = WorldSampler(rules, self.view), RulePlayer(self.view, agent)

    def values(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The values of all legal actions, float64 [n, N, A] (0 for others), and the worlds' weights, float64 [n, N],
        for observations uint8 [n, F] and masks int8 [n, A]."""
        worlds = self.sampler.sample(observation, self.worlds, rng)
        surprises = Surprises(self.player, len(observation) * self.worlds, rng)
        engine = replayed(self.view, observation, worlds, surprises.hear)
        seat = self.view.read(observation).position  # in worlds the dealer is the seat 0
        position, action = np.nonzero(action_mask)
        tables = (position[:, None] * self.worlds + np.arange(self.worlds)).ravel()
        tried = engine.subset(tables)
        numbers = action.repeat(self.worlds) - self.player.offsets[tried.kind]
        found = played_out(tried, numbers, seat[position].repeat(self.worlds), self.player, rng)
        values = np.zeros((len(action_mask), self.worlds, action_mask.shape[1]))
        values[position, :, action] = found.reshape(len(position), self.worlds)
        return values, weights_of(surprises.count.reshape(-1, self.worlds))


def weights_of(surprises: NDArray[np.intp]) -> NDArray[np.float64]:
    """float64 [n, N] that sum to 1: how likely worlds are by their surprises, intp [n, N].

    >>> weights_of(np.array([[2, 3]])).round(3).tolist()
    [[0.909, 0.091]]
    """
    likelihood = SURPRISE ** (surprises - surprises.min(axis=1, keepdims=True)).astype(np.float64)
    return likelihood / likelihood.sum(axis=1, keepdims=True)


def played_out(
    engine: WorldEngine, numbers: NDArray[np.intp], seat: NDArray[np.intp], player: RulePlayer, rng: np.random.Generator
) -> NDArray[np.float64]:
    """float64 [B]: what an absolute `seat` intp [B] is rewarded with when the deal ends.

    Args:
        engine: B tables; it is used up.
        numbers: intp [B] what is done first, a bit or call.
        player: makes all decisions after that.
    """
    values, rows = np.zeros(len(seat)), np.arange(len(seat))
    while rows.size:
        engine.step(numbers)
        values[rows[engine.over]] = rewards(engine.points, seat[rows[engine.over]] % engine.rules.sides)
        going = np.ones(len(rows), np.bool_)
        going[engine.over] = False
        engine, rows = engine.subset(np.flatnonzero(going)), rows[going]
        numbers = player.numbers(engine, np.arange(len(rows)), rng)
    return values
