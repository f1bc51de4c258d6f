"""Where a run's figures go: JSON Lines, TensorBoard and the console, behind one method."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

from agents.console import discard_output

METRICS = "metrics.jsonl"


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
        self._file.write(json.dumps(entry) + "\n")
        self._file.flush()
        self._to_board(entry)
        if message is not None and not self._unheard:
            try:
                tqdm.write(message)
                sys.stdout.flush()
            except BrokenPipeError:  # `| head`: the run matters more than its console
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


def read_metrics(path: Path) -> Iterator[dict[str, Any]]:
    """The entries of a `metrics.jsonl`, none if there is no such file; a last line that was cut short is left out."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            return
