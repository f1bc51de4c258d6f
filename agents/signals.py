"""Ctrl-C and SIGTERM as requests to stop in good order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

STOPPING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_on_signals() -> Iterator[list[int]]:
    """A list that a first SIGINT or SIGTERM is put into, for a loop to look at; a second SIGINT interrupts at once."""
    received: list[int] = []

    def note(number: int, frame: object) -> None:  # noqa: ARG001 - what `signal` calls it with
        received.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = {number: signal.signal(number, note) for number in STOPPING}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def signals_ignored() -> Iterator[None]:
    """Processes started within it ignore both signals for good: a terminal sends them to all, one process answers."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
