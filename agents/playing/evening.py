"""Everything that belongs to one human's evening at the table: the deals, the screen, the adviser, the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from agents.advice import POINTS, Adviser, Unit
from agents.playing.recording import Recording, RecordingError
from agents.playing.seat_scene import SeatScene
from agents.playing.sitting import Sitting
from agents.playing.tally import summary
from euchre_env import Table, one_line, open_record

if TYPE_CHECKING:
    from agents.playing.screen import Screen


@dataclass
class Evening:
    """What commands work on.

    Attributes:
        sitting: the deals.
        screen: the terminal.
        names: of the seats.
        adviser_name: what the adviser is called; `new_adviser` makes it.
        recording: where finished deals go, if anywhere.
        notes: what is to be said beforehand.
        unit: what the adviser judges in.
    """

    sitting: Sitting
    screen: Screen
    names: Sequence[str]
    adviser_name: str
    new_adviser: Callable[[], Adviser]
    recording: Recording | None = None
    notes: Sequence[str] = ()
    unit: Unit = POINTS

    @cached_property
    def adviser(self) -> Adviser:
        """Made when it is first asked: that takes time."""
        return self.new_adviser()

    @property
    def scene(self) -> SeatScene:
        """The table as the human sees it; once the deal is over, everything."""
        return self._seen(self.sitting.table)

    @property
    def earlier(self) -> SeatScene:
        """The table as it stood at the human's last decision."""
        record = self.sitting.table.record()
        table = open_record(record)
        for _, action in record["actions"][: self.sitting.since]:
            table.step(action)
        return self._seen(table)

    def _seen(self, table: Table) -> SeatScene:
        return SeatScene(table, self.sitting.seat, table.over, self.screen.style, self.names)

    # ---- beginning, deal by deal, end --------------------------------------------------------------------------------

    def greet(self) -> None:
        """Who sits where, and how the same deals can be played again."""
        sitting, agents = self.sitting, self.sitting.agents
        around = [(sitting.seat + step) % sitting.rules.players for step in range(1, sitting.rules.players)]
        names = {seat: one_line(agents[seat].name) for seat in around}
        others = ", ".join(f"{self.names[seat]}: {name}" for seat, name in names.items())
        if len(around) > 1 and len(set(names.values())) == 1:
            others = f"all others: {names[around[0]]}"
        self.screen.say(f"{sitting.rules.variant}, seed {sitting.seed}. You have seat {sitting.seat}; {others}.")
        for note in self.notes:
            self.screen.say(note)
        self.screen.say("help lists what you can ask for.", "dim")

    def settle(self) -> None:
        """The deal that is over counts, and is recorded."""
        record = self.sitting.settle()
        if self.recording is not None:
            try:
                self.recording.add([record])
            except RecordingError as error:
                self.screen.say(f"{error}. save FILE writes all deals to another file.", "bold")

    def close(self) -> None:
        """A deal that is over counts, too, if the human leaves upon it.

        Raises:
            RecordingError: there are deals that cannot be written.
        """
        if self.sitting.table.over and not self.sitting.settled:
            self.settle()
        if self.recording is not None:
            self.recording.add([])

    def take_leave(self) -> None:
        """What the deals came to."""
        records, rules = self.sitting.records, self.sitting.rules
        self.screen.rule()
        sides = [self.scene.side(side) for side in range(rules.sides)]
        for line in summary(records, rules, sides):
            self.screen.say(line)
        if self.recording is not None and records:
            self.screen.say(f"Finished deals are in {self.recording.name}.")
