"""A table does not know how many others there are: its deals and its game are the same in a batch of any size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from euchre_env import rules_for, variants
from euchre_env.engine import Engine
from euchre_env.observer import ObservedEngine
from tests.arrays import assert_all_equal, assert_equal
from tests.witnesses import Witnesses, choose

STEPS = 100
Snapshot = tuple[NDArray[Any], ...]


def chances(number: int) -> NDArray[np.float64]:
    """float64 [STEPS]: what a table of this number decides by, wherever it stands."""
    return np.random.default_rng([7, number]).random(STEPS)


def snapshots(engine: ObservedEngine) -> Iterator[Snapshot]:
    """What every table shows before each of STEPS decisions, a column a table."""
    decided = np.stack([chances(int(number)) for number in engine.table_numbers])
    for step in range(STEPS):
        shown = (engine.legal, engine.seat_from_dealer, engine.kind, engine.sheet, engine.deal_number)
        yield tuple(x.copy() for x in (*shown, engine.observe(), engine.observe_hidden()))
        engine.step(choose(engine.legal, decided[:, step]))


@pytest.mark.parametrize("variant", variants())
def test_one_table_plays_as_in_a_batch(variant: str) -> None:
    rules = rules_for(variant)
    batch = list(snapshots(ObservedEngine(rules, 13, seed=5)))
    assert batch[-1][4].min() >= 1, "more than one deal a table"
    for number in (0, 12):
        alone = ObservedEngine(rules, 1, 5, np.array([number]))
        for one, many in zip(snapshots(alone), batch, strict=True):
            assert_all_equal(one, tuple(x[..., [number]] for x in many))


@pytest.mark.parametrize("variant", variants())
def test_order_and_repetition_of_table_numbers_do_not_matter(variant: str) -> None:
    rules, numbers = rules_for(variant), np.array([4, 0, 4, 900])
    mixed = snapshots(ObservedEngine(rules, 4, 6, numbers))
    usual = [list(snapshots(ObservedEngine(rules, 1, 6, np.array([number])))) for number in numbers]
    for step, shown in enumerate(mixed):
        for place, alone in enumerate(usual):
            assert_all_equal(tuple(x[..., [place]] for x in shown), alone[step])


@pytest.mark.parametrize("variant", variants())
def test_some_tables_taken_out_go_on_as_they_would_have(variant: str) -> None:
    """`subset` and `replace`, each after a different number of decisions."""
    rules, chance = rules_for(variant), np.random.default_rng(8).random((STEPS, 10))
    whole, parted = ObservedEngine(rules, 10, 9), ObservedEngine(rules, 10, 9)
    for step in range(STEPS):
        numbers = choose(whole.legal, chance[step])
        whole.step(numbers)
        rows = [np.flatnonzero(chance[step] < 0.5), np.flatnonzero(chance[step] >= 0.5)]
        for few in rows:
            engine = parted.subset(few)
            engine.step(numbers[few])
            parted.replace(few, engine)
        assert_equal(whole.legal, parted.legal)
        assert_equal(whole.sheet, parted.sheet)
        assert_equal(whole.observe(), parted.observe())


@pytest.mark.parametrize(
    ("variant", "decisions"),
    [
        *(("four_handed", decisions) for decisions in range(0, 40, 3)),
        *((variant, decisions) for variant in ("british", "seven_handed") for decisions in (0, 1, 11, 62)),
    ],
)
def test_a_new_match_goes_on_to_the_next_deals(variant: str, decisions: int) -> None:
    """`new_match` leaves a deal begun, keeps one just dealt, and begins at 0-0; from there the script agrees."""
    rules, rng = rules_for(variant), np.random.default_rng(decisions)
    engine = Engine(rules, 30, seed=10)
    fresh = np.ones(30, bool)
    for _ in range(decisions):
        engine.step(choose(engine.legal, rng.random(30)))
        fresh = np.isin(np.arange(30), engine.over)
    number = engine.deal_number + ~fresh
    engine.new_match(keep=fresh)
    assert_equal(engine.deal_number, number)
    assert_equal(engine.dealer, (np.arange(30) + number) % rules.players)
    assert not engine.scores.any()
    assert not engine.games.any()
    assert (engine.deal_in_match == 1).all()
    witnesses = Witnesses(engine)
    while witnesses.finished < 60:
        witnesses.compare()
        witnesses.step(choose(engine.legal, rng.random(30)))


@pytest.mark.parametrize("variant", variants())
def test_without_scores_every_deal_begins_at_nothing(variant: str) -> None:
    rules, chance = rules_for(variant, target=1), np.random.default_rng(11).random((STEPS, 8))
    engine = Engine(rules, 8, 12, keep_scores=False)
    for step in range(STEPS):
        assert not engine.scores.any()
        assert not engine.games.any()
        assert (engine.deal_in_match == 1).all()
        assert_equal(engine.dealer, (np.arange(8) + engine.deal_number) % rules.players)
        engine.step(choose(engine.legal, chance[step]))
    assert engine.deal_number.min() >= 1


@pytest.mark.parametrize("variant", ["three_handed", "british", "five_handed", "seven_handed"])
def test_a_seed_begins_again(variant: str) -> None:
    engine, chance = Engine(rules_for(variant), 6, seed=1), np.random.default_rng(13).random((50, 6))
    first = engine.columns.copy()
    for row in chance:
        engine.step(choose(engine.legal, row))
    engine.reset(2)
    other = engine.columns.copy()
    for row in chance[:17]:
        engine.step(choose(engine.legal, row))
    engine.reset(1)
    assert_equal(engine.columns, first)
    assert (other != first).any(0).all()
    witnesses = Witnesses(engine)
    for row in chance:
        witnesses.compare()
        witnesses.step(choose(engine.legal, row))
