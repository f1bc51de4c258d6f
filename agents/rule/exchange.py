"""Cards put away for the turn-up, the partner's best or the widow, and what is said around a lone hand (R9-R40)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.rule.cards import Bools, Cards, Lookup, choose_highest, side_by_side
from agents.rule.parameters import DiscardWeights, LoneWeights
from agents.rule.strength import HOLDINGS, HandCount
from agents.view import U64, HandView, Seen, Words

TOP_TRUMPS, PLAIN_ACES = (HOLDINGS.index(holding) for holding in ("top trump", "plain ace"))


class Exchange:
    """What to put away and what to give."""

    def __init__(self, view: HandView, weights: DiscardWeights) -> None:
        self.view, self.weights, self.lookup = view, weights, Lookup.of(view)

    def put_away(self, seen: Seen) -> Cards:
        """The card to put away, intp [n]."""
        return self.least_of(seen.legal, seen.hand)

    def least_of(self, legal: Words, hand: Words) -> Cards:
        """The card to put away of the `legal` ones of a hand, intp [n]: never a trump if there is another; a low one,
        and rather one that makes a void."""
        lookup, weights = self.lookup, self.weights
        cards = side_by_side(legal)
        word, suit = lookup.word[cards], lookup.suit[cards]
        others = np.bitwise_count(hand[:, None] & suit & ~word)
        ace = lookup.beaten_by[cards] & suit == 0
        spared = lookup.rank[cards] * np.float32(weights.rank) + ace * np.float32(weights.ace)
        spared = spared + others * np.float32(weights.company)
        spared = spared + lookup.trump[cards] * np.float32(100)
        return choose_highest(-spared, cards, lookup)

    def best(self, seen: Seen) -> Cards:
        """The best card for a lone partner, intp [n]: the highest trump, else the highest card."""
        cards = side_by_side(seen.legal)
        return choose_highest(self.lookup.rank[cards].astype(np.float32), cards, self.lookup)


class LoneHands:
    """What is said around a lone hand: what it takes, what its player announces, who opposes it alone."""

    def __init__(self, view: HandView, weights: LoneWeights) -> None:
        self.view, self.weights, self.count = view, weights, HandCount(view)
        labels = view.layout.labels("legal_calls")
        self.calls = {label: number for number, label in enumerate(labels)}

    def choose(self, seen: Seen) -> Cards:
        """Always the partner's best, unless nothing can be better than the hand and to take nothing pays more (R28)."""
        takes_nothing = self._is_sure(seen.hand) & self._may(seen, "pat") & (seen.maker == 0) & self.view.rules.pat_lone
        return self._call(np.where(takes_nothing, "pat", "ask_best"))

    def announce(self, seen: Seen) -> Cards:
        """The Jamboree whenever it is held (R37); a Jambone only with the highest trumps alone, which no call can hurt,
        and if more points than a lone march gives are of use."""
        rules = self.view.rules
        sure = self.count.of(seen.hand)[:, TOP_TRUMPS] == rules.hand_size
        pays = rules.laps | (seen.needed(0) > rules.lone_march_points)
        lays_open = sure & pays & self._may(seen, "announce_jambone")
        said = np.where(lays_open, "announce_jambone", "play_on")
        return self._call(np.where(self._may(seen, "announce_jamboree"), "announce_jamboree", said))

    def oppose(self, seen: Seen) -> Cards:
        """Alone against the lone maker with a hand that may well euchre him."""
        gain = self.count.weigh(seen.hand, self.weights.oppose) + self.weights.base
        return self._call(np.where(gain > 0, "oppose_alone", "defend"))

    def _is_sure(self, hand: Words) -> Bools:
        """Whether a hand is made of so many highest trumps and else of aces."""
        holdings = self.count.of(hand)
        trumps, aces = holdings[:, TOP_TRUMPS], holdings[:, PLAIN_ACES]
        return (trumps >= self.weights.pat) & (trumps + aces == self.view.rules.hand_size)

    def _may(self, seen: Seen, call: str) -> Bools:
        if call not in self.calls:
            return np.zeros(len(seen), bool)
        return seen["legal_calls"] >> U64(self.calls[call]) & U64(1) != 0

    def _call(self, said: NDArray[np.str_]) -> Cards:
        """The actions of calls by name."""
        numbers = np.zeros(said.shape, np.intp)
        for call, number in self.calls.items():
            numbers[said == call] = number
        return numbers + self.view.actions.first_call
