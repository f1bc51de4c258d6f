"""Cards of the full pack with the Joker, as the seven-handed game plays with them: C1 to C7 with 53 cards."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from .bidding import only_bid, to_the_play
from .notation import SAME_COLOUR, actions, lay, pack_of_names, suit_of, tell, trick

PLAIN = "AKQJT98765432"


def trump_order(trump: str) -> list[str]:
    """C3: the Joker, the bowers, A K Q 10 and so on down to 2."""
    bowers = ["JK", "J" + trump, "J" + SAME_COLOUR[trump]]
    return bowers + [rank + trump for rank in PLAIN if rank != "J"]


def reply_beats_lead(reply: str, lead: str, trump: str) -> bool:
    """The eldest bids twenty on `trump` and leads a card, his left neighbour, who may, replies with another of the same
    suit; the five others hold no card of that suit and throw away plain cards. Does the reply win?"""
    led = suit_of(lead, trump)
    others = [card for card in pack_of_names(53) if suit_of(card, trump) != led]
    others.sort(key=lambda card: suit_of(card, trump) == trump)  # everybody gets plain cards first
    hands = [" ".join(others[seat:35:5]) for seat in range(5)]
    table = only_bid(lay("seven_handed", None, hands[0], lead, reply, *hands[1:]), 1, f"20_{trump}")
    tell(table, f"1 play_{lead}", f"2 play_{reply}")
    while table.trick:
        table.step(next(action for action in table.legal if suit_of(action[5:], trump) != trump))
    return table.tricks == [0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("trump", "CDHS")
def test_C4_fifteen_trumps_and_twelve_of_the_next_suit(trump: str) -> None:
    by_suit = {suit: [card for card in pack_of_names(53) if suit_of(card, trump) == suit] for suit in "CDHS"}
    assert sorted(by_suit[trump]) == sorted(trump_order(trump))
    assert {suit: len(cards) for suit, cards in by_suit.items()} == dict.fromkeys("CDHS", 13) | {
        trump: 15,
        SAME_COLOUR[trump]: 12,
    }


@pytest.mark.parametrize("trump", "SH")
def test_C3_trump_order_with_fifteen_trumps(trump: str) -> None:
    for high, low in combinations(trump_order(trump), 2):
        assert reply_beats_lead(high, low, trump)
        assert not reply_beats_lead(low, high, trump)


@pytest.mark.parametrize("trump", "CD")
def test_C3_trump_order_step_by_step(trump: str) -> None:
    for high, low in pairwise(trump_order(trump)):
        assert reply_beats_lead(high, low, trump)
        assert not reply_beats_lead(low, high, trump)


@pytest.mark.parametrize("suit", "CDH")
def test_C2_plain_suit_order_down_to_the_two(suit: str) -> None:
    """Spades are trumps: the jack of clubs is none of its suit (C5), the red jacks rank below the queen (C7)."""
    in_order = [rank + suit for rank in PLAIN if rank + suit != "JC"]
    for high, low in pairwise(in_order):
        assert reply_beats_lead(high, low, "S")
        assert not reply_beats_lead(low, high, "S")
    assert reply_beats_lead("A" + suit, "2" + suit, "S")
    assert not reply_beats_lead("2" + suit, "A" + suit, "S")


@pytest.mark.parametrize(
    "replies, takes",
    [
        ("3D AD KH QH AH", 1),  # nobody ruffs
        ("2S 3S 8S JC JK", 6),
        ("JK JS 8S 3S 2S", 2),
        ("3S TS 2S JS JC", 5),
        ("AD KD 2S AH KH", 4),
    ],
)
def test_P2_trumps_and_plain_cards_on_a_plain_lead(replies: str, takes: int) -> None:
    """The eldest leads the ace of clubs; five seats have none, the dealer follows with the six."""
    hands = ["6C", "AC KC QC TC 9C 8C 7C", *replies.split()]
    table = to_the_play("seven_handed", 20, hands=hands, widow="2C 3C 4C 5C")
    trick(table, 1, f"AC {replies} 6C", takes)


def reply_to(lead: str, second: str) -> tuple[str, ...]:
    """What the second seat may play to the lead of the eldest, who bid twenty in spades."""
    table = only_bid(lay("seven_handed", None, "", lead, second), 1, "20_S")
    return tell(table, f"1 play_{lead}").legal


@pytest.mark.parametrize("lead", ["JK", "JS", "JC", "AS", "2S"])
def test_C5_C6_every_trump_led_demands_trumps(lead: str) -> None:
    held = [card for card in ("JK", "JC", "3S") if card != lead]
    plain = ["AC", "KC", "QC", "AH", "KH"][: 7 - len(held)]
    assert reply_to(lead, " ".join(held + plain)) == actions("play", held)


@pytest.mark.parametrize("only", ["JK", "JC", "3S"])
def test_C5_C6_the_only_trump_must_be_played_to_a_trump_lead(only: str) -> None:
    assert reply_to("2S", f"{only} AC KC QC AH KH QH") == actions("play", only)


def test_C5_C6_joker_and_left_bower_never_follow_a_plain_lead() -> None:
    assert reply_to("2C", "JK JC 3C AH KH QH TH") == actions("play", "3C")
    assert reply_to("2C", "JK JC 3S AH KH QH TH") == actions("play", "JK JC 3S AH KH QH TH")
    assert reply_to("2H", "JK JC 3H AC KC QC TC") == actions("play", "3H")


def test_C7_the_red_jacks_follow_their_printed_suit() -> None:
    assert reply_to("2H", "JH JD AC KC QC TC 9C") == actions("play", "JH")
    assert reply_to("2D", "JH JD AC KC QC TC 9C") == actions("play", "JD")
