"""Ctrl-C while `python -m` still loads one of this project's programs ends it with one line, as it does later on.

Python imports the package of such a program, with NumPy and Gymnasium, before the program's own first line can run. So
this is the first thing that the package imports, and importing it is what does it. A library must not meddle with
signals: in every other program it does nothing.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

PACKAGES = ("euchre_env", "agents")
INTERRUPTED = 130  # as a shell counts signals


def program_to_load() -> str | None:
    """The program of ours that Python is looking for, as `python -m euchre_env`; None once it runs."""
    words = sys.orig_argv
    if sys.argv[:1] != ["-m"] or "-m" not in words[:-1]:
        return None
    name = words[words.index("-m") + 1]
    return f"python -m {name}" if name.split(".")[0] in PACKAGES else None


PROGRAM = program_to_load()


def end_at_once(number: int, frame: object) -> NoReturn:  # noqa: ARG001 - what `signal` calls it with
    """Say so and end. No exception is raised, since half-loaded modules may swallow or change it; nothing is lost,
    since nothing has begun."""
    os.write(2, f"{PROGRAM}: interrupted\n".encode())
    os._exit(INTERRUPTED)


def interrupts_raise() -> None:
    """From here on Ctrl-C raises KeyboardInterrupt, as Python has it: the program has begun and meets it itself."""
    if signal.getsignal(signal.SIGINT) is end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


if PROGRAM and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, end_at_once)
