"""Files that commands read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from euchre_env.commands.arguments import UsageError
from euchre_env.spelling import file_name


def opened(name: str) -> BinaryIO:
    """The file of this name, to be read; `-` is standard input.

    Raises:
        UsageError: it cannot be opened.
    """
    if name == "-" and sys.stdin is None:
        raise UsageError("-: standard input is closed")
    try:
        return sys.stdin.buffer if name == "-" else open(name, "rb")
    except OSError as error:
        raise UsageError(f"{file_name(name)}: {error.strerror}") from None


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Errors that come while the file is read name it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
