"""A run that is killed outright, at whatever moment, goes on to the same bits as one that was left alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from agents.saving.checkpoint import Checkpoint
from agents.training.command_line import as_yaml
from agents.training.config import Config
from agents.training.launch import begin, resume
from tests.agents.small_runs import everything, figures

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "killpg"), reason="kills whole groups of processes"),
]


@pytest.fixture
def config(tiny: Config) -> Config:
    """Twelve updates, a checkpoint after every second, two of which are kept."""
    evaluation = replace(tiny.evaluation, every=6)
    return replace(tiny, updates=12, checkpoint_every=2, keep_checkpoints=2, evaluation=evaluation)


def killed(repository: Path, folder: Path, config: Config, moment: str, update: int) -> None:
    """Begin or resume a run that dies at some moment after so many updates."""
    settings = folder.with_suffix(".yaml")
    settings.write_text(as_yaml(config))
    command = [sys.executable, "-m", "tests.agents.dying_run", moment, str(update), str(folder), str(settings)]
    environment = os.environ | {"PYTHONPATH": str(repository)}
    done = subprocess.run(command, env=environment, start_new_session=True, capture_output=True, text=True, timeout=300)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.parametrize(
    "processes, deaths",
    [
        (
            1,
            [
                ("playing", 3, 2),
                ("writing", 4, 2),
                ("learning", 5, 4),
                ("logging", 6, 4),
                ("removing", 6, 6),
                ("renaming", 8, 6),
                ("renamed", 10, 10),
            ],
        ),
        (2, [("learning", 3, 2), ("writing", 6, 4), ("playing", 7, 6)]),
    ],
    ids=["one process", "two processes"],
)
def test_killed_and_resumed_to_the_same_bits(
    repository: Path, config: Config, tmp_path: Path, processes: int, deaths: list[tuple[str, int, int]]
) -> None:
    """One run dies again and again; `last` is the checkpoint that it leaves each time."""
    config = replace(config, processes=processes)
    assert begin(config, tmp_path / "undisturbed") is not None
    folder = tmp_path / "killed"
    for moment, update, last in deaths:
        killed(repository, folder, config, moment, update)
        assert Checkpoint(folder).update == last, moment
        assert everything(folder)
        left = {path.name for path in (folder / "checkpoints").iterdir() if path.name.startswith(".")}
        assert left == {
            "writing": {f".unfinished_{update:06d}"},
            "renaming": {f".unfinished_{update:06d}"},
            "removing": {f".removed_update_{update - 4:06d}"},
        }.get(moment, set())
    assert resume(folder) is not None
    assert everything(folder) == everything(tmp_path / "undisturbed")
    assert figures(folder) == figures(tmp_path / "undisturbed")
    found, wanted = (
        sorted(p.name for p in (run / "checkpoints").iterdir()) for run in (folder, tmp_path / "undisturbed")
    )
    assert found == wanted == ["update_000010", "update_000012"]
    for name in found:
        files = sorted(path.name for path in (folder / "checkpoints" / name).iterdir())
        for file in files:
            bytes_of = [(run / "checkpoints" / name / file).read_bytes() for run in (folder, tmp_path / "undisturbed")]
            assert bytes_of[0] == bytes_of[1], file
