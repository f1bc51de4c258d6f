"""What comes of an action in a world: the policy plays on until the seat's next decision, which the critic judges.

Towards the end of a deal the hands are played out without errors instead.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.search.insight import Insight
from agents.view import U64
from agents.worlds.outcomes import OpenTables, can_be_opened, rewards
from agents.worlds.replay import lowest
from euchre_env import WorldEngine


class LookAhead:
    """Plays on at tables of one game.

    Args:
        insight: the policy and its critic.
        exact_tricks: with so many tricks left at most, a deal is played out with open hands.
        critic: False: it is not asked, and the policy goes on beyond the seat's next decision.
    """

    def __init__(self, insight: Insight, exact_tricks: int, critic: bool = True):
        self._insight, self._exact_tricks, self._critic = insight, exact_tricks, critic
        self._sides = insight.rules.sides

    def values(
        self, engine: WorldEngine, numbers: NDArray[np.intp], seat: NDArray[np.intp], uniform: NDArray[np.float32]
    ) -> NDArray[np.float64]:
        """float64 [B]: what a seat can expect as its reward after an action.

        Args:
            engine: B tables; it is used up.
            numbers: intp [B] the action, a bit or call.
            seat: intp [B] who decides, and whose reward it is, counted from the dealer.
            uniform: float32 [B, D] what the others' choices are drawn with; D is more than any deal takes.
        """
        values, rows = np.zeros(len(seat)), np.arange(len(seat))
        for draw in uniform.T:
            engine.step(numbers)
            over = np.zeros(len(rows), np.bool_)
            over[engine.over] = True
            values[rows[over]] = rewards(engine.points, seat[rows[over]] % self._sides)
            exact = ~over & can_be_opened(engine, self._exact_tricks)
            if exact.any():
                few = engine.subset(np.flatnonzero(exact))
                values[rows[exact]] = OpenTables(few).values(seat[rows[exact]])
            own = (engine.seat_from_dealer == seat[rows]) & (np.bitwise_count(engine.legal) > 1)
            judged = own & ~over & ~exact & self._critic
            if judged.any():
                values[rows[judged]] = self._insight.margins(engine, np.flatnonzero(judged))
            going = np.flatnonzero(~over & ~exact & ~judged)
            if not going.size:
                break
            engine, rows = engine.subset(going), rows[going]
            numbers = self._choices(engine, draw[rows])
        return values

    def _choices(self, engine: WorldEngine, uniform: NDArray[np.float32]) -> NDArray[np.intp]:
        """intp [B]: bits or calls: the only ones where there is one, else what the policy draws."""
        numbers = lowest(engine.legal.astype(U64))
        rows = np.flatnonzero(np.bitwise_count(engine.legal) > 1)
        if rows.size:
            numbers[rows] = self._insight.numbers(engine, rows, uniform[rows])
        return numbers
