"""What `VectorEuchre` checks before it believes its caller; every message names the culprit and what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import CONTRACT_SHIFT, Tables
from euchre_env.cards import Words
from euchre_env.rules import Rules
from euchre_env.spelling import shown, spelled

MOST_TABLES = 2**31 - 1
"""More than any memory holds."""


def check_arguments(
    variant: str | Rules,
    num_tables: int,
    episode: str,
    reward: str,
    table_numbers: Sequence[int] | NDArray[np.integer[Any]] | None,
    options: Mapping[str, Any],
    skip_forced: bool,
) -> None:
    """The arguments of `VectorEuchre`.

    Raises:
        ValueError: one of them is out of range, or two are at odds.
    """
    if isinstance(variant, Rules) and options:
        raise ValueError(f"options {', '.join(options)} go with a variant's name, not with ready-made rules")
    if type(num_tables) is not int or not 1 <= num_tables <= MOST_TABLES:
        raise ValueError(f"num_tables={shown(num_tables)}: must be a whole number from 1 to {MOST_TABLES}")
    if episode not in ("match", "deal"):
        raise ValueError(f"episode={episode!r}: must be 'match' or 'deal'")
    if reward not in ("points", "match"):
        raise ValueError(f"reward={reward!r}: must be 'points' or 'match'")
    if not isinstance(skip_forced, bool | np.bool_):
        raise ValueError(f"skip_forced={shown(skip_forced)}: must be True or False")
    if reward == "match" and episode == "deal":
        raise ValueError("reward='match' is paid when a match ends; with episode='deal' none does")
    if table_numbers is not None:
        numbers = as_array(table_numbers, "table_numbers")
        if numbers.shape != (num_tables,) or numbers.dtype.kind not in "iu" or (numbers < 0).any():
            raise ValueError(f"table_numbers must be {num_tables} whole numbers from 0, one a table")


def as_array(values: Any, what: str) -> NDArray[Any]:
    """The values as NumPy takes them.

    Raises:
        ValueError: their rows differ in length, so that they are no array.
    """
    try:
        return np.asarray(values)
    except (TypeError, ValueError):
        raise ValueError(f"{what} {shown(values)}: no array; must be whole numbers, one a table") from None


def is_index(value: object, count: int) -> bool:
    """Whether the value is a whole number from 0 and below `count`; True is none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and bool(0 <= value < count)


def check_illegal_reward(value: float | None) -> float | None:
    """What an illegal action earns a learner, if it ends the episode.

    Raises:
        ValueError: it is no number that a float32 can be.
    """
    number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if value is None or (number and abs(value) <= float(np.finfo(np.float32).max)):
        return value
    raise ValueError(f"illegal_reward={shown(value)}: must be a finite number, or None")


def check_table(table: int, num_tables: int) -> int:
    """The table's index if there is such a table; counting from the end is no way to name one.

    Raises:
        ValueError: there is not.
    """
    if not is_index(table, num_tables):
        raise ValueError(f"table {shown(table)}: must be a whole number from 0 to {num_tables - 1}")
    return int(table)


def check_rows(rows: Any, num_tables: int) -> NDArray[np.intp]:
    """The tables that are named, as indices, if there is at least one and there are all of them.

    Raises:
        ValueError: there are not.
    """
    given = as_array(rows, "rows")
    whole = given.ndim == 1 and given.size and given.dtype.kind in "iu"
    if not whole or given.min() < 0 or given.max() >= num_tables:
        raise ValueError(f"rows={shown(rows)}: must be one or more tables, whole numbers from 0 to {num_tables - 1}")
    return given.astype(np.intp)


def check_records(records: Any, num_tables: int) -> None:
    """That there is one record, whatever it holds, for every table.

    Raises:
        ValueError: there is not.
    """
    if not isinstance(records, Sequence) or isinstance(records, str | bytes):
        raise ValueError(f"records={shown(records)}: must be a list of {num_tables} deal records, one a table")
    if len(records) != num_tables:
        raise ValueError(f"{len(records)} records for num_tables={num_tables}")


def check_same_game(given: Rules, ours: Rules, table: int) -> None:
    """That the record for a table is of the game played there; its variant may have another name.

    Raises:
        ValueError: the first option that differs, on both sides.
    """
    theirs, here = ({"players": rules.players} | rules.options() for rules in (given, ours))
    for name in here | theirs:
        if name not in here or name not in theirs or here[name] != theirs[name]:
            one, other = (f"{name}={spelled(x[name])}" if name in x else f"no {name}" for x in (theirs, here))
            raise ValueError(f"record {table} is of other rules than these tables: {one}, and here {other}")


