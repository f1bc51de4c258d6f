"""The making of the trump: who makes it, in which suit, alone or not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.rule.cards import Cards, count
from agents.rule.exchange import Exchange
from agents.rule.parameters import MakingWeights
from agents.rule.strength import HandCount, in_every_suit
from agents.view import U64, HandView, Seen, Words, bit_of, place_of

HEIGHTS = 4  # of a turn-up: so many less the trumps above it, at least 0

ALONE_FOR_NOTHING = -0.5  # a lone hand where a march with the partner wins the game as well


class Making:
    """Makes trump or passes."""

    def __init__(self, view: HandView, exchange: Exchange, weights: MakingWeights) -> None:
        self.view, self.exchange, self.weights = view, exchange, weights
        self.count = HandCount(view)
        players = view.rules.players
        self.biases = np.array([weights.first, weights.next, weights.cross, weights.cross])[:, :players]

    def hands(self, seen: Seen) -> Words:
        """uint64 [4, n]: the hand seen from every suit; as a dealer in the first round with the turn-up in the place of
        what he would discard."""
        hands = in_every_suit(self.view, seen.hand)
        rows = np.flatnonzero((seen.dealer == 0) & (seen["round"] == 1))
        if rows.size:
            six = seen.hand[rows] | seen["turn_up"][rows]
            hands[0, rows] = six & ~bit_of(self.exchange.least_of(six, six))
        return hands

    def turn_up(self, seen: Seen) -> NDArray[np.float64]:
        """float64 [n]: what the turn-up adds by its height where it goes to the partner or to an adversary."""
        up, weights = seen["turn_up"], self.weights
        above = count(self.view.trumps & ~(up | up - U64(1)))
        height = np.maximum(HEIGHTS - above, 0)
        friend = seen.friends >> seen.dealer.astype(U64) & U64(1) != 0
        to_others = np.where(friend, weights.turn_up[0], weights.turn_up[1])
        return np.where(seen.dealer == 0, 0, height * to_others)

    def gains(self, seen: Seen) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What it gains to make each suit, and to make it alone, rather than to pass: float64 [4, n] each, in
        points."""
        hands, weights, rules = self.hands(seen), self.weights, self.view.rules
        make = self.count.weigh(hands, weights.holdings) + self.biases[:, seen.position]
        make[0] += self.turn_up(seen)
        theirs = np.min([seen.needed(side) for side in range(1, rules.sides)], axis=0)
        make += (theirs <= 1) * weights.last_chance
        alone = self.count.weigh(hands, weights.alone)
        alone += np.array([[weights.alone_first], *[[weights.alone_later]] * 3])
        pays = rules.laps | (seen.needed(0) > rules.march_points)
        return make, make + np.where(pays, alone, ALONE_FOR_NOTHING)

    def make(self, seen: Seen) -> Cards:
        """The call, intp [n], as an action: the legal one that gains most."""
        make, alone = self.gains(seen)
        gains = np.concatenate([np.zeros_like(make[:1]), make, alone]).T
        calls = seen["legal_calls"][:, None] >> np.arange(gains.shape[1], dtype=U64) & U64(1) != 0
        return np.where(calls, gains, -np.inf).argmax(axis=1) + self.view.actions.first_call

    def name_blind(self, seen: Seen) -> Cards:
        """The suit of a dealer who has not seen his hand (C9), intp [n]: any; so the first."""
        return place_of(seen["legal_calls"] & (~seen["legal_calls"] + U64(1))) + self.view.actions.first_call
