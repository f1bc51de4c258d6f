"""Check deal records by playing them: actors, legal actions, results; exit code 1 if anything disagrees, and for a
file without a record, which shows nothing."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from tqdm import tqdm

from euchre_env.commands.arguments import UsageError
from euchre_env.records import record_lines
from euchre_env.replay import Disagreement, replay_lines
from euchre_env.spelling import file_name

SHOWN = 20  # disagreements; how many there are beyond is said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `replay`."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="records, one deal a line; - reads standard input")
    parser.add_argument(
        "--chain",
        action="store_true",
        help="also check that variant, rules, deal number, dealer, scores and games go on from line to line of a file",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the first disagreements and the counts; 1 if there are any."""
    names: list[str] = arguments.files
    if names.count("-") > 1:
        raise UsageError("-: standard input can be read only once")
    files = [_opened(name) for name in names]  # all, before work begins
    report = Report()
    size = sum(_size(file) for file in files)
    bar: tqdm[Any] = tqdm(total=size or None, unit="B", unit_scale=True, desc="replay", disable=None, leave=False)
    with bar:
        for name, file in zip(names, files, strict=True):
            with file:
                report.begin(name)
                for found in replay_lines(_counted(file, name, bar), arguments.chain):
                    report.add(found)
                report.end()
    return report.finish()


class Report:
    """Counts deals and disagreements and prints the first; goes on counting when nobody reads any longer."""

    def __init__(self) -> None:
        self.deals = self.disagreements = self.empty = 0
        self.heard = True
        self._name, self._deals_before = "", 0

    def begin(self, name: str) -> None:
        """What is added from now on comes from the file called `name`."""
        self._name, self._deals_before = file_name(name), self.deals

    def add(self, found: list[Disagreement]) -> None:
        """One more deal."""
        for disagreement in found[: max(0, SHOWN - self.disagreements)]:
            self._say(f"{self._name}, {disagreement}")
        self.deals += 1
        self.disagreements += len(found)

    def end(self) -> None:
        """The file is read; one without a record is at fault: nothing in it has been checked."""
        if self.deals == self._deals_before:
            self._say(f"{self._name}: no deal record")
            self.empty += 1

    def finish(self) -> int:
        """Print the counts; the exit code."""
        if self.disagreements > SHOWN:
            self._say(f"... and {self.disagreements - SHOWN} more disagreements")
        self._say(f"{self.deals} deals, {self.disagreements} disagreements")
        return 1 if self.disagreements or self.empty else 0

    def _say(self, text: str) -> None:
        if not self.heard:
            return
        try:
            tqdm.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            self.heard = False
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _opened(name: str) -> BinaryIO:
    if name == "-" and sys.stdin is None:
        raise UsageError("-: standard input is closed")
    try:
        return sys.stdin.buffer if name == "-" else open(name, "rb")
    except OSError as error:
        raise UsageError(f"{file_name(name)}: {error.strerror}") from None


def _size(file: BinaryIO) -> int:
    """Bytes of a file; 0 where they cannot be known."""
    status = os.fstat(file.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def _counted(file: BinaryIO, name: str, bar: tqdm[Any]) -> Iterator[bytes]:
    """The lines, each on the bar.

    Raises:
        OSError: the file, named, cannot be read.
    """
    lines = record_lines(file)
    while True:
        try:
            line = next(lines, None)
        except OSError as error:
            raise OSError(error.errno, error.strerror, name) from None
        if line is None:
            return
        bar.update(len(line))
        yield line
