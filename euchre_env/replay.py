"""Deal records checked by playing them again: actors, legal actions, every field of the result, what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from euchre_env.actions import IllegalAction
from euchre_env.records import RecordError, open_record, read_record
from euchre_env.spelling import one_line, shown
from euchre_env.table import Table

RESULT = ("trump", "maker", "alone", "opposed_by", "tricks", "points", "scores", "games", "winners")
LONGEST_EXPECTED = 1000  # characters; all legal actions of a decision, say
ABSENT = object()  # no JSON value is this one


@dataclass(frozen=True)
class Disagreement:
    """Where a record and the game it tells of differ.

    `line` and `step` count from 1; `step` is None where no single action is at fault. `expected` and `found` are JSON
    values; a line that cannot be read has no `expected`, and `found` says why. `seat` is the one whose action is not
    among those `expected`.
    """

    line: int
    step: int | None
    what: str
    expected: object
    found: object
    seat: int | None = None

    def __str__(self) -> str:
        place = f"line {self.line}" + (f", step {self.step}" if self.step is not None else "")
        if self.what == "unreadable":
            why = str(self.found).encode("ascii", "backslashreplace").decode()
            return f"{place}: unreadable: {one_line(why, 500)}"
        expected = "nothing" if self.expected is ABSENT else shown(self.expected, LONGEST_EXPECTED)
        found = "nothing" if self.found is ABSENT else shown(self.found)
        what = self.what if self.seat is None else f"{self.what} of seat {self.seat}"
        return f"{place}: {what}: expected {expected}, found {found}"


def replay_record(record: object, line: int = 1) -> list[Disagreement]:
    """What is wrong with a record, `line` of its file: nothing, if it tells of a deal as the rules have it.

    A record cut short (no `result`) is played as far as it goes; its `actor` and `legal` are checked where given.
    A record that no table can begin with is one disagreement.

    >>> from euchre_env.vector import VectorEuchre
    >>> replay_record(VectorEuchre("two_handed", seed=1).record(0))
    []
    """
    try:
        table = open_record(record)
    except RecordError as error:
        return [_unreadable(line, error)]
    assert isinstance(record, dict)  # or it would have no table
    return list(_played(record, table, line))


def replay_lines(lines: Iterable[str | bytes], chain: bool = False) -> Iterator[list[Disagreement]]:
    """For every line of a file what is wrong with its record, as `replay_record`.

    With `chain`, every record must also begin where the one before it ended: same variant and rules, the deal passed
    on, and the number, scores and games that follow. After a line that could not be read or played nothing is known.

    Raises:
        RecordError: these are no lines; a text must be split into its own.
    """
    if not isinstance(lines, Iterable) or isinstance(lines, str | bytes):
        raise RecordError(f"lines={shown(lines)}: must be the lines of a file, such as text.splitlines()")
    return (found for found, _ in replayed(lines, chain))


def replayed(lines: Iterable[str | bytes], chain: bool) -> Iterator[tuple[list[Disagreement], bool]]:
    """As `replay_lines`; beside it whether the record is unfinished: cut short, and right as far as it goes."""
    before: tuple[Mapping[str, Any], Table] | None = None
    for number, line in enumerate(_errors_as_lines(lines), 1):
        try:
            if isinstance(line, RecordError):
                raise line
            record = read_record(line)
            table = open_record(record)
        except RecordError as error:
            before = None
            yield [_unreadable(number, error)], False
            continue
        linked = list(_linked(*before, record, number)) if chain and before else []
        played = list(_played(record, table, number))
        before = (record, table) if table.over or not played else None
        yield linked + played, not table.over and not played


def _errors_as_lines(lines: Iterable[str | bytes]) -> Iterator[str | bytes | RecordError]:
    """The lines; last of all why no more can be read, where that is so."""
    try:
        yield from lines
    except RecordError as error:
        yield error


def _unreadable(line: int, error: RecordError) -> Disagreement:
    return Disagreement(line, None, "unreadable", None, str(error))


def _played(record: Mapping[str, Any], table: Table, line: int) -> Iterator[Disagreement]:
    """Play the actions at the table; stop at the first that cannot be played."""
    actions = record["actions"]
    for step, (seat, action) in enumerate(actions, 1):
        if table.over:
            yield Disagreement(line, step, "action", "the end of the deal", action)
            return
        if seat != table.seat:
            yield Disagreement(line, step, "actor", table.seat, seat)
        try:
            table.step(action)
        except IllegalAction:
            yield Disagreement(line, step, "action", list(table.legal), action, table.seat)
            return
    if "result" in record and not table.over:
        yield Disagreement(line, len(actions) + 1, "action", list(table.legal), "the end of the record", table.seat)
        return
    if table.over:
        yield from _result_checked(record.get("result", ABSENT), table, line)
    # Where a record is cut short; after the end nobody is to decide.
    for name, expected in (("actor", table.seat), ("legal", list(table.legal))):
        if name in record and not _same(expected, record[name]):
            yield Disagreement(line, len(actions) + 1, name, expected, record[name])


def _result_checked(result: object, table: Table, line: int) -> Iterator[Disagreement]:
    """Every field of the result; a missing one disagrees."""
    expected = table.result
    assert expected is not None  # the deal is over
    if not isinstance(result, dict):
        yield Disagreement(line, None, "result", expected, result)
        return
    for name in RESULT:
        if not _same(expected[name], result.get(name, ABSENT)):
            yield Disagreement(line, None, f"result.{name}", expected[name], result.get(name, ABSENT))


def _linked(last: Mapping[str, Any], table: Table, record: Mapping[str, Any], line: int) -> Iterator[Disagreement]:
    """Does `record` follow upon `last`, which has been played at `table`?"""
    for name in ("variant", "rules"):
        if record[name] != last[name]:
            yield Disagreement(line, None, f"chain: {name}", last[name], record[name])
            return
    if table.result is None:
        yield Disagreement(line, None, "chain", "the end of a record cut short, the last of its file", "another record")
        return
    expected = {"dealer": (last["dealer"] + 1) % table.rules.players}
    if table.result["winners"]:  # a new match: everybody at 0, the deal passes on all the same (section 8, "Matches")
        nothing = [0] * table.rules.sides
        expected |= {"deal": 1, "scores": nothing, "games": nothing}
    else:
        expected |= {"deal": last["deal"] + 1, "scores": table.result["scores"], "games": table.result["games"]}
    for name, value in expected.items():
        if not _same(value, record[name]):
            yield Disagreement(line, None, f"chain: {name}", value, record[name])


def _same(ours: object, theirs: object) -> bool:
    """Equality of JSON values, in which true is not 1 and 1 is not 1.0."""
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    return type(ours) is type(theirs) and ours == theirs
