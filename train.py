"""Train a network by self-play.

    python train.py                                       # four_handed, about five minutes on two cores
    python train.py --config configs/three_handed.yaml    # another game
    python train.py --variants two_handed,four_handed     # one network for several
    python train.py --resume runs/four_handed-20250101-120000
    python train.py --benchmark                           # how fast it trains here, and what the time goes into
    torchrun --nnodes 2 ... train.py --run_dir /shared/run    # several machines, with a folder that all of them share

`--help` lists every setting, `--print_config` shows their values. Ctrl-C leaves a checkpoint to resume from.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

# oneDNN keeps compiled code for every shape of input it meets; without a bound memory grows. Read when torch is loaded.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")

from agents import console
from agents.tables import format_table, percent

if TYPE_CHECKING:
    from agents.training.trainer import Strength


def main(arguments: Sequence[str]) -> int:
    """Run the command line; the exit status: 0 at the end of the run, 130 if a signal stopped it."""
    from agents.training.ranks import told_once  # here, so that Ctrl-C while torch is loaded is met like any other

    with told_once():
        return train(arguments)


def train(arguments: Sequence[str]) -> int:
    """Do what the command line asks for; the exit status."""
    from agents.training.command_line import parse
    from agents.training.launch import begin, decided, resume
    from agents.training.ranks import rank_here

    command = parse(arguments)
    if command.benchmark:
        from agents.training.benchmark import benchmark

        print(benchmark(command.config))
        return 0
    leads = rank_here() == 0
    if command.resume is not None:
        folder = command.resume
        if leads:
            print(f"going on with {folder}", flush=True)
        trainer = resume(folder)
    else:
        config = decided(command.config)
        folder = command.folder()
        processes = f"{config.processes} process" + "es" * (config.processes != 1)
        trainer = begin(
            config, folder, f"training {', '.join(config.variants)} in {folder}: {processes}, {config.precision}"
        )
    if trainer is None and leads:
        print(f"stopped; go on with: python train.py --resume {folder}")
    elif trainer is not None and leads:
        print(summary(trainer.evaluate()))
        print(f"measure it more closely with: python evaluate.py {folder} rule")
    return console.INTERRUPTED if trainer is None else 0


def summary(strengths: Sequence[Strength]) -> str:
    """The final table: how the network does in each variant against each opponent."""
    header = ("variant", "opponent", "matches", "unfinished", "won", "fair share", "points per deal", "95 % interval")
    rows = []
    for s in strengths:
        low, high = s.points.interval
        points = f"{s.points.points_per_deal:+.3f}", f"{low:+.3f} to {high:+.3f}"
        counts = str(s.matches.played), str(s.matches.unfinished)
        rates = percent(s.matches.win_rate), percent(s.matches.fair_share)
        rows.append((s.variant, s.opponent, *counts, *rates, *points))
    return format_table(header, rows)


if __name__ == "__main__":
    sys.exit(console.run("train.py", lambda: main(sys.argv[1:])))
