"""Deals are numbers: the same seed, table and deal give the same cards, whatever else is dealt; all are as likely."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from euchre_env import Deal, Rules, Table, VectorEuchre, deal_cards, rules_for, variants
from euchre_env.cards import pack_of
from euchre_env.deals import dealer_of, subsets
from tests.witnesses import any_rules


def some_deals(rules: Rules, seed: int, count: int) -> list[Deal]:
    """The first deals of table 0, all dealt by seat 0."""
    dealer = dealer_of(rules, seed)
    columns = dealer(np.zeros(count, np.uint64), np.arange(count))
    return [dealer.deal_of(columns[:, k], 0) for k in range(count)]


@given(
    rules=any_rules(),
    seed=st.integers(0, 2**70),
    table=st.integers(0, 2**63),
    number=st.integers(0, 2**62),
    data=st.data(),
)
def test_every_deal_is_one(rules: Rules, seed: int, table: int, number: int, data: st.DataObject) -> None:
    """The whole pack once, five cards a seat: `Table` refuses anything else. Large numbers are numbers too."""
    dealer = data.draw(st.integers(0, rules.players - 1))
    deal = deal_cards(rules, seed, table, number, dealer)
    table = Table(rules, deal, dealer)
    assert table.seat == (dealer + (table.kind != "name_blind")) % rules.players
    turned = () if deal.upcard is None else (deal.upcard,)
    assert sorted([*sum(deal.hands, ()), *turned, *deal.stock]) == sorted(pack_of(rules.pack).names(2**64 - 1, 0))


@given(rules=any_rules(), seed=st.integers(0, 9), dealer=st.integers(0, 1))
def test_a_deal_by_names_is_the_same_deal(rules: Rules, seed: int, dealer: int) -> None:
    shuffler = dealer_of(rules, seed)
    columns = shuffler(np.arange(30).astype(np.uint64), np.arange(30))
    for k in range(0, 30, 3):
        deal = shuffler.deal_of(columns[:, k], dealer)
        np.testing.assert_array_equal(shuffler.columns_of(deal, dealer)[:, 0], columns[:, k])


def test_the_hands_lie_in_order_from_the_dealer() -> None:
    rules = rules_for("four_handed")
    first, turned = (deal_cards(rules, 3, 1, 4, dealer) for dealer in (0, 3))
    assert turned.hands == (*first.hands[1:], first.hands[0])
    assert (turned.upcard, turned.stock) == (first.upcard, first.stock)


@pytest.mark.parametrize("variant", variants())
def test_a_deal_does_not_depend_on_those_beside_it(variant: str) -> None:
    rules = rules_for(variant)
    tables, numbers = np.repeat(np.arange(20), 5).astype(np.uint64), np.tile(np.arange(5), 20)
    together = dealer_of(rules, 11)(tables, numbers)
    for k in (0, 1, 57, 99):
        alone = dealer_of(rules, 11)(tables[[k]], numbers[[k]])
        np.testing.assert_array_equal(together[:, [k]], alone)


def test_tables_deals_and_seeds_give_different_cards() -> None:
    """6,000 deals of 4 seeds, 30 tables and 50 numbers each: no two alike, of some 10**14 there are."""
    rules = rules_for("four_handed")
    tables, numbers = np.repeat(np.arange(30), 50).astype(np.uint64), np.tile(np.arange(50), 30)
    columns = np.concatenate([dealer_of(rules, seed)(tables, numbers) for seed in (0, 1, 2, 2**64)], 1)
    assert np.unique(columns, axis=1).shape[1] == 6000


def test_seed_0_is_a_seed() -> None:
    def first_deals(**seed: Any) -> list[Any]:
        tables = VectorEuchre("four_handed", num_tables=3, **seed)
        return [tables.record(table) for table in range(3)]

    assert first_deals(seed=0) == first_deals(seed=0) == first_deals()
    assert first_deals(seed=0) != first_deals(seed=1)
    tables = VectorEuchre("four_handed", num_tables=3, seed=1)
    tables.reset(seed=0)
    assert [tables.record(table) for table in range(3)] == first_deals(seed=0)
    assert tables.seed == 0


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "1", None, [1]])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        VectorEuchre("four_handed", seed=seed)
    tables = VectorEuchre("four_handed", seed=5)
    before = tables.record(0)
    if seed is not None:  # which asks for the deals that come next
        with pytest.raises(ValueError, match="seed"):
            tables.reset(seed=seed)
        assert tables.record(0) == before
        assert tables.seed == 5


def test_every_subset_once() -> None:
    masks = subsets(11, 5, 24)
    assert len(set(masks.tolist())) == 462
    assert set(np.bitwise_count(masks).tolist()) == {5}
    assert int(masks.max()) < 1 << 11


GAMES = [
    *(("two_handed", 32), ("three_handed", 33), ("four_handed", 24), ("railroad", 25)),
    *(("five_handed", 28), ("seven_handed", 53)),
]


def where_cards_lie(variant: str, pack: int, deals: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """How often each card lay in each hand, in the stock, on it: intp [places, C]; and the share of the cards that lie
    in each place, float64 [places, 1]. Counted from the columns, which `deal_of` is shown elsewhere to spell."""
    rules = rules_for(variant, pack=pack)
    columns = dealer_of(rules, 17)(np.zeros(deals, np.uint64), np.arange(deals))
    home = pack_of(pack)
    bits = np.arange(pack).astype(columns.dtype)[:, None]
    suits = columns[-1].astype(np.intp)
    columns[:-1] = home.rebase(columns[:-1], suits)  # seen from clubs
    live, *owner, talon = (row >> bits & columns.dtype.type(1) for row in columns[:-1])
    seat = sum(plane.astype(np.intp) << k for k, plane in enumerate(owner))
    places = [(live == 1) & (seat == s) for s in range(rules.players)]
    places += [talon == 1] if rules.bids else [talon == 1, (live | talon) == 0]
    found = np.array([place.sum(1) for place in places])
    stock = pack - rules.hand_size * rules.players
    sizes = [*[rules.hand_size] * rules.players, *([stock] if rules.bids else [1, stock - 1])]
    assert found.sum(1).tolist() == [size * deals for size in sizes]
    return found, np.array(sizes)[:, None] / pack


@pytest.mark.parametrize(("variant", "pack"), GAMES)
def test_every_card_goes_everywhere_equally_often(variant: str, pack: int) -> None:
    """40,000 deals; no count is further than 4.5 standard deviations from its expectation (some 150 to 420 counts)."""
    count = 40_000
    found, chance = where_cards_lie(variant, pack, count)
    assert np.abs((found - count * chance) / np.sqrt(count * chance * (1 - chance))).max() < 4.5


@pytest.mark.parametrize(("variant", "pack"), GAMES)
def test_the_counts_together_are_as_even_as_chance_has_them(variant: str, pack: int) -> None:
    """Chi-square over cards and places. With (cards - 1) * (places - 1) degrees of freedom, each hand filled without
    putting back; four standard deviations either way."""
    count = 40_000
    found, chance = where_cards_lie(variant, pack, count)
    freedom = (pack - 1) * (len(chance) - 1)
    # A card lies in one place, a place holds different cards: the variances of a table with fixed margins.
    statistic = ((found - count * chance) ** 2 / (count * chance)).sum() * (pack - 1) / pack
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("variant", ["five_handed", "seven_handed"])
def test_two_cards_lie_together_as_often_as_chance_has_it(variant: str) -> None:
    """Of 40,000 deals: in one hand, in two different hands, in the widow, for pairs near and far in the pack."""
    rules, count = rules_for(variant), 40_000
    columns = dealer_of(rules, 18)(np.zeros(count, np.uint64), np.arange(count))
    one, n, size, widow = columns.dtype.type(1), rules.pack, rules.hand_size, rules.widow
    places = columns[1:-2]
    for first, second in ((0, 1), (3, 20), (7, n - 1), (n - 2, n - 1), (11, 12)):
        a, b = (columns[-2] >> columns.dtype.type(bit) & one != 0 for bit in (first, second))
        differ = np.bitwise_or.reduce(places >> columns.dtype.type(first) ^ places >> columns.dtype.type(second)) & one
        together = int((~a & ~b & (differ == 0)).sum())
        for found, ways in ((together, rules.players * size * (size - 1)), (int((a & b).sum()), widow * (widow - 1))):
            expected = count * ways / (n * (n - 1))
            assert abs(found - expected) < 4.5 * expected**0.5


@pytest.mark.parametrize("variant", ["five_handed", "seven_handed", "railroad"])
def test_the_same_seed_the_same_deals_however_many_tables(variant: str) -> None:
    few, many = (VectorEuchre(variant, num_tables=n, seed=6) for n in (2, 9))
    assert [few.record(at) for at in range(2)] == [many.record(at) for at in range(2)]
    others = VectorEuchre(variant, num_tables=2, seed=7)
    assert all(few.record(at)["hands"] != others.record(at)["hands"] for at in range(2))


def test_hands_are_independent_of_the_turn_up_and_of_each_other() -> None:
    """Of 12,000 deals of 32 cards to two, two cards lie in one hand as often as chance has it: 5 * 4 / (32 * 31)."""
    deals = some_deals(rules_for("two_handed"), 18, 12_000)
    expected = 12_000 * 20 / 992
    for pair in (("AC", "KC"), ("7H", "AS"), ("JD", "JH")):
        for seat in (0, 1):
            together = sum(set(pair) <= set(deal.hands[seat]) for deal in deals)
            assert abs(together - expected) < 4.5 * expected**0.5


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        ({"table": -1}, "table=-1"),
        ({"number": 2**63}, "number=9223372036854775808"),
        ({"seed": -1}, "seed=-1"),
        ({"dealer": 4}, "dealer=4: must be a seat from 0 to 3"),
        ({"dealer": "0"}, 'dealer="0"'),
    ],
)
def test_a_deal_of_no_such_number_is_refused(arguments: dict[str, Any], culprit: str) -> None:
    with pytest.raises(ValueError, match=culprit):
        deal_cards(rules_for("four_handed"), **({"seed": 0, "table": 0, "number": 0, "dealer": 0} | arguments))
