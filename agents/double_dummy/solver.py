"""The double-dummy solver: exact values of positions, and of every card that may be played in them.

How far it reaches, on one core: a deal of four hands of five cards takes about 10 µs, one of five hands 15 µs. The last
five tricks of seven hands take about 0.2 ms, a whole deal of seven hands of seven cards some milliseconds, now and then
a second. `python -m agents.double_dummy` measures it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.double_dummy.compiler import require_compiler
from agents.double_dummy.open_play import OpenPlay, Words, refuse
from agents.double_dummy.records import NODE, games_of, memory_for

ILLEGAL = int(np.iinfo(np.int16).min)
"""What stands in the place of a value where a card may not be played."""


def solve(position: OpenPlay, payoff: NDArray[np.int16]) -> NDArray[np.int16]:
    """What each position is worth to the makers when both sides see all cards and choose the best, int16 [n].

    Args:
        position: n positions; cards may lie on the table, and where all are played the payoff is the value.
        payoff: int16 [n, T + 1], or [T + 1] for all: what it is worth that the makers take 0, 1, ... T tricks in the
            whole deal. It must not fall: a trick never costs who takes it anything.

    Raises:
        MissingCompilerError: numba is not installed.
        ValueError: a payoff of another shape or type, one that falls or that does not reach as far as the tricks.
    """
    return _evaluate(position, payoff, each_card=False)[:, 0]


def solve_cards(position: OpenPlay, payoff: NDArray[np.int16]) -> NDArray[np.int16]:
    """What each position is worth after each card, int16 [n, C]; `ILLEGAL` where a card may not be played.

    Arguments and errors are those of `solve`.
    """
    return np.roll(_evaluate(position, payoff, each_card=True), position.trumps, axis=1)


def best_cards(position: OpenPlay, payoff: NDArray[np.int16]) -> Words:
    """The best cards of the seats in turn as words, uint64 [n]: all that are worth most to the side that chooses.

    0 where all cards are played. Arguments and errors are those of `solve`.
    """
    values = solve_cards(position, payoff).astype(np.int32)
    to_makers = position.makers_choose[np.arange(len(values)), position.seat]
    worth = np.where(to_makers[:, None], values, -values)
    worth[values == ILLEGAL] = ILLEGAL
    best = (worth == worth.max(1, keepdims=True)) & (worth != ILLEGAL)
    return (best.astype(np.uint64) << np.arange(position.cards, dtype=np.uint64)).sum(1, dtype=np.uint64)


def _evaluate(position: OpenPlay, payoff: NDArray[np.int16], each_card: bool) -> NDArray[np.int16]:
    """int16 [n, 1] of the positions, or int16 [n, C] of every card, the trumps last."""
    require_compiler()
    from agents.double_dummy.search import evaluate  # only now: what it imports takes a second

    payoffs = _checked(position, payoff)
    values = np.full((len(payoffs), position.cards if each_card else 1), ILLEGAL, np.int16)
    nodes = np.zeros(position.hands.shape[1] * payoffs.shape[1] + 1, NODE)
    evaluate(games_of(position), payoffs, each_card, nodes, memory_for(position), values)
    return values


def _checked(position: OpenPlay, payoff: NDArray[np.int16]) -> NDArray[np.int16]:
    """The payoff of every position, int16 [n, T + 1]."""
    rows = len(position.hands)
    if payoff.dtype != np.int16 or payoff.ndim not in (1, 2) or payoff.shape[:-1] not in ((), (rows,)):
        raise ValueError(f"payoff: must be int16 [{rows}, T + 1] or [T + 1], not {payoff.dtype} {list(payoff.shape)}")
    payoffs = np.array(np.broadcast_to(payoff, (rows, payoff.shape[-1])))  # a copy, which may be written to
    refuse("payoff", "falls from one number of tricks to the next", (payoffs[:, 1:] < payoffs[:, :-1]).any(1))
    refuse("payoff", "knows fewer tricks than there are", position.taken + position.tricks_left >= payoffs.shape[1])
    return payoffs
