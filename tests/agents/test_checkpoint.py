"""Checkpoints: complete or not there at all, checked when read, and the same bits back."""

from __future__ import annotations

import errno
import json
import os
import pickle
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from agents.errors import CheckpointError
from agents.networks.policy import Policy
from agents.registry import AgentError, load_agent, open_checkpoint
from agents.saving import checkpoint as module
from agents.saving.checkpoint import Checkpoint, CheckpointWriter, check_tensors, checkpoints
from agents.training.config import Config
from agents.training.launch import begin
from agents.training.model import load_policy, tensors_of
from agents.training.training_state import agent_tensors
from euchre_env import rules_for

DESCRIPTION: dict[str, Any] = {
    "update": 7,
    "decisions": 1,
    "variants": [],
    "rules": {},
    "layout_hash": "",
    "precision": "float32",
    "config": {},
    "metrics": {},
}
NETWORK: dict[str, Any] = {"hidden": 1, "critic_hidden": 1, "layers": 1}


def write(folder: Path, update: int = 7, **tensors: np.ndarray) -> Path:
    writer = CheckpointWriter(folder, update)
    writer.begin()
    writer.write("weights", tensors or {"w": np.arange(6, dtype=np.float32).reshape(2, 3)})
    return writer.finish(DESCRIPTION | {"update": update})


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> Path:
    """A copy of a finished run, to be changed."""
    return Path(shutil.copytree(finished, tmp_path / "run"))


def test_round_trip_bit_for_bit(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    tensors = {
        "float": rng.normal(size=(3, 4)).astype(np.float32),
        "words": rng.integers(2**64, size=5, dtype=np.uint64),
        "flags": rng.random(7) < 0.5,
        "none": np.zeros((0, 3), np.uint8),
        "number": np.array(3.5, np.float32),
        "transposed": np.arange(6, dtype=np.int64).reshape(2, 3).T,
    }
    found = Checkpoint(write(tmp_path, **tensors)).tensors("weights")
    assert set(found) == set(tensors)
    for name, tensor in tensors.items():
        assert found[name].dtype == tensor.dtype
        assert found[name].shape == tensor.shape
        assert found[name].tobytes() == tensor.tobytes()


def test_a_trained_policy_comes_back_bit_for_bit(tiny: Config, tmp_path: Path) -> None:
    trainer = begin(tiny, tmp_path / "run")
    assert trainer is not None
    before, after = agent_tensors(trainer.ppo), tensors_of(load_policy(Checkpoint(tmp_path / "run")).network)
    assert {name: array.tobytes() for name, array in before.items()} == {n: a.tobytes() for n, a in after.items()}


def test_nan_is_never_saved(tmp_path: Path) -> None:
    first = write(tmp_path, update=1)
    writer = CheckpointWriter(tmp_path, 2)
    writer.begin()
    with pytest.raises(CheckpointError, match="w is not finite"):
        writer.write("weights", {"w": np.array([1, np.nan], np.float32)})
    assert Checkpoint(tmp_path).path == first


def test_a_full_disk_leaves_the_last_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write(tmp_path, update=1)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(CheckpointError, match=r"cannot write .*weights.*No space left"):
        write(tmp_path, update=2)
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == [first.name]  # nothing half-written is left
    assert Checkpoint(tmp_path).tensors("weights")["w"].shape == (2, 3)


def test_what_cannot_be_written_at_first_claims_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="there is no checkpoint yet"):
        write(tmp_path, w=np.array([np.nan], np.float32))
    (tmp_path / "file").touch()
    with pytest.raises(CheckpointError, match=r"cannot make .*Not a directory"):
        CheckpointWriter(tmp_path / "file", 1).begin()
    (tmp_path / "update_000002").symlink_to(tmp_path / "nowhere")
    with pytest.raises(CheckpointError, match=r"cannot make .*update_000002: Not a directory; there is no checkpoint"):
        write(tmp_path, update=2)


def test_checkpoints_are_ordered_by_number(tmp_path: Path) -> None:
    """A million updates have one digit more than the names are padded to."""
    late, early = write(tmp_path, update=1_000_000), write(tmp_path, update=999_999)
    (tmp_path / "update_x").mkdir()
    assert checkpoints(tmp_path) == [early, late]
    assert Checkpoint(tmp_path).update == 1_000_000


def test_strangers_among_the_checkpoints_are_tolerated(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    runs = tmp_path / "checkpoints"
    runs.mkdir()
    (runs / ".unfinished_x").touch()
    (runs / ".removed_x").symlink_to(kept)
    written = write(runs)
    assert list(runs.iterdir()) == [written]
    assert (kept / "file").exists()


@pytest.mark.parametrize("stage", ["begun", "weights written"])
def test_a_checkpoint_that_was_interrupted_is_not_found(tmp_path: Path, stage: str) -> None:
    first = write(tmp_path, update=1)
    writer = CheckpointWriter(tmp_path, 2)
    writer.begin()
    if stage == "weights written":
        writer.write("weights", {"w": np.zeros(1, np.float32)})
    assert checkpoints(tmp_path) == [first]
    second = write(tmp_path, update=3)  # and makes room for the next
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_files_of_two_checkpoints_do_not_mix(tmp_path: Path) -> None:
    old, new = write(tmp_path, 1, w=np.zeros(2, np.float32)), write(tmp_path, 2, w=np.ones(2, np.float32))
    (new / "weights.safetensors").write_bytes((old / "weights.safetensors").read_bytes())
    with pytest.raises(CheckpointError, match="damaged, or from another checkpoint"):
        Checkpoint(new).tensors("weights")


@pytest.mark.parametrize("keep", [0, 1, 20, 0.5, -2])
def test_a_file_cut_short_is_refused(tmp_path: Path, keep: float) -> None:
    folder = write(tmp_path)
    for name in ("weights.safetensors", "checkpoint.json"):
        data = (folder / name).read_bytes()
        cut = int(len(data) * keep) if isinstance(keep, float) else keep
        (folder / name).write_bytes(data[:cut])
        with pytest.raises(CheckpointError, match=name):
            Checkpoint(folder).tensors("weights")
        (folder / name).write_bytes(data)


def rewrite(folder: Path, weights: bytes | None = None, **changes: Any) -> None:
    """Change a checkpoint as somebody would who also corrects the hashes."""
    if weights is not None:
        (folder / "weights.safetensors").write_bytes(weights)
    description = json.loads((folder / "checkpoint.json").read_text()) | changes
    description["sha256"] |= {"weights.safetensors": module.digest(folder / "weights.safetensors")}
    (folder / "checkpoint.json").write_text(json.dumps(description))


def test_a_pickle_is_never_run(tmp_path: Path) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "exploded",))

    folder = write(tmp_path)
    rewrite(folder, pickle.dumps(Bomb()))
    with pytest.raises(CheckpointError, match="not a safetensors file"):
        Checkpoint(folder).tensors("weights")
    assert not (tmp_path / "exploded").exists()


