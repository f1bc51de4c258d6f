"""Deals are numbers: the same seed, table and deal give the same cards, whatever else is dealt; all are as likely."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    assert Table(rules, deal, dealer).seat == (dealer + 1) % rules.players
    assert sorted([*sum(deal.hands, ()), deal.upcard or "", *deal.stock]) == sorted(
        pack_of(rules.pack).names(2**64 - 1, 0)
    )


@given(rules=any_rules(), seed=st.integers(0, 9), dealer=st.integers(0, 1))
def test_a_deal_by_names_is_the_same_deal(rules: Rules, seed: int, dealer: int) -> None:
    shuffler = dealer_of(rules, seed)
    columns = shuffler(np.arange(30).astype(np.uint64), np.arange(30))
    for k in range(30):
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


@pytest.mark.parametrize(("variant", "pack"), [("two_handed", 32), ("three_handed", 33), ("four_handed", 24)])
def test_every_card_goes_everywhere_equally_often(variant: str, pack: int) -> None:
    """12,000 deals; no count is further than 4.5 standard deviations from its expectation (some 150 counts)."""
    rules, count = rules_for(variant, pack=pack), 12_000
    place = {name: k for k, name in enumerate(pack_of(pack).names(2**64 - 1, 0))}
    found = np.zeros((rules.players + 2, pack), int)
    for deal in some_deals(rules, 17, count):
        for where, cards in enumerate([*deal.hands, (deal.upcard or "",), deal.stock]):
            found[where, [place[card] for card in cards]] += 1
    sizes = np.array([5] * rules.players + [1, pack - 1 - 5 * rules.players])
    assert found.sum(1).tolist() == (sizes * count).tolist()
    chance = (sizes / pack)[:, None]
    assert np.abs((found - count * chance) / np.sqrt(count * chance * (1 - chance))).max() < 4.5


def test_hands_are_independent_of_the_turn_up_and_of_each_other() -> None:
    """Of 12,000 deals of 32 cards to two, two cards lie in one hand as often as chance has it: 5 * 4 / (32 * 31)."""
    deals = some_deals(rules_for("two_handed"), 18, 12_000)
    expected = 12_000 * 20 / 992
    for pair in (("AC", "KC"), ("7H", "AS"), ("JD", "JH")):
        for seat in (0, 1):
            together = sum(set(pair) <= set(deal.hands[seat]) for deal in deals)
            assert abs(together - expected) < 4.5 * expected**0.5
