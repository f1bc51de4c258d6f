"""What command lines have in common: a parser, numbers within bounds, files that can be written, JSON written whole."""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import yaml

from agents.measuring.deal_seeds import FIRST_FINAL_SEED
from agents.training.yaml_reader import read_yaml
from euchre_env import CommandParser, RecordError, read_record

LONGEST_LINE = 1 << 20  # bytes of a deal record
PICTURES = (".png", ".svg", ".pdf")
"""What the name of a picture of results may end in."""


class Parser(CommandParser):
    """A parser whose errors are one line that says where more is told."""

    def error(self, message: str) -> NoReturn:
        """End with exit code 2 and one line on standard error."""
        super().error(f"{message} (--help lists all options)")


def program_parser(program: str, description: str | None) -> Parser:
    """A parser that shows the description as it is laid out and takes options by their full names alone."""
    return Parser(
        prog=program,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


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


def option(text: str) -> tuple[str, Any]:
    """A rule option and its value, such as pack=8.

    Raises:
        argparse.ArgumentTypeError: it is none.

    >>> option("stick_the_dealer=true"), option("joker_suit=H")
    (('stick_the_dealer', True), ('joker_suit', 'H'))
    """
    name, equals, value = text.partition("=")
    try:
        if name and equals:
            return name, read_yaml(value)
    except yaml.YAMLError:
        pass
    raise argparse.ArgumentTypeError(f"must be NAME=VALUE, such as pack=8, not {text[:40]!r}")


def options_of(given: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The rule options that `option` has read, by name.

    Raises:
        ValueError: one is there twice.

    >>> options_of([("pack", 24), ("pack", 32)])
    Traceback (most recent call last):
    ValueError: --option pack is given twice
    """
    options: dict[str, Any] = {}
    for name, value in given:
        if name in options:
            raise ValueError(f"--option {name} is given twice")
        options[name] = value
    return options


def new_file(text: str) -> Path:
    """A file that can be written: told before hours are spent on what goes into it. `-`, which elsewhere stands for
    standard output, is none: reports go there.

    Raises:
        argparse.ArgumentTypeError: it cannot.
    """
    path = Path(text)
    if text in ("", "-") or path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a file")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise argparse.ArgumentTypeError(f"{path.parent} is no folder that can be written to")
    if path.exists() and not os.access(path, os.W_OK):
        raise argparse.ArgumentTypeError(f"{path} is there already and may not be written to")
    if path.is_file() and _holds_records(path):
        raise argparse.ArgumentTypeError(f"{path} holds deal records; give another name")
    return path


def _holds_records(path: Path) -> bool:
    """Whether a file begins with a deal record: played deals must not be lost to a typing error."""
    try:
        with path.open("rb") as file:
            read_record(file.readline(LONGEST_LINE))
    except (RecordError, OSError):
        return False
    return True


def new_picture(text: str) -> Path:
    """A file that a picture can be written to, of a kind that its name tells.

    Raises:
        argparse.ArgumentTypeError: it cannot, or there is no such kind.

    >>> new_picture("result.gif")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: must end in .png, .svg or .pdf, not 'result.gif'
    """
    path = new_file(text)
    if path.suffix.lower() not in PICTURES:
        raise argparse.ArgumentTypeError(f"must end in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}, not {path.name!r}")
    return path


def write_json(path: Path, content: Any) -> None:
    """Write plain data as JSON, all of it or nothing. A device takes it as it is.

    Raises:
        OSError: it cannot be written; the message names the file.
        ValueError: a number in it is not finite.
    """
    write_text(path, json.dumps(content, indent=2, allow_nan=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, all of it or nothing. A device takes it as it is.

    Raises:
        OSError: it cannot be written; the message names the file.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write bytes, all of them or nothing. A device takes them as they are.

    Raises:
        OSError: they cannot be written; the message names the file.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(path, content)
    except OSError as error:
        raise OSError(f"cannot write {path}: {error.strerror}") from error


def _replace(path: Path, content: bytes) -> None:
    """Put a file in the place of another, whole."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(content)
            file.close()
            os.chmod(file.name, 0o644)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink()
            raise
