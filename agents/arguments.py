"""What command lines have in common: numbers within bounds, files that can be written, JSON written whole."""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from agents.measuring.deal_seeds import FIRST_FINAL_SEED


def whole(text: str, low: int, high: int) -> int:
    """A whole number within bounds, in plain digits.

    Raises:
        argparse.ArgumentTypeError: it is not.

    >>> whole("12", 1, 99)
    12
    """
    if not re.fullmatch("[0-9]{1,19}", text) or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}, not {text[:40]!r}")
    return int(text)


def count(text: str) -> int:
    """A number of deals; the results of all are kept until the end."""
    return whole(text, 1, 2**24)


def seed(text: str) -> int:
    """A seed of deals; those above are kept for final measurements."""
    return whole(text, 0, FIRST_FINAL_SEED - 1)


def new_file(text: str) -> Path:
    """A file that can be written: told before hours are spent on what goes into it.

    Raises:
        argparse.ArgumentTypeError: it cannot.
    """
    path = Path(text)
    if not text or path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a file")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise argparse.ArgumentTypeError(f"{path.parent} is no folder that can be written to")
    return path


def write_json(path: Path, content: Any) -> None:
    """Write plain data as JSON, all of it or nothing. A device takes it as it is.

    Raises:
        OSError: it cannot be written; the message names the file.
        ValueError: a number in it is not finite.
    """
    text = json.dumps(content, indent=2, allow_nan=False) + "\n"
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            _replace(path, text)
    except OSError as error:
        raise OSError(f"cannot write {path}: {error.strerror}") from error


def _replace(path: Path, text: str) -> None:
    """Put a file in the place of another, whole."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
        try:
            file.write(text)
            file.close()
            os.chmod(file.name, 0o644)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink()
            raise
