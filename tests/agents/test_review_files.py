"""Several files reviewed together: one report, in which their deals are told apart."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from agents.review import command
from euchre_env import rules_for
from euchre_env.commands.matches import deals_in_order
from tests.agents.review_cases import QUICK as ANY_SEAT
from tests.agents.review_cases import Outcome, lines, outcome_of, played, squeezed
from tests.egn_games import deal as egn_deal
from tests.egn_games import file as egn_file

QUICK = [*ANY_SEAT, "--seat", "0"]
ANN = {"players": ["Ann", "Bob", "Cy", "Dee"]}
"""Names as in the game in Euchre Game Notation."""


@pytest.fixture
def outcome(capsys: pytest.CaptureFixture[str]) -> Outcome:
    return partial(outcome_of, capsys)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: two files of records, and a game in Euchre Game Notation."""
    monkeypatch.chdir(tmp_path)
    Path("monday.jsonl").write_bytes(b"nonsense\n" + lines(played() | ANN))
    Path("tuesday.jsonl").write_bytes(lines(played()))
    Path("game.egn").write_text(json.dumps(egn_file(egn_deal())))
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["--review", "monday.jsonl", "game.egn", *QUICK],
        ["--review", "monday.jsonl", *QUICK, "game.egn"],
        ["--review=monday.jsonl", "game.egn", *QUICK],
        ["--review", "monday.jsonl", "--review", "game.egn", *QUICK],
    ],
    ids=["together", "apart", "equals", "repeated"],
)
def test_files_are_given_one_after_the_other(arguments: list[str], folder: Path, outcome: Outcome) -> None:
    status, told, complaints = outcome(*arguments)
    assert (status, complaints) == (0, "")
    assert told.startswith(
        'monday.jsonl: deal records, 1 deal reviewed.\ngame.egn: "A game", Euchre Game Notation 1.4, 1 deal reviewed.\n'
    )


def test_the_report_names_each_deal_with_its_file(folder: Path, outcome: Outcome) -> None:
    status, told, _ = outcome("--review", "monday.jsonl", "tuesday.jsonl", "game.egn", *QUICK, "--all")
    assert status == 0
    text = squeezed(told)
    assert "1. monday.jsonl, deal 2, first round: Ann takes up, 2.00 ± 0.00 points behind" in text
    assert "2. tuesday.jsonl, deal 1, first round: player_0 takes up, 2.00 ± 0.00 points behind" in text
    assert "Notes monday.jsonl, line 1: not JSON" in text
    assert "game.egn, deal 1: left out, as the hand is not known: 2 decisions of Ann" in text
    assert [line.split(":")[0] for line in told.splitlines() if ": dealt by " in line] == [
        "monday.jsonl, deal 2",
        "tuesday.jsonl, deal 1",
        "game.egn, deal 1",
    ]


def test_a_player_is_the_same_in_all_files(folder: Path, outcome: Outcome) -> None:
    outcome("--review", "monday.jsonl", "game.egn", *ANY_SEAT, "--player", "ann", "--json", "review.json")
    (game,) = json.loads(Path("review.json").read_text())["games"]
    assert [(player["player"], player["deals"]) for player in game["players"]] == [("Ann", 2)]


def test_plain_data_name_the_files(folder: Path, outcome: Outcome) -> None:
    outcome("--review", "monday.jsonl", "tuesday.jsonl", *QUICK, "--json", "review.json")
    found = json.loads(Path("review.json").read_text())
    assert [(told["file"], told["kind"], len(told["notes"])) for told in found["files"]] == [
        ("monday.jsonl", "deal records", 1),
        ("tuesday.jsonl", "deal records", 0),
    ]
    assert not {"file", "kind", "title", "notes"} & set(found)
    assert [(deal["file"], deal["number"]) for deal in found["deals"]] == [("monday.jsonl", 2), ("tuesday.jsonl", 1)]
    assert found["mistakes"] == [
        {"file": "monday.jsonl", "deal": 2, "step": 3},
        {"file": "tuesday.jsonl", "deal": 1, "step": 3},
    ]


