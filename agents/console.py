"""How a command ends, whatever happens to it: one line for what went wrong, never a traceback for what a user did."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


def run(name: str, command: Callable[[], int]) -> int:
    """Run a command and return its exit status.

    ValueErrors and OSErrors (bad settings, broken checkpoints, a full disk) become one line on standard error. When the
    reader of a pipe has gone, as in `| head`, there is nobody left to tell.
    """
    try:
        status = command()
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        discard_output()
        return 1
    except (ValueError, OSError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        discard_output()  # what could not be written must not be tried again at exit
        return 1


def discard_output() -> None:
    """Send whatever else is written to standard output nowhere."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
