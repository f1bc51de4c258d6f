"""Exact play with open cards: what a position is worth when everybody sees every hand and nobody errs.

>>> import numpy as np
>>> from agents.double_dummy import OpenPlay
>>> one_trick_left = OpenPlay(
...     suits=np.array([0b11, 0b1100, 0, 0], np.uint64),  # four cards, the lower two are trumps
...     hands=np.array([[0b1000, 0b0001]], np.uint64),  # the best plain card against the lowest trump
...     on_table=np.zeros((1, 2), np.uint64),
...     seat=np.array([0]),
...     active=np.ones((1, 2), bool),
...     makers=np.array([[True, False]]),
...     taken=np.array([2]),
... )
>>> one_trick_left.tricks_left
array([1])
"""

from agents.double_dummy.compiler import MissingCompilerError
from agents.double_dummy.open_play import OpenPlay
from agents.double_dummy.payoffs import payoffs
from agents.double_dummy.solver import ILLEGAL, best_cards, solve, solve_cards

__all__ = ["ILLEGAL", "MissingCompilerError", "OpenPlay", "best_cards", "payoffs", "solve", "solve_cards"]
