"""The log: every figure once, in JSON Lines and TensorBoard, whatever happened in between."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents.errors import LogError
from agents.training.logbook import Logbook, read_metrics

LINE = '{"update": 1, "decisions": 2, "time": 3, "a/b": 4}\n'


def entries(folder: Path) -> list[tuple[int, float]]:
    lines = (folder / "metrics.jsonl").read_text().splitlines()
    return [(entry["update"], entry["losses/entropy"]) for entry in map(json.loads, lines)]


def test_what_comes_after_the_checkpoint_is_dropped(tmp_path: Path) -> None:
    log = Logbook(tmp_path)
    for update in (1, 2, 3):
        log.log(update, 100 * update, {"losses/entropy": update})
    log.close()
    log = Logbook(tmp_path, update=2)
    log.log(3, 300, {"losses/entropy": 33.0})
    log.close()
    assert entries(tmp_path) == [(1, 1), (2, 2), (3, 33)]
    board = EventAccumulator(str(tmp_path))
    board.Reload()
    assert [(e.step, e.value) for e in board.Scalars("losses/entropy")] == [(100, 1), (200, 2), (300, 33)]
    assert board.Tags()["scalars"] == ["losses/entropy"]


def test_every_entry_is_on_the_disk_at_once(tmp_path: Path) -> None:
    log = Logbook(tmp_path)
    log.log(1, 100, {"losses/entropy": 0.5})
    assert entries(tmp_path) == [(1, 0.5)]
    log.close()


def test_a_line_cut_short_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    path.write_text(LINE + '{"update": 2, "a/')
    assert [entry["update"] for entry in read_metrics(path)] == [1]
    assert read_metrics(tmp_path / "none.jsonl") == []


@pytest.mark.parametrize(
    "line, named",
    [
        ("garbage", "Expecting value"),
        ("[1]", "no object"),
        ("{}", "'update'"),
        ('{"update": true, "decisions": 1, "time": 1}', "'update'"),
        ('{"update": 1, "decisions": null, "time": 1}', "'decisions'"),
        ('{"update": 1, "decisions": 1}', "'time'"),
        ('{"update": 1, "decisions": 1, "time": 1, "a/b": "x"}', "'a/b'"),
        ('{"update": 1, "decisions": 1, "time": 1, "a/b": NaN}', "NaN"),
        ('{"update": 1, "decisions": 1, "time": 1, "a/b": 1e300}', "'a/b'"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_any_other_line_that_is_no_entry_is_named_and_nothing_is_lost(tmp_path: Path, line: str, named: str) -> None:
    path = tmp_path / "metrics.jsonl"
    path.write_text(text := LINE + line + "\n" + LINE)
    with pytest.raises(LogError, match=f"metrics.jsonl, line 2: .*{named}"):
        Logbook(tmp_path, update=1)
    assert path.read_text() == text


def test_a_console_that_has_gone_does_not_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as gone:
        monkeypatch.setattr(sys, "stdout", gone)
        log = Logbook(tmp_path)
        for update in (1, 2):
            log.log(update, 100 * update, {"losses/entropy": 1.0}, message="nobody reads this")
        log.close()
        monkeypatch.undo()
    assert entries(tmp_path) == [(1, 1.0), (2, 1.0)]
