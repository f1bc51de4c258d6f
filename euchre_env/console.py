"""What every command of the console does alike: how it tells what is wrong with its words, and how its output ends."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any, NoReturn

from euchre_env.spelling import one_line

MISUSED = 2  # exit code


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help is output like any other: what cannot be written is an error,
    where argparse says nothing."""

    def error(self, message: str) -> NoReturn:
        """End with exit code 2 and one line on standard error, harmless to a terminal."""
        self.exit(MISUSED, f"{self.prog}: error: {one_line(message)}\n")

    def print_help(self, file: Any = None) -> None:
        """Write the help to a file, or to standard output.

        Raises:
            OSError: it cannot be written.
        """
        print(self.format_help(), end="", file=file)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End, with a message on standard error.

        Raises:
            OSError: what was printed before cannot be written.
        """
        print(end="", flush=True)
        super().exit(status, message)


def drop_output() -> None:
    """What is still buffered for a standard output that takes nothing more must not fail a second time at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
