"""`play.py` as a process: at a terminal, on a pipe, interrupted, closed."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from euchre_env import replay_lines

pytestmark = pytest.mark.slow  # each loads torch in a process of its own

REPOSITORY = Path(__file__).resolve().parents[1]
PROGRAM = [sys.executable, "play.py", "--variant", "two_handed", "--agents", "rule", "--seed", "1"]
PATIENCE = 120  # seconds until a silent program counts as dead


def begin_at(slave: int) -> None:
    """What a new process does before it becomes the program: a shell in the background lets it ignore signals."""
    os.login_tty(os.dup(slave))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, *words: str | Path, **environment: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *map(str, words)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=REPOSITORY,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment},
            start_new_session=True,
            preexec_fn=lambda: begin_at(slave),
        )
        os.close(slave)
        self.shown = ""

    def wait_for(self, pattern: str) -> None:
        """Read until something new matches."""
        begin, deadline = len(self.shown), time.monotonic() + PATIENCE
        while not re.search(pattern, self.shown[begin:]):
            assert time.monotonic() < deadline, self.shown
            assert self._read() or self.process.poll() is None, self.shown

    def _read(self) -> bool:
        if not select.select([self.master], [], [], 0.1)[0]:
            return False
        try:
            read = os.read(self.master, 1 << 16)
        except OSError:  # the program has gone
            return False
        self.shown += read.decode()
        return bool(read)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def finish(self) -> int:
        """The exit status of a program that ends by itself."""
        return self.leave(lambda: None)

    def leave(self, leave: Callable[[], object]) -> int:
        """The exit status after a key or a signal.

        A signal that comes just as Python's `input` begins to wait is not noticed before the next: a person is not so
        fast, and gives it again when nothing happens.
        """
        begin, given = time.monotonic(), 0
        while self.process.poll() is None:
            waited = time.monotonic() - begin
            assert waited < PATIENCE, self.shown
            if waited >= 1 + given * 20:
                leave()
                given += 1
            self._read()
        while self._read():
            pass
        os.close(self.master)
        return self.process.returncode


@contextmanager
def terminal(*words: str | Path, **environment: str) -> Iterator[Terminal]:
    here = Terminal(*words, **environment)
    try:
        here.wait_for(r"\n> ")
        yield here
    finally:
        if here.process.poll() is None:
            here.process.kill()
            here.process.wait()


def play_to_the_end_of_a_deal(here: Terminal) -> None:
    while "Enter: the next deal" not in here.shown:
        here.type("1\n")
        here.wait_for(r"> $")


def disagreements(file: Path) -> list[int]:
    return [len(found) for found in replay_lines(file.read_bytes().splitlines(keepends=True), chain=True)]


@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)], ids=["Ctrl-D", "Ctrl-C"])
def test_leaving_by_key_keeps_the_deal_that_is_over(key: str, status: int, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    with terminal("--record", file) as here:
        play_to_the_end_of_a_deal(here)
        assert here.leave(lambda: here.type(key)) == status
    assert disagreements(file) == [0]
    assert "1 deal; points: you " in here.shown
    assert "Traceback" not in here.shown


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_terminal_that_is_closed_loses_no_finished_deal(number: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    with terminal("--record", file) as here:
        play_to_the_end_of_a_deal(here)
        assert here.leave(lambda: here.process.send_signal(number)) == 130
    assert disagreements(file) == [0]


def test_red_cards_are_red_at_a_terminal_and_nowhere_else() -> None:
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        with terminal(**environment) as here:
            here.type("quit\n")
            assert here.finish() == 0
        assert bool(re.search("\x1b\\[[0-9;]*31m", here.shown)) is coloured, environment
        assert "♥" in here.shown or "♦" in here.shown


def test_an_ascii_terminal_gets_ascii() -> None:
    with terminal(PYTHONIOENCODING="ascii", NO_COLOR="1") as here:
        here.type("hint\n")
        here.wait_for(r"> $")
        here.type("quit\n")
        assert here.finish() == 0
    assert here.shown.isascii()


def test_what_is_typed_is_completed_by_tab() -> None:
    with terminal() as here:
        here.type("hel\t\n")
        here.wait_for("this list")
        here.type("quit\n")
        assert here.finish() == 0


def run(*words: str | Path, typed: bytes = b"", **more: object) -> subprocess.CompletedProcess[bytes]:
    options = {"capture_output": True, "cwd": REPOSITORY, "timeout": PATIENCE} | more
    return subprocess.run([*PROGRAM, *map(str, words)], input=typed, **options)


def test_bytes_that_are_no_text_are_answered_like_any_wrong_input() -> None:
    found = run("--deals", "1", typed=b"\xff\xfe\n\x00\x01\n" + b"1\n" * 20)
    assert (found.returncode, found.stderr) == (0, b"")
    assert b"means nothing here" in found.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_told_and_the_game_goes_on() -> None:
    found = run("--deals", "2", "--record", "/dev/full", typed=b"1\n" * 40)
    assert found.returncode == 1
    assert found.stderr.decode() == (
        "play.py: cannot write /dev/full: No space left on device; 2 deals wait to be written\n"
    )
    assert found.stdout.count(b"result  ") == 2


def test_a_reader_that_goes_away_ends_the_game_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    process = subprocess.Popen(
        [*PROGRAM, "--record", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=REPOSITORY,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"two_handed")
    process.stdout.close()
    process.stdin.write(b"1\n" * 60)
    process.stdin.close()
    assert process.wait(PATIENCE) == 1
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()


def test_closed_streams_are_no_tragedy() -> None:
    found = subprocess.run(
        ["bash", "-c", f"{' '.join(PROGRAM)} <&-"], capture_output=True, cwd=REPOSITORY, timeout=PATIENCE
    )
    assert (found.returncode, found.stderr) == (0, b"")
