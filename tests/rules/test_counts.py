"""Section 7: exact counts and chances, from the program's own packs, tables and ways to deal; nothing is simulated."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from euchre_env.cards import Pack, pack_of

from .chances import dealer, hands, seen_from, share, word

# ---- deals and hands ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players, pack, count",
    [
        (4, 24, 498_688_594_500_096),
        (4, 25, 3_116_803_715_625_600),
        (4, 28, 291_732_827_782_556_160),
        (4, 32, 31_790_037_839_577_937_920),
        (4, 33, 87_422_604_058_839_329_280),
        (2, 32, 357_655_858_560),
        (2, 33, 536_483_787_840),
        (3, 32, 7_277_939_065_837_440),
        (3, 33, 14_127_764_068_978_560),
    ],
)
def test_7_distinct_deals(players: int, pack: int, count: int) -> None:
    """A turn-up, then a hand for each seat out of what is left, each way once."""
    ways = dealer(players, pack)
    assert len(ways.turned_bit) * prod(len(packet) for _, packet in ways.packets) == count


def test_7_distinct_deals_five_handed() -> None:
    """A hand for each seat, what is left is the widow; nothing is turned up."""
    ways = dealer(5, 28)
    assert [seat for seat, _ in ways.packets] == [0, 1, 2, 3, 4]
    assert prod(len(packet) for _, packet in ways.packets) == 2_042_129_794_477_893_120


def test_7_distinct_deals_seven_handed() -> None:
    """Seven cards are taken as four and three, so that each hand comes in as many ways as it can be split so."""
    ways = dealer(7, 53)
    sizes = [(seat, int(packet[0]).bit_count()) for seat, packet in ways.packets]
    assert sizes == [(seat, count) for seat in range(7) for count in (4, 3)]
    deals, twice = divmod(prod(len(packet) for _, packet in ways.packets), comb(7, 4) ** 7)
    assert (deals, twice) == (2_156_250_757_442_479_045_786_200_587_919_033_139_200_000, 0)


@pytest.mark.parametrize("players, pack", [(4, 25), (5, 28), (7, 53)])
def test_7_every_packet_lists_each_way_once(players: int, pack: int) -> None:
    """Out of the cards that are left when its turn comes."""
    left = pack - (players == 4)
    for _, packet in dealer(players, pack).packets:
        count = int(packet[0]).bit_count()
        assert len(packet) == comb(left, count) == len(np.unique(packet))
        assert int(np.bitwise_or.reduce(packet)) == (1 << left) - 1
        assert set(np.bitwise_count(packet).tolist()) == {count}
        left -= count
    assert left == {4: 4, 5: 3, 7: 4}[players]


@pytest.mark.parametrize("size, count", [(24, 42_504), (25, 53_130), (28, 98_280), (32, 201_376), (33, 237_336)])
def test_7_single_hands(size: int, count: int) -> None:
    every = hands(size)
    assert len(np.unique(every)) == len(every) == count == comb(size, 5)
    assert set(np.bitwise_count(every).tolist()) == {5}


@pytest.mark.parametrize(
    "size, chance",
    [
        (24, Fraction(5, 138)),
        (25, Fraction(1, 30)),
        (28, Fraction(5, 189)),
        (32, Fraction(5, 248)),
        (33, Fraction(5, 264)),
    ],
)
def test_7_both_bowers_in_a_hand(size: int, chance: Fraction) -> None:
    both = word(pack_of(size), "trump left bower", "trump right bower")
    assert share(hands(size) & both == both) == chance


@pytest.mark.parametrize("size, chance", [(24, Fraction(5, 23)), (25, Fraction(5, 24)), (32, Fraction(5, 31))])
def test_7_right_bower_turned_up_and_the_dealer_holds_the_left(size: int, chance: Fraction) -> None:
    pack = pack_of(size)
    left, right = word(pack, "trump left bower"), word(pack, "trump right bower")
    assert sum(int(bit) == right for bit in dealer(4, size).turned_bit) == 4  # each suit's once
    dealers = hands(size)[hands(size) & right == 0]
    assert share(dealers & left == left) == chance


TRUMPS = {  # trumps in the pack, chances of 0 to 5 of them in a hand
    24: (7, [0.145586, 0.391963, 0.335968, 0.111989, 0.013999, 0.000494]),
    25: (8, [0.116469, 0.358366, 0.358366, 0.143347, 0.022398, 0.001054]),
    28: (8, [0.157753, 0.394383, 0.324786, 0.108262, 0.014245, 0.000570]),
    32: (9, [0.167095, 0.395752, 0.316602, 0.105534, 0.014391, 0.000626]),
    33: (10, [0.141778, 0.373100, 0.335790, 0.127920, 0.020351, 0.001062]),
}


@pytest.mark.parametrize("size", TRUMPS)
def test_7_trumps_in_five_cards(size: int) -> None:
    trumps, chances = TRUMPS[size]
    held = np.bitwise_count(hands(size) & pack_of(size).dtype(pack_of(size).trumps))
    exact = [Fraction(comb(trumps, k) * comb(size - trumps, 5 - k), comb(size, 5)) for k in range(6)]
    assert [share(held == k) for k in range(6)] == exact
    assert [round(float(chance), 6) for chance in exact] == chances


def test_7_five_trumps_in_any_suit() -> None:
    """84 hands of 24 cards, 0.198%."""
    pack = pack_of(24)
    all_trumps = [seen_from(24, suit) & pack.dtype(~pack.trumps & pack.all) == 0 for suit in range(4)]
    assert [int(one.sum()) for one in all_trumps] == [21] * 4
    assert int(np.logical_or.reduce(all_trumps).sum()) == 84


def test_7_trumps_among_four_players() -> None:
    """The book's average of six among four players: 5.625 of a suit, 6.161 with a turned-up trump counted."""
    pack = pack_of(32)
    trumps_dealt = 4 * Fraction(int(np.bitwise_count(hands(32) & pack.dtype(pack.trumps)).sum()), len(hands(32)))
    assert trumps_dealt == Fraction(45, 8)
    left, in_hands = pack.trumps.bit_count() - 1, dealer(4, 32).rules.hand_size * 4
    assert 1 + Fraction(left * in_hands, pack.size - 1) == Fraction(191, 31)


