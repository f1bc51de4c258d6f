"""What is said between the table and the human at it: the table is shown, he decides or asks, until he leaves."""

from __future__ import annotations

from collections.abc import Iterator

from agents.playing.choices import Choice, choices_of, conceivable, meant
from agents.playing.commands import LONGEST_ECHO, QUIT, Command, Commands
from agents.playing.evening import Evening
from agents.playing.menu import menu
from agents.playing.narration import told_since
from agents.playing.picture import picture
from agents.playing.refusals import number_refusal, out_of_place, refusal
from agents.playing.screen import complete_with
from agents.playing.words import addressed, either
from euchre_env import shown

NEXT = Choice("1", "next", "next deal", frozenset({"next", "nextdeal"}))
LONGEST_IDLENESS = 1000
"""Lines of a script in a row that decide nothing: beyond that none ever will, as with `yes help`."""


class IdleScriptError(ValueError):
    """A script of moves does not go on; the message says where it has come to."""


class Conversation:
    """Plays an evening.

    Args:
        evening: what it consists of.
        deals: how many to play; None: as many as `matches` take.
        matches: how many to play.
    """

    def __init__(self, evening: Evening, deals: int | None, matches: int):
        self.evening, self.sitting, self.screen = evening, evening.sitting, evening.screen
        self.commands = Commands(evening)
        self._deals, self._matches = deals, matches
        self._idle = 0  # lines since the last decision
        complete_with(lambda: [*self.commands.by_name, *(choice.key for choice in self.commands.choices)])

    def play(self) -> None:
        """Until all deals are played.

        Raises:
            LeavesTable, EOFError, KeyboardInterrupt: before that, he leaves.
        """
        while True:
            self._show()
            if not self.sitting.table.over:
                if choice := self._answer():
                    with self.screen.busy("The others decide ..."):
                        self.sitting.decide(choice.action)
            elif self._is_last_deal():
                self.evening.settle()
                return
            elif self._answer():
                self.evening.settle()
                with self.screen.busy("The others decide ..."):
                    self.sitting.next_deal()

    def _is_last_deal(self) -> bool:
        if self._deals is not None:
            return len(self.sitting.records) + 1 == self._deals
        results = [self.sitting.table.result, *(record["result"] for record in self.sitting.records)]
        return sum(bool(result and result["winners"]) for result in results) == self._matches

    def _show(self) -> None:
        """What has happened, the table, and what can be done."""
        scene, screen = self.evening.scene, self.screen
        screen.rule(addressed(scene.title()))
        for line in told_since(self.evening.earlier, scene):
            screen.say(line, "bold")
        if self.sitting.forced:
            screen.say("What left you no choice was done for you.", "dim")
        for line in picture(scene, self.evening.names, screen.width):
            screen.say(line)
        screen.say("")
        over = self.sitting.table.over
        self.commands.choices = [NEXT] if over else choices_of(scene)
        if not over:
            for line in menu(scene, self.commands.choices, screen.width):
                screen.say(line, "bold")
        elif not self._is_last_deal():
            screen.say("Enter: the next deal", "bold")

    # ---- answers -----------------------------------------------------------------------------------------------------

    def _answer(self) -> Choice | None:
        """What is decided; None if the table is to be shown anew.

        Raises:
            IdleScriptError: no person is asked, and the script goes on and on without deciding anything.
        """
        while True:
            text = self.screen.ask()
            self._idle += 1
            if self._idle > LONGEST_IDLENESS and not self.screen.asks_a_person:
                last = shown(text, LONGEST_ECHO)
                raise IdleScriptError(f"standard input: {LONGEST_IDLENESS} lines in a row decide nothing, like {last}")
            answer = self._understood(text) if text else NEXT if self.sitting.table.over else None
            if isinstance(answer, Choice):
                self._idle = 0
                return answer
            if not text:
                return None
            if answer is not None and answer.act(text.partition(" ")[2].strip()):
                return None

    def _understood(self, text: str) -> Choice | Command | None:
        """The choice or command that is meant; None if that is not clear, which has been said then."""
        choices, commands = self.commands.choices, self.commands.by_name
        word, _, rest = text.lower().partition(" ")
        spelled = [choice for choice in choices if choice.is_spelled(text)]
        if len(spelled) == 1:
            return spelled[0]
        if word in commands and commands[word].takes(rest):
            return commands[word]
        begun = [command for command in self._begun(word) if command.takes(rest)]
        found: list[Choice | Command] = [*meant(text, choices), *begun]
        if len(found) == 1:
            return found[0]
        self.screen.say(self._ambiguous(text, found) if found else self._nothing(text))
        return None

    def _begun(self, word: str) -> Iterator[Command]:
        """The commands whose names begin so, but for the one that ends everything: a lonely `q` may be a queen."""
        for name, command in self.commands.by_name.items():
            if name.startswith(word) and name != QUIT:
                yield command

    def _ambiguous(self, text: str, found: list[Choice | Command]) -> str:
        labels = [each.label if isinstance(each, Choice) else each.usage for each in found]
        return f"{shown(text, LONGEST_ECHO)} could be {either(labels)}."

    def _nothing(self, text: str) -> str:
        """Why a text means nothing here, and what would."""
        over, scene, word = self.sitting.table.over, self.evening.scene, text.lower().partition(" ")[0]
        if word in self.commands.by_name:
            return f"{shown(text, LONGEST_ECHO)} means nothing here: {word} is typed alone."
        why = None if over else number_refusal(scene, text)
        if not over and (others := [choice for choice in conceivable(scene) if choice.is_spelled(text)]):
            why = refusal(scene, others[0])
        if why is not None:
            return f"{why[0].upper()}{why[1:]}."
        due = None if over else out_of_place(scene, text)
        right = "Enter for the next deal" if over else either([choice.key for choice in self.commands.choices[:8]])
        return f"{shown(text, LONGEST_ECHO)} means nothing here{f': {due}' if due else ''}. Type {right}, or help."
