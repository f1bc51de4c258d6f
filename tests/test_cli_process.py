"""The command line as a process: closed pipes, full disks, interrupts, terminals; nothing is destroyed."""

import os
import resource
import signal
import stat
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from euchre_env.__main__ import main
from euchre_env.commands.matches import deals_in_order
from euchre_env.commands.output import RecordFile
from euchre_env.records import write_record
from euchre_env.replay import replay_lines
from euchre_env.variants import rules_for

REPOSITORY = Path(__file__).resolve().parents[1]
PROGRAM = [sys.executable, "-m", "euchre_env"]
ENDLESS = ["simulate", "two_handed", "--deals", "100000000", "--seed", "1", "--record"]
OLDER = write_record({"deal": 1}) + "\n"  # as much as is asked of a file that may be replaced
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")


def start(*words: str | Path, **more: object) -> subprocess.Popen[str]:
    options: dict[str, object] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": REPOSITORY}
    return subprocess.Popen([*PROGRAM, *map(str, words)], **(options | more))


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out or "", err or ""


def simulate(file: Path | str, deals: int = 30) -> list[str]:
    return ["simulate", "two_handed", "--deals", str(deals), "--seed", "1", "--record", str(file)]


def wait_for_lines(folder: Path) -> Path:
    """The partial file in the folder, as soon as there are lines in it."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for file in folder.glob("deals.*.partial"):
            if file.stat().st_size > 50_000:
                return file
        time.sleep(0.02)
    raise AssertionError("no partial file grows")


def assert_whole_lines(file: Path) -> int:
    """Every line is whole and replays; how many there are."""
    found = list(replay_lines(file.read_bytes().splitlines(keepends=True), chain=True))
    assert file.read_bytes().endswith(b"\n")
    assert not any(found)
    return len(found)


def test_standard_output_takes_records_and_nothing_else(tmp_path: Path) -> None:
    code, out, err = finish(start(*simulate("-")))
    assert (code, err) == (0, "")
    assert list(replay_lines(out.splitlines(), chain=True)) == [[]] * 30
    code, out, err = finish(start("replay", "--chain", "-", stdin=subprocess.PIPE))
    assert (code, out, err) == (1, "-: no deal record\n0 deals, 0 disagreements\n", "")


def test_a_closed_pipe_ends_quietly() -> None:
    process = start(*ENDLESS, "-")
    assert process.stdout is not None
    assert process.stdout.readline().startswith('{"format"')
    process.stdout.close()
    process.stdout = None
    code, _, err = finish(process)
    assert (code, err) == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize(("line", "expected"), [("{\n", 1), (None, 0)])
def test_replay_into_a_closed_pipe_keeps_its_exit_code(line: str | None, expected: int, tmp_path: Path) -> None:
    with RecordFile(str(tmp_path / "deals")) as records:
        records.write(line or write_record(next(deals_in_order(rules_for("two_handed"), seed=1))))
    reading, writing = os.pipe()
    os.close(reading)
    code, _, err = finish(start("replay", tmp_path / "deals", stdout=writing))
    os.close(writing)
    assert (code, err) == (expected, "")


@needs_full
@pytest.mark.parametrize(
    "words",
    [simulate("-"), ["variants"], ["variants", "two_handed"], ["replay", os.devnull], ["--help"], ["draw", "--help"]],
)
def test_a_full_disk_under_standard_output_is_reported(words: list[str]) -> None:
    with FULL.open("w") as full:
        code, _, err = finish(start(*words, stdout=full))
    assert code == 1
    assert "No space left on device" in err
    assert err.count("\n") == 1


def test_a_standard_output_that_was_closed_is_reported() -> None:
    script = f"import os; os.close(1); os.execv({sys.executable!r}, {[*PROGRAM, *simulate('-')]!r})"
    done = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True, cwd=REPOSITORY)
    assert (done.returncode, done.stderr) == (
        1,
        "python -m euchre_env simulate: error: standard output: is closed\n",
    )


@needs_full
def test_a_full_disk_is_named() -> None:
    code, _, err = finish(start(*simulate(FULL)))
    assert (code, err) == (1, "python -m euchre_env simulate: error: /dev/full: No space left on device\n")


def test_a_disk_that_fills_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text(OLDER)
    limit = (40_000, 40_000)
    process = start(*simulate(file, 1000), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
    code, _, err = finish(process)
    assert (code, err) == (1, f"python -m euchre_env simulate: error: {file}: File too large\n")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"deals": OLDER}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_whole_lines(number: int, tmp_path: Path) -> None:
    file = tmp_path / "deals"
    process = start(*ENDLESS, file)
    wait_for_lines(tmp_path)
    process.send_signal(number)
    code, _, err = finish(process)
    written = assert_whole_lines(file)
    assert (code, err) == (130, f"interrupted: {written:,} of 100,000,000 deals are in {file}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["deals"]


def test_an_interrupt_does_not_replace_an_older_file(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text(OLDER)
    process = start(*ENDLESS, file)
    partial = wait_for_lines(tmp_path)
    process.send_signal(signal.SIGINT)
    code, _, err = finish(process)
    assert code == 130
    assert err.endswith(f"deals are in {partial}\n")
    assert file.read_text() == OLDER
    assert assert_whole_lines(partial) > 10


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_replay_says_so_and_leaves_nothing(number: int, tmp_path: Path) -> None:
    process = start("replay", "-", "--html", tmp_path / "page.html", stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write("{\n" * 3)
    process.stdin.flush()
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(number)
    code, _, err = finish(process)
    assert (code, err) == (130, "python -m euchre_env replay: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_random_play_needs_neither_torch_nor_agents(tmp_path: Path) -> None:
    missing = "import sys; sys.modules |= {'torch': None, 'agents': None}"
    code = f"{missing}; from euchre_env.__main__ import main; sys.exit(main({simulate(tmp_path / 'deals')}))"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=REPOSITORY)
    assert assert_whole_lines(tmp_path / "deals") == 30


def test_an_ascii_terminal_shows_every_message(tmp_path: Path) -> None:
    file = tmp_path / "\N{BLACK SPADE SUIT}\udcff"
    file.write_text('{"variant": "\N{BLACK SPADE SUIT}"}')
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    code, out, err = finish(start("replay", file, env=environment))
    assert (code, err) == (1, "")
    assert "\\u2660\\udcff, line 1: unreadable: rules is missing" in out
    code, out, err = finish(start("replay", f"{file}\u2660", env=environment))
    assert (code, out) == (2, "")
    assert "No such file" in err


def test_the_progress_bar_is_for_terminals() -> None:
    """On a terminal: deals, rate, time left. Elsewhere (the tests above) standard error stays empty."""
    terminal, inside = os.openpty()
    termios.tcsetwinsize(inside, (24, 100))
    process = start(*simulate("-", 300), stderr=inside)
    os.close(inside)
    out, shown = process.communicate(timeout=60)[0], b""
    try:
        while part := os.read(terminal, 10_000):
            shown += part
    except OSError:  # how Linux says that nobody holds the other end any longer
        pass
    os.close(terminal)
    assert process.returncode == 0
    assert b"two_handed: " in shown
    assert b"300/300" in shown
    assert b" deals/s" in shown
    assert list(replay_lines(out.splitlines())) == [[]] * 300


# ---- files -----------------------------------------------------------------------------------------------------------


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    with RecordFile(str(file)) as records:
        records.write("one")
        assert not file.exists()
    assert file.read_text() == "one\n"
    assert [path.name for path in tmp_path.iterdir()] == ["deals"]


@pytest.mark.parametrize(("count", "told"), [(1, "1 deal in "), (12, "12 deals in ")])
def test_it_is_said_how_many_deals_are_where(
    count: int, told: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """On standard error, and nothing where no file has them."""
    assert main(simulate(tmp_path / "deals\x1b.jsonl", count)) == 0
    assert capfd.readouterr() == ("", f"{told}{tmp_path}/deals\\x1b.jsonl\n")
    for nowhere, lines in (("-", count), (os.devnull, 0)):
        assert main(simulate(nowhere, count)) == 0
        out, err = capfd.readouterr()
        assert (out.count("\n"), err) == (lines, "")


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text("precious\n")

    def fail() -> None:
        with RecordFile(str(file)) as records:
            records.write("one")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"deals": "precious\n"}


def test_the_name_of_a_pipe_to_standard_output() -> None:
    code, out, err = finish(start(*simulate("/dev/stdout", 5)))
    assert (code, err) == (0, "")
    assert list(replay_lines(out.splitlines())) == [[]] * 5


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "deals", tmp_path / "link"
    file.write_text("old\n")
    file.chmod(0o640)
    link.symlink_to(file)
    with RecordFile(str(link)) as records:
        records.write("new")
    assert link.is_symlink()
    assert file.read_text() == "new\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize(("name", "message"), [(".", "Is a directory"), ("missing/deals", "No such file or directory")])
def test_a_file_that_cannot_be_written_is_named(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=message) as raised:
        RecordFile(str(tmp_path / name))
    assert raised.value.filename == str(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text("precious\n")
    file.chmod(0o444)
    if os.access(file, os.W_OK):
        pytest.skip("the superuser may write to anything")
    with pytest.raises(PermissionError):
        RecordFile(str(file))


def test_a_pipe_is_written_to_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = start(*simulate(pipe, 5))
    lines = pipe.read_text().splitlines()
    assert finish(process)[0] == 0
    assert list(replay_lines(lines)) == [[]] * 5
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
