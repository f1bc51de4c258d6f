"""An equilibrium of the reduced game, by CFR+ (Tammelin 2014; Bowling, Burch, Johanson and Tammelin 2015).

In each information set the regret of an action is what would have been gained so far by always taking it there; the
strategy follows the regrets that are positive, and a regret never sinks below zero. The mean of the strategies, later
ones counting more, comes to an equilibrium: an agent that nobody can exploit, to measure others by.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
from numpy.typing import NDArray

from agents.exploit.exact import edge_worths, node_worths, summed, weights, without
from agents.exploit.game_tree import DEALER, ELDEST, GameTree, Strategy


def uniform(tree: GameTree) -> Strategy:
    """Every legal action as likely as any other."""
    return [level.normalised(np.zeros(len(level.action))) for level in tree.levels]


def equilibria(tree: GameTree) -> Iterator[Strategy]:
    """The mean strategies after one, two, three, ... iterations, without end."""
    regrets, sums = ([np.zeros(len(level.action)) for level in tree.levels] for _ in range(2))
    strategy = uniform(tree)
    for iteration in count(1):
        for role in (ELDEST, DEALER):
            strategy = _improved(tree, strategy, role, regrets)
            reach = own_reach(tree, strategy, role)
            for total, likely in zip(sums, reach, strict=True):
                total += iteration * likely
        yield [level.normalised(total) for level, total in zip(tree.levels, sums, strict=True)]


def _improved(tree: GameTree, strategy: Strategy, role: int, regrets: list[NDArray[np.float64]]) -> Strategy:
    """The strategy after one role has learnt from it; its `regrets` are brought up to date."""
    along = weights(tree, without(tree, strategy, role))
    improved, worth = Strategy(), np.zeros(0)
    for level, weight, chances, regret in reversed(list(zip(tree.levels, along, strategy, regrets, strict=True))):
        of_edges = edge_worths(level, weight, worth, role)
        of_choices = summed(of_edges, level.choice, len(level.action))
        gained = of_choices - np.add.reduceat(of_choices * chances, level.first)[level.infoset]
        mine = level.role == role
        np.maximum(regret + gained, 0, out=regret, where=mine)
        improved.append(np.where(mine, level.normalised(regret), chances))
        worth = node_worths(level, of_edges, chances, role)
    return improved[::-1]


def own_reach(tree: GameTree, strategy: Strategy, role: int) -> list[NDArray[np.float64]]:
    """How likely a role's own actions lead to each of its choices and take it, float64 [K] a level; 0 for the other's.

    From all nodes of an information set it is the same, since the seat remembers what it did.
    """
    found, reach = list[NDArray[np.float64]](), np.ones(tree.levels[0].nodes)
    for level, chances in zip(tree.levels, strategy, strict=True):
        mine = level.role == role
        along = reach[level.node] * np.where(mine, chances, 1)[level.choice]
        of_choices = np.zeros(len(level.action))
        of_choices[level.choice] = along
        found.append(of_choices * mine)
        reach = along[level.goes_on]
    return found
