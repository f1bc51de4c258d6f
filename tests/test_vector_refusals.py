"""What is not legal is refused, by name, and has changed nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from euchre_env import KINDS, IllegalAction, VectorEuchre, rules_for, variants
from euchre_env.observation import plan_of
from tests.witnesses import choose_action


@contextmanager
def unchanged(tables: VectorEuchre) -> Iterator[None]:
    """Afterwards every array and every record is as before."""
    state, shown = tables.state_dict(), tables.observe_packed().copy()
    records = [tables.record(table) for table in range(tables.num_tables)]
    yield
    after = tables.state_dict()
    assert state.keys() == after.keys()
    for name, array in state.items():
        np.testing.assert_array_equal(array, after[name], err_msg=name)
    np.testing.assert_array_equal(shown, tables.observe_packed())
    assert records == [tables.record(table) for table in range(tables.num_tables)]


def assert_refused(tables: VectorEuchre, actions: Any, culprits: str, error: type[ValueError] = ValueError) -> None:
    """The step raises and changes nothing."""
    with unchanged(tables), pytest.raises(error, match=culprits):
        tables.step(actions)


def until(tables: VectorEuchre, kind: str) -> VectorEuchre:
    """Play table 0 to its next decision of this kind."""
    rng = np.random.default_rng(1)
    while KINDS[tables.decision_kind[0]] != kind:
        tables.step(choose_action(tables, rng.random(tables.num_tables)))
    return tables


KINDS_OF = [(variant, kind) for variant in variants() for kind in plan_of(rules_for(variant)).kinds]


@pytest.mark.parametrize(("variant", "kind"), KINDS_OF)
def test_every_action_but_the_legal_ones_is_refused(variant: str, kind: str) -> None:
    """All actions of the game and beyond on both sides, at one of three tables; the other two keep to the rules."""
    tables = until(VectorEuchre(variant, num_tables=3, seed=1), kind)
    legal = np.flatnonzero(tables.action_mask[0])
    far = [-(2**31), -65, -64, -33, -32, tables.num_actions + 32, 64, 255, 2**31]
    choices = re.escape(", ".join(f"{choice} {tables.action_name(0, int(choice))}" for choice in legal))
    with unchanged(tables):
        for action in {*range(-2, tables.num_actions + 2), *far} - set(legal.tolist()):
            actions = tables.forced_action
            actions[0] = action
            culprits = rf"^action {action}\b.* not legal for seat {tables.seat[0]} at table 0; legal: {choices}$"
            with pytest.raises(IllegalAction, match=culprits):
                tables.step(actions)
    for action in legal[:: max(1, len(legal) // 4)]:  # and of these any is taken
        again = until(VectorEuchre(variant, num_tables=3, seed=1), kind)
        actions = again.forced_action
        actions[0] = action
        again.step(actions)


@pytest.mark.parametrize(
    ("actions", "culprits"),
    [
        (np.array([32.0, 32.0]), "dtype float64"),
        (np.array([True, True]), "dtype bool"),
        (np.array(["32", "32"]), "dtype <U2"),
        (np.array([None, None]), "dtype object"),
        (np.array([32]), r"shape \(1,\).*shape \(2,\)"),
        (np.array([[32, 32]]), r"shape \(1, 2\)"),
        (np.array([32, 32, 32]), r"shape \(3,\)"),
        (np.array(32), r"shape \(\)"),
        (32, r"shape \(\)"),
        (None, "dtype object"),
        ([32, 32.5], "dtype float64"),
    ],
    ids=str,
)
def test_what_is_no_array_of_whole_numbers_is_refused(actions: Any, culprits: str) -> None:
    assert_refused(VectorEuchre("four_handed", num_tables=2), actions, culprits)


def test_large_unsigned_numbers_do_not_wrap_into_legal_ones() -> None:
    tables = until(VectorEuchre("four_handed", seed=2), "play")
    legal = int(tables.forced_action[0])
    for action in (2**64 - 1, 2**64 - 64 + legal, 2**63 + legal, 2**32 + legal, 2**8 + legal):
        assert_refused(tables, np.array([action], np.uint64), f"action {action} is not legal", IllegalAction)


def test_the_first_culprit_of_many_tables_is_named() -> None:
    tables = VectorEuchre("four_handed", num_tables=5)
    actions = tables.forced_action
    actions[[2, 4]] = 0
    assert_refused(
        tables, actions, r"action 0 card\[trump 7\] is not legal for seat 3 at table 2; legal: 32 pass, 33 order_up"
    )


def test_play_goes_on_after_a_refusal() -> None:
    """As if it had not been: the same game as that of tables never asked for anything illegal."""
    tables, others = (VectorEuchre("three_handed", num_tables=4, seed=3) for _ in range(2))
    rng = np.random.default_rng(3)
    for _ in range(80):
        actions = choose_action(tables, rng.random(4))
        with pytest.raises(IllegalAction):
            tables.step(np.full(4, -1))
        for mine, theirs in zip(tables.step(actions), others.step(actions), strict=True):
            np.testing.assert_array_equal(mine, theirs)
        np.testing.assert_array_equal(tables.observe_packed(), others.observe_packed())


def test_names_that_mean_nothing_here_are_refused() -> None:
    tables = VectorEuchre("four_handed", seed=4)  # the eldest is asked to order up
    for text in ("play_QH", "discard_QH", "name_C", "order up", "PASS", "", "order_up_alone "):
        legal = {tables.action_name(0, int(action)) for action in np.flatnonzero(tables.action_mask[0])}
        if text.startswith("name_"):  # a call of the other round: it has a number, and that is refused
            assert_refused(tables, np.array([tables.parse_action(0, text)]), "not legal")
        else:
            assert text not in legal
            with pytest.raises(ValueError, match="is not a call"):
                tables.parse_action(0, text)
    until(tables, "play")
    for text in ("pass", "discard_QH", "QH", "play_", "play_ZZ", "play_JK", "play_2H", "play_qh"):
        with pytest.raises(ValueError, match=r"is not a play|no card"):
            tables.parse_action(0, text)


@pytest.mark.parametrize("action", [-1, 45, 2**40])
def test_numbers_that_are_no_action_have_no_name(action: int) -> None:
    tables = VectorEuchre("four_handed")
    with pytest.raises(ValueError, match=rf"action {action} .*'make'"):
        tables.action_name(0, action)
    with pytest.raises(ValueError, match=r"action 33 .*'play'"):
        until(tables, "play").action_name(0, 33)


@pytest.mark.parametrize("number", [0, -1, 1.5, True, "8", 10**12, 2**70])
def test_a_number_of_tables_that_cannot_be_is_named(number: Any) -> None:
    with pytest.raises(ValueError, match=r"^num_tables=.*: must be a whole number from 1 to 2147483647$"):
        VectorEuchre("four_handed", num_tables=number)
