"""Many tables behind one interface: `VectorEuchre`, what agents train on.

Shapes: B tables, S seats, A actions, F observation bits, W packed words. Arrays handed out are reused and valid until the next
step; copy what must last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.actions import IllegalAction, actions_of
from euchre_env.cards import Deal
from euchre_env.contract import seat_rewards
from euchre_env.layout import Layout
from euchre_env.observation import hidden_layout_of, layout_of
from euchre_env.observer import ObservedEngine
from euchre_env.rules import Rules
from euchre_env.scripts import KINDS
from euchre_env.table import Table
from euchre_env.variants import rules_for

SAVED = ("_log", "_log_length", "_last_log", "_last_length", "_start", "_last_start", "_rewards", "_deal_over", "_episode_over", "points", "winners")


class VectorEuchre:
    """B tables of one game, stepped together; a table begins its next deal by itself.

    An episode is a match, from 0-0 until it is won, or with `episode="deal"` one deal. Rewards come when a deal ends: the
    points of the seat's side less those of the other side, with more than two sides less the mean of the others; with
    `reward="match"` nothing until the match ends, then +1 for every winner and -1 for the others.

    >>> tables = VectorEuchre("two_handed", num_tables=3, seed=0)
    >>> tables.seat.tolist(), tables.action_mask.shape
    ([1, 0, 1], (3, 37))
    >>> reward, deal_over, episode_over = tables.step(tables.forced_action)
    >>> reward.shape, bool(deal_over.any())
    ((3, 2), False)
    """

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
        """`options` are rule options on top of the variant. `skip_forced`: decisions with one legal action are taken at once.
        `table_numbers` int [B], default 0 to B-1: tables of the same number get the same deals from the same seed.

        Raises:
            ValueError: an argument out of range; RulesError (a ValueError) for rules that make no sense.
        """
        if isinstance(variant, Rules) and options:
            raise ValueError(f"options {', '.join(options)} go with a variant's name, not with ready-made rules")
        if type(num_tables) is not int or num_tables < 1:
            raise ValueError(f"num_tables={num_tables!r}: must be a whole number from 1")
        if episode not in ("match", "deal"):
            raise ValueError(f"episode={episode!r}: must be 'match' or 'deal'")
        if reward not in ("points", "match"):
            raise ValueError(f"reward={reward!r}: must be 'points' or 'match'")
        if reward == "match" and episode == "deal":
            raise ValueError("reward='match' is paid when a match ends; with episode='deal' none does")
        if table_numbers is not None and np.shape(table_numbers) != (num_tables,):
            raise ValueError(f"table_numbers of shape {np.shape(table_numbers)} for num_tables={num_tables}")
        self.rules = rules = variant if isinstance(variant, Rules) else rules_for(variant, **options)
        self.num_tables, self.num_seats, self.seed = num_tables, rules.players, check_seed(seed)
        self.episode, self.reward, self.skip_forced = episode, reward, skip_forced
        numbers = None if table_numbers is None else np.asarray(table_numbers)
        self.engine = ObservedEngine(rules, num_tables, seed, numbers, keep_scores=episode == "match")
        self._start_buffers()

    def _start_buffers(self) -> None:
        n, rules = self.num_tables, self.rules
        self.actions = actions_of(rules)
        self.num_actions = self.actions.size
        self._rewards, self._deal_over = np.zeros((n, rules.players), np.float32), np.zeros(n, bool)
        self._episode_over = np.zeros(n, bool)
        self.points, self.winners = np.zeros((n, rules.sides), np.int32), np.zeros((n, rules.sides), bool)
        self._side_of = np.array([rules.side_of(seat) for seat in range(rules.players)])
        # The decisions of the deal in progress, and those of the one before with how it began: enough to tell them again.
        longest = self.engine.tables.longest_deal
        self._log, self._log_length = np.zeros((n, longest), np.uint8), np.zeros(n, np.intp)
        self._last_log, self._last_length = np.zeros_like(self._log), np.zeros(n, np.intp)
        self._start, self._last_start = self._starts(), np.zeros((n, 3 + 2 * rules.sides), np.int64)
        self._log_rows = np.arange(n) * longest
        self._given: dict[int, tuple[int, Deal]] = {}

    # ---- beginning -----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, records: Sequence[Mapping[str, Any]] | None = None) -> None:
        """Begin a new match at 0-0: with the first deals of `seed`, or without one with the deals that come next.

        `records`: one deal record a table to start from, of this game (its decisions are ignored), in the place of the deal
        that would have come; then play goes on with the table's own deals.

        Raises:
            ValueError: a record of other rules, an impossible deal, a number of records that is not B.
        """
        starts = [] if records is None else self._read_starts(records)
        if seed is None:
            self.engine.new_match()
        else:
            self.seed = check_seed(seed)
            self.engine.reset(self.seed)
        self._start_buffers()
        if starts:
            self._place(starts)

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
        self._given = {table: (int(self.deal_number[table]), start.deal) for table, start in enumerate(starts)}

    def _read_starts(self, records: Sequence[Mapping[str, Any]]) -> list[Table]:
        from euchre_env.records import table_of  # records build on tables; only this one call looks back

        if len(records) != self.num_tables:
            raise ValueError(f"{len(records)} records for num_tables={self.num_tables}")
        starts = [table_of(record) for record in records]
        for table, start in enumerate(starts):
            if start.rules.options() != self.rules.options() or start.rules.players != self.rules.players:
                raise ValueError(f"record {table} is of other rules than these tables")
        return starts

    # ---- what is due ---------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> NDArray[np.uint8]:
        """uint8 [B]: the absolute seat that decides."""
        return ((self.engine.seat_from_dealer + self.engine.dealer) % self.num_seats).astype(np.uint8)

    @property
    def dealer(self) -> NDArray[np.uint8]:
        """uint8 [B]: the absolute seat that dealt."""
        return self.engine.dealer.astype(np.uint8)

    @property
    def scores(self) -> NDArray[np.int32]:
        """int32 [B, sides]: the scores before the deal in progress."""
        return self.engine.scores.T

    @property
    def games(self) -> NDArray[np.int32]:
        """int32 [B, sides]: games won in the match before the deal in progress."""
        return self.engine.games.T

    @property
    def deal_number(self) -> NDArray[np.int64]:
        """int64 [B]: deals before the one in progress, counted over all episodes."""
        return self.engine.deal_number

    @property
    def decision_kind(self) -> NDArray[np.uint8]:
        """uint8 [B]: what is to be decided, as an index into `KINDS`."""
        return self.engine.kind

    @property
    def _offset(self) -> NDArray[np.intp]:
        """intp [B]: what is added to a bit of `legal` to get the action: calls come after the cards."""
        return self.engine.call & self.actions.first_call

    @property
    def forced(self) -> NDArray[np.bool_]:
        """bool [B]: whether there is only one legal action."""
        return np.bitwise_count(self.engine.legal) == 1

    @property
    def forced_action(self) -> NDArray[np.intp]:
        """intp [B]: the lowest legal action, where `forced` the only one."""
        legal = self.engine.legal
        return np.bitwise_count(~legal & (legal - legal.dtype.type(1))).astype(np.intp) + self._offset

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """int8 [B, A]: 1 where the action is legal."""
        legal, cards = self.engine.legal, self.engine.legal & self.engine.card
        bits = [np.unpackbits(as_octets(word), axis=1, bitorder="little") for word in (cards, legal ^ cards)]
        calls = self.num_actions - self.actions.first_call
        return np.concatenate([bits[0][:, : self.actions.first_call], bits[1][:, :calls]], 1).view(np.int8)

    # ---- observing -----------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """The named bits of an observation."""
        return layout_of(self.rules)

    @property
    def hidden_layout(self) -> Layout:
        """The named bits of `observe_hidden`."""
        return hidden_layout_of(self.rules)

    def observe_packed(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """uint64 [B, W]: what the seat that decides may know. Without `out` a view that the next call overwrites."""
        return copied(self.engine.observe().T, out)

    def observe(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """uint8 [B, F]: the same, one byte a bit."""
        return copied(self.layout.unpack(self.engine.observe().T), out)

    def observe_hidden(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """uint64 [B, S]: for a critic in training only: the other seats' hands and the cards out of play, packed."""
        return copied(self.engine.observe_hidden().T, out)

    # ---- deciding ------------------------------------------------------------------------------------------------------

    def step(self, actions: NDArray[np.integer[Any]]) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """One decision at every table: `actions`, any integer dtype [B].

        Returns (reward float32 [B, S] by absolute seat, deal_over bool [B], episode_over bool [B]). `points` int32 [B, sides]
        and `winners` bool [B, sides] tell of the deals that ended.

        Raises:
            IllegalAction: an action that is not legal at its table; nothing has been changed.
            ValueError: not B whole numbers.
        """
        numbers = self._checked(actions)
        self._clear()
        self._log.reshape(-1)[self._log_rows + self._log_length] = numbers
        self._log_length += 1
        self.engine.step(numbers)
        if self.engine.over.size:
            self._deals_ended(np.arange(self.num_tables), self.engine)
        if self.skip_forced:
            self._take_forced()
        return self._rewards, self._deal_over, self._episode_over

    def _checked(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
        """The bits and calls that the actions stand for, each of them legal."""
        given = np.asarray(actions)
        if given.shape != (self.num_tables,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions of shape {given.shape} and dtype {given.dtype}: must be integers of shape ({self.num_tables},)")
        numbers = given.astype(np.intp) - self._offset
        legal = self.engine.legal
        inside = (numbers >= 0) & (numbers < self.engine.pack.bits)
        allowed = inside & ((legal >> np.where(inside, numbers, 0).astype(legal.dtype)) & legal.dtype.type(1)).astype(bool)
        if not allowed.all():
            table = int(np.flatnonzero(~allowed)[0])
            raise IllegalAction(self._refusal(table, int(given[table])))
        return numbers

    def _refusal(self, table: int, action: int) -> str:
        legal = np.flatnonzero(self.action_mask[table])
        named = ", ".join(f"{a} {self.action_name(table, int(a))}" for a in legal)
        where = f" at table {table}" if self.num_tables > 1 else ""
        meant = f" {self.actions.names[action]}" if 0 <= action < self.num_actions else ""
        return f"action {action}{meant} is not legal for seat {self.seat[table]}{where}; legal: {named}"

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
            self._log[rows, self._log_length[rows]] = numbers
            self._log_length[rows] += 1
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
        self._last_log[rows], self._last_length[rows] = self._log[rows], self._log_length[rows]
        self._last_start[rows], self._log_length[rows] = self._start[rows], 0
        self._start[rows, 0], self._start[rows, 1:] = engine.deal_number[engine.over], engine.sheet[:, engine.over].T

    def _starts(self) -> NDArray[np.int64]:
        """int64 [B, 3 + 2 * sides]: how the deals in progress began: number, dealer, number in the match, scores, games."""
        return np.vstack([self.engine.deal_number, self.engine.sheet]).T.copy()

    # ---- saving --------------------------------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, NDArray[Any]]:
        """Everything that changes in play, as copies of plain arrays by name: what a checkpoint needs to go on exactly here.

        Raises:
            ValueError: a table still plays a deal that was given to `reset`; only numbered deals can be saved as numbers.
        """
        if any(number + 1 >= self.deal_number[table] for table, (number, _) in self._given.items()):
            raise ValueError("tables that were started from records can be saved once these deals are played and followed by another")
        engine = {f"engine.{name}": np.array(value) for name, value in self.engine.arrays().items()}
        return engine | {name: np.array(getattr(self, name)) for name in SAVED}

    def load_state_dict(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on where `state_dict` was taken, from tables made with the same arguments.

        Raises:
            ValueError: an array is missing, unknown or of another shape or dtype; nothing has been changed.
        """
        expected = self.state_dict()
        for name in expected.keys() ^ arrays.keys():
            raise ValueError(f"{name}: {'missing from' if name in expected else 'unknown in'} the saved tables")
        for name, array in expected.items():
            if arrays[name].shape != array.shape or arrays[name].dtype != array.dtype:
                saved = f"{arrays[name].dtype} {list(arrays[name].shape)}"
                raise ValueError(f"{name}: saved as {saved}, these tables have {array.dtype} {list(array.shape)}")
        self.engine.load({name.removeprefix("engine."): array for name, array in arrays.items() if name.startswith("engine.")})
        for name in SAVED:
            getattr(self, name)[...] = arrays[name]

    # ---- names and records ---------------------------------------------------------------------------------------------

    def action_name(self, table: int, action: int) -> str:
        """The action as a record spells it, with real cards and suits.

        Raises:
            ValueError: no such action, or none that this decision could take.
        """
        kind = KINDS[self.engine.kind[table]]
        number = self.actions.number(kind, action)
        if not 0 <= action < self.num_actions or number < 0:
            raise ValueError(f"action {action} has no meaning in a decision of kind {kind!r}; there are 0 to {self.num_actions - 1}")
        return self.actions.spell(kind, number, int(self.engine.trump[table]))

    def parse_action(self, table: int, text: str) -> int:
        """The action that a record spells like this.

        Raises:
            ValueError: this decision has no such action.
        """
        kind = KINDS[self.engine.kind[table]]
        return self.actions.action(kind, self.actions.parse(kind, text, int(self.engine.trump[table])))

    def table(self, table: int) -> Table:
        """The deal in progress as a `Table` of its own, with everything that has happened."""
        engine = self.engine
        start = [engine.deal_number[table], *engine.sheet[:, table]]
        return self._retold(table, [int(x) for x in start], self._log[table, : self._log_length[table]])

    def record(self, table: int) -> dict[str, Any]:
        """The record of the deal in progress as far as it has come."""
        return self.table(table).record()

    def finished_record(self, table: int) -> dict[str, Any]:
        """The record of the deal that ended last at this table.

        Raises:
            ValueError: none has ended yet.
        """
        if not self._last_length[table]:
            raise ValueError(f"no deal has ended yet at table {table}")
        start = [int(x) for x in self._last_start[table]]
        return self._retold(table, start, self._last_log[table, : self._last_length[table]]).record()

    def _retold(self, table: int, start: list[int], numbers: NDArray[np.uint8]) -> Table:
        deal_number, dealer, number, *standing = start
        sides, engine = self.rules.sides, self.engine
        given_number, deal = self._given.get(table, (-1, None))
        if deal is None or given_number != deal_number:
            columns = engine.deal_cards(engine.table_numbers[[table]], np.array([deal_number]))
            deal = engine.deal_cards.deal_of(columns[:, 0], dealer)
        told = Table(self.rules, deal, dealer, standing[:sides], standing[sides:], number)
        for decision in numbers:
            told.step_number(int(decision))
        return told


def check_seed(seed: int) -> int:
    """The seed if it is one; 0 is a seed like any other.

    Raises:
        ValueError: it is not a whole number from 0.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ValueError(f"seed={seed!r}: must be a whole number from 0")
    return int(seed)


def as_octets(words: NDArray[Any]) -> NDArray[np.uint8]:
    """Words [B] as bytes uint8 [B, 4 or 8], low byte first."""
    return np.ascontiguousarray(words).view(np.uint8).reshape(len(words), -1)


def copied(array: NDArray[Any], out: NDArray[Any] | None) -> NDArray[Any]:
    """The array, or `out` with its contents."""
    if out is None:
        return array
    np.copyto(out, array)
    return out
