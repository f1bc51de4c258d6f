"""What nobody should hand in: wrong types, other people's files and links, control characters. Each is one clear error
of the documented kind, and nothing is lost."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from euchre_env import VectorEuchre, raw_env, rules_for
from euchre_env.__main__ import main
from euchre_env.commands.output import RecordFile
from euchre_env.records import LONGEST_LINE, LONGEST_SKIPPED, RecordError, open_record, record_lines
from euchre_env.rendering import render_record
from euchre_env.replay import replay_lines, replay_record
from euchre_env.rules import RulesError
from euchre_env.spelling import shown
from tests.family_deals import FIVE_HANDED, SEVEN_HANDED

REPOSITORY = Path(__file__).resolve().parents[1]
TABLES = VectorEuchre("four_handed", num_tables=2, seed=1)
RECORD = TABLES.record(0)
OTHER = VectorEuchre("four_handed", stick_the_dealer=True).record(0)
SHORTER = VectorEuchre("three_handed").record(0)
SEVEN = VectorEuchre("seven_handed", num_tables=1)
TOO_LOW = SEVEN_HANDED | {"actions": [[5, "bid_3_C"], [6, "bid_1_H"]]}


# ---- arguments -------------------------------------------------------------------------------------------------------

REFUSED: dict[str, tuple[Callable[[], Any], type[ValueError], str]] = {
    "variant in a list": (lambda: rules_for(["x"]), RulesError, r"no variant \['x'\]"),
    "variant a number": (lambda: VectorEuchre(5), RulesError, "no variant 5"),
    "text for a number": (lambda: rules_for("four_handed", pack="32"), RulesError, '^pack="32": must be 32 or'),
    "text for a flag": (lambda: rules_for("four_handed", laps="true"), RulesError, '^laps="true": must be false'),
    "a value with ESC": (
        lambda: rules_for("two_handed", pack="\x1b[2J\n"),
        RulesError,
        r'^pack="\\u001b\[2J\\n": must',
    ),
    "a key no JSON has": (lambda: rules_for("two_handed", pack={(1, 2): 3}), RulesError, "^pack=a dict: must be"),
    "option names": (lambda: open_record(RECORD | {"rules": {5: 1}}), RecordError, "rules: must be an object"),
    "skip_forced": (lambda: VectorEuchre(skip_forced="no"), ValueError, '^skip_forced="no": must be True'),
    "ragged numbers": (
        lambda: VectorEuchre(num_tables=2, table_numbers=[[0, 1], [2]]),
        ValueError,
        r"^table_numbers \[\[0, 1\], \[2\]\]: no array",
    ),
    "ragged actions": (lambda: TABLES.step([[0, 0], [0]]), ValueError, r"^actions \[\[0, 0\], \[0\]\]: no array"),
    "records a number": (lambda: TABLES.reset(records=5), ValueError, "^records=5: must be a list of 2"),
    "records an object": (lambda: TABLES.reset(records=RECORD), ValueError, "must be a list of 2"),
    "other rules": (
        lambda: TABLES.reset(records=[RECORD, OTHER]),
        ValueError,
        "^record 1 .*: stick_the_dealer=true, and here stick_the_dealer=false$",
    ),
    "another game": (lambda: TABLES.reset(records=[SHORTER] * 2), ValueError, "players=3, and here players=4"),
    "no state": (lambda: TABLES.load_state_dict(None), ValueError, "^null: must be what state_dict"),
    "action of NumPy": (lambda: TABLES.action_name(0, np.int64(-1)), ValueError, "^action -1 has"),
    "state by numbers": (lambda: TABLES.load_state_dict({5: 1}), ValueError, "^5: unknown in"),
    "text a number": (lambda: TABLES.parse_action(0, 5), ValueError, "^5 is no action's name"),
    "action of another kind": (
        lambda: TABLES.action_name(0, 0),
        ValueError,
        "^action 0 has no meaning in a decision of kind 'make'; but in others$",
    ),
    "action a text": (lambda: TABLES.action_name(0, "a"), ValueError, '^action "a" has no meaning'),
    "out of another dtype": (
        lambda: TABLES.observe(out=np.zeros((2, TABLES.layout.size), np.int8)),
        ValueError,
        r"^out=int8 .*: must be an array of uint8 \[2, ",
    ),
    "out of another shape": (lambda: TABLES.observe_packed(np.zeros((3, 2), np.uint64)), ValueError, r"^out=uint64 \["),
    "out a list": (lambda: TABLES.observe_hidden([0]), ValueError, "^out=a list: must be"),
    "options a number": (lambda: raw_env().reset(options=5), ValueError, "^options=5: must be None or"),
    "five for seven": (lambda: SEVEN.reset(records=[FIVE_HANDED]), ValueError, "players=5, and here players=7"),
    "no such viewer": (lambda: render_record(SEVEN_HANDED, viewer=7), ValueError, "^viewer=7: must be None or a seat"),
    "viewer a text": (lambda: render_record(RECORD, viewer="0"), ValueError, '^viewer="0": must be None or a seat'),
    "viewer a flag": (lambda: render_record(RECORD, viewer=True), ValueError, "^viewer=true: must be None or a seat"),
    "an action drawn": (
        lambda: render_record(TOO_LOW),
        ValueError,
        "^'bid_1_H' is not legal for seat 6; legal: bid_10",
    ),
    "no such agent": (lambda: raw_env().observe("player_9"), ValueError, "^no agent 'player_9'; there are player_0, "),
    "no agent's space": (lambda: raw_env().action_space("player_9"), ValueError, "^no agent 'player_9'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_argument_is_named_and_changes_nothing(name: str) -> None:
    call, kind, message = REFUSED[name]
    before = TABLES.state_dict()
    with pytest.raises(kind, match=message):
        call()
    for key, array in TABLES.state_dict().items():
        np.testing.assert_array_equal(array, before[key])


@pytest.mark.parametrize("table", [-1, np.int64(2), None, "a", True, 0.0], ids=repr)
@pytest.mark.parametrize("method", ["record", "table", "finished_record", "action_name", "parse_action"])
def test_no_such_table(method: str, table: Any) -> None:
    more = {"action_name": [32], "parse_action": ["pass"]}.get(method, [])
    with pytest.raises(ValueError, match=r"^table .*: must be a whole number from 0 to 1$"):
        getattr(TABLES, method)(table, *more)


HOSTILE_NAMES = [
    "",
    "_",
    "bid",
    "bid_",
    "bid__",
    "bid_3",
    "bid_3_",
    "bid_03_H",
    "bid_3_h",
    "bid_-1_H",
    "bid_9_H",
    "bid_3_H_x",
]
HOSTILE_NAMES += [
    "partner_",
    "partner_7",
    "partner_-1",
    "partner_1\n",
    "partner_\u0661",
    "bury_",
    "bury_ZZ",
    "PASS",
    "pass ",
]
HOSTILE_NAMES += ["name_C", "order_up", "give_2C", "best_2C", "call_2C", "announce_jambone", "\x1b[2J", "p" * 10_000]


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=shown)
@pytest.mark.parametrize("steps", [3, 8, 11, 13], ids=["bid", "bury", "partner", "play"])
def test_no_such_action_of_a_bidding_game(name: str, steps: int) -> None:
    """Neither at the engine's tables, nor in the environment, nor in a record; nothing has changed."""
    played = SEVEN_HANDED["actions"][:steps]
    table = raw_env("seven_handed")
    table.reset(options={"record": SEVEN_HANDED | {"actions": []}})
    for _, action in played:
        table.step(table.parse_action(action))
    before = table.tables.record(0)
    for parse in table.parse_action, lambda text: table.tables.parse_action(0, text):
        with pytest.raises(ValueError):
            parse(name)
    assert table.tables.record(0) == before
    (found,) = replay_record(SEVEN_HANDED | {"actions": [*played, [before["dealer"], name]]})[-1:]
    assert (found.what, found.step, found.found) == ("action", steps + 1, name)
    assert str(found).isascii()
    assert str(found).isprintable()


