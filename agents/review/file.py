"""Files of deals, read: deal records or a game in Euchre Game Notation, told apart by what is in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agents.file_names import short_names
from agents.review.given import GivenDeal, egn_deal, recorded_deal
from euchre_env import EgnError, RecordError, one_line, read_egn, read_record

LONGEST_FILE = 1 << 25  # bytes: some twenty thousand deals
MOST_UNREADABLE = 1000  # lines; then nothing further is looked at
EGN_ENDINGS = (".egn", ".egnb", ".emn", ".emnb")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

Wanted = Callable[[int], bool]


class ReviewError(ValueError):
    """There is nothing to review; the message names the file or the option and says why."""


@dataclass(frozen=True)
class GivenFile:
    """What a file holds.

    Attributes:
        name: of the file, as messages show it.
        short: of several files what tells this one apart; else empty.
        kind: what it is.
        title: of the game; empty where it has none.
        deals: those that were asked for, in the order of the file.
        notes: what is wrong with the file; what is wrong with a deal stands there.
    """

    name: str
    kind: str
    title: str
    deals: tuple[GivenDeal, ...]
    notes: tuple[str, ...]
    short: str = ""

    @property
    def label(self) -> str:
        """Its name for whom the page is passed on to: without the reader's folders."""
        return self.short or Path(self.name).name


def read_files(names: Sequence[str], wanted: Wanted) -> tuple[GivenFile, ...]:
    """Read files; deals of several are told apart by them.

    Args:
        names: as `read_file` takes them.
        wanted: whether a deal is asked for, by its number in its file.

    Raises:
        ReviewError: as `read_file`, of the first that is not right.
    """
    found = tuple(read_file(name, wanted) for name in names)
    if len(found) == 1:
        return found
    return tuple(map(marked, found, short_names([Path(file.name) for file in found])))


def marked(file: GivenFile, short: str) -> GivenFile:
    """A file whose deals and notes name it, in short."""
    deals = tuple(replace(deal, file=short) for deal in file.deals)
    return replace(file, short=short, deals=deals, notes=tuple(f"{short}, {note}" for note in file.notes))


def read_file(name: str, wanted: Wanted) -> GivenFile:
    """Read a file; `-` is standard input.

    Args:
        name: the file.
        wanted: whether a deal is asked for, by its number.

    Raises:
        ReviewError: it cannot be read, is something else, or holds none of the deals that are asked for.
    """
    shown = "standard input" if name == "-" else one_line(name) or "''"
    data = contents(name, shown)
    records, unreadable = records_in(data)
    try:
        found = of_records(shown, records, unreadable, wanted) if records else of_egn(shown, data, wanted)
    except EgnError as error:
        raise ReviewError(f"{shown} {nothing_readable(name, data, unreadable, str(error))}") from None
    if not found.deals:
        raise ReviewError(f"{shown}: no deal can be reviewed: {found.notes[0]}")
    return found


def nothing_readable(name: str, data: bytes, unreadable: Sequence[str], no_game: str) -> str:
    """Why a file holds nothing to review: what is wrong with what it is meant to be, else with both that it could be.

    Args:
        no_game: why it is no game in Euchre Game Notation.
    """
    no_record, ending = unreadable[0] if unreadable else "no line", Path(name).suffix.lower()
    if b'"fileType"' in data or (ending in EGN_ENDINGS and b'"variant"' not in data):
        return f"holds no game in Euchre Game Notation that can be read ({no_game})"
    if b'"variant"' in data or ending == ".jsonl":
        return f"holds no deal records ({no_record})"
    return f"holds neither deal records ({no_record}) nor a game in Euchre Game Notation ({no_game})"


def contents(name: str, shown: str) -> bytes:
    """All that a file holds.

    Raises:
        ReviewError: it cannot be read, or is too long.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LONGEST_FILE + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise ReviewError(f"{shown}: {error.strerror}") from None
    if len(data) > LONGEST_FILE:
        raise ReviewError(f"{shown}: more than {LONGEST_FILE >> 20} MB; review it in parts")
    return data


def records_in(data: bytes) -> tuple[dict[int, dict[str, Any]], list[str]]:
    """The deal records by the numbers of their lines, and why other lines are none."""
    records: dict[int, dict[str, Any]] = {}
    unreadable: list[str] = []
    for number, line in enumerate(data.removeprefix(BYTE_ORDER_MARK).split(b"\n"), 1):
        if not line.strip():
            continue
        if len(unreadable) == MOST_UNREADABLE:
            unreadable.append(f"line {number}: after so many that cannot be read, the rest of the file is left out")
            break
        try:
            records[number] = read_record(line)
        except RecordError as error:
            unreadable.append(f"line {number}: {one_line(str(error), 300)}")
    return records, unreadable


def of_records(shown: str, records: dict[int, dict[str, Any]], unreadable: list[str], wanted: Wanted) -> GivenFile:
    """A file of deal records.

    Raises:
        ReviewError: none of its deals is asked for.
    """
    check_wanted(shown, list(records), wanted)
    deals, notes = [], list(unreadable)
    for number, record in records.items():
        if wanted(number):
            try:
                deals.append(recorded_deal(record, number))
            except RecordError as error:
                notes.append(f"deal {number}: {one_line(str(error), 300)}")
    return GivenFile(shown, "deal records", "", tuple(deals), tuple(notes))


def of_egn(shown: str, data: bytes, wanted: Wanted) -> GivenFile:
    """A game in Euchre Game Notation.

    Raises:
        EgnError: it is none.
        ReviewError: none of its deals is asked for.
    """
    game = read_egn(data)
    check_wanted(shown, [deal.number for deal in game.deals], wanted)
    deals = tuple(egn_deal(game, deal) for deal in game.deals if wanted(deal.number))
    return GivenFile(shown, f"Euchre Game Notation {game.version}".strip(), game.title, deals, game.notes)


def check_wanted(shown: str, numbers: Sequence[int], wanted: Wanted) -> None:
    """See that deals are asked for that a file has.

    Raises:
        ReviewError: none is.
    """
    if not any(map(wanted, numbers)):
        there = f"the deals {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"deal {numbers[0]} alone"
        raise ReviewError(f"--deals: {shown} has {there}, and nothing of that is asked for")
