"""What `evaluate.py --json` has written, read back and checked before anything of it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from agents.measuring.report import FIGURES, IN_POINTS
from agents.saving.description import is_number, parse_json, whole
from euchre_env import one_line

LARGEST = 2**26
"""Bytes of a file; one that is written here has a thousandth of them."""

FURTHEST = 1e9
"""Beyond it nothing is measured."""


class ResultsError(ValueError):
    """A file holds no results that can be drawn; the message names the file and the place in it."""


@dataclass(frozen=True)
class Kind:
    """A value that stands for itself, and what a message says it must be."""

    admits: Callable[[Any], bool]
    wanted: str


@dataclass(frozen=True)
class Maybe:
    """Null, or missing, or so."""

    shape: Any


@dataclass(frozen=True)
class Named:
    """An object of any names."""

    shape: Any


TEXT = Kind(lambda value: isinstance(value, str), "text")
TRUTH = Kind(lambda value: isinstance(value, bool), "true or false")
WHOLE = Kind(whole, "a whole number from 0")
SEED = Kind(lambda value: type(value) is int and 0 <= value < 2**63, "a whole number from 0 to 2^63 - 1")
COUNT = Kind(lambda value: whole(value) and value > 0, "a whole number from 1")
NUMBER = Kind(lambda value: is_number(value) and abs(value) <= FURTHEST, f"a number from {-FURTHEST:g} to {FURTHEST:g}")
RATE = Kind(lambda value: is_number(value) and 0 <= value <= 1, "a number from 0 to 1")

POINTS = {"deals": COUNT, "points_per_deal": NUMBER, "interval": (Maybe(NUMBER), Maybe(NUMBER))}
PLAYED = {"variant": TEXT, "seed": SEED, "final": TRUTH}
TEST = {
    "decision": TEXT,
    "low": NUMBER,
    "high": NUMBER,
    "alpha": RATE,
    "bounds": (NUMBER, NUMBER),
    "log_likelihood_ratios": [(COUNT, NUMBER)],
}
MATCHES = {
    "matches": WHOLE,
    "match_win_rate": Maybe(RATE),
    "match_interval": Maybe((RATE, RATE)),
    "fair_share": RATE,
}
COMPARISON = {
    **PLAYED,
    **POINTS,
    **MATCHES,
    "agents": (TEXT, TEXT),
    "agent_hashes": (TEXT, TEXT),
    "block_histogram": [(NUMBER, COUNT)],
    "phases": Maybe([{"phase": TEXT, **POINTS}]),
    "sprt": Maybe(TEST),
}
CARD = {
    **PLAYED,
    "agent": TEXT,
    "agent_hash": TEXT,
    "deals": COUNT,
    "score": Maybe((NUMBER, NUMBER)),
    "bands": Maybe(Named((NUMBER, NUMBER))),
    "outside": [TEXT],
    "made": Named([Maybe(RATE)]),
    **{name: NUMBER if name in IN_POINTS else Maybe(RATE) for name in FIGURES},
}
RESULTS = {
    "results": [COMPARISON],
    "ratings": Maybe([{"variant": TEXT, "agent": TEXT, "elo": NUMBER, "interval": (NUMBER, NUMBER)}]),
    "cycles": Maybe([{"variant": TEXT, "agents": [TEXT]}]),
    "cards": Maybe([CARD]),
    "interrupted": TRUTH,
}
"""Shapes: an object is written as one, a list of any length as a list of one shape, one of fixed length as a tuple."""


def read_results(path: str | Path) -> dict[str, Any]:
    """The results in a file, as far as they are drawn; what may be missing is None where it is.

    Raises:
        ResultsError: the file cannot be read, is no JSON, or holds other things.
    """
    name = one_line(str(path))
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise ResultsError(f"cannot read {name}: {error.strerror}") from error
    if len(content) > LARGEST:
        raise ResultsError(f"{name} is larger than any file of results ({LARGEST} bytes)")
    try:
        return formed(parse_json(content.decode()), RESULTS, "")
    except ShapeError as error:
        raise ResultsError(f"{name} holds no results of evaluate.py --json: {one_line(str(error), 200)}") from error
    except UnicodeDecodeError as error:
        raise ResultsError(f"{name} is not text in UTF-8 (byte {error.start})") from error
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"{name} is not JSON: {one_line(str(error), 200)}") from error


class ShapeError(ValueError):
    """A value has another shape than it must have; the message names its place."""


def formed(value: Any, shape: Any, place: str) -> Any:
    """A value in its shape, whatever else it holds left out.

    Raises:
        ShapeError: it has another.

    >>> formed({"a": [1, 2], "b": 3}, {"a": [WHOLE], "c": Maybe(TEXT)}, "")
    {'a': [1, 2], 'c': None}
    >>> formed({"a": [1, "2"]}, {"a": (WHOLE, WHOLE)}, "")
    Traceback (most recent call last):
    agents.plots.results.ShapeError: a[1] must be a whole number from 0
    """
    if isinstance(shape, Maybe):
        return None if value is None else formed(value, shape.shape, place)
    if isinstance(shape, Kind):
        return value if shape.admits(value) else refuse(place, shape.wanted)
    if isinstance(shape, Named | dict):
        if not isinstance(value, dict):
            refuse(place, "an object")
        shapes = dict.fromkeys(value, shape.shape) if isinstance(shape, Named) else shape
        return {name: formed(value.get(name), its, f"{place}.{name}".lstrip(".")) for name, its in shapes.items()}
    shapes = shape if isinstance(shape, tuple) or not isinstance(value, list) else shape * len(value)
    if not isinstance(value, list) or len(value) != len(shapes):
        refuse(place, "a list" if isinstance(shape, list) else f"a list of {len(shape)}")
    return [
        formed(part, its, f"{place}[{number}]") for number, (part, its) in enumerate(zip(value, shapes, strict=True))
    ]


def refuse(place: str, wanted: str) -> NoReturn:
    """Say what a value must be."""
    raise ShapeError(f"{place or 'it'} must be {wanted}")
