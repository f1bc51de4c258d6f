"""Many tables of one game, one decision each a step, in NumPy.

No rule is in here: the automaton says what is due, the pack says what beats what. `step` is a straight line of bitwise
operations over all tables at once: what happens at some tables only is masked away, and what is rare and clumsy (a
suit is named, a deal ends) is done on the rows it happens to. Buffers are written in place, so a step allocates next
to nothing.

Shapes: B tables; W is uint32 for packs up to 32 cards, else uint64.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import CARD, CONTRACT_SHIFT, ENDS, NAMES, OPENS, TAKES, TRICK_BITS, compile_rules
from euchre_env.cards import Words, pack_of
from euchre_env.deals import dealer_of, owner_planes
from euchre_env.match import Standing, settle
from euchre_env.rules import Rules

U8, U32, U64, I32 = np.uint8, np.uint32, np.uint64, np.int32
DEAL_EVERY = 16  # steps, or fewer where a deal can be shorter: a table has never used up the deal dealt ahead
Row = NDArray[np.intp]
CONTRACT, SEVEN = U64(CONTRACT_SHIFT), U64(7)
NO_ROWS: Row = np.zeros(0, np.intp)


def sign_shift(flag: int) -> NDArray[np.uint32]:
    """By how much a word is shifted left to bring a flag to the sign bit."""
    return np.array(32 - flag.bit_length(), U32)


def look_up(table: NDArray[Any], index: Row, out: NDArray[Any]) -> NDArray[Any]:
    """`table[index]` into `out`; the indices are known to be good, and of NumPy's modes this is the fastest."""
    return table.take(index, out=out, mode="wrap")


