"""Agents in half precision: they play almost alike, are as small as they can be, and are refused when they lie."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy

from agents.errors import CheckpointError, ConfigError
from agents.export import main
from agents.measuring.arena import play_deals
from agents.neural_agent import NeuralAgent
from agents.random_agent import RandomAgent
from agents.registry import load_agent
from agents.saving.checkpoint import Checkpoint, digest
from agents.training.export import export
from agents.training.launch import resume
from agents.training.model import load_policy, recorded
from euchre_env import VectorEuchre, rules_for
from tests.agents.small_runs import everything

Arrays = dict[str, np.ndarray]
RULES = rules_for("two_handed")


@pytest.fixture
def exported(finished: Path, tmp_path: Path) -> Path:
    return export(Checkpoint(finished), tmp_path / "agents" / "small")


def test_it_plays_almost_alike(finished: Path, exported: Path) -> None:
    tables, rng, agent = VectorEuchre(RULES, num_tables=200, seed=2), np.random.default_rng(0), RandomAgent()
    policies = [load_policy(Checkpoint(folder)) for folder in (finished, exported)]
    whole, half = (NeuralAgent(policy, "two_handed", "", greedy=False) for policy in policies)
    differences = []
    for _ in range(12):
        shown = tables.observe(), tables.action_mask
        one, other = (agent.probabilities(*shown) for agent in (whole, half))
        np.testing.assert_allclose(one, other, atol=1e-2)
        differences.append(np.abs(one - other).max())
        tables.step(agent.act(*shown, rng))
    assert max(differences) > 0  # half precision it is


def test_it_is_an_agent_like_others(finished: Path, exported: Path) -> None:
    agent = load_agent(str(exported), RULES)
    assert agent.name == str(exported)
    assert agent.hash == Checkpoint(exported).hash != Checkpoint(finished).hash
    assert play_deals(RULES, (agent, load_agent(str(exported), RULES)), 20, 0).points_per_deal == 0
    whole, half = (recorded(Checkpoint(folder)) for folder in (finished, exported))
    assert whole == half
    assert Checkpoint(exported).update == 3


def test_it_holds_half_precision_weights_alone(finished: Path, exported: Path) -> None:
    assert sorted(path.name for path in exported.iterdir()) == ["checkpoint.json", "weights.safetensors"]
    assert sorted(path.name for path in exported.parent.iterdir()) == ["small"]  # nothing is left of the work
    tensors, whole = (Checkpoint(folder).tensors("weights") for folder in (exported, finished))
    assert tensors.keys() == whole.keys()
    for name, array in tensors.items():
        assert array.dtype == np.float16
        np.testing.assert_array_equal(array, whole[name].astype(np.float16))


def test_it_tells_nothing_of_the_machine(finished: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(finished, tmp_path / "run"))
    file = Checkpoint(run).path / "checkpoint.json"
    description = json.loads(file.read_text())
    description["config"]["start"] = f"{tmp_path}/runs/first"
    description["config"]["evaluation"]["opponents"] = ["rule", f"search:{tmp_path}/runs/second"]
    file.write_text(json.dumps(description))
    made = Checkpoint(export(Checkpoint(run), tmp_path / "made"))
    assert made.description["config"]["start"] == "runs/first"
    assert made.description["config"]["evaluation"]["opponents"] == ["rule", "search:runs/second"]
    assert str(tmp_path) not in (made.path / "checkpoint.json").read_text()


def test_what_is_there_already_stays(finished: Path, exported: Path) -> None:
    before = everything(exported)
    with pytest.raises(CheckpointError, match=f"{exported} is there already"):
        export(Checkpoint(finished), exported)
    assert everything(exported) == before


def test_where_nothing_can_be_written(finished: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CheckpointError, match=f"cannot write {tmp_path}/file/agent: "):
        export(Checkpoint(finished), tmp_path / "file" / "agent")


def test_it_cannot_be_trained_on(finished: Path, exported: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="small is not the folder of a run"):
        resume(exported)
    run = Path(shutil.copytree(finished, tmp_path / "run"))  # not even where a run's checkpoints are
    shutil.rmtree(latest := Checkpoint(run).path)
    shutil.copytree(exported, latest)
    with pytest.raises(CheckpointError, match=r"checkpoint.json lists no opponents.safetensors"):
        resume(run)


def test_the_command_says_what_it_made(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(finished), str(tmp_path / "made")]) == 0
    assert capsys.readouterr().out.strip().endswith(f"hash {Checkpoint(tmp_path / 'made').hash[:12]}")


def rewritten(folder: Path, change: Callable[[Arrays], object]) -> None:
    """Change the weights of a checkpoint as somebody would who also corrects the digest."""
    file, description = folder / "weights.safetensors", folder / "checkpoint.json"
    arrays = {name: array.copy() for name, array in safetensors.numpy.load_file(file).items()}
    change(arrays)
    safetensors.numpy.save_file(arrays, file)
    said = json.loads(description.read_text())
    said["sha256"][file.name] = digest(file)
    description.write_text(json.dumps(said))


@pytest.mark.parametrize(
    "change, named",
    [
        (lambda a: a.pop("actor.0.weight"), "'actor.0.weight' is missing"),
        (lambda a: a.update(more=np.zeros(1, np.float16)), "unknown tensor 'more'"),
        (lambda a: a["actor.0.weight"].fill(np.inf), "'actor.0.weight' is not finite"),
        (lambda a: a["critic.0.bias"].fill(np.nan), "'critic.0.bias' is not finite"),
        (lambda a: a.update({"actor.0.bias": np.zeros(3, np.float16)}), r"'actor.0.bias' is float32 \[3\]"),
        (lambda a: a.update({"actor.0.bias": np.zeros(16, np.float64)}), "'actor.0.bias' is float64"),
        (lambda a: a.update({"actor.0.bias": np.zeros(16, np.int16)}), "'actor.0.bias' is int16"),
    ],
)
def test_exported_weights_that_cannot_be(exported: Path, change: Callable[[Arrays], object], named: str) -> None:
    rewritten(exported, change)
    with pytest.raises(CheckpointError, match=named):
        load_agent(str(exported), RULES)


def test_an_exported_file_that_was_changed(exported: Path) -> None:
    with (exported / "weights.safetensors").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(CheckpointError, match="damaged"):
        load_agent(str(exported), RULES)


def test_weights_beyond_half_precision_are_named(finished: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(finished, tmp_path / "run"))
    rewritten(Checkpoint(run).path, lambda a: a["actor.0.weight"].fill(1e6))
    with pytest.raises(
        CheckpointError, match=r"update_000003: tensor 'actor.0.weight' is too large for half precision"
    ):
        export(Checkpoint(run), tmp_path / "agent")
    assert not (tmp_path / "agent").exists()
