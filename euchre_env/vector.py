"""Many tables behind one interface: `VectorEuchre`, what agents train on.

Shapes: B tables, S seats, A actions, F observation bits, W packed words. Arrays handed out are reused and valid until
the next step; copy what must last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import euchre_env.checks as checks
from euchre_env.actions import IllegalAction
from euchre_env.contract import seat_rewards
from euchre_env.observer import ObservedEngine
from euchre_env.pages import Page
from euchre_env.records import open_records
from euchre_env.rules import Rules
from euchre_env.table import Table
from euchre_env.variants import rules_for
from euchre_env.vector_view import VectorView


class VectorEuchre(VectorView):
    """B tables of one game, stepped together; a table begins its next deal by itself.

    An episode is a match, from 0-0 until it is won, or with `episode="deal"` one deal. Rewards come when a deal ends:
    the points of the seat's side less those of the other side, with more than two sides less the mean of the others;
    with `reward="match"` nothing until the match ends, then +1 for every winner and -1 for the others.

    `layout` names the bits of an observation, `hidden_layout` those of `observe_hidden`.

    >>> tables = VectorEuchre("two_handed", num_tables=3, seed=0)
    >>> tables.seat.tolist(), tables.action_mask.shape
    ([1, 0, 1], (3, 37))
    >>> tables
    VectorEuchre('two_handed', num_tables=3)
    >>> reward, deal_over, episode_over = tables.step(tables.forced_action)
    >>> reward.shape, bool(deal_over.any())
    ((3, 2), False)
    """

    __doc__ = Page(__doc__, "rules")  # of an object, the page about its game

    def __init__(
        self,
        variant: str | Rules = "four_handed",
        num_tables: int = 1,
        seed: int = 0,
        episode: str = "match",
        reward: str = "points",
        skip_forced: bool = False,
        table_numbers: Sequence[int] | NDArray[np.integer[Any]] | None = None,
        **options: Any,
    ) -> None:
        """`options`: rule options on top of the variant's. `skip_forced`: take decisions with one legal action at once.
        `table_numbers` int [B], default 0 to B-1: tables of the same number get the same deals from the same seed.

        Raises:
            ValueError: an argument out of range; RulesError (a ValueError) for rules that make no sense.
        """
        checks.check_arguments(variant, num_tables, episode, reward, table_numbers, options, skip_forced)
        rules = variant if isinstance(variant, Rules) else rules_for(variant, **options)
        numbers = None if table_numbers is None else np.asarray(table_numbers)
        self.seed = checks.check_seed(seed)
        super().__init__(ObservedEngine(rules, num_tables, self.seed, numbers, keep_scores=episode == "match"))
        self.episode, self.reward, self.skip_forced = episode, reward, skip_forced
        self._start_buffers()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rules.variant!r}, num_tables={self.num_tables})"

    def _start_buffers(self) -> None:
        n, rules = self.num_tables, self.rules
        self._rewards, self._deal_over = np.zeros((n, rules.players), np.float32), np.zeros(n, bool)
        self._episode_over = np.zeros(n, bool)
        self.points, self.winners = np.zeros((n, rules.sides), np.int32), np.zeros((n, rules.sides), bool)
        self._side_of = np.array([rules.side_of(seat) for seat in range(rules.players)])

    # ---- beginning ---------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, records: Sequence[Mapping[str, Any]] | None = None) -> None:
        """Begin a new match at 0-0: with the first deals of `seed`, or without one with the deals that come next.

        `records`: one deal record a table to start from, of this game (its decisions are ignored), in the place of
        the deal that would have come; then play goes on with the table's own deals.

        Raises:
            ValueError: a record of other rules, an impossible deal, a number of records that is not B.
        """
        starts = [] if records is None else open_records(records, self.rules, self.num_tables)
        if seed is None:
            self.engine.new_match(keep=self._deal_over)
        else:
            self.seed = checks.check_seed(seed)
            self.engine.reset(self.seed)
        self._start_buffers()
        if starts:
            self._place(starts)
        self.history.begin(self.engine, [start.deal for start in starts])

    def _place(self, starts: Sequence[Table]) -> None:
        columns = np.concatenate([self.engine.deal_cards.columns_of(start.deal, start.dealer) for start in starts], 1)
        keep, nothing = self.engine.keep_scores, [0] * self.rules.sides
        self.engine.place(
            columns,
            np.array([start.dealer for start in starts]),
            np.array([start.scores if keep else nothing for start in starts]).T,
            np.array([start.games if keep else nothing for start in starts]).T,
            np.array([start.number if keep else 1 for start in starts]),
        )

    # ---- deciding ----------------------------------------------------------------------------------------------------

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """One decision at every table: `actions`, any integer dtype [B].

        Returns (reward float32 [B, S] by absolute seat, deal_over bool [B], episode_over bool [B]). `points` int32
        [B, sides] and `winners` bool [B, sides] tell of the deals that ended.

        Raises:
            IllegalAction: an action that is not legal at its table; nothing has been changed.
            ValueError: not B whole numbers.
        """
        numbers = self._checked(actions)
        self._clear()
        self.history.note(numbers)
        self.engine.step(numbers)
        if self.engine.over.size:
            self._deals_ended(np.arange(self.num_tables), self.engine)
        if self.skip_forced:
            self._take_forced()
        return self._rewards, self._deal_over, self._episode_over

    def branch(self, rows: Sequence[int] | NDArray[np.integer[Any]]) -> Self:
        """n tables of their own that stand where `rows` int [n] of these do, to look ahead; ValueError: no such row."""
        branches, lanes = copy(self), checks.check_rows(rows, self.num_tables)
        branches.num_tables = len(lanes)
        branches.engine, branches.history = self.engine.subset(lanes), self.history.branch(lanes)
        branches._start_buffers()
        return branches

    def _checked(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
        """The bits and calls that the actions stand for, each of them legal."""
        given = checks.check_actions(actions, self.num_tables)
        numbers = given.astype(np.intp) - self._offset
        legal_ones = checks.has_bit(self.engine.legal, numbers)
        if not legal_ones.all():
            table = int(legal_ones.argmin())
            legal = {int(a): self.action_name(table, int(a)) for a in np.flatnonzero(self.action_mask[table])}
            where = f"seat {self.seat[table]}" + (f" at table {table}" if self.num_tables > 1 else "")
            raise IllegalAction(checks.refusal(int(given[table]), self.actions.names, where, legal))
        return numbers

    def _clear(self) -> None:
        """Forget the deals that ended with the step before."""
        rows = self._deal_over.nonzero()[0]
        if rows.size:
            self._rewards[rows], self.points[rows], self.winners[rows] = 0, 0, False
            self._deal_over[rows], self._episode_over[rows] = False, False

    def _take_forced(self) -> None:
        """Take the decisions with one legal action, table by table that has one, until none is left."""
        rows = self.forced.nonzero()[0]
        while rows.size:
            few = self.engine.subset(rows)
            numbers = np.bitwise_count(~few.legal & (few.legal - few.legal.dtype.type(1))).astype(np.intp)
            self.history.note_some(rows, numbers)
            few.step(numbers)
            self.engine.replace(rows, few)
            if few.over.size:
                self._deals_ended(rows, few)
            rows = rows[np.bitwise_count(few.legal) == 1]

    def _deals_ended(self, lanes: NDArray[np.intp], engine: ObservedEngine) -> None:
        """Enter what the deals that `engine` has ended paid; its tables are our `lanes`."""
        rows, standing = lanes[engine.over], engine.standing
        assert standing is not None
        points = engine.points.T
        won = standing.winners.T
        self.points[rows], self._deal_over[rows] = points, True
        if self.episode == "deal":
            self._episode_over[rows] = True
        else:
            self.winners[rows], self._episode_over[rows] = won, won.any(1)
        if self.reward == "points":
            by_side = seat_rewards(points)
        else:
            by_side = np.where(won.any(1, keepdims=True), np.where(won, 1, -1), 0)
        self._rewards[rows] = by_side[:, self._side_of]
        self.history.deals_ended(rows, engine)

    # ---- saving ------------------------------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, NDArray[Any]]:
        """Everything that changes in play, as copies of plain arrays by name: what a checkpoint needs to go on here.

        Raises:
            ValueError: a table was started from a record and has not left that deal two deals behind.
        """
        return {name: array.copy() for name, array in self._arrays().items()}

    def load_state_dict(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on where `state_dict` was taken, from tables made with the same arguments.

        Raises:
            ValueError: an array is missing, unknown or of another shape or dtype; nothing has been changed.
        """
        expected = self._arrays()
        checks.check_arrays(expected, arrays)
        checks.check_saved_engine(arrays, self.engine.tables, self.num_seats)
        before = {name: array.copy() for name, array in expected.items()}
        try:
            self._adopt(expected, arrays)
        except ValueError:
            self._adopt(expected, before)
            raise

    def _adopt(self, own: Mapping[str, NDArray[Any]], arrays: Mapping[str, NDArray[Any]]) -> None:
        for name, array in own.items():
            array[...] = arrays[name]
        self.seed = int(self._seed[0])
        self.engine.reseed(self.seed)
        self.engine.see_anew()

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """The state itself, by name (the deals dealt ahead are no state: they follow from their numbers)."""
        engine = {f"engine.{name}": x for name, x in self.engine.arrays().items() if name not in ("ahead", "missing")}
        history = {f"history.{name}": x for name, x in self.history.arrays().items()}
        self._seed = np.array([self.seed], np.uint64)
        names = ("_seed", "points", "winners", "_rewards", "_deal_over", "_episode_over")
        return engine | history | {name.removeprefix("_"): getattr(self, name) for name in names}