def check_seed(seed: int) -> int:
    """The seed if it is one; 0 is a seed like any other.

    Raises:
        ValueError: it is not a whole number from 0 to 2**64 - 1.
    """
    if not is_index(seed, 1 << 64):
        raise ValueError(f"seed={seed!r}: must be a whole number from 0 to 2**64 - 1")
    return int(seed)


def check_actions(actions: Any, num_tables: int) -> NDArray[np.integer[Any]]:
    """The actions as an array if there is a whole number for every table.

    Raises:
        ValueError: they are of another shape, or not integers.
    """
    given = as_array(actions, "actions")
    if given.shape != (num_tables,) or given.dtype.kind not in "iu":
        raise ValueError(
            f"actions of shape {given.shape} and dtype {given.dtype}: must be integers of shape ({num_tables},)"
        )
    return given


def has_bit(words: Words, numbers: NDArray[np.intp]) -> NDArray[np.bool_]:
    """bool [B]: whether bit `numbers` of each word is up; bits that no word has are not.

    >>> has_bit(np.array([4, 4, 4], np.uint32), np.array([2, 1, -1])).tolist()
    [True, False, False]
    """
    bits = 8 * words.dtype.itemsize
    up = words >> (numbers & (bits - 1)).astype(words.dtype) & words.dtype.type(1)
    inside = numbers.view(np.uint64) < bits  # seen without a sign, a negative number is a large one
    return up.astype(bool) & inside


def refusal(action: int, names: Sequence[str], where: str, legal: Mapping[int, str]) -> str:
    """Why an action is refused: what it would have been, for whom, and what is legal instead."""
    meant = f" {names[action]}" if 0 <= action < len(names) else ""
    choices = ", ".join(f"{number} {name}" for number, name in legal.items())
    return f"action {action}{meant} is not legal for {where}; legal: {choices}"


def no_meaning(action: object, kind: str, num_actions: int) -> str:
    """Why an action cannot be named: none has this number, or not in a decision of this kind."""
    inside = type(action) is int and 0 <= action < num_actions
    where = "but in others" if inside else f"there are 0 to {num_actions - 1}"
    return f"action {shown(action)} has no meaning in a decision of kind {kind!r}; {where}"


def check_arrays(expected: Mapping[str, NDArray[Any]], arrays: Mapping[str, NDArray[Any]]) -> None:
    """That saved arrays are those expected.

    Raises:
        ValueError: one is missing, unknown or of another shape or dtype.
    """
    if not isinstance(arrays, Mapping):
        raise ValueError(f"{shown(arrays)}: must be what state_dict() returns, arrays by name")
    for name in sorted(expected.keys() ^ arrays.keys(), key=str):
        raise ValueError(f"{spelled(name)}: {'missing from' if name in expected else 'unknown in'} the saved tables")
    for name, array in expected.items():
        if not isinstance(arrays[name], np.ndarray):
            raise ValueError(f"{name}: a {type(arrays[name]).__name__}, not an array")
        if arrays[name].shape != array.shape or arrays[name].dtype != array.dtype:
            saved = f"{arrays[name].dtype} {list(arrays[name].shape)}"
            raise ValueError(f"{name}: saved as {saved}, these tables have {array.dtype} {list(array.shape)}")


def check_saved_engine(arrays: Mapping[str, NDArray[Any]], tables: Tables, players: int) -> None:
    """That the numbers of a saved engine which look something up are of things there are.

    Raises:
        ValueError: one is not.
    """
    found = {name: arrays[name] for name in ("engine.at", "history.length")}
    found |= {"engine.sheet, dealer": arrays["engine.sheet"][0]}
    found |= {"engine.tally, contract": (arrays["engine.tally"] >> np.uint64(CONTRACT_SHIFT)).astype(np.int64)}
    limits = (len(tables.goto), tables.longest_deal + 1, players, len(tables.contracts) * players)
    check_below(found, dict(zip(found, limits, strict=True)))


def check_below(arrays: Mapping[str, NDArray[Any]], limits: Mapping[str, int]) -> None:
    """That saved numbers are from 0 and below a limit.

    Raises:
        ValueError: one is not.
    """
    for name, limit in limits.items():
        if arrays[name].min(initial=0) < 0 or arrays[name].max(initial=0) >= limit:
            raise ValueError(f"{name}: saved tables hold numbers that are not from 0 to {limit - 1}")


def record_among(options: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The deal record among the options of PettingZoo's `reset`.

    Raises:
        ValueError: they are no mapping, or hold something else.
    """
    if not isinstance(options, Mapping | None):
        raise ValueError(f"options={shown(options)}: must be None or {{'record': record}}")
    given = dict(options or {})
    given.pop("options", None)  # PettingZoo's api_test sends a key of this name to see that options are accepted
    record: dict[str, Any] | None = given.pop("record", None)
    if given:
        raise ValueError(f"reset has no option {', '.join(map(repr, given))}; there is 'record'")
    return record
