"""A small agent of a checkpoint: its weights in half precision, without what only the learner needs."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from agents.errors import CheckpointError
from agents.saving.checkpoint import WEIGHTS, Checkpoint, CheckpointWriter
from agents.training.model import recorded


def export(checkpoint: Checkpoint, folder: Path) -> Path:
    """Write the agent of a checkpoint into a new folder, and return it.

    Of absolute paths in its settings, such as `start`, the last two parts are kept: the rest tells of a machine.

    Raises:
        CheckpointError: the checkpoint is broken, weights are too large for half precision, the folder is there
            already, or the disk does not take it.
    """
    recorded(checkpoint)
    if folder.exists():
        raise CheckpointError(f"{folder} is there already: choose another folder, or remove it")
    with np.errstate(over="ignore"):
        tensors = {name: array.astype(np.float16) for name, array in checkpoint.tensors(WEIGHTS).items()}
    for name, array in tensors.items():
        if not np.isfinite(array).all():
            raise CheckpointError(f"{checkpoint.path}: tensor {name!r} is too large for half precision")
    said = {key: value for key, value in checkpoint.description.items() if key not in ("format", "sha256")}
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            writer = CheckpointWriter(Path(place), checkpoint.update)
            writer.begin()
            writer.write(WEIGHTS, tensors)
            writer.finish(without_machine(said)).rename(folder)
    except OSError as error:
        raise CheckpointError(f"cannot write {folder}: {error.strerror}") from error
    return folder


def without_machine(said: Any) -> Any:
    """Plain data with every absolute path in it cut to its last two parts.

    >>> without_machine({"start": "/disk/me/runs/first", "opponents": ["rule", "search:/disk/me/runs/first", "runs/b"]})
    {'start': 'runs/first', 'opponents': ['rule', 'search:runs/first', 'runs/b']}
    """
    if isinstance(said, dict):
        return {key: without_machine(value) for key, value in said.items()}
    if isinstance(said, list):
        return [without_machine(value) for value in said]
    if not isinstance(said, str):
        return said
    kind, colon, name = said.rpartition(":")
    path = Path(name)
    return f"{kind}{colon}{'/'.join(path.parts[1:][-2:])}" if path.is_absolute() else said
