"""Euchre Game Notation (EGN), one game a file, to deal records and back; exit code 1 for a file of which nothing can be
read or told, and then nothing is written. What is remarkable about a game that can be read stands on standard error."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any, BinaryIO

from euchre_env.commands.arguments import UsageError, whole_number
from euchre_env.commands.input import naming, opened
from euchre_env.commands.keeping import MAY_BE_REPLACED, check_no_records, check_replaceable
from euchre_env.commands.output import RecordFile
from euchre_env.egn import EgnError, EgnGame, read_egn, write_egn
from euchre_env.egn.reading import LONGEST_FILE, MOST_DEALS
from euchre_env.egn.rule_sets import rule_set_of
from euchre_env.egn.writing import ends_game
from euchre_env.records import RecordError, read_record, record_lines, record_rules, write_record
from euchre_env.spelling import file_name, one_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `egn`."""
    directions = parser.add_subparsers(title="directions", dest="direction", required=True, metavar="DIRECTION")
    reading = directions.add_parser("to-records", help="games become deal records", allow_abbrev=False)
    reading.add_argument("files", metavar="GAME.egn", nargs="+", help="games (.egn); - reads standard input")
    reading.add_argument(
        "--record",
        metavar="FILE",
        required=True,
        help=f"where the records go; - writes to standard output; {MAY_BE_REPLACED}, or these games once more",
    )
    reading.add_argument("--overwrite", action="store_true", help="replace FILE whatever it holds")
    writing = directions.add_parser("from-records", help="deal records become a game", allow_abbrev=False)
    writing.add_argument("file", metavar="FILE", help="the records, one deal a line; - reads standard input")
    writing.add_argument(
        "--output", metavar="GAME.egn", required=True, help="where the game goes; - writes to standard output"
    )
    writing.add_argument(
        "--game",
        metavar="N",
        type=whole_number(1, 2**63 - 1),
        help="which game of FILE, from 1 (default: the only one)",
    )
    writing.add_argument("--title", metavar="TEXT", default="", help="the title of the game (default: none)")
    writing.add_argument(
        "--players",
        metavar="NAME,NAME,NAME,NAME",
        help="the names by seat (default: those in the records, else player_0 to player_3)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Convert; the exit code."""
    return _to_records(arguments) if arguments.direction == "to-records" else _from_records(arguments)


def _to_records(arguments: argparse.Namespace) -> int:
    """All games are read before anything is written."""
    names: list[str] = arguments.files
    if names.count("-") > 1:
        raise UsageError("-: standard input can be read only once")
    games = [_game(name, file) for name, file in [(name, opened(name)) for name in names]]
    if None in games:
        return 1
    lines = [write_record(deal.record) for game in games if game is not None for deal in game.deals]
    if not arguments.overwrite:
        check_replaceable(arguments.record, again=lines)
    with RecordFile(arguments.record) as output:
        for line in lines:
            output.write(line)
    return 0


def _game(name: str, file: BinaryIO) -> EgnGame | None:
    """The game in a file, with what is to be said of it; None if it cannot be read."""
    with naming(name), file:
        data = file.read(LONGEST_FILE + 1)
    try:
        game = read_egn(data)
    except EgnError as error:
        _say(name, str(error))
        return None
    for note in game.all_notes():
        _say(name, note)
    return game


def _from_records(arguments: argparse.Namespace) -> int:
    check_no_records("--output", arguments.output)
    players = None if arguments.players is None else arguments.players.split(",")
    if players is not None and len(players) != 4:
        raise UsageError(f"--players: must be four names with commas between them, not {len(players)}")
    try:
        records, first_line = _chosen_game(arguments.file, arguments.game)
        text = write_egn(records, players, arguments.title, first_line)
    except (EgnError, RecordError) as error:
        _say(arguments.file, str(error))
        return 1
    with RecordFile(arguments.output) as output:
        output.write(text)
    return 0


def _chosen_game(name: str, wanted: int | None) -> tuple[list[dict[str, Any]], int]:
    """The records of a game, and the line of the file on which they begin; behind a wanted game nothing is read.

    Raises:
        EgnError: there are several games, none is wanted.
        RecordError: a line is no record, or one too many.
        UsageError: there are fewer games than the number of the one that is wanted.
    """
    records: list[dict[str, Any]] = []
    games, over, first_line = 0, True, 1
    with naming(name), opened(name) as file:
        for line, record in _numbered_records(file):
            games, over = games + over, ends_game(record)
            if games != (wanted or 1):
                continue
            first_line = first_line if records else line
            records.append(record)
            if len(records) > MOST_DEALS:
                raise RecordError(f"line {line}: a game has at most {MOST_DEALS:,} deals")
            if over and wanted:
                return records, first_line
    if wanted and wanted > games:
        raise UsageError(f"--game {wanted}: {file_name(name)} holds {games:,} game{'s' * (games != 1)}")
    if games > 1 and not wanted:
        rule_set_of(record_rules(records[0]))  # games that cannot be told at all need no choice
        raise EgnError(f"{games:,} games, and a file of the notation holds one: --game N says which, from 1 to {games}")
    return records, first_line


def _numbered_records(file: BinaryIO) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's number and record.

    Raises:
        RecordError: names the line.
    """
    lines = record_lines(file)
    for number in count(1):
        try:
            line = next(lines, None)
            if line is None:
                return
            record = read_record(line)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
        yield number, record


def _say(name: str, text: str) -> None:
    print(f"{file_name(name)}: {one_line(text)}", file=sys.stderr)
