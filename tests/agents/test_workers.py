"""The other processes of a run: whatever ends one, rank 0 can say why, once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import pytest

from agents.errors import CheckpointError
from agents.training.ranks import LostProcessError
from agents.training.workers import Workers, telling

pytestmark = [
    pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="spawned processes load torch"),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]


def forking() -> Any:
    """Processes that begin at once."""
    return multiprocessing.get_context("fork")


def work(rank: int, pipe: Connection, what: Callable[[], None]) -> None:
    with telling(rank, pipe):
        if rank == 2:
            what()
        else:
            raise LostProcessError("rank 2 does not answer")  # as all others find


def fail(error: Exception) -> Callable[[], None]:
    def failing() -> None:
        raise error

    return failing


def be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    "what, words",
    [
        (fail(CheckpointError("rank_2.safetensors is damaged")), "process 2: rank_2.safetensors is damaged"),
        (fail(OSError("a name with \udcff")), "process 2: a name with \udcff"),
        (fail(MemoryError()), "process 2: not enough memory"),
        (be_killed, "process 2 ended with status -9"),
        (lambda: sys.exit(7), "process 1 ended with status 1"),  # of several that say nothing, any
    ],
    ids=["a ValueError", "bytes that are no text", "no memory", "killed", "an exit"],
)
def test_the_one_that_fails_is_heard(what: Callable[[], None], words: str) -> None:
    with Workers(forking(), 4, work, (what,)) as workers:
        workers.wait_until_begun()
        assert workers.last_words() == words


def test_the_death_of_one_that_has_not_begun_is_noticed() -> None:
    with Workers(forking(), 2, lambda rank, pipe: be_killed(), ()) as workers:
        with pytest.raises(LostProcessError, match="process 1 has ended before it began"):
            workers.wait_until_begun()
        assert workers.last_words() == "process 1 ended with status -9"


def test_none_is_left_behind() -> None:
    with Workers(forking(), 3, lambda rank, pipe: time.sleep(60), ()) as workers:
        pass
    workers.join()
    assert [process.exitcode for process in workers._processes] == [-signal.SIGKILL] * 2
