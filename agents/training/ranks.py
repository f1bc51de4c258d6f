"""Several processes that learn one network together: each plays its own tables, gradients are summed.

With one process every method does nothing, so the trainer reads the same either way.
"""

from __future__ import annotations

import os
import re
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import numpy as np
import torch
import torch.distributed as dist
from numpy.typing import NDArray
from torch import Tensor

from agents.errors import ConfigError

PATIENCE = 5.0
"""Seconds in which torchrun ends all processes when one has failed, with much to spare."""


class LostProcessError(ConnectionError):
    """Another process no longer answers."""


@contextmanager
def exchanging() -> Iterator[None]:
    """Within it torch.distributed is at work, whose RuntimeErrors mean that somebody has gone.

    Raises:
        LostProcessError: in their place.
    """
    try:
        yield
    except RuntimeError as error:
        raise LostProcessError("another process of this run no longer answers") from error


def torchrun_size() -> int | None:
    """How many processes torchrun has started, if this is one of them.

    Raises:
        ConfigError: the environment says so, but not how many.
    """
    return _number_from_torchrun("WORLD_SIZE") if "TORCHELASTIC_RUN_ID" in os.environ else None


def rank_here() -> int:
    """This process's rank when the run is started: 0 unless torchrun gave it another."""
    return _number_from_torchrun("RANK") if torchrun_size() is not None else 0


@contextmanager
def told_once() -> Iterator[None]:
    """Within it, under torchrun, an error that all processes meet is told by one of them: see `let_others_speak`."""
    try:
        yield
    except (ValueError, OSError) as error:
        let_others_speak(isinstance(error, LostProcessError))
        raise


def let_others_speak(lost: bool = False) -> None:
    """Before an error is told: time for torchrun to end this process, as it does when another has told why and ended.

    Rank 0 speaks at once, the others after `PATIENCE` seconds if they are still there: then it is their error alone.
    Whoever only knows that another is `lost` waits twice as long, since that one knows more.
    """
    try:
        time.sleep(PATIENCE * (2 * lost or min(rank_here(), 1)) if torchrun_size() is not None else 0)
    except ConfigError:  # half of what torchrun sets is the error
        return


def _number_from_torchrun(name: str) -> int:
    """What a variable of the environment is set to by torchrun, which has started this process."""
    value = os.environ.get(name, "")
    if not re.fullmatch("[0-9]{1,9}", value):
        found = f"is {value[:40]!r}" if value else "is missing"
        raise ConfigError(f"TORCHELASTIC_RUN_ID is set, as by torchrun, but {name} {found}: use torchrun, or unset it")
    return int(value)


class Ranks:
    """This process's `rank` among `size` processes; rank 0 writes, reports and evaluates."""

    def __init__(self, rank: int = 0, size: int = 1):
        self.rank, self.size = rank, size

    def total(self, array: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum of the processes' arrays, the same bits on each."""
        if self.size == 1:
            return array
        tensor = torch.from_numpy(np.array(array, np.float64))
        with exchanging():
            dist.all_reduce(tensor)
        summed: NDArray[np.float64] = tensor.numpy()
        return summed

    def any(self, here: bool) -> bool:
        """Whether it is true on some process."""
        return bool(self.total(np.array([here], np.float64))[0])

    def agree(self, data: bytes) -> bool:
        """Whether all processes hold the same bytes."""
        checksum = zlib.crc32(data)  # below 2 ** 32, so that sums of it are exact
        return bool(self.total(np.array([checksum], np.float64))[0] == self.size * checksum)

    def average_gradients(self, parameters: Iterable[Tensor]) -> None:
        """Replace every gradient by its mean over the processes, in one message."""
        if self.size == 1:
            return
        gradients = [p.grad for p in parameters if p.grad is not None]
        flat = torch.cat([gradient.reshape(-1) for gradient in gradients])
        with exchanging():
            dist.all_reduce(flat)
        flat /= self.size
        parts = flat.split([gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))

    def wait(self) -> None:
        """Return when every process has got here."""
        if self.size > 1:
            with exchanging():
                dist.barrier()
