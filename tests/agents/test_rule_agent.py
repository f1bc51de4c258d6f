"""The agent of heuristics as a whole: legal everywhere, sees its observation alone, stays what it is, plays well."""

from __future__ import annotations

import hashlib
import pickle

import numpy as np
import pytest
from hypothesis import given, settings

from agents.measuring.arena import play_deals
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from euchre_env import Rules, VectorEuchre, rules_for, variants
from tests.agents.rule_cases import agent_for
from tests.witnesses import any_rules

NO_CHANCE = np.random.default_rng(0)


class PassingAgent:
    """Passes whenever it may, and plays by the heuristics otherwise."""

    name = hash = "passing"

    def __init__(self, rules: Rules) -> None:
        self.rule, self.first_call = RuleAgent(rules), rules.pack

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        may_pass = action_mask[:, self.first_call] == 1
        return np.where(may_pass, self.first_call, self.rule.act(observation, action_mask, rng))


def played(rules: Rules, deals: int, seed: int = 1) -> VectorEuchre:
    """Tables at which the agent has played so many deals on every seat; an illegal action is an error."""
    agent, tables = agent_for(rules), VectorEuchre(rules, num_tables=deals, seed=seed)
    while (tables.deal_number == 0).any():
        tables.step(agent.act(tables.observe(), tables.action_mask, NO_CHANCE))
    return tables


@pytest.mark.parametrize("variant", variants())
def test_every_action_is_legal(variant: str) -> None:
    played(rules_for(variant), deals=200)


@settings(max_examples=15)
@given(rules=any_rules())
def test_every_action_is_legal_whatever_the_options(rules: Rules) -> None:
    played(rules, deals=20)


@pytest.mark.parametrize("variant", variants())
def test_a_decision_does_not_depend_on_those_beside_it(variant: str) -> None:
    rules = rules_for(variant)
    agent, tables = agent_for(rules), VectorEuchre(rules, num_tables=40, seed=3)
    for _ in range(30):
        observation, mask = tables.observe().copy(), tables.action_mask
        together = agent.act(observation, mask, NO_CHANCE)
        alone = [agent.act(observation[row : row + 1], mask[row : row + 1], NO_CHANCE)[0] for row in range(0, 40, 13)]
        assert together[::13].tolist() == alone
        tables.step(together)


@pytest.mark.parametrize("variant", variants())
def test_no_decision_is_no_trouble(variant: str) -> None:
    """As at tables that all wait for forced actions."""
    tables, nobody = VectorEuchre(variant, num_tables=1), np.zeros(0, np.intp)
    agent = RuleAgent(tables.rules)
    chosen = agent.act(tables.observe()[nobody], tables.action_mask[nobody], np.random.default_rng(0))
    assert chosen.shape == (0,)
    assert np.issubdtype(chosen.dtype, np.integer)


@pytest.mark.parametrize("variant", ["two_handed", "north_american", "railroad_full", "british"])
def test_exchanged_cross_suits_lead_to_the_corresponding_action(variant: str) -> None:
    """What differs only in which of the cross suits is which is decided alike, but for cards of one rank that are
    equally good."""
    rules = rules_for(variant)
    agent, tables = agent_for(rules), VectorEuchre(rules, num_tables=200, seed=4)
    bits, actions = exchanged(tables.layout.names), exchanged(tables.actions.names)
    for _ in range(30):
        observation, mask = tables.observe().copy(), tables.action_mask
        chosen = agent.act(observation, mask, NO_CHANCE)
        mirrored = actions[agent.act(observation[:, bits], mask[:, actions], NO_CHANCE)]
        for its, other in zip(chosen, mirrored, strict=True):
            names = {tables.actions.names[its], tables.actions.names[other]}
            assert len({name.replace("cross1", "cross").replace("cross2", "cross") for name in names}) == 1, names
        tables.step(chosen)


def exchanged(names: tuple[str, ...]) -> np.ndarray:
    """Where each name stands when the cross suits change places."""
    swap = {"cross1": "cross2", "cross2": "cross1"}
    place = {name: number for number, name in enumerate(names)}
    suits = [next((suit for suit in swap if suit in name), "") for name in names]
    return np.array([place[name.replace(suit, swap.get(suit, ""))] for name, suit in zip(names, suits, strict=True)])


