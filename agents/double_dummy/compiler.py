"""The one place that knows numba, an optional extra: nothing breaks without it until exact play is asked for."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

INSTALLED = find_spec("numba") is not None


class MissingCompilerError(ValueError):
    """Exact play was asked for without the compiler it needs; the message says how to get it."""


def require_compiler() -> None:
    """Make sure that what is `compiled` really is.

    Raises:
        MissingCompilerError: numba is not installed.
    """
    if not INSTALLED:
        raise MissingCompilerError("exact play needs numba: pip install 'euchre-env[search]'")


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function for use in others that are compiled; where numba is not installed it stays as it is."""
    return _njit(function, cache=False) if INSTALLED else function


def compiled_once(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with all that it calls, compiled once and kept for other processes beside its file.

    numba compiles anew when that file has changed, but not when another has whose functions are called. So it is kept
    under a name that changes with any file of this folder.

    Where neither that folder nor the user's cache can be written to, every process compiles it anew.
    """
    if not INSTALLED:
        return function
    function.__qualname__ += f"_{digest(Path(__file__).parent)}"
    try:
        return _njit(function, cache=True)
    except RuntimeError:  # numba found no folder
        return _njit(function, cache=False)


def digest(folder: Path) -> str:
    """Twelve hexadecimal digits that are others when any module in the folder says anything else."""
    modules = sorted(folder.glob("*.py"))
    return sha256(b"".join(sha256(module.read_bytes()).digest() for module in modules)).hexdigest()[:12]


def _njit(function: Callable[..., Any], cache: bool) -> Callable[..., Any]:
    from numba import njit  # takes a second

    return njit(cache=cache)(function)
