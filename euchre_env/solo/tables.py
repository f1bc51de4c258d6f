"""Tables at which one seat is a learner's and opponents play the others: what a vector of environments stands on.

The learner is due at different tables after different numbers of decisions. So the tables are played on in an engine
of their own; as soon as the learner is due at one, its state is put aside, and what that engine does there after is
forgotten. This is cheaper than an engine anew for every number of tables that are still to be played on.

Shapes: B tables, n of them that are played on, A actions, F observation bits, S seats.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.engine_state import Row
from euchre_env.match import Standing
from euchre_env.observer import ObservedEngine
from euchre_env.rules import Rules
from euchre_env.solo.opponents import GivenAll, Opponents, check_seat
from euchre_env.vector import VectorEuchre

WIDE = 256  # tables from which on an engine is made smaller when few of its tables are still to be played on
Flags = NDArray[np.bool_]


class SoloTables(VectorEuchre):
    """B tables; at each the learner decides for one seat.

    An episode in which the learner has nothing to decide is passed over: there is nothing to be learnt from it.

    Attributes:
        learner: intp [B] the learner's absolute seat in the episode in progress.
        ended: bool [B] the table's episode is over, and it waits for `begin`.
        over: bool [B] the episode ended after the learner's last decision; `paid` float32 [B] what that one earned.

    Args:
        opponents: who plays the other seats, as `Opponents` takes them.
        fixed_seat: the learner's seat; None: drawn anew for every episode.
        pass_forced: spare the learner decisions with one legal action.
        All else is as for `VectorEuchre`.
    """

    def __init__(
        self,
        variant: str | Rules,
        num_tables: int,
        *,
        opponents: GivenAll,
        fixed_seat: int | None,
        pass_forced: bool,
        episode: str,
        reward: str,
        **options: Any,
    ) -> None:
        super().__init__(variant, num_tables, episode=episode, reward=reward, **options)
        self.opponents, self.fixed_seat = Opponents(self.rules, opponents), check_seat(fixed_seat, self.rules)
        self.pass_forced = pass_forced
        assert self.layout.positions is not None
        self._mask_bits = self.layout.positions[: self.num_actions]  # an observation begins with the mask
        self.learner = np.full(num_tables, fixed_seat or 0, np.intp)
        self.ended, self.over = np.ones(num_tables, bool), np.zeros(num_tables, bool)
        self.paid, self.earned = np.zeros(num_tables, np.float32), np.zeros(num_tables, np.float32)

    def begin(self, rows: Row, rng: np.random.Generator) -> None:
        """The next episode at tables that are at the beginning of a deal, rows intp [n], up to the learner's first
        decision in it."""
        self._begin_episodes(rows, rng)
        self._play_on(rows, None, rng, renew=True)

    def leave(self, rows: Row) -> None:
        """What is left of deals in progress at these tables is not played; a match begins with the next deals."""
        rows = rows[~self._deal_over[rows]]
        if rows.size:
            few = self.engine.subset(rows)
            few.new_match(keep=np.zeros(len(rows), bool))
            self.engine.replace(rows, few)
            self.history.length[rows] = 0
            self.history.start[rows, 0], self.history.start[rows, 1:] = few.deal_number, few.sheet.T

    def decide(self, rows: Row, actions: NDArray[np.intp], rng: np.random.Generator, renew: bool) -> None:
        """The learner's actions intp [n], legal ones, at these tables; then the others', up to its next decision or
        the end of the episode; if `renew`, up to its first decision in the next."""
        self.over[:], self.paid[:] = False, 0
        self._play_on(rows, actions - self._offset[rows], rng, renew)
        on = rows[~self.over[rows]]
        self.paid[on], self.earned[on] = self.earned[on], 0

    def lose(self, rows: Row, reward: float) -> None:
        """After `decide`: at these tables the learner has done something illegal, and the episode is over."""
        self.ended[rows], self.over[rows], self.paid[rows] = True, True, reward

    def checked(self, actions: NDArray[np.integer[Any]], rows: Row) -> NDArray[np.intp]:
        """Of actions int [B] those at these tables, intp [n], if they are legal.

        Raises:
            IllegalAction: one is not.
        """
        given = self.forced_action.copy()
        given[rows] = actions[rows]
        self._checked(given)
        return given[rows]

    def last_record(self, table: int) -> dict[str, Any]:
        """The record of the deal that ended the table's episode, or of the one in progress."""
        over = self.ended[table] and self._deal_over[table]
        return self.finished_record(table) if over else self.record(table)

    # ---- playing on -------------------------------------------------------------------------------------------------

    def _begin_episodes(self, rows: Row, rng: np.random.Generator) -> None:
        if self.fixed_seat is None:
            self.learner[rows] = rng.integers(self.num_seats, size=len(rows))
        self.earned[rows], self.ended[rows], self._deal_over[rows] = 0, False, False

    def _play_on(self, rows: Row, numbers: NDArray[np.intp] | None, rng: np.random.Generator, renew: bool) -> None:
        """Until at each of these tables the learner is due. `numbers` intp [n], if any: the bits or calls that it
        decides for first; the episode that these belong to ends the play, unless `renew`."""
        engine = self.engine.subset(rows)
        counts = np.full(len(rows), numbers is not None)  # the learner has decided in the episode in progress
        busy = counts.copy() if numbers is not None else self._waits(engine, rows)
        try:
            while busy.any():
                if len(rows) > WIDE and 4 * np.count_nonzero(busy) < len(rows):
                    lanes = np.flatnonzero(busy)
                    engine, rows, counts, busy = engine.subset(lanes), rows[lanes], counts[lanes], busy[lanes]
                self._step(engine, rows, busy, self._choose(engine, rows, busy, rng) if numbers is None else numbers)
                numbers = None
                if engine.over.size:
                    self._settle(engine, rows, counts, rng, renew)
                waits = busy & self._waits(engine, rows)
                self._put_aside(engine, rows, busy & ~waits)
                busy = waits
        except ValueError:  # an opponent's fault: no table is known to be at the beginning of a deal
            self._deal_over[:] = False
            raise

    def _waits(self, engine: ObservedEngine, rows: Row) -> Flags:
        """bool [n]: where the play goes on without the learner."""
        waits = (engine.seat_from_dealer + engine.dealer) % self.num_seats != self.learner[rows]
        if self.pass_forced:
            waits |= np.bitwise_count(engine.legal) == 1
        return waits & ~self.ended[rows]

    def _choose(self, engine: ObservedEngine, rows: Row, busy: Flags, rng: np.random.Generator) -> NDArray[np.intp]:
        """The bits or calls that are decided for, intp [n]; nobody is asked where there is no choice."""
        legal = engine.legal
        numbers = np.bitwise_count(~legal & (legal - legal.dtype.type(1))).astype(np.intp)  # the lowest
        asked = np.flatnonzero(busy & (np.bitwise_count(legal) != 1))
        if asked.size:
            words = np.ascontiguousarray(engine.observe().T[asked], "<u8")
            bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
            mask = bits.take(self._mask_bits, axis=1).view(np.int8)
            seat = engine.seat_from_dealer[asked] + engine.dealer[asked]
            steps = (seat - self.learner[rows[asked]]) % self.num_seats
            actions = self.opponents.decide(steps, mask, lambda some: self.layout.unpack(words[some]), rng)
            numbers[asked] = actions - self._offsets.take(engine.at[asked])
        return numbers

    def _step(self, engine: ObservedEngine, rows: Row, busy: Flags, numbers: NDArray[np.intp]) -> None:
        """A decision at every table of `engine`; what happens where nobody is `busy` is not noted."""
        self._deal_over[rows[busy]] = False
        self.history.note_some(rows[busy], numbers[busy])
        engine.step(numbers)
        counts = busy[engine.over]
        if engine.standing is not None and not counts.all():
            scores, games, winners = engine.standing
            engine.over, engine.points = engine.over[counts], engine.points[:, counts]
            engine.standing = Standing(scores[:, counts], games[:, counts], winners[:, counts])

    def _settle(self, engine: ObservedEngine, rows: Row, counts: Flags, rng: np.random.Generator, renew: bool) -> None:
        """Deals have ended at `engine.over`: the learner is paid, and new episodes begin."""
        self._deals_ended(rows, engine)
        over = rows[engine.over]
        self.earned[over] += self._rewards[over, self.learner[over]]
        lanes = engine.over[self._episode_over[over]]
        decided = rows[lanes[counts[lanes]]]
        self.over[decided], self.paid[decided] = True, self.earned[decided]
        self.ended[decided] = not renew
        self._begin_episodes(rows[lanes[~counts[lanes] | renew]], rng)
        counts[lanes] = False

    def _put_aside(self, engine: ObservedEngine, rows: Row, lanes: Flags) -> None:
        """Keep the state of these tables of `engine` as it is now."""
        if lanes.any():
            for name, array in engine.arrays().items():
                getattr(self.engine, name)[..., rows[lanes]] = array[..., lanes]
            self.engine.until_dealing = min(self.engine.until_dealing, engine.until_dealing)
