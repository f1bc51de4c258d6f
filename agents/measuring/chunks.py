"""Work cut into chunks that know nothing of each other, so that any number of processes come to the same results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

CHUNK = 1024  # deals or matches played side by side: fewer cost speed, more leave processes idle at the end

Progress = Callable[[int], object]
"""Told how many deals or matches more have been played."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


def ignore(_: int) -> None:
    """The progress of what nobody watches."""


def chunks_of(number: int) -> Iterator[range]:
    """The numbers from 0 on in chunks; a chunk depends on its place alone.

    >>> list(chunks_of(1500))
    [range(0, 1024), range(1024, 1500)]
    """
    for first in range(0, number, CHUNK):
        yield range(first, min(number, first + CHUNK))


class Work(Protocol[T_co]):
    """What is done with each chunk."""

    def __call__(self, chunk: range, progress: Progress) -> T_co:
        """The result of one chunk."""
        ...


class Spread(Protocol):
    """How chunks are spread over processes; results come in the order of the chunks."""

    def __call__(self, work: Work[T], chunks: Iterable[range], progress: Progress) -> Iterator[T]:
        """The results of the chunks, each as soon as it and all before it are there."""
        ...


def here(work: Work[T], chunks: Iterable[range], progress: Progress) -> Iterator[T]:
    """Everything in this process, one chunk after the other.

    >>> list(here(lambda chunk, progress: len(chunk), chunks_of(1500), ignore))
    [1024, 476]
    """
    for chunk in chunks:
        yield work(chunk, progress)


class UntilInterrupted:
    """Spreads work like another, but after Ctrl-C ends with the chunks that are finished.

    Args:
        spread: how the work is spread.

    Attributes:
        interrupted: whether Ctrl-C has been pressed.
    """

    def __init__(self, spread: Spread):
        self._spread = spread
        self.interrupted = False

    def __call__(self, work: Work[T], chunks: Iterable[range], progress: Progress) -> Iterator[T]:
        """The results of the chunks in their order, as many as there are before an interrupt.

        Raises:
            KeyboardInterrupt: there are none, or an earlier job was interrupted.
        """
        if self.interrupted:
            raise KeyboardInterrupt
        finished = False
        try:
            for result in self._spread(work, chunks, progress):
                finished = True
                yield result
        except KeyboardInterrupt:
            self.interrupted = True
            if not finished:
                raise
