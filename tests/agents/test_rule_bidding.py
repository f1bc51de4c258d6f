"""How the heuristics bid, choose partners and bury. The dealer is seat 0, seat 1 bids first."""

from __future__ import annotations

import pytest

from tests.agents.rule_cases import decides
from tests.rules.notation import lay, tell


def five(hand: str, *bids: str, seat: int = 1) -> str:
    hands = [""] * 5
    hands[seat] = hand
    return decides(tell(lay("five_handed", None, *hands), *bids))


def test_a_hand_without_anything_leaves_four_tricks_to_another() -> None:
    assert five("9C TD QH 8S 9D", "1 bid_4_H", seat=2) == "pass"


def test_the_best_suit_is_bid() -> None:
    assert five("JS JC AS KS AH").endswith("_S")
    assert five("JH JD AH KH AS").endswith("_H")


def test_a_better_hand_bids_more() -> None:
    fair, strong, sure = (worth(five(hand)) for hand in ("JS KS 9S AH 8D", "JS JC AS KH AH", "JS JC AS KS QS"))
    assert 0 < fair < strong <= sure
    assert sure == 15  # all five tricks without help


def worth(bid: str) -> int:
    return 0 if bid == "pass" else int(bid.split("_")[1])


def test_nobody_overbids_without_the_tricks() -> None:
    assert five("JS KS 9S 9H 8D", "1 bid_5_H", seat=2) == "pass"


def test_who_has_bid_is_chosen_as_partner() -> None:
    table = lay("five_handed", None, "8C 9D 9H TD QC", "JS JC AS KS AH", "", "JH 8S AC 9C TC", "")
    tell(table, "1 bid_2_S", "2 pass", "3 bid_3_H", "4 pass", "0 pass")
    while table.legal[0].startswith("bury"):
        tell(table, f"{table.seat} {table.legal[0]}")
    assert table.seat == 3
    assert decides(table) == "partner_1"


@pytest.mark.parametrize("count", [2, 3])
def test_several_partners_are_chosen_round_the_table(count: int) -> None:
    table = lay("seven_handed", None, *[""] * 7)
    bid = {2: "bid_5_S", 3: "bid_7_S"}[count]
    tell(table, "1 pass", "2 bid_2_S", "3 pass", "4 bid_3_H", "5 pass", "6 pass", f"0 {bid}")
    while table.legal[0].startswith("bury"):
        tell(table, f"0 {table.legal[0]}")
    chosen = []
    for _ in range(count):
        chosen.append(decides(table))
        tell(table, f"0 {chosen[-1]}")
    assert chosen == ["partner_2", "partner_4", "partner_6"][:count]


def test_trumps_and_aces_are_not_buried() -> None:
    table = lay("five_handed", None, "", "JS AS 9S AH 8D", widow="KS 9C TD")
    tell(table, "1 bid_3_S", "2 pass", "3 pass", "4 pass", "0 pass")
    buried = []
    while table.legal[0].startswith("bury"):
        buried.append(decides(table))
        tell(table, f"1 {buried[-1]}")
    assert set(buried) == {"bury_8D", "bury_9C", "bury_TD"}


def test_min_bid_is_kept() -> None:
    table = lay("five_handed", None, "", "JS KS 9S AH 8D", min_bid=3)
    assert decides(table) in table.legal