def test_7_the_joker_in_the_widow() -> None:
    """Seven-handed, 4 in 46 if the bidder does not hold it: 10.5 to 1 against."""
    rules = dealer(7, 53).rules
    unseen = rules.pack - rules.hand_size
    chance = Fraction(unseen - 6 * rules.hand_size, unseen)
    assert chance == Fraction(4, 46)
    assert (1 - chance) / chance == Fraction(21, 2)


# ---- poor hands -----------------------------------------------------------------------------------------------------


def of_rank(pack: Pack, *ranks: str) -> Any:
    """The cards of these ranks."""
    return pack.dtype(sum(1 << bit for bit, (_, rank) in enumerate(pack.cards) if rank in ranks))


def test_7_nines_and_tens_only() -> None:
    """24 cards: one hand in 759; two such hands at once would need ten of the eight cards."""
    pack = pack_of(24)
    chance = share(hands(24) & ~of_rank(pack, "9", "T") == 0)
    assert chance == Fraction(56, 42_504) == Fraction(1, 759)
    assert int(of_rank(pack, "9", "T")).bit_count() < 10
    assert round(100 * float(4 * chance), 5) == 0.52701


def test_7_three_nines_or_tens() -> None:
    pack = pack_of(24)
    nines, tens = (np.bitwise_count(hands(24) & of_rank(pack, rank)) for rank in "9T")
    assert share(nines >= 3) == Fraction(65, 3542)
    assert share((nines >= 3) | (tens >= 3)) == Fraction(65, 1771)
    assert share(nines + tens >= 3) == Fraction(6720 + 1120 + 56, 42_504)
    assert round(100 * float(share(nines + tens >= 3)), 3) == 18.577


# ---- tricks ---------------------------------------------------------------------------------------------------------


def winners(pack: Pack, cards: int) -> list[int]:
    """How often each position takes a trick of so many distinct cards, in every order, with no duty to follow suit."""
    played = np.stack(np.meshgrid(*[np.arange(pack.size)] * cards, indexing="ij")).reshape(cards, -1)
    distinct = np.logical_and.reduce([played[i] != played[j] for i in range(cards) for j in range(i)])
    played = played[:, distinct]
    still, led = pack.STILL[played[0]], pack.SUIT[played[0]]
    taker = np.zeros(played.shape[1], np.int8)
    for position in range(1, cards):
        card = played[position]
        taker[(led | pack.dtype(pack.trumps)) & still & pack.BIT[card] != 0] = position
        still = still & pack.STILL[card]
    return np.bincount(taker, minlength=cards).tolist()


@pytest.mark.parametrize(
    "size, expected",
    [
        (24, [[372, 180], [5668, 3238, 3238], [85_386, 56_546, 56_546, 56_546]]),
        (25, [[396, 204], [6220, 3790, 3790], [97_530, 68_690, 68_690, 68_690]]),
        (28, [[511, 245], [9240, 5208, 5208], [166_404, 108_332, 108_332, 108_332]]),
        (32, [[672, 320], [14_064, 7848, 7848], [294_720, 189_440, 189_440, 189_440]]),
    ],
)
def test_7_takers_of_a_trick_by_position(size: int, expected: list[list[int]]) -> None:
    assert [winners(pack_of(size), cards) for cards in (2, 3, 4)] == expected


@pytest.mark.parametrize(
    "size, follower", [(24, 180), (25, 204), (28, 245), (29, 273), (32, 320), (33, 352), (53, 897)]
)
def test_7_two_cards_won_by_the_follower(size: int, follower: int) -> None:
    """A higher trump, any trump on a plain card, or a higher card of the plain suit led."""
    trumps, *plain = (cards.bit_count() for cards in pack_of(size).suits)
    assert comb(trumps, 2) + (size - trumps) * trumps + sum(comb(suit, 2) for suit in plain) == follower
    assert winners(pack_of(size), 2) == [size * (size - 1) - follower, follower]
