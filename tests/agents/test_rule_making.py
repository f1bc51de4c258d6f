"""When the heuristics make trump, alone or not: hands a player would own to. The dealer is seat 0."""

from __future__ import annotations

import pytest

from euchre_env import Table
from tests.agents.rule_cases import decides
from tests.rules.notation import lay, passes

STRONG = "JS JC AS KS AH"
FAIR = "JS TS AH 9D TD"
POOR = "9D TD QH 9H TC"


def asked(position: int, hand: str, turned: str, scores: tuple[int, int] = (0, 0), round_: int = 1) -> Table:
    """A table of the North American game where the seat at this position has that hand and all before it passed."""
    hands = [""] * 4
    hands[position] = hand
    before = (position - 1) % 4 + 4 * (round_ - 1)
    return passes(lay("north_american", turned, *hands, scores=scores), before)


# ---- the first round -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [0, 1, 2, 3])
def test_a_hand_without_trumps_passes(position: int) -> None:
    assert decides(asked(position, POOR, "QS")) == "pass"


@pytest.mark.parametrize("position", [0, 1, 2, 3])
def test_both_bowers_ace_and_king_go_alone_everywhere(position: int) -> None:
    assert decides(asked(position, STRONG, "QS")) == "order_up_alone"


@pytest.mark.parametrize("position", [0, 2])
def test_the_dealers_side_takes_up_with_a_fair_hand(position: int) -> None:
    assert decides(asked(position, FAIR, "QS")) == "order_up"


def test_two_low_trumps_take_up_an_ace_but_do_not_order_it_into_the_dealers_hand() -> None:
    hand = "KS TS AH KD 9C"
    assert decides(asked(0, hand, "AS")) == "order_up"
    assert decides(asked(3, hand, "AS")) == "pass"


def test_an_adversary_does_not_order_the_right_bower_up() -> None:
    assert decides(asked(1, "AS KS AH 9D 9C", "JS")) == "pass"


# ---- the second round ------------------------------------------------------------------------------------------------


def test_the_suit_with_the_bowers_is_named() -> None:
    assert decides(asked(1, "JH JD AH TC 9S", "9C", round_=2)).startswith("name_H")


def test_the_eldest_hand_prefers_the_suit_of_the_same_colour() -> None:
    """The dealer's side turned spades down, so it hardly has the bowers of clubs: equal holdings, clubs it is."""
    assert decides(asked(1, "JC 9C JH 9H AD", "9S", round_=2)) == "name_C"


def test_M3_a_stuck_dealer_names_his_best_suit() -> None:
    assert decides(asked(0, "JD 9D TH 9H QC", "9S", round_=2)) in ("name_D", "name_H")
    assert decides(asked(0, "JC 9C TH 9H QD", "9S", round_=2)) == "name_C"


# ---- the score -------------------------------------------------------------------------------------------------------


def test_no_lone_hand_is_tried_when_one_point_wins_the_game() -> None:
    assert decides(asked(0, STRONG, "QS", scores=(9, 0))) == "order_up"
    assert decides(asked(0, STRONG, "QS", scores=(8, 0))) == "order_up"  # a march wins it as well
    assert decides(asked(0, STRONG, "QS", scores=(7, 0))) == "order_up_alone"


def test_M5_a_partner_who_may_assist_alone_only_does_so_with_a_hand_that_wins_the_game() -> None:
    table = lay("north_american", "QS", "", "", "JS JC AS KS AH", scores=(9, 9), assist_must_be_alone=True)
    assert decides(passes(table, 1)) == "order_up_alone"


def test_R25_with_laps_a_lone_hand_is_worth_its_surplus() -> None:
    hands = ("JK JS JC AS AH", "", "", "")
    for laps, call in ((True, "order_up_alone"), (False, "order_up")):
        table = lay("railroad", "KS", *hands, scores=(4, 0), laps=laps)
        assert decides(passes(table, 3)) == call


def test_trump_is_made_on_less_when_the_others_are_about_to_win() -> None:
    """The same hands at 0-0 and at 0-9: more of them make trump, and none that made it passes."""
    rows = [asked(position, hand, turned) for position, hand, turned in BORDERLINE]
    late = [
        asked(position, hand, turned, scores=(0, 9) if position % 2 == 0 else (9, 0))
        for position, hand, turned in BORDERLINE
    ]
    made = [decides(table) != "pass" for table in rows]
    made_late = [decides(table) != "pass" for table in late]
    assert sum(made_late) > sum(made)
    assert all(after or not before for before, after in zip(made, made_late, strict=True))


BORDERLINE = [
    (position, hand, turned)
    for position in range(4)
    for turned in ("9S", "QS", "AS")
    for hand in ("JS TS AH KD 9C", "JC KS AH TD 9C", "KS TS AH KD 9C", "JS JC 9H TD QC", "KS QS AH AD 9C")
    if turned not in hand.split()
]


def test_C9_a_blind_maker_names_a_suit() -> None:
    table = lay("british", "JK", *["" for _ in range(4)])
    assert decides(table) in table.legal


# ---- games for two and three -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["two_handed", "three_handed", "three_handed_hoffmann", "three_handed_set_back"])
def test_alone_against_everybody_it_takes_more(variant: str) -> None:
    strong, poor = "JS JC AS KH 9D", "9D TD QH 9H TC"
    players = 2 if variant == "two_handed" else 3
    for hand, call in ((strong, "order_up"), (poor, "pass")):
        assert decides(passes(lay(variant, "KS", hand), players - 1)) == call