@pytest.mark.parametrize(
    "text, message",
    [
        ("[]", "format"),
        ('{"format": "something else"}', "format"),
        ('{"format": "euchre checkpoint 1"}', "'update'"),
        ("{", "not JSON"),
        ("\x00\xff", "not JSON"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_description_that_is_none_is_refused(tmp_path: Path, text: str, message: str) -> None:
    folder = write(tmp_path)
    (folder / "checkpoint.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(CheckpointError, match=message):
        Checkpoint(folder)


def test_a_missing_or_renamed_tensor_is_refused(run: Path) -> None:
    folder = Checkpoint(run).path
    tensors = safetensors.numpy.load_file(folder / "weights.safetensors")
    first = next(name for name in tensors if name.startswith("actor"))
    renamed = {("renamed" if name == first else name): array for name, array in tensors.items()}
    rewrite(folder, safetensors.numpy.save(renamed))
    with pytest.raises(CheckpointError, match=f"'{first}' is missing.*renamed"):
        load_agent(str(run), rules_for("two_handed"))
    rewrite(folder, safetensors.numpy.save(tensors | {"more": np.zeros(1)}))
    with pytest.raises(CheckpointError, match="unknown tensor 'more'"):
        load_agent(str(run), rules_for("two_handed"))
    rewrite(folder, safetensors.numpy.save(tensors | {first: np.full_like(tensors[first], np.inf)}))
    with pytest.raises(CheckpointError, match="not finite"):
        load_agent(str(run), rules_for("two_handed"))


def test_tensors_of_another_shape_or_type_are_refused() -> None:
    wanted = {"w": ((2,), np.dtype(np.float32))}
    for wrong in (np.zeros(3, np.float32), np.zeros(2, np.float64)):
        with pytest.raises(CheckpointError, match="'w' is"):
            check_tensors({"w": wrong}, wanted, "file")


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"layout_hash": "0" * 64}, "another observation layout"),
        ({"variants": ["canasta"], "rules": {"canasta": {}}}, "canasta"),
        ({"config": Config().as_dict() | {"network": NETWORK | {"hidden": 10**9}}}, "network.hidden"),
        ({"precision": "float8"}, "precision"),
    ],
)
def test_another_layout_and_hostile_descriptions_are_refused(run: Path, changes: dict[str, Any], message: str) -> None:
    rewrite(Checkpoint(run).path, **changes)
    with pytest.raises(CheckpointError, match=message):
        load_policy(Checkpoint(run))


def test_old_checkpoints_are_removed(tiny: Config, tmp_path: Path) -> None:
    from dataclasses import replace

    begin(replace(tiny, keep_checkpoints=2), tmp_path)
    assert [path.name for path in checkpoints(tmp_path)] == ["update_000002", "update_000003"]


@pytest.mark.parametrize("there", ["notebooks", "others/notes"])
def test_a_folder_that_is_no_agent_is_not_suggested(
    there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / there).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AgentError, match=f"no agent '{there}s': .* nor a path$"):
        open_checkpoint(f"{there}s", "two_handed")


@pytest.mark.parametrize(
    "name, nearest",
    [
        ("randon", "random"),
        ("{}/runn", "{}/run"),
        ("{}/run/checkpoints/update_000030", "{}/run/checkpoints/update_000003"),
    ],
)
def test_a_wrong_name_names_the_nearest(run: Path, name: str, nearest: str) -> None:
    name, nearest = name.format(run.parent), nearest.format(run.parent)
    with pytest.raises(AgentError, match=f"no agent '{name}'.*did you mean '{nearest}'"):
        open_checkpoint(name, "two_handed")


def test_a_folder_without_checkpoint_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="holds no checkpoint"):
        load_agent(str(tmp_path), rules_for("two_handed"))


def test_an_agent_refuses_other_games(run: Path) -> None:
    with pytest.raises(AgentError, match="plays two_handed, not four_handed"):
        load_agent(str(run), rules_for("four_handed"))
    with pytest.raises(AgentError, match="with pack=32, and here pack=24"):
        load_agent(str(run), rules_for("two_handed", pack=24))


def test_a_run_a_checkpoint_and_its_weights_mean_the_same_agent(run: Path, policy: Policy) -> None:
    folder = Checkpoint(run).path
    assert folder.name == "update_000003"
    for path in (run, run / "checkpoints", folder, folder / "weights.safetensors"):
        assert Checkpoint(path).hash == Checkpoint(run).hash
