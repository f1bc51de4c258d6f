"""What happened in the deals of many tables: enough to tell each of them again, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from euchre_env.cards import Deal
from euchre_env.engine import Engine
from euchre_env.engine_state import Row
from euchre_env.table import Table


class History:
    """The decisions of the deal in progress at each of B tables, and those of the deal before.

    Attributes:
        log: uint8 [B * D] bits or calls of the deal in progress, table after table; D decisions is the longest deal.
        length: int64 [B] how many.
        start: int64 [B, 3 + 2 * sides] how it began: its number, who dealt, its number in the match, scores, games.
        last_log, last_length, last_start: the same of the deal before.
    """

    def __init__(self, engine: Engine) -> None:
        tables, longest = engine.num_tables, engine.tables.longest_deal
        self.log, self.last_log = (np.zeros(tables * longest, np.uint8) for _ in range(2))
        self.length, self.last_length = (np.zeros(tables, np.int64) for _ in range(2))
        self.start, self.last_start = (np.zeros((tables, 3 + 2 * engine.rules.sides), np.int64) for _ in range(2))
        self.first, self.decisions = np.arange(tables) * longest, np.arange(longest)
        self.given: dict[
            int, tuple[int, Deal]
        ] = {}  # deals laid out by the user, with the number they took the place of
        self.begin(engine)

    def begin(self, engine: Engine, given: Sequence[Deal] = ()) -> None:
        """All tables of `engine` stand at the beginning of a deal, where `given` of these."""
        self.length[:] = self.last_length[:] = 0
        self.start[:, 0], self.start[:, 1:] = engine.deal_number, engine.sheet.T
        self.given = {table: (int(engine.deal_number[table]), deal) for table, deal in enumerate(given)}

    def branch(self, rows: Row) -> Self:
        """What has happened at these tables, rows intp [n], each as often as it is named; from here on apart."""
        branches, longest = copy(self), len(self.decisions)
        for name in ("log", "last_log"):
            setattr(branches, name, getattr(self, name).reshape(-1, longest)[rows].ravel())
        for name in ("length", "last_length", "start", "last_start"):
            setattr(branches, name, getattr(self, name)[rows])
        branches.first = np.arange(len(rows)) * longest
        branches.given = {lane: self.given[table] for lane, table in enumerate(rows.tolist()) if table in self.given}
        return branches

    def note(self, numbers: Row) -> None:
        """A decision at every table: bits or calls intp [B]."""
        self.log[self.first + self.length] = numbers
        self.length += 1

    def note_some(self, rows: Row, numbers: Row) -> None:
        """A decision at some tables."""
        self.log[self.first[rows] + self.length[rows]] = numbers
        self.length[rows] += 1

    def deals_ended(self, rows: Row, engine: Engine) -> None:
        """The deals at these tables, `engine.over` for `engine`, are over; the next ones have begun."""
        places = self.first[rows, None] + self.decisions
        self.last_log[places] = self.log[places]
        self.last_length[rows], self.last_start[rows] = self.length[rows], self.start[rows]
        self.length[rows] = 0
        self.start[rows, 0], self.start[rows, 1:] = engine.deal_number[engine.over], engine.sheet[:, engine.over].T

    def tell(self, engine: Engine, table: int) -> Table:
        """The deal in progress as a `Table` with all that has happened in it."""
        return self._told(engine, table, self.start, self.log, self.length)

    def tell_last(self, engine: Engine, table: int) -> Table:
        """The deal that ended last at this table.

        Raises:
            ValueError: none has ended yet.
        """
        if not self.last_length[table]:
            raise ValueError(f"no deal has ended yet at table {table}")
        return self._told(engine, table, self.last_start, self.last_log, self.last_length)

    def _told(
        self,
        engine: Engine,
        table: int,
        start: NDArray[np.int64],
        log: NDArray[np.uint8],
        length: NDArray[np.int64],
    ) -> Table:
        deal_number, dealer, number, *standing = (int(x) for x in start[table])
        given_number, deal = self.given.get(table, (-1, None))
        if deal is None or given_number != deal_number:
            columns = engine.deal_cards(engine.table_numbers[[table]], np.array([deal_number]))
            deal = engine.deal_cards.deal_of(columns[:, 0], dealer)
        sides, first = engine.rules.sides, self.first[table]
        told = Table(engine.rules, deal, dealer, standing[:sides], standing[sides:], number)
        for decision in log[first : first + length[table]]:
            told.step_number(int(decision))
        return told

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a checkpoint needs.

        Raises:
            ValueError: a given deal is still remembered; only numbered deals can be saved as numbers.
        """
        for table, (number, _) in self.given.items():
            if number in (self.start[table, 0], self.last_start[table, 0]):
                raise ValueError(
                    "tables that were started from records can be saved once these deals and the next are played"
                )
        names = ("log", "length", "start", "last_log", "last_length", "last_start")
        return {name: getattr(self, name) for name in names}
