"""Where a run's figures go: JSON Lines, TensorBoard and the console, behind one method."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from agents.errors import LogError
from agents.saving.description import MOST, is_number, parse_json
from euchre_env import drop_output

METRICS = "metrics.jsonl"
LARGEST = 3e38
"""Beyond it there is no float32, which TensorBoard draws."""


def interval_names(figure: str) -> tuple[str, str]:
    """What the log calls the ends of a figure's 95 % interval.

    >>> interval_names("win_rate/four_handed/vs_rule")
    ('interval/win_rate/four_handed/vs_rule/low', 'interval/win_rate/four_handed/vs_rule/high')
    """
    return f"interval/{figure}/low", f"interval/{figure}/high"


class Logbook:
    """The log of a run in its folder; a context manager, which closes it at the end.

    Args:
        folder: the run's folder; `metrics.jsonl` and TensorBoard's event files go there.
        update: how many updates the run has made. What an interrupted run logged later than that is dropped, since
            those updates are about to be made again; no step is in the log twice.

    Raises:
        LogError: what is there already cannot be read, or the disk does not take what is written.
    """

    def __init__(self, folder: Path, update: int = 0):
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._unheard = folder / METRICS, False
        kept = [entry for entry in read_metrics(self._path) if entry["update"] <= update]
        temporary = self._path.with_suffix(".unfinished")
        with writing(temporary):
            temporary.unlink(missing_ok=True)  # in a stranger's run it may be a link to anything
            with temporary.open("x", encoding="utf-8") as file:
                file.writelines(json.dumps(entry) + "\n" for entry in kept)
            temporary.replace(self._path)
        for events in folder.glob("events.out.tfevents.*"):
            events.unlink()
        self._hook, threading.excepthook = threading.excepthook, _told_elsewhere
        with writing(folder / "events.out.tfevents"):
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
        with writing(self._path):
            self._file.write(json.dumps(entry) + "\n")
            self._file.flush()
        self._to_board(entry)
        if message is not None and not self._unheard:
            try:
                tqdm.write(message)
                sys.stdout.flush()
            except OSError:  # `| head`, a closed terminal: the run matters more than its console
                self._unheard = True
                drop_output()

    def close(self) -> None:
        """Write what is still in memory."""
        try:
            with writing(self._path):
                self._file.close()
            with writing(self._path.with_name("events.out.tfevents")):
                self._board.close()
        finally:
            threading.excepthook = self._hook

    def __enter__(self) -> Logbook:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        """Close the log; what made the run end matters more than that this fails."""
        try:
            self.close()
        except LogError:
            if kind is None:
                raise

    def _to_board(self, entry: Mapping[str, Any]) -> None:
        with writing(self._path.with_name("events.out.tfevents")):
            for name, value in entry.items():
                if "/" in name:
                    self._board.add_scalar(name, value, entry["decisions"], entry["time"])


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Within it what the disk does not take is a LogError that names the file."""
    try:
        yield
    except OSError as error:
        raise LogError(f"cannot write {path}: {error.strerror or error}") from error


def _told_elsewhere(failed: threading.ExceptHookArgs) -> None:
    """TensorBoard's thread keeps an OSError for whoever writes next, who tells it in one line."""
    if not issubclass(failed.exc_type, OSError):
        threading.__excepthook__(failed)


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """The entries of a `metrics.jsonl`, none if there is no such file; a last line that was cut short is left out.

    Raises:
        LogError: another line is no entry.
    """
    if path.exists() and not path.is_file():
        raise LogError(f"{path} is no file")
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
