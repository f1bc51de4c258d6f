"""A program that trains, or trains on, and at a given moment kills itself and all the processes that it has started.

    python -m tests.agents.dying_run MOMENT UPDATE FOLDER CONFIG

It dies after so many updates have been made; other processes than the first are then wherever they happen to be.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from agents.saving import checkpoint
from agents.saving.checkpoint import CheckpointWriter
from agents.training import launch
from agents.training.command_line import parse
from agents.training.logbook import Logbook
from agents.training.ppo import PPO
from agents.training.rollout import Rollout
from agents.training.trainer import Trainer

BEFORE: dict[str, tuple[Any, str, int]] = {
    "playing": (Rollout, "_record", 4),
    "learning": (PPO, "_step", 4),
    "removing": (checkpoint.shutil, "rmtree", 1),
}
"""Moments just before a function is called, at so-manieth call after the update: an old checkpoint is out of sight
already, but its files are still there when it is removed."""

AFTER: dict[str, tuple[Any, str, int]] = {
    "logging": (Logbook, "log", 1),
    "writing": (CheckpointWriter, "write", 1),
    "renaming": (checkpoint, "flush_folder", 1),
    "renamed": (CheckpointWriter, "finish", 1),
}
"""Moments just after: the update is in the log but not saved; of several files the first is written; all are written,
but under a temporary name; the checkpoint is there, but the old ones still are too."""


def die(moment: str, update: int) -> None:
    """Arrange for it."""
    trainers: list[Trainer] = []
    owner, name, passes = (BEFORE | AFTER)[moment]
    function, construct = getattr(owner, name), Trainer.__init__

    def count() -> None:
        nonlocal passes
        if trainers and trainers[0].update == update:
            passes -= 1
            if not passes:
                os.killpg(0, signal.SIGKILL)

    def replaced(*given: Any, **named: Any) -> Any:
        if moment in BEFORE:
            count()
        result = function(*given, **named)
        if moment in AFTER:
            count()
        return result

    def constructed(self: Trainer, *given: Any) -> None:
        construct(self, *given)
        trainers.append(self)

    setattr(owner, name, replaced)
    Trainer.__init__ = constructed  # type: ignore[method-assign]


if __name__ == "__main__":
    folder = Path(sys.argv[3])
    die(sys.argv[1], int(sys.argv[2]))
    if folder.exists():
        launch.resume(folder)
    else:
        launch.begin(parse(["--config", sys.argv[4]]).config, folder)