@pytest.mark.parametrize("call", ["step", "observe", "last", "render"])
def test_nothing_goes_before_the_first_reset(call: str) -> None:
    table = raw_env(render_mode="ansi")
    words = {"step": [32], "observe": ["player_0"]}.get(call, [])
    with pytest.raises(AttributeError, match=r"^call reset\(\) first"):
        getattr(table, call)(*words)
    table.reset(seed=1)
    getattr(table, call)(*words)


# ---- files -----------------------------------------------------------------------------------------------------------

SIMULATE = ["simulate", "two_handed", "--deals", "3", "--seed", "18446744073709551615", "--record"]


@pytest.mark.parametrize("trap", ["link", "file", "pipe"])
def test_what_stands_beside_the_target_is_never_touched(trap: str, tmp_path: Path) -> None:
    victim, beside = tmp_path / "victim", tmp_path / "deals.partial"
    victim.write_text("precious\n")
    if trap == "link":
        beside.symlink_to(victim)
    elif trap == "file":
        beside.write_text("precious\n")
    else:
        os.mkfifo(beside)
    assert main([*SIMULATE, str(tmp_path / "deals")]) == 0
    assert list(replay_lines((tmp_path / "deals").read_text().splitlines())) == [[]] * 3
    assert victim.read_text() == "precious\n"
    assert trap == "pipe" or beside.read_text() == "precious\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals", "deals.partial", "victim"]


