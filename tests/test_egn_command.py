"""`python -m euchre_env egn`: games to records and back, notes on standard error, nothing written where nothing can
be read."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from euchre_env import read_egn, rules_for, write_record
from euchre_env.__main__ import main
from euchre_env.commands.matches import deals_in_order
from tests.egn_games import TRICKS, a_match, deal, file, turned


def save(path: Path, value: dict[str, Any]) -> str:
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A file of one match."""
    path = tmp_path / "deals.jsonl"
    path.write_text("".join(write_record(record) + "\n" for record in a_match(rules_for("north_american"), 2)))
    return path


def test_games_become_records_that_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = save(tmp_path / "one.egn", file(turned(0), turned(1)))
    two = save(tmp_path / "two.egn", file(deal(tricks=TRICKS[:2])))
    target = tmp_path / "deals.jsonl"
    assert main(["egn", "to-records", one, two, "--record", str(target)]) == 0
    assert capsys.readouterr() == ("", f"{two}: deal 1: the deal ends after trick 2\n")
    assert main(["replay", str(target)]) == 0
    assert capsys.readouterr().out == "3 deals, 0 disagreements\n"


def test_records_become_a_game_and_records_again(records: Path, tmp_path: Path) -> None:
    game, again = tmp_path / "game.egn", tmp_path / "again.jsonl"
    words = ["--title", "A game", "--players", "Ann,Bob,Cy,Dee"]
    assert main(["egn", "from-records", str(records), "--output", str(game), *words]) == 0
    found = read_egn(game.read_bytes())
    assert (found.title, found.players) == ("A game", ("Ann", "Bob", "Cy", "Dee"))
    assert main(["egn", "to-records", str(game), "--record", str(again)]) == 0
    assert main(["replay", "--chain", str(again)]) == 0
    results = [[json.loads(line)["result"] for line in path.read_text().splitlines()] for path in (records, again)]
    assert results[0] == results[1]


@pytest.fixture
def three_games(tmp_path: Path) -> tuple[Path, list[list[dict[str, Any]]]]:
    """A file of three games, the last one cut short, and the records of each."""
    games: list[list[dict[str, Any]]] = [[]]
    for record in deals_in_order(rules_for("north_american", target=2), 5):
        if games[-1] and games[-1][-1]["result"]["winners"]:
            games.append([])
        games[-1].append(record)
        if len(games) == 3:
            break
    games[2] = [{name: value for name, value in games[2][0].items() if name != "result"} | {"actions": []}]
    path = tmp_path / "deals.jsonl"
    path.write_text("".join(write_record(record) + "\n" for game in games for record in game))
    return path, games


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_of_several_games_is_written(
    number: int, three_games: tuple[Path, list[list[dict[str, Any]]]], tmp_path: Path
) -> None:
    (path, games), target = three_games, tmp_path / "game.egn"
    assert main(["egn", "from-records", str(path), "--output", str(target), "--game", f"{number}"]) == 0
    deals = read_egn(target.read_bytes()).deals
    assert [found.record["hands"] for found in deals] == [record["hands"] for record in games[number - 1]]


