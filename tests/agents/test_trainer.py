"""Whole runs: they learn, they can be stopped and resumed to the same bits, and their log is complete."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents.errors import CheckpointError, ConfigError
from agents.networks.network import NetworkSize
from agents.saving.checkpoint import Checkpoint, checkpoints, remove
from agents.training import trainer as module
from agents.training.command_line import parse
from agents.training.config import Config, EvaluationConfig, RolloutConfig
from agents.training.launch import begin, resume
from agents.training.logbook import read_metrics
from agents.training.opponents import OpponentConfig
from agents.training.ppo import PPOConfig
from euchre_env import variants
from tests.agents.small_runs import everything, figures

UNMEASURED = EvaluationConfig(every=100, deals=8, matches=4)
"""At the end of a run alone."""


def stop_after(monkeypatch: pytest.MonkeyPatch, update: int) -> None:
    """Ask the trainer to stop as if Ctrl-C had been pressed during an update."""
    learn = module.Trainer._learn

    def learn_and_interrupt(self: module.Trainer) -> dict[str, float]:
        if self.update == update - 1:
            os.kill(os.getpid(), signal.SIGINT)
        return learn(self)

    monkeypatch.setattr(module.Trainer, "_learn", learn_and_interrupt)


@pytest.mark.parametrize("variants", [("two_handed",), ("two_handed", "four_handed")])
def test_resume_gives_the_same_bits(
    tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variants: tuple[str, ...]
) -> None:
    config = replace(tiny, variants=variants, updates=4, checkpoint_every=100)
    assert begin(config, tmp_path / "undisturbed") is not None
    with monkeypatch.context() as patch:
        stop_after(patch, 1)
        assert begin(config, tmp_path / "stopped") is None
    assert Checkpoint(tmp_path / "stopped").update == 1
    assert resume(tmp_path / "stopped") is not None
    assert everything(tmp_path / "stopped") == everything(tmp_path / "undisturbed")
    assert figures(tmp_path / "stopped") == figures(tmp_path / "undisturbed")
    assert Checkpoint(tmp_path / "stopped").description == Checkpoint(tmp_path / "undisturbed").description


def test_a_run_that_was_killed_resumes_from_its_last_checkpoint(tiny: Config, tmp_path: Path) -> None:
    """Updates after the checkpoint are made again; the log holds every step once, in JSON Lines and in TensorBoard."""
    assert begin(tiny, tmp_path) is not None
    before, logged = everything(tmp_path), figures(tmp_path)
    for later in checkpoints(tmp_path)[1:]:
        remove(later)
    with (tmp_path / "metrics.jsonl").open("a") as file:
        file.write('{"update": 4, "deci')  # cut short
    assert Checkpoint(tmp_path).update == 1
    assert resume(tmp_path) is not None
    assert everything(tmp_path) == before
    assert figures(tmp_path) == logged
    board = EventAccumulator(str(tmp_path))
    board.Reload()
    steps = [event.step for event in board.Scalars("losses/policy_loss")]
    assert steps == [entry["decisions"] for entry in logged]
    assert [event.step for event in board.Scalars("win_rate/two_handed/vs_random")] == steps[1:]
    for figure in ("points_per_deal/two_handed/vs_random", "win_rate/two_handed/vs_random"):
        low, value, high = (logged[-1][name] for name in (f"interval/{figure}/low", figure, f"interval/{figure}/high"))
        assert low < value < high


def test_the_seed_decides_everything(tiny: Config, tmp_path: Path) -> None:
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        begin(replace(tiny, seed=seed, updates=1), tmp_path / name)
    a, b, c = (everything(tmp_path / name) for name in "abc")
    assert a == b
    assert a != c


def test_usual_figures_under_usual_names(tiny: Config, tmp_path: Path) -> None:
    trainer = begin(replace(tiny, variants=("two_handed", "three_handed")), tmp_path)
    assert trainer is not None
    entries = list(read_metrics(tmp_path / "metrics.jsonl"))
    assert [entry["update"] for entry in entries] == [1, 2, 3]
    losses = ("policy_loss", "value_loss", "entropy", "approx_kl", "clipfrac", "explained_variance")
    for entry in entries:
        assert {f"losses/{name}" for name in losses} <= set(entry)
        assert {"charts/learning_rate", "charts/decisions_per_second"} <= set(entry)
        assert all(np.isfinite(value) for value in entry.values())
    evaluated = [
        f"{kind}/{v}/vs_random" for kind in ("win_rate", "points_per_deal") for v in ("two_handed", "three_handed")
    ]
    assert [all(name in entry for name in evaluated) for entry in entries] == [False, True, True]
    assert [strength.variant for strength in trainer.evaluate()] == ["two_handed", "three_handed"]
    ends = [f"interval/{name}/{end}" for name in evaluated for end in ("low", "high")]
    assert Checkpoint(tmp_path).description["metrics"] == {name: entries[-1][name] for name in evaluated + ends}
    assert entries[0]["charts/learning_rate"] == tiny.ppo.learning_rate
    assert entries[-1]["charts/learning_rate"] == pytest.approx(tiny.ppo.learning_rate_end)


def test_a_single_deal_has_no_interval(tiny: Config, tmp_path: Path) -> None:
    assert begin(replace(tiny, updates=1, evaluation=EvaluationConfig(deals=1, matches=1)), tmp_path) is not None
    (entry,) = read_metrics(tmp_path / "metrics.jsonl")
    assert "points_per_deal/two_handed/vs_random" in entry
    assert "interval/points_per_deal/two_handed/vs_random/low" not in entry


def test_a_run_is_not_begun_in_the_folder_of_another(tiny: Config, tmp_path: Path) -> None:
    begin(replace(tiny, updates=1), tmp_path)
    with pytest.raises(ConfigError, match=r"holds a run already.*--resume"):
        begin(tiny, tmp_path)
    with pytest.raises(CheckpointError, match="does not exist"):
        resume(tmp_path / "nothing")
    with pytest.raises(ConfigError, match="not the folder of a run"):
        resume(Checkpoint(tmp_path).path)


def test_a_finished_run_has_nothing_left_to_do(tiny: Config, tmp_path: Path) -> None:
    begin(tiny, tmp_path)
    before = everything(tmp_path)
    assert resume(tmp_path) is not None
    assert everything(tmp_path) == before
    assert [entry["update"] for entry in figures(tmp_path)] == [1, 2, 3]


Spoil = Callable[[module.Trainer], None]


def spoilt(run: Path, config: Config, monkeypatch: pytest.MonkeyPatch, spoil: Spoil, after: int, message: str) -> None:
    """Hold that a run into which something goes wrong after so many updates stops with a message, and that what it had
    saved before is as it was."""
    learn, sound = module.Trainer._learn, {}

    def spoil_and_learn(self: module.Trainer) -> dict[str, float]:
        if self.update == after:
            sound.update(everything(run))
            spoil(self)
        return learn(self)

    monkeypatch.setattr(module.Trainer, "_learn", spoil_and_learn)
    with pytest.raises((module.DivergedError, CheckpointError), match=message):
        begin(config, run)
    assert Checkpoint(run).update == after
    assert everything(run) == sound
    for array in (a for file in ("weights", "training", "opponents") for a in Checkpoint(run).tensors(file).values()):
        assert np.isfinite(array).all()
    assert all(np.isfinite(list(entry.values())).all() for entry in read_metrics(run / "metrics.jsonl"))


@pytest.mark.parametrize("part, value", [("actor", float("nan")), ("critic", float("inf"))])
def test_weights_that_are_not_finite_stop_a_run(
    tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, value: float
) -> None:
    def spoil(trainer: module.Trainer) -> None:
        getattr(trainer.policy.network, part)[0].weight.data[0, 0] = value

    message = rf"update 2: {part}\.0\.weight is not finite; the last checkpoint is untouched"
    spoilt(tmp_path, tiny, monkeypatch, spoil, after=2, message=message)


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")  # NumPy has its say before
def test_an_infinite_learning_signal_stops_a_run(tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def spoil(trainer: module.Trainer) -> None:
        trainer.ppo.worth[0, 0] = float("inf")  # one of the outcomes

    message = r"update 3: losses/\w+ is nan; the last checkpoint is untouched"
    spoilt(tmp_path, tiny, monkeypatch, spoil, after=2, message=message)


def test_an_average_or_an_optimiser_that_is_not_finite_is_not_saved(
    tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = replace(tiny, ppo=replace(tiny.ppo, magnet=0, magnet_end=0), opponents=OpponentConfig(average=0, past=0))

    def spoil_average(trainer: module.Trainer) -> None:
        trainer.ppo.average.actor[0].bias.data[0] = float("nan")

    def spoil_optimiser(trainer: module.Trainer) -> None:
        trainer.ppo.optimizer.state[trainer.policy.network.actor[0].bias]["exp_avg_sq"][0] = float("inf")

    for name, spoil in (("actor.0.bias", spoil_average), ("actor.0.bias.exp_avg_sq", spoil_optimiser)):
        message = f"^{name} is not finite: not saved; update_000001 is untouched"
        with monkeypatch.context() as patch:
            spoilt(tmp_path / name, replace(config, evaluation=UNMEASURED), patch, spoil, after=1, message=message)


def test_learns_to_beat_random(tmp_path: Path) -> None:
    """A few seconds of a small game: clearly better than it began, which chance does not explain."""
    config = Config(
        variants=("two_handed",),
        updates=20,
        processes=1,
        precision="float32",
        network=NetworkSize(hidden=64, critic_hidden=64, layers=1),
        rollout=RolloutConfig(tables=256, decisions=4096),
        ppo=PPOConfig(minibatch=512, learning_rate=3e-3),
        evaluation=EvaluationConfig(every=20, deals=1024, matches=256, opponents=("random",)),
    )
    trainer = begin(config, tmp_path)
    assert trainer is not None
    (strength,) = trainer.evaluate()
    assert strength.points.interval[0] > 0.3
    assert strength.matches.interval[0] > 0.7


def start(repository: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(repository / "train.py"), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_a_checkpoint(repository: Path, tmp_path: Path, number: signal.Signals) -> None:
    smoke = str(repository / "configs" / "smoke.yaml")
    process = start(
        repository, "--config", smoke, "--updates", "100000", "--checkpoint_every", "100000", "--run_dir", str(tmp_path)
    )
    metrics = tmp_path / "metrics.jsonl"
    while process.poll() is None and not (metrics.exists() and metrics.stat().st_size):
        time.sleep(0.05)
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "--resume" in output
    assert "Traceback" not in errors
    assert Checkpoint(tmp_path).update >= 1
    assert Checkpoint(tmp_path).update == list(read_metrics(metrics))[-1]["update"]


@pytest.mark.slow
def test_a_run_ends_when_one_of_its_processes_dies(repository: Path, tmp_path: Path) -> None:
    smoke = str(repository / "configs" / "smoke.yaml")
    process = start(
        repository, "--config", smoke, "--processes", "2", "--updates", "100000", "--run_dir", str(tmp_path)
    )
    while process.poll() is None and not (tmp_path / "checkpoints" / "update_000003").exists():
        time.sleep(0.05)
    children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
    for child in map(int, children):
        if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
            os.kill(child, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "ended with status -9" in errors
    assert "Traceback" not in errors
    assert Checkpoint(tmp_path).update >= 3
    assert everything(tmp_path)  # all of it can be read


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_one_network_learns_the_whole_family(repository: Path, tmp_path: Path, processes: int) -> None:
    config = parse(["--config", str(repository / "configs" / "family.yaml")]).config
    config = replace(
        config,
        updates=2,
        processes=processes,
        precision="float32",
        network=NetworkSize(hidden=16, critic_hidden=16, layers=1),
        rollout=RolloutConfig(tables=220, decisions=4096),
        ppo=PPOConfig(minibatch=1024),
        evaluation=EvaluationConfig(every=2, deals=4, matches=2),
    )
    assert begin(config, tmp_path) is not None
    last = list(read_metrics(tmp_path / "metrics.jsonl"))[-1]
    rates = {name: value for name, value in last.items() if name.startswith("win_rate/")}
    assert set(rates) == {f"win_rate/{variant}/vs_{name}" for variant in variants() for name in ("random", "rule")}
    assert all(0 <= rate <= 1 for rate in rates.values())
    assert all(np.isfinite(value) for value in last.values())
    assert resume(tmp_path) is not None
