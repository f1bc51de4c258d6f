"""`play.py --review` as a user types it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agents import console
from agents.review import command
from agents.review.reviewer import Reviewer
from euchre_env import rules_for, variants
from euchre_env.commands.matches import deals_in_order
from tests.agents.review_cases import QUICK, Outcome, lines, one_pretrained, outcome_of, played, squeezed
from tests.egn_games import deal as egn_deal
from tests.egn_games import file as egn_file

EGN = Path(__file__).resolve().parents[3] / "shared" / "egn"


@pytest.fixture
def outcome(capsys: pytest.CaptureFixture[str]) -> Outcome:
    """Runs the command; the exit status, what it prints and what it complains of."""
    return partial(outcome_of, capsys)


@pytest.fixture
def march(tmp_path: Path) -> Path:
    """A file of two deals."""
    path = tmp_path / "deals.jsonl"
    path.write_bytes(lines(played() | {"players": ["Ann", "Bob", "Cy", "Dee"]}, played()))
    return path


# ---- what it does ----------------------------------------------------------------------------------------------------


def test_a_file_is_reviewed(march: Path, outcome: Outcome) -> None:
    status, told, complaints = outcome("--review", march, *QUICK, "--seat", "0")
    assert (status, complaints) == (0, "")  # no bar where nobody watches
    assert "deal records, 2 deals reviewed." in squeezed(told)
    assert "  1. deal 1, first round: Ann takes up, 2.00 ± 0.00 points behind take it up alone" in told
    assert "  2. deal 2, first round: player_0 takes up, 2.00 ± 0.00 points behind take it up alone" in told


def test_help_needs_no_file(outcome: Outcome) -> None:
    status, told, _ = outcome("--review", "--help")
    assert (status, "--costliest N" in told) == (0, True)
    assert "--review FILE [FILE ...]" in told
    assert "Losses are then percentage points of that chance" in squeezed(told)


def test_everything_is_written_too(march: Path, tmp_path: Path, outcome: Outcome) -> None:
    data, page = tmp_path / "review.json", tmp_path / "review.html"
    status, told, _ = outcome(f"--review={march}", *QUICK, "--json", data, "--html", page, "--player", "ann")
    assert status == 0
    found = json.loads(data.read_text())
    assert (found["player"], [deal["number"] for deal in found["deals"]]) == ("ann", [1])
    assert {made["player"] for made in found["deals"][0]["decisions"]} == {"Ann"}
    assert "Ann takes up" in page.read_text(encoding="utf-8")
    assert "1 deal reviewed" in squeezed(told)


def test_the_same_file_gives_the_same_review(march: Path, tmp_path: Path, outcome: Outcome) -> None:
    """Of single deals and players, too; another seed gives another."""
    found = []
    for number, more in enumerate([[], [], ["--deals", "2"], ["--deals", "2", "--seed", "1"]]):
        file = tmp_path / f"{number}.json"
        assert outcome("--review", march, *QUICK, "--json", file, *more)[0] == 0
        found.append(json.loads(file.read_text()))
    assert found[0] == found[1]
    assert found[2]["deals"] == found[0]["deals"][1:]
    assert found[3]["deals"] != found[2]["deals"]


def test_a_game_in_euchre_game_notation_from_standard_input(outcome: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the dealer's discard he is looked at from his first card on; a card played twice ends its deal, and the
    next goes on."""
    twice = egn_deal(dealer=1)
    twice["phases"][1]["tricks"][1][1] = "Ks"
    text = json.dumps(egn_file(egn_deal(), twice, egn_deal(dealer=2)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    status, told, _ = outcome("--review", "-", *QUICK, "--all")
    assert status == 0
    assert 'standard input: "A game", Euchre Game Notation 1.4, 3 deals reviewed.' in told
    assert "  deal 1: left out, as the hand is not known: " in told
    assert "  deal 2: trick 5, step 23: seat 2 plays KS, which seat 2 has played in trick 2" in told
    assert "\n\ndeal 3: dealt by Cy" in told


@pytest.mark.parametrize("variant", ["two_handed", "railroad_full"])
def test_deals_of_other_games(variant: str, tmp_path: Path, outcome: Outcome) -> None:
    check_variant(variant, 1, tmp_path, outcome)


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants())
def test_deals_of_every_game(variant: str, tmp_path: Path, outcome: Outcome) -> None:
    check_variant(variant, 4, tmp_path, outcome)


def check_variant(variant: str, count: int, folder: Path, outcome: Outcome) -> None:
    """Random deals can be reviewed, and every decision with a choice is."""
    file, page = folder / "deals", folder / "page.html"
    records = [record for record, _ in zip(deals_in_order(rules_for(variant), 5), range(count), strict=False)]
    file.write_bytes(lines(*records))
    status, told, _ = outcome("--review", file, *QUICK, "--worlds", "2", "--all", "--ascii", "--html", page)
    assert status == 0
    assert told.isascii()
    assert told.count("\ndeal ") == count
    assert page.read_text(encoding="utf-8").count("<article") == sum(len(r["actions"]) + 1 for r in records) + 1


def test_several_games_in_one_file(tmp_path: Path, outcome: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a game without a trained network the heuristics step in, unless one is asked for by name."""
    (tmp_path / "pretrained").mkdir()
    one_pretrained(tmp_path / "pretrained", monkeypatch)
    file = tmp_path / "deals"
    record = next(deals_in_order(rules_for("two_handed"), 1))
    file.write_bytes(lines(played(), record))
    status, told, _ = outcome("--review", file, "--worlds", "2", "--seat", "1")
    assert status == 0
    assert "north_american, looked at by pretrained (hash" in told
    assert "this version comes with no agent 'pretrained' for two_handed: rule looks at the deals" in told
    status, told, complaints = outcome("--review", file, "--agent", "pretrained")
    assert (status, told) == (1, "")
    assert complaints == "play.py: this version comes with no agent 'pretrained' for two_handed\n"


def test_play_records_what_can_be_reviewed(tmp_path: Path, outcome: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    file = tmp_path / "own.jsonl"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1\n" * 40)))
    game = ["--variant", "two_handed", "--agents", "rule", "--seed", "3", "--deals", "1"]
    assert outcome(*game, "--record", file)[0] == 0
    status, told, _ = outcome("--review", file, "--player", "human", *QUICK)
    assert status == 0
    assert "human" in told.split("Players")[1]


# ---- what it refuses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--seat", "5"], "--seat 5: the players of {file} have the seats 0 to 3"),
        (
            ["--player", "a\x1b"],
            '--player "a\\u001b": nobody in {file} is called so, but Ann, Bob, Cy, Dee, ',
        ),
        (["--deals", "3-9"], "--deals: {file} has the deals 1 to 2, and nothing of that is asked for"),
        (["--agent", "rul"], "no agent 'rul'"),
    ],
)
def test_what_cannot_be_had_is_refused_in_one_line(more: list[str], why: str, march: Path, outcome: Outcome) -> None:
    status, told, complaints = outcome("--review", march, *more)
    assert (status, told) == (1, "")
    assert complaints.startswith("play.py: " + why.format(file=march))
    assert complaints.count("\n") == 1


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--seat", "-1"], "--seat"),
        (["--seat", "0", "--player", "Ann"], "not allowed with"),
        (["--deals", "0"], "must be numbers of deals from 1 on, such as 1,4-6, not '0'"),
        (["--deals", "4-2"], "not '4-2'"),
        (["--deals", "1," + "9" * 99], "must be numbers of deals"),
        (["--worlds", "1"], "must be a whole number from 2 to 10000"),
        (["--html", "/nowhere/review.html"], "no folder that can be written to"),
        (["--json", "same", "--html", "same"], "each needs a file of its own"),
        (["--rounds", "4"], "unrecognized arguments"),
        (["--objective", "victory"], "argument --objective: invalid choice: 'victory' (choose from"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(more: list[str], why: str, march: Path, outcome: Outcome) -> None:
    status, told, complaints = outcome("--review", march, *more)
    assert (status, told) == (2, "")
    assert why in complaints.splitlines()[-1]


@pytest.mark.parametrize(
    "content, why", [(None, "holds deal records; give another name"), ("{}", "each needs a file of its own")]
)
def test_the_file_itself_is_never_written_to(content: str | None, why: str, march: Path, outcome: Outcome) -> None:
    """Whether it holds records or a game."""
    if content is not None:
        march.write_text(content)
    before = march.read_bytes()
    status, _, complaints = outcome("--review", march, "--json", march.parent / "." / march.name)
    assert status == 2
    assert why in complaints
    assert march.read_bytes() == before


def test_other_files_are_refused_in_one_line(tmp_path: Path, outcome: Outcome) -> None:
    (tmp_path / "notes.txt").write_text("Dear diary\n")
    status, told, complaints = outcome("--review", tmp_path / "notes.txt")
    assert (status, told, complaints.count("\n")) == (1, "", 1)
    assert "holds neither deal records (line 1: not JSON" in complaints


# ---- when things go wrong --------------------------------------------------------------------------------------------


def test_after_an_interrupt_there_is_what_was_finished(
    march: Path, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    original = Reviewer.look_at

    def look_at(self: Reviewer, deal: Any, seats: Sequence[int]) -> Any:
        looked.append(deal.number)
        if len(looked) == 2:
            raise KeyboardInterrupt
        return original(self, deal, seats)

    monkeypatch.setattr(Reviewer, "look_at", look_at)
    status, told, _ = outcome("--review", march, *QUICK, "--seat", "0")
    assert status == console.INTERRUPTED
    assert "1 deal reviewed" in squeezed(told)
    assert told.endswith("Interrupted: these are the deals that were finished, fewer than were asked for.\n")
    looked.append(0)
    monkeypatch.setattr(Reviewer, "look_at", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    assert outcome("--review", march, *QUICK) == (console.INTERRUPTED, "", "play.py: interrupted\n")


def test_what_cannot_be_written_is_told_all_the_same(
    march: Path, tmp_path: Path, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError("cannot write review.json: No space left on device")

    monkeypatch.setattr(command, "write_json", full)
    status, told, complaints = outcome("--review", march, *QUICK, "--seat", "0", "--json", tmp_path / "review.json")
    assert (status, complaints) == (1, "play.py: cannot write review.json: No space left on device\n")
    assert "takes up, 2.00 ± 0.00 points behind" in told


@pytest.mark.slow
def test_a_closed_pipe_and_a_terminal_without_suits(march: Path, repository: Path) -> None:
    command = f'"{sys.executable}" play.py --review "{march}" --agent rule --worlds 4'
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    shell = ["bash", "-c", f"{command} | head -1"]
    done = subprocess.run(shell, cwd=repository, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{march}:")
    assert done.stderr == ""
    everything = subprocess.run(
        ["bash", "-c", command], cwd=repository, env=environment, capture_output=True, text=True, check=True
    )
    assert "Ann takes up, 2.00 +- 0.00 points behind take it up alone" in everything.stdout
    assert everything.stdout.isascii()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["game_1.egn", "game_2.egn", "game_3.egn", "game_4.egn"])
def test_published_games_are_reviewed(name: str, tmp_path: Path, outcome: Outcome) -> None:
    """Each seat has decisions; those left out are of deals whose cards are not all known."""
    if not EGN.is_dir():
        pytest.skip("no folder shared/egn beside the checkout")
    file, page = tmp_path / "review.json", tmp_path / "review.html"
    status, told, _ = outcome("--review", EGN / name, "--json", file, "--html", page, "--all")
    assert status == 0
    found = json.loads(file.read_text())
    assert {player["player"] for player in found["games"][0]["players"]} == {"South", "West", "North", "East"}
    assert found["games"][0]["agent"] == "pretrained"
    assert all(made["loss"] >= 0 for deal in found["deals"] for made in deal["decisions"])
    assert all(player["points_lost_per_deal"] < 0.5 for player in found["games"][0]["players"])
    assert told.count("\n\ndeal ") == len(found["deals"]) == page.read_text(encoding="utf-8").count("<details") - 1
