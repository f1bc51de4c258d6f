"""The networks: what the actor can see, and the critic's distribution over outcomes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.networks.network import NetworkSize
from agents.networks.policy import Policy
from agents.networks.precision import PRECISIONS, choose_precision
from agents.neural_agent import NeuralAgent
from agents.random_agent import RandomAgent
from agents.training.model import new_policy, tensors_of
from euchre_env import Deal, Table, VectorEuchre, deal_cards, rules_for, variants


def test_outcome_targets_have_the_margin_as_mean(policy: Policy) -> None:
    network = policy.network
    outcomes = network.outcomes
    targets = network.outcome_targets(outcomes)
    assert torch.equal(targets, torch.eye(len(outcomes)))  # a possible outcome is all on itself
    between = torch.linspace(float(outcomes[0]), float(outcomes[-1]), 101)
    targets = network.outcome_targets(between)
    torch.testing.assert_close(targets @ outcomes, between)
    torch.testing.assert_close(targets.sum(1), torch.ones(101))
    assert ((targets > 0).sum(1) <= 2).all()
    beyond = network.outcome_targets(torch.tensor([-99.0, 99.0])) @ outcomes
    assert beyond.tolist() == [outcomes[0].item(), outcomes[-1].item()]


def test_the_seed_decides_the_weights() -> None:
    games, size = [rules_for("two_handed")], NetworkSize(hidden=8, critic_hidden=8, layers=2)
    state = torch.random.get_rng_state()
    weights = [tensors_of(new_policy(games, size, "float32", seed).network) for seed in (0, 0, 1)]
    assert torch.equal(state, torch.random.get_rng_state())  # the global generator is nobody's business
    same = [all(np.array_equal(weights[0][name], other[name]) for name in other) for other in weights[1:]]
    assert same == [True, False]


def test_the_first_policy_is_nearly_uniform(policy: Policy) -> None:
    tables = VectorEuchre("four_handed", num_tables=256)
    features = policy.encoding.encode(1, tables.observe()).features
    distribution = policy.distribution(features)
    legal = torch.from_numpy(tables.action_mask.sum(1)).float()
    torch.testing.assert_close(distribution.entropy(), legal.log(), atol=0.05, rtol=0)


@pytest.mark.parametrize("variant", variants())
def test_the_actor_does_not_see_hidden_cards(family: Policy, variant: str) -> None:
    """Tables that differ only in cards a seat cannot see: the same observation, the same answer to the bit."""
    policy, rules = family, rules_for(variant)
    rng = np.random.default_rng(0)
    agent = NeuralAgent(policy, variant, "network", greedy=False)
    seen = []
    for exchange in (False, True):
        deal = deal_cards(rules, seed=3, table=0, number=0, dealer=0)
        if (
            exchange
        ):  # two cards of the dealer and the stock (or the widow) change places; eldest, who decides, sees neither
            (*kept, first, second), (third, fourth, *rest) = deal.hands[0], deal.stock
            deal = Deal(((*kept, third, fourth), *deal.hands[1:]), deal.upcard, (first, second, *rest))
        tables = VectorEuchre(rules, num_tables=1)
        tables.reset(records=[Table(rules, deal, dealer=0).record()])
        features = policy.encoding.encode(policy.encoding.variants.index(variant), tables.observe()).features
        distribution = policy.distribution(features)
        hidden = tables.hidden_layout.unpack(tables.observe_hidden()).tobytes()
        seen.append((tables.observe().tobytes(), distribution.log_probs.numpy().tobytes(), hidden))
        assert agent.act(tables.observe(), tables.action_mask, rng).shape == (1,)
    assert seen[0][:2] == seen[1][:2]
    assert seen[0][2] != seen[1][2]  # the critic does see them


def test_an_answer_does_not_depend_on_the_other_rows(policy: Policy) -> None:
    """Padding to fixed numbers of rows: one table gets the probabilities it gets among 300."""
    tables = VectorEuchre("four_handed", num_tables=300)
    features = policy.encoding.encode(1, tables.observe()).features
    together = policy.distribution(features).log_probs
    alone = torch.cat([policy.distribution(features[i : i + 1]).log_probs for i in range(0, 300, 50)])
    torch.testing.assert_close(alone, together[::50])


def test_bfloat16_is_close_to_float32() -> None:
    games, size = [rules_for("four_handed")], NetworkSize(hidden=32, critic_hidden=8, layers=2)
    tables = VectorEuchre("four_handed", num_tables=64)
    found = []
    for precision in PRECISIONS:
        policy = new_policy(games, size, precision, seed=1)
        found.append(policy.distribution(policy.encoding.encode(0, tables.observe()).features).log_probs)
        assert all(array.dtype == np.float32 for array in tensors_of(policy.network).values())
    torch.testing.assert_close(found[0], found[1], atol=0.02, rtol=0.02)
    assert not torch.equal(found[0], found[1])


def test_precision_is_chosen_once() -> None:
    assert [choose_precision(p) for p in PRECISIONS] == list(PRECISIONS)
    assert choose_precision("auto") in PRECISIONS


def test_random_agent_is_uniform_over_legal_actions() -> None:
    mask = np.tile(np.array([0, 1, 0, 1, 1, 0], np.int8), (30_000, 1))
    actions = RandomAgent().act(np.zeros((30_000, 0), np.uint8), mask, np.random.default_rng(0))
    counts = np.bincount(actions, minlength=6)
    assert counts[[0, 2, 5]].sum() == 0
    assert np.abs(counts[[1, 3, 4]] / 30_000 - 1 / 3).max() < 0.01
