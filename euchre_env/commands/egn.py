"""Euchre Game Notation (EGN), one game a file, to deal records and back; exit code 1 for a file of which nothing can be
read or told, and then nothing is written. What is remarkable about a game that can be read stands on standard error."""

from __future__ import annotations

import argparse
import sys
from typing import BinaryIO

from euchre_env.commands.arguments import UsageError
from euchre_env.commands.input import naming, opened
from euchre_env.commands.output import RecordFile
from euchre_env.egn import EgnError, EgnGame, read_egn, write_egn
from euchre_env.egn.reading import LONGEST_FILE, MOST_DEALS
from euchre_env.records import RecordError, read_record, record_lines, write_record
from euchre_env.spelling import file_name, one_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `egn`."""
    directions = parser.add_subparsers(title="directions", dest="direction", required=True, metavar="DIRECTION")
    reading = directions.add_parser("to-records", help="games become deal records", allow_abbrev=False)
    reading.add_argument("files", metavar="GAME.egn", nargs="+", help="games (.egn); - reads standard input")
    reading.add_argument(
        "--record", metavar="FILE", required=True, help="where the records go; - writes to standard output"
    )
    writing = directions.add_parser("from-records", help="deal records become a game", allow_abbrev=False)
    writing.add_argument(
        "file", metavar="FILE", help="the records of one game, one deal a line; - reads standard input"
    )
    writing.add_argument(
        "--output", metavar="GAME.egn", required=True, help="where the game goes; - writes to standard output"
    )
    writing.add_argument("--title", metavar="TEXT", default="", help="the title of the game (default: none)")
    writing.add_argument(
        "--players", metavar="NAME,NAME,NAME,NAME", help="the names by seat (default: player_0 to player_3)"
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
    with RecordFile(arguments.record) as output:
        for game in games:
            assert game is not None
            for deal in game.deals:
                output.write(write_record(deal.record))
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
    players = None if arguments.players is None else arguments.players.split(",")
    if players is not None and len(players) != 4:
        raise UsageError(f"--players: must be four names with commas between them, not {len(players)}")
    records = []
    try:
        with naming(arguments.file), opened(arguments.file) as file:
            for number, line in enumerate(record_lines(file), 1):
                if number > MOST_DEALS:
                    raise RecordError(f"a game has at most {MOST_DEALS:,} deals")
                records.append(read_record(line))
    except RecordError as error:
        _say(arguments.file, f"line {len(records) + 1}: {error}")
        return 1
    try:
        text = write_egn(records, players, arguments.title)
    except EgnError as error:
        _say(arguments.file, str(error))
        return 1
    with RecordFile(arguments.output) as output:
        output.write(text)
    return 0


def _say(name: str, text: str) -> None:
    print(f"{file_name(name)}: {one_line(text)}", file=sys.stderr)
