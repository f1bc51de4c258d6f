"""What the time of a run goes into."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Adds up the seconds of named parts of the work; parts do not overlap.

    >>> watch = Stopwatch()
    >>> with watch("engine"):
    ...     pass
    >>> list(watch.take())
    ['engine']
    """

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        """Within it the time counts for `part`."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[part] = self._seconds.get(part, 0.0) + time.perf_counter() - start

    def take(self) -> dict[str, float]:
        """Seconds by part since the last call."""
        taken, self._seconds = self._seconds, {}
        return taken
