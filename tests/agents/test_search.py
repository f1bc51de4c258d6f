"""Search on top of a network: legal everywhere, weighted by what the others did, never departing without a reason."""

from __future__ import annotations

import numpy as np
import pytest

from agents.errors import AgentError
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.registry import load_agent
from agents.search import SearchAgent
from agents.search.belief import DOUBT, Belief
from agents.search.insight import Insight
from agents.worlds import WorldSampler
from agents.worlds.outcomes import OpenTables
from agents.worlds.replay import replayed
from euchre_env import KINDS, VectorEuchre, rules_for, variants
from tests.agents.positions import random_play, real_world

WORLDS = 4


def generator() -> np.random.Generator:
    return np.random.default_rng(0)


def searching(policy: Policy, variant: str, **settings: float) -> SearchAgent:
    network = NeuralAgent(policy, variant, "network", "its hash")
    return SearchAgent(rules_for(variant), network, "search", **({"worlds": WORLDS} | settings))


@pytest.mark.parametrize("variant", ["two_handed", "north_american", "railroad_full", "five_handed"])
def test_it_plays_whole_deals_legally(family: Policy, variant: str) -> None:
    plays_legally(family, variant)


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants())
def test_it_plays_every_game_legally(family: Policy, variant: str) -> None:
    plays_legally(family, variant)


def plays_legally(family: Policy, variant: str) -> None:
    """`step` refuses what is not."""
    tables, agent, rng = VectorEuchre(variant, num_tables=3, seed=1), searching(family, variant), generator()
    while not tables.deal_number.all():
        tables.step(agent.act(tables.observe(), tables.action_mask, rng))


def test_equal_calls_give_equal_answers(family: Policy) -> None:
    tables = VectorEuchre("north_american", num_tables=8, seed=3)
    agent = searching(family, "north_american")
    for observation in random_play(tables, generator(), 12):
        mask = tables.action_mask
        first, second = (agent.act(observation, mask, generator()) for _ in range(2))
        assert first.tolist() == second.tolist()


def test_with_endless_caution_it_is_the_network(family: Policy) -> None:
    tables = VectorEuchre("railroad", num_tables=16, seed=3)
    agent = searching(family, "railroad", caution=1e9)
    for observation in random_play(tables, generator(), 12):
        mask = tables.action_mask
        expected = agent.agent.act(observation, mask, generator())
        assert agent.act(observation, mask, generator()).tolist() == expected.tolist()


def test_a_world_is_as_likely_as_what_the_others_did_in_it(family: Policy) -> None:
    """In worlds that happen to be the real one, against what the network makes of the real tables themselves."""
    variant, count, worlds = "north_american", 48, 60
    tables, rng = VectorEuchre(variant, num_tables=count, seed=5), generator()
    sampler, insight = WorldSampler(tables.rules), Insight(tables.rules, family)
    network = NeuralAgent(family, variant, "network", greedy=False)
    likelihood, checked = np.ones((count, 4)), 0  # of what each absolute seat has done
    for observation in random_play(tables, Watched(tables, network, likelihood), 24):
        late = np.flatnonzero((tables.deal_number == 0) & (np.bitwise_count(tables.engine.hand) <= 2))
        if not late.size:
            continue
        real = real_world(tables, sampler.view)
        sampled = sampler.sample(observation[late], worlds, rng)
        belief = Belief(insight, len(late) * worlds)
        replayed(sampler.view, observation[late], sampled, belief.hear)
        found = np.exp(belief.log_likelihood).reshape(-1, worlds)
        assert np.allclose(belief.weights(worlds), found / found.sum(axis=1, keepdims=True))
        same = (sampled.hands == real.hands[late]).all(axis=2) & (sampled.discard == real.discard[late])
        for row, world in zip(*np.nonzero(same), strict=True):
            others = np.delete(likelihood[late[row]], tables.seat[late[row]]).prod()
            assert found[row, world] == pytest.approx(others, rel=1e-4)
            checked += 1
    assert checked > 20


class Watched:
    """A generator for `random_play` that notes how likely the network finds what it makes the seats do."""

    def __init__(self, tables: VectorEuchre, network: NeuralAgent, likelihood: np.ndarray):
        self.tables, self.network, self.likelihood, self.rng = tables, network, likelihood, generator()

    def random(self, shape: tuple[int, ...]) -> np.ndarray:
        tables, mask = self.tables, self.tables.action_mask
        drawn = self.rng.random(shape)
        actions, rows = (mask * drawn).argmax(1), np.arange(len(mask))
        chosen = self.network.probabilities(tables.observe(), mask)[rows, actions]
        told = mask.sum(1) > 1
        self.likelihood[rows[told], tables.seat[told]] *= ((1 - DOUBT) * chosen + DOUBT / mask.sum(1))[told]
        return drawn


def test_towards_the_end_values_are_those_of_open_hands(family: Policy) -> None:
    """With every hand opened at once, a card is worth in each world what the solver says."""
    variant = "north_american"
    tables, rng = VectorEuchre(variant, num_tables=200, seed=2), generator()
    agent = searching(family, variant, exact_tricks=5)
    cards, compared = tables.actions.first_call, 0
    for observation in random_play(tables, rng, 20):
        mask = tables.action_mask
        rows = np.flatnonzero((tables.decision_kind == KINDS.index("play")) & (mask.sum(1) > 1))[:3]
        if not rows.size:
            continue
        values, _ = agent.values(observation[rows], mask[rows], generator())
        worlds = agent.sampler.sample(observation[rows], WORLDS, generator())
        engine = replayed(agent.view, observation[rows], worlds, lambda *step: None)
        seat = agent.view.read(observation[rows]).position.repeat(WORLDS)
        expected = OpenTables(engine).card_values(seat).reshape(len(rows), WORLDS, -1)
        for place, row in enumerate(rows):
            for card in np.flatnonzero(mask[row, :cards]):
                assert values[place, :, card].tolist() == expected[place, :, card].tolist()
                compared += 1
    assert compared > 20


def test_only_networks_can_be_searched_on() -> None:
    with pytest.raises(AgentError, match="search:rule: search needs a trained network"):
        load_agent("search:rule", rules_for("four_handed"))
