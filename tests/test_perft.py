"""How many ways a deal can go, counted three ways: by the engine, by the script, from the rule book's words.

A count is the number of sequences of so many decisions. `python -m pytest -m slow tests/test_perft.py` counts the long
ones again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from euchre_env import Table, rules_for
from euchre_env.engine import Engine
from tests.by_the_book import TurnUp, bidding, legal_by_the_book
from tests.perft_deals import DEALS, Listed
from tests.stacked import StackedDealer
from tests.witnesses import nth_bit


def count(listed: Listed, depth: int, legal: Callable[[Listed, list[str]], Any]) -> list[int]:
    counts, paths = [], [listed.decisions.split()]
    for _ in range(depth):
        paths = [[*path, action] for path in paths for action in legal(listed, path)]
        counts.append(len(paths))
    return counts


def count_by_the_book(listed: Listed, depth: int) -> list[int]:
    return count(listed, depth, lambda listed, path: legal_by_the_book(listed.rules, listed.deal, listed.dealer, path))


def count_by_script(listed: Listed, depth: int) -> list[int]:
    return count(listed, depth, lambda listed, path: table_after(listed, path).legal)


def table_after(listed: Listed, decisions: list[str]) -> Table:
    table = Table(listed.rules, listed.deal, listed.dealer)
    for action in decisions:
        table.step(action)
    return table


def count_by_engine(listed: Listed, depth: int) -> list[int]:
    """All sequences side by side: each table is copied once for every legal action."""
    engine = Engine(listed.rules, 1)
    nothing = np.zeros((listed.rules.sides, 1), int)
    columns = engine.deal_cards.columns_of(listed.deal, listed.dealer)
    engine.place(columns, np.array([listed.dealer]), nothing, nothing, np.array([1]))
    told = Table(listed.rules, listed.deal, listed.dealer)
    for action in listed.decisions.split():
        number = next(n for n in told.legal_numbers if spelled(told, n) == action)
        told.step(action)
        engine.step(np.array([number]))
    counts = []
    for _ in range(depth):
        choices = np.bitwise_count(engine.legal).astype(np.intp)
        rows = np.repeat(np.arange(engine.num_tables), choices)
        ranks = np.arange(len(rows)) - np.repeat(choices.cumsum() - choices, choices)
        counts.append(len(rows))
        engine = engine.subset(rows)
        engine.step(nth_bit(engine.legal, ranks))
        engine = engine.subset(np.setdiff1d(np.arange(len(rows)), engine.over))
    return counts


def spelled(table: Table, number: int) -> str:
    """The action of a legal bit or call, as a copy that takes it records it."""
    copied = Table(table.rules, table.deal, table.dealer)
    for _, action in table.actions:
        copied.step(action)
    copied.step_number(number)
    return copied.actions[-1][1]


def affordable(listed: Listed, most: int) -> int:
    """The depth up to which no more than so many sequences are counted."""
    return sum(int(total) <= most for total in np.cumsum(listed.counts))


def by_title(listed: Any) -> str:
    return listed.title.replace(" ", "_")


@pytest.mark.parametrize("listed", DEALS, ids=by_title)
def test_the_engine_counts_as_many(listed: Listed) -> None:
    assert count_by_engine(listed, len(listed.counts)) == listed.counts


@pytest.mark.parametrize("listed", DEALS, ids=by_title)
def test_the_script_counts_as_many(listed: Listed) -> None:
    depth = affordable(listed, 2500)
    assert depth >= 3
    assert count_by_script(listed, depth) == listed.counts[:depth]


@pytest.mark.parametrize("listed", DEALS, ids=by_title)
def test_the_book_counts_as_many(listed: Listed) -> None:
    depth = affordable(listed, 8000)
    assert count_by_the_book(listed, depth) == listed.counts[:depth]


@pytest.mark.slow
@pytest.mark.parametrize("listed", DEALS, ids=by_title)
def test_the_book_counts_as_many_to_the_end(listed: Listed) -> None:
    assert count_by_the_book(listed, len(listed.counts)) == listed.counts


VARIANTS = ["three_handed", "north_american", "railroad", "railroad_full", "british", "five_handed", "seven_handed"]


def assert_as_in_the_book(variant: str, deals: int, **options: Any) -> None:
    """Random play of stacked deals: at every decision script and book allow the same."""
    rules, rng = rules_for(variant, **options), np.random.default_rng(1)
    stacked = StackedDealer(rules, 5)
    columns = stacked(np.zeros(deals, np.uint64), np.arange(deals))
    for number in range(deals):
        dealer = number % rules.players
        deal = stacked.deal_of(columns[:, number], dealer)
        course = bidding(rules, deal, dealer) if rules.bids else TurnUp(rules, deal, dealer).course()
        table, legal = Table(rules, deal, dealer), next(course)
        while not table.over:
            told = table.legal
            assert sorted(legal) == list(told), table.record()
            table.step(told[int(rng.integers(len(told)))])
            try:
                legal = course.send(table.actions[-1][1])
            except StopIteration:
                legal = []
        assert not legal, table.record()


@pytest.mark.parametrize("variant", VARIANTS)
def test_script_and_book_agree_on_what_is_legal(variant: str) -> None:
    assert_as_in_the_book(variant, deals=100)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_script_and_book_agree_in_thousands_of_deals(variant: str) -> None:
    assert_as_in_the_book(variant, deals=3000)
    if rules_for(variant).players == 4:
        assert_as_in_the_book(variant, deals=1000, lone_lead="left_of_lone_player", stick_the_dealer=True)
        assert_as_in_the_book(variant, deals=1000, assist_must_be_alone=True, may_discard_turnup=True)
