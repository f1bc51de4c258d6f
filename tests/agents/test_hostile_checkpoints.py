"""A checkpoint whose contents lie, with digests that fit: one line names the file and the field or tensor."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from agents.errors import CheckpointError
from agents.networks.network import NetworkSize, tensor_shapes
from agents.networks.policy import Policy
from agents.registry import load_agent
from agents.saving.checkpoint import Checkpoint, digest
from agents.training import launch
from agents.training.config import Config
from agents.training.launch import begin, resume
from agents.training.model import load_policy
from euchre_env import VectorEuchre, rules_for
from tests.agents.small_runs import rollout_of

Arrays = dict[str, np.ndarray]


@pytest.fixture(scope="module")
def two_updates(tiny: Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run, not to be changed."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    assert begin(replace(tiny, updates=2, checkpoint_every=2), folder) is not None
    return folder


@pytest.fixture
def run(two_updates: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(two_updates, tmp_path / "run"))


def describe(run: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the description of a run's checkpoint."""
    path = Checkpoint(run).path / "checkpoint.json"
    description = json.loads(path.read_text())
    change(description)
    path.write_text(json.dumps(description))


def rehash(run: Path, name: str) -> None:
    file = Checkpoint(run).path / name
    describe(run, lambda d: d["sha256"].update({name: digest(file)}))


def tensors(run: Path, name: str, change: Callable[[Arrays], object]) -> None:
    """Change the tensors of a file of a run's checkpoint, and its digest."""
    file = Checkpoint(run).path / name
    arrays = {key: array.copy() for key, array in safetensors.numpy.load_file(file).items()}
    change(arrays)
    safetensors.numpy.save_file(arrays, file)
    rehash(run, name)


@pytest.mark.parametrize(
    "changes, named",
    [
        ({"update": 1}, "'update' is 1, but the folder is update_000002"),
        ({"update": True}, "'update' must be a whole number"),
        ({"update": -2}, "'update' must be"),
        ({"decisions": 10**30}, "'decisions' must be"),
        ({"variants": [["a"]]}, "'variants' must be"),
        ({"variants": ["two_handed", "two_handed"]}, "'variants' must be"),
        ({"rules": {"two_handed": 5}}, "'rules' must be"),
        ({"metrics": {"a": "b"}}, "'metrics' must be"),
        ({"sha256": {"weights.safetensors": "0"}}, "'sha256' must be"),
        ({"more": 1}, "unknown field 'more'"),
        ({"rules": {}}, "'rules' those same variants"),
        ({"variants": [], "rules": {}}, "at least one"),
        ({"rules": {"two_handed": {"pack": "x"}}}, "pack"),
        ({"rules": {"two_handed": {"pack": 24}}}, "not those of 'config'"),
        ({"variants": ["four_handed"], "rules": {"four_handed": {}}}, "not those of 'config'"),
        ({"precision": "bfloat16"}, "precision 'bfloat16'"),
        ({"layout_hash": "0" * 64}, "another observation layout"),
        ({"config": {}}, "config: variants is missing"),
    ],
)
def test_a_description_that_lies(run: Path, changes: dict[str, Any], named: str) -> None:
    """Whoever plays and whoever trains on is told the same."""
    describe(run, lambda d: d.update(changes))
    for use in (lambda: load_policy(Checkpoint(run)), lambda: resume(run)):
        with pytest.raises(CheckpointError, match=named) as raised:
            use()
        assert "update_000002" in str(raised.value)
        assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "changes, named",
    [
        ({"config": __file__}, "unknown setting 'config'"),
        ({"run_dir": "x"}, "unknown setting 'run_dir'"),
        ({"processes": "auto"}, "processes must be a whole number"),
        ({"processes": 4}, "lists no rank_1.safetensors for 4 processes"),
        ({"network": None}, "network must be keys and values"),
        ({"network": {"hidden": 8192, "critic_hidden": 8192, "layers": 16}}, "weights.safetensors: tensor"),
        ({"updates": 1}, "'update' is 2, but config.updates is 1"),
        ({"seed": 2}, "tables.seed"),
    ],
)
def test_a_recorded_config_that_lies(
    run: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], named: str
) -> None:
    monkeypatch.setattr(launch.multiprocessing, "get_context", _no_processes)
    describe(run, lambda d: d["config"].update(changes))
    with pytest.raises(CheckpointError, match=named) as raised:
        resume(run)
    assert "import" not in str(raised.value)


def _no_processes(method: str) -> Any:
    class Context:
        def Process(self, **_: Any) -> None:
            raise AssertionError("a process was started")

    return Context()


def swap(arrays: Arrays) -> None:
    first, second = "0.unfinished.seat", "0.unfinished.action"
    arrays[first], arrays[second] = arrays[second], arrays[first]


