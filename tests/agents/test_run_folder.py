"""Nothing in a folder is overwritten, and no two starts work in one."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agents.errors import ConfigError
from agents.registry import AgentError
from agents.training.config import Config
from agents.training.launch import begin, resume
from agents.training.run_folder import check_empty, locked
from agents.training.signals import STOPPING, stop_on_signals


@pytest.mark.parametrize("name", ["config.yaml", "metrics.jsonl", "events.out.tfevents.1", "notes/mine.txt"])
def test_a_folder_that_is_not_empty_is_refused(tiny: Config, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ConfigError, match=f"is not empty .{name.split('/')[0]}"):
        begin(tiny, tmp_path)
    assert sorted(tmp_path.rglob("*")) == before
    assert file.read_text() == "mine"


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    for name in ("file", "nowhere"):
        with pytest.raises(ConfigError, match=f"{name} is not a folder"):
            check_empty(tmp_path / name)
    check_empty(tmp_path / "new")


@pytest.mark.parametrize("name", ["file/run", "x" * 300])
def test_a_folder_that_cannot_be_made_is_named(tiny: Config, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=f"cannot make .*{name}: .*; choose another --run_dir"):
        begin(tiny, tmp_path / name)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock")
@pytest.mark.parametrize("start", [begin, lambda config, folder: resume(folder)], ids=["begin", "resume"])
def test_a_folder_in_use_is_refused(tiny: Config, tmp_path: Path, start: Callable[[Config, Path], object]) -> None:
    config, folder = replace(tiny, updates=1), tmp_path / "run"
    if start is begin:
        folder.mkdir()
    else:
        begin(config, folder)
    with locked(folder), pytest.raises(ConfigError, match="run is in use"):
        start(config, folder)
    assert start(config, folder) is not None  # the lock ends with its holder


def test_an_opponent_is_looked_for_before_anything_is_made(tiny: Config, tmp_path: Path) -> None:
    config = replace(tiny, evaluation=replace(tiny.evaluation, opponents=("randon",)))
    with pytest.raises(AgentError, match="randon"):
        begin(config, tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("number", STOPPING, ids=lambda number: number.name)
def test_a_second_signal_ends_at_once(number: signal.Signals) -> None:
    before = signal.signal(number, signal.SIG_DFL)  # who runs the tests under nohup has SIGHUP ignored
    try:
        with stop_on_signals() as stop:
            signal.raise_signal(number)
            assert stop == [number]
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(number)
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no SIGHUP")
def test_nohup_is_respected() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stop_on_signals() as stop:
            signal.raise_signal(signal.SIGHUP)
        assert stop == []
    finally:
        signal.signal(signal.SIGHUP, before)
