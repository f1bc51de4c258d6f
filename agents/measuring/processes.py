"""Chunks of work spread over processes, each with one thread.

A chunk goes to whichever process is free; results are put back in order, so they do not depend on how many processes
there are. Ctrl-C is left to the process that started the others, which ends them.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar, cast

from agents.measuring.chunks import Progress, Spread, Work, here

T = TypeVar("T")


@dataclass(frozen=True)
class Report:
    """What a worker sends back about a chunk: that more has been played, and in the end the result or what failed."""

    job: int
    place: int
    played: int = 0
    result: Any = None
    error: Exception | None = None
    finished: bool = False


class Processes:
    """`count` processes that wait for work; called, they are a `Spread`."""

    def __init__(self, count: int):
        context = multiprocessing.get_context("spawn")  # threads, which libraries have started, do not survive a fork
        self._processes: list[SpawnProcess] = []
        self._connections: list[Connection] = []
        self._jobs = itertools.count()
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._connections.append(ours)

    def __call__(self, work: Work[T], chunks: Iterable[range], progress: Progress) -> Iterator[T]:
        """The results of the chunks in their order. Whoever stops asking leaves the rest undone.

        Raises:
            ChildProcessError: a process has ended by itself.
            Exception: what `work` raised there.
        """
        job, left, due = next(self._jobs), enumerate(chunks), 0
        for worker, (place, chunk) in zip(range(len(self._connections)), left, strict=False):
            self._send(worker, (job, place, work, chunk))
            due += 1
        arrived: dict[int, T] = {}
        for wanted in itertools.count():
            while wanted not in arrived:
                if not due:
                    return
                worker, report = self._next_report()
                if report.error is not None:
                    raise report.error
                if report.job != job:  # of a job that nobody asked to the end
                    continue
                progress(report.played)
                if report.finished:
                    arrived[report.place] = report.result
                    due -= 1
                    for place, chunk in itertools.islice(left, 1):
                        self._send(worker, (job, place, work, chunk))
                        due += 1
            yield arrived.pop(wanted)

    def _send(self, worker: int, message: tuple[Any, ...]) -> None:
        """Hand a chunk to a worker."""
        with self._alive(worker):
            self._connections[worker].send(message)

    def _next_report(self) -> tuple[int, Report]:
        """Whatever a worker says next, and which."""
        worker = self._connections.index(cast("Connection", wait(self._connections)[0]))
        with self._alive(worker):
            return worker, self._connections[worker].recv()

    @contextmanager
    def _alive(self, worker: int) -> Iterator[None]:
        """Within it a worker is talked to; a broken connection means that it has ended by itself."""
        try:
            yield
        except (EOFError, OSError) as error:
            self._processes[worker].join()
            status = self._processes[worker].exitcode
            raise ChildProcessError(f"a process that played has ended (status {status})") from error

    def end(self) -> None:
        """End the processes, whatever they are at."""
        for process in self._processes:
            process.terminate()
        for process, connection in zip(self._processes, self._connections, strict=True):
            process.join()
            connection.close()


@contextmanager
def spread_over(count: int) -> Iterator[Spread]:
    """Spread work over so many processes while the context lasts; one is this process itself."""
    if count == 1:
        yield here
        return
    processes = Processes(count)
    try:
        yield processes
    finally:
        processes.end()


def available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _serve(connection: Connection) -> None:
    """Work through chunks until nobody is there to send any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    job = place = -1
    try:
        while True:
            try:
                job, place, work, chunk = connection.recv()
                played = _teller(connection, job, place)
                connection.send(Report(job, place, result=work(chunk, played), finished=True))
            except (EOFError, ConnectionError):
                raise
            except Exception as error:
                connection.send(Report(job, place, error=error))
    except (EOFError, ConnectionError):
        return


def _teller(connection: Connection, job: int, place: int) -> Progress:
    """Progress that is told to the process that waits."""
    return lambda number: connection.send(Report(job, place, played=number))
