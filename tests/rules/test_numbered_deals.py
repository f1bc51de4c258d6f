"""Section 7: many numbered deals are spread as the exact chances say."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from euchre_env import rules_for
from euchre_env.cards import pack_of
from euchre_env.deals import dealer_of

DEALS = 40_000
CRITICAL = {5: 20.515, 6: 22.458, 31: 61.098, 52: 89.272}
"""Chi-square by degrees of freedom: exceeded once in a thousand."""


def chi_square(observed: NDArray[np.integer[Any]], chances: list[Fraction]) -> float:
    """Pearson's statistic of counts against chances."""
    expected = observed.sum() * np.array(chances, float)
    return float(((observed - expected) ** 2 / expected).sum())


def deals_of(variant: str) -> NDArray[Any]:
    """words [3 + planes, n]: deals from seed 2024, half at table 0, half the first of many tables."""
    number = np.arange(DEALS // 2, dtype=np.int64)
    nothing = np.zeros(DEALS // 2, np.int64)
    ways = dealer_of(rules_for(variant), 2024)
    return np.concatenate(
        [ways(nothing.astype(np.uint64), number), ways(number.astype(np.uint64) + np.uint64(1), nothing)], 1
    )


@pytest.fixture(scope="module")
def numbered() -> NDArray[Any]:
    """Four-handed deals of 32 cards."""
    return deals_of("four_handed")


@pytest.fixture(scope="module")
def seven_handed() -> NDArray[Any]:
    """Seven-handed deals of 53 cards."""
    return deals_of("seven_handed")


def hand_of(columns: NDArray[Any], seat: int) -> NDArray[Any]:
    """words [n]: the cards of a seat counted from the dealer."""
    live, *planes = columns[:-2]
    for plane, owner in enumerate(planes):
        live = live & (owner if seat >> plane & 1 else ~owner)
    return live


def times_held(words: NDArray[Any], bits: list[int]) -> NDArray[np.int64]:
    """How many of the words hold each of these cards."""
    return np.array([int((words >> words.dtype.type(bit) & words.dtype.type(1)).sum()) for bit in bits])


def deviations(counts: NDArray[np.int64], chance: Fraction) -> NDArray[np.float64]:
    """Standard deviations by which counts of an event in all deals are off."""
    expected = DEALS * float(chance)
    return (counts - expected) / np.sqrt(expected * float(1 - chance))


def number_of_trumps(trumps: int, others: int, cards: int) -> list[Fraction]:
    """The chance of 0, 1, ... trumps among so many cards."""
    return [Fraction(comb(trumps, k) * comb(others, cards - k), comb(trumps + others, cards)) for k in range(cards + 1)]


# ---- four-handed -----------------------------------------------------------------------------------------------------


def test_7_every_card_is_turned_up_as_often(numbered: NDArray[Any]) -> None:
    place = np.log2(numbered[-2].astype(float)).astype(int) + 32 * numbered[-1].astype(int)
    counts = np.unique(place, return_counts=True)[1]
    assert len(counts) == 32
    assert chi_square(counts, [Fraction(1, 32)] * 32) < CRITICAL[31]


@pytest.mark.parametrize("seat", range(4))
def test_7_numbered_deals_hold_trumps_as_often_as_they_should(numbered: NDArray[Any], seat: int) -> None:
    """The turn-up is a trump: eight of the 31 other cards are."""
    held = np.bitwise_count(hand_of(numbered, seat) & np.uint32(pack_of(32).trumps))
    assert chi_square(np.bincount(held, minlength=6), number_of_trumps(8, 23, 5)) < CRITICAL[5]


def test_7_every_card_comes_to_the_eldest_as_often(numbered: NDArray[Any]) -> None:
    """Plain cards, each in five of 31 hands. They are drawn without return, which only lowers the sum of squares."""
    plain = [bit for bit in range(32) if not pack_of(32).trumps >> bit & 1]
    deviation = deviations(times_held(hand_of(numbered, 1), plain), Fraction(5, 31))
    assert np.abs(deviation).max() < 4
    assert float((deviation**2).sum()) < CRITICAL[31]


# ---- seven-handed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(7))
def test_7_seven_handed_hands_hold_fifteen_trumps_as_often_as_they_should(
    seven_handed: NDArray[Any], seat: int
) -> None:
    """Six trumps or more in seven cards are so rare that they are counted together."""
    held = np.bitwise_count(hand_of(seven_handed, seat) & np.uint64(pack_of(53).trumps))
    *few, six, seven = number_of_trumps(15, 38, 7)
    assert chi_square(np.bincount(np.minimum(held, 6), minlength=7), [*few, six + seven]) < CRITICAL[6]


def test_7_every_card_lies_in_the_widow_as_often(seven_handed: NDArray[Any]) -> None:
    """Each in four of 53 widows; so does the Joker, the highest trump."""
    widow = seven_handed[-2]
    assert set(np.bitwise_count(widow).tolist()) == {4}
    deviation = deviations(times_held(widow, list(range(53))), Fraction(4, 53))
    assert np.abs(deviation).max() < 4
    assert float((deviation**2).sum()) < CRITICAL[52]


def test_7_the_joker_in_the_widow_as_often_as_it_should(seven_handed: NDArray[Any]) -> None:
    """Of the deals in which the eldest does not hold it, 4 in 46."""
    joker = np.uint64(1 << pack_of(53).labels.index("Joker"))
    others = hand_of(seven_handed, 1) & joker == 0
    in_widow = int((seven_handed[-2][others] & joker != 0).sum())
    cases, chance = int(others.sum()), 4 / 46
    assert abs(in_widow - cases * chance) < 4 * np.sqrt(cases * chance * (1 - chance))


# ---- the statistic ---------------------------------------------------------------------------------------------------


def test_7_the_statistic_can_fail() -> None:
    """Deals that favour one card by a fifth are found out."""
    skewed = np.full(32, DEALS // 32)
    skewed[0] += DEALS // 160
    assert chi_square(skewed, [Fraction(1, 32)] * 32) < CRITICAL[31]
    skewed[0] += DEALS // 80
    assert chi_square(skewed, [Fraction(1, 32)] * 32) > CRITICAL[31]