def test_a_partial_name_that_is_taken_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("euchre_env.commands.output.secrets.token_hex", lambda size: "guessed")
    (tmp_path / "deals.guessed.partial").symlink_to(tmp_path / "victim")
    with pytest.raises(FileExistsError):
        RecordFile(str(tmp_path / "deals"))
    assert [path.name for path in tmp_path.iterdir()] == ["deals.guessed.partial"]


@pytest.mark.parametrize(
    ("name", "message"), [("", "'': No such file"), ("x/", "x/: Is a directory"), ("circle", "circle: Too many levels")]
)
def test_a_target_that_is_no_file_is_named(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("circle").symlink_to("circle")
    assert main([*SIMULATE, name]) == 1
    assert f"error: {message}" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["circle"]


class Endless(io.RawIOBase):
    """A device of zeros."""

    def __init__(self) -> None:
        self.given = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert self.given <= LONGEST_SKIPPED + 2 * LONGEST_LINE + 2
        assert size is not None
        assert size > 0
        self.given += size
        return bytes(size)


def test_a_line_without_an_end_is_given_up() -> None:
    (found,) = replay_lines(record_lines(Endless()), chain=True)
    assert str(found[0]) == "line 1: unreadable: a line of more than 67,108,864 bytes; the rest of the file is not read"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["replay", "-", "-"], "-: standard input can be read only once"),
        (["replay", ""], "'': No such file or directory"),
        (["replay", "no\n\x1b[2J"], r"no\n\x1b[2J: No such file or directory"),
        (["variants", "\x1b[2J"], r"no variant '\x1b[2J'"),
        (["\x1b[2J"], r"\x1b[2J"),
        ([*SIMULATE, "-", "--option", "\x1b[2J"], r'--option "\u001b[2J": must be KEY=VALUE'),
        ([*SIMULATE, "-", "--option", 'pack="24"'], 'pack="24": must be 32 or 24'),
        ([*SIMULATE, "-", "--deals", "1_0"], 'not "1_0"'),
        ([*SIMULATE, "-", "--deals", "\N{ARABIC-INDIC DIGIT THREE}"], r'not "\u0663"'),
        ([*SIMULATE, "-", "--seed", "18446744073709551616"], "from 0 to 18446744073709551615"),
        (["bench", "two_handed", "--tables", "9" * 5000], "from 1 to 1048576"),
    ],
)
def test_hostile_words_are_one_harmless_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: Any = main(words)
    except SystemExit as exit_:
        code = exit_.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert message in err
    assert err.endswith("\n")
    assert err[:-1].isprintable()


def test_a_hostile_file_name_is_reported_harmlessly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a\x1b[2J\nb").write_text("{\n")
    assert main(["replay", str(tmp_path / "a\x1b[2J\nb")]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(rf"{tmp_path}/a\x1b[2J\nb, line 1: unreadable: ")
    assert last == "1 deals, 1 disagreements"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="Linux only")
def test_a_file_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "/proc/self/mem"]) == 1
    assert "error: /proc/self/mem: Input/output error" in capsys.readouterr().err


def test_a_standard_input_that_was_closed_is_named() -> None:
    words = [sys.executable, "-m", "euchre_env", "replay", "-"]
    script = f"import os; os.close(0); os.execv({sys.executable!r}, {words!r})"
    done = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True, cwd=REPOSITORY)
    assert (done.returncode, done.stderr) == (2, "python -m euchre_env replay: error: -: standard input is closed\n")
