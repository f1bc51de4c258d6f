"""What `checkpoint.json` must say: one check of all names, types and ranges, before anything is believed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from agents.errors import CheckpointError

FORMAT = "euchre checkpoint 1"
MOST = 2**53
"""Counters stay below it, so that every reader of JSON gets them exactly."""
LARGEST_FILE = 10_000_000
"""Bytes of a description; one of ten thousand processes has fewer."""


def whole(value: object) -> bool:
    """A count; true is none."""
    return type(value) is int and 0 <= value <= MOST


def digest_text(value: object) -> bool:
    """A SHA-256 in hexadecimal."""
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def named(value: object, admits: Callable[[object], bool]) -> bool:
    """An object whose values are all admitted."""
    return isinstance(value, dict) and all(map(admits, value.values()))


def names(value: object) -> bool:
    """A list of different names."""
    return isinstance(value, list) and all(isinstance(v, str) for v in value) and len(set(value)) == len(value)


def is_number(value: object) -> bool:
    """A number of JSON; true is none."""
    return type(value) in (int, float)


FIELDS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "update": (whole, "a whole number from 0"),
    "decisions": (whole, f"a whole number from 0 to {MOST}"),
    "variants": (names, "a list of different names"),
    "rules": (lambda value: named(value, lambda v: isinstance(v, dict)), "an object of options for each variant"),
    "layout_hash": (lambda value: isinstance(value, str), "text"),
    "precision": (lambda value: isinstance(value, str), "text"),
    "config": (lambda value: isinstance(value, dict), "an object"),
    "metrics": (lambda value: named(value, is_number), "an object of numbers"),
    "sha256": (lambda value: named(value, digest_text), "an object of SHA-256 digests in hexadecimal"),
}
"""The fields of a description: what each must be, and how to say so."""


def read_description(path: Path) -> dict[str, Any]:
    """The description in a file.

    Raises:
        CheckpointError: it cannot be read, is no JSON of this format, or a field is not what it must be.
    """
    check_plain(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise CheckpointError(f"{path} has more than {LARGEST_FILE:,} bytes, which no description needs")
        description = parse_json(data.decode())
    except CheckpointError:
        raise
    except OSError as error:
        raise CheckpointError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is not JSON: {error}") from error
    if not isinstance(description, dict) or description.get("format") != FORMAT:
        raise CheckpointError(f'{path} does not say "format": "{FORMAT}"')
    for key, (admits, wanted) in FIELDS.items():
        if key not in description:
            raise CheckpointError(f"{path}: {key!r} is missing")
        if not admits(description[key]):
            raise CheckpointError(f"{path}: {key!r} must be {wanted}")
    if unknown := sorted(description.keys() - FIELDS.keys() - {"format"}):
        raise CheckpointError(f"{path}: unknown field {unknown[0]!r}")
    number = re.fullmatch(r"update_([0-9]+)", path.parent.name)
    if number and int(number[1]) != description["update"]:
        raise CheckpointError(f"{path}: 'update' is {description['update']}, but the folder is {path.parent.name}")
    return description


def check_plain(path: Path) -> None:
    """That a file of a checkpoint is one: a stranger may have put a device or a pipe there, which never ends.

    Raises:
        CheckpointError: something else has its name.
    """
    if path.exists() and not path.is_file():
        raise CheckpointError(f"{path} is no file")


def parse_json(text: str) -> Any:
    """Read JSON, without the liberties that Python's reader takes: a name twice, NaN and infinities.

    Raises:
        ValueError: it is not JSON.

    >>> parse_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ValueError: the name 'a' stands twice in one object
    """
    return json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_constant)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the name {name!r} stands twice in one object")
        found[name] = value
    return found


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")
