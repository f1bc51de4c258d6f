"""Games in progress survive copying, pickling, and saving as plain arrays."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from euchre_env import Table, VectorEuchre, deal_cards, rules_for, variants
from euchre_env.engine import Engine
from tests.arrays import assert_all_equal, assert_equal
from tests.witnesses import choose, choose_action

MAKERS: dict[str, Callable[[Any], Any]] = {"deepcopy": copy.deepcopy, "pickle": lambda x: pickle.loads(pickle.dumps(x))}


def played(variant: str, steps: int, **arguments: Any) -> VectorEuchre:
    tables, rng = VectorEuchre(variant, num_tables=5, seed=1, **arguments), np.random.default_rng(1)
    for _ in range(steps):
        tables.step(choose_action(tables, rng.random(5)))
    return tables


def assert_same_game(left: VectorEuchre, right: VectorEuchre, steps: int = 70) -> None:
    """Both play on by the same choices and show, pay and tell the same."""
    rng = np.random.default_rng(2)
    for _ in range(steps):
        assert_equal(left.observe_packed(), right.observe_packed())
        assert_equal(left.observe_hidden(), right.observe_hidden())
        assert_equal(left.seat, right.seat)
        actions = choose_action(left, rng.random(left.num_tables))
        assert_all_equal(left.step(actions), right.step(actions))
        for name in ("points", "winners", "scores", "games", "dealer", "deal_number"):
            assert_equal(getattr(left, name), getattr(right, name), name)
    for at in range(left.num_tables):
        assert left.record(at) == right.record(at)
        assert left.finished_record(at) == right.finished_record(at)


@pytest.mark.parametrize("made", MAKERS.values(), ids=MAKERS.keys())
@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("steps", [0, 9, 33])
def test_a_copy_plays_on_alike(made: Callable[[Any], Any], variant: str, steps: int) -> None:
    tables = played(variant, steps)
    assert_same_game(tables, made(tables))


@pytest.mark.parametrize("made", MAKERS.values(), ids=MAKERS.keys())
def test_a_copy_is_a_game_of_its_own(made: Callable[[Any], Any]) -> None:
    tables, untouched = played("four_handed", 11), played("four_handed", 11)
    copied = made(tables)
    for _ in range(70):
        copied.step(copied.forced_action)
    copied.reset(seed=9)
    assert_same_game(tables, untouched)
    assert copied.seed == 9


@pytest.mark.parametrize("made", MAKERS.values(), ids=MAKERS.keys())
def test_a_copy_keeps_seed_arguments_and_given_deals(made: Callable[[Any], Any]) -> None:
    tables = VectorEuchre("three_handed", 2, 5, "match", "match", True, [8, 3], target=2)
    records = [VectorEuchre("three_handed", seed=seed, target=2).record(0) for seed in (77, 78)]
    tables.reset(records=records)
    copied = made(tables)
    assert [copied.record(at) for at in range(2)] == records
    kept = ("rules", "num_tables", "seed", "episode", "reward", "skip_forced")
    assert [getattr(copied, name) for name in kept] == [getattr(tables, name) for name in kept]
    assert_same_game(tables, copied, 120)


@pytest.mark.parametrize("made", MAKERS.values(), ids=MAKERS.keys())
def test_a_copied_table_plays_on_alike(made: Callable[[Any], Any]) -> None:
    """Also the plain table, whose running script cannot be copied."""
    rules = rules_for("four_handed")
    for number in range(20):
        table = Table(rules, deal_cards(rules, 1, 0, number, 1), 1, [3, 2], [0, 0], 6)
        for k in range(number):
            if not table.over:
                table.step(table.legal[k % len(table.legal)])
        copied = made(table)
        while not table.over:
            assert copied.legal == table.legal
            table.step(table.legal[0])
            copied.step(copied.legal[0])
        assert copied.record() == table.record()


def test_a_copied_engine_without_observations_plays_on_alike() -> None:
    engine, rng = Engine(rules_for("two_handed"), 7, 3), np.random.default_rng(3)
    for _ in range(20):
        engine.step(choose(engine.legal, rng.random(7)))
    copied = copy.deepcopy(engine)
    for _ in range(40):
        numbers = choose(engine.legal, rng.random(7))
        engine.step(numbers)
        copied.step(numbers)
        assert_equal(engine.legal, copied.legal)
        assert_equal(engine.sheet, copied.sheet)


# ---- plain arrays ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("steps", [0, 9, 33, 48])
def test_saved_tables_go_on_alike(variant: str, steps: int) -> None:
    """Through a file of plain arrays, into tables that stand elsewhere."""
    tables, file = played(variant, steps), io.BytesIO()
    np.savez(file, **tables.state_dict())
    other = VectorEuchre(variant, num_tables=5, seed=1)
    for _ in range(25):
        other.step(other.forced_action)
    file.seek(0)
    with np.load(file, allow_pickle=False) as arrays:
        other.load_state_dict(dict(arrays))
    saved_again = other.state_dict()
    for name, array in tables.state_dict().items():
        assert_equal(array, saved_again[name], name)
    assert_same_game(tables, other)


def test_a_saved_state_holds_still() -> None:
    tables = played("four_handed", 9)
    state = tables.state_dict()
    before = {name: array.copy() for name, array in state.items()}
    for _ in range(50):
        tables.step(tables.forced_action)
    for name, array in before.items():
        assert_equal(array, state[name], name)
    tables.load_state_dict(state)
    for array in state.values():
        array[...] = 0  # nor does what was loaded hang on to it
    assert_same_game(tables, played("four_handed", 9))


def test_the_same_position_is_saved_in_the_same_bits() -> None:
    """Whether or not it was saved and loaded on the way."""
    tables, other = played("north_american", 20), VectorEuchre("north_american", num_tables=5, seed=1)
    other.load_state_dict(tables.state_dict())
    for _ in range(60):
        tables.step(tables.forced_action)
        other.step(other.forced_action)
        state = tables.state_dict()
        for name, array in other.state_dict().items():
            assert_equal(array, state[name], name)


def test_tables_reset_to_another_seed_are_saved_with_it() -> None:
    """Loaded into tables made with the same arguments, which do not tell of the later seed."""
    tables = VectorEuchre("four_handed", num_tables=5, seed=1)
    tables.reset(seed=40)
    other = VectorEuchre("four_handed", num_tables=5, seed=1)
    other.load_state_dict(tables.state_dict())
    assert_same_game(tables, other, 80)


@pytest.mark.parametrize(
    ("change", "culprit"),
    [
        (lambda state: state.pop("points"), "points: missing"),
        (lambda state: state.update(spare=np.zeros(5)), "spare: unknown"),
        (lambda state: state.update(points=state["points"][:4]), r"points: .*\[4, 2\].*\[5, 2\]"),
        (lambda state: state.update(points=state["points"].astype(np.int64)), "points: .*int64.*int32"),
    ],
)
def test_arrays_that_fit_not_are_refused_and_change_nothing(change: Callable[[Any], Any], culprit: str) -> None:
    tables, state = played("four_handed", 30), played("four_handed", 20).state_dict()
    change(state)
    before = tables.state_dict()
    with pytest.raises(ValueError, match=culprit):
        tables.load_state_dict(state)
    for name, array in tables.state_dict().items():
        assert_equal(array, before[name], name)


def test_tables_of_another_game_or_number_are_refused() -> None:
    state = played("four_handed", 3).state_dict()
    for other in (VectorEuchre("three_handed", num_tables=5), VectorEuchre("four_handed", num_tables=4)):
        with pytest.raises(ValueError, match=r"these tables have|missing from|unknown in"):
            other.load_state_dict(state)


def test_given_deals_cannot_be_saved_until_they_are_past() -> None:
    tables = VectorEuchre("two_handed", num_tables=2, seed=3)
    tables.reset(records=[VectorEuchre("two_handed", seed=seed).record(0) for seed in (8, 9)])
    with pytest.raises(ValueError, match="started from records"):
        tables.state_dict()
    given = tables.deal_number.copy()
    while (tables.deal_number - given).min() < 2:
        tables.step(tables.forced_action)
    other = VectorEuchre("two_handed", num_tables=2, seed=3)
    other.load_state_dict(tables.state_dict())
    assert_same_game(tables, other)


@pytest.mark.parametrize(
    "name, value, culprit",
    [
        ("engine.at", 10**6, "engine.at"),
        ("engine.at", -1, "engine.at"),
        ("history.length", 200, "history.length"),
        ("engine.sheet", 9, "engine.sheet, dealer"),
    ],
)
def test_saved_numbers_out_of_range_are_refused(name: str, value: int, culprit: str) -> None:
    tables = played("four_handed", 3)
    before, state = tables.state_dict(), tables.state_dict()
    state[name].reshape(-1)[0] = value
    with pytest.raises(ValueError, match=culprit):
        tables.load_state_dict(state)
    for key, array in tables.state_dict().items():
        assert_equal(array, before[key], key)


def test_saved_state_must_be_arrays() -> None:
    tables = played("four_handed", 3)
    with pytest.raises(ValueError, match=r"engine\.at: a list, not an array"):
        tables.load_state_dict(tables.state_dict() | {"engine.at": [0] * tables.num_tables})


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("engine.tally", 2**63, "engine.tally, contract: saved tables hold numbers that are not from 0 to"),
        ("engine.columns", 0, "with which nothing is legal at table 0"),
        ("engine.at", 10**6, "engine.at: saved tables hold"),
    ],
)
def test_saved_tables_that_cannot_go_on_are_refused_and_change_nothing(name: str, value: int, message: str) -> None:
    tables = played("railroad_full", 40)
    state = tables.state_dict()
    broken = state | {name: np.full_like(state[name], value)}
    with pytest.raises(ValueError, match=message):
        tables.load_state_dict(broken)
    for array, before in state.items():
        assert_equal(tables.state_dict()[array], before, array)


def test_what_follows_from_the_cards_is_not_believed() -> None:
    tables = played("railroad_full", 40)
    state = tables.state_dict()
    tables.load_state_dict(state | {"engine.legal": np.full_like(state["engine.legal"], 2**25 - 1)})
    assert_equal(tables.state_dict()["engine.legal"], state["engine.legal"])
