"""What the compiled search works on: one record a position, laid out so that a search never asks who sits out.

Cards are bits of a signed word, trumps above all others, so of two cards that can win a trick the higher one does. The
seats that play are numbered in turn from the leader of the trick in progress. A side, or a truth, is 1 (the makers,
true) or 0. Everything is int64: whatever is compiled has one type.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.double_dummy.open_play import MOST_SEATS, OpenPlay

Record = Any
Records = NDArray[Any]

GAME = np.dtype(
    [
        ("players", np.int64),  # m: the first m of the seats below play
        ("suits", np.int64, 4),  # the cards of each plain suit, then the trumps
        ("hands", np.int64, MOST_SEATS),  # the cards that each seat holds now
        ("on_table", np.int64, MOST_SEATS),  # the card that each has laid before the search
        ("sides", np.int64, MOST_SEATS),  # whose tricks its tricks are
        ("choosers", np.int64, MOST_SEATS),  # which side chooses its cards
        ("taken", np.int64),  # tricks that the makers have taken before this one
        ("left", np.int64),  # tricks to be finished, this one among them
        ("number", np.int64),  # of the deal, from 1
    ]
)

NODE = np.dtype(
    [
        ("seat", np.int64),  # whose card is due
        ("laid", np.int64),  # how many cards lie on the table
        ("led", np.int64),  # the cards that follow suit; all of them while nothing is led
        ("best", np.int64),  # the card that wins the trick so far, 0 while nothing is led
        ("winner", np.int64),  # the seat that has played it
        ("taken", np.int64),  # tricks that the makers have taken
        ("left", np.int64),  # tricks to be finished
        ("live", np.int64),  # the cards in all hands, and while a trick is laid out those that will lie on the table
        ("untried", np.int64),  # cards of the seat that are still to be tried
        ("urgent", np.int64),  # those of them to be tried before the others
        ("played", np.int64),  # the card that is being tried
    ]
)

FINDING = np.dtype(
    [
        ("key", np.int64),  # of a position between two tricks
        ("deal", np.int64),  # its number: of other deals nothing is known
        ("least", np.int64),  # tricks that the makers can take from here on
        ("most", np.int64),  # tricks beyond which they cannot
    ]
)

FEW_CARDS = 25  # of five hands of five


def memory_for(position: OpenPlay) -> Records:
    """FINDING [a power of two]: room for what is found out; more would save nothing."""
    cards = position.active.sum(1) * position.tricks_left
    return np.zeros(1 << 12 if cards.max(initial=0) <= FEW_CARDS else 1 << 16, FINDING)


def games_of(position: OpenPlay) -> Records:
    """The positions as GAME [n]."""
    rows, seats = np.arange(len(position.hands))[:, None], position.hands.shape[1]
    order = playing_order(position)
    playing = position.active[rows, order]
    games = np.zeros(len(rows), GAME)
    games["players"] = playing.sum(1)
    games["suits"] = trumps_highest(np.roll(position.suits, -1), position)
    games["hands"][:, :seats] = np.where(playing, trumps_highest(position.hands, position)[rows, order], 0)
    games["on_table"][:, :seats] = trumps_highest(position.on_table, position)[rows, order]
    games["sides"][:, :seats] = position.makers[rows, order]
    games["choosers"][:, :seats] = position.makers_choose[rows, order]
    games["taken"], games["left"] = position.taken, position.tricks_left
    games["number"] = rows[:, 0] + 1
    return games


def playing_order(position: OpenPlay) -> NDArray[np.intp]:
    """intp [n, S]: the seats that play, in turn from the leader of the trick in progress on, then the others."""
    rows, steps = np.arange(len(position.hands))[:, None], np.arange(position.hands.shape[1])
    from_seat = (position.seat[:, None].astype(np.intp) + steps) % len(steps)
    leader = (position.on_table[rows, from_seat] != 0).argmax(1)  # the first that has laid a card, else the seat itself
    from_leader = from_seat[rows, (leader[:, None] + steps) % len(steps)]
    return from_leader[rows, np.argsort(~position.active[rows, from_leader], axis=1, kind="stable")]


def trumps_highest(words: NDArray[np.uint64], position: OpenPlay) -> NDArray[np.int64]:
    """Words with the trumps, which a pack has in the lowest bits, above all others."""
    trumps, cards = np.uint64(position.trumps), np.uint64(position.cards)
    plain, high = words >> trumps, words << cards - trumps
    return ((plain | high) & (np.uint64(1) << cards) - np.uint64(1)).astype(np.int64)
