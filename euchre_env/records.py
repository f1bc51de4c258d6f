"""Deal records: one deal, one line of JSON (format euchre-deal/1), written, read and opened as a table to play."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from euchre_env.cards import Deal
from euchre_env.checks import check_records, check_same_game
from euchre_env.deal_checks import HIGHEST, DealError
from euchre_env.json_text import JsonError, read_json
from euchre_env.rules import Rules, RulesError
from euchre_env.spelling import one_line, shown
from euchre_env.table import FORMAT, Table
from euchre_env.variants import rules_for

LONGEST_LINE = 1 << 20  # bytes; a seven-handed deal with all its bids takes about three thousand
LONGEST_NAME = 40  # characters of a player's, as pictures and reviews show it
LONGEST_SKIPPED = 1 << 26  # bytes read in search of the end of a line that is too long; devices have endless ones


class RecordError(ValueError):
    """A line that is no deal record; the message names the field at fault and what would be right."""


def is_whole(value: object, low: int = -HIGHEST, high: int = HIGHEST) -> bool:
    """Whether a JSON value is a whole number from `low` to `high`; true and 1.0 are not."""
    return type(value) is int and low <= value <= high


def is_list_of(kind: type) -> Callable[[object], bool]:
    """A test whether a JSON value is a list of texts (`str`) or of whole numbers (`int`)."""
    one = is_whole if kind is int else lambda item: isinstance(item, kind)
    return lambda value: isinstance(value, list) and all(one(item) for item in value)


# What every record holds: the field, what it must be, and the test of it.
FIELDS: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "variant": ("the name of a variant", lambda value: isinstance(value, str)),
    "rules": (
        "an object of rule options",
        lambda value: isinstance(value, dict) and all(isinstance(name, str) for name in value),
    ),
    "deal": (f"a whole number from 1 to {HIGHEST:,}", lambda value: is_whole(value, 1)),
    "dealer": ("a seat", lambda value: is_whole(value, 0)),
    "hands": ("a list of strings, one a seat", is_list_of(str)),
    "upcard": ("a card or null", lambda value: value is None or isinstance(value, str)),
    "stock": ("a string of cards", lambda value: isinstance(value, str)),
    "scores": (f"a list of whole numbers up to {HIGHEST:,}, one a side", is_list_of(int)),
    "games": (f"a list of whole numbers up to {HIGHEST:,}, one a side", is_list_of(int)),
    "actions": ("a list of [seat, action]", lambda value: isinstance(value, list)),
}


def write_record(record: Mapping[str, Any]) -> str:
    """The record as one line of ASCII JSON, `format` first, without a newline at the end.

    Raises:
        RecordError: it is no object.

    >>> write_record({"variant": "four_handed", "deal": 1})
    '{"format": "euchre-deal/1", "variant": "four_handed", "deal": 1}'
    """
    return json.dumps({"format": FORMAT} | dict(as_object(record)), allow_nan=False)


def as_object(record: object) -> Mapping[str, Any]:
    """The same record, if it is an object, whatever that holds.

    Raises:
        RecordError: it is not.
    """
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is a JSON object, not {shown(record)}")
    return record


def read_record(line: str | bytes) -> dict[str, Any]:
    """The record that a line of a file holds; its fields are there and of the right types.

    Raises:
        RecordError: the line is no text, not UTF-8, not JSON, not an object, too long or nested too deeply, a field is
            missing, twice there or of another type.

    >>> read_record('{"variant": "four_handed", "deal": 0}')
    Traceback (most recent call last):
    euchre_env.records.RecordError: rules is missing: must be an object of rule options
    """
    try:
        record = read_json(line, LONGEST_LINE, "line")
    except JsonError as error:
        raise RecordError(str(error)) from None
    return check_fields(record)


def check_fields(record: object) -> dict[str, Any]:
    """The same record, if every field is there and of the right type; unknown fields are nobody's business.

    Raises:
        RecordError: names the first field at fault.
    """
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {shown(record)}")
    if record.get("format", FORMAT) != FORMAT:
        raise RecordError(f'format: must be "{FORMAT}" or absent, not {shown(record["format"])}')
    for name, (meaning, fits) in FIELDS.items():
        if name not in record:
            raise RecordError(f"{name} is missing: must be {meaning}")
        if not fits(record[name]):
            raise RecordError(f"{name}: must be {meaning}, not {shown(record[name])}")
    for step, decision in enumerate(record["actions"], 1):
        if not (isinstance(decision, list) and [type(part) for part in decision] == [int, str]):
            raise RecordError(f"actions, step {step}: must be [seat, action], not {shown(decision)}")
    return record


def record_rules(record: Mapping[str, Any]) -> Rules:
    """The rules that a record was played under: all options that apply are given, none other.

    Raises:
        RecordError: names the variant, or the option that is missing, unknown, out of place or of an impossible value.
    """
    given = record["rules"]
    try:
        rules = rules_for(record["variant"], **given)
    except RulesError as error:
        raise RecordError(f"rules: {error}") from None
    if missing := [name for name in rules.options() if name not in given]:
        raise RecordError(f"rules: {', '.join(missing)} missing; a record gives every option that applies")
    return rules


def open_record(record: object) -> Table:
    """The table at which a record begins, before its first action.

    Raises:
        RecordError: fields, rules, cards, dealer, number or standing that no deal can begin with.

    >>> from euchre_env import VectorEuchre
    >>> table = open_record(VectorEuchre("two_handed", seed=1).record(0))
    >>> table.seat, table.kind, table.hands[1]
    (1, 'make', ('9S', '8S', 'KC', 'QH', '7H'))
    """
    record = check_fields(record)
    rules = record_rules(record)
    hands = tuple(tuple(hand.split()) for hand in record["hands"])
    deal = Deal(hands, record["upcard"], tuple(record["stock"].split()))
    try:
        return Table(rules, deal, record["dealer"], record["scores"], record["games"], record["deal"])
    except DealError as error:
        raise RecordError(str(error)) from None


def played_record(record: object, steps: int | None = None) -> Table:
    """The table of a record after its first `steps` actions (None: all of them).

    Raises:
        RecordError: no deal can begin with this record.
        IllegalAction: one of its actions is not legal.
        ValueError: `steps` is no number of actions.
    """
    table = open_record(record)
    assert isinstance(record, dict)  # or it would have no table
    if steps is not None and not is_whole(steps, 0):
        raise ValueError(f"steps={shown(steps)}: must be None or a whole number from 0")
    for _, action in record["actions"][:steps]:
        table.step(action)
    return table


def open_records(records: Sequence[object], rules: Rules, count: int) -> list[Table]:
    """The tables at which `count` records of one game begin.

    Raises:
        ValueError: another number of records, one that no deal can begin with, or one of other rules.
    """
    check_records(records, count)
    starts = []
    for number, record in enumerate(records):
        try:
            starts.append(open_record(record))
        except RecordError as error:
            raise RecordError(f"record {number}: {error}") from None
        check_same_game(starts[-1].rules, rules, number)
    return starts


def record_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one too long to be a record only the beginning, for `read_record` to refuse.

    Raises:
        RecordError: a line goes on and on; nothing behind it is read.
    """
    while line := file.readline(LONGEST_LINE + 1):
        more, skipped = line, 0
        while len(more) > LONGEST_LINE and not more.endswith(b"\n"):
            if skipped >= LONGEST_SKIPPED:
                raise RecordError(f"a line of more than {LONGEST_SKIPPED:,} bytes; the rest of the file is not read")
            more = file.readline(LONGEST_LINE + 1)
            skipped += len(more)
        yield line


def told_apart(given: object, rules: Rules) -> tuple[str, ...]:
    """The names of the seats if somebody has given them, as the field `players` of a record may, else `player_0`,
    `player_1`, ...; namesakes by their seats.

    >>> from euchre_env.variants import rules_for
    >>> told_apart(["human", "rule", "rule"], rules_for("three_handed"))
    ('human', 'rule_1', 'rule_2')
    """
    usual = [f"player_{seat}" for seat in range(rules.players)]
    if not (isinstance(given, list) and len(given) == len(usual) and all(isinstance(name, str) for name in given)):
        return tuple(usual)
    names = [one_line(name.strip(), LONGEST_NAME) or usual[seat] for seat, name in enumerate(given)]
    count = Counter(names)
    numbered = [f"{name}_{seat}" if count[name] > 1 else name for seat, name in enumerate(names)]
    return tuple(numbered if len(set(numbered)) == len(numbered) else usual)
