"""Ctrl-C, SIGTERM and a closed terminal (SIGHUP) as requests to stop in good order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

STOPPING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def stop_on_signals() -> Iterator[list[int]]:
    """A list that the first of these signals is put into, for a loop to look at; a second one interrupts at once.

    What is ignored stays ignored: `nohup` asks for that.
    """
    received: list[int] = []
    heeded = [number for number in STOPPING if signal.getsignal(number) is not signal.SIG_IGN]

    def note(number: int, frame: object) -> None:  # noqa: ARG001 - what `signal` calls it with
        received.append(number)
        for each in heeded:
            signal.signal(each, signal.default_int_handler)  # KeyboardInterrupt, whichever signal it is

    before = {number: signal.signal(number, note) for number in heeded}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def signals_ignored() -> Iterator[None]:
    """Processes started within it ignore these signals for good: a terminal sends them to all, one process answers."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
