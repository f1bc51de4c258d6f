"""Cards, their order and their suits: C1 to C10."""

from itertools import combinations

import pytest

from euchre_env import actions_of, rules_for
from euchre_env.cards import SUITS, pack_of

from .notation import SAME_COLOUR, actions, lay, pack_of_names, reply_beats_lead, tell

PACKS = (24, 25, 28, 29, 32, 33)
TRUMP_ORDER = {  # C3, in the pack of 33
    "S": "JK JS JC AS KS QS TS 9S 8S 7S",
    "C": "JK JC JS AC KC QC TC 9C 8C 7C",
    "H": "JK JH JD AH KH QH TH 9H 8H 7H",
    "D": "JK JD JH AD KD QD TD 9D 8D 7D",
}


@pytest.mark.parametrize("size", PACKS)
def test_C1_packs(size: int) -> None:
    names = pack_of(size).names(pack_of(size).all, trump=0)
    assert len(names) == size
    assert sorted(names) == sorted(pack_of_names(size))
    assert rules_for("four_handed", pack=size).pack == size


def test_C1_full_pack_with_joker() -> None:
    full = {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"}
    assert set(pack_of(53).names(pack_of(53).all, 0)) == full | {"JK"}
    assert set(pack_of(52).names(pack_of(52).all, 0)) == full


@pytest.mark.parametrize("pack", [24, 28, 32])
@pytest.mark.parametrize("order", ["AH KH QH JH TH 9H 8H 7H", "AD KD QD JD TD 9D 8D 7D", "AC KC QC TC 9C 8C 7C"])
def test_C2_plain_suit_order(order: str, pack: int) -> None:
    """Spades are trumps: the red jacks are plain cards (C7), the jack of clubs is none of its suit (C5)."""
    in_pack = [card for card in order.split() if card in pack_of_names(pack)]
    for high, low in combinations(in_pack, 2):
        assert reply_beats_lead(high, low, "S", pack)
        assert not reply_beats_lead(low, high, "S", pack)


@pytest.mark.parametrize("trump", "SCHD")
@pytest.mark.parametrize("pack", [24, 33])
def test_C3_trump_order(trump: str, pack: int) -> None:
    in_pack = [card for card in TRUMP_ORDER[trump].split() if card in pack_of_names(pack)]
    assert len(in_pack) == {24: 7, 33: 10}[pack]
    for high, low in combinations(in_pack, 2):
        assert reply_beats_lead(high, low, trump, pack)
        assert not reply_beats_lead(low, high, trump, pack)


@pytest.mark.parametrize(
    "size, trumps, next_suit, cross",
    [(24, 7, 5, 6), (25, 8, 5, 6), (28, 8, 6, 7), (29, 9, 6, 7), (32, 9, 7, 8), (33, 10, 7, 8), (53, 15, 12, 13)],
)
def test_C4_trump_suit_sizes(size: int, trumps: int, next_suit: int, cross: int) -> None:
    assert [cards.bit_count() for cards in pack_of(size).suits] == [trumps, next_suit, cross, cross]


# Two-handed, the 7 of hearts turned down: the eldest (seat 1) names spades and leads, the dealer (seat 0) replies.


def reply_to(lead: str, dealer: str, eldest: str, pack: int = 32) -> tuple[str, ...]:
    """The dealer's legal replies when spades have been named."""
    turned = "7H" if pack == 32 else "9H"
    table = lay("two_handed", turned, dealer, eldest, pack=pack)
    return tell(table, "1 pass", "0 pass", "1 name_S", f"1 play_{lead}").legal


def test_C5_leading_the_left_bower_demands_trumps() -> None:
    assert reply_to("JC", dealer="AC KC 9S 8S AH", eldest="JC QC TC QD TD") == actions("play", "9S 8S")


def test_C5_left_bower_follows_trumps() -> None:
    assert reply_to("9S", dealer="JC AC KC AH KH", eldest="9S QC TC QD TD") == actions("play", "JC")
    assert reply_to("9S", dealer="JC AS KC AH KH", eldest="9S QC TC QD TD") == actions("play", "JC AS")


def test_C5_left_bower_does_not_follow_its_printed_suit() -> None:
    assert reply_to("QC", dealer="JC AC KC AH KH", eldest="9S QC TC QD TD") == actions("play", "AC KC")
    assert reply_to("QC", dealer="JC AD KD AH KH", eldest="9S QC TC QD TD") == actions("play", "JC AD KD AH KH")


@pytest.mark.parametrize("trump", "SCHD")
def test_C5_left_bower_takes_a_trick_of_its_printed_suit_as_a_trump(trump: str) -> None:
    left, ace = "J" + SAME_COLOUR[trump], "A" + SAME_COLOUR[trump]
    assert reply_beats_lead(left, ace, trump, 32)
    assert not reply_beats_lead(ace, left, trump, 32)


def test_C6_leading_the_joker_demands_trumps() -> None:
    assert reply_to("JK", dealer="JC AC KC 9S AH", eldest="JK QC TC QD TD", pack=25) == actions("play", "JC 9S")


def test_C6_joker_must_be_played_to_a_trump_lead_as_the_only_trump() -> None:
    assert reply_to("9S", dealer="JK AC KC AH KH", eldest="9S QC TC QD TD", pack=25) == actions("play", "JK")
    assert reply_to("JC", dealer="JK AC KC AH KH", eldest="JC QC TC QD TD", pack=25) == actions("play", "JK")


def test_C6_joker_never_follows_a_plain_lead() -> None:
    assert reply_to("QC", dealer="JK AC KC AH KH", eldest="9S QC TC QD TD", pack=25) == actions("play", "AC KC")
    assert reply_to("QC", dealer="JK AD KD AH KH", eldest="9S QC TC QD TD", pack=25) == actions(
        "play", "JK AD KD AH KH"
    )


@pytest.mark.parametrize("trump, jacks", [("S", "HD"), ("C", "HD"), ("H", "SC"), ("D", "SC")])
def test_C7_the_other_two_jacks_rank_between_queen_and_ten(trump: str, jacks: str) -> None:
    for suit in jacks:
        assert reply_beats_lead(f"Q{suit}", f"J{suit}", trump, 24)
        assert reply_beats_lead(f"J{suit}", f"T{suit}", trump, 24)
        assert not reply_beats_lead(f"J{suit}", f"Q{suit}", trump, 24)


def test_C7_the_other_two_jacks_follow_their_printed_suit() -> None:
    assert reply_to("QH", dealer="JH JD KD AD AC", eldest="9S QH TC QD TD") == actions("play", "JH")
    assert reply_to("QD", dealer="JH JD KD AH AC", eldest="9S QH TC QD TD") == actions("play", "JD KD")
    assert reply_to("9S", dealer="JH JD KD AH 8S", eldest="9S QH TC QD TD") == actions("play", "8S")


@pytest.mark.parametrize(
    "turned, next_suit, cross", [("S", "C", "HD"), ("C", "S", "HD"), ("H", "D", "SC"), ("D", "H", "SC")]
)
def test_C8_next_is_the_suit_of_the_same_colour(turned: str, next_suit: str, cross: str) -> None:
    table = actions_of(rules_for("four_handed"))

    def meant(name: str) -> str:
        return table.spell("make", table.names.index(name) - table.first_call, SUITS.index(turned), seat=1)

    assert meant("name[next]") == f"name_{next_suit}"
    assert {meant("name[cross1]"), meant("name[cross2]")} == {f"name_{suit}" for suit in cross}
