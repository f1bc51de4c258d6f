"""Work for other processes that takes no time and needs no agents; what is sent there must have a module of its own."""

from __future__ import annotations

import time
from collections.abc import Callable

STUMBLING_BLOCK = 2048  # the chunk that is slow, or goes wrong, or is interrupted


def add_up(chunk: range, progress: Callable[[int], object]) -> int:
    """The sum of the numbers, each told."""
    for _ in chunk:
        progress(1)
    return sum(chunk)


def add_up_slowly(chunk: range, progress: Callable[[int], object]) -> int:
    """The first chunk comes late, after others."""
    time.sleep(0.3 if chunk.start == 0 else 0)
    return add_up(chunk, progress)


def fail(chunk: range, progress: Callable[[int], object]) -> int:
    """A fault in one chunk."""
    if chunk.start == STUMBLING_BLOCK:
        raise ValueError("the third chunk is bad")
    return add_up(chunk, progress)


def be_interrupted(chunk: range, progress: Callable[[int], object]) -> int:
    """Ctrl-C in one chunk."""
    if chunk.start == STUMBLING_BLOCK:
        raise KeyboardInterrupt
    return add_up(chunk, progress)
