"""A world as cards: the hands as they are, what has been put away and passed on, and the deal that it began with."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agents.view import U64, Words
from agents.worlds.facts import Facts, across
from agents.worlds.knowledge import DISCARD, GIFT, OPPOSING_GIFT, STOCK


class Worlds(NamedTuple):
    """N worlds for each of n positions, as words of cards seen from the trump suit; S seats from the one that decides.

    Attributes:
        hands: uint64 [n, N, S] the cards that each seat holds now; one that sits out holds its cards still.
        discard: uint64 [n, N] what the dealer has put away for the turn-up, or the bidder for the widow.
        gifts: uint64 [n, N, 2] the card that a lone maker, and one who opposes him, has passed to his partner.
        bests: uint64 [n, N, 2] the card that he got for it.
        stock: uint64 [n, N] the cards that never were in a hand, without the turn-up; before it is taken the widow.
        dealt: uint64 [n, N, S] the hands as they were dealt.
        talon: uint64 [n, N] the turn-up, or the widow.
    """

    hands: Words
    discard: Words
    gifts: Words
    bests: Words
    stock: Words
    dealt: Words
    talon: Words


def worlds_of(facts: Facts, own_best: Words, laid: Words, hidden_best: Words) -> Worlds:
    """The worlds in which cards are `laid`, uint64 [n, N, P], with the `hidden_best` card passed, uint64 [n, N]."""
    seen, players = facts.seen, facts.rules.players
    hands = laid[:, :, :players]
    discard = laid[:, :, DISCARD] | seen["own_discard"][:, None]
    gifts, bests = laid[:, :, [GIFT, OPPOSING_GIFT]], np.zeros((*hidden_best.shape, 2), U64)
    for exchange in (0, 1):
        own = (facts.lone[exchange] == 0)[:, None]
        gifts[:, :, exchange] |= np.where(own, seen["own_given"][:, None], U64(0))
        passed = np.where(own, own_best[:, None], hidden_best)
        bests[:, :, exchange] = np.where(facts.taken(exchange)[:, None], passed, U64(0))
    dealt = hands | np.stack(seen.played_by, 1)[:, None]
    talon = np.broadcast_to(seen["turn_up"][:, None], discard.shape)
    if facts.rules.bids:
        talon = _widow(facts, discard, laid[:, :, STOCK])
    _give(dealt, facts.maker if facts.rules.bids else facts.dealer, discard)
    _undo_exchanges(facts, dealt, gifts, bests)
    return Worlds(hands, discard, gifts, bests, laid[:, :, STOCK], dealt & ~talon[:, :, None], talon)


def laid_in(facts: Facts, worlds: Worlds) -> tuple[Words, Words]:
    """What `worlds_of` made them of: the cards in the places, uint64 [n, N, P], and the best card that passed unseen,
    uint64 [n, N]."""
    seen = facts.seen
    beside = [worlds.discard & ~seen["own_discard"][:, None]]
    beside += [worlds.gifts[:, :, exchange] & ~seen["own_given"][:, None] for exchange in (0, 1)]
    hidden = [np.where(facts.lone[e] == 0, U64(0), U64(1))[:, None] * worlds.bests[:, :, e] for e in (0, 1)]
    laid = np.concatenate([worlds.hands, np.stack([*beside, worlds.stock], 2)], 2)
    return laid, hidden[0] | hidden[1]


def _widow(facts: Facts, discard: Words, stock: Words) -> Words:
    """The widow: as the bidder saw it; if another took it, as good as what he buried, for nobody can tell; if nobody
    has, the cards in no hand."""
    own = facts.seen["own_widow"][:, None]
    return np.where(own != 0, own, np.where(facts.discarded_unseen[:, None], discard, stock))


def _undo_exchanges(facts: Facts, dealt: Words, gifts: Words, bests: Words) -> None:
    """Give the cards passed between partners back to whom they were dealt."""
    for exchange in (0, 1):
        lone, gift, best = facts.lone[exchange], gifts[:, :, exchange], bests[:, :, exchange]
        _give(dealt, lone, gift)
        taken = best * (lone >= 0)[:, None].astype(U64)
        dealt[np.arange(len(lone)), :, lone] &= ~taken
        _give(dealt, across(lone), best)


def _give(dealt: Words, seat: np.ndarray, cards: Words) -> None:
    """Add `cards` uint64 [n, N] to the hands of a `seat` intp [n]; nobody has none."""
    dealt[np.arange(len(seat)), :, seat] |= cards * (seat >= 0)[:, None].astype(U64)
