"""`VectorEuchre.branch`: tables that go on by themselves from where others stand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from euchre_env import VectorEuchre, replay_record
from tests.witnesses import choose_action

VARIANTS = ("two_handed", "railroad_full", "british", "five_handed")


def played(variant: str, num_tables: int, steps: int, **arguments: Any) -> VectorEuchre:
    """Tables some way on."""
    tables, rng = VectorEuchre(variant, num_tables=num_tables, seed=3, **arguments), np.random.default_rng(3)
    for _ in range(steps):
        tables.step(choose_action(tables, rng.random(num_tables)))
    return tables


@pytest.mark.parametrize("variant", VARIANTS)
def test_branches_stand_where_their_tables_stand(variant: str) -> None:
    tables, rows = played(variant, 6, 17), [4, 0, 4]
    branches = tables.branch(rows)
    assert branches.num_tables == 3
    for name in ("seat", "dealer", "scores", "games", "deal_number", "action_mask", "decision_kind"):
        np.testing.assert_array_equal(getattr(branches, name), getattr(tables, name)[rows], err_msg=name)
    np.testing.assert_array_equal(branches.observe(), tables.observe()[rows])
    np.testing.assert_array_equal(branches.observe_hidden(), tables.observe_hidden()[rows])
    assert [branches.record(lane) for lane in range(3)] == [tables.record(row) for row in rows]


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_branches_go_on_as_the_tables_do(variant: str) -> None:
    """Through the end of the deal and into the next ones, which have the same cards."""
    tables, rng = played(variant, 4, 9), np.random.default_rng(4)
    branches = tables.branch(range(4))
    for _ in range(80):
        actions = choose_action(tables, rng.random(4))
        for one, other in zip(tables.step(actions), branches.step(actions), strict=True):
            np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(tables.observe_packed(), branches.observe_packed())
    assert [tables.finished_record(t) for t in range(4)] == [branches.finished_record(t) for t in range(4)]


def test_branches_of_one_table_part_and_leave_it_alone() -> None:
    tables = played("four_handed", 3, 11)
    before = {name: array.copy() for name, array in tables.state_dict().items()}
    actions = np.flatnonzero(tables.action_mask[1])
    assert len(actions) > 1
    branches = tables.branch(np.full(len(actions), 1))
    branches.step(actions)
    told = [branches.record(lane)["actions"] for lane in range(len(actions))]
    assert all(done[:-1] == tables.record(1)["actions"] for done in told)
    assert [done[-1][1] for done in told] == [tables.action_name(1, int(action)) for action in actions]
    rng = np.random.default_rng(5)
    for _ in range(60):
        branches.step(choose_action(branches, rng.random(len(actions))))
    for name, array in tables.state_dict().items():
        np.testing.assert_array_equal(array, before[name], err_msg=name)


def test_branches_of_a_deal_laid_out_remember_it() -> None:
    given = played("two_handed", 2, 0).record(1)
    tables = VectorEuchre("two_handed", num_tables=2, seed=9)
    tables.reset(records=[given, given])
    branches, over = tables.branch([1, 1, 0]), np.zeros(3, np.bool_)
    while not over.all():
        over = branches.step(branches.forced_action)[1]
    record = branches.finished_record(0)
    assert record["hands"] == given["hands"]
    assert not list(replay_record(record))


def test_what_is_no_table_is_refused() -> None:
    tables = VectorEuchre("two_handed", num_tables=2)
    for rows in ([], [2], [-1], [0.0], [True], 0, [[0]], "0", None):
        with pytest.raises(ValueError, match=r"must be one or more tables, whole numbers from 0 to 1"):
            tables.branch(rows)
