"""The folder of a run: empty when the run begins, and never worked in by two processes of different starts."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agents.errors import ConfigError
from agents.saving.checkpoint import checkpoints

LOCK, CONFIG = ".lock", "config.yaml"


def check_empty(folder: Path) -> None:
    """That nothing of anybody's can be overwritten.

    Raises:
        ConfigError: the folder holds files, or is none.
    """
    if not os.path.lexists(folder):
        return
    if not folder.is_dir():
        raise ConfigError(f"{folder} is not a folder: choose another --run_dir")
    if checkpoints(folder):
        raise ConfigError(f"{folder} holds a run already: go on with --resume {folder}, or choose another --run_dir")
    if found := sorted(path.name for path in folder.iterdir() if path.name != LOCK):
        raise ConfigError(f"{folder} is not empty ({found[0]}): choose another --run_dir, or empty it")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Within it no other process can work in the folder; the lock ends with the process, however that ends.

    Raises:
        ConfigError: another process works in it.
    """
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
    try:
        if not _lock(handle):
            raise ConfigError(f"{folder} is in use: another train.py works on this run; wait for its end or stop it")
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Take the lock of an open file; whether it was free. Windows has no flock: there nothing is locked."""
    if sys.platform == "win32":
        return True
    import fcntl  # what Windows lacks

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        raise
    return True
