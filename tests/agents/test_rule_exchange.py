"""What the heuristics put away, give and say around lone hands. The dealer is seat 0."""

from __future__ import annotations

import pytest

from euchre_env import Table
from tests.agents.rule_cases import decides
from tests.rules.notation import lay, tell


def discarding(hand: str, turned: str = "9S", variant: str = "four_handed") -> Table:
    return tell(lay(variant, turned, hand), "1 pass", "2 pass", "3 pass", "0 order_up")


@pytest.mark.parametrize(
    ("hand", "discard"),
    [
        ("JS AS AH KD 9D", "9D"),  # of two low cards the one that is not missed
        ("JS AS AH KH 9D", "9D"),  # a void
        ("JS AS TH 9H 8D", "8D"),  # a void rather than the lower of two
        ("JS AS AH AD AC", "AC"),  # aces alone: any of them, the trumps stay
        ("JS JC AS KS TD", "TD"),
        ("JS JC AS KS TS", "TS"),  # nothing but trumps: the lowest
    ],
)
def test_P6_the_dealer_discards_what_he_misses_least(hand: str, discard: str) -> None:
    decision = decides(discarding(hand))
    assert decision[-1] in "CDH" if discard == "AC" else decision == f"discard_{discard}"


def test_P6_a_low_turn_up_goes_away_before_a_higher_trump() -> None:
    table = discarding("JS JC AS KS TS", variant="north_american")
    assert decides(table) == "discard_9S"


def lone(*hands: str, turned: str = "9S", maker: int = 1, variant: str = "railroad", **options: bool) -> Table:
    """Spades, turned up, made alone by a seat."""
    table = lay(variant, turned, *hands, **options)
    tell(table, *(f"{seat} pass" for seat in range(1, maker or 4)))
    return tell(table, f"{maker} order_up_alone")


def test_R9_a_lone_player_asks_for_his_partners_best_and_gives_his_worst() -> None:
    table = lone("", "JS JC AS AH 9D")
    assert decides(table) == "ask_best"
    tell(table, "1 ask_best")
    assert decides(table) == "give_9D"


def test_R10_the_partner_gives_his_highest_trump_or_else_an_ace() -> None:
    table = tell(lone("", "JS JC AS AH 9D", "", "KS QS AD KD 9C"), "1 ask_best", "1 give_9D")
    assert decides(table) == "best_KS"
    free = lone("", "JS JC AS AH 9D", "", "TH QD AD KD 9C", best_card_mode="free")
    assert decides(tell(free, "1 ask_best", "1 give_9D")) == "best_AD"


def test_R28_nothing_is_taken_where_that_pays_and_nothing_is_wanted() -> None:
    hand = "JK JS JC AS AH"
    assert decides(lone("", hand, variant="railroad", pat_lone=True)) == "pat"
    assert decides(lone("", hand, variant="railroad")) == "ask_best"
    assert decides(lone("", "JK JS AS KS AH", variant="railroad", pat_lone=True)) == "ask_best"


def test_R37_a_jamboree_is_always_announced() -> None:
    table = tell(lone("", "JK JS JC AS KS", variant="railroad_full"), "1 pat")
    assert decides(table) == "announce_jamboree"


def test_R40_a_jamboree_with_the_turn_up_is_announced() -> None:
    table = lay("railroad_full", "KS", "JK JS JC AS 9D")
    tell(table, "1 pass", "2 pass", "3 pass", "0 order_up")
    assert decides(table) == "announce_jamboree"


def test_R30_only_a_hand_that_no_call_can_hurt_is_laid_open() -> None:
    sure = tell(lone("", "JK JS JC AS KS", variant="railroad_full", jamboree=False), "1 pat")
    assert decides(sure) == "announce_jambone"
    unsure = tell(lone("", "JK JS JC AS QS", variant="railroad_full"), "1 pat")
    assert decides(unsure) == "play_on"


def test_R16_the_joker_and_more_oppose_a_lone_hand_and_a_poor_hand_does_not() -> None:
    """Seat 2, on the maker's left, is asked first."""
    table = tell(lone("", "JS JC KS AH 9D", "JK AS QS AD AC"), "1 pat")
    assert decides(table) == "oppose_alone"
    table = tell(lone("", "JS JC KS AH 9D", "9C 9H TH QH JD"), "1 pat")
    assert decides(table) == "defend"
