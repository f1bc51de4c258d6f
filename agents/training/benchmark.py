"""How fast training is on this machine, and what its time goes into: `python train.py --benchmark`."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, median

from tqdm import tqdm

from agents.errors import ConfigError
from agents.measuring.processes import available_cores
from agents.tables import format_table, percent
from agents.training.config import Config, EvaluationConfig
from agents.training.launch import begin, decided
from agents.training.logbook import METRICS, read_metrics
from agents.training.ranks import torchrun_size

UPDATES = 6
"""Of which the first, in which caches fill, does not count."""

PARTS = {
    "playing": ("time/engine", "time/observation", "time/sorting"),
    "acting": ("time/acting",),
    "judging": ("time/judging",),
    "learning": ("time/learning",),
    "exchange": ("time/exchange",),
}
"""What the shares of time are of: engine and observation; the actor in play; critic and magnet before an update;
forward, backward and optimiser; gradients between processes, and waiting for the slower one."""


@dataclass(frozen=True)
class Speed:
    """How fast one way to train is: the median rate, and shares that are means, so that they add up."""

    processes: int
    precision: str
    decisions_per_second: float
    shares: dict[str, float]
    gigabytes: float
    """the largest memory of rank 0"""


def benchmark(config: Config) -> str:
    """A table of recorded decisions a second: with all cores and with one process, in both precisions.

    Raises:
        ConfigError: under torchrun, which fixes the number of processes.
    """
    if torchrun_size() is not None:
        raise ConfigError("--benchmark compares numbers of processes: start it without torchrun")
    counts = sorted({1, int(decided(config).processes)}, reverse=True)
    ways = [
        *(replace(config, processes=count, precision="bfloat16") for count in counts),
        *(replace(config, processes=count, precision="float32") for count in counts),
    ]
    with tqdm(ways, unit="way", leave=False, disable=None) as bar:
        return report([measure(way) for way in bar])


def measure(config: Config) -> Speed:
    """Train a few updates in a folder that is thrown away."""
    evaluation = EvaluationConfig(every=UPDATES, deals=1, matches=1, opponents=("random",))
    config = replace(config, updates=UPDATES, evaluation=evaluation)
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        trainer = begin(config, Path(folder))
        entries = read_metrics(Path(folder) / METRICS)[1:]
    if trainer is None:
        raise KeyboardInterrupt
    shares = {
        part: fmean(sum(entry.get(name, 0.0) for name in names) for entry in entries) for part, names in PARTS.items()
    }
    rate = median(entry["charts/decisions_per_second"] for entry in entries)
    memory = max(entry.get("charts/memory_gigabytes", 0.0) for entry in entries)
    return Speed(int(config.processes), str(config.precision), rate, shares, memory)


def report(speeds: Sequence[Speed]) -> str:
    """The table for the terminal."""
    header = ("processes", "precision", "decisions/s", *PARTS, "memory")
    rows = []
    for s in speeds:
        shares = [percent(s.shares[part]) for part in PARTS]
        rows.append((str(s.processes), s.precision, f"{s.decisions_per_second:,.0f}", *shares, f"{s.gigabytes:.2f} GB"))
    return f"recorded decisions a second on {available_cores()} cores, shares of time\n" + format_table(header, rows)
