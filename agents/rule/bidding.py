"""The bidding games: how much to bid on which suit, whom to choose as partners."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.rule.cards import Cards, count
from agents.rule.parameters import BiddingWeights
from agents.rule.strength import HandCount, in_every_suit
from agents.view import U64, HandView, Seen, Words, place_of


class Bidding:
    """Bids what pays most by the odds of making it; chooses those as partners who have bid."""

    def __init__(self, view: HandView, weights: BiddingWeights) -> None:
        self.view, self.weights, rules = view, weights, view.rules
        self.count, self.bids = HandCount(view), rules.bids
        adversaries = np.array([rules.players - 1 - bid.partners for bid in self.bids])
        # What a bid pays relative to the mean of the others: its worth, shared with the partners and won from the rest.
        self.stakes = np.array([bid.worth for bid in self.bids]) * adversaries / (rules.players - 1)
        self.alone = np.array([bid.alone for bid in self.bids], bool)
        self.offsets = np.array([weights.bids[bid.worth] for bid in self.bids])
        self.partners = np.array([0, *(bid.partners for bid in self.bids)])

    def gains(self, seen: Seen) -> NDArray[np.float64]:
        """float64 [n, rungs, 4]: what each bid on each suit gains on average, in points."""
        hands, weights = in_every_suit(self.view, seen.hand), self.weights
        together, alone = (self.count.weigh(hands, w).T[:, None] for w in (weights.holdings, weights.alone))
        odds = np.where(self.alone[:, None], alone, together) + self.offsets[:, None]
        return self.stakes[:, None] * np.tanh(odds / 2)  # twice the chance to make it, less one

    def bid(self, seen: Seen) -> Cards:
        """The bid, intp [n], as an action: the one that gains most, if it gains enough."""
        n, calls = len(seen), 1 + 4 * len(self.bids)
        gains = np.concatenate([np.full((n, 1), self.weights.enough), self.gains(seen).reshape(n, -1)], axis=1)
        legal = seen["legal_calls"][:, None] >> np.arange(calls, dtype=U64) & U64(1) != 0
        return np.where(legal, gains, -np.inf).argmax(axis=1) + self.view.actions.first_call

    def partner(self, seen: Seen) -> Cards:
        """The next partner, intp [n], as an action: of those that are wanted the nearest on the left, as the rules ask
        for. Wanted are who has bid most, on the same suit above all; of equals who sits farthest to the left."""
        names, weights = self.view.seat_names[1:], self.weights
        bids = np.stack([seen[f"bid_{seat}"].astype(float) for seat in names], axis=1)
        suits = np.stack([seen[f"bid_suit_{seat}"] == 0 for seat in names], axis=1)
        wanted = (bids > 0) * (bids + weights.same_suit * suits) + np.arange(len(names)) / 100
        last = highest_place(seen["partners"])
        wanted[np.arange(1, len(names) + 1) <= last[:, None]] = -np.inf
        left = self.partners.take(place_of(seen["bid"]) + 1) - count(seen["partners"])
        places = np.argsort(np.argsort(-wanted, axis=1), axis=1)
        first = (places < left[:, None]).argmax(axis=1)
        return first + self.view.layout.labels("legal_calls").index("partner[seat+1]") + self.view.actions.first_call


def highest_place(words: Words) -> Cards:
    """intp [n]: where the highest bit of a word of up to eight stands, 0 for an empty word.

    >>> highest_place(np.array([0b100110, 1, 0], np.uint64))
    array([5, 0, 0])
    """
    for shift in (1, 2, 4):
        words = words | words >> U64(shift)
    return np.maximum(count(words) - 1, 0)
