"""The log: every figure once, in JSON Lines and TensorBoard, whatever happened in between."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.summary.writer.record_writer import RecordWriter

from agents.errors import CheckpointError, LogError
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


def test_what_tensorboard_cannot_write_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its thread meets the full disk; the next figure tells of it."""

    def fill() -> None:
        with Logbook(tmp_path) as log:
            monkeypatch.setattr(RecordWriter, "write", _no_space)
            for update in range(1, 1000):
                log.log(update, 100, {"losses/entropy": 0.5})

    with pytest.raises(LogError, match=r"cannot write .*events.out.tfevents: No space left on device"):
        fill()
    assert capsys.readouterr().err == ""


def _no_space(writer: RecordWriter, data: bytes) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_what_ends_a_run_is_not_hidden_by_a_log_that_cannot_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(log: Logbook) -> None:
        close(log)
        raise LogError("cannot write metrics.jsonl")

    close = Logbook.close
    monkeypatch.setattr(Logbook, "close", fails)
    with pytest.raises(CheckpointError, match="untouched"), Logbook(tmp_path):
        raise CheckpointError("update_000001 is untouched")
    with pytest.raises(LogError, match="metrics"), Logbook(tmp_path):
        pass


def test_a_folder_in_the_place_of_the_log_is_named(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").mkdir()
    with pytest.raises(LogError, match=r"metrics.jsonl is no file"):
        Logbook(tmp_path)


def test_a_link_in_a_run_from_elsewhere_is_not_written_through(tmp_path: Path) -> None:
    mine, run = tmp_path / "mine.txt", tmp_path / "run"
    mine.write_text("mine")
    run.mkdir()
    (run / "metrics.jsonl").write_text(LINE)
    (run / "metrics.unfinished").symlink_to(mine)
    with Logbook(run, update=1):
        pass
    assert mine.read_text() == "mine"
    assert (run / "metrics.jsonl").read_text() == LINE
