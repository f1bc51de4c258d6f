"""Names that a record gives its players are shown alike wherever it is drawn, told or written."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.review.given import egn_deal, recorded_deal
from euchre_env import (
    VectorEuchre,
    page_deal,
    picture,
    read_egn,
    replay_record,
    rules_for,
    told_apart,
    write_egn,
    write_record,
)
from euchre_env.__main__ import main
from euchre_env.rendering import render_record
from tests.egn_games import file as egn_file
from tests.egn_games import only

NAMED = VectorEuchre("north_american", num_tables=1, seed=1).record(0) | {"players": ["human", "rule", "Ann", "rule"]}
TOLD = ("human", "rule_1", "Ann", "rule_3")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann", "Bob"], ("Ann", "Bob")),
        (["Ann", "Ann"], ("Ann_0", "Ann_1")),
        (["Ann", " "], ("Ann", "player_1")),
        (["\x1b[2J", "a\nb"], ("\\x1b[2J", "a\\nb")),
        (["player_1", ""], ("player_1_0", "player_1_1")),
        (["x" * 99, "y"], ("x" * 40 + "...", "y")),
        (["Ann"], ("player_0", "player_1")),
        (["Ann", 7], ("player_0", "player_1")),
        ("AB", ("player_0", "player_1")),
        (None, ("player_0", "player_1")),
    ],
)
def test_names_of_seats(names: object, told: tuple[str, str]) -> None:
    assert told_apart(names, rules_for("two_handed")) == told


def test_names_that_collide_when_they_are_numbered() -> None:
    assert told_apart(["a", "a", "a_0"], rules_for("three_handed")) == ("player_0", "player_1", "player_2")


def test_a_record_is_drawn_with_its_names() -> None:
    drawn = render_record(NAMED, all_hands=True)
    assert drawn.startswith("north_american, deal 1, dealt by human")
    for text in drawn, picture(NAMED).svg, page_deal(NAMED).frames[0].svg:
        assert [name for name in TOLD if name not in text] == []
        assert "player_" not in text


def test_other_names_may_be_given() -> None:
    names = ["North", "East", "South", "West"]
    for text in render_record(NAMED, names=names), picture(NAMED, names=names).svg, page_deal(NAMED, names=names).title:
        assert "North" in text
        assert "human" not in text


def test_a_review_and_the_notation_call_them_the_same() -> None:
    assert recorded_deal(NAMED, 1).players == TOLD
    game = read_egn(write_egn([NAMED]))
    assert game.players == TOLD
    assert read_egn(write_egn([NAMED], ["a", "b", "c", "d"])).players == ("a", "b", "c", "d")
    assert egn_deal(game, game.deals[0]).players == TOLD
    assert game.deals[0].record["players"] == list(TOLD)
    assert replay_record(game.deals[0].record) == []


def test_a_game_that_names_nobody_has_records_without_names() -> None:
    nobody = only(egn_file(players=["player_0", "player_1", "player_2", "player_3"]))
    assert "players" not in nobody.record
    assert only(egn_file()).record["players"] == ["Ann", "Bob", "Cy", "Dee"]


def test_the_commands_show_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deals, page = tmp_path / "deals.jsonl", tmp_path / "page.html"
    deals.write_text(write_record(NAMED) + "\n")
    assert main(["draw", str(deals)]) == main(["replay", str(deals), "--html", str(page)]) == 0
    for text in capsys.readouterr().out, page.read_text(encoding="utf-8"):
        assert "dealt by human" in text
        assert "player_" not in text
