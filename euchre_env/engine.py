"""Many tables of one game, one decision each a step, in NumPy.

No rule is in here: the automaton says what is due, the pack says what beats what. `step` is a straight line of bitwise
operations over all tables at once: what happens at some tables only is masked away, and what is rare and clumsy (a suit is
named, a deal ends) is done on the rows it happens to. Buffers are written in place, so a step allocates next to nothing.

Shapes: B tables; W is uint32 for packs up to 32 cards, else uint64.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import CARD, CONTRACT_SHIFT, ENDS, NAMES, OPENS, TAKES, compile_rules
from euchre_env.cards import Words, pack_of
from euchre_env.deals import dealer_of, owner_planes
from euchre_env.match import Standing, settle
from euchre_env.rules import Rules

U8, U32, U64, I32 = np.uint8, np.uint32, np.uint64, np.int32
AHEAD = 16  # steps between dealings; sooner where a table has used up its deal
Row = NDArray[np.intp]
NO_ROWS: Row = np.zeros(0, np.intp)


def sign_shift(flag: int) -> NDArray[np.uint32]:
    """By how much a word is shifted left to bring a flag to the sign bit."""
    return np.array(32 - flag.bit_length(), U32)


class Engine:
    """B tables of one game.

    Attributes (all arrays are reused; copy what must outlive a step):
        legal: W [B] what may be done: cards by bit, or calls by number, as `kind` tells.
        card: W [B] all ones where a card is due, all zeros where a call is.
        hand: W [B] the cards of the seat that decides.
        over: intp [n] tables whose deal ended with the last step; `points` int32 [sides, n] what it paid and `standing`
            the scores after it; `finished_start` int64 [2 + 2 * sides, n] how it had begun: its number, its number in the
            match, the scores and the games.
        dealer: intp [B] absolute seat; `scores`, `games` int32 [sides, B], before the deal in progress.
        deal_number: int64 [B] of the deal in progress, from 0; `deal_in_match` counts from 1 in every match.
    """

    def __init__(
        self,
        rules: Rules,
        num_tables: int,
        seed: int = 0,
        table_numbers: NDArray[np.integer[Any]] | None = None,
        keep_scores: bool = True,
    ) -> None:
        """`table_numbers` int [B], default 0 to B-1: tables of the same number get the same deals from the same seed.

        `keep_scores` False: every deal begins at 0-0.
        """
        self.rules, self.num_tables, self.keep_scores, self.seed = rules, num_tables, keep_scores, seed
        numbers = np.arange(num_tables) if table_numbers is None else np.asarray(table_numbers)
        self.table_numbers = numbers.astype(U64)
        self.pack = pack_of(rules.pack)
        self._allocate()
        self._bind()
        self.reset(seed)

    # ---- buffers -------------------------------------------------------------------------------------------------------

    def _allocate(self) -> None:
        """The arrays of B tables."""
        n, sides, self.planes = self.num_tables, self.rules.sides, owner_planes(self.rules.players)

        def word() -> Words:
            return np.zeros(n, self.pack.dtype)

        # A table: in hand, owner by bit, turn-up, suit the cards are seen from; the same for the deal to come.
        self.columns, self.ahead = (np.zeros((3 + self.planes, n), self.pack.dtype) for _ in range(2))
        self.led, self.still = word(), word()  # the suit led; the cards that still beat the trick
        self.at, self.tally = np.zeros(n, np.intp), np.zeros(n, U64)  # the last transition; tricks and contract
        self.scores, self.games = np.zeros((sides, n), I32), np.zeros((sides, n), I32)
        self.first_dealer, self.deal_number = np.zeros(n, np.intp), np.zeros(n, np.int64)
        self.deal_in_match, self.missing = np.ones(n, I32), np.ones(n, bool)
        # For the seat that decides.
        self.hand, self.legal, self.card, self.opens = word(), word(), word(), word()
        self.call = np.zeros(n, np.intp)
        self.played = word()  # the card just put down, or nothing
        # Scratch.
        self.mask, self.exchanged = word(), np.zeros_like(self.columns)
        self.flags, self.flag, self.input = np.zeros(n, U32), np.zeros(n, bool), np.zeros(n, np.intp)

    def _bind(self) -> None:
        """Tables, constants and views into the buffers: whatever is not state, made anew in a copy."""
        rules, signed, dtype = self.rules, self.pack.signed, self.pack.dtype
        self.tables, self.deal_cards = compile_rules(rules), dealer_of(rules, self.seed)
        self.calls, self.points_of = self.tables.calls.astype(dtype), self.tables.points.reshape(rules.sides, -1)
        self.live, self.owner = self.columns[0], self.columns[1:-2]
        self.turn_up, self.trump = self.columns[-2], self.columns[-1]
        self.signed_mask, self.signed_card, self.signed_opens = (x.view(signed) for x in (self.mask, self.card, self.opens))
        self.signed_flags, self.flag_bytes = self.flags.view(I32), self.flag.view(U8)
        # Constants as 0-d arrays: half the call overhead of a Python number.
        self.TRUMPS, self.NOTHING = np.array(self.pack.trumps, dtype), np.array(0, dtype)
        self.EVENTS, self.NO_FLAGS, self.SIGN = np.array(NAMES | ENDS, U32), np.array(0, U32), np.array(31, I32)
        self.SEAT = [sign_shift(1 << plane) for plane in range(self.planes)]
        self.CARD, self.OPENS, self.TAKES, self.ENDS = (sign_shift(flag) for flag in (CARD, OPENS, TAKES, ENDS))

    BOUND = ("tables", "deal_cards", "pack", "calls", "points_of", "live", "owner", "turn_up", "trump", "signed_mask", "signed_card")
    BOUND += ("signed_opens", "signed_flags", "flag_bytes", "TRUMPS", "NOTHING", "EVENTS", "NO_FLAGS", "SIGN", "SEAT", "CARD", "OPENS")
    BOUND += ("TAKES", "ENDS")

    PER_STEP = ("over", "points", "finished_start", "renamed")  # rows where something happened, not tables

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self.BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.pack = pack_of(self.rules.pack)
        self._bind()

    # ---- beginning -----------------------------------------------------------------------------------------------------

    def reset(self, seed: int) -> None:
        """Begin again at 0-0 with the first deals of `seed`; the first dealer of table t is seat t mod S."""
        if seed != self.seed:
            self.seed, self.deal_cards = seed, dealer_of(self.rules, seed)
        self.first_dealer[:] = self.table_numbers % U64(self.rules.players)
        for state in (self.led, self.still, self.at, self.tally, self.scores, self.games, self.played):
            state[...] = 0
        self.deal_in_match[:] = 1
        self.deal_number[:] = -1
        self._deal_ahead(force=True)
        self.columns[:] = self.ahead
        self.deal_number[:] = 0
        self._deal_ahead(force=True)
        self._begin()

    def place(self, rows: Row, columns: Words, dealer: Row, scores: NDArray[Any], games: NDArray[Any], number: Row) -> None:
        """Put given deals on fresh tables (only right after `reset`): columns as `Dealer` makes them, absolute dealers
        intp [n], `scores` and `games` int [sides, n] before the deal, its `number` int [n] in the match."""
        self.columns[:, rows] = columns
        self.first_dealer[rows] = dealer
        self.scores[:, rows], self.games[:, rows], self.deal_in_match[rows] = scores, games, number
        self._begin()

    def _begin(self) -> None:
        self.steps, self.over = 0, NO_ROWS
        self.points: NDArray[np.int32] = np.zeros((self.rules.sides, 0), I32)
        self.standing: Standing | None = None
        self.word = self.tables.word.take(self.at)
        self._look()

    # ---- some tables of many -------------------------------------------------------------------------------------------

    def subset(self, rows: Row) -> Self:
        """A smaller engine that goes on with these tables, rows intp [n], each where it stands."""
        state = self.__getstate__() | {"num_tables": len(rows)}
        for name in self._columns():
            state[name] = state[name].take(rows, -1)
        few = object.__new__(type(self))
        few.__setstate__(state)
        return few

    def replace(self, rows: Row, few: Self) -> None:
        """Put the tables of a `subset` back at the rows it was made of."""
        for name in self._columns():
            getattr(self, name)[..., rows] = getattr(few, name)

    def _columns(self) -> list[str]:
        """The arrays that hold a column a table."""
        state = self.__getstate__().items()
        return [name for name, x in state if isinstance(x, np.ndarray) and x.shape[-1:] == (self.num_tables,) and name not in self.PER_STEP]

    @property
    def dealer(self) -> Row:
        """intp [B]: the absolute seat that deals."""
        return (self.first_dealer + self.deal_number) % self.rules.players

    @property
    def seat_from_dealer(self) -> NDArray[np.uint8]:
        """uint8 [B]: the seat that decides, counted from the dealer."""
        return self.tables.seat.take(self.at)

    @property
    def kind(self) -> NDArray[np.uint8]:
        """uint8 [B]: what is to be decided, as an index into KINDS."""
        return self.tables.kind.take(self.at)

    # ---- one step ------------------------------------------------------------------------------------------------------

    def step(self, actions: Row) -> None:
        """One decision at every table: `actions` intp [B], each the number of a bit of `legal` (not checked here)."""
        pack, tables, mask = self.pack, self.tables, self.mask
        # The card leaves the hand. Does it beat the trick?
        np.bitwise_and(pack.BIT.take(actions), self.card, self.played)
        np.bitwise_xor(self.live, self.played, self.live)
        np.bitwise_or(self.led, self.TRUMPS, mask)
        np.bitwise_and(mask, self.still, mask)
        np.bitwise_and(mask, self.played, mask)
        np.not_equal(mask, self.NOTHING, self.flag)
        self._update_trick(actions)
        # The automaton hears that, or the call.
        np.bitwise_and(actions, self.call, self.input)
        np.add(self.input, tables.goto.take(self.at), self.input)
        np.add(self.input, self.flag, self.at)
        self.word = tables.word.take(self.at)
        np.add(self.tally, tables.tally.take(self.at), self.tally)
        # Rare things.
        np.bitwise_and(self.word, self.EVENTS, self.flags)
        np.not_equal(self.flags, self.NO_FLAGS, self.flag)
        rows = self.flag.nonzero()[0]
        self.over = NO_ROWS
        if rows.size:
            self._events(rows, actions)
        self.steps += 1
        self._look()
        if self.steps % AHEAD == 0:
            self._deal_ahead()

    def _update_trick(self, actions: Row) -> None:
        """What still beats the trick, and the suit led if the card opened it (after a call both are masked away)."""
        pack, mask = self.pack, self.mask
        np.bitwise_and(self.still, pack.STILL.take(actions), self.still)
        np.invert(self.opens, mask)
        np.bitwise_or(mask, pack.SUIT.take(actions), mask)
        np.bitwise_and(self.led, mask, self.led)

    def _look(self) -> None:
        """The new deal where one is due, the turn-up where it is taken; then whose cards, and which of them may go."""
        mask, hand, legal = self.mask, self.hand, self.legal
        if self.over.size:
            self._spread(self.ENDS, self.signed_mask)
            np.bitwise_xor(self.columns, self.ahead, self.exchanged)
            np.bitwise_and(self.exchanged, mask, self.exchanged)
            np.bitwise_xor(self.columns, self.exchanged, self.columns)
        self._spread(self.TAKES, self.signed_mask)
        np.bitwise_and(mask, self.turn_up, mask)
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
        np.bitwise_or(legal, self.calls.take(self.at), legal)

    def _find_hand(self, hand: Words) -> None:
        """The cards in hand whose owner is the seat asked: no plane of the owner differs from the seat."""
        mask = self.mask
        for plane in range(self.planes):
            self._spread(self.SEAT[plane], self.signed_mask)
            np.bitwise_xor(self.owner[plane], mask, mask)
            if plane:
                np.bitwise_or(hand, mask, hand)
            else:
                np.copyto(hand, mask)
        np.invert(hand, hand)
        np.bitwise_and(self.live, hand, hand)

    def _spread(self, shift: NDArray[np.uint32], out: NDArray[Any]) -> None:
        """All ones in `out` (signed) where a flag of the word is up, else all zeros."""
        np.left_shift(self.word, shift, self.flags)
        np.right_shift(self.signed_flags, self.SIGN, out)

    # ---- rows ----------------------------------------------------------------------------------------------------------

    def _events(self, rows: Row, actions: Row) -> None:
        """What does not happen at every step: rows intp [n] of the tables where something did."""
        word = self.word.take(rows)
        self.renamed = named = rows.compress((word & U32(NAMES)) != 0)
        if named.size:  # from now on the cards are seen from the suit named
            suit = (actions.take(named) - 1) & 3
            self.columns[:-1, named] = self.pack.rebase(self.columns[:-1, named], suit)
            self.trump[named] ^= suit.astype(self.pack.dtype)
        ended = rows.compress((word & U32(ENDS)) != 0)
        if ended.size:
            self._settle(ended)

    def _settle(self, rows: Row) -> None:
        """The deals of these tables are over: points, scores, and the deal to come is next."""
        if self.missing.take(rows).any():
            self._deal_ahead()
        tables, players = self.tables, self.rules.players
        tally = self.tally.take(rows)
        contract = (tally >> U64(CONTRACT_SHIFT)).astype(np.intp)
        # The makers' nibbles of the tally, added up by a multiplication.
        tricks = ((tally & tables.makers.take(contract)) * U64(0x11111111) >> U64(28) & U64(15)).astype(np.intp)
        dealer = (self.first_dealer.take(rows) + self.deal_number.take(rows)) % players
        self.points = self.points_of.take((contract * (self.rules.hand_size + 1) + tricks) * players + dealer, 1)
        self.over = rows
        scores, games = self.scores.take(rows, 1), self.games.take(rows, 1)
        self.standing = settle(self.rules, scores, games, self.points, dealer)
        self.finished_start = np.vstack([self.deal_number.take(rows), self.deal_in_match.take(rows), scores, games])
        self.tally[rows] = 0
        self.deal_number[rows] += 1
        self.missing[rows] = True
        if self.keep_scores:
            match_over = self.standing.winners.any(0)
            self.scores[:, rows] = self.standing.scores
            self.games[:, rows] = self.standing.games * ~match_over
            self.deal_in_match[rows] = np.where(match_over, 1, self.deal_in_match.take(rows) + 1)

    def _deal_ahead(self, force: bool = False) -> None:
        """Deal the next deal wherever it has been taken (everywhere with `force`)."""
        if force:
            self.missing[:] = True
        rows = self.missing.nonzero()[0]
        if rows.size:
            self.ahead[:, rows] = self.deal_cards(self.table_numbers[rows], self.deal_number[rows] + 1)
            self.missing[rows] = False
