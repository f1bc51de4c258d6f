"""The terminal: what is printed and what is typed, in colour or without, on a pipe as well."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.table import Table as Columns
from rich.text import Text

from euchre_env import Style, one_line

NARROWEST = 20
PROMPT = "> "


class Screen:
    """Prints to standard output and asks on standard input.

    Args:
        ascii_only: write suits as letters even if the output could show them.

    Attributes:
        style: how cards and suits are written; colour is added when they are printed.
        asks_a_person: whether it is no script of moves that answers.
    """

    def __init__(self, ascii_only: bool = False):
        for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors=errors)
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.style = Style(unicode=Style.of(sys.stdout).unicode and not ascii_only)
        self._inked = Style(self.style.unicode, colour=True)  # where no colour can be shown, rich knows
        self.asks_a_person = sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def width(self) -> int:
        """Columns of the terminal."""
        return max(self.console.width, NARROWEST)

    # ---- printing ----------------------------------------------------------------------------------------------------

    def say(self, text: str, style: str = "") -> None:
        """Print a text, its lines broken where they are too long; cards in their colours."""
        self.console.print(self._text(text, style))

    def rule(self, title: str = "") -> None:
        """A line across, with a title in it where there is room."""
        line, fits = "─" if self.style.unicode else "-", len(title) + 4 <= self.width
        self.console.rule(self._text(title if fits else ""), characters=line, align="left", style="dim")
        if not fits:
            self.say(title)

    def columns(self, header: Sequence[str], rows: Sequence[Sequence[str]], numbers: bool = False) -> None:
        """Rows in columns under a header; `numbers` in all columns but the first are aligned right."""
        columns = Columns(box=None, pad_edge=False, header_style="dim", show_header=any(header))
        for column, title in enumerate(header):
            columns.add_column(title, justify="right" if numbers and column else "left")
        for row in rows:
            columns.add_row(*map(self._text, row))
        self.console.print(columns)

    def busy(self, what: str) -> AbstractContextManager[object]:
        """While something takes its time: says so on a terminal."""
        return self.console.status(what) if self.console.is_terminal else nullcontext()

    def _text(self, text: str, style: str = "") -> Text:
        return Text.from_ansi(self._inked.coloured(text), style=style)

    # ---- asking ------------------------------------------------------------------------------------------------------

    def ask(self) -> str:
        """A line that is typed, without spaces around it.

        Raises:
            EOFError: there will be no more.
        """
        if self.asks_a_person:
            try:
                return input(PROMPT).strip()
            except (EOFError, KeyboardInterrupt):
                self.say("")  # what comes next begins a line
                raise
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.print(Text(PROMPT + one_line(line.strip())))  # a script of moves, read along with the answers
        return line.strip()


def complete_with(words: Callable[[], Sequence[str]]) -> None:
    """Complete with Tab what is typed, where the library for it is there: `words` are those that may come now."""
    if not sys.stdin.isatty() or os.environ.get("TERM") == "dumb":
        return
    try:
        import readline
    except ImportError:
        return

    def fitting(text: str, number: int) -> str | None:
        found = sorted(word for word in words() if word.startswith(text))
        return found[number] if number < len(found) else None

    readline.set_completer(fitting)
    readline.parse_and_bind("tab: complete")
