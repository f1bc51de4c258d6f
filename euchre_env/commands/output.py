"""Files of records that are either whole or not there."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self


class RecordFile:
    """Lines for a file, which appears under its name when all are written.

    Until then they stand beside it in a file of their own, `NAME.<random>.partial`, that nobody had before: what stands
    or is linked there already is never written to. `-` is standard output; that, and what is no regular file (a pipe,
    /dev/null), is written to directly.

    Raises:
        OSError: the file cannot be written; what stood there before is untouched.

    Attributes:
        result: where the lines are in the end, for messages.
        is_direct: whether they are written to directly, so that nobody finds them in a file afterwards.
    """

    def __init__(self, name: str) -> None:
        self.name = self.result = "standard output" if name == "-" else name
        given = Path(name)
        self.is_direct = name == "-" or (given.exists() and not given.is_file())
        self._path = Path(os.path.realpath(name))  # through links: the link stays, what it names is replaced
        self._partial = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}.partial")
        self._kept = False
        with self._naming():
            self._file: BinaryIO = sys.stdout.buffer if name == "-" else self._opened()

    def _opened(self) -> BinaryIO:
        if self.is_direct:
            return open(os.open(self.name, os.O_WRONLY), "wb")
        if not self.name:
            raise _os_error(errno.ENOENT)
        if self.name.endswith(os.sep):
            raise _os_error(errno.EISDIR)
        if self._path.is_symlink():  # followed to the end, it can only be one of a circle
            raise _os_error(errno.ELOOP)
        if self._path.exists() and not os.access(self._path, os.W_OK):
            raise _os_error(errno.EACCES)
        return open(self._partial, "xb")  # x: O_EXCL, which never follows a link either

    @property
    def is_terminal(self) -> bool:
        """Whether the lines go to a screen."""
        return self._file.isatty()

    def write(self, line: str) -> None:
        """One line, without its newline."""
        self.write_bytes(line.encode() + b"\n")

    def write_bytes(self, data: bytes) -> None:
        """What is no line of text."""
        with self._naming():
            self._file.write(data)

    def keep_partial(self) -> None:
        """Fewer lines will come than were promised: they must not replace a file that is there already."""
        if not self.is_direct and self._path.exists():
            self._kept, self.result = True, str(self._partial)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._finish()
        except BaseException:
            self._kept = False
            raise
        finally:
            self._close()

    def _finish(self) -> None:
        with self._naming():
            self._file.flush()
            if self.is_direct:
                return
            os.fsync(self._file.fileno())
            if not self._kept:
                if self._path.exists():
                    shutil.copymode(self._path, self._partial)
                os.replace(self._partial, self._path)

    def _close(self) -> None:
        """Let go of the file, whatever its buffer still holds; a partial one goes unless it is to be kept."""
        if self._file is sys.stdout.buffer:
            return
        with suppress(OSError):
            self._file.close()
        if not (self.is_direct or self._kept):
            self._partial.unlink(missing_ok=True)

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """Errors name the file that was asked for."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from None


def _os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
