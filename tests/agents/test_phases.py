"""Agents put together of two: one makes, the other plays."""

from __future__ import annotations

import numpy as np
import pytest

from agents.agent import Agent
from agents.measuring.arena import play_deals
from agents.measuring.phases import IN_PLAY, PhaseAgent
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from euchre_env import KINDS, VectorEuchre, rules_for, variants


class Marking:
    """Plays at random and notes the kinds of decision it is asked for."""

    name = hash = "marking"

    def __init__(self, tables: VectorEuchre):
        self.layout, self.kinds = tables.layout, set()

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        labels = self.layout.labels("kind")
        self.kinds |= {labels[k] for k in observation[:, self.layout["kind"]].argmax(axis=1)}
        return RandomAgent().act(observation, action_mask, rng)


def test_the_play_is_what_goes_to_the_tricks() -> None:
    assert {kind for kind, its in zip(KINDS, IN_PLAY, strict=True) if its} == {"play", "call"}


@pytest.mark.parametrize("variant", variants())
def test_each_is_asked_for_its_phase_alone(variant: str) -> None:
    rules = rules_for(variant)
    tables = VectorEuchre(rules, num_tables=64, seed=1)
    making, play = Marking(tables), Marking(tables)
    agent, rng = PhaseAgent(rules, making, play), np.random.default_rng(1)
    for _ in range(40):  # soon some tables are in one phase and some in the other
        tables.step(agent.act(tables.observe(), tables.action_mask, rng))
    assert play.kinds <= {"play", "call"}
    assert "play" in play.kinds
    assert making.kinds
    assert not making.kinds & {"play", "call"}


@pytest.mark.parametrize("variant", ["north_american", "three_handed"])
def test_both_phases_of_one_agent_are_that_agent(variant: str, family: Policy) -> None:
    rules = rules_for(variant)
    agent: Agent
    for agent in (RandomAgent(), NeuralAgent(family, variant, "network", greedy=False)):
        both = PhaseAgent(rules, agent, agent)
        result = play_deals(rules, (both, agent), 24, seed=3)
        assert (result.points_per_deal, result.interval) == (0, (0, 0))


def test_a_phase_of_a_better_agent_gains_and_both_gain_more() -> None:
    rules = rules_for("north_american")
    good, bad = RuleAgent(rules), RandomAgent()
    making, play = PhaseAgent(rules, good, bad), PhaseAgent(rules, bad, good)
    gains = [play_deals(rules, (agent, bad), 300, seed=4) for agent in (making, play, good)]
    assert gains[0].interval[0] > 0
    assert gains[1].interval[0] > 0
    assert gains[2].points_per_deal > max(gains[0].points_per_deal, gains[1].points_per_deal)


def test_a_name_and_a_hash_tell_both() -> None:
    rules = rules_for("north_american")
    agent = PhaseAgent(rules, RuleAgent(rules), RandomAgent())
    assert agent.name == "making of rule, play of random"
    assert agent.hash == f"{RuleAgent(rules).hash}+random"