def test_it_keeps_nothing_and_leaves_nothing_to_chance() -> None:
    tables = VectorEuchre("railroad", num_tables=50, seed=2)
    agent, again = RuleAgent(tables.rules), pickle.loads(pickle.dumps(RuleAgent(tables.rules)))
    for _ in range(25):
        observation, mask = tables.observe().copy(), tables.action_mask
        first = agent.act(observation, mask, np.random.default_rng(1))
        second = again.act(observation[::-1], mask[::-1], np.random.default_rng(2))[::-1]
        assert np.array_equal(first, second)
        tables.step(first)


# ---- frozen ----------------------------------------------------------------------------------------------------------


def behaviour(rules: Rules) -> str:
    """Sixteen digits of all that is decided in the first deals of 200 tables."""
    agent, digest = RuleAgent(rules), hashlib.sha256()
    tables = VectorEuchre(rules, num_tables=200, seed=11, episode="deal")
    while (tables.deal_number == 0).any():
        actions = agent.act(tables.observe(), tables.action_mask, NO_CHANCE)
        digest.update(np.where(tables.deal_number == 0, actions, -1).astype("<i8").tobytes())
        tables.step(actions)
    return digest.hexdigest()[:16]


FROZEN = {
    "two_handed": ("cfce748d4eb437fd", "c7a8a88adc4c03f0"),
    "three_handed": ("0d38f861d81271f6", "26ccf88b4a559db7"),
    "three_handed_hoffmann": ("fd1729578ae44757", "bf45f0f81ba27f26"),
    "three_handed_set_back": ("fd1729578ae44757", "bf45f0f81ba27f26"),
    "four_handed": ("e5470a20be54be70", "f32b9cd62d66b858"),
    "north_american": ("11122958d83d4c3a", "fd32bf361bb36d5e"),
    "railroad": ("66b5c31277250ee8", "0ef3cc9fce222fb8"),
    "railroad_full": ("9b4667e9d5ba60f1", "3a0956d484fa9442"),
    "british": ("80e4d660d3ace704", "57800c059670fa67"),
    "five_handed": ("f124ab3244a43da9", "8ad54bfc08191554"),
    "seven_handed": ("33e1086d131e84b9", "0aa176b23c8ac0bd"),
}
"""By variant, the beginning of the agent's hash and its behaviour. Strength is measured against this agent: whoever
changes it changes `VERSION`, puts the new digits here, and measures anew what was measured against it."""


@pytest.mark.parametrize("variant", variants())
def test_the_yardstick_has_not_changed(variant: str) -> None:
    rules = rules_for(variant)
    assert (RuleAgent(rules).hash[:16], behaviour(rules)) == FROZEN[variant]


def test_the_hash_tells_parameters_apart() -> None:
    assert RuleAgent(rules_for("two_handed")).hash == RuleAgent(rules_for("two_handed")).hash
    assert RuleAgent(rules_for("two_handed")).hash != RuleAgent(rules_for("five_handed")).hash


# ---- strength --------------------------------------------------------------------------------------------------------


AT_ONCE = ("two_handed", "north_american", "railroad_full")  # the others are slow, or much like these
MATCHED = [variant if variant in AT_ONCE else pytest.param(variant, marks=pytest.mark.slow) for variant in variants()]


@pytest.mark.parametrize("variant", MATCHED)
def test_it_beats_random_play_and_who_always_passes(variant: str) -> None:
    """By points a deal on duplicate deals; the bounds are three standard errors below what thousands of deals give."""
    rules = rules_for(variant)
    deals = 60 if rules.players > 4 else 200
    for other, bound in zip((RandomAgent(), PassingAgent(rules)), BEATS[variant], strict=True):
        assert play_deals(rules, (agent_for(rules), other), deals, seed=8).points_per_deal > bound


BEATS = {
    "two_handed": (0.79, 0.31),
    "three_handed": (0.93, 0.14),
    "three_handed_hoffmann": (0.92, 0.12),
    "three_handed_set_back": (0.92, 0.12),
    "four_handed": (1.14, 0.24),
    "north_american": (1.2, 0.32),
    "railroad": (1.79, 0.25),
    "railroad_full": (1.48, 0.25),
    "british": (1.88, 0.2),
    "five_handed": (4.7, 0.4),
    "seven_handed": (5.1, 0.45),
}
"""By variant, the points a deal that it wins at least against random play, and against who always passes."""
