"""The text picture of a table."""

import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from euchre_env import VectorEuchre, rules_for, variants
from euchre_env.records import open_record
from euchre_env.rendering import PLAIN, UNICODE, Style, render_record, render_text, score_marker
from tests.witnesses import Followers

MARCH_ALONE = [
    [0, "pass"], [1, "pass"], [2, "pass"], [3, "pass"], [0, "name_S_alone"],
    [0, "play_JS"], [1, "play_JC"], [3, "play_TS"],
    [0, "play_AS"], [1, "play_9C"], [3, "play_QC"],
    [0, "play_9S"], [1, "play_TC"], [3, "play_KC"],
    [0, "play_KD"], [1, "play_QH"], [3, "play_9H"],
    [0, "play_TD"], [1, "play_KH"], [3, "play_TH"],
]  # fmt: skip


def deal_record(actions: list[list[Any]], **more: Any) -> dict[str, Any]:
    """A deal of the 24-card game that player_3 dealt, so far as played."""
    return {
        "variant": "north_american",
        "rules": rules_for("north_american").options(),
        "deal": 4,
        "dealer": 3,
        "hands": ["JS AS 9S TD KD", "JC 9C TC QH KH", "QS KS AC 9D AD", "TS QC KC 9H TH"],
        "upcard": "AH",
        "stock": "JH QD JD",
        "scores": [3, 1],
        "games": [0, 0],
        "actions": actions,
    } | more


BEFORE_THE_FIRST_CALL = """\
north_american, deal 4, dealt by player_3

                 player_2
                 ▒ ▒ ▒ ▒ ▒


  player_1     turn-up A♥            player_3 (dealer)
  ▒ ▒ ▒ ▒ ▒    no trump yet          ▒ ▒ ▒ ▒ ▒


               > player_0
                 K♦ T♦ A♠ J♠ 9♠


score  player_0 and player_2  3  [#[3]
score  player_1 and player_3  1  [3[#]"""

IN_THE_LONE_HAND = """\
north_american, deal 4, dealt by player_3

                            player_3 (dealer)
                            # # # #


  player_2                turn-up AH (turned down)      player_0 (maker)
  # # # # # (sits out)    trump S spades                # # #
                                                        [AS] 1 trick

                          > player_1
                            TC 9C KH QH


calls  player_0 passes, player_1 passes, player_2 passes, player_3 passes, player_0 makes it S alone
last trick  player_0 JS, player_1 JC, player_3 TS
trick  player_0 AS
score  player_0 and player_2  3  [#[3]
score  player_1 and player_3  1  [3[#]"""


def test_a_table_before_the_first_call() -> None:
    assert render_record(deal_record([])) == BEFORE_THE_FIRST_CALL


def test_a_table_in_the_middle_of_a_lone_hand() -> None:
    assert render_record(deal_record(MARCH_ALONE[:9]), style=PLAIN) == IN_THE_LONE_HAND


@pytest.mark.parametrize("points, below, above", [(1, "3", "#"), (2, "4", "#"), (3, "#", "3"), (4, "#", "4")])
def test_A25_the_three_and_the_four_mark_the_score(points: int, below: str, above: str) -> None:
    """One: the 3 face up, covered by the 4; two: the 4 by the 3; three and four: that card face up on the other."""
    assert score_marker(points) == f"[{below}[{above}]"


@pytest.mark.parametrize("points", [-2, 0, 5, 10])
def test_A25_other_scores_are_not_marked(points: int) -> None:
    assert score_marker(points) == ""


def test_only_the_hand_to_move_lies_open() -> None:
    """P5: nor are the cards of the partner who sits out shown, nor the stock."""
    for steps in range(len(MARCH_ALONE)):
        record = deal_record(MARCH_ALONE[:steps])
        table = open_record(record)
        for _, action in record["actions"]:
            table.step(action)
        seen = set(re.findall(r"\b(?:[2-9TJQKA][CDHS])\b", render_record(record, style=PLAIN)))
        public = {"AH"} | {action[-2:] for _, action in record["actions"] if action.startswith("play_")}
        assert table.seat is not None
        assert seen <= public | set(table.hands[table.seat])
        assert set(table.hands[table.seat]) <= seen


def test_a_discard_is_not_shown() -> None:
    record = deal_record([[0, "order_up"], [3, "discard_TS"]])
    assert "cards  player_3 discards #\n" in render_record(record, style=PLAIN)
    assert "TS" not in render_record(record, style=PLAIN)
    assert "cards  player_3 discards TS\n" in render_record(record, style=PLAIN, viewer=3)
    assert "cards  player_3 discards TS\n" in render_record(record, style=PLAIN, all_hands=True)


def test_all_hands_and_the_stock_only_when_asked() -> None:
    shown = render_record(deal_record([]), style=PLAIN, all_hands=True)
    assert "stock  JH QD JD" in shown
    assert "KH QH JC TC 9C" in shown
    assert "#" not in shown.replace("[#[3]", "").replace("[3[#]", "")


def test_the_viewer_sits_at_the_bottom() -> None:
    lines = render_record(deal_record([]), style=PLAIN, viewer=2).splitlines()
    assert "player_0" in lines[2]
    assert "player_2" in lines[10]
    assert "KS QS" in lines[11]


