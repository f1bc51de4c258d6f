"""Check deal records by playing them: actors, legal actions, results; exit code 1 if anything disagrees."""

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
    files = [_opened(name) for name in names]  # all, before work begins
    report = Report()
    size = sum(_size(file) for file in files)
    bar: tqdm[Any] = tqdm(total=size or None, unit="B", unit_scale=True, desc="replay", disable=None, leave=False)
    with bar:
        for name, file in zip(names, files, strict=True):
            with file:
                for found in replay_lines(_counted(file, bar), arguments.chain):
                    report.add(name, found)
    return report.finish()


class Report:
    """Counts deals and disagreements and prints the first; goes on counting when nobody reads any longer."""

    def __init__(self) -> None:
        self.deals = self.disagreements = 0
        self.heard = True

    def add(self, name: str, found: list[Disagreement]) -> None:
        """One more deal, of the file called `name`."""
        for disagreement in found[: max(0, SHOWN - self.disagreements)]:
            self._say(f"{name}, {disagreement}")
        self.deals += 1
        self.disagreements += len(found)

    def finish(self) -> int:
        """Print the counts; the exit code."""
        if self.disagreements > SHOWN:
            self._say(f"... and {self.disagreements - SHOWN} more disagreements")
        self._say(f"{self.deals} deals, {self.disagreements} disagreements")
        return 1 if self.disagreements else 0

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
    try:
        return sys.stdin.buffer if name == "-" else open(name, "rb")
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None


def _size(file: BinaryIO) -> int:
    """Bytes of a file; 0 where they cannot be known."""
    status = os.fstat(file.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def _counted(file: BinaryIO, bar: tqdm[Any]) -> Iterator[bytes]:
    for line in record_lines(file):
        bar.update(len(line))
        yield line
