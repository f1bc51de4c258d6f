"""Section 7: exact counts and chances, from the program's own packs, tables and ways to deal; nothing is simulated.

The last tests look at many numbered deals instead: these must be spread as the exact chances say.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from euchre_env import rules_for
from euchre_env.cards import Pack, pack_of
from euchre_env.deals import Dealer, dealer_of, subsets

VARIANT = {2: "two_handed", 3: "three_handed", 4: "four_handed"}


def dealer(players: int, pack: int) -> Dealer:
    """The way the program deals to so many players from such a pack."""
    return dealer_of(rules_for(VARIANT[players], pack=pack), 0)


@lru_cache(maxsize=2)
def hands(size: int) -> NDArray[Any]:
    """words [size over 5]: every hand of five cards, as bits of a pack seen from its trump suit."""
    return subsets(size, 5, size)


def word(pack: Pack, *labels: str) -> int:
    """The bits of the cards with these labels."""
    return sum(1 << pack.labels.index(label) for label in labels)


def share(of: NDArray[np.bool_]) -> Fraction:
    """The chance of an event, given whether it holds in each of equally likely cases."""
    return Fraction(int(of.sum()), of.size)


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
    assert len(ways.turned_bit) * prod(len(packet) for packet in ways.packets) == count


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


def seen_from(size: int, suit: int) -> NDArray[Any]:
    """Every hand seen from another suit than that of `hands`."""
    every = hands(size)
    return pack_of(size).rebase(every, np.full(len(every), suit))


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


# ---- the five highest trumps ----------------------------------------------------------------------------------------


def top_five(pack: Pack) -> int:
    """The five highest trumps: Joker, bowers, A, K; without a Joker also Q."""
    labels = ["Joker"] * (pack.size % 2) + ["trump right bower", "trump left bower", "trump A", "trump K", "trump Q"]
    return word(pack, *labels[:5])


@pytest.mark.parametrize(
    "size, one_suit, any_suit",
    [(25, Fraction(1, 53_130), Fraction(4, 53_130)), (24, Fraction(1, 42_504), Fraction(1, 10_626))],
)
def test_7_J1_the_five_highest_trumps_in_one_hand(size: int, one_suit: Fraction, any_suit: Fraction) -> None:
    top = top_five(pack_of(size))
    assert share(hands(size) & top == top) == one_suit
    assert share(np.logical_or.reduce([seen_from(size, suit) == top for suit in range(4)])) == any_suit


def test_7_J1_in_any_of_four_hands() -> None:
    """25 cards: the events shut each other out, for each needs the Joker."""
    assert top_five(pack_of(25)) & word(pack_of(25), "Joker")
    assert 4 * share(
        np.logical_or.reduce([seen_from(25, suit) == top_five(pack_of(25)) for suit in range(4)])
    ) == Fraction(16, 53_130)


def test_7_J2_the_dealer_with_the_turnup() -> None:
    """25 cards, trump is the turned suit, a Joker stands for hearts: 272 of 1,062,600 deals of five and a turn-up."""
    top, every, complete, cases = top_five(pack_of(25)), hands(25), 0, 0
    for turned in dealer(4, 25).turned_bit:
        dealers = every[every & turned == 0]
        complete += int(((dealers | turned) & top == top).sum())
        cases += len(dealers)
    assert cases == 1_062_600
    assert Fraction(complete, cases) == Fraction(272, 1_062_600) == Fraction(34, 132_825)


def test_7_joker_turned_up() -> None:
    ways = dealer(4, 25)
    assert share(ways.turned_bit == word(pack_of(25), "Joker")) == Fraction(1, 25)


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


# ---- numbered deals are spread as they should be --------------------------------------------------------------------

DEALS = 40_000
CRITICAL = {5: 20.515, 31: 61.098}  # chi-square, degrees of freedom: exceeded once in a thousand


def chi_square(observed: NDArray[np.integer[Any]], chances: list[Fraction]) -> float:
    """Pearson's statistic of counts against chances."""
    expected = observed.sum() * np.array(chances, float)
    return float(((observed - expected) ** 2 / expected).sum())


@pytest.fixture(scope="module")
def numbered() -> NDArray[Any]:
    """words [5, n]: four-handed deals of 32 cards from seed 2024, half at table 0, half the first of many tables."""
    number = np.arange(DEALS // 2, dtype=np.int64)
    nothing = np.zeros(DEALS // 2, np.int64)
    ways = dealer_of(rules_for("four_handed"), 2024)
    return np.concatenate(
        [ways(nothing.astype(np.uint64), number), ways(number.astype(np.uint64) + np.uint64(1), nothing)], 1
    )


def hand_of(columns: NDArray[Any], seat: int) -> NDArray[Any]:
    """words [n]: the cards of a seat counted from the dealer."""
    live, low, high = columns[:3]
    return live & (low if seat & 1 else ~low) & (high if seat & 2 else ~high)


def test_7_every_card_is_turned_up_as_often(numbered: NDArray[Any]) -> None:
    place = np.log2(numbered[-2].astype(float)).astype(int) + 32 * numbered[-1].astype(int)
    counts = np.unique(place, return_counts=True)[1]
    assert len(counts) == 32
    assert chi_square(counts, [Fraction(1, 32)] * 32) < CRITICAL[31]


@pytest.mark.parametrize("seat", range(4))
def test_7_numbered_deals_hold_trumps_as_often_as_they_should(numbered: NDArray[Any], seat: int) -> None:
    """The turn-up is a trump: eight of the 31 other cards are."""
    held = np.bitwise_count(hand_of(numbered, seat) & np.uint32(pack_of(32).trumps))
    chances = [Fraction(comb(8, k) * comb(23, 5 - k), comb(31, 5)) for k in range(6)]
    assert chi_square(np.bincount(held, minlength=6), chances) < CRITICAL[5]


def test_7_every_card_comes_to_the_eldest_as_often(numbered: NDArray[Any]) -> None:
    """Plain cards, each in five of 31 hands. They are drawn without return, which only lowers the sum of squares."""
    eldest = hand_of(numbered, 1)
    plain = [bit for bit in range(32) if not pack_of(32).trumps >> bit & 1]
    counts = np.array([int((eldest >> np.uint32(bit) & np.uint32(1)).sum()) for bit in plain])
    expected = DEALS * 5 / 31
    deviation = (counts - expected) / np.sqrt(DEALS * 5 / 31 * 26 / 31)
    assert np.abs(deviation).max() < 4
    assert float((deviation**2).sum()) < CRITICAL[31]


def test_7_the_statistic_can_fail() -> None:
    """Deals that favour one card by a fifth are found out."""
    skewed = np.full(32, DEALS // 32)
    skewed[0] += DEALS // 160
    assert chi_square(skewed, [Fraction(1, 32)] * 32) < CRITICAL[31]
    skewed[0] += DEALS // 80
    assert chi_square(skewed, [Fraction(1, 32)] * 32) > CRITICAL[31]
