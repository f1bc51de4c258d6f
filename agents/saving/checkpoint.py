"""Checkpoints: folders of tensors (safetensors) with a JSON file beside them. Nothing in them is ever unpickled.

A checkpoint is written into a temporary folder, flushed to the disk, and renamed to `update_NNNNNN` as a whole. So it
is there completely or not at all, and the weights of one step cannot stand beside the state of another. The JSON file
holds the SHA-256 of every tensor file, so that a copy that went wrong is noticed as well.

    update_000120/
        checkpoint.json            what was trained, how far, with which rules and layout
        weights.safetensors        the actor (its moving average) and the critic: all an agent needs
        training.safetensors       the actor's latest weights, the optimiser's state  ┐
        opponents.safetensors      the learner's past selves                          │ only needed to resume
        rank_0.safetensors ...     each process's tables and deals                    ┘
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import safetensors.numpy
from numpy.typing import NDArray
from safetensors import SafetensorError

from agents.errors import CheckpointError
from agents.saving.description import FORMAT, check_plain, read_description

DESCRIPTION, WEIGHTS, TRAINING, OPPONENTS = "checkpoint.json", "weights", "training", "opponents"
LARGE = 1 << 28
"""Bytes of a file that is looked at before it is hashed."""
Tensors = Mapping[str, NDArray[Any]]


class CheckpointWriter:
    """Writes one checkpoint; several processes may write their part into it.

    Args:
        folder: where the checkpoints of a run are kept.
        update: the number of updates made; it names the checkpoint.
    """

    def __init__(self, folder: Path, update: int):
        self.final = folder / f"update_{update:06d}"
        self.temporary = folder / f".unfinished_{update:06d}"

    def begin(self) -> None:
        """Make room; what interrupted attempts have left behind is removed."""
        for left in (*self.final.parent.glob(".unfinished_*"), *self.final.parent.glob(".removed_*")):
            if left.is_symlink() or not left.is_dir():
                left.unlink()  # none of ours, but in the way
            else:
                shutil.rmtree(left)
        try:
            self.temporary.mkdir(parents=True)
        except OSError as error:
            raise CheckpointError(f"cannot make {self.temporary}: {error.strerror}; {self._remaining()}") from error

    def write(self, name: str, tensors: Tensors) -> None:
        """Write a tensor file into the checkpoint.

        Raises:
            CheckpointError: a tensor is not finite, or the disk does not take the file.
        """
        for key, tensor in tensors.items():
            if tensor.dtype.kind == "f" and not np.isfinite(tensor).all():
                raise CheckpointError(f"{key} is not finite: not saved; {self._remaining()}")
        data = safetensors.numpy.save({key: np.asarray(tensor, order="C") for key, tensor in tensors.items()})
        self._write_bytes(f"{name}.safetensors", data)

    def finish(self, description: Mapping[str, Any]) -> Path:
        """Describe the checkpoint, make it permanent and return its folder.

        Raises:
            CheckpointError: the disk does not take it, or something else has its name.
        """
        digests = {path.name: digest(path) for path in sorted(self.temporary.glob("*.safetensors"))}
        text = json.dumps({"format": FORMAT, **description, "sha256": digests}, indent=2, allow_nan=False)
        self._write_bytes(DESCRIPTION, text.encode() + b"\n")
        flush_folder(self.temporary)
        try:
            self.temporary.rename(self.final)
        except OSError as error:
            raise CheckpointError(f"cannot make {self.final}: {error.strerror}; {self._remaining()}") from error
        flush_folder(self.final.parent)
        return self.final

    def abandon(self) -> None:
        """Remove what has been written of an unfinished checkpoint."""
        shutil.rmtree(self.temporary, ignore_errors=True)

    def _write_bytes(self, name: str, data: bytes) -> None:
        path = self.temporary / name
        try:
            with path.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            self.abandon()
            raise CheckpointError(f"cannot write {path}: {error.strerror}; {self._remaining()}") from error

    def _remaining(self) -> str:
        """What is left to the user after a failure."""
        found = checkpoints(self.final.parent)
        return f"{found[-1].name} is untouched" if found else "there is no checkpoint yet"


class Checkpoint:
    """A checkpoint on the disk, checked when opened.

    Args:
        path: its folder, or a run's folder, which stands for the run's latest checkpoint.

    Raises:
        CheckpointError: there is none, or it is broken.
    """

    def __init__(self, path: str | Path):
        self.path = latest(Path(path))
        self.description = read_description(self.path / DESCRIPTION)

    @property
    def update(self) -> int:
        """The number of updates made."""
        return int(self.description["update"])

    @property
    def hash(self) -> str:
        """SHA-256 of the weights: says which agent this is, wherever it lies."""
        return str(self.description["sha256"][f"{WEIGHTS}.safetensors"])

    def tensors(self, name: str) -> dict[str, NDArray[Any]]:
        """Read a tensor file.

        Raises:
            CheckpointError: it is missing, cut short, changed, or not a tensor file.
        """
        with self._whole(name) as file:
            path, data = Path(file.name), file.read()
        try:
            return safetensors.numpy.load(data)
        except (SafetensorError, ValueError, OverflowError) as error:
            raise CheckpointError(f"{path} is not a safetensors file: {error}") from error
        except (KeyError, TypeError, AttributeError) as error:
            raise CheckpointError(f"{path} holds a type of number that NumPy does not have: {error}") from error

    def check(self, name: str) -> None:
        """That a tensor file is the one that was written.

        Raises:
            CheckpointError: it is missing, cut short or changed.
        """
        with self._whole(name):
            pass

    @contextmanager
    def _whole(self, name: str) -> Iterator[BinaryIO]:
        """A tensor file, open at its beginning and found to be the one described, however large a stranger made it."""
        path = self.path / f"{name}.safetensors"
        expected = self.description["sha256"].get(path.name)
        if expected is None:
            raise CheckpointError(f"{self.path / DESCRIPTION} knows no {path.name}")
        check_plain(path)
        try:
            with path.open("rb") as file:
                check_frame(path)
                if hashlib.file_digest(file, "sha256").hexdigest() != expected:
                    raise CheckpointError(
                        f"{path} is not the file that {DESCRIPTION} describes: damaged, or from another checkpoint"
                    )
                file.seek(0)
                yield file
        except OSError as error:
            raise CheckpointError(f"cannot read {path}: {error.strerror}") from error


def check_frame(path: Path) -> None:
    """That a file so large that hashing it takes seconds has the size that its header says: not one made of holes.

    Raises:
        CheckpointError: it has not.
    """
    if path.stat().st_size > LARGE:
        try:
            with safetensors.safe_open(path, framework="numpy"):
                return
        except SafetensorError as error:
            raise CheckpointError(f"{path} is not a safetensors file: {error}") from error


def check_tensors(
    found: Tensors, wanted: Mapping[str, tuple[tuple[int, ...], np.dtype[Any]]], where: Path | str
) -> None:
    """Hold `found` to names, shapes and types.

    Raises:
        CheckpointError: a tensor is missing, unknown, of another shape or type, or not finite.
    """
    for name, (shape, dtype) in wanted.items():
        if name not in found:
            unknown = sorted(set(found) - set(wanted))
            raise CheckpointError(f"{where}: tensor {name!r} is missing" + (f"; unknown: {unknown}" if unknown else ""))
        if found[name].shape != shape or found[name].dtype != dtype:
            got = f"{found[name].dtype} {list(found[name].shape)}"
            raise CheckpointError(f"{where}: tensor {name!r} is {got}, not {dtype} {list(shape)}")
        if dtype.kind == "f" and not np.isfinite(found[name]).all():
            raise CheckpointError(f"{where}: tensor {name!r} is not finite")
    if unknown := sorted(set(found) - set(wanted)):
        raise CheckpointError(f"{where}: unknown tensor {unknown[0]!r}")


def checkpoints(folder: Path) -> list[Path]:
    """The finished checkpoints in a run's folder or its `checkpoints` folder, oldest first."""
    for place in (folder / "checkpoints", folder):
        found = {path: re.fullmatch("update_([0-9]+)", path.name) for path in place.glob("update_*") if path.is_dir()}
        numbers = {path: int(match[1]) for path, match in found.items() if match}  # update_1000000 comes last
        if numbers:
            return sorted(numbers, key=numbers.__getitem__)
    return []


def latest(path: Path) -> Path:
    """The checkpoint that a path stands for: itself, or the latest of a run.

    Raises:
        CheckpointError: there is none.
    """
    if (path / DESCRIPTION).exists():
        return path
    if path.is_file() and (path.parent / DESCRIPTION).exists():
        return path.parent
    if not path.exists():
        raise CheckpointError(f"{path} does not exist")
    if not (found := checkpoints(path)):
        raise CheckpointError(f"{path} holds no checkpoint (no {DESCRIPTION}, no checkpoints/update_...)")
    return found[-1]


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def flush_folder(folder: Path) -> None:
    """Make the names in a folder permanent, where the system can (Windows cannot)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove(folder: Path) -> None:
    """Delete a checkpoint: first out of sight under another name, so that half of it is never found."""
    hidden = folder.with_name(f".removed_{folder.name}")
    folder.rename(hidden)
    shutil.rmtree(hidden)
