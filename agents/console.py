"""How a command ends, whatever happens to it: one line for what went wrong, never a traceback for what a user did.

It loads nothing: Ctrl-C is met while `euchre_env` and torch are loaded, too. Commands of `euchre_env` end alike.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

INTERRUPTED, PIPE_CLOSED = 130, 141
"""Exit status after Ctrl-C, and where nobody reads the output any longer, as shells count signals."""


def run(name: str, command: Callable[[], int]) -> int:
    """Run a command and return its exit status.

    ValueErrors and OSErrors (bad settings, broken checkpoints, a full disk) become one line on standard error. When the
    reader of a pipe has gone, as in `| head`, there is nobody left to tell.
    """
    reopen_closed()
    with interrupts_noted() as interrupts:
        try:
            return _run(name, command)
        except BaseException as error:  # what Ctrl-C hits may turn it into anything, as half-loaded modules do
            if not interrupts and not isinstance(error, KeyboardInterrupt):
                raise
            print(f"{name}: interrupted", file=sys.stderr)
            return INTERRUPTED


@contextmanager
def interrupts_noted() -> Iterator[list[int]]:
    """A list that every Ctrl-C, polite kill or closed terminal is put into as it raises KeyboardInterrupt; what is
    ignored, as SIGHUP under `nohup`, stays ignored."""
    received: list[int] = []

    def note(number: int, frame: object) -> None:  # noqa: ARG001 - what `signal` calls it with
        received.append(number)
        raise KeyboardInterrupt

    if "euchre_env" in sys.modules:  # it was loaded by `python -m`
        sys.modules["euchre_env"].interrupts_raise()
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    heeded = [n for n in numbers if before[n] in (signal.default_int_handler, signal.SIG_DFL)]
    for number in heeded:
        signal.signal(number, note)
    try:
        yield received
    finally:
        for number in heeded:
            signal.signal(number, before[number])


def _run(name: str, command: Callable[[], int]) -> int:
    try:
        status = command()
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        from euchre_env import drop_output

        drop_output()
        return PIPE_CLOSED
    except MemoryError as error:
        print(f"{name}: not enough memory ({error or 'choose smaller sizes'})", file=sys.stderr)
        return 1
    except (ValueError, OSError) as error:
        from euchre_env import drop_output, one_line

        said = str(error)
        if isinstance(error, OSError) and error.filename is not None:
            said = f"{error.filename}: {error.strerror}"
        elif isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO, errno.EFBIG):
            said = f"output: {error.strerror}"
        print(f"{name}: {one_line(said)}", file=sys.stderr)
        drop_output()  # what could not be written must not be tried again at exit
        return 1


def reopen_closed() -> None:
    """Put the null device where a standard stream was closed (`>&-`), lest the next file opened take its place."""
    for number, stream in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, stream) is None:
            try:
                os.fstat(number)
            except OSError:
                os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, stream, open(os.devnull, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115 - for good
