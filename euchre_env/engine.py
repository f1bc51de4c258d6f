"""Many tables of one game, one decision each a step, in NumPy.

No rule is in here: the automaton says what is due, the pack says what beats what. `step` is a straight line of bitwise
operations over all tables at once: what happens at some tables only is masked away, and what is rare and clumsy (a
suit is named, a deal ends) is done on the rows it happens to. Buffers are written in place, so a step allocates next
to nothing.

Shapes: B tables; W is uint32 for packs up to 32 cards, else uint64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import BEST, ENDS, NAMES, STRICT, TAKES, TEST, TEST_SHIFT
from euchre_env.cards import Words
from euchre_env.engine_state import ASKED, CONTRACT, DEAL_EVERY, NO_ROWS, SEVEN, U32, EngineState, Row, look_up
from euchre_env.match import settle
from euchre_env.scripts import suit_named


class Engine(EngineState):
    """B tables of one game.

    Attributes (all arrays are reused; copy what must outlive a step):
        legal: W [B] what may be done: cards by bit, or calls by number, as `kind` tells.
        card: W [B] all ones where a card is due, all zeros where a call is.
        hand: W [B] the cards of the seat that decides.
        over: intp [n] tables whose deal ended with the last step; `points` int32 [sides, n] what it paid and `standing`
            the scores after it.
        dealer: int32 [B] absolute seat; `scores`, `games` int32 [sides, B], before the deal in progress.
        deal_number: int64 [B] of the deal in progress, from 0; `deal_in_match` counts from 1 in every match.
    """

    @property
    def seat_from_dealer(self) -> NDArray[np.uint8]:
        """uint8 [B]: the seat that decides, counted from the dealer."""
        return self.tables.seat.take(self.at)

    @property
    def kind(self) -> NDArray[np.uint8]:
        """uint8 [B]: what is to be decided, as an index into KINDS."""
        return self.tables.kind.take(self.at)

    # ---- one step ----------------------------------------------------------------------------------------------------

    def step(self, actions: Row) -> None:
        """One decision at every table: `actions` intp [B], each the number of a bit of `legal` (not checked here)."""
        pack, tables, mask = self.pack, self.tables, self.mask
        # The card leaves the hand. Does it beat the trick?
        np.bitwise_and(look_up(pack.BIT, actions, self.played), self.card, self.played)
        np.bitwise_xor(self.live, self.played, self.live)
        np.bitwise_or(self.led, self.TRUMPS, mask)
        np.bitwise_and(mask, self.still, mask)
        np.bitwise_and(mask, self.played, mask)
        np.not_equal(mask, self.NOTHING, self.flag)
        self._update_trick(actions)
        # The automaton hears that, or the call.
        np.bitwise_and(actions, self.call, self.input)
        np.add(self.input, look_up(tables.goto, self.at, self.index), self.input)
        np.add(self.input, self.flag, self.at)
        look_up(tables.word, self.at, self.word)
        np.add(self.tally, look_up(tables.tally, self.at, self.wide), self.tally)
        # Rare things.
        np.bitwise_and(self.word, self.EVENTS, self.flags)
        np.not_equal(self.flags, self.NO_FLAGS, self.flag)
        rows = self.flag.nonzero()[0]
        self.over = self.bound = NO_ROWS
        if rows.size:
            self._events(rows, actions)
        self._look()
        self.until_dealing -= 1
        if self.until_dealing <= 0:
            self._deal_ahead()

    def _update_trick(self, actions: Row) -> None:
        """What still beats the trick, and the suit led if the card opened it (after a call both are masked away)."""
        pack, mask = self.pack, self.mask
        np.bitwise_and(self.still, look_up(pack.STILL, actions, mask), self.still)
        np.invert(self.opens, mask)
        np.bitwise_or(mask, look_up(pack.SUIT, actions, self.other), mask)
        np.bitwise_and(self.led, mask, self.led)

    def _look(self) -> None:
        """The turn-up where it is taken; then whose cards, and which of them may go."""
        mask, hand, legal = self.mask, self.hand, self.legal
        if not self.rules.bids:
            self._spread(self.TAKES, self.signed_mask)
            np.bitwise_and(mask, self.talon, mask)
            np.bitwise_or(self.live, mask, self.live)
        self._spread(self.OPENS, self.signed_opens)
        np.bitwise_or(self.led, self.opens, self.led)
        np.bitwise_or(self.still, self.opens, self.still)
        self._spread(self.CARD, self.signed_card)
        np.invert(self.signed_card, self.call)
        self._find_hand(hand)
        # P1: of the suit led if there is one, else any.
        np.bitwise_and(hand, self.led, legal)
        np.equal(legal, self.NOTHING, self.flag)
        np.copyto(mask, self.flag_bytes)
        np.negative(mask, mask)
        np.bitwise_and(hand, mask, mask)
        np.bitwise_or(legal, mask, legal)
        np.bitwise_and(legal, self.card, legal)
        np.bitwise_or(legal, look_up(self.calls, self.at, mask), legal)
        if self.bound.size:  # R10
            legal[self.bound] = self.pack.strict_bests(hand.take(self.bound))

    def _find_hand(self, hand: Words) -> None:
        """The cards in hand whose owner is the seat asked: no plane of the owner differs from the seat."""
        for plane, differs in enumerate(self.differs):
            self._spread(self.SEAT[plane], self.signed_mask)
            np.bitwise_xor(self.owner[plane], self.mask, differs)
        np.bitwise_or(self.differs[0], self.differs[-1], self.own)
        for differs in self.differs[1:-1]:
            np.bitwise_or(self.own, differs, self.own)
        np.invert(self.own, self.own)
        np.bitwise_and(self.live, self.own, hand)

    def _spread(self, shift: NDArray[np.uint32], out: NDArray[Any]) -> None:
        """All ones in `out` (signed) where a flag of the word is up, else all zeros."""
        np.left_shift(self.word, shift, self.flags)
        np.right_shift(self.signed_flags, self.SIGN, out)

    # ---- rows --------------------------------------------------------------------------------------------------------

    def _events(self, rows: Row, actions: Row) -> None:
        """What does not happen at every step: rows intp [n] of the tables where something did."""
        while rows.size:
            word = self.word.take(rows)
            happens = int(np.bitwise_or.reduce(word))
            if happens & NAMES:
                self._name_suit(rows.compress((word & NAMES) != 0), actions)
            if happens & TAKES and self.rules.bids:
                self._take_widow(rows.compress((word & TAKES) != 0))
            if happens & BEST:
                self._take_best(rows.compress((word & BEST) != 0))
            if happens & ENDS:
                self._settle(rows.compress((word & ENDS) != 0))
            if happens & STRICT:
                self.bound = rows.compress((word & STRICT) != 0)
            if not happens & TEST:
                return
            tested = (word & TEST) != 0
            rows = rows.compress(tested)
            rows = rows.compress((self._answer_tests(rows, word.compress(tested)) & self.EVENTS) != 0)

    def _name_suit(self, rows: Row, actions: Row) -> None:
        """From now on the cards are seen from the suit named."""
        suit = suit_named(actions.take(rows))
        if self.rules.bids:  # often it is the suit already
            rows, suit = rows.compress(suit != 0), suit.compress(suit != 0)
        self.columns[:-1, rows] = self.pack.rebase(self.columns[:-1, rows], suit)
        self.trump[rows] ^= suit.astype(self.pack.dtype)

    def _take_widow(self, rows: Row) -> None:
        """The widow goes to the seat that is asked next, who buries as many cards (a turn-up is masked in)."""
        widow, word = self.talon.take(rows), self.word.take(rows)
        self.live[rows] |= widow
        for plane, owner in enumerate(self.owner):
            owner[rows] |= np.where(word >> U32(plane) & U32(1), widow, 0)

    def _take_best(self, rows: Row) -> None:
        """The card just given goes to the partner, across the table."""
        card = self.played.take(rows)
        self.live[rows] |= card
        self.owner[1, rows] ^= card

    def _answer_tests(self, rows: Row, word: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """The automaton hears what the cards say to the questions in `word`; what it says then, uint32 [n]."""
        talon = self.talon.take(rows)
        asked, seat = word >> U32(TEST_SHIFT), word & U32(7)
        missing = ~(self.live.take(rows) | talon & self.TALON_COUNTS.take(asked))
        for owner, mask in zip(self.owner, self.SEAT_MASKS, strict=True):
            missing |= owner.take(rows) ^ mask.take(seat)
        answer = missing & self.JAMBOREE == self.NOTHING
        if self.rules.joker_turnup == "dealer_blind_maker":
            answer = np.where(asked == ASKED["joker_turned"], talon == self.JOKER, answer)
        at = self.tables.goto.take(self.at.take(rows)) + answer
        word = self.tables.word.take(at)
        self.at[rows], self.word[rows] = at, word
        gains = self.tables.tally.take(at)
        if gains.any():
            self.tally[rows] += gains
        return word

    def _settle(self, rows: Row) -> None:
        """The deals of these tables are over: points, scores, and the deal to come is next."""
        if self.tables.shortest_deal < DEAL_EVERY and self.missing.take(rows).any():
            self._deal_ahead()
        tables, tally = self.tables, self.tally.take(rows)
        contract = (tally >> CONTRACT).view(np.intp)
        # The makers' tricks, added up in the highest seat's three bits by a multiplication.
        tricks = ((tally & tables.makers.take(contract)) * self.ADD_UP >> self.TOP_SEAT & SEVEN).view(np.intp)
        sheet, sides = self.sheet.take(rows, 1), self.rules.sides
        dealer, number, scores, games = sheet[0], sheet[1], sheet[2 : 2 + sides], sheet[2 + sides :]
        self.points = self.points_of.take((contract + dealer) * (self.rules.hand_size + 1) + tricks, 1)
        self.over = rows
        maker = self._absolute_maker(contract, dealer) if self.rules.bids else dealer
        self.standing = standing = settle(self.rules, scores, games, self.points, dealer, maker, number)
        self.tally[rows] = 0
        self.deal_number[rows] += 1
        self.missing[rows] = True
        if self.keep_scores:
            goes_on = ~standing.winners.any(0)
            scores[:], games[:] = standing.scores, standing.games * goes_on
            np.add(number * goes_on, 1, out=number)
        dealer[:] = self.NEXT_SEAT.take(dealer)
        self.sheet[:, rows] = sheet
        self.columns[:, rows] = self.ahead.take(rows, 1)

    def _absolute_maker(self, contract: Row, dealer: NDArray[np.int32]) -> NDArray[np.int32]:
        """int32 [n]: the seats that made trump, -1 in void deals."""
        maker = self.tables.maker.take(contract)
        return np.where(maker < 0, maker, (maker + dealer) % self.rules.players)
