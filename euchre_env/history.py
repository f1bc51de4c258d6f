"""What happened in the deals of many tables: enough to tell each of them again, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.cards import Deal
from euchre_env.engine import Engine, Row
from euchre_env.table import Table


class History:
    """The decisions of the deal in progress at each of B tables, and those of the deal before.

    Attributes:
        log: uint8 [2, B, D] bits or calls in order, now and before; D decisions is the longest a deal can be.
        length: int64 [2, B] how many.
        start: int64 [2, B, 3 + 2 * sides] how the deal began: its number, who dealt, its number in the match, scores,
        games.
    """

    def __init__(self, engine: Engine) -> None:
        tables, longest = engine.num_tables, engine.tables.longest_deal
        self.log, self.length = np.zeros((2, tables, longest), np.uint8), np.zeros((2, tables), np.int64)
        self.start = np.zeros((2, tables, 3 + 2 * engine.rules.sides), np.int64)
        self.first = np.arange(tables) * longest
        self.given: dict[
            int, tuple[int, Deal]
        ] = {}  # deals laid out by the user, with the number they took the place of
        self.begin(engine)

    def begin(self, engine: Engine, given: Sequence[Deal] = ()) -> None:
        """All tables of `engine` stand at the beginning of a deal, where `given` of these."""
        self.length[:] = 0
        self.start[0, :, 0], self.start[0, :, 1:] = engine.deal_number, engine.sheet.T
        self.given = {table: (int(engine.deal_number[table]), deal) for table, deal in enumerate(given)}

    def note(self, numbers: Row) -> None:
        """A decision at every table: bits or calls intp [B]."""
        self.log[0].reshape(-1)[self.first + self.length[0]] = numbers
        self.length[0] += 1

    def note_some(self, rows: Row, numbers: Row) -> None:
        """A decision at some tables."""
        self.log[0, rows, self.length[0, rows]] = numbers
        self.length[0, rows] += 1

    def deals_ended(self, rows: Row, engine: Engine) -> None:
        """The deals at these tables, `engine.over` for `engine`, are over; the next ones have begun."""
        self.log[1, rows], self.length[1, rows], self.start[1, rows] = (
            self.log[0, rows],
            self.length[0, rows],
            self.start[0, rows],
        )
        self.length[0, rows] = 0
        self.start[0, rows, 0], self.start[0, rows, 1:] = (
            engine.deal_number[engine.over],
            engine.sheet[:, engine.over].T,
        )

    def tell(self, engine: Engine, table: int, before: int = 0) -> Table:
        """The deal in progress (`before` 0) or the one before (1) as a `Table` with all that has happened in it.

        Raises:
            ValueError: no deal has ended yet at this table.
        """
        length = int(self.length[before, table])
        if before and not length:
            raise ValueError(f"no deal has ended yet at table {table}")
        deal_number, dealer, number, *standing = (int(x) for x in self.start[before, table])
        given_number, deal = self.given.get(table, (-1, None))
        if deal is None or given_number != deal_number:
            columns = engine.deal_cards(engine.table_numbers[[table]], np.array([deal_number]))
            deal = engine.deal_cards.deal_of(columns[:, 0], dealer)
        sides = engine.rules.sides
        told = Table(engine.rules, deal, dealer, standing[:sides], standing[sides:], number)
        for decision in self.log[before, table, :length]:
            told.step_number(int(decision))
        return told

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a checkpoint needs.

        Raises:
            ValueError: a given deal is still remembered; only numbered deals can be saved as numbers.
        """
        for table, (number, _) in self.given.items():
            if number in (self.start[0, table, 0], self.start[1, table, 0]):
                raise ValueError(
                    "tables that were started from records can be saved once these deals and the next are played"
                )
        return {"log": self.log, "length": self.length, "start": self.start}