@pytest.mark.parametrize(
    "actions, words",
    [
        ([[0, "order_up"]], "player_0 orders up"),
        ([[0, "pass"], [1, "order_up_alone"]], "player_1 assists alone"),
        ([[0, "pass"], [1, "pass"], [2, "pass"], [3, "order_up"]], "player_3 takes up"),
        ([[0, "pass"], [1, "pass"], [2, "pass"], [3, "pass"], [0, "name_C"]], "player_0 makes it ♣"),
    ],
)
def test_M1_calls_in_the_words_of_the_game(actions: list[list[Any]], words: str) -> None:
    assert words in render_record(deal_record(actions))


def test_the_end_of_a_deal_and_of_a_match() -> None:
    end = render_record(deal_record(MARCH_ALONE))
    assert "result  player_0 made it alone and took 5 tricks: player_0 and player_2 +4" in end
    assert "score  player_0 and player_2  7" in end
    last = render_record(deal_record(MARCH_ALONE, scores=[8, 1]))
    assert "match won by player_0 and player_2" in last
    assert "score  player_0 and player_2  12" in last


def test_steps_stop_the_picture_early() -> None:
    assert render_record(deal_record(MARCH_ALONE), steps=5) == render_record(deal_record(MARCH_ALONE[:5]))


def test_no_control_codes_unless_coloured() -> None:
    record = deal_record(MARCH_ALONE[:9])
    for style in UNICODE, PLAIN, Style.of(io.StringIO()):
        assert "\x1b" not in render_record(record, style=style)
    coloured = render_record(record, style=Style(colour=True))
    assert "\x1b[31mA♥\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == render_record(record)


class Stream(io.StringIO):
    """A stream of a given encoding that may be a terminal."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__()
        self._encoding, self._terminal = encoding, terminal

    @property
    def encoding(self) -> str:
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    "encoding, terminal, no_color, expected",
    [
        ("utf-8", True, "", Style(unicode=True, colour=True)),
        ("utf-8", True, "1", Style(unicode=True, colour=False)),
        ("utf-8", False, "", Style(unicode=True, colour=False)),
        ("ascii", True, "", Style(unicode=False, colour=True)),
        ("latin-1", False, "", Style(unicode=False, colour=False)),
        ("no-such-encoding", False, "", Style(unicode=False, colour=False)),
    ],
)
def test_the_style_follows_the_stream(
    monkeypatch: pytest.MonkeyPatch, encoding: str, terminal: bool, no_color: str, expected: Style
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    assert Style.of(Stream(encoding, terminal)) == expected


def test_plain_style_is_ascii() -> None:
    assert render_record(deal_record(MARCH_ALONE[:7]), style=PLAIN, all_hands=True).isascii()


@pytest.mark.parametrize("variant", variants())
def test_every_state_of_every_variant_can_be_drawn(variant: str) -> None:
    """Random deals: the seat to move is marked, its cards are shown (unless it may not look), every card laid down."""
    tables, rng = VectorEuchre(variant, num_tables=1, seed=5), np.random.default_rng(5)
    followers = Followers(tables)
    for _ in range(60):
        (table,) = followers.told
        text = render_text(table, style=PLAIN)
        assert f"> player_{tables.seat[0]}" in text
        assert sum(line.count("> ") for line in text.splitlines()) == 1
        assert all(f"[{card}]" in text for _, card in table.trick)
        assert table.kind == "name_blind" or all(card in text for card in table.hands[tables.seat[0]])
        followers.step(rng.choice(np.flatnonzero(tables.action_mask[0]), 1))


def test_C1_the_joker_is_written_by_its_name_and_leads_the_hand() -> None:
    """Turned up it stands for the suit agreed (C9)."""
    record = {
        "variant": "two_handed",
        "rules": rules_for("two_handed", pack=25).options(),
        "deal": 1,
        "dealer": 0,
        "hands": ["9C TC 9D TD 9H", "JD JS AC JH AS"],
        "upcard": "JK",
        "stock": "9S TS QC QD QH QS KC KD KH KS AD AH TH JC",
        "scores": [0, 0],
        "games": [0, 0],
        "actions": [],
    }
    text = render_record(record)
    assert "turn-up JK" in text
    assert "  J♥ J♦ A♠ J♠ A♣" in text  # both bowers of hearts, then the two black suits
    assert "  JK 9♥ 9♦ T♣ 9♣" in render_record(record | {"actions": [[1, "order_up"], [0, "discard_TD"]]}, viewer=0)


def test_the_clause_cases_can_be_drawn_at_every_step(shared_cases: Path) -> None:
    drawn = 0
    for file in sorted(shared_cases.glob("*.jsonl")):
        for record in map(json.loads, file.read_text().splitlines()):
            if record["variant"] in variants():
                pictures = [render_record(record, steps=steps) for steps in range(len(record["actions"]) + 1)]
                assert ("result  " in pictures[-1]) == ("result" in record)
                assert not any("result  " in picture for picture in pictures[:-1])
                drawn += 1
    assert drawn > 50