@pytest.mark.parametrize(
    "change, named",
    [
        (lambda a: a.pop("0.unfinished.seat"), "unfinished.seat: missing"),
        (lambda a: a.update({"1.more": np.zeros(1)}), "unknown tensor '1.more'"),
        (lambda a: a.update({"0.more.x": np.zeros(1)}), "more.x: unknown"),
        (lambda a: a.update({"0.unfinished.more": np.zeros(1)}), "unfinished.more: unknown"),
        (lambda a: a.pop("0.tables.engine.tally"), "engine.tally: missing"),
        (swap, "unfinished.action: uint8"),
        (lambda a: a["0.unfinished.table"].fill(2**30), "unfinished.table: numbers"),
        (lambda a: a["0.unfinished.action"].fill(-1), "unfinished.action: numbers"),
        (lambda a: a["0.unfinished.seat"].fill(9), "unfinished.seat: numbers"),
        (lambda a: a["0.unfinished.kind"].fill(99), "unfinished.kind: numbers"),
        (lambda a: a["0.unfinished.deal"].fill(-1), "unfinished.deal"),
        (lambda a: a["0.unfinished.standing"].fill(1), "unfinished.standing: numbers that are not from 0 to 0"),
        (lambda a: a["0.opponent"].fill(9), r"opponent: 9 is no opponent; there are \[-1, 0, 1, 2\]"),
        (lambda a: a["0.opponent"].fill(-2), "opponent: -2 is no opponent"),
        (lambda a: a.pop("0.opponent"), r"opponent: missing, or not int64 \[48\]"),
        (lambda a: a.update({"0.opponent": np.zeros(47, np.int64)}), "opponent: missing, or not int64"),
        (lambda a: a.update({"0.opponent": np.zeros(48, np.float32)}), "opponent: missing, or not int64"),
        (lambda a: a.update({"0.opponent.more": np.zeros(48, np.int64)}), "opponent.more: unknown"),
        (lambda a: a["0.unfinished.log_prob"].fill(np.nan), "unfinished.log_prob"),
        (lambda a: a.update({"0.unfinished.action": a["0.unfinished.action"].astype(np.float64)}), "float64"),
        (lambda a: a.update({"0.unfinished.action": np.zeros((), np.int16)}), "unfinished"),
        (lambda a: a["0.tables.engine.at"].fill(2**40), "engine.at"),
        (lambda a: a["0.tables.engine.tally"].fill(2**64 - 1), "tables"),
        (lambda a: a["0.tables.engine.table_numbers"].__iadd__(np.uint64(48)), "engine.table_numbers"),
    ],
)
def test_tables_that_cannot_be(run: Path, change: Callable[[Arrays], object], named: str) -> None:
    tensors(run, "rank_0.safetensors", change)
    with pytest.raises(CheckpointError, match=f"rank_0.safetensors: .*{named}"):
        resume(run)


def renamed(old: str, new: str) -> Callable[[Arrays], object]:
    """Give all tensors whose names begin with `old` names that begin with `new`."""

    def change(arrays: Arrays) -> None:
        for name in [name for name in arrays if name.startswith(old)]:
            arrays[new + name.removeprefix(old)] = arrays.pop(name)

    return change


@pytest.mark.parametrize(
    "file, change, named",
    [
        ("training", lambda a: a.pop("latest.0.weight"), "'latest.0.weight' is missing"),
        ("training", lambda a: a["latest.0.weight"].fill(np.nan), "'latest.0.weight' is not finite"),
        ("training", lambda a: a.pop("critic.0.bias.step"), "'critic.0.bias.step' is missing"),
        ("training", lambda a: a["actor.0.bias.exp_avg"].fill(np.inf), "'actor.0.bias.exp_avg' is not finite"),
        ("training", lambda a: a.update({"latest.0.bias": np.zeros(16, np.float16)}), "'latest.0.bias' is float16"),
        ("training", lambda a: a.update(more=np.zeros(1)), "unknown tensor 'more'"),
        ("opponents", lambda a: a.pop("1.0.weight"), "'1.0.weight' is missing"),
        ("opponents", lambda a: a["2.0.bias"].fill(np.nan), "'2.0.bias' is not finite"),
        ("opponents", lambda a: a.update({"2.0.bias": np.zeros(3, np.float32)}), r"'2.0.bias' is float32 \[3\]"),
        ("opponents", renamed("1.", "3."), "'3' is no update before this checkpoint"),
        ("opponents", renamed("1.", "0."), "'0' is no update before this checkpoint"),
        ("opponents", renamed("1.", "x."), "'x' is no update before this checkpoint"),
    ],
)
def test_learners_and_past_selves_that_cannot_be(
    run: Path, file: str, change: Callable[[Arrays], object], named: str
) -> None:
    tensors(run, f"{file}.safetensors", change)
    with pytest.raises(CheckpointError, match=f"{file}.safetensors: .*{named}"):
        resume(run)
    load_agent(str(run), rules_for("two_handed"))  # who only plays needs none of it


def test_past_selves_that_are_still_played_against_must_be_there(run: Path) -> None:
    tensors(run, "opponents.safetensors", lambda a: [a.pop(name) for name in list(a) if name.startswith("1.")])
    tensors(run, "rank_0.safetensors", lambda a: a["0.opponent"].fill(1))
    with pytest.raises(CheckpointError, match=r"rank_0.safetensors: .*opponent: 1 is no opponent"):
        resume(run)


