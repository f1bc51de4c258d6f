"""How far a run has come, for whoever watches it: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from types import TracebackType
from typing import Any, Self

from tqdm import tqdm

EVERY = 30.0
"""Seconds between lines."""


class Progress:
    """The updates of a run as they are made, on standard error; a context manager.

    Args:
        updates: of the whole run, `decisions` recorded in each.
        made: how many are made already.
        watched: whether anybody is told; of several processes one is enough.
    """

    def __init__(self, updates: int, decisions: int, made: int, watched: bool):
        self._updates, self._decisions, self._first = updates, decisions, made
        self._start = self._last = time.monotonic()
        terminal = sys.stderr.isatty()
        self._lines = watched and not terminal
        self._bar: tqdm[Any] = tqdm(
            total=updates * decisions,
            initial=made * decisions,
            unit="decision",
            unit_scale=True,
            disable=not (watched and terminal),
            dynamic_ncols=True,
        )

    def advance(self, made: int) -> None:
        """Tell that so many updates are made."""
        try:
            self._bar.update(self._decisions)
            if self._lines and time.monotonic() - self._last >= EVERY:
                self._last = time.monotonic()
                print(self.line(made, self._last - self._start), file=sys.stderr, flush=True)
        except OSError:  # the terminal was closed: the run matters more
            self._bar.disable, self._lines = True, False

    def line(self, made: int, seconds: float) -> str:
        """What is told when so many updates are made, so many seconds after the beginning.

        >>> Progress(170, 65536, made=20, watched=False).line(made=50, seconds=60)
        'update 50 of 170, 32.8 k decisions a second, 0:04:00 left'
        """
        pace = (made - self._first) / seconds
        left = timedelta(seconds=round((self._updates - made) / pace))
        thousands = pace * self._decisions / 1000
        return f"update {made} of {self._updates}, {thousands:.1f} k decisions a second, {left} left"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        """Leave the bar as it stands."""
        self._bar.close()
