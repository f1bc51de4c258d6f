"""The engine against the script run directly, decision by decision: two ways from the same rules to the same game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_env import OPTIONS, Rules, RulesError, rules_for, variants
from euchre_env.engine import Engine
from euchre_env.observer import ObservedEngine
from tests.witnesses import Witnesses, any_rules, choose

BIDDING = ("five_handed", "seven_handed")


def play_beside(engine: Engine, deals: int, seed: int = 0, spelled: bool = True) -> list[dict[str, Any]]:
    """Play until so many deals have been compared; the results of all of them."""
    witnesses, rng, results = Witnesses(engine), np.random.default_rng(seed), list[dict[str, Any]]()
    while witnesses.finished < deals:
        witnesses.compare(spelled)
        witnesses.step(choose(engine.legal, rng.random(engine.num_tables)))
        results += witnesses.results
    return results


def single_options(variant: str) -> list[dict[str, Any]]:
    """Every option of a variant that may be set otherwise, one at a time (with the matches short where they matter),
    and what else can be set only together with others."""
    rules, found = rules_for(variant), list[dict[str, Any]]()
    for name, option in OPTIONS.items():
        for value in option.values or (1, 3):
            try:
                if value != getattr(rules, name):
                    rules_for(variant, **{name: value})
                    found.append({name: value})
            except RulesError:
                continue
    short: list[dict[str, Any]] = [{"target": 2, "match_games": games} for games in (2, 5)]
    if rules.players > 4:
        return [*found, *short, {"target": None, "num_deals": 2}, {"target": 20, "num_deals": 3}]
    jokers: list[dict[str, Any]] = [{"pack": 33, "joker_suit": suit} for suit in "CDHS"]
    jokers.append({"pack": 33, "joker_turnup": "dealer_blind_maker"})
    matches = [match | {"laps": True, "slams": True} for match in short]
    found += matches + [match | {"slam_on_lapped_games": False} for match in matches]
    return found if rules.pack % 2 else found + jokers


@pytest.mark.parametrize("variant", variants())
def test_engine_agrees_with_the_script(variant: str) -> None:
    rules = rules_for(variant)
    engine = Engine(rules, 15, seed=1)
    results = play_beside(engine, deals=6000 // engine.tables.longest_deal)
    assert any(result["winners"] for result in results) != (rules.euchre_mode == "set_back")  # played at random
    # M3: with these chances the dealer is not stuck and everybody passes now and then.
    if rules.players < 7:  # of whom somebody nearly always bids
        assert any(result["maker"] is None for result in results) != rules.stick_the_dealer
    assert any(result["alone"] for result in results) == (rules.lone_hands or rules.players > 4)
    assert any(result["opposed_by"] is not None for result in results) == (rules.defend_alone == "vs_lone")


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        *(
            (variant, options)
            for variant in ("two_handed", "three_handed", "four_handed", "railroad_full", "british", *BIDDING)
            for options in single_options(variant)
        ),
        ("three_handed_set_back", {"target": 1}),  # so short that matches end
        ("five_handed", {"target": 10, "min_bid": 3}),
        ("four_handed", {"pack": 24, "jamboree": True, "partners_best": True}),  # R37: without a Joker
    ],
    ids=lambda part: part if isinstance(part, str) else "-".join(f"{name}={value}" for name, value in part.items()),
)
def test_engine_agrees_with_the_script_under_each_option(variant: str, options: dict[str, Any]) -> None:
    play_beside(Engine(rules_for(variant, **options), 6, seed=2), deals=8, spelled=False)


@settings(max_examples=30)
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_engine_agrees_with_the_script_under_random_rules(rules: Rules, seed: int) -> None:
    play_beside(Engine(rules, 8, seed), deals=16, seed=seed)


@pytest.mark.parametrize("variant", variants())
def test_observing_changes_nothing(variant: str) -> None:
    engine = ObservedEngine(rules_for(variant), 30, seed=3)
    witnesses, rng = Witnesses(engine), np.random.default_rng(3)
    while witnesses.finished < 60:
        engine.observe()
        engine.observe_hidden()
        witnesses.compare()
        witnesses.step(choose(engine.legal, rng.random(30)))


def test_a_witness_notices_a_legal_card_too_many() -> None:
    engine = Engine(rules_for("two_handed"), 3)
    witnesses = Witnesses(engine)
    witnesses.compare()
    engine.legal[1] |= engine.legal.dtype.type(8)
    with pytest.raises(AssertionError, match="table 1"):
        witnesses.compare()


def test_a_witness_notices_a_wrong_point() -> None:
    engine = Engine(rules_for("two_handed"), 3)
    engine.points_of = engine.points_of + 1  # the same points for both sides, on top of what is due
    with pytest.raises(AssertionError, match=r"engine .* script"):
        play_beside(engine, deals=1)


def test_a_witness_notices_a_deal_not_passed_on() -> None:
    engine = Engine(rules_for("three_handed"), 5)
    witnesses, rng = Witnesses(engine), np.random.default_rng(0)
    while not witnesses.finished:
        witnesses.step(choose(engine.legal, rng.random(5)))
    witnesses.compare()
    engine.dealer[:] = (engine.dealer + 2) % 3
    with pytest.raises(AssertionError, match="table 0"):
        witnesses.compare()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))  # which test processes can share
@pytest.mark.parametrize("variant", variants())
def test_engine_agrees_with_the_script_over_100_000_deals(variant: str, part: int) -> None:
    engine = Engine(rules_for(variant), 200, seed=4, table_numbers=np.arange(200) + 200 * part)
    play_beside(engine, deals=25_000, seed=part, spelled=False)


@pytest.mark.slow
@settings(max_examples=400)
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_engine_agrees_with_the_script_under_hundreds_of_rules(rules: Rules, seed: int) -> None:
    play_beside(Engine(rules, 20, seed), deals=80, seed=seed, spelled=False)
