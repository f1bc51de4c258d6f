"""One human at a table with agents: what is done for him, what is taken back, what is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.advice import adviser_for
from agents.playing.sitting import Sitting
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from euchre_env import IllegalAction, VectorEuchre, replay_lines, replay_record, rules_for, variants, write_record

QUICK = ("two_handed", "railroad_full", "five_handed")


def sit(variant: str, seat: int = 0, seed: int = 1) -> Sitting:
    """With others who play at random, so that every kind of thing happens."""
    rules = rules_for(variant)
    others = {other: RandomAgent() for other in range(rules.players) if other != seat}
    return Sitting(rules, seat, others, seed)


def choose(sitting: Sitting, rng: np.random.Generator) -> str:
    """Decide something."""
    action = str(rng.choice(sitting.table.legal))
    sitting.decide(action)
    return action


def play_deal(sitting: Sitting, rng: np.random.Generator) -> dict[str, Any]:
    while not sitting.table.over:
        choose(sitting, rng)
    return sitting.settle()


def state(sitting: Sitting) -> tuple[Any, ...]:
    return sitting.table.record(), sitting.table.seat, sitting.table.legal, sitting.since


@pytest.mark.parametrize("variant", variants())
def test_the_human_is_asked_where_he_has_a_choice_and_nowhere_else(variant: str) -> None:
    sitting, rng = sit(variant, seat=1), np.random.default_rng(0)
    for _ in range(3):
        while not sitting.table.over:
            assert sitting.table.seat == 1
            assert len(sitting.table.legal) > 1
            choose(sitting, rng)
        sitting.settle()
        sitting.next_deal()
    assert len(sitting.records) == 3


@pytest.mark.parametrize("variant", QUICK)
def test_what_is_taken_back_has_never_happened(variant: str) -> None:
    sitting, rng = sit(variant), np.random.default_rng(0)
    states, taken = [], 0
    while not sitting.table.over:
        states.append(state(sitting))
        choose(sitting, rng)
    for before in reversed(states):
        assert sitting.undo()
        assert state(sitting) == before
        taken += 1
    assert not sitting.undo()
    assert taken == len(states) > 1


@pytest.mark.parametrize("variant", QUICK)
def test_the_same_choice_is_answered_the_same_way(variant: str) -> None:
    sitting, rng = sit(variant), np.random.default_rng(1)
    for _ in range(3):
        while not sitting.table.over:
            action = choose(sitting, rng)
            after = state(sitting)
            sitting.undo()
            other = next((legal for legal in sitting.table.legal if legal != action), action)
            sitting.decide(other)
            sitting.undo()
            sitting.decide(action)
            assert state(sitting) == after
        sitting.settle()
        sitting.next_deal()


@pytest.mark.parametrize("variant", QUICK)
def test_taking_back_changes_no_later_deal(variant: str) -> None:
    straight, wavering = sit(variant, seed=5), sit(variant, seed=5)
    for sitting, wavers in ((straight, False), (wavering, True)):
        rng = np.random.default_rng(2)
        for _ in range(4):
            while not sitting.table.over:
                if wavers:
                    sitting.decide(sitting.table.legal[0])
                    sitting.undo()
                choose(sitting, rng)
            sitting.settle()
            sitting.next_deal()
    assert straight.records == wavering.records


@pytest.mark.parametrize("variant", QUICK)
def test_deals_are_those_of_the_seed_and_their_records_replay(variant: str) -> None:
    sitting, rng = sit(variant, seed=9), np.random.default_rng(3)
    tables = VectorEuchre(variant, seed=9)
    assert sitting.table.deal == tables.table(0).deal
    for _ in range(6):
        play_deal(sitting, rng)
        sitting.next_deal()
    assert [found for record in sitting.records for found in replay_record(record)] == []
    assert list(replay_lines(map(write_record, sitting.records), chain=True)) == [[]] * 6


def test_records_say_who_played() -> None:
    rules = rules_for("three_handed")
    sitting = Sitting(rules, 1, {0: RandomAgent(), 2: RuleAgent(rules)}, seed=1)
    assert play_deal(sitting, np.random.default_rng(0))["players"] == ["random", "human", "rule"]


def test_another_seed_gives_other_deals_and_other_answers() -> None:
    first, again, other = (sit("four_handed", seed=seed) for seed in (1, 1, 2))
    assert state(first) == state(again)
    assert first.table.deal != other.table.deal


def test_what_leaves_no_choice_is_counted() -> None:
    sitting = Sitting(rules_for("two_handed"), 0, {1: RandomAgent()}, seed=1)
    while not sitting.table.over:
        before = len(sitting.table.actions)
        sitting.decide(sitting.table.legal[-1])
        own = [seat for seat, _ in sitting.table.actions[before:]].count(0)
        assert sitting.forced == own - 1
    assert sitting.forced > 0  # the last card at least
    sitting.undo()
    assert sitting.forced == 0


def test_an_illegal_action_changes_nothing() -> None:
    sitting = sit("four_handed", seat=1)
    before = state(sitting)
    with pytest.raises(IllegalAction, match="play_9H"):
        sitting.decide("play_9H")
    assert state(sitting) == before
    assert not sitting.undo()


def test_advice_is_about_every_legal_action_and_draws_nothing_from_the_game() -> None:
    rules = rules_for("railroad")
    sittings = [Sitting(rules, 1, {seat: RandomAgent() for seat in (0, 2, 3)}, seed=4) for _ in range(2)]
    adviser = adviser_for(RuleAgent(rules), rules, worlds=4)
    outlooks = sittings[0].outlooks(adviser)
    assert set(outlooks) == set(sittings[0].table.legal)
    assert sum(outlook.probability for outlook in outlooks.values()) == pytest.approx(1)
    assert sittings[0].outlooks(adviser) == outlooks
    for sitting in sittings:
        play_deal(sitting, np.random.default_rng(1))
    assert sittings[0].records == sittings[1].records
