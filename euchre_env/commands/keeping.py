"""What a command must not write over: deals that people have played, which nobody can play again."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from euchre_env.commands.arguments import UsageError
from euchre_env.commands.input import naming
from euchre_env.records import RecordError, read_record, record_lines, write_record
from euchre_env.spelling import file_name

BEGINNING = write_record({}).removesuffix("}").encode()  # of every record that is written here
PLAYERS, UNKNOWN = b'"players"', b'"unknown"'
MAY_BE_REPLACED = (
    "a file that is there is replaced only if it holds nothing but deals that name no players, as simulate writes "
    "them, or were read from Euchre Game Notation"
)


def check_replaceable(name: str, again: Collection[str] = ()) -> None:
    """That nothing is lost if records are written to the file of this name: there is none, or it holds nothing but
    records that name no players, have unknown cards (those of a notation, which is still there) or are among those
    written `again`.

    Raises:
        UsageError: it holds more; the message says on which line.
        OSError: it cannot be read.
    """
    if not Path(name).is_file():
        return
    lines = {line.encode() for line in again}
    with naming(name), open(name, "rb") as file:
        number = 0
        try:
            for number, line in enumerate(record_lines(file), 1):
                if line.rstrip(b"\r\n") in lines:
                    continue
                if not line.startswith(BEGINNING):
                    raise _refused(name, f"line {number} is no deal record as simulate writes them")
                if PLAYERS in line and UNKNOWN not in line:
                    raise _refused(name, f"the deal on line {number} names its players")
        except RecordError:
            raise _refused(name, f"line {number + 1} is no deal record") from None


def _refused(name: str, why: str) -> UsageError:
    return UsageError(f"--record {file_name(name)}: {why}; give another name, or --overwrite to lose it")


def check_no_records(option: str, name: str) -> None:
    """That something else than records does not take the place of a file of records.

    Raises:
        UsageError: it would.
        OSError: it cannot be read.
    """
    if not Path(name).is_file():
        return
    with naming(name), open(name, "rb") as file:
        try:
            read_record(next(record_lines(file), b""))
        except RecordError:
            return
    raise UsageError(f"{option} {file_name(name)}: holds deal records; give another name")
