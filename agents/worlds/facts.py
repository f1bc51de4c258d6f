"""How far the exchange of cards has come: who has given, taken and put away what, as the seat that decides knows it.

Shapes: n positions. Seats count from the one that decides, -1 is nobody. An `exchange` is that of a lone player with
his partner (R9): number 0 that of the maker, 1 that of the player who opposes him.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from agents.view import U64, HandView, Seen, Words, place_of

Seats = NDArray[np.intp]
Bools = NDArray[np.bool_]

ASK_BEST, PAT = U64(1), U64(4)  # of the block `choice`
FIRST, SECOND = U64(1), U64(2)  # of the block `round`


class Facts:
    """What n seats know of the exchanges before they decide."""

    def __init__(self, view: HandView, seen: Seen) -> None:
        self.view, self.seen, self.rules = view, seen, view.rules
        self.kinds = view.layout.labels("kind")
        self.dealer, self.maker, self.opposer = seen.dealer, seen.maker, place_of(seen["opposed_by"])
        self.lone = (np.where(seen["alone"] != 0, self.maker, -1), self.opposer)

    def is_kind(self, *kinds: str) -> Bools:
        """bool [n]: whether a decision of one of these kinds is due."""
        word = sum(1 << number for number, kind in enumerate(self.kinds) if kind in kinds)
        return self.seen["kind"] & U64(word) != 0

    @cached_property
    def blind(self) -> Bools:
        """bool [n]: whether the seat does not even see its own hand (C9)."""
        return self.is_kind("name_blind")

    @cached_property
    def in_play(self) -> Bools:
        """bool [n]: whether a card is due to a trick."""
        return self.is_kind("play", "call")

    # ---- a lone player and his partner (R9-R16) ----------------------------------------------------------------------

    def asked(self, exchange: int) -> Bools:
        """bool [n]: whether the lone player has asked for his partner's best."""
        return self.seen[("choice", "opposed_choice")[exchange]] == ASK_BEST

    def given(self, exchange: int) -> Bools:
        """bool [n]: whether he has passed a card over."""
        return self.asked(exchange) & ~(self.is_kind("give") & (self.lone[exchange] == 0))

    def taken(self, exchange: int) -> Bools:
        """bool [n]: whether he has the best card."""
        return self.given(exchange) & ~(self.is_kind("best") & (self.lone[exchange] == 2))

    def giver(self, exchange: int) -> Seats:
        """intp [n]: his partner."""
        return across(self.lone[exchange])

    def from_six(self, exchange: int) -> Bools:
        """bool [n]: whether the partner has given the best of his hand and the turn-up (R13, R19a)."""
        first_round = self.seen["round"] == FIRST
        return self.taken(exchange) & first_round & (self.giver(exchange) == self.dealer)

    # ---- the turn-up and the discard (P6-P8) -------------------------------------------------------------------------

    @cached_property
    def dealer_takes(self) -> Bools:
        """bool [n]: whether, as things stand, the dealer takes the turn-up and puts a card away for it."""
        if self.rules.bids:
            return np.zeros(len(self.seen), bool)
        pat = (self.seen["choice"] == PAT) & (self.maker == self.dealer)
        partner_is_lone = np.zeros(len(self.seen), bool)
        if self.rules.players == 4:
            partner_is_lone = (self.lone[0] == across(self.dealer)) | (self.lone[1] == across(self.dealer))
        return (self.maker >= 0) & (self.seen["round"] != SECOND) & ~partner_is_lone & ~pat

    @cached_property
    def discarded_unseen(self) -> Bools:
        """bool [n]: whether somebody else has put cards away, for the turn-up or the widow."""
        if self.rules.bids:
            takers = sum(1 << rung for rung, bid in enumerate(self.rules.bids) if bid.widow)
            return self.in_play & (self.maker > 0) & (self.seen["bid"] & U64(takers) != 0)
        before = self.is_kind("best") & (self.maker == 2)  # his partner, asked for the best, comes before the discard
        done = np.where(self.maker == self.dealer, ~before, self.in_play)
        return self.dealer_takes & (self.dealer != 0) & done

    @cached_property
    def loose_turn_up(self) -> Words:
        """uint64 [n]: the turn-up, if the seat does not see it lie anywhere but on the pack."""
        seen = self.seen
        if self.rules.bids:
            return np.zeros(len(seen), U64)
        return seen["turn_up"] & ~(seen.played | seen.hand | seen["own_discard"] | seen["exposed"])

    @cached_property
    def turn_up_holder(self) -> Seats:
        """intp [n]: who has it then in his hand (or, under `may_discard_turnup`, may have put it away again); -1 if it
        is on the pack."""
        given = self.seen["turn_up_given"] != 0
        with_giver = self.from_six(0) | self.from_six(1)
        lone = np.where(given, across(self.dealer), self.dealer)
        holder = np.where(self.discarded_unseen & ~given, self.dealer, np.where(with_giver, lone, -1))
        return np.where(self.loose_turn_up != 0, holder, -1)

    @cached_property
    def cards_held(self) -> NDArray[np.intp]:
        """intp [n, S]: how many cards each seat holds."""
        held = self.rules.hand_size - np.stack([np.bitwise_count(cards) for cards in self.seen.played_by], 1).astype(
            int
        )
        rows = np.arange(len(held))
        if self.rules.partners_best:
            for exchange in (0, 1):
                held[rows, self.giver(exchange)] -= self.taken(exchange)
                held[rows, self.giver(exchange)] += self.from_six(exchange)
                held[rows, self.lone[exchange]] -= self.given(exchange) & ~self.taken(exchange)
        return held


def across(seat: Seats) -> Seats:
    """intp [n]: the partner of a seat, -1 of nobody."""
    return np.where(seat < 0, -1, (seat + 2) % 4)
