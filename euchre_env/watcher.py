"""An engine that also keeps what has been seen at each table.

W is the engine's word type, uint32 up to 32 cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import GIVES, OPENS, SHOWN, TRICK_SHIFT
from euchre_env.cards import Pack, Words
from euchre_env.engine import Engine
from euchre_env.engine_state import I32, NO_ROWS, U32, U64, Row, look_up, sign_shift
from euchre_env.observation import WIDE_FIELD, plan_of
from euchre_env.rules import Rules
from euchre_env.scripts import suit_named


class WatchedEngine(Engine):
    """What cannot be told from the cards as they lie: who played what to which trick, who has shown a void, what was
    given, taken and put away, what was bid. `observer.ObservedEngine` shows it to the seat that decides."""

    def _allocate(self) -> None:
        super()._allocate()
        rules, plan, n = self.rules, plan_of(self.rules), self.num_tables
        # Boards: cards played, cards led, to which trick in bits, cards given to a partner; cards that left a hand,
        # cards on the table; cards that came into a hand from the partner or the widow.
        self.seen = np.zeros((4 + plan.trick_planes + rules.partners_best + has_gifts(rules), n), self.led.dtype)
        # By table: the voids shown; the suit named; bids, their suits and who bid; scores and games as seats see them.
        self.voids = np.zeros(n, plan.void_places.dtype)
        self.named, self.bidding = np.zeros(n, U64), np.zeros((3 if rules.bids else 0, n), U64)
        turns = rules.players * plan.side_words if plan.wide else 1
        self.standing_words = np.zeros((turns * len(plan.standing_bits), n), U64)

    def _bind(self) -> None:
        super()._bind()
        dtype, n, self.plan = self.pack.dtype, self.num_tables, plan_of(self.rules)
        plan, self.lanes = self.plan, np.arange(self.num_tables)
        # The boards of `seen`: by a flag of the state in which a card left the hand, then the others.
        flags = [SHOWN, OPENS, *(1 << TRICK_SHIFT + plane for plane in range(plan.trick_planes))]
        flags += [GIVES] * self.rules.partners_best
        self.FLAGS = np.array([[sign_shift(flag)] for flag in flags], U32)
        self.flagged, (self.gone, self.on_table, *gifts) = self.seen[: len(flags)], self.seen[len(flags) :]
        (self.shown, self.led_cards), self.trick_planes = self.flagged[:2], self.flagged[2 : 2 + plan.trick_planes]
        self.given = self.flagged[-1]  # under `partners_best`
        self.gifts = gifts[0] if gifts else self.gone  # the best cards and widows taken
        words = np.split(self.standing_words, max(1, len(plan.standing_bits)))
        self.standings = dict(zip(plan.standing_bits, words, strict=False))
        if self.rules.bids:
            self.bids, self.bid_suits, self.bidders = self.bidding
        # Scratch.
        self.masks, self.spread = np.zeros((len(flags), n), dtype), np.zeros((len(flags), n), U32)
        self.signed_masks, self.signed_spread = self.masks.view(self.pack.signed), self.spread.view(I32)
        self.led_before, self.word_before = np.zeros(n, dtype), np.zeros(n, U32)
        self.shown_void, self.places = np.zeros(n, dtype), np.zeros_like(self.voids)
        # Constants. One bit of each suit is gathered into the top four by a multiplication; in a pack of a byte, whose
        # suits lie too close together for that, a table says the same.
        top = self.pack.bits - 4
        self.FIRSTS = np.array(sum(1 << start for start in self.pack.suit_starts), dtype)
        self.SUIT_LED = suit_led(self.pack) if self.pack.size <= 8 else None
        self.BYTE = np.array(255, dtype)
        self.GATHER = np.array(sum(1 << top + k - start for k, start in enumerate(self.pack.suit_starts)), dtype)
        self.TOP = np.array(top, dtype)
        self.SUIT_NAMED = np.array([0, 1, 2, 4], U64) << U64(4 * self.rules.players)
        self.TURN_UP_GIVEN = U64(8 << 4 * self.rules.players)
        self.BID_PLACES, self.SUIT_PLACES = twice(plan.bid_bits, self.rules.players), twice(2, self.rules.players)

    def _begin(self) -> None:
        super()._begin()
        self.seen[:] = 0
        self._note_scores(self.lanes)

    def place(self, columns: Words, dealer: Row, scores: NDArray[Any], games: NDArray[Any], number: Row) -> None:
        """As `Engine.place`."""
        super().place(columns, dealer, scores, games, number)
        self._note_scores(self.lanes)

    def step(self, actions: Row) -> None:
        """One decision at every table, as `Engine.step`."""
        self.best_taken = NO_ROWS
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
        if self.best_taken.size:  # that card is in a hand again
            self.seen[:, self.best_taken] &= ~played.take(self.best_taken)
            self.gifts[self.best_taken] |= played.take(self.best_taken)
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
        if self.SUIT_LED is not None:
            np.bitwise_and(led, self.BYTE, mask)  # nothing led is all ones
            look_up(self.SUIT_LED, mask, code)
        else:
            np.bitwise_and(led, self.FIRSTS, code)
            np.multiply(code, self.GATHER, code)
            np.right_shift(code, self.TOP, code)
        np.bitwise_and(led, self.played, mask)
        np.not_equal(mask, self.played, self.flag)
        np.copyto(mask, self.flag_bytes)
        np.multiply(code, mask, code)
        np.multiply(code, self.places, self.places)
        np.bitwise_or(self.voids, self.places, self.voids)

    def _name_suit(self, rows: Row, actions: Row) -> None:
        super()._name_suit(rows, actions)
        call = actions.take(rows)
        if self.rules.bids:
            self._note_bids(rows, call)
            return
        # Which suit was turned down, seen from the suit named, or the reverse: it is the same.
        named = self.SUIT_NAMED.take(suit_named(call))
        if self.rules.joker_turnup == "dealer_blind_maker":
            named[self.talon.take(rows) == self.JOKER] = 0  # none was
        self.named[rows] = named

    def _note_bids(self, rows: Row, call: Row) -> None:
        """A higher bid: cards, and so the suits of the bids before it, are seen from its suit."""
        seat, suit = self.word_before.take(rows) & U32(7), suit_named(call).astype(U64)
        self.bids[rows] |= self.BID_PLACES.take(seat) * (call + 3 >> 2).astype(U64)
        self.bid_suits[rows] ^= self.bidders.take(rows) * suit
        self.bidders[rows] |= self.SUIT_PLACES.take(seat)

    def _take_widow(self, rows: Row) -> None:
        super()._take_widow(rows)
        self.gifts[rows] = self.talon.take(rows)

    def _take_best(self, rows: Row) -> None:
        super()._take_best(rows)
        self.best_taken = rows
        turn_up = self.played.take(rows) == self.talon.take(rows)  # it lay face up: everybody sees it go (R13)
        self.named[rows] |= self.TURN_UP_GIVEN * turn_up

    def _note_scores(self, rows: Row) -> None:
        """The scores before the deal, as each side sees them, packed in words (they change only when a deal ends)."""
        sides, plan = self.rules.sides, self.plan
        sheet = self.sheet.take(rows, 1)
        self.voids[rows] = 0
        self.named[rows] = 0
        if self.rules.bids:
            self.bidding[:, rows] = 0
        for fact, bits in plan.standing_bits.items():
            values = sheet[2 : 2 + sides] if fact == "scores" else sheet[2 + sides :]
            if plan.wide:
                self.standings[fact][:, rows] = self._turned_to_all(values, sheet[0], bits)
            else:
                self.standings[fact][0, rows] = fields(values, bits, plan.standing_places[fact].take(sheet[0], 1))

    def _turned_to_all(self, values: NDArray[np.int32], dealer: NDArray[np.int32], bits: int) -> NDArray[np.uint64]:
        """uint64 [S * words, n]: scores or games int32 [sides, n] as each seat from the dealer sees them, a field of 16
        bits a side."""
        players, per_word, tables = self.rules.players, 64 // WIDE_FIELD, np.arange(values.shape[1])
        turned = np.zeros((players, len(tables), self.plan.side_words * per_word), "<u2")
        shown = numbers(np.minimum(values, (1 << bits) - 1), bits)
        for seat in range(players):
            for step in range(players):
                turned[seat, :, step] = shown[(dealer + seat + step) % players, tables]
        return turned.view("<u8").transpose(0, 2, 1).reshape(-1, len(tables))


def has_gifts(rules: Rules) -> bool:
    """Whether cards can come into a hand from a partner or the widow."""
    return bool(rules.partners_best or rules.bids)


def suit_led(pack: Pack) -> Words:
    """Words [2 ** cards]: one bit for each suit, where the index is the word of all its cards; for a small pack."""
    table = np.zeros(1 << pack.size, pack.dtype)
    for number, cards in enumerate(pack.suits):
        table[cards] = 1 << number
    return table


def twice(bits: int, players: int) -> NDArray[np.uint64]:
    """uint64 [S]: all ones in the two fields of a seat, of `bits` bits a seat, side by side twice."""
    return np.array([1 << bits * seat | 1 << bits * (seat + players) for seat in range(players)], np.uint64)


def fields(values: NDArray[np.int32], bits: int, places: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """uint64 [n]: values int32 [sides, n] as numbers of `bits` bits (two's complement, as low as that goes),
    multiplied to their `places` uint64 [sides, n] in a word."""
    return np.add.reduce(numbers(values, bits) * places)


def numbers(values: NDArray[np.int32], bits: int) -> NDArray[np.uint64]:
    """uint64, of the same shape: values that are not too large for `bits` bits, in two's complement as low as these
    go."""
    if values.min(initial=0) < 0:
        return np.maximum(values, -(1 << bits - 1)).astype(U64) & U64((1 << bits) - 1)
    return values.astype(U64)
