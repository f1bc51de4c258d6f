"""Makes a small agent of a run: its weights in half precision, without what only the learner needs.

    python -m agents.export runs/four_handed agents/pretrained/four_handed

The result is a checkpoint that plays and is measured like any other; it cannot be trained on.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from agents import console
from agents.arguments import program_parser
from agents.errors import CheckpointError
from agents.saving.checkpoint import WEIGHTS, Checkpoint, CheckpointWriter
from agents.training.model import recorded


def export(checkpoint: Checkpoint, folder: Path) -> Path:
    """Write the agent of a checkpoint into a new folder, and return it.

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
            writer.finish(said).rename(folder)
    except OSError as error:
        raise CheckpointError(f"cannot write {folder}: {error.strerror}") from error
    return folder


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    parser = program_parser("python -m agents.export", __doc__)
    parser.add_argument("run", type=Path, help="a run, which means its latest checkpoint, or a checkpoint")
    parser.add_argument("folder", type=Path, help="where the agent is written")
    asked = parser.parse_args(given)
    folder = export(Checkpoint(asked.run), asked.folder)
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{folder}: {size / 1e6:.2f} MB, hash {Checkpoint(folder).hash[:12]}")
    return 0


if __name__ == "__main__":
    sys.exit(console.run("python -m agents.export", lambda: main(sys.argv[1:])))
