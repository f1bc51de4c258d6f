"""The engine that shows each table to the seat that decides: packed observations.

W is the engine's word type, uint32 up to 32 cards. Boards of 32 bits share a 64-bit word, which is why they are written
through views with a stride.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import CALLED, TRICK_BITS
from euchre_env.cards import Words
from euchre_env.engine_state import CONTRACT, U32, U64, look_up
from euchre_env.watcher import WatchedEngine


class ObservedEngine(WatchedEngine):
    """`observe()` gives the packed observation of every table, `observe_hidden()` what only a critic may see."""

    def _bind(self) -> None:
        super()._bind()
        dtype, n, plan, rules = self.pack.dtype, self.num_tables, self.plan, self.rules
        # What is handed out, and scratch.
        self.packed, self.hidden = np.zeros((plan.words, n), U64), np.zeros((rules.players, n), U64)
        self.relative = np.zeros((self.planes, n), dtype)
        self.turned, self.legal_calls = np.zeros(n, U64), np.zeros(n, U64)
        per_word = 64 // plan.board_bits
        halves = self.packed[: plan.board_words].view(dtype).reshape(plan.board_words, n, per_word)
        self.boards = {board: halves[k // per_word, :, k % per_word] for k, board in enumerate(plan.boards)}
        self.private = [self.boards[board] for board in plan.private_boards]
        self.played_by = [self.boards[f"played_{seat}"] for seat in plan.seat_names]
        self.on_table_of = [(self.boards[f"played_{seat}"], self.boards[f"on_table_{seat}"]) for seat in plan.at_table]
        self.trick_boards = [self.boards[f"trick_number_bit{plane}"] for plane in range(plan.trick_planes)]
        self.facts = {fact: self.packed[plan.board_words + k] for k, fact in reversed([*enumerate(plan.facts)])}
        # Constants: the fields of words that are turned to the seat that decides.
        self.TRICKS = low_bits(TRICK_BITS * rules.players)
        self.VOIDS = low_bits(4 * rules.players).astype(self.voids.dtype)
        standing = {} if plan.wide else plan.standing_bits
        self.STANDINGS = {fact: low_bits(bits * rules.sides) for fact, bits in standing.items()}
        self.BIDS, self.BID_SUITS = low_bits(self.plan.bid_bits * rules.players), low_bits(2 * rules.players)

    def observe(self) -> NDArray[np.uint64]:
        """uint64 [W, B]: the packed observation of the seat that decides, tables side by side; reused by the next
        call."""
        rules = self.rules
        self._write_own()
        self._relate()
        for board in self.private:
            np.bitwise_and(board, self.deciders, board)
        self._split_by_seat(self.shown, self.played_by)
        for played, on_table in self.on_table_of:
            np.bitwise_and(played, self.on_table, on_table)
        for plane, board in zip(self.trick_planes, self.trick_boards, strict=True):
            np.copyto(board, plane)
        if rules.jambone:
            self._expose()
        self._write_facts()
        return self.packed

    def _write_own(self) -> None:
        """Legal actions, own hand and what in it beats the trick, the turn-up, own discard, the cards led."""
        boards, mask = self.boards, self.mask
        np.bitwise_and(self.legal, self.card, boards["legal_cards"])
        if self.plan.several_calls:
            self._write_calls()
        else:
            np.bitwise_xor(self.legal, boards["legal_cards"], boards["legal_calls"])
        np.copyto(boards["own_hand"], self.hand)
        np.bitwise_or(self.led, self.TRUMPS, mask)
        np.bitwise_and(mask, self.still, mask)
        np.bitwise_and(mask, self.hand, mask)
        np.bitwise_and(mask, self.card, boards["beats_trick"])
        np.invert(self.shown, mask)
        np.bitwise_and(self.gone, mask, boards["own_discard"])  # everybody's as yet
        np.bitwise_and(self.led_cards, self.shown, boards["led"])
        if self.rules.bids:
            np.copyto(boards["own_widow"], self.gifts)
        else:
            np.copyto(boards["turn_up"], self.talon)
        if self.rules.partners_best:
            np.bitwise_and(boards["own_discard"], ~self.given, boards["own_discard"])
            np.copyto(boards["own_given"], self.given)
            np.copyto(boards["own_best"], self.gifts)
        if self.rules.joker_turnup == "dealer_blind_maker":
            np.bitwise_and(self.hand, look_up(self.plan.sees_hand, self.at, mask), boards["own_hand"])

    def _write_calls(self) -> None:
        """The legal calls, which may take two boards."""
        calls, boards = self.find_legal_calls(), self.boards
        np.copyto(boards["legal_calls"], calls, casting="unsafe")
        if "more_calls" in boards:
            np.copyto(boards["more_calls"], calls >> U64(self.plan.board_bits), casting="unsafe")

    def find_legal_calls(self) -> NDArray[np.uint64]:
        """uint64 [B]: the legal calls by action, less the number of the first call; reused by the next call."""
        np.bitwise_and(self.legal, self.card, self.mask)
        np.bitwise_xor(self.legal, self.mask, self.mask)
        np.copyto(self.legal_calls, self.mask)
        if self.plan.several_calls:
            np.left_shift(self.legal_calls, look_up(self.plan.call_shifts, self.at, self.turned), self.legal_calls)
        return self.legal_calls

    def _relate(self) -> None:
        """The owner of each card counted from the seat that decides: a subtraction of seats, bit by bit."""
        odd = self.rules.players & (self.rules.players - 1)  # not a power of two: below zero does not wrap by itself
        borrow: Any = None
        differs_by_plane, self.deciders = self._from_callers() if self.rules.jambone else (self.differs, self.own)
        for plane, (owner, differs) in enumerate(zip(self.owner, differs_by_plane, strict=True)):
            np.bitwise_xor(differs, self.NOTHING if borrow is None else borrow, self.relative[plane])
            if plane + 1 < self.planes or odd:
                less = ~owner & differs
                borrow = less if borrow is None else less | ~differs & borrow
        if odd:
            self._wrap(borrow)

    def _from_callers(self) -> tuple[Words, Words]:
        """As `differs` and `own`, but where a card of a Jambone is called the seat that decides is the caller (R31),
        who sees its own hand."""
        rows = (self.word & U32(CALLED)).nonzero()[0]
        if not rows.size:
            return self.differs, self.own
        differs, own, seat = self.differs.copy(), self.own.copy(), self.tables.seat.take(self.at.take(rows))
        for plane, mask in enumerate(self.SEAT_MASKS):
            differs[plane, rows] = self.owner[plane, rows] ^ mask.take(seat)
        own[rows] = ~np.bitwise_or.reduce(differs[:, rows])
        self.boards["own_hand"][rows] = self.live.take(rows) & own.take(rows)
        return differs, own

    def _expose(self) -> None:
        """R30: the cards of a Jambone lie open for everybody."""
        contract = (self.tally >> CONTRACT).view(np.intp)
        rows = self.plan.exposes.take(contract).nonzero()[0]
        exposed, cards, seat = self.boards["exposed"], self.live.take(rows), self.tables.maker.take(contract.take(rows))
        for owner, mask in zip(self.owner, self.SEAT_MASKS, strict=True):
            cards &= ~(owner.take(rows) ^ mask.take(seat))
        exposed[:] = 0
        exposed[rows] = cards

    def _wrap(self, below_zero: Words) -> None:
        """Add the number of players where the difference of seats fell below zero."""
        carry: Any = None
        for plane in range(self.planes):
            bits, addend = self.relative[plane], below_zero if self.rules.players >> plane & 1 else None
            old = bits.copy()
            if addend is not None:
                bits ^= addend
            if carry is not None:
                bits ^= carry
            carries = [
                a & b for a, b in ((old, addend), (old, carry), (addend, carry)) if a is not None and b is not None
            ]
            carry = np.bitwise_or.reduce(carries) if carries else None

    def _split_by_seat(self, cards: Words, boards: list[Words]) -> None:
        """`cards` by owner, one board a seat from the one that decides: halved plane by plane, the highest bit
        first."""
        parts: list[Words] = [cards]
        for plane in self.relative[:0:-1]:
            others = ~plane
            parts = [half for part in parts for half in (part & others, part & plane)]
        even = ~self.relative[0]
        for seat, board in enumerate(boards):
            np.bitwise_and(parts[seat >> 1], self.relative[0] if seat & 1 else even, board)

    def _write_facts(self) -> None:
        """The public word by state and contract, the tricks and the voids turned to the seat, and the scores."""
        at, plan, wide, facts = self.at, self.plan, self.wide, self.facts
        self._turn(self.tally, plan.trick_turns, self.TRICKS, facts["tricks"])
        np.right_shift(self.voids, look_up(plan.void_turns, at, self.places), self.places)
        np.bitwise_and(self.places, self.VOIDS, self.places)
        np.copyto(wide, self.places)
        np.bitwise_or(wide, self.named, facts["voids"])
        if plan.rules.bids:
            self._write_bids()
        for fact in plan.standing_bits:
            if plan.wide:
                self._pick_turned(fact)
            else:
                self._turn(self.standings[fact][0], plan.standing_turns[fact], self.STANDINGS[fact], facts[fact])
        np.right_shift(self.tally, CONTRACT, wide)
        np.add(wide.view(np.intp), look_up(plan.seats, at, self.index), self.index)
        np.bitwise_or(look_up(plan.public, at, wide), look_up(plan.terms, self.index, self.turned), facts["public"])

    def _turn(
        self, doubled: NDArray[np.uint64], turns: NDArray[Any], low: NDArray[np.uint64], out: NDArray[Any]
    ) -> None:
        """Fields kept twice, turned to the seat or side that decides."""
        np.right_shift(doubled, look_up(turns, self.at, self.turned), out)
        np.bitwise_and(out, low, out)

    def _write_bids(self) -> None:
        """What every seat has bid, and the suits of the bids, turned to the seat that decides; the deals played."""
        bids, suits, plan = self.facts["bids"], self.wide, self.plan
        self._turn(self.bids, plan.bid_turns, self.BIDS, bids)
        self._turn(self.bid_suits, plan.suit_turns, self.BID_SUITS, suits)
        np.left_shift(suits, U64(plan.bid_bits * self.rules.players), suits)
        np.bitwise_or(bids, suits, bids)
        if plan.deal_bits:
            np.subtract(self.deal_in_match, 1, out=self.wide, casting="unsafe")
            np.left_shift(self.wide, U64((plan.bid_bits + 2) * self.rules.players), self.wide)
            np.bitwise_or(bids, self.wide, bids)

    def _pick_turned(self, fact: str) -> None:
        """Words kept for every seat: those of the seat that decides."""
        words = self.standings[fact]
        first = self.plan.board_words + self.plan.facts.index(fact)
        each = self.plan.side_words
        np.multiply(look_up(self.plan.seats, self.at, self.index), each * self.num_tables, self.index)
        np.add(self.index, self.lanes, self.index)
        for word in range(each):
            look_up(words.reshape(-1)[word * self.num_tables :], self.index, self.packed[first + word])

    def observe_hidden(self) -> NDArray[np.uint64]:
        """uint64 [S, B]: the hands of the other seats from the left of the one that decides, and the cards out of
        play."""
        self._relate()
        hands = [np.empty_like(self.live) for _ in range(self.rules.players)]
        self._split_by_seat(self.live, hands)
        for hidden, hand in zip(self.hidden, hands[1:], strict=False):
            np.copyto(hidden, hand)
        np.copyto(self.hidden[-1], ~(self.live | self.shown) & self.pack.dtype(self.pack.all))
        return self.hidden


def low_bits(count: int) -> NDArray[np.uint64]:
    """uint64 []: so many ones."""
    return np.array((1 << count) - 1, U64)
