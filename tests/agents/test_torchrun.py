"""Under torchrun, which starts the processes itself: the same training, and clear words where it cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import train
from agents.console import run
from agents.errors import ConfigError
from agents.saving.checkpoint import Checkpoint, checkpoints, remove
from agents.training import ranks
from agents.training.command_line import parse
from agents.training.launch import begin, decided
from agents.training.ranks import LostProcessError, rank_here, torchrun_size
from tests.agents.small_runs import everything, figures


@pytest.fixture
def under_torchrun(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the second of two processes that torchrun has started."""
    for name, value in {"TORCHELASTIC_RUN_ID": "none", "WORLD_SIZE": "2", "RANK": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(ranks, "PATIENCE", 0.0)


def test_who_is_who(under_torchrun: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (torchrun_size(), rank_here()) == (2, 1)
    monkeypatch.delenv("TORCHELASTIC_RUN_ID")  # other launchers set the size too, but have not started this
    assert (torchrun_size(), rank_here()) == (None, 0)


@pytest.mark.parametrize(
    "name, value, found",
    [("WORLD_SIZE", None, "is missing"), ("WORLD_SIZE", "two", "is 'two'"), ("RANK", "", "is missing")],
)
def test_half_of_what_torchrun_sets_is_an_error(
    under_torchrun: None, monkeypatch: pytest.MonkeyPatch, name: str, value: str | None, found: str
) -> None:
    if value is None:
        monkeypatch.delenv(name)
    else:
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=f"{name} {found}: use torchrun, or unset it"):
        rank_here()


def test_auto_means_all_that_torchrun_has_started(under_torchrun: None) -> None:
    assert decided(parse([]).config).processes == 2
    assert decided(parse(["--processes", "2"]).config).processes == 2


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "under torchrun --run_dir must be given: a folder that all machines share"),
        (["--run_dir", "{}/run", "--processes", "3"], "processes is 3, but torchrun has started 2; leave it at auto"),
        (["--run_dir", "{}/run", "--ppo.minibatch", "8191"], "(8191) cannot be shared evenly by 2 processes"),
        (["--benchmark"], "--benchmark compares numbers of processes: start it without torchrun"),
    ],
)
def test_what_cannot_be_under_torchrun(
    under_torchrun: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    given = [argument.format(tmp_path) for argument in arguments]
    assert run("train.py", lambda: train.main(given)) == 1
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "rank, error, patience",
    [
        ("0", ConfigError, 0),
        ("1", ConfigError, 5),
        ("0", LostProcessError, 10),
        ("1", LostProcessError, 10),
        ("x", ConfigError, None),
    ],
)
def test_an_error_that_all_processes_meet_is_left_to_the_first(
    under_torchrun: None, monkeypatch: pytest.MonkeyPatch, rank: str, error: type[Exception], patience: float | None
) -> None:
    """Torchrun ends those that wait; whoever is left speaks for himself."""
    waited: list[float] = []
    monkeypatch.setattr(ranks, "PATIENCE", 5.0)
    monkeypatch.setattr(ranks.time, "sleep", waited.append)
    monkeypatch.setenv("RANK", rank)
    with pytest.raises(error), ranks.told_once():
        raise error
    assert waited == ([] if patience is None else [patience])


@pytest.mark.parametrize("rank, patience", [("0", 0), ("1", 5)])
def test_a_command_line_that_is_refused_is_told_once_too(
    under_torchrun: None, monkeypatch: pytest.MonkeyPatch, rank: str, patience: float
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(ranks, "PATIENCE", 5.0)
    monkeypatch.setattr(ranks.time, "sleep", waited.append)
    monkeypatch.setenv("RANK", rank)
    with pytest.raises(SystemExit):
        parse(["--updates", "x"])
    assert waited == [patience]


def torchrun(repository: Path, *arguments: str) -> str:
    """What `train.py` prints as two processes of torchrun."""
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}  # torchrun says so at length if it has to set it itself
    train_it = [*command, str(repository / "train.py"), *arguments]
    done = subprocess.run(train_it, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_torchrun_gives_the_same_bits_as_processes(repository: Path, tmp_path: Path) -> None:
    """From the beginning, and resumed from an older checkpoint."""
    smoke = ["--config", str(repository / "configs" / "smoke.yaml"), "--precision", "float32", "--processes"]
    wanted, found = tmp_path / "processes", tmp_path / "torchrun"
    assert begin(parse([*smoke, "2"]).config, wanted) is not None
    printed = torchrun(repository, *smoke, "auto", "--run_dir", str(found))
    assert printed.count("training two_handed") == 1  # one process speaks for both
    assert "2 processes" in printed
    for resumed in (False, True):
        if resumed:
            remove(checkpoints(found)[-1])
            assert Checkpoint(found).update == 3
            assert torchrun(repository, "--resume", str(found)).count("going on with") == 1
        assert Checkpoint(found).description == Checkpoint(wanted).description
        assert everything(found) == everything(wanted)
        assert figures(found) == figures(wanted)