def test_what_is_legal_is_worked_out_and_not_believed(policy: Policy) -> None:
    rollout, other = (rollout_of(policy, "two_handed", num_tables=20) for _ in range(2))
    rollout.collect(100, np.random.default_rng(0))
    truth = rollout.state_dict()
    lie = {name: array.copy() for name, array in truth.items()}
    lie["tables.engine.legal"].fill(0)
    other.load_state_dict(lie)
    assert {n: a.tobytes() for n, a in other.state_dict().items()} == {n: a.tobytes() for n, a in truth.items()}


def test_a_type_that_numpy_lacks(run: Path) -> None:
    header = json.dumps({"w": {"dtype": "BF16", "shape": [1], "data_offsets": [0, 2]}}).encode()
    (Checkpoint(run).path / "weights.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + b"\0\0")
    rehash(run, "weights.safetensors")
    with pytest.raises(CheckpointError, match=r"weights.safetensors .*type of number"):
        load_agent(str(run), rules_for("two_handed"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("name", ["checkpoint.json", "weights.safetensors"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(run: Path, name: str) -> None:
    file = Checkpoint(run).path / name
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(CheckpointError, match=f"{name} is no file"):
        load_agent(str(run), rules_for("two_handed"))


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def exchanged(file: Path) -> None:
    other = next(path for path in file.parent.glob("*.safetensors") if path != file)
    file.write_bytes(other.read_bytes())


def made_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def linked_to(target: str) -> Callable[[Path], None]:
    def link(file: Path) -> None:
        file.unlink()
        file.symlink_to(target)

    return link


@pytest.mark.parametrize("name", ["rank_0", "training", "opponents", "weights"])
@pytest.mark.parametrize(
    "change, said",
    [
        (emptied, "is not the file that checkpoint.json describes"),
        (cut_short, "is not the file that checkpoint.json describes"),
        (exchanged, "is not the file that checkpoint.json describes"),
        (Path.unlink, "No such file"),
        (made_a_folder, "is no file"),
        (linked_to("nowhere"), "No such file"),
        (linked_to("/dev/zero"), "is no file"),
    ],
)
def test_a_damaged_file_is_told_before_any_process_is_started(
    run: Path, monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[Path], None], said: str
) -> None:
    def start(*given: Any) -> None:
        raise AssertionError("processes were started")

    monkeypatch.setattr(launch, "_run", start)
    change(Checkpoint(run).path / f"{name}.safetensors")
    with pytest.raises(CheckpointError, match=f"{name}.safetensors.*{said}|read .*{name}.safetensors: {said}"):
        resume(run)


def test_a_description_without_an_end_is_not_read(run: Path) -> None:
    os.truncate(Checkpoint(run).path / "checkpoint.json", 1 << 40)
    with pytest.raises(CheckpointError, match=r"checkpoint.json has more than 10,000,000 bytes"):
        resume(run)


def test_a_file_of_holes_is_not_hashed(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may take no room and hours to read."""
    monkeypatch.setattr(hashlib, "file_digest", lambda file, name: pytest.fail("it is read"))
    os.truncate(Checkpoint(run).path / "weights.safetensors", 1 << 40)
    with pytest.raises(CheckpointError, match=r"weights.safetensors is not a safetensors file"):
        resume(run)


def test_absurd_weights_name_their_checkpoint(run: Path) -> None:
    tensors(run, "weights.safetensors", lambda a: [array.fill(3e38) for n, array in a.items() if n != "outcomes"])
    agent = load_agent(str(run), rules_for("two_handed"))
    tables = VectorEuchre("two_handed", num_tables=1)
    with pytest.raises(CheckpointError, match=f"{run} gives no finite probabilities"):
        agent.act(tables.observe(), tables.action_mask, np.random.default_rng(0))


@pytest.mark.parametrize("text, named", [('{"a": 1, "a": 2}', "twice"), ('{"a": NaN}', "NaN")])
def test_json_without_liberties(run: Path, text: str, named: str) -> None:
    (Checkpoint(run).path / "checkpoint.json").write_text(text)
    with pytest.raises(CheckpointError, match=f"checkpoint.json is not JSON: .*{named}"):
        resume(run)


def test_an_edited_config_is_told(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    resume(run)
    assert "was changed" not in capsys.readouterr().err
    (run / "config.yaml").write_text("updates: 9\n")
    resume(run)
    assert "config.yaml was changed" in capsys.readouterr().err


def test_tensor_shapes_are_those_of_the_network(policy: Policy) -> None:
    network, encoding = policy.network, policy.encoding
    sizes = encoding.features, encoding.hidden_features, encoding.actions, len(encoding.outcomes)
    found = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    assert tensor_shapes(*sizes, NetworkSize(hidden=16, critic_hidden=16, layers=1)) == found
    deeper = replace(NetworkSize(hidden=16, critic_hidden=16, layers=1), layers=3)
    assert len(tensor_shapes(*sizes, deeper)) == len(found) + 2 * 2 * 4
