"""Deal records on disk: whole lines or nothing, nothing overwritten, nothing lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from agents.playing.recording import Recording, RecordingError, save
from euchre_env import read_record
from tests.rules.notation import lay, play_out

RECORDS: list[dict[str, Any]] = [play_out(lay("two_handed", card)).record() for card in ("9H", "TS", "AC")]


def lines(file: Path) -> list[dict[str, Any]]:
    return [read_record(line) for line in file.read_bytes().splitlines(keepends=True)]


def test_deals_are_appended_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    recording = Recording(str(file))
    assert not file.exists()  # nothing to be written, no file
    for count, record in enumerate(RECORDS, 1):
        recording.add([record])
        assert lines(file) == RECORDS[:count]
    Recording(str(file)).add(RECORDS[:1])
    assert lines(file) == [*RECORDS, RECORDS[0]]
    assert not recording.waiting


def full_disk(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """The disk takes so many bytes and no more."""
    write = os.write
    left = [room]

    def written(descriptor: int, content: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        done = write(descriptor, content[: left[0]])
        left[0] -= done
        return done

    monkeypatch.setattr(os, "write", written)


def test_what_a_full_disk_refuses_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "deals.jsonl"
    recording = Recording(str(file))
    recording.add(RECORDS[:1])
    with monkeypatch.context() as patch:
        full_disk(patch, room=100)
        with pytest.raises(RecordingError, match=r"cannot write .*deals.jsonl: No space .*; 1 deal waits"):
            recording.add(RECORDS[1:2])
        assert lines(file) == RECORDS[:1]  # no torn line
        with pytest.raises(RecordingError, match="2 deals wait to be written"):
            recording.add(RECORDS[2:])
    assert recording.waiting == RECORDS[1:]
    recording.add([])
    assert lines(file) == RECORDS
    assert not recording.waiting


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"my diary\n", "holds no deal records .*not JSON"),
        (b'{"variant": "four_handed"}\n', "holds no deal records .*rules is missing"),
        (b"\x89PNG\r\n\x1a\n\x00", "holds no deal records"),
    ],
)
def test_a_file_of_something_else_is_not_appended_to(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)
    with pytest.raises(RecordingError, match=message):
        Recording(str(file))
    assert file.read_bytes() == content


def test_a_file_that_ends_in_a_torn_line_is_not_appended_to(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    Recording(str(file)).add(RECORDS)
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(RecordingError, match="ends in the middle of a line"):
        Recording(str(file))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "nothing is no name of a file"),
        (".", "no name of a file"),
        ("a\0b", r"a\\x00b is no name of a file"),
        ("no/such/folder/deals.jsonl", "cannot write no/such/folder/deals.jsonl: No such file or directory"),
        ("/dev/null/deals.jsonl", "cannot write /dev/null/deals.jsonl: Not a directory"),
        ("x" * 300, "cannot write x.*: File name too long"),
    ],
)
def test_what_is_no_file_is_refused_before_anything_is_played(name: str, message: str) -> None:
    """In the same words by `record` and by `save`."""
    with pytest.raises(RecordingError, match=message) as recording:
        Recording(name)
    with pytest.raises(RecordingError, match=message) as saving:
        save(name, RECORDS)
    assert str(recording.value) == str(saving.value)


def test_a_file_that_must_not_be_written_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(RecordingError, match=r"cannot write .*deals.jsonl: Permission denied$"):
        Recording(str(tmp_path / "deals.jsonl"))


def test_the_name_of_a_file_is_shown_harmlessly(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"\\x1b\[2J") as raised:
        Recording(str(tmp_path / "no" / "\x1b[2J"))
    assert "\x1b" not in str(raised.value)


def test_save_writes_a_new_file_and_overwrites_none(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    save(str(file), RECORDS)
    assert lines(file) == RECORDS
    with pytest.raises(RecordingError, match="exists already"):
        save(str(file), RECORDS[:1])
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    with pytest.raises(RecordingError, match="exists already"):
        save(str(tmp_path / "nowhere"), RECORDS)
    with pytest.raises(RecordingError, match="nothing is no name of a file"):
        save("", RECORDS)
    assert lines(file) == RECORDS


def test_what_cannot_be_saved_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full_disk(monkeypatch, room=100)
    with pytest.raises(RecordingError, match=r"cannot write .*: No space left"):
        save(str(tmp_path / "deals.jsonl"), RECORDS)
    assert not list(tmp_path.iterdir())
    with pytest.raises(RecordingError, match="File name too long"):
        save(str(tmp_path / ("x" * 300)), RECORDS)