class Engine:
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
        self._allocate()
        self.state_names = tuple(vars(self))
        self._bind()
        self.reset(seed)

    # ---- buffers -----------------------------------------------------------------------------------------------------

    def _allocate(self) -> None:
        """The state of B tables."""
        rules, n, dtype = self.rules, self.num_tables, pack_of(self.rules.pack).dtype

        def word() -> Words:
            return np.zeros(n, dtype)

        self.planes = owner_planes(rules.players)
        # A table: in hand, owner by bit, turn-up, suit the cards are seen from; the same for the deal to come.
        self.columns, self.ahead = (np.zeros((3 + self.planes, n), dtype) for _ in range(2))
        self.missing, self.until_dealing = np.ones(n, bool), 0
        self.led, self.still = word(), word()  # the suit led; the cards that still beat the trick
        self.at, self.tally = np.zeros(n, np.intp), np.zeros(n, U64)  # the last transition; tricks and contract
        self.word = np.zeros(n, U32)  # what that transition says
        # The score sheet: who deals, the number of the deal in the match, the scores and the games before it.
        self.sheet, self.deal_number = np.zeros((2 + 2 * rules.sides, n), I32), np.zeros(n, np.int64)
        # For the seat that decides.
        self.hand, self.legal, self.card, self.opens, self.call = word(), word(), word(), word(), np.zeros(n, np.intp)
        self.differs = np.zeros((self.planes, n), dtype)  # by bit, where a card's owner is another seat

    def _bind(self) -> None:
        """Everything that is not state: tables, constants, views into the state, scratch. Made anew in a copy."""
        rules, n, self.pack = self.rules, self.num_tables, pack_of(self.rules.pack)
        signed, dtype = self.pack.signed, self.pack.dtype
        self.tables, self.deal_cards = compile_rules(rules), dealer_of(rules, self.seed)
        self.calls, self.points_of = self.tables.calls.astype(dtype), self.tables.points.reshape(rules.sides, -1)
        self.legal_bits = max(self.pack.size, int(self.tables.calls.max()).bit_length())
        self.deal_every = min(DEAL_EVERY, self.tables.shortest_deal)
        self.live, self.owner = self.columns[0], self.columns[1:-2]
        self.turn_up, self.trump = self.columns[-2], self.columns[-1]
        self.dealer, self.deal_in_match = self.sheet[:2]
        self.scores, self.games = self.sheet[2 : 2 + rules.sides], self.sheet[2 + rules.sides :]
        self.signed_card, self.signed_opens = self.card.view(signed), self.opens.view(signed)
        # Scratch: the card just put down; masks, flags, indices.
        self.played, self.mask, self.other = (np.zeros(n, dtype) for _ in range(3))
        self.flags, self.flag = np.zeros(n, U32), np.zeros(n, bool)
        self.input, self.index, self.wide = np.zeros(n, np.intp), np.zeros(n, np.intp), np.zeros(n, U64)
        self.signed_mask, self.signed_flags, self.flag_bytes = (
            self.mask.view(signed),
            self.flags.view(I32),
            self.flag.view(U8),
        )
        # Constants, as 0-d arrays: half the call overhead of a Python number.
        self.TRUMPS, self.NOTHING = np.array(self.pack.trumps, dtype), np.array(0, dtype)
        self.EVENTS, self.NO_FLAGS, self.SIGN = np.array(NAMES | ENDS, U32), np.array(0, U32), np.array(31, I32)
        self.SEAT = [sign_shift(1 << plane) for plane in range(self.planes)]
        self.CARD, self.OPENS, self.TAKES = (sign_shift(flag) for flag in (CARD, OPENS, TAKES))
        self.ADD_UP = U64(sum(1 << TRICK_BITS * seat for seat in range(rules.players)))
        self.NEXT_SEAT = np.arange(1, rules.players + 1, dtype=I32) % rules.players
        self.TOP_SEAT = U64(TRICK_BITS * (rules.players - 1))
        self._nothing_over()

    def _nothing_over(self) -> None:
        self.over = self.renamed = NO_ROWS
        self.points: NDArray[np.int32] = np.zeros((self.rules.sides, 0), I32)
        self.standing: Standing | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*self.state_names, "state_names")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._bind()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The state by name, arrays that hold a column a table: all that changes in play."""
        return {name: value for name in self.state_names if isinstance(value := getattr(self, name), np.ndarray)}

    def dealt_ahead_anew(self) -> None:
        """The arrays have been overwritten: deal the deals to come, which follow from the rest."""
        self._deal_ahead(everywhere=True)
        self._nothing_over()

    def subset(self, rows: Row) -> Self:
        """A smaller engine that goes on with these tables, rows intp [n], each where it stands."""
        few = object.__new__(type(self))
        columns = {name: array.take(rows, -1) for name, array in self.arrays().items()}
        few.__setstate__(self.__getstate__() | {"num_tables": len(rows)} | columns)
        return few

    def replace(self, rows: Row, few: Self) -> None:
        """Put the tables of a `subset` back at the rows it was made of."""
        for name, array in few.arrays().items():
            getattr(self, name)[..., rows] = array
        self.until_dealing = min(self.until_dealing, few.until_dealing)

    # ---- beginning ---------------------------------------------------------------------------------------------------

    def reset(self, seed: int) -> None:
        """Begin again at 0-0 with the first deals of `seed`; the first dealer of table t is seat t mod S."""
        self.reseed(seed)
        self.dealer[:] = self.table_numbers % U64(self.rules.players)
        self.deal_number[:] = 0
        both = np.repeat(np.arange(2), self.num_tables)  # the first two deals in one go
        columns = self.deal_cards(np.tile(self.table_numbers, 2), both)
        self.columns[:], self.ahead[:] = np.split(columns, 2, axis=1)
        self.missing[:], self.until_dealing = False, self.deal_every
        self._begin()

    def reseed(self, seed: int) -> None:
        """From the next dealing on, deal the deals of `seed`."""
        self.seed, self.deal_cards = seed, dealer_of(self.rules, seed)

    def new_match(self, keep: NDArray[np.bool_]) -> None:
        """Begin again at 0-0: tables in `keep` bool [B], which must be at the beginning of a deal, with this deal,
        the others with the next."""
        self._deal_ahead()
        rows = (~keep).nonzero()[0]
        self.columns[:, rows] = self.ahead[:, rows]
        self.deal_number[rows] += 1
        self.dealer[rows] = (self.dealer[rows] + 1) % self.rules.players
        self.missing[rows] = True
        self._deal_ahead()
        self._begin()

    def place(self, columns: Words, dealer: Row, scores: NDArray[Any], games: NDArray[Any], number: Row) -> None:
        """Put given deals in the place of fresh ones (right after `reset` or `new_match`): `columns` as `Dealer`
        makes them, absolute dealers intp [B], `scores` and `games` int [sides, B] before the deal, its `number` int
        [B] in the match."""
        self.columns[:] = columns
        self._begin()
        self.dealer[:], self.deal_in_match[:], self.scores[:], self.games[:] = dealer, number, scores, games

    def _begin(self) -> None:
        """All tables stand at the beginning of a deal, at 0-0."""
        self.at[:], self.tally[:], self.scores[:], self.games[:], self.deal_in_match[:] = 0, 0, 0, 0, 1
        self._nothing_over()
        look_up(self.tables.word, self.at, self.word)
        self._look()

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
        self.over = NO_ROWS
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
        """The new deal where one is due; the turn-up where it is taken; then whose cards, and which of them may go."""
        mask, hand, legal = self.mask, self.hand, self.legal
        if self.over.size:
            self.columns[:, self.over] = self.ahead.take(self.over, 1)
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
        np.bitwise_or(legal, look_up(self.calls, self.at, mask), legal)

    def _find_hand(self, hand: Words) -> None:
        """The cards in hand whose owner is the seat asked: no plane of the owner differs from the seat."""
        for plane, differs in enumerate(self.differs):
            self._spread(self.SEAT[plane], self.signed_mask)
            np.bitwise_xor(self.owner[plane], self.mask, differs)
        np.bitwise_or(self.differs[0], self.differs[-1], hand)
        for differs in self.differs[1:-1]:
            np.bitwise_or(hand, differs, hand)
        np.invert(hand, hand)
        np.bitwise_and(self.live, hand, hand)

    def _spread(self, shift: NDArray[np.uint32], out: NDArray[Any]) -> None:
        """All ones in `out` (signed) where a flag of the word is up, else all zeros."""
        np.left_shift(self.word, shift, self.flags)
        np.right_shift(self.signed_flags, self.SIGN, out)

    # ---- rows --------------------------------------------------------------------------------------------------------

    def _events(self, rows: Row, actions: Row) -> None:
        """What does not happen at every step: rows intp [n] of the tables where something did."""
        word = self.word.take(rows)
        self.renamed = named = rows.compress(word & NAMES)
        if named.size:  # from now on the cards are seen from the suit named
            suit = (actions.take(named) - 1) & 3
            self.columns[:-1, named] = self.pack.rebase(self.columns[:-1, named], suit)
            self.trump[named] ^= suit.astype(self.pack.dtype)
        ended = rows.compress(word & ENDS)
        if ended.size:
            self._settle(ended)

    def _settle(self, rows: Row) -> None:
        """The deals of these tables are over: points, scores, and the deal to come is next."""
        tables, tally = self.tables, self.tally.take(rows)
        contract = (tally >> CONTRACT).view(np.intp)
        # The makers' tricks, added up in the highest seat's three bits by a multiplication.
        tricks = ((tally & tables.makers.take(contract)) * self.ADD_UP >> self.TOP_SEAT & SEVEN).view(np.intp)
        sheet, sides = self.sheet.take(rows, 1), self.rules.sides
        dealer, number, scores, games = sheet[0], sheet[1], sheet[2 : 2 + sides], sheet[2 + sides :]
        self.points = self.points_of.take((contract + dealer) * (self.rules.hand_size + 1) + tricks, 1)
        self.over = rows
        self.standing = standing = settle(self.rules, scores, games, self.points, dealer)
        self.tally[rows] = 0
        self.deal_number[rows] += 1
        self.missing[rows] = True
        if self.keep_scores:
            goes_on = ~standing.winners.any(0)
            scores[:], games[:] = standing.scores, standing.games * goes_on
            np.add(number * goes_on, 1, out=number)
        dealer[:] = self.NEXT_SEAT.take(dealer)
        self.sheet[:, rows] = sheet

    def _deal_ahead(self, everywhere: bool = False) -> None:
        """Deal the deal to come wherever the one dealt ahead has been taken."""
        rows = np.arange(self.num_tables) if everywhere else self.missing.nonzero()[0]
        if rows.size:
            self.ahead[:, rows] = self.deal_cards(self.table_numbers[rows], self.deal_number[rows] + 1)
            self.missing[rows] = False
        self.until_dealing = self.deal_every
