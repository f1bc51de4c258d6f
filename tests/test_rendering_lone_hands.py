"""The text picture of lone hands: what is due, and how one was played."""

import pytest

from euchre_env import Deal, Table, rules_for
from euchre_env.rendering import render_text


@pytest.mark.parametrize(
    ("choice", "opposing", "manner"),
    [
        (("ask_best", "give_9S", "best_9C"), (), "made it alone and took"),
        (("pat",), (), "made it alone pat and took"),
        (("ask_best", "give_9S", "best_9C"), ("oppose_alone", "pat"), "made it alone against player_2 alone and took"),
    ],
)
def test_the_end_tells_how_a_lone_hand_was_played(
    choice: tuple[str, ...], opposing: tuple[str, ...], manner: str
) -> None:
    hands = (("TD", "JD", "QD", "KD", "AD"), ("9S", "JS", "AS", "KS", "QS"), ("9D", "9H", "TH", "QH", "KH"))
    deal = Deal((*hands, ("9C", "TC", "QC", "KC", "AC")), "TS", ("JC", "JH", "AH", "JK"))
    table = Table(rules_for("railroad_full", jambone=False, best_card_mode="free"), deal)
    for action in ("order_up_alone", *choice):
        assert action in table.legal
        table.step(action)
    assert ("due  player_2 to oppose or to defend" in render_text(table)) != ("pat" in choice)
    for action in opposing:
        table.step(action)
    while not table.over:
        table.step("defend" if "defend" in table.legal else table.legal[0])
    assert manner in render_text(table)
