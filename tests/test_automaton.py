"""The automaton: the same from the same rules every time, nothing in it out of reach, nothing twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from euchre_env import Rules, rules_for, variants
from euchre_env.automaton import State, Tables, Transition, advance, compile_rules, minimise, possible_answers, walk
from euchre_env.engine import Engine
from euchre_env.scripts import DEAL_OVER, Ask, Known, Then, making
from tests.witnesses import any_rules, choose

# States and transitions; those of the four-handed game were found by another program too.
SIZES = {
    "two_handed": (24, 41),
    "three_handed": (61, 112),
    "three_handed_hoffmann": (61, 112),
    "three_handed_set_back": (61, 112),
    "four_handed": (310, 568),
    "north_american": (310, 567),
}


def assert_same_tables(left: Tables, right: Tables) -> None:
    for name, one, other in zip(Tables._fields, left, right, strict=True):
        if isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other, err_msg=name)
        else:
            assert one == other, name


@pytest.mark.parametrize("variant", variants())
def test_states_and_transitions(variant: str) -> None:
    tables = compile_rules(rules_for(variant))
    assert (tables.states, tables.transitions) == SIZES[variant]


@settings(max_examples=25)
@given(rules=any_rules())
def test_compiled_again_it_is_the_same(rules: Rules) -> None:
    assert_same_tables(compile_rules(rules), compile_rules.__wrapped__(rules))


@pytest.mark.parametrize("variant", variants())
def test_every_transition_is_taken_in_play(variant: str) -> None:
    """At random, many tables at once, until there is none left."""
    rules, rng = rules_for(variant), np.random.default_rng(1)
    engine = Engine(rules, 2000, seed=1)
    numbers = {number for number, ask in enumerate(engine.tables.asks) if ask is not None} - {
        0
    }  # 0: before the first deal
    assert len(numbers) == engine.tables.transitions
    for _ in range(3000):
        engine.step(choose(engine.legal, rng.random(2000)))
        numbers -= set(np.unique(engine.at).tolist())
        if not numbers:
            break
    assert not numbers, f"never taken: {[engine.tables.asks[number] for number in sorted(numbers)]}"


@settings(max_examples=25)
@given(rules=any_rules())
def test_what_follows_depends_on_scene_memory_and_answers_alone(rules: Rules) -> None:
    """A scene run twice with the same memory and answers asks the same: it reads nothing else and keeps nothing."""
    here: list[tuple[Then, tuple[int, ...]]] = [(Then(making), ())]
    seen = set()
    while here:
        then, answers = here.pop()
        again, first = advance(rules, then, answers), advance(rules, then, answers)
        assert again == first
        then, answers, ask, _ = first
        key = (then, answers)
        if ask is not None and key not in seen:
            seen.add(key)
            hash(key)  # memory is made of plain values
            here += [(then, (*answers, answer)) for answer in possible_answers(ask)]
    assert len(seen) == len(walk(rules))


@settings(max_examples=25)
@given(rules=any_rules())
def test_no_two_states_are_alike(rules: Rules) -> None:
    """Minimal: merging again merges nothing; and merging has kept the beginning."""
    walked = walk(rules)
    states = minimise(walked)
    assert len(minimise(states)) == len(states) <= len(walked)
    assert states[0].ask == walked[0].ask


def ask(seat: int) -> Ask:
    return Ask("make", seat, (0, 1), True, Known())


def test_states_that_nobody_can_tell_apart_are_merged() -> None:
    """States 1 and 2 lead to the same end, 3 to another: by way of 1 or 2 makes no difference."""
    over, other = Transition(0, (), True), Transition(0, (), False)
    states = [
        State(ask(0), {0: Transition(1, (), False), 1: Transition(2, (), False)}),
        State(ask(1), {0: over, 1: Transition(3, (), False)}),
        State(ask(1), {0: over, 1: Transition(3, (), False)}),
        State(ask(1), {0: over, 1: other}),
    ]
    merged = minimise(states)
    assert len(merged) == 3
    assert merged[0].moves[0].target == merged[0].moves[1].target != merged[1].moves[1].target


@pytest.mark.parametrize("variant", variants())
def test_longest_and_shortest_deals_bound_those_played(variant: str) -> None:
    rules, rng = rules_for(variant), np.random.default_rng(2)
    engine, length, seen = Engine(rules, 500, seed=2), np.zeros(500, int), set[int]()
    for _ in range(120):
        engine.step(choose(engine.legal, rng.random(500)))
        length += 1
        seen |= set(length[engine.over].tolist())
        length[engine.over] = 0
    tables = engine.tables
    assert tables.shortest_deal <= min(seen)
    assert max(seen) <= tables.longest_deal
    if not rules.stick_the_dealer:
        assert min(seen) == tables.shortest_deal == 2 * rules.players  # M3: everybody passes twice
    # Round two named by the last to speak costs as much as round one and a discard, less one call.
    assert tables.longest_deal == 2 * rules.players + 5 * rules.players


def test_the_cache_knows_rules_by_value() -> None:
    def compiled(**options: Any) -> Tables:
        return compile_rules(rules_for("four_handed", **options))

    assert compiled() is compiled()
    assert compiled(stick_the_dealer=True) is not compiled()
    assert DEAL_OVER.scene is None
