"""Runs that begin with the weights of another."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
from numpy.typing import NDArray

from agents.errors import AgentError, CheckpointError, ConfigError
from agents.networks.network import NetworkSize
from agents.saving.checkpoint import WEIGHTS, Checkpoint, checkpoints, digest, remove
from agents.training.config import Config
from agents.training.export import export
from agents.training.launch import begin, resume
from tests.agents.small_runs import everything


def weights(run: Path) -> dict[str, NDArray[np.float32]]:
    return Checkpoint(run).tensors(WEIGHTS)


def still(config: Config) -> Config:
    """The same run, but nothing is learnt."""
    return replace(config, updates=1, ppo=replace(config.ppo, learning_rate=0.0, learning_rate_end=0.0))


def test_a_run_begins_with_the_weights_of_another(tiny: Config, tmp_path: Path) -> None:
    first, second, untrained = (tmp_path / name for name in ("first", "second", "untrained"))
    begin(tiny, first)
    begin(replace(still(tiny), start=str(first)), second)
    begin(still(tiny), untrained)
    started, began, other = weights(first), weights(second), weights(untrained)
    for name in started:  # an average that meets nothing but itself may still round
        np.testing.assert_allclose(began[name], started[name], rtol=1e-6, atol=1e-7)
    assert any(not np.allclose(other[name], started[name]) for name in started)


def test_an_exported_agent_can_be_begun_with(tiny: Config, tmp_path: Path) -> None:
    begin(tiny, tmp_path / "first")
    agent = export(Checkpoint(tmp_path / "first"), tmp_path / "agent")
    begin(replace(still(tiny), start=str(agent)), tmp_path / "second")
    for name, array in weights(tmp_path / "second").items():
        np.testing.assert_allclose(array, weights(agent)[name].astype(np.float32), rtol=1e-6, atol=1e-7)


def test_a_run_goes_on_when_what_it_began_with_is_gone(
    tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(tiny, tmp_path / "first")
    config = replace(tiny, start=str(tmp_path / "first"))
    begin(config, tmp_path / "whole")
    begin(config, tmp_path / "resumed")
    for later in checkpoints(tmp_path / "resumed")[1:]:
        remove(later)
    shutil.rmtree(tmp_path / "first")
    assert resume(tmp_path / "resumed") is not None
    assert everything(tmp_path / "resumed") == everything(tmp_path / "whole")


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"variants": ("three_handed",)}, "start: .* was trained for two_handed .*; this run is for three_handed"),
        ({"options": {"pack": 24}}, "with options {}; this run is for two_handed with options {'pack': 24}"),
        ({"network": NetworkSize(hidden=32, critic_hidden=16, layers=1)}, "hidden=16.*hidden=32"),
    ],
)
def test_other_games_and_other_networks_are_refused(
    tiny: Config, tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    begin(replace(tiny, updates=1), tmp_path / "first")
    config = replace(tiny, start=str(tmp_path / "first"), **change)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=complaint):
        begin(config, tmp_path / "second")
    assert not (tmp_path / "second").exists()


def test_absurd_weights_are_told_before_anything_is_written(tiny: Config, tmp_path: Path) -> None:
    begin(replace(tiny, updates=1), tmp_path / "first")
    file = Checkpoint(tmp_path / "first").path / "weights.safetensors"
    absurd = {name: np.full_like(array, 3e38) for name, array in weights(tmp_path / "first").items()}
    safetensors.numpy.save_file(absurd, file)
    description = file.with_name("checkpoint.json")
    said = json.loads(description.read_text())
    said["sha256"][file.name] = digest(file)
    description.write_text(json.dumps(said))
    with pytest.raises(CheckpointError, match=r"start: .*first gives no finite probabilities: its weights are absurd"):
        begin(replace(tiny, start=str(tmp_path / "first")), tmp_path / "second")
    assert not (tmp_path / "second").exists()


def test_a_start_that_there_is_not_is_told(tiny: Config, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="no agent 'frist'"):
        begin(replace(tiny, start="frist"), tmp_path / "run")
    assert not (tmp_path / "run").exists()
