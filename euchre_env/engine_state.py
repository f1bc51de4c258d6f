"""The state of many tables of one game: its buffers, copies of it, its beginnings.

Shapes: B tables; W is uint32 for packs up to 32 cards, else uint64.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import (
    BEST,
    CARD,
    CONTRACT_SHIFT,
    ENDS,
    NAMES,
    OPENS,
    STRICT,
    TAKES,
    TEST,
    TRICK_BITS,
    compile_rules,
)
from euchre_env.cards import Words, pack_of
from euchre_env.deals import dealer_of, owner_planes
from euchre_env.match import Standing
from euchre_env.rules import Rules
from euchre_env.scripts import QUESTIONS

U8, U32, U64, I32 = np.uint8, np.uint32, np.uint64, np.int32
DEAL_EVERY = 16  # steps between dealings ahead, unless a table has used up the deal dealt ahead before
Row = NDArray[np.intp]
CONTRACT, SEVEN = U64(CONTRACT_SHIFT), U64(7)
ASKED = {question: number for number, question in enumerate(QUESTIONS, 1)}
NO_ROWS: Row = np.zeros(0, np.intp)


def sign_shift(flag: int) -> NDArray[np.uint32]:
    """By how much a word is shifted left to bring a flag to the sign bit."""
    return np.array(32 - flag.bit_length(), U32)


def look_up(table: NDArray[Any], index: Row, out: NDArray[Any]) -> NDArray[Any]:
    """`table[index]` into `out`; the indices are known to be good, and of NumPy's modes this is the fastest."""
    return table.take(index, out=out, mode="wrap")


class EngineState:
    """B tables of one game, as `engine.Engine` steps them: arrays that change in play, and everything made of them."""

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
        # A table: in hand, owner by bit, turn-up or widow, suit the cards are seen from; the same for the deal to come.
        self.columns, self.ahead = (np.zeros((3 + self.planes, n), dtype) for _ in range(2))
        self.missing, self.until_dealing = np.ones(n, bool), 0
        self.led, self.still = word(), word()  # the suit led; the cards that still beat the trick
        self.at, self.tally = np.zeros(n, np.intp), np.zeros(n, U64)  # the last transition; tricks and contract
        self.word = np.zeros(n, U32)  # what that transition says
        # The score sheet: who deals, the number of the deal in the match, the scores and the games before it.
        self.sheet, self.deal_number = np.zeros((2 + 2 * rules.sides, n), I32), np.zeros(n, np.int64)
        # For the seat that decides.
        self.hand, self.legal, self.card, self.opens, self.call = word(), word(), word(), word(), np.zeros(n, np.intp)
        # By bit, where a card's owner is another seat; the cards of which it is not.
        self.differs, self.own = np.zeros((self.planes, n), dtype), word()

    def _bind(self) -> None:
        """Everything that is not state: tables, constants, views into the state, scratch. Made anew in a copy."""
        rules, n, self.pack = self.rules, self.num_tables, pack_of(self.rules.pack)
        signed, dtype = self.pack.signed, self.pack.dtype
        self.tables, self.deal_cards = compile_rules(rules), dealer_of(rules, self.seed)
        self.calls, self.points_of = self.tables.calls.astype(dtype), self.tables.points.reshape(rules.sides, -1)
        self.legal_bits = max(self.pack.size, int(self.tables.calls.max()).bit_length())
        self.live, self.owner = self.columns[0], self.columns[1:-2]
        self.talon, self.trump = self.columns[-2], self.columns[-1]
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
        everything = dtype(self.pack.all)
        self.SEAT_MASKS = [
            np.array([everything * (seat >> plane & 1) for seat in range(8)]) for plane in range(self.planes)
        ]
        self.TALON_COUNTS = np.array([everything * (asked == ASKED["jamboree_with_turn_up"]) for asked in range(4)])
        self.JAMBOREE, self.JOKER = np.array(self.pack.jamboree, dtype), np.array(self.pack.trumps + 1 >> 1, dtype)
        events = NAMES | BEST | ENDS | TEST | STRICT | (TAKES if rules.bids else 0)
        self.EVENTS, self.NO_FLAGS, self.SIGN = np.array(events, U32), np.array(0, U32), np.array(31, I32)
        self.SEAT = [sign_shift(1 << plane) for plane in range(self.planes)]
        self.CARD, self.OPENS, self.TAKES = (sign_shift(flag) for flag in (CARD, OPENS, TAKES))
        self.ADD_UP = U64(sum(1 << TRICK_BITS * seat for seat in range(rules.players)))
        self.NEXT_SEAT = np.arange(1, rules.players + 1, dtype=I32) % rules.players
        self.TOP_SEAT = U64(TRICK_BITS * (rules.players - 1))
        self._nothing_over()

    def _nothing_over(self) -> None:
        self.over = self.bound = NO_ROWS
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

    def see_anew(self) -> None:
        """The arrays have been overwritten: find again what follows from the cards and the place in the automaton.

        Raises:
            ValueError: at some table nothing is legal then.
        """
        look_up(self.tables.word, self.at, self.word)
        self._deal_ahead(everywhere=True)
        self._nothing_over()
        self.bound = ((self.word & U32(STRICT)) != 0).nonzero()[0]
        self._look()
        self.bound = NO_ROWS
        if not self.legal.all():
            raise ValueError(f"engine: saved cards with which nothing is legal at table {int(self.legal.argmin())}")

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
        self.missing[:], self.until_dealing = False, DEAL_EVERY
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
        if self.word[0] & TEST:
            self._events(np.arange(self.num_tables), self.at)
        self._look()

    def _deal_ahead(self, everywhere: bool = False) -> None:
        """Deal the deal to come wherever the one dealt ahead has been taken."""
        rows = np.arange(self.num_tables) if everywhere else self.missing.nonzero()[0]
        if rows.size:
            self.ahead[:, rows] = self.deal_cards(self.table_numbers[rows], self.deal_number[rows] + 1)
            self.missing[rows] = False
        self.until_dealing = DEAL_EVERY

    def _look(self) -> None:
        """The engine's: what is due at every table."""
        raise NotImplementedError

    def _events(self, rows: Row, actions: Row) -> None:
        """The engine's: what happens at some tables."""
        raise NotImplementedError
