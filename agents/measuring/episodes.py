"""Tables that agents play side by side: the first episode of each, from its start to its end.

Whatever an agent draws depends on the tables, the step, the side it plays and the phase of the deal, never on which
agent it is. So an agent against itself decides alike in every seating, even where it takes the making from one agent
and the play from another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.measuring.phases import IN_PLAY
from agents.measuring.seating import Seating
from agents.randomness import Purpose, generator
from euchre_env import VectorEuchre

Watch = Callable[[VectorEuchre, NDArray[np.bool_]], None]
"""Shown the tables before every step, with bool [B]: those whose first episode goes on."""


def first_episodes(
    tables: VectorEuchre,
    agents: Sequence[Agent],
    seating: Seating,
    counters: tuple[int, ...],
    deal_limit: int | None = None,
    watch: Watch | None = None,
) -> Iterator[NDArray[np.intp]]:
    """Play until the first episode of every table is over.

    Args:
        tables: B tables of which nothing has been played yet.
        agents: those who play, `seating`: which of them sits at each seat.
        counters: which random numbers the agents draw: others at other counters.
        deal_limit: deals after which an episode is broken off.
        watch: is shown the tables before each step.

    Yields:
        intp [n], after each step: the tables whose first episode has just ended, or was broken off. Points and winners
        stand in `tables` until the next step.
    """
    playing, step = np.ones(tables.num_tables, np.bool_), 0
    while playing.any():
        if watch is not None:
            watch(tables, playing)
        _, _, episode_over = tables.step(_decide(tables, agents, seating, playing, (*counters, step)))
        still = playing & ~episode_over
        if deal_limit is not None:
            still &= tables.deal_number < deal_limit
        yield np.flatnonzero(playing & ~still)
        playing = still
        step += 1


def _decide(
    tables: VectorEuchre,
    agents: Sequence[Agent],
    seating: Seating,
    playing: NDArray[np.bool_],
    counters: tuple[int, ...],
) -> NDArray[np.intp]:
    """Actions of all tables, intp [B]; agents are asked only where there is a choice and the result still counts.

    `counters` say which random numbers are drawn: other ones in every step, the same ones in every seating.
    """
    actions = tables.forced_action.copy()
    asked = playing & ~tables.forced
    packed, mask = tables.observe_packed(), tables.action_mask
    side = np.array([tables.rules.side_of(seat) for seat in range(tables.num_seats)])[tables.seat]
    phase = IN_PLAY[tables.decision_kind].astype(int)
    for side_number in range(tables.rules.sides):
        for phase_number in (0, 1):
            rows = np.flatnonzero(asked & (side == side_number) & (phase == phase_number))
            if rows.size:
                agent = agents[seating[side_number]]  # seats 0 .. sides - 1 are on different sides, in order
                rng = generator(Purpose.EVALUATION, *counters, side_number, phase_number)
                actions[rows] = agent.act(tables.layout.unpack(packed[rows]), mask[rows], rng)
    return actions
