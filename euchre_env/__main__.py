"""The command line: `python -m euchre_env variants | simulate | replay | draw | egn | bench`."""

from __future__ import annotations

import argparse
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

from euchre_env.commands.arguments import UsageError
from euchre_env.console import MISUSED, CommandParser, drop_output
from euchre_env.loading import INTERRUPTED, interrupts_raise
from euchre_env.rules import RulesError
from euchre_env.spelling import file_name, one_line

PROGRAM = "python -m euchre_env"
COMMANDS = {
    "variants": "the games, or one page about one of them",
    "simulate": "play matches and write them down, one deal a line",
    "replay": "check deal records by playing them again",
    "draw": "the table of a deal record, as text or as a picture",
    "egn": "games in Euchre Game Notation to deal records, and back",
    "bench": "how many decisions a second, and a signature of what is played",
}
"""What they do; each is a module of `euchre_env.commands`."""
FAILED, PIPE_CLOSED = 1, 141  # the latter as a shell counts signals


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code: 0, 1 where something is wrong with the data, 2 with the words typed."""
    program = PROGRAM
    try:
        with _ends_as_interrupts():
            interrupts_raise()
            arguments = _arguments(words)
            program = f"{PROGRAM} {arguments.command}"
            _prepare_streams()
            code: int = arguments.run(arguments)
        sys.stdout.flush()
    except (UsageError, RulesError) as error:
        print(f"{program}: error: {one_line(str(error))}", file=sys.stderr)
        code = MISUSED
    except BrokenPipeError:  # whoever read our output has seen enough
        drop_output()
        code = PIPE_CLOSED
    except OSError as error:
        drop_output()
        name = "output" if error.filename is None else file_name(str(error.filename))
        print(f"{program}: error: {name}: {one_line(error.strerror or str(error))}", file=sys.stderr)
        code = FAILED
    except KeyboardInterrupt:
        drop_output()
        print(f"{program}: interrupted", file=sys.stderr)
        code = INTERRUPTED
    return code


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What the words mean; loads the commands, and Ctrl-C meanwhile is met like any other."""
    parser = CommandParser(prog=PROGRAM, description=__doc__, allow_abbrev=False)
    subparsers = parser.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")
    for name, help_text in COMMANDS.items():
        module = import_module(f"euchre_env.commands.{name}")
        command = subparsers.add_parser(name, help=help_text, description=module.__doc__, allow_abbrev=False)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser.parse_args(words)


@contextmanager
def _ends_as_interrupts() -> Iterator[None]:
    """A polite kill and a closed terminal are met like Ctrl-C: files that are not whole are cleared away. What is
    ignored, as under `nohup`, stays ignored."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    heeded = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():  # no other may say what signals do
        heeded = []
    for number in heeded:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, signal.SIG_DFL)


def _prepare_streams() -> None:
    """Print whatever file names and records hold, on any terminal.

    Raises:
        OSError: standard output was closed before the program began.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - until the process ends
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - likewise
        raise OSError(errno.EBADF, "is closed", "standard output")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
