"""The automaton: the same from the same rules every time, nothing in it out of reach, nothing twice."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from euchre_env import Rules, rules_for, variants
from euchre_env.automaton import State, Tables, Transition, advance, compile_rules, minimise, possible_answers, walk
from euchre_env.engine import Engine
from euchre_env.scripts import DEAL_OVER, Ask, Known, Taken, Then, beginning
from tests.witnesses import any_rules, choose

# States, transitions, contracts, and the decisions of the longest deal; some of them are counted by hand below.
SIZES = {
    "two_handed": (24, 41, 5, 14),
    "three_handed": (60, 111, 7, 21),
    "three_handed_hoffmann": (60, 111, 7, 21),
    "three_handed_set_back": (60, 111, 7, 21),
    "four_handed": (308, 566, 17, 28),
    "north_american": (308, 565, 17, 28),
    "railroad": (485, 843, 89, 28),
    "railroad_full": (714, 1263, 104, 29),
    "british": (311, 573, 18, 28),
    "five_handed": (495, 1820, 131, 35),
    "seven_handed": (1918, 6979, 820, 63),
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
    assert (tables.states, tables.transitions, len(tables.contracts), tables.longest_deal) == SIZES[variant]


@settings(max_examples=25)
@given(rules=any_rules())
def test_compiled_again_it_is_the_same(rules: Rules) -> None:
    assert_same_tables(compile_rules(rules), compile_rules.__wrapped__(rules))


@settings(max_examples=25)
@given(rules=any_rules())
def test_what_follows_depends_on_scene_memory_and_answers_alone(rules: Rules) -> None:
    """A scene run twice with the same memory and answers asks the same: it reads nothing else and keeps nothing."""
    here: list[tuple[Then, tuple[int, ...]]] = [(beginning(rules), ())]
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
    return Ask("make", seat, (0, 1), seat, True, Known())


def test_states_that_nobody_can_tell_apart_are_merged() -> None:
    """States 1 and 2 lead to the same end, 3 to another: by way of 1 or 2 makes no difference."""
    over, other = Transition(0, (), True), Transition(0, (Taken(1),), True)
    states = [
        State(ask(0), {0: Transition(1, (), False), 1: Transition(2, (), False)}),
        State(ask(1), {0: over, 1: Transition(3, (), False)}),
        State(ask(1), {0: over, 1: Transition(3, (), False)}),
        State(ask(1), {0: over, 1: other}),
    ]
    merged = minimise(states)
    assert len(merged) == 3
    assert merged[0].moves[0].target == merged[0].moves[1].target != merged[1].moves[1].target


def states_of_play(players: int, tricks: int, leaders: int) -> int:
    """All play every trick, the first of which any of so many leads: who leads is asked alone, who comes k-th after
    him with one of k seats winning."""
    return (leaders + (tricks - 1) * players) * (1 + players * (players - 1) // 2)


@pytest.mark.parametrize("players", [2, 3])
def test_states_of_two_and_three_counted_by_hand(players: int) -> None:
    """Two rounds of making; a dealer who made trump discards before that is settled, one who was ordered up after."""
    variant = {2: "two_handed", 3: "three_handed"}[players]
    assert SIZES[variant][0] == 2 * players + 2 + states_of_play(players, 5, leaders=1)


@pytest.mark.parametrize(
    ("variant", "players", "partners", "widow", "tricks"),
    [("five_handed", 5, [1, 1, 1, 2, 2, 0, 0], 3, 5), ("seven_handed", 7, [2, 2, 2, 2, 2, 3, 3, 0, 0], 4, 7)],
)
def test_states_of_the_bidding_games_counted_by_hand(
    variant: str, players: int, partners: list[int], widow: int, tricks: int
) -> None:
    """4.5, 4.6: a seat bids over nothing or over one of the rungs of one of those before it; every maker and rung but
    the last buries the widow; partners are chosen from the bidder's left, each among those that leave enough seats."""
    bids = players + len(partners) * sum(range(players))
    buried = players * (len(partners) - 1) * widow
    chosen = sum(comb(players - 1 - wanted + k, k) for wanted in partners for k in range(wanted))
    assert SIZES[variant][0] == bids + buried + players * chosen + states_of_play(players, tricks, players)
    assert SIZES[variant][2] == 1 + players * sum(comb(players - 1, wanted) for wanted in partners)


def test_contracts_counted_by_hand() -> None:
    """One is void; makers, rounds, alone or not; then choices, adversaries, their choices, announcements."""
    together, alone = 4 * 2, 4 * 2
    assert SIZES["four_handed"][2] == 1 + together + alone
    assert SIZES["british"][2] == 1 + together + alone + 1  # C9
    assert SIZES["railroad"][2] == 1 + together + 2 * alone + 2 * alone * 2 * 2  # R9, R16
    lone, not_pat = 2 * alone + 1, alone + 1  # R28: a dealer in round 1 has three choices, of which one is pat
    jamboree, jambone = together + lone, lone
    assert SIZES["railroad_full"][2] == 1 + together + lone + not_pat * 2 * 2 + jamboree + jambone


def longest_by_hand(rules: Rules) -> int:
    """The dealer names in round 2 and all play; what lone hands ask for and announce makes up for who sits out."""
    if rules.bids:
        return rules.players + rules.widow + max(bid.partners for bid in rules.bids) + rules.players * rules.hand_size
    return 2 * rules.players + 5 * rules.players + (rules.jambone or rules.jamboree)


@pytest.mark.parametrize("variant", variants())
def test_longest_and_shortest_deals_bound_those_played(variant: str) -> None:
    rules, rng = rules_for(variant), np.random.default_rng(2)
    engine, length, seen = Engine(rules, 500, seed=2), np.zeros(500, int), set[int]()
    for _ in range(160):
        engine.step(choose(engine.legal, rng.random(500)))
        length += 1
        seen |= set(length[engine.over].tolist())
        length[engine.over] = 0
    longest = engine.tables.longest_deal
    assert max(seen) <= longest == longest_by_hand(rules)
    rounds = 1 if rules.bids else 2
    if not rules.stick_the_dealer:
        assert min(seen) == rounds * rules.players  # M3: everybody passes


def test_the_cache_knows_rules_by_value() -> None:
    def compiled(**options: Any) -> Tables:
        return compile_rules(rules_for("four_handed", **options))

    assert compiled() is compiled()
    assert compiled(stick_the_dealer=True) is not compiled()
    assert DEAL_OVER.scene is None
