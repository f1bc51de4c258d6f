"""Advice by the match: points become chances to win it, also where a critic has judged."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.advice import adviser_for
from agents.advice.match import MatchInsight, MatchWorth
from agents.match_chances import ChancesError, MatchChances, OutcomeDistribution, match_chances
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.pimc import PIMCAgent
from agents.rule import RuleAgent
from agents.search import SearchAgent
from agents.search.insight import Insight
from agents.training.objective import WinningChance
from agents.view import HandView
from euchre_env import Rules, VectorEuchre, WorldEngine, point_differences, rules_for
from tests.agents.positions import random_play

WORLDS = 6
DEALERS = ([[1, 0], [2, 0], [0, 1], [0, 2], [0, 0]], [0.4, 0.2, 0.1, 0.2, 0.1])
"""What deals come to that favour the dealer, and are sometimes void."""


def generator() -> np.random.Generator:
    return np.random.default_rng(0)


def chances_of(rules: Rules) -> MatchChances:
    outcomes, probability = DEALERS
    return match_chances(rules, OutcomeDistribution(np.array(outcomes, np.int16), np.array(probability)))


def tables_at(variant: str, steps: int, count: int = 40) -> VectorEuchre:
    """Tables in some deal of their matches, after so many random decisions."""
    tables = VectorEuchre(variant, num_tables=count, seed=3)
    for _ in random_play(tables, generator(), steps):
        pass
    return tables


# ---- points and chances ----------------------------------------------------------------------------------------------


def test_points_are_worth_the_chance_after_the_deal() -> None:
    """At 3-4 in a game to five the others deal after this one: two points win, one makes 4-4."""
    chances = chances_of(rules_for("four_handed"))
    worth = MatchWorth(rules_for("four_handed"), chances)
    (standing,) = chances.standing(np.array([[3, 4]]), np.array([[0, 0]]), np.array([0]))
    at_four = 100 * chances.chance(np.array([[4, 4]]), np.array([[0, 0]]), np.array([1]))[0, 0]
    found = worth.chance(np.full(5, standing), np.array([4.0, 2.0, 1.0, -1.0, 1.5]))
    assert found == pytest.approx([100, 100, at_four, 0, (100 + at_four) / 2], abs=1e-5)


@pytest.mark.parametrize("variant", ["two_handed", "north_american", "railroad_full"])
def test_a_certainty_equivalent_is_worth_the_chance_that_it_is_the_equivalent_of(variant: str) -> None:
    rules = rules_for(variant)
    worth, most = MatchWorth(rules, chances_of(rules)), point_differences(rules)[-1]
    standing = np.arange(len(worth.chances.standings)).repeat(9)
    low, high = (worth.chance(standing, np.full(len(standing), points)) for points in (-most, most))
    share = np.tile(np.linspace(0, 1, 9), len(standing) // 9)
    wanted = low + share * (high - low)
    points = worth.equivalent(standing, wanted)
    assert worth.chance(standing, points) == pytest.approx(wanted, abs=1e-9)
    assert np.abs(points).max() <= most


@pytest.mark.parametrize("variant", ["two_handed", "north_american", "railroad_full"])
def test_standings_are_seen_as_the_trainer_sees_them(variant: str) -> None:
    tables = tables_at(variant, 300)
    chances = chances_of(tables.rules)
    trained = WinningChance(chances, np.array(point_differences(tables.rules), np.float32))
    seen = MatchWorth(tables.rules, chances).seen(HandView(tables.rules).read(tables.observe()))
    assert seen.tolist() == trained.standing(tables, np.arange(40)).tolist()
    assert len(set(seen.tolist())) > 5


# ---- agents ----------------------------------------------------------------------------------------------------------


def test_a_critic_judges_by_the_chance_of_each_outcome(family: Policy) -> None:
    """Its expectation of a table is the mean of what outcomes are worth there, not what their mean is worth."""
    tables = tables_at("railroad", 7)
    worth, rows = MatchWorth(tables.rules, chances_of(tables.rules)), np.arange(40)
    engine = WorldEngine(tables.engine.subset(rows))
    engine.scores[0], engine.scores[1] = 3, rows % 5
    outcomes = family.network.outcomes.clone()
    insight = MatchInsight(tables.rules, family, worth)
    points = insight.margins(engine, rows)
    side = engine.seat_from_dealer.astype(np.intp) % 2
    standing = worth.chances.standing_of(side, engine.scores.T, engine.games.T, np.zeros(40, np.intp))
    expected = np.zeros(40)
    for number, percent in enumerate(worth.percent_of(outcomes.numpy())[standing].T):
        family.network.outcomes = torch.eye(len(outcomes))[number]  # so that the mean is the chance of this outcome
        expected += percent * Insight(tables.rules, family).margins(engine, rows)
    assert worth.chance(standing, points) == pytest.approx(expected, abs=1e-6)
    assert expected.std() > 1


@pytest.mark.parametrize("variant", ["two_handed", "railroad_full"])
def test_every_agent_judges_by_the_match(family: Policy, variant: str) -> None:
    tables = tables_at(variant, 60, count=8)
    rules, observation, mask = tables.rules, tables.observe(), tables.action_mask
    choice = (mask != 0) & (mask.sum(1, keepdims=True) > 1)
    network = NeuralAgent(family, variant, "network")
    search = SearchAgent(rules, network, "search", worlds=WORLDS)
    for agent in (network, search, PIMCAgent(rules, WORLDS), RuleAgent(rules)):
        advice = adviser_for(agent, rules, WORLDS, chances_of(rules)).advise(observation, mask, generator())
        assert np.array_equal(~np.isnan(advice.expected), choice)
        assert advice.expected[choice].min() >= 0
        assert advice.expected[choice].max() <= 100
        assert np.allclose(advice.probabilities.sum(1), 1)


def test_at_the_last_point_a_chance_is_how_often_the_deal_is_won() -> None:
    """At 4-4 in a game to five, whatever it pays: so many of the worlds, where they weigh alike."""
    tables = VectorEuchre("four_handed", num_tables=6, seed=3)
    tables.reset(records=[tables.record(row) | {"scores": [4, 4]} for row in range(6)])
    rules, mask = tables.rules, tables.action_mask
    adviser = adviser_for(PIMCAgent(rules, WORLDS), rules, WORLDS, chances_of(rules))
    advice = adviser.advise(tables.observe(), mask, generator())
    making = mask != 0
    making[:, tables.parse_action(0, "pass")] = False
    won = advice.expected[making] * WORLDS / 100
    assert won == pytest.approx(won.round(), abs=1e-5)
    assert len(set(won.round())) > 2


def test_the_match_needs_two_sides() -> None:
    rules = rules_for("three_handed")
    thirds = OutcomeDistribution(np.eye(3, dtype=np.int16), np.full(3, 1 / 3))
    with pytest.raises(ChancesError, match="between two sides, not 3"):
        adviser_for(RuleAgent(rules), rules, WORLDS, match_chances(rules, thirds))
