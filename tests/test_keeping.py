"""A typing error loses nothing: a file in which people's deals stand, or no deals at all, is not written over."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from agents.arguments import new_file
from euchre_env import VectorEuchre, write_egn, write_record
from euchre_env.__main__ import main

RECORD = VectorEuchre("north_american", num_tables=1, seed=1).record(0)
EVENING = write_record(RECORD | {"players": ["human", "rule", "rule", "rule"]}) + "\n"
NOTATION = (
    write_record(RECORD | {"unknown": {"hands": ["", "", "", ""], "stock": ""}, "players": ["A", "B", "C", "D"]}) + "\n"
)
SIMULATED = write_record(RECORD) + "\n"
SIMULATE = ["simulate", "two_handed", "--deals", "2", "--seed", "1", "--record"]
LOST = "; give another name, or --overwrite to lose it\n"


@pytest.fixture
def deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("game.egn").write_text(write_egn([RECORD | {"players": ["Ann", "Bob", "Cy", "Dee"]}]))
    return Path("deals.jsonl")


@pytest.mark.parametrize(
    "content, why",
    [
        (EVENING, "the deal on line 1 names its players"),
        (SIMULATED * 2 + EVENING + SIMULATED, "the deal on line 3 names its players"),
        ("# Notes\n", "line 1 is no deal record as simulate writes them"),
        (SIMULATED + "\n" + SIMULATED, "line 2 is no deal record as simulate writes them"),
    ],
    ids=["an evening", "an evening among others", "notes", "an empty line"],
)
@pytest.mark.parametrize("words", [SIMULATE, ["egn", "to-records", "game.egn", "--record"]], ids=["simulate", "egn"])
def test_what_no_command_can_bring_back_is_kept(
    words: list[str], content: str, why: str, deals: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals.write_text(content)
    assert main([*words, str(deals)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(f": error: --record deals.jsonl: {why}{LOST}")
    assert deals.read_text() == content
    assert sorted(path.name for path in Path().iterdir()) == ["deals.jsonl", "game.egn"]
    assert main([*words, str(deals), "--overwrite"]) == 0
    assert deals.read_text() != content


@pytest.mark.parametrize("words", [SIMULATE, ["egn", "to-records", "game.egn", "--record"]], ids=["simulate", "egn"])
def test_the_same_command_may_be_given_again(words: list[str], deals: Path) -> None:
    for content in (None, "", SIMULATED, NOTATION + SIMULATED):
        if content is not None:
            deals.write_text(content)
        assert main([*words, str(deals)]) == main([*words, str(deals)]) == 0
    assert main([*words, "/dev/null"]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["draw", "deals.jsonl", "--output"],
        ["replay", "deals.jsonl", "--html"],
        ["egn", "from-records", "deals.jsonl", "--output"],
    ],
    ids=lambda words: words[0],
)
def test_no_picture_page_or_game_takes_the_place_of_records(
    words: list[str], deals: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals.write_text(EVENING)
    kept = Path("kept.svg")
    kept.write_text(EVENING)
    assert main([*words, "kept.svg"]) == 2
    assert capsys.readouterr().err.endswith(f"error: {words[-1]} kept.svg: holds deal records; give another name\n")
    assert kept.read_text() == EVENING
    kept.write_text("a picture\n")
    assert main([*words, "kept.svg"]) == 0


def test_nor_do_results(deals: Path) -> None:
    deals.write_text(EVENING)
    with pytest.raises(argparse.ArgumentTypeError, match=r"^deals.jsonl holds deal records; give another name$"):
        new_file(str(deals))
    deals.write_text("{}\n")
    assert new_file(str(deals)) == deals
