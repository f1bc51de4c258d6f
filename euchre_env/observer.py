"""An engine that also keeps what has been seen at each table, and shows it to the seat that decides.

W is the engine's word type, uint32 up to 32 cards. Boards of 32 bits share a 64-bit word, which is why they are written
through views with a stride.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import OPENS, SHOWN, TRICK_BITS, TRICK_SHIFT
from euchre_env.cards import Words
from euchre_env.engine import CONTRACT, I32, U32, U64, Engine, Row, look_up, sign_shift
from euchre_env.observation import plan_of

OWN_BOARDS = 7  # the boards before those of the cards played


class ObservedEngine(Engine):
    """`observe()` gives the packed observation of every table, `observe_hidden()` what only a critic may see."""

    def _allocate(self) -> None:
        super()._allocate()
        # Boards: cards played, cards led, to which trick in bits; cards that left a hand, cards on the table.
        self.seen = np.zeros((4 + plan_of(self.rules).trick_planes, self.num_tables), self.led.dtype)
        # By table: the voids shown; the suit named; the scores and games from the dealer's side.
        self.voids = np.zeros(self.num_tables, plan_of(self.rules).void_places.dtype)
        self.named, self.score_word, self.game_word = (np.zeros(self.num_tables, U64) for _ in range(3))

    def _bind(self) -> None:
        super()._bind()
        dtype, n, self.plan = self.pack.dtype, self.num_tables, plan_of(self.rules)
        self.lanes, self.sides, plan = np.arange(n), np.arange(self.rules.sides)[:, None], self.plan
        # What is handed out, and scratch.
        self.packed, self.hidden = np.zeros((plan.words, n), U64), np.zeros((self.rules.players, n), U64)
        self.relative, self.shown_void = np.zeros((self.planes, n), dtype), np.zeros(n, dtype)
        self.led_before, self.word_before = np.zeros(n, dtype), np.zeros(n, U32)
        self.places, self.turned = np.zeros_like(self.voids), np.zeros(n, U64)
        # The boards of `seen`: by a flag of the state in which a card left the hand, then the others.
        flags = 2 + plan.trick_planes
        self.flagged, (self.gone, self.on_table) = self.seen[:flags], self.seen[flags:]
        (self.shown, self.led_cards), self.trick_planes = self.flagged[:2], self.flagged[2:]
        self.masks, self.spread = np.zeros((flags, n), dtype), np.zeros((flags, n), U32)
        self.signed_masks, self.signed_spread = self.masks.view(self.pack.signed), self.spread.view(I32)
        per_word = 64 // plan.board_bits
        halves = self.packed[: plan.board_words].view(dtype).reshape(plan.board_words, n, per_word)
        self.boards = [halves[k // per_word, :, k % per_word] for k in range(len(plan.boards))]
        self.facts = self.packed[plan.board_words :]
        tricks = [1 << TRICK_SHIFT + plane for plane in range(plan.trick_planes)]
        self.FLAGS = np.array([[sign_shift(flag)] for flag in (SHOWN, OPENS, *tricks)], U32)
        self._bind_constants()

    def _bind_constants(self) -> None:
        rules, plan, dtype = self.rules, self.plan, self.pack.dtype
        self.TRICKS = low_bits(TRICK_BITS * rules.players)
        self.VOIDS = low_bits(4 * rules.players).astype(self.voids.dtype)
        self.SCORES, self.GAMES = low_bits(plan.score_bits * rules.sides), low_bits(plan.game_bits * rules.sides)
        self.SUIT_NAMED = np.array([0, 1, 2, 4], U64) << U64(4 * rules.players)
        # One bit of each suit, gathered into the top four by a multiplication.
        top = self.pack.bits - 4
        self.FIRSTS = np.array(sum(1 << start for start in self.pack.suit_starts), dtype)
        self.GATHER = np.array(sum(1 << top + k - start for k, start in enumerate(self.pack.suit_starts)), dtype)
        self.TOP = np.array(top, dtype)

    def _begin(self) -> None:
        super()._begin()
        self.seen[:] = 0
        self._note_scores(self.lanes)

    def place(self, columns: Words, dealer: Row, scores: NDArray[Any], games: NDArray[Any], number: Row) -> None:
        """As `Engine.place`."""
        super().place(columns, dealer, scores, games, number)
        self._note_scores(self.lanes)

    # ---- keeping what is seen ----------------------------------------------------------------------------------------

    def step(self, actions: Row) -> None:
        """One decision at every table, as `Engine.step`."""
        look_up(self.plan.void_places, self.at, self.places)
        np.copyto(self.led_before, self.led)
        np.copyto(self.word_before, self.word)
        super().step(actions)
        mask, played = self.mask, self.played
        np.bitwise_or(self.gone, played, self.gone)
        np.left_shift(self.word_before, self.FLAGS, self.spread)
        np.right_shift(self.signed_spread, self.SIGN, self.signed_masks)
        np.bitwise_and(self.masks, played, self.masks)
        np.bitwise_or(self.flagged, self.masks, self.flagged)
        np.bitwise_or(self.on_table, played, self.on_table)
        np.invert(self.opens, mask)
        np.bitwise_and(self.on_table, mask, self.on_table)
        self._note_voids()
        if self.over.size:
            self.seen[:, self.over] = 0
            self._note_scores(self.over)

    def _note_voids(self) -> None:
        """A card not of the suit led shows a void (P1): mark that suit for the seat that played."""
        led, code, mask = self.led_before, self.shown_void, self.mask
        np.bitwise_and(led, self.FIRSTS, code)
        np.multiply(code, self.GATHER, code)
        np.right_shift(code, self.TOP, code)
        np.bitwise_and(led, self.played, mask)
        np.not_equal(mask, self.played, self.flag)
        np.copyto(mask, self.flag_bytes)
        np.multiply(code, mask, code)
        np.multiply(code, self.places, self.places)
        np.bitwise_or(self.voids, self.places, self.voids)

    def _events(self, rows: Row, actions: Row) -> None:
        super()._events(rows, actions)
        if self.renamed.size:  # which suit was turned down, seen from the suit named, or the reverse: it is the same
            self.named[self.renamed] = self.SUIT_NAMED.take(actions.take(self.renamed) - 1 & 3)

    def _note_scores(self, rows: Row) -> None:
        """The scores before the deal, as each side sees them, packed in words (they change only when a deal ends)."""
        sides, plan = self.rules.sides, self.plan
        sheet = self.sheet.take(rows, 1)
        self.voids[rows] = 0
        self.named[rows] = 0
        self.score_word[rows] = fields(sheet[2 : 2 + sides], plan.score_bits, plan.score_places.take(sheet[0], 1))
        if plan.game_bits:
            self.game_word[rows] = fields(sheet[2 + sides :], plan.game_bits, plan.game_places.take(sheet[0], 1))

    # ---- showing it --------------------------------------------------------------------------------------------------

    def observe(self) -> NDArray[np.uint64]:
        """uint64 [W, B]: the packed observation of the seat that decides, tables side by side; reused by the next
        call."""
        self._write_own()
        self._relate()
        self._keep_own(self.boards[5])  # of the discards
        players, first = self.rules.players, OWN_BOARDS
        played = self.boards[first : first + players]
        self._split_by_seat(self.shown, played)
        for board, on_table in zip(played[1:], self.boards[first + players :], strict=False):
            np.bitwise_and(board, self.on_table, on_table)
        for plane, board in zip(self.trick_planes, self.boards[-len(self.trick_planes) :], strict=True):
            np.copyto(board, plane)
        self._write_facts()
        return self.packed

    def _write_own(self) -> None:
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
        np.invert(self.shown, mask)
        np.bitwise_and(self.gone, mask, own_discard)  # everybody's as yet
        np.bitwise_and(self.led_cards, self.shown, led)

    def _relate(self) -> None:
        """The owner of each card counted from the seat that decides: a subtraction of seats, bit by bit."""
        odd = self.rules.players & (self.rules.players - 1)  # not a power of two: below zero does not wrap by itself
        borrow: Any = None
        for plane, (owner, differs) in enumerate(zip(self.owner, self.differs, strict=True)):
            np.bitwise_xor(differs, self.NOTHING if borrow is None else borrow, self.relative[plane])
            if plane + 1 < self.planes or odd:
                less = ~owner & differs
                borrow = less if borrow is None else less | ~differs & borrow
        if odd:
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
            carries = [
                a & b for a, b in ((old, addend), (old, carry), (addend, carry)) if a is not None and b is not None
            ]
            carry = np.bitwise_or.reduce(carries) if carries else None

    def _keep_own(self, cards: Words) -> None:
        """Clear those of `cards` whose owner is not the seat that decides."""
        for plane in self.relative:
            np.bitwise_and(cards, ~plane, cards)

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
        self._turn(self.tally, plan.trick_turns, self.TRICKS, facts[1])
        np.right_shift(self.voids, look_up(plan.void_turns, at, self.places), self.places)
        np.bitwise_and(self.places, self.VOIDS, self.places)
        np.copyto(wide, self.places)
        np.bitwise_or(wide, self.named, facts[2])
        self._turn(self.score_word, plan.score_turns, self.SCORES, facts[3])
        if plan.game_bits:
            self._turn(self.game_word, plan.game_turns, self.GAMES, facts[4])
        np.right_shift(self.tally, CONTRACT, wide)
        np.add(wide.view(np.intp), look_up(plan.seats, at, self.index), self.index)
        np.bitwise_or(look_up(plan.public, at, wide), look_up(plan.terms, self.index, self.turned), facts[0])

    def _turn(
        self, doubled: NDArray[np.uint64], turns: NDArray[Any], low: NDArray[np.uint64], out: NDArray[Any]
    ) -> None:
        """Fields kept twice, turned to the seat or side that decides."""
        np.right_shift(doubled, look_up(turns, self.at, self.turned), out)
        np.bitwise_and(out, low, out)

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


def fields(values: NDArray[np.int32], bits: int, places: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """uint64 [n]: values int32 [sides, n] as numbers of `bits` bits (two's complement, as low as that goes),
    multiplied to their `places` uint64 [sides, n] in a word."""
    numbers = values.astype(U64)
    if values.min(initial=0) < 0:
        numbers = np.maximum(values, -(1 << bits - 1)).astype(U64) & U64((1 << bits) - 1)
    return np.add.reduce(numbers * places)
