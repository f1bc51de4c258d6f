"""Every transition of every automaton is taken by the engine beside plain tables, and everything rare has happened."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import Phase, given, settings

from euchre_env import Rules, Table, rules_for, variants
from euchre_env.automaton import compile_rules
from euchre_env.deals import dealer_of
from tests.coverage_of_transitions import confirmed, coverage, expected_events
from tests.scouting import StackedEngine, few_plays
from tests.stacked import StackedDealer
from tests.witnesses import any_rules

LARGEST = pytest.param("seven_handed", marks=pytest.mark.slow)
"""Its automaton has most transitions by far."""


@pytest.mark.parametrize("variant", [LARGEST if v == "seven_handed" else v for v in variants()])
def test_every_transition_is_taken_beside_a_table(variant: str) -> None:
    found = coverage(rules_for(variant))
    assert len(found.taken) == compile_rules(rules_for(variant)).transitions
    assert found.share == 1, f"{(found.taken == 0).sum()} transitions were never taken"
    assert not expected_events(rules_for(variant)) - found.events.keys()


def test_what_railroad_full_expects() -> None:
    """The list is no emptier than it looks: roads, makers, R13, R19a, pairs of lone hands, laps and slams."""
    expected = expected_events(rules_for("railroad_full"))
    assert {f"Jamboree by {road}" for road in ("deal", "turn-up", "best", "both")} < expected
    assert sum(event.startswith("Jamboree of seat") for event in expected) == 16
    assert sum(" against lone " in event for event in expected) == 8
    assert {"R13", "R19a", "pat lone", "Jambone", "slam", "laps over several games, slams"} < expected
    assert len(expected_events(rules_for("five_handed"))) == 1 + 7 + 4 + 6 + 1
    assert len(expected_events(rules_for("seven_handed"))) == 1 + 9 + 15 + 20 + 1


def test_a_play_left_out_is_missed() -> None:
    """Without one of the plays something is not taken: the measure is not blind, and no play is idle."""
    rules = rules_for("three_handed")
    plays = few_plays(rules, num_tables=300, seed=2, most_steps=500)
    assert confirmed(rules, plays, seed=2).share == 1
    shares = [confirmed(rules, plays[:k] + plays[k + 1 :], seed=2).share for k in range(len(plays))]
    assert sum(share < 1 for share in shares) > len(plays) // 2
    assert confirmed(rules, plays[:3], seed=2).share < 0.5


def test_a_fault_of_the_engine_is_seen_where_only_one_transition_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """R40: an announced Jamboree that pays 4 instead of 16."""
    rules = rules_for("railroad_full")
    plays = [play for play in few_plays(rules, 500, 3, 100) if any("turn-up given" not in mark for mark in play.marks)]
    assert plays, "no Jamboree among them"
    confirmed(rules, plays, seed=3)
    tables = compile_rules(rules)
    points = np.where(tables.points == 16, 4, tables.points)
    monkeypatch.setattr("euchre_env.engine_state.compile_rules", lambda rules: tables._replace(points=points))
    with pytest.raises(AssertionError, match=r"engine .* script"):
        confirmed(rules, plays, seed=3)


@pytest.mark.parametrize("variant", ["railroad_full", "british"])
def test_stacked_deals_are_deals(variant: str) -> None:
    """`Table` refuses any other; a deal does not depend on those beside it; the rare ones are no longer rare."""
    rules = rules_for(variant)
    stacked, tables, numbers = StackedDealer(rules, 4), np.arange(200).astype(np.uint64), np.arange(200)
    columns = stacked(tables, numbers)
    deals = [stacked.deal_of(columns[:, k], k % 4) for k in range(200)]
    for k, deal in enumerate(deals):
        assert Table(rules, deal, k % 4).deal == deal
        np.testing.assert_array_equal(stacked.columns_of(deal, k % 4)[:, 0], columns[:, k])
    np.testing.assert_array_equal(stacked(tables[77:78], numbers[77:78]), columns[:, 77:78])
    assert (columns != dealer_of(rules, 4)(tables, numbers)).any(0).sum() > 15
    if variant == "british":
        assert sum(deal.upcard == "JK" for deal in deals) > 16
    np.testing.assert_array_equal(
        StackedEngine(rules, 3, seed=4).columns[:-1], stacked(tables[:3], np.zeros(3, np.int64))[:-1]
    )


@pytest.mark.slow
@settings(max_examples=40, phases=[Phase.generate])  # to make an example smaller would take long
@given(rules=any_rules())
def test_every_transition_is_taken_under_forty_rules(rules: Rules) -> None:
    """Whatever options are set: nothing in an automaton is out of reach."""
    found = coverage(rules)
    assert found.share == 1, f"{(found.taken == 0).sum()} transitions were never taken under {rules.options()}"
