"""The agent that looks into its worlds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from agents.pimc.rollout import MOST_TRICKS, values_after
from agents.pimc.rule_player import RulePlayer, Surprises
from agents.rule import RuleAgent
from agents.view import HandView
from agents.worlds import WorldSampler
from agents.worlds.decision import chunks, surely_best
from agents.worlds.outcomes import OpenTables
from agents.worlds.replay import replayed
from euchre_env import Rules, WorldEngine

VERSION = "pimc/1"
"""Changes whenever the agent decides anything otherwise and the rule agent that it asks does not."""

DRAWN = 8  # worlds for each that is looked into

Values = NDArray[np.float64]
Evaluate = Callable[[WorldEngine, NDArray[np.intp], NDArray[np.bool_], np.random.Generator], Values]


class PIMCAgent:
    """Perfect-information Monte Carlo: what does best in N worlds, deals that the seat takes for possible.

    **Worlds.** 8 N are drawn, each history that agrees with all that the seat knows as likely as any other
    (`agents.worlds.WorldSampler`); of them those N are looked into in which the rule agent, in the place of the others,
    would most often have called, passed on and put away what they have. Cards to tricks are not judged.

    **A card to a trick.** What follows is played with every hand open and without errors (`agents.double_dummy`). There
    are two camps in a deal, the makers and all others, so with more than two sides this is "paranoid": the others play
    together. With five and seven players whole deals take too long; the tricks before the last three are played by the
    rule agent.

    **Any other decision.** The rule agent makes all that follow, in every seat by what that seat would see, until the
    play begins; that goes on as above.

    **The choice.** A deal is worth the seat's reward: the points of its side less the mean of the other sides'. Scores
    do not count. The rule agent's choice is taken unless another action gains over it, by the mean of all worlds, more
    than its standard error: less the worlds cannot tell apart, and of what is equally good the rule agent knows better.

    What an observation is answered does not depend on the others it is asked with; from the generator a key is drawn,
    one for a call.

    Attributes:
        worlds: N.
    """

    def __init__(self, rules: Rules, worlds: int) -> None:
        """Play by `rules`, looking into so many `worlds`.

        Raises:
            ValueError: there must be two worlds at least.
        """
        if worlds < 2:
            raise ValueError(f"pimc:{worlds}: must look into 2 worlds at least")
        self.name, self.rules, self.worlds = f"pimc:{worlds}", rules, worlds
        self.view, self.rule = HandView(rules), RuleAgent(rules)
        self.sampler, self.player = WorldSampler(rules, self.view), RulePlayer(self.view, self.rule)
        self.hash = hashlib.sha256(f"{VERSION} {worlds} {self.rule.hash}".encode()).hexdigest()

    def act(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for observations uint8 [n, F] and masks int8 [n, A]."""
        chosen = self.rule.act(observation, action_mask, rng)
        for rows, values in self.values(observation, action_mask, rng):
            chosen[rows] = surely_best(values, action_mask[rows] != 0, chosen[rows])
        return chosen

    def values(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> Iterator[tuple[NDArray[np.intp], Values]]:
        """Some rows intp [k] at a time of n observations uint8 [n, F] with masks int8 [n, A]: what each action is worth
        in each world, float64 [k, N, A]; of no meaning where it is not legal."""
        key = int(rng.integers(1 << 63))
        trick = self.view.read(observation).trick
        opened = (trick >= 0) & (self.rules.hand_size - trick <= MOST_TRICKS[self.rules.players])
        actions = np.where(opened, 1, action_mask.sum(1, dtype=np.intp))
        ways: tuple[tuple[NDArray[np.bool_], Evaluate], ...] = ((opened, self._open), (~opened, self._play_on))
        for rows_of, evaluate in ways:
            rows = np.flatnonzero(rows_of)
            for chunk in chunks(rows, np.maximum(actions[rows], DRAWN) * self.worlds):
                draws = np.random.default_rng(key)
                engine = self._likely_worlds(observation[chunk], draws)
                seat = self.view.read(observation[chunk]).position
                yield chunk, evaluate(engine, seat, action_mask[chunk] != 0, draws)

    def _likely_worlds(self, observation: NDArray[np.uint8], rng: np.random.Generator) -> WorldEngine:
        """n * N tables, the worlds of an observation side by side."""
        worlds = self.sampler.sample(observation, DRAWN * self.worlds, rng)
        surprises = Surprises(self.player, len(observation) * DRAWN * self.worlds, rng)
        engine = replayed(self.view, observation, worlds, surprises.hear)
        count = surprises.count.reshape(len(observation), -1)
        likely = np.argsort(count, axis=1, kind="stable")[:, : self.worlds]
        return engine.subset((np.arange(len(likely))[:, None] * count.shape[1] + likely).ravel())

    def _open(
        self,
        engine: WorldEngine,
        seat: NDArray[np.intp],
        legal: NDArray[np.bool_],
        rng: np.random.Generator,  # noqa: ARG002 - nothing is left to chance
    ) -> Values:
        """The worth of cards when the hands are opened at once."""
        values = OpenTables(engine).card_values(seat.repeat(self.worlds)).reshape(len(seat), self.worlds, -1)
        return np.pad(values, ((0, 0), (0, 0), (0, legal.shape[1] - values.shape[2])))

    def _play_on(
        self, engine: WorldEngine, seat: NDArray[np.intp], legal: NDArray[np.bool_], rng: np.random.Generator
    ) -> Values:
        """The worth of actions after which the rule agent goes on."""
        position, action = np.nonzero(legal)
        tables = (position[:, None] * self.worlds + np.arange(self.worlds)).ravel()
        actions, seats = action.repeat(self.worlds), seat[position].repeat(self.worlds)
        values = np.zeros((len(legal), self.worlds, legal.shape[1]))
        of_actions = values_after(engine.subset(tables), actions, seats, self.player, rng)
        values[position, :, action] = of_actions.reshape(-1, self.worlds)
        return values
