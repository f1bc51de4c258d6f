"""Where a run's figures go: JSON Lines, TensorBoard and the console, behind one method."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from agents.console import discard_output
from agents.errors import LogError
from agents.saving.description import MOST, is_number, parse_json

METRICS = "metrics.jsonl"
LARGEST = 3e38
"""Beyond it there is no float32, which TensorBoard draws."""


class Logbook:
    """The log of a run in its folder.

    Args:
        folder: the run's folder; `metrics.jsonl` and TensorBoard's event files go there.
        update: how many updates the run has made. What an interrupted run logged later than that is dropped, since
            those updates are about to be made again; no step is in the log twice.
    """

    def __init__(self, folder: Path, update: int = 0):
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._unheard = folder / METRICS, False
        kept = [entry for entry in read_metrics(self._path) if entry["update"] <= update]
        temporary = self._path.with_suffix(".unfinished")
        temporary.write_text("".join(json.dumps(entry) + "\n" for entry in kept), encoding="utf-8")
        temporary.replace(self._path)
        for events in folder.glob("events.out.tfevents.*"):
            events.unlink()
        self._board = SummaryWriter(str(folder))
        for entry in kept:
            self._to_board(entry)
        self._file = self._path.open("a", encoding="utf-8")

    def log(self, update: int, decisions: int, metrics: Mapping[str, float], message: str | None = None) -> None:
        """Log figures of an update; a message is shown on the console above the progress bar.

        Args:
            update: updates made.
            decisions: recorded decisions so far, the horizontal axis of TensorBoard.
            metrics: figures by name, as `losses/entropy`.
            message: one line for a human.
        """
        entry = {"update": update, "decisions": decisions, "time": time.time(), **metrics}
        try:
            self._file.write(json.dumps(entry) + "\n")
            self._file.flush()
        except OSError as error:
            raise LogError(f"cannot write {self._path}: {error.strerror}") from error
        self._to_board(entry)
        if message is not None and not self._unheard:
            try:
                tqdm.write(message)
                sys.stdout.flush()
            except OSError:  # `| head`, a closed terminal: the run matters more than its console
                self._unheard = True
                discard_output()

    def close(self) -> None:
        """Write what is still in memory."""
        self._file.close()
        self._board.close()

    def _to_board(self, entry: Mapping[str, Any]) -> None:
        for name, value in entry.items():
            if "/" in name:
                self._board.add_scalar(name, value, entry["decisions"], entry["time"])


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """The entries of a `metrics.jsonl`, none if there is no such file; a last line that was cut short is left out.

    Raises:
        LogError: another line is no entry.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    except UnicodeDecodeError as error:
        raise LogError(f"{path} is not text in UTF-8 (byte {error.start})") from error
    entries = []
    for number, line in enumerate(lines, 1):
        try:
            entries.append(_entry(line))
        except (ValueError, RecursionError) as error:
            if number == len(lines) and not line.endswith("\n"):
                break
            raise LogError(f"{path}, line {number}: {error}; remove or mend that line") from error
    return entries


def _entry(line: str) -> dict[str, Any]:
    """An entry as `Logbook.log` writes it."""
    entry = parse_json(line)
    if not isinstance(entry, dict):
        raise ValueError("no object of figures")
    for name in ("update", "decisions"):
        if type(entry.get(name)) is not int or not 0 <= entry[name] <= MOST:
            raise ValueError(f"{name!r} is missing or no whole number from 0")
    for name in ("time", *entry):
        if not is_number(entry.get(name)) or abs(entry[name]) > LARGEST:
            raise ValueError(f"{name!r} is missing or no number that can be drawn")
    return entry
