"""What a human can ask for at any time, besides deciding."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from agents.advice import MATCH, POINTS
from agents.playing.choices import Choice
from agents.playing.evening import Evening
from agents.playing.hints import AS_GOOD, AS_GOOD_EXPLAINED, foremost, hint_rows, likeliest, marked
from agents.playing.narration import complete_tricks, laid
from agents.playing.recording import Recording, RecordingError, save
from agents.playing.rulings import ruling
from agents.playing.tally import deal_rows
from agents.playing.words import addressed, counted
from euchre_env import one_line, rules_in_short, shown

HOW_TO_DECIDE = (
    "Decide by typing what stands before a choice, a card such as JH, or a call in words; its beginning is enough "
    "where only one choice begins so. Besides:"
)
ALL, QUIT = "all", "quit"
LONGEST_ECHO = 40
MARKER = (
    "Beside a score of 1 to 4 stands how players mark it, with a three and a four, # a card face down: "
    "[3[#] is 1, [4[#] 2, [#[3] 3, [#[4] 4."
)
HINTED = {
    POINTS: "Points of this deal for you, less those of the others",
    MATCH: "The chance that your side wins the match, in per cent",
}
"""What the figures of a hint are, by what the adviser judges in."""


class LeavesTable(Exception):  # noqa: N818 - no error
    """The human gets up."""


class Command(NamedTuple):
    """A command. `act` is given what was typed behind its name and tells whether the table is to be shown anew."""

    usage: str
    help: str
    act: Callable[[str], bool]

    def takes(self, argument: str) -> bool:
        """Whether so much may be typed behind its name."""
        return not argument or " " in self.usage


class Commands:
    """The commands of one evening, by name in `by_name`.

    Attributes:
        choices: what can be decided just now.
    """

    def __init__(self, evening: Evening):
        self.evening, self.sitting, self.screen = evening, evening.sitting, evening.screen
        self.choices: Sequence[Choice] = ()
        adviser = evening.adviser_name
        listed = (
            Command("?", "the rule that applies just now", self._rule),
            Command(
                "hint [all]", f"what {adviser} would do, and what the choices can be expected to bring", self._hint
            ),
            Command("undo", "back to your last decision in this deal", self._undo),
            Command("last", "the last trick", self._last),
            Command("score", "the score, and how the deals have gone", self._score),
            Command("table", "the table again (Enter does, too)", lambda _: True),
            Command("rules", "the rules of this game in short", self._rules),
            Command("record FILE", "append every finished deal to a file from now on", self._record),
            Command("save FILE", "write all deals so far to a new file, this one as far as it has come", self._save),
            Command("help", "this list", self._help),
            Command(QUIT, "leave the table, in full (Ctrl-D does, too)", self._quit),
        )
        self.by_name: Mapping[str, Command] = {command.usage.split()[0]: command for command in listed}

    def _rule(self, _: str) -> bool:
        if self.sitting.table.over:
            self.screen.say("The deal is over; the next player to the left deals.")
        else:
            for line in ruling(self.evening.scene):
                self.screen.say(line)
        return False

    def _hint(self, which: str) -> bool:
        if which.lower() not in ("", ALL):
            self.screen.say(f"{shown(f'hint {which}', LONGEST_ECHO)} means nothing here: type hint, or hint {ALL}.")
            return False
        if self.sitting.table.over:
            self.screen.say("There is nothing to decide.")
            return False
        name = self.evening.adviser_name
        with self.screen.busy(f"{name} looks at it ..."):
            outlooks = self.sitting.outlooks(self.evening.adviser)
        offered = self.choices if which else foremost(self.choices, outlooks)
        header, rows = hint_rows(offered, outlooks, "±" if self.screen.style.unicode else "+-", self.evening.unit)
        own = {choice.label for choice in self.choices if choice.action in likeliest(outlooks)}
        places = [place for place, row in enumerate(rows) if row[0] in own]
        self.screen.columns(*marked([f"{name}:", *header[1:]], rows, places), numbers=True)
        if len(rows) < len(self.choices):
            self.screen.say(f"and {len(self.choices) - len(rows)} more: hint {ALL}")
        if places:
            self.screen.say(f"> is what {name} would do{', or one as likely' if len(places) > 1 else ''}.", "dim")
        if len(header) > 2:
            self.screen.say(f"{HINTED[self.evening.unit]}, with the standard error.", "dim")
            if any(row[-1].startswith(AS_GOOD) for row in rows):
                self.screen.say(AS_GOOD_EXPLAINED, "dim")
        return False

    def _undo(self, _: str) -> bool:
        if self.sitting.undo():
            return True
        self.screen.say("You have decided nothing in this deal that could be taken back.")
        return False

    def _last(self, _: str) -> bool:
        scene = self.evening.scene
        tricks = complete_tricks(scene)
        if not tricks:
            self.screen.say("No trick has been taken in this deal.")
        else:
            winner = scene.name(scene.winner(tricks[-1]))
            self.screen.say(addressed(f"trick {len(tricks)}: {laid(scene, tricks[-1])}; {winner} took it"))
        return False

    def _score(self, _: str) -> bool:
        rules = self.sitting.rules
        for side, points, games in self.evening.scene.standings():
            self.screen.say(f"{side}: {points}" + ("" if games is None else f", {games} of {rules.match_games} games"))
        goals = [f"{rules.target} points win a game"] * (rules.target is not None)
        goals += [f"the match ends after {rules.num_deals} deals"] * (rules.num_deals is not None)
        self.screen.say("; ".join(goals), "dim")
        sitting = self.sitting
        records = sitting.records + [sitting.record()] * (sitting.table.over and not sitting.settled)
        if records:
            self.screen.columns(*deal_rows(records, self.evening.names, self.screen.style))
        return False

    def _rules(self, _: str) -> bool:
        for line in rules_in_short(self.sitting.rules):
            self.screen.say(line)
        return False

    def _record(self, name: str) -> bool:
        recording = self.evening.recording
        if not name:
            where = f"Finished deals go to {recording.name}." if recording else "Nothing is recorded."
            self.screen.say(f"{where} record FILE changes that.")
            return False
        try:
            new = Recording(os.path.expanduser(name))
            new.add(recording.waiting if recording else [])
            self.evening.recording = new
            self.screen.say(f"Finished deals go to {new.name} from now on.")
        except RecordingError as error:
            self.screen.say(f"{error}.")
        return False

    def _save(self, name: str) -> bool:
        deals = self.sitting.records if self.sitting.settled else [*self.sitting.records, self.sitting.record()]
        try:
            save(os.path.expanduser(name), deals)
            self.screen.say(f"{counted(len(deals), 'deal')} written to {one_line(name)}.")
        except RecordingError as error:
            self.screen.say(f"{error}.")
        return False

    def _help(self, _: str) -> bool:
        self.screen.say(HOW_TO_DECIDE)
        self.screen.columns(["", ""], [[command.usage, command.help] for command in self.by_name.values()])
        if not self.sitting.rules.bids:  # their scores are numbers alone
            self.screen.say(MARKER)
        return False

    def _quit(self, _: str) -> bool:
        raise LeavesTable
