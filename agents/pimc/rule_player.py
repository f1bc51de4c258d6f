"""The rule agent at the tables of worlds: what it would do, and where it is surprised by what was done.

Shapes: B tables. The dealer is the seat 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.view import U64, HandView
from agents.worlds.replay import BURY, CALL, PLAY, lowest, offsets_of
from euchre_env import WorldEngine


class RulePlayer:
    """Asks the rule agent about tables of one game.

    Attributes:
        offsets: intp [kinds] by kind of decision, what an action is more than the bit or call that it stands for.
    """

    def __init__(self, view: HandView, rule: Agent) -> None:
        self.view, self.rule = view, rule
        self.offsets = offsets_of(view.actions)

    def numbers(self, engine: WorldEngine, rows: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.intp]:
        """What it does at the tables `rows` intp [k], as numbers of bits or calls, intp [k]."""
        legal = engine.legal[rows]
        numbers = lowest(legal.astype(U64))
        open_to_choice = np.flatnonzero(np.bitwise_count(legal) > 1)
        if open_to_choice.size:
            rows = rows[open_to_choice]
            observation = self.view.layout.unpack(engine.observe().T[rows])
            mask = observation[:, : self.view.actions.size].view(np.int8)
            numbers[open_to_choice] = self.rule.act(observation, mask, rng) - self.offsets[engine.kind[rows]]
        return numbers


class Surprises:
    """Counts, while worlds are replayed, the decisions of others that the rule agent would have made otherwise. The
    more there are, the less likely a world is the real one. Cards to tricks, and those buried, are not judged.

    Attributes:
        count: intp [B].
    """

    def __init__(self, player: RulePlayer, tables: int, rng: np.random.Generator) -> None:
        self._player, self._rng = player, rng
        self.count = np.zeros(tables, np.intp)

    def hear(
        self, engine: WorldEngine, rows: NDArray[np.intp], numbers: NDArray[np.intp], own: NDArray[np.bool_]
    ) -> None:
        """Take in a step, as `replayed` tells it."""
        judged = np.flatnonzero(~own & ~np.isin(engine.kind, (PLAY, CALL, BURY)))
        if judged.size:
            self.count[rows[judged]] += self._player.numbers(engine, judged, self._rng) != numbers[judged]
