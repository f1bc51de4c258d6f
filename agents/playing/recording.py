"""Deal records on disk: appended deal by deal, so that whatever happens to the program, finished deals are there."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from euchre_env import RecordError, one_line, read_record, write_record

Record = dict[str, Any]
LONGEST_LINE = 1 << 20  # bytes


class RecordingError(ValueError):
    """Records cannot be written there; the message names the file and says why."""


class Recording:
    """A file that finished deals are appended to.

    What cannot be written (a full disk) waits, and is tried again with the next deal.

    Attributes:
        name: of the file, as messages show it.
        waiting: the records that are not written yet.

    Raises:
        RecordingError: the file cannot be appended to, or holds something else than deal records.
    """

    def __init__(self, name: str) -> None:
        self.name = one_line(name)
        self.waiting: list[Record] = []
        self._path = _path(name)
        _check(self._path)

    def add(self, records: Sequence[Record]) -> None:
        """Append records to the file.

        Raises:
            RecordingError: not now; they wait.
        """
        self.waiting += records
        if not self.waiting:
            return
        try:
            append(self._path, self.waiting)
        except OSError as error:
            deals = f"{len(self.waiting)} deal{'s wait' if len(self.waiting) > 1 else ' waits'}"
            raise RecordingError(f"cannot write {self.name}: {error.strerror}; {deals} to be written") from error
        self.waiting.clear()


def save(name: str, records: Sequence[Record]) -> None:
    """Write records to a new file.

    Raises:
        RecordingError: there is such a file already, or it cannot be written.
    """
    path = _path(name)
    _check_no_folder(path)
    if os.path.lexists(path):
        why = "exists already, and nothing is overwritten; choose another name"
        raise RecordingError(f"{one_line(name)} {why}")
    try:
        append(path, records)
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise RecordingError(f"cannot write {one_line(name)}: {error.strerror}") from error


def append(path: Path, records: Sequence[Record]) -> None:
    """Append records to a file, a line each: all of them, or the file is left as it was.

    Raises:
        OSError: they cannot be written.
    """
    lines = "".join(f"{write_record(record)}\n" for record in records).encode()
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        before = os.fstat(descriptor)
        try:
            written = 0
            while written < len(lines):
                written += os.write(descriptor, lines[written:])
            if stat.S_ISREG(before.st_mode):
                os.fsync(descriptor)
        except OSError:
            if stat.S_ISREG(before.st_mode):
                os.ftruncate(descriptor, before.st_size)
            raise
    finally:
        os.close(descriptor)


def _path(name: str) -> Path:
    """The file that is meant.

    Raises:
        RecordingError: none can be called so.
    """
    if not name or "\0" in name:
        raise RecordingError(f"{one_line(name) or 'nothing'} is no name of a file for deal records")
    return Path(name)


def _check(path: Path) -> None:
    """That a file can be appended to and would remain a file of deal records."""
    shown = one_line(str(path))
    try:
        _check_no_folder(path)
        if not stat.S_ISDIR(path.parent.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if path.is_file() and path.stat().st_size:
            _check_lines(path, shown)
    except OSError as error:
        raise RecordingError(f"cannot write {shown}: {error.strerror}") from error


def _check_no_folder(path: Path) -> None:
    if os.path.isdir(path):
        raise RecordingError(f"{one_line(str(path))} is no name of a file for deal records")


def _check_lines(path: Path, shown: str) -> None:
    with path.open("rb") as file:
        try:
            read_record(file.readline(LONGEST_LINE))
        except RecordError as error:
            raise RecordingError(f"{shown} holds no deal records ({error}); choose another file") from None
        file.seek(-1, os.SEEK_END)
        if file.read(1) != b"\n":
            raise RecordingError(f"{shown} ends in the middle of a line; choose another file")
