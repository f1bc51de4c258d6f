"""Deals played on: by the rule agent until every hand can be opened, from there on without errors.

Shapes: B tables. The dealer is the seat 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.pimc.rule_player import RulePlayer
from agents.worlds.outcomes import OpenTables, can_be_opened, rewards
from euchre_env import Rules, WorldEngine

MOST_TRICKS = {2: 5, 3: 5, 4: 5, 5: 3, 7: 3}
"""By players, how many tricks are left at most when the hands are opened; with more, five and seven take too long."""


def values_after(
    engine: WorldEngine, actions: NDArray[np.intp], seat: NDArray[np.intp], player: RulePlayer, rng: np.random.Generator
) -> NDArray[np.float64]:
    """float64 [B]: what a `seat` intp [B] is rewarded with after these actions, intp [B]. The engine is used up."""
    rules: Rules = engine.rules
    values, rows, side = np.zeros(len(seat)), np.arange(len(seat)), seat % rules.sides
    numbers = actions - player.offsets[engine.kind]
    opened: list[tuple[NDArray[np.intp], OpenTables]] = []
    while rows.size:
        engine.step(numbers)
        values[rows[engine.over]] = rewards(engine.points, side[rows[engine.over]])
        ready = can_be_opened(engine, MOST_TRICKS[rules.players])
        goes_on = ~ready
        ready[engine.over] = goes_on[engine.over] = False
        if ready.any():
            opened.append((rows[ready], OpenTables(engine.subset(np.flatnonzero(ready)))))
        if not goes_on.all():
            engine, rows = engine.subset(np.flatnonzero(goes_on)), rows[goes_on]
        numbers = player.numbers(engine, np.arange(len(rows)), rng) if rows.size else numbers
    for at, tables in opened:
        values[at] = tables.values(seat[at])
    return values
