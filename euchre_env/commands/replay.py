"""Check deal records by playing them: actors, legal actions, results; exit code 1 if anything disagrees, and for a
file without a record, which shows nothing. Records cut short are counted. With --html also write a page that steps
through the deals."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, BinaryIO

from tqdm import tqdm

from euchre_env.commands.album import Album
from euchre_env.commands.arguments import UsageError, whole_number
from euchre_env.commands.input import naming, opened
from euchre_env.commands.keeping import check_no_records
from euchre_env.commands.output import RecordFile
from euchre_env.records import record_lines
from euchre_env.replay import Disagreement, replayed
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
    parser.add_argument(
        "--html", metavar="PAGE.html", help="write a page that steps through the deals; needs no network"
    )
    parser.add_argument(
        "--viewer",
        metavar="SEAT",
        type=whole_number(0, 6),
        help="in the page show only what this seat knows (default: every hand)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the first disagreements and the counts; 1 if there are any."""
    names: list[str] = arguments.files
    if names.count("-") > 1:
        raise UsageError("-: standard input can be read only once")
    if arguments.viewer is not None and arguments.html is None:
        raise UsageError("--viewer says what a page shows: it needs --html PAGE.html")
    if arguments.html == "-":
        raise UsageError("--html -: a page goes into a file; standard output has the report")
    if arguments.html is not None:
        check_no_records("--html", arguments.html)
    report, album = Report(), Album(arguments.viewer)
    with ExitStack() as open_files:
        files = [open_files.enter_context(opened(name)) for name in names]  # all, before work begins
        page = None if arguments.html is None else open_files.enter_context(RecordFile(arguments.html))
        size = sum(_size(file) for file in files)
        bar: tqdm[Any] = tqdm(total=size or None, unit="B", unit_scale=True, desc="replay", disable=None, leave=False)
        with bar:
            for name, file in zip(names, files, strict=True):
                report.begin(name)
                lines = Latest(_counted(file, name, bar))
                for found, unfinished in replayed(lines, arguments.chain):
                    report.add(found, unfinished)
                    if page is not None:
                        album.add(lines.latest, found)
                report.end()
        if page is not None:
            page.write(album.page(", ".join(map(file_name, names))))
    if album.left_out:
        print(
            f"{file_name(arguments.html)} shows the first {album.shown} deals, not all {report.deals}", file=sys.stderr
        )
    return report.finish()


class Latest:
    """Lines as they are read; the latest stays at hand."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines, self.latest = lines, b""

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            self.latest = line
            yield line


class Report:
    """Counts deals and disagreements and prints the first; goes on counting when nobody reads any longer."""

    def __init__(self) -> None:
        self.deals = self.disagreements = self.empty = self.unfinished = 0
        self.heard = True
        self._name, self._deals_before = "", 0

    def begin(self, name: str) -> None:
        """What is added from now on comes from the file called `name`."""
        self._name, self._deals_before = file_name(name), self.deals

    def add(self, found: list[Disagreement], unfinished: bool) -> None:
        """One more deal, `unfinished` if its record is cut short."""
        for disagreement in found[: max(0, SHOWN - self.disagreements)]:
            self._say(f"{self._name}, {disagreement}")
        self.deals += 1
        self.unfinished += unfinished
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
        if self.unfinished:
            print(f"{self.unfinished} unfinished: checked as far as they go", file=sys.stderr)
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
        with naming(name):
            line = next(lines, None)
        if line is None:
            return
        bar.update(len(line))
        yield line
