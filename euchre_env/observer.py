"""An engine that also keeps what has been seen at each table, and shows it to the seat that decides.

W is the engine's word type, uint32 up to 32 cards. Boards of 32 bits share a 64-bit word, which is why they are written
through views with a stride.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import TRICK_SHIFT
from euchre_env.cards import Words
from euchre_env.engine import U32, U64, Engine, Row, look_up, sign_shift
from euchre_env.observation import TRICK_PLANES, plan_of
from euchre_env.scripts import KINDS

OWN_BOARDS = 7  # the boards before those of the cards played


class ObservedEngine(Engine):
    """`observe()` gives the packed observation of every table, `observe_hidden()` what only a critic may see."""

    BOUND = (*Engine.BOUND, "gone", "led_cards", "on_table", "trick_planes", "boards", "facts", "public", "terms")
    BOUND += ("void_places", "side_offset", "TRICK", "FIRSTS", "GATHER", "TOP", "SEATS", "SUIT_NAMED", "plan", "lanes", "sides", "seats")

    def _allocate(self) -> None:
        super()._allocate()
        n, dtype, sides = self.num_tables, self.pack.dtype, self.rules.sides
        plan = plan_of(self.rules)
        # Cards that left a hand, cards led, cards on the table, and of each card played the number of its trick in bits.
        self.seen = np.zeros((3 + TRICK_PLANES, n), dtype)
        self.voids, self.named = np.zeros(n, U64), np.zeros(n, U64)
        self.score_words, self.game_words = np.zeros((sides, n), U64), np.zeros((sides, n), U64)  # as each side sees them
        self.packed, self.hidden = np.zeros((plan.words, n), U64), np.zeros((self.rules.players, n), U64)
        self.led_before, self.led_code = np.zeros(n, dtype), np.zeros(n, dtype)
        self.relative, self.spare = np.zeros((self.planes, n), dtype), np.zeros(n, dtype)
        self.word_before, self.places, self.turned = np.zeros(n, U32), np.zeros(n, U64), np.zeros(n, U64)

    def _bind(self) -> None:
        super()._bind()
        rules, dtype, tables = self.rules, self.pack.dtype, self.tables
        players = rules.players
        self.plan, self.lanes, self.sides = plan_of(rules), np.arange(self.num_tables), np.arange(rules.sides)[:, None]
        plan = self.plan
        self.gone, self.led_cards, self.on_table, self.trick_planes = self.seen[0], self.seen[1], self.seen[2], self.seen[3:]
        per_word = 64 // plan.board_bits
        halves = self.packed[: plan.board_words].view(dtype).reshape(plan.board_words, self.num_tables, per_word)
        self.boards = [halves[k // per_word, :, k % per_word] for k in range(len(plan.boards))]
        self.facts = self.packed[plan.board_words :]
        self.public, self.terms = plan.public_words(), plan.contract_words()
        seats = tables.seat.astype(np.intp)
        # Facts by seat are kept twice side by side, so that a shift turns them to the seat that decides.
        twice = 1 | 1 << 4 * players
        plays = tables.kind == KINDS.index("play")
        self.void_places = np.where(plays, U64(twice) << (4 * seats).astype(U64), U64(0)).astype(U64)
        self.seats = seats
        self.side_offset = seats % rules.sides * self.num_tables
        self.SUIT_NAMED = np.array([0, 1, 2, 4], U64) << U64(4 * players)
        self.SEATS = np.array((1 << 4 * players) - 1, U64)
        self.TRICK = [sign_shift(1 << TRICK_SHIFT + plane) for plane in range(TRICK_PLANES)]
        # One bit of each suit, gathered into the top four by a multiplication.
        top = self.pack.bits - 4
        self.FIRSTS = np.array(sum(1 << start for start in self.pack.suit_starts), dtype)
        self.GATHER = np.array(sum(1 << top + k - start for k, start in enumerate(self.pack.suit_starts)), dtype)
        self.TOP = np.array(top, dtype)

    def _begin(self) -> None:
        super()._begin()
        self.seen[:], self.voids[:], self.named[:] = 0, 0, 0
        self._note_scores(np.arange(self.num_tables))

    # ---- keeping what is seen ------------------------------------------------------------------------------------------

    def step(self, actions: Row) -> None:
        """One decision at every table, as `Engine.step`."""
        look_up(self.void_places, self.at, self.places)
        np.copyto(self.led_before, self.led)
        np.copyto(self.word_before, self.word)
        super().step(actions)
        mask, played = self.mask, self.played
        np.bitwise_or(self.gone, played, self.gone)
        for plane, shift in zip(self.trick_planes, self.TRICK, strict=True):
            self._spread_before(shift)
            np.bitwise_and(mask, played, mask)
            np.bitwise_or(plane, mask, plane)
        self._spread_before(self.OPENS)
        np.bitwise_and(mask, played, mask)
        np.bitwise_or(self.led_cards, mask, self.led_cards)
        np.bitwise_or(self.on_table, played, self.on_table)
        np.invert(self.opens, mask)
        np.bitwise_and(self.on_table, mask, self.on_table)
        self._note_voids()
        if self.over.size:
            self.seen[:, self.over] = 0
            self.voids[self.over] = 0
            self.named[self.over] = 0
            self._note_scores(self.over)

    def _note_voids(self) -> None:
        """A card not of the suit led shows a void (P1): mark that suit for the seat that played."""
        led, code, mask = self.led_before, self.led_code, self.mask
        np.bitwise_and(led, self.FIRSTS, code)
        np.multiply(code, self.GATHER, code)
        np.right_shift(code, self.TOP, code)
        np.bitwise_and(led, self.played, mask)
        np.bitwise_xor(mask, self.played, mask)
        np.not_equal(mask, self.NOTHING, self.flag)
        np.multiply(code, self.flag, code)
        np.multiply(code, self.places, self.wide)
        np.bitwise_or(self.voids, self.wide, self.voids)

    def _events(self, rows: Row, actions: Row) -> None:
        super()._events(rows, actions)
        if self.renamed.size:  # which suit was turned down, seen from the suit named, or the reverse: it is the same
            self.named[self.renamed] = self.SUIT_NAMED.take(actions.take(self.renamed) - 1 & 3)

    def _note_scores(self, rows: Row) -> None:
        """The scores before the deal, as each side sees them, packed in words (they change only when a deal ends)."""
        rules, plan = self.rules, self.plan
        sheet = self.sheet.take(rows, 1)
        lanes = self.lanes[: len(rows)]
        from_dealer = (sheet[0] + self.sides) % rules.sides
        self._pack_fields(sheet[2 : 2 + rules.sides][from_dealer, lanes], plan.score_bits, self.score_words, rows)
        if plan.game_bits:
            self._pack_fields(sheet[2 + rules.sides :][from_dealer, lanes], plan.game_bits, self.game_words, rows)

    def _pack_fields(self, values: NDArray[np.int32], bits: int, words: NDArray[np.uint64], rows: Row) -> None:
        """Values int32 [sides, n], from the dealer's side on, as fields of a word, turned to each side in `words`."""
        sides, full = self.rules.sides, U64((1 << bits * self.rules.sides) - 1)
        fields = (values.astype(U64) & U64((1 << bits) - 1)) << (self.sides * bits).astype(U64)
        word = np.bitwise_or.reduce(fields)
        words[0, rows] = word
        for side in range(1, sides):
            words[side, rows] = (word >> U64(bits * side) | word << U64(bits * (sides - side))) & full

    # ---- showing it ----------------------------------------------------------------------------------------------------

    def observe(self) -> NDArray[np.uint64]:
        """uint64 [W, B]: the packed observation of the seat that decides, tables side by side; reused by the next call."""
        tricks = self.trick_planes
        shown = self.spare
        np.bitwise_or(tricks[0], tricks[1], shown)
        np.bitwise_or(shown, tricks[2], shown)
        self._write_own(shown)
        self._relate()
        self._keep_own(self.boards[5])  # of the discards
        players, first = self.rules.players, OWN_BOARDS
        played = self.boards[first : first + players]
        self._split_by_seat(shown, played)
        for board, on_table in zip(played[1:], self.boards[first + players :], strict=False):
            np.bitwise_and(board, self.on_table, on_table)
        for plane, board in zip(tricks, self.boards[-TRICK_PLANES:], strict=True):
            np.copyto(board, plane)
        self._write_facts()
        return self.packed

    def _write_own(self, shown: Words) -> None:
        """Legal actions, own hand and what in it beats the trick, the turn-up, own discard, the cards led."""
        legal_cards, legal_calls, own_hand, beats, turn_up, own_discard, led = self.boards[:OWN_BOARDS]
        mask = self.mask
        np.bitwise_and(self.legal, self.card, legal_cards)
        np.bitwise_xor(self.legal, legal_cards, legal_calls)
        np.copyto(own_hand, self.hand)
        np.bitwise_or(self.led, self.TRUMPS, mask)
        np.bitwise_and(mask, self.still, mask)
        np.bitwise_and(mask, self.hand, mask)
        np.bitwise_and(mask, self.card, beats)
        np.copyto(turn_up, self.turn_up)
        np.invert(shown, mask)
        np.bitwise_and(self.gone, mask, own_discard)  # everybody's as yet
        np.bitwise_and(self.led_cards, shown, led)

    def _relate(self) -> None:
        """The owner of each card counted from the seat that decides: a subtraction of seats, bit by bit."""
        players, relative = self.rules.players, self.relative
        borrow: Any = None
        for plane in range(self.planes):
            self._spread(self.SEAT[plane], self.signed_mask)
            owner, seat = self.owner[plane], self.mask
            difference = np.bitwise_xor(owner, seat, relative[plane])
            if plane + 1 < self.planes or players & (players - 1):
                less = ~owner & seat
                if borrow is not None:
                    less |= ~difference & borrow
            if borrow is not None:
                difference ^= borrow
            borrow = less if plane + 1 < self.planes or players & (players - 1) else None
        if players & (players - 1):
            self._wrap(borrow)

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
            carries = [a & b for a, b in ((old, addend), (old, carry), (addend, carry)) if a is not None and b is not None]
            carry = np.bitwise_or.reduce(carries) if carries else None

    def _keep_own(self, cards: Words) -> None:
        """Clear those of `cards` whose owner is not the seat that decides."""
        for plane in self.relative:
            np.bitwise_and(cards, ~plane, cards)

    def _split_by_seat(self, cards: Words, boards: list[Words]) -> None:
        """`cards` by owner, one board a seat from the one that decides: halved plane by plane, the highest bit first."""
        parts: list[Words] = [cards]
        for plane in self.relative[:0:-1]:
            parts = [half for part in parts for half in (part & ~plane, part & plane)]
        for seat, board in enumerate(boards):
            lowest = self.relative[0] if seat & 1 else ~self.relative[0]
            np.bitwise_and(parts[seat >> 1], lowest, board)

    def _write_facts(self) -> None:
        """The public word by state and contract, the tricks and the voids turned to the seat, and the scores."""
        at, index, wide, facts = self.at, self.index, self.wide, self.facts
        look_up(self.seats, at, index)
        np.left_shift(index, 2, index)
        turn = index.view(U64)
        np.right_shift(self.tricks, turn, wide)
        np.bitwise_and(wide, self.SEATS, facts[1])
        np.right_shift(self.voids, turn, wide)
        np.bitwise_and(wide, self.SEATS, wide)
        np.bitwise_or(wide, self.named, facts[2])
        np.right_shift(index, 2, index)
        np.multiply(self.contract, self.rules.players, self.input)
        np.add(index, self.input, index)
        np.bitwise_or(look_up(self.public, at, wide), look_up(self.terms, index, self.turned), facts[0])
        np.add(look_up(self.side_offset, at, self.input), self.lanes, index)
        look_up(self.score_words.reshape(-1), index, facts[3])
        if self.plan.game_bits:
            look_up(self.game_words.reshape(-1), index, facts[4])

    def observe_hidden(self) -> NDArray[np.uint64]:
        """uint64 [S, B]: the hands of the other seats from the left of the one that decides, and the cards out of play."""
        self._relate()
        hands = [np.empty_like(self.live) for _ in range(self.rules.players)]
        self._split_by_seat(self.live, hands)
        for hidden, hand in zip(self.hidden, hands[1:], strict=False):
            np.copyto(hidden, hand)
        shown = np.bitwise_or.reduce(self.trick_planes)
        np.copyto(self.hidden[-1], ~(self.live | shown) & self.pack.dtype(self.pack.all))
        return self.hidden

    def _spread_before(self, shift: NDArray[np.uint32]) -> None:
        """All ones in `mask` where a flag of the state just left was up."""
        np.left_shift(self.word_before, shift, self.flags)
        np.right_shift(self.signed_flags, self.SIGN, self.signed_mask)