def test_the_page_names_the_files(folder: Path, outcome: Outcome) -> None:
    outcome("--review", "monday.jsonl", "tuesday.jsonl", *QUICK, "--html", "review.html")
    page = Path("review.html").read_text(encoding="utf-8")
    assert "<h1>Review of 2 files</h1>" in page
    assert re.findall("<summary>([^<]*jsonl[^<]*)", page) == ["monday.jsonl, deal 2", "tuesday.jsonl, deal 1"]
    assert '<a href="#deal-3-step-4">tuesday.jsonl, deal 1. First round: player_0 takes up</a>' in page
    assert "monday.jsonl, line 1: not JSON" in page


def test_long_paths_are_told_once_and_then_what_tells_them_apart(folder: Path, outcome: Outcome) -> None:
    names = [str(folder / part / "deals.jsonl") for part in ("monday", "tuesday")]
    for name in names:
        Path(name).parent.mkdir()
        Path(name).write_bytes(lines(played()))
    _, told, _ = outcome("--review", *names, *QUICK, "--all", "--json", "review.json", "--html", "review.html")
    assert [told.count(name) for name in names] == [1, 1]
    assert "1. monday/deals.jsonl, deal 1, first round: " in told
    assert ">tuesday/deals.jsonl, deal 1. First round: " in Path("review.html").read_text(encoding="utf-8")
    found = json.loads(Path("review.json").read_text())
    assert [file["file"] for file in found["files"]] == names
    assert [deal["file"] for deal in found["deals"]] == [mistake["file"] for mistake in found["mistakes"]] == names


def test_what_is_said_of_a_deal_does_not_depend_on_other_files(folder: Path, outcome: Outcome) -> None:
    outcome("--review", "tuesday.jsonl", *QUICK, "--json", "alone.json")
    outcome("--review", "monday.jsonl", "tuesday.jsonl", *QUICK, "--json", "both.json")
    alone, both = (json.loads(Path(name).read_text()) for name in ("alone.json", "both.json"))
    assert alone["file"] == "tuesday.jsonl"
    assert "file" not in alone["deals"][0]
    assert both["deals"][1] == {"file": "tuesday.jsonl"} | alone["deals"][0]


def test_files_of_other_games_have_their_own_agents_and_tables(folder: Path, outcome: Outcome) -> None:
    Path("two.jsonl").write_bytes(lines(next(deals_in_order(rules_for("two_handed"), 1))))
    status, told, _ = outcome("--review", "tuesday.jsonl", "two.jsonl", *QUICK, "--worlds", "2")
    assert status == 0
    assert "\nnorth_american, looked at by rule" in told
    assert "\ntwo_handed, looked at by rule" in told
    assert "\nPlayers in two_handed\n" in told


@pytest.mark.parametrize(
    ("files", "status", "why"),
    [
        (["monday.jsonl", "missing.jsonl"], 1, "play.py: missing.jsonl: No such file or directory"),
        (["monday.jsonl", "diary.txt"], 1, "play.py: diary.txt holds neither deal records (line 1: not JSON"),
        (["monday.jsonl", "game.egn", "--deals", "2"], 1, "play.py: --deals: game.egn has deal 1 alone, and nothing"),
        (["monday.jsonl", "game.egn", "--seat", "5"], 1, "play.py: --seat 5: the players of these files have the"),
        (["monday.jsonl", "game.egn", "--player", "Eve"], 1, 'play.py: --player "Eve": nobody in these files is'),
        (["monday.jsonl", "./monday.jsonl"], 2, "play.py: error: --review: ./monday.jsonl is there twice"),
        (["-", "game.egn", "-"], 2, "play.py: error: --review: - is there twice"),
        (["monday.jsonl", "game.egn", "--json", "game.egn"], 2, "each needs a file of its own"),
    ],
)
def test_what_cannot_be_read_stops_everything_before_the_work(
    files: list[str], status: int, why: str, folder: Path, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("diary.txt").write_text("Dear diary\n")
    monkeypatch.setattr(command, "reviewer_for", None)  # nobody begins to look
    found, told, complaints = outcome("--review", *files)
    assert (found, told) == (status, "")
    assert why in complaints.splitlines()[-1]
