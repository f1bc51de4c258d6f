"""Games in progress are copied, pickled and saved at every kind of decision, not only at steps picked by chance."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from euchre_env import KINDS, VectorEuchre
from euchre_env.automaton import compile_rules
from euchre_env.scripts import Ask
from tests.arrays import assert_all_equal
from tests.witnesses import choose_action

NEW_VARIANTS = ("railroad", "railroad_full", "british", "five_handed", "seven_handed")
TABLES, GOES_ON = 12, 15  # steps


def saved_and_loaded(tables: VectorEuchre) -> VectorEuchre:
    """Into tables of another seed that are in the middle of something else."""
    other = VectorEuchre(tables.rules, num_tables=TABLES, seed=99)
    for _ in range(5):
        other.step(other.forced_action)
    other.load_state_dict(tables.state_dict())
    return other


MAKERS: dict[str, Callable[[VectorEuchre], VectorEuchre]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda tables: pickle.loads(pickle.dumps(tables)),
    "state_dict": saved_and_loaded,
}


def decisions_in(asks: Iterable[object]) -> set[tuple[str, bool]]:
    """The kinds of decisions among these, each with whether it comes late in the play."""
    return {(ask.kind, ask.known.trick > 2) for ask in asks if isinstance(ask, Ask)}


def at_every_kind_of_decision(tables: VectorEuchre) -> Iterator[VectorEuchre]:
    """The tables each time one of them comes to a kind of decision not yet met, early or late in the play."""
    rng, asks = np.random.default_rng(14), compile_rules(tables.rules).asks
    met, known = set[tuple[str, bool]](), decisions_in(asks)
    for _ in range(500):
        here = decisions_in(asks[at] for at in tables.engine.at)
        if here - met:
            met |= here
            yield tables
        if met == known:
            return
        tables.step(choose_action(tables, rng.random(TABLES)))
    assert {kind for kind, _ in met} == {kind for kind, _ in known}


def shown(tables: VectorEuchre) -> list[NDArray[Any]]:
    """Copies of everything that a player or a trainer asks for."""
    arrays = (tables.seat, tables.action_mask, tables.observe_packed(), tables.observe_hidden(), tables.scores)
    return [array.copy() for array in (*arrays, tables.games, tables.dealer, tables.deal_number)]


@pytest.mark.parametrize("made", MAKERS.values(), ids=MAKERS.keys())
@pytest.mark.parametrize("variant", NEW_VARIANTS)
def test_a_copy_goes_on_alike_and_by_itself(variant: str, made: Callable[[VectorEuchre], VectorEuchre]) -> None:
    """Two copies play on alike, to the rewards and records, and what was copied has not moved."""
    rng, copies = np.random.default_rng(15), 0
    for tables in at_every_kind_of_decision(VectorEuchre(variant, num_tables=TABLES, seed=15)):
        before, records = shown(tables), [tables.record(at) for at in range(TABLES)]
        first, second = made(tables), made(tables)
        assert [first.record(at) for at in range(TABLES)] == records
        for _ in range(GOES_ON):
            actions = choose_action(first, rng.random(TABLES))
            assert_all_equal(first.step(actions), second.step(actions))
            assert_all_equal(shown(first), shown(second))
        assert [first.record(at) for at in range(TABLES)] == [second.record(at) for at in range(TABLES)]
        assert_all_equal(shown(tables), before)
        copies += 1
    assert copies >= 4


@pytest.mark.parametrize("made", MAKERS.values(), ids=MAKERS.keys())
@pytest.mark.parametrize("variant", ["railroad_full", "british", "seven_handed"])
def test_a_copy_is_where_the_original_would_have_come_to(
    variant: str, made: Callable[[VectorEuchre], VectorEuchre]
) -> None:
    """Tables that are replaced by a copy of themselves at every seventh step play as those that are not."""
    plain, exchanged = (VectorEuchre(variant, num_tables=TABLES, seed=16) for _ in range(2))
    rng = np.random.default_rng(16)
    kinds = set[int]()
    for step in range(150):
        if step % 7 == 0:
            exchanged = made(exchanged)
        assert_all_equal(shown(plain), shown(exchanged))
        kinds |= set(plain.decision_kind.tolist())
        actions = choose_action(plain, rng.random(TABLES))
        assert_all_equal(plain.step(actions), exchanged.step(actions))
    assert len(kinds) >= 3, [KINDS[kind] for kind in kinds]