def test_of_several_games_one_must_be_chosen(
    three_games: tuple[Path, list[list[dict[str, Any]]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (path, games), target = three_games, tmp_path / "game.egn"
    words = ["egn", "from-records", str(path), "--output", str(target)]
    assert main(words) == 1
    right = "3 games, and a file of the notation holds one: --game N says which, from 1 to 3"
    assert capsys.readouterr().err == f"{path}: {right}\n"
    assert main([*words, "--game", "4"]) == 2
    assert capsys.readouterr().err == f"python -m euchre_env egn: error: --game 4: {path} holds 3 games\n"
    lines = path.read_text().splitlines(keepends=True)
    second = len(games[0]) + 1
    false = games[1][0] | {"result": games[1][0]["result"] | {"tricks": [9, 9, 9, 9]}}
    path.write_text("".join([*lines[: second - 1], write_record(false) + "\n", *lines[second:]]))
    assert main([*words, "--game", "2"]) == 1
    assert capsys.readouterr().err.startswith(f"{path}: line {second}: result.tricks: ")
    assert not target.exists()


def test_games_that_cannot_be_told_need_no_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "deals.jsonl"
    match = a_match(rules_for("railroad_full", match_games=1), 1) + a_match(rules_for("railroad_full"), 1)
    source.write_text("".join(write_record(record) + "\n" for record in match))
    assert main(["egn", "from-records", str(source), "--output", str(tmp_path / "game.egn")]) == 1
    assert capsys.readouterr().err.startswith(f"{source}: partners_best=true: Euchre Game Notation has only ")


def test_standard_streams(
    records: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["egn", "from-records", str(records), "--output", "-"]) == 0
    text, _ = capfdbinary.readouterr()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["egn", "to-records", "-", "--record", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert len(out.splitlines()) == len(records.read_text().splitlines())
    assert err == b""


def test_one_file_that_cannot_be_read_keeps_all_from_being_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = save(tmp_path / "good.egn", file())
    bad = save(tmp_path / "bad.egn", file(ruleset={"farmers": True}))
    target = tmp_path / "deals.jsonl"
    target.write_text("mine\n")
    assert main(["egn", "to-records", bad, good, "--record", str(target)]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"{bad}: ruleset.farmers=true: poor hands are exchanged")
    assert err.count("\n") == 1
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["bad.egn", "deals.jsonl", "good.egn"]
    assert target.read_text() == "mine\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("", "no deal record"),
        ("{}\n", "line 1: variant is missing: must be the name of a variant"),
        ("not\n", "line 1: not JSON: Expecting value at column 1"),
        ("{}\n" * 2000, "line 1: variant is missing"),
    ],
)
def test_records_that_are_none(lines: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "deals.jsonl", tmp_path / "game.egn"
    source.write_text(lines)
    assert main(["egn", "from-records", str(source), "--output", str(target)]) == 1
    assert capsys.readouterr().err.startswith(f"{source}: {message}")
    assert not target.exists()


def test_too_many_records_and_games_without_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "deals.jsonl", tmp_path / "game.egn"
    two_handed = write_record(a_match(rules_for("two_handed"), 1)[0]) + "\n"
    for lines, message in ((two_handed, "players=2: Euchre"), (two_handed * 1001, "line 1001: a game has at most")):
        source.write_text(lines)
        assert main(["egn", "from-records", str(source), "--output", str(target)]) == 1
        assert capsys.readouterr().err.startswith(f"{source}: {message}")
        assert not target.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["to-records", "-", "-", "--record", "-"], "-: standard input can be read only once"),
        (["to-records", "nowhere.egn", "--record", "-"], "nowhere.egn: No such file or directory"),
        (["from-records", "nowhere.jsonl", "--output", "-"], "nowhere.jsonl: No such file or directory"),
        (["from-records", "-", "--output", "-", "--players", "Ann,Bob"], "--players: must be four names"),
        (["from-records", os.devnull, "--output", "-", "--game", "1"], f"--game 1: {os.devnull} holds 0 games"),
    ],
)
def test_misuse_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["egn", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"python -m euchre_env egn: error: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [[], ["to-records"], ["sideways"], ["to-records", "a.egn"], ["from-records", "a"]])
def test_words_missing_or_unknown(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["egn", *words])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_control_codes_of_a_file_reach_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = save(tmp_path / "game.egn", file(deal(upcard="9h"), "\x1b[2J", **{"\x1b]0;x\x07": 1}))
    assert main(["egn", "to-records", game, "--record", str(tmp_path / "deals.jsonl")]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert all(line.isprintable() for line in err.splitlines())
    assert "\\u001b]0;x\\u0007" in err
