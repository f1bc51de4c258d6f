"""The other processes of a run: started together, heard when they fail, never left behind."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from types import TracebackType
from typing import Any, Self

from agents.training.ranks import LostProcessError
from agents.training.signals import signals_ignored

LAST_WORDS = 10.0
"""Seconds in which a process that no longer answers may end."""


class Workers:
    """The processes of the ranks from 1 on, while the context lasts; at its end those that are left are killed.

    Args:
        context: how they are started.
        size: the number of processes, rank 0 among them.
        work: what each does, within `telling`: called with its rank, the pipe that it tells through, and `arguments`.
    """

    def __init__(self, context: SpawnContext, size: int, work: Callable[..., None], arguments: Sequence[Any]):
        self._processes, self._pipes = [], []
        with signals_ignored():
            for rank in range(1, size):
                pipe, end = context.Pipe(duplex=False)
                process = context.Process(
                    target=work, args=(rank, end, *arguments), name=f"process {rank}", daemon=True
                )
                process.start()
                end.close()  # so that the pipe ends with the process
                self._processes.append(process)
                self._pipes.append(pipe)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        for process in self._processes:
            process.kill()  # they ignore gentler signals, which rank 0 answers for all

    def wait_until_begun(self) -> None:
        """Return when each of them is at work: nobody would notice the death of one before they have met.

        Raises:
            LostProcessError: one has ended.
        """
        for process, pipe in zip(self._processes, self._pipes, strict=True):
            try:
                pipe.recv_bytes()
            except EOFError:
                raise LostProcessError(f"{process.name} has ended before it began") from None

    def join(self) -> None:
        """Return when all have ended."""
        for process in self._processes:
            process.join()

    def last_words(self) -> str | None:
        """What the first to fail says of it, or how it ended; None if all still run."""
        left, end = list(self._pipes), time.monotonic() + LAST_WORDS
        while left and (ready := wait(left, max(0.0, end - time.monotonic()))):
            for pipe in [pipe for pipe in left if pipe in ready]:
                try:
                    if words := pipe.recv_bytes():
                        return words.decode(errors="surrogateescape")
                except EOFError:
                    left.remove(pipe)
        for process, pipe in zip(self._processes, self._pipes, strict=True):
            if pipe not in left:
                process.join(LAST_WORDS)  # its pipe ends a moment before the system says how it ended
        failed = [(process.exitcode, process.name) for process in self._processes if process.exitcode]
        if not failed:
            return None
        status, name = min(failed)  # below 0: killed, and the others have only followed
        return f"{name} ended with status {status}"


@contextmanager
def telling(rank: int, pipe: Connection) -> Iterator[None]:
    """Within it the process of a rank tells rank 0 that it has begun, and what it fails of: users hear of it once."""
    try:
        pipe.send_bytes(b"")
        yield
    except LostProcessError:  # told by whoever was lost
        sys.exit(1)
    except (ValueError, OSError, MemoryError) as error:
        words = f"process {rank}: {str(error) or 'not enough memory'}"
        with suppress(OSError):  # rank 0 may have gone
            pipe.send_bytes(words.encode(errors="surrogateescape"))
        sys.exit(1)
