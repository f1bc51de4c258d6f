"""Section 7, J1 to J4: how often the five highest trumps come together in one hand, counted over every case.

The pack has 25 cards unless a test says otherwise. Hands, turn-ups, the set and the partner's strict best card are the
program's own; what cannot complete the set with one card more is left out of the last step alone.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from euchre_env.cards import Pack, pack_of

from .chances import dealer, hands, seen_from, share, word

PACK = pack_of(25)
TOP = PACK.dtype(PACK.jamboree)


def top_five(pack: Pack) -> int:
    """R37: Joker, bowers, A, K; without a Joker also Q."""
    labels = ["Joker"] * (pack.size % 2) + ["trump right bower", "trump left bower", "trump A", "trump K", "trump Q"]
    return word(pack, *labels[:5])


@pytest.mark.parametrize("size", [24, 25, 28, 29, 32, 33])
def test_R37_the_programs_set_is_that_of_the_rule(size: int) -> None:
    assert pack_of(size).jamboree == top_five(pack_of(size))


# ---- J1: dealt ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size, one_suit, any_suit",
    [(25, Fraction(1, 53_130), Fraction(4, 53_130)), (24, Fraction(1, 42_504), Fraction(1, 10_626))],
)
def test_7_J1_the_five_highest_trumps_in_one_hand(size: int, one_suit: Fraction, any_suit: Fraction) -> None:
    top = pack_of(size).jamboree
    assert share(hands(size) & top == top) == one_suit
    assert share(np.logical_or.reduce([seen_from(size, suit) == top for suit in range(4)])) == any_suit


def test_7_J1_in_any_of_four_hands() -> None:
    """The events shut each other out, for each needs the Joker."""
    assert PACK.jamboree & word(PACK, "Joker")
    in_one_hand = share(np.logical_or.reduce([seen_from(25, suit) == TOP for suit in range(4)]))
    assert 4 * in_one_hand == Fraction(16, 53_130)


# ---- J2: with the turn-up -------------------------------------------------------------------------------------------


def test_7_J2_the_dealer_with_the_turnup() -> None:
    """Trump is the turned suit, a Joker stands for hearts: 272 of 1,062,600 deals of five cards and a turn-up."""
    every, complete, cases = hands(25), 0, 0
    by_turned: Counter[str] = Counter()
    for turned in dealer(4, 25).turned_bit:
        dealers = every[every & turned == 0]
        found = int(((dealers | turned) & TOP == TOP).sum())
        complete, cases = complete + found, cases + len(dealers)
        by_turned[PACK.labels[int(turned).bit_length() - 1]] += found
    assert cases == 1_062_600
    assert Fraction(complete, cases) == Fraction(272, 1_062_600) == Fraction(34, 132_825)
    low, high = ("trump 9", "trump 10", "trump Q"), ("trump K", "trump A", "trump right bower")
    assert by_turned == dict.fromkeys(low, 4) | dict.fromkeys(high, 80) | {"Joker": 20}


def test_7_joker_turned_up() -> None:
    assert share(dealer(4, 25).turned_bit == PACK.dtype(word(PACK, "Joker"))) == Fraction(1, 25)


# ---- J3, J4: with the partner's best card ---------------------------------------------------------------------------


def partners_completing(held: int, missing: int) -> tuple[int, int]:
    """(partner's hands whose strict best card is the missing one, partner's hands), none of them with a card `held`."""
    others = hands(25)[hands(25) & PACK.dtype(held) == 0]
    return int((PACK.strict_bests(others) == PACK.dtype(missing)).sum()), len(others)


def chance_with_best(own: NDArray[Any], turned: int) -> Fraction:
    """The chance, given the turn-up (or 0), that one of these equally likely hands holds the set once it has been
    given the partner's best card and, if there is one, the turn-up."""
    held = own | PACK.dtype(turned)
    short = np.bitwise_count(TOP & ~held)
    chance = Fraction(int((short == 0).sum()))
    for cards in held[short == 1].tolist():
        chance += Fraction(*partners_completing(cards, PACK.jamboree & ~cards))
    return chance / len(own)


def test_7_J3_partners_best() -> None:
    """A given player, a given trump, nothing known of the turn-up: 26 in 53,130."""
    assert chance_with_best(hands(25), 0) == Fraction(1, 53_130) + Fraction(5 * 20, 53_130) * Fraction(5, 20)
    assert chance_with_best(hands(25), 0) == Fraction(26, 53_130) == Fraction(13, 26_565)


def test_7_J3_the_partner_gives_the_missing_card_whenever_he_has_it() -> None:
    """It is his highest trump, for the others are not his: one hand in four holds one given card out of twenty."""
    joker_left = word(PACK, "trump right bower", "trump left bower", "trump A", "trump K", "trump 9")
    gives, cases = partners_completing(joker_left, word(PACK, "Joker"))
    assert (gives, cases) == (comb(19, 4), comb(20, 5))
    assert Fraction(gives, cases) == Fraction(1, 4)


def test_7_J4_the_dealer_with_the_turnup_and_partners_best() -> None:
    """793 in 265,650: 5 in 966 with a turn-up of the set, 13 in 21,252 with a lower one.

    Cards of one rank turned up look the same seen from their suit, so each is counted through once.
    """
    times = Counter(dealer(4, 25).turned_bit.tolist())
    every, chances = hands(25), {}
    for turned in times:
        chances[turned] = chance_with_best(every[every & PACK.dtype(turned) == 0], turned)
    in_set = {chance for turned, chance in chances.items() if turned & PACK.jamboree}
    lower = {chance for turned, chance in chances.items() if not turned & PACK.jamboree}
    assert (in_set, lower) == ({Fraction(5, 966)}, {Fraction(13, 21_252)})
    assert sum(chances[turned] * count for turned, count in times.items()) / 25 == Fraction(793, 265_650)
