"""Many tables to be looked at: what is due at each, what its seats may know, names and records. `vector` moves them.

Shapes: B tables, S seats, A actions, F observation bits, W packed words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import euchre_env.checks as checks
from euchre_env.actions import actions_of
from euchre_env.history import History
from euchre_env.layout import copied
from euchre_env.observation import action_offsets, hidden_layout_of, layout_of
from euchre_env.observer import ObservedEngine
from euchre_env.scripts import KINDS
from euchre_env.table import Table


class VectorView:
    """B tables of one game as they stand; nothing in here changes them.

    `layout` names the bits of an observation, `hidden_layout` those of `observe_hidden`, `actions` the actions.
    """

    def __init__(self, engine: ObservedEngine) -> None:
        self.engine, self.rules, self.num_tables = engine, engine.rules, engine.num_tables
        self.num_seats, self.actions = self.rules.players, actions_of(self.rules)
        self.num_actions = self.actions.size
        self.layout, self.hidden_layout = layout_of(self.rules), hidden_layout_of(self.rules)
        self.history, self._offsets = History(engine), action_offsets(self.rules)

    # ---- what is due -------------------------------------------------------------------------------------------------

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
        """intp [B]: what is added to a bit or call number to get the action."""
        return self._offsets.take(self.engine.at)

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
        words = (self.engine.legal & self.engine.card, self.engine.find_legal_calls())
        octets = [word.view(np.uint8).reshape(self.num_tables, -1) for word in words]
        bits = [np.unpackbits(octet, axis=1, bitorder="little") for octet in octets]
        calls = self.num_actions - self.actions.first_call
        return np.concatenate([bits[0][:, : self.actions.first_call], bits[1][:, :calls]], 1).view(np.int8)

    # ---- observing ---------------------------------------------------------------------------------------------------

    def observe_packed(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """uint64 [B, W]: what the seat that decides may know. Without `out` a view that the next call overwrites."""
        return copied(self.engine.observe().T, out)

    def observe(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """uint8 [B, F]: the same, one byte a bit."""
        return copied(self.layout.unpack(self.engine.observe().T), out)

    def observe_hidden(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """uint64 [B, S]: for a critic in training only: the other seats' hands and the cards out of play, packed."""
        return copied(self.engine.observe_hidden().T, out)

    # ---- names and records -------------------------------------------------------------------------------------------

    def action_name(self, table: int, action: int) -> str:
        """The action as a record spells it, with real cards and suits.

        Raises:
            ValueError: no such table or action, or none that this decision could take.
        """
        kind = KINDS[self.engine.kind[checks.check_table(table, self.num_tables)]]
        number = self.actions.number(kind, action) if checks.is_index(action, self.num_actions) else -1
        if number < 0:
            raise ValueError(checks.no_meaning(action, kind, self.num_actions))
        return self.actions.spell(kind, number, int(self.engine.trump[table]), int(self.seat[table]))

    def parse_action(self, table: int, text: str) -> int:
        """The action that a record spells like this.

        Raises:
            ValueError: this decision has no such action.
        """
        kind = KINDS[self.engine.kind[checks.check_table(table, self.num_tables)]]
        number = self.actions.parse(kind, text, int(self.engine.trump[table]), int(self.seat[table]))
        return self.actions.action(kind, number)

    def table(self, table: int) -> Table:
        """The deal in progress as a `Table` of its own, with everything that has happened."""
        return self.history.tell(self.engine, checks.check_table(table, self.num_tables))

    def record(self, table: int) -> dict[str, Any]:
        """The record of the deal in progress as far as it has come."""
        return self.table(table).record()

    def finished_record(self, table: int) -> dict[str, Any]:
        """The record of the deal that ended last at this table.

        Raises:
            ValueError: none has ended yet, or no such table.
        """
        return self.history.tell_last(self.engine, checks.check_table(table, self.num_tables)).record()
