"""Advice: the agent's own chances, points that are the rewards of the deal, errors that can be trusted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.advice import Advice, adviser_for
from agents.advice.advice import lead_errors, weighed
from agents.advice.roll_outs import played_out
from agents.agent import Agent
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.pimc import PIMCAgent
from agents.pimc.rule_player import RulePlayer
from agents.random_agent import RandomAgent
from agents.registry import load_agent
from agents.rule import RuleAgent
from agents.search import SearchAgent
from agents.view import HandView
from agents.worlds.decision import gain_errors
from euchre_env import VectorEuchre, WorldEngine, rules_for, variants
from tests.agents.positions import random_play

WORLDS = 6


def generator() -> np.random.Generator:
    return np.random.default_rng(0)


def positions(variant: str, tables: int = 3, steps: int = 9, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """Observations uint8 [n, F] and masks int8 [n, A] of random deals, every third step."""
    playing = VectorEuchre(variant, num_tables=tables, seed=2, **options)
    found = []
    for step, observation in enumerate(random_play(playing, generator(), steps)):
        if step % 3 == 0:
            found.append((observation, playing.action_mask))
    observations, masks = zip(*found, strict=True)
    return np.concatenate(observations), np.concatenate(masks)


def agents(family: Policy, variant: str) -> list[Agent]:
    rules = rules_for(variant)
    network = NeuralAgent(family, variant, "network")
    return [
        network,
        SearchAgent(rules, network, "search", worlds=WORLDS),
        PIMCAgent(rules, WORLDS),
        RuleAgent(rules),
        RandomAgent(),
    ]


@pytest.mark.parametrize("variant", ["two_handed", "railroad_full", "five_handed"])
def test_every_agent_advises_with_chances_that_sum_to_one_and_points_for_what_is_legal(
    family: Policy, variant: str
) -> None:
    check_advice(family, variant)


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants())
def test_every_agent_advises_in_every_game(family: Policy, variant: str) -> None:
    check_advice(family, variant)


def check_advice(family: Policy, variant: str) -> None:
    observation, mask = positions(variant)
    choice = (mask != 0) & (mask.sum(1, keepdims=True) > 1)
    for agent in agents(family, variant):
        advice = adviser_for(agent, rules_for(variant), WORLDS).advise(observation, mask, generator())
        assert np.allclose(advice.probabilities.sum(1), 1)
        assert (advice.probabilities[mask == 0] == 0).all()
        if isinstance(agent, RandomAgent):
            assert (advice.expected, advice.error, advice.lead_error) == (None, None, None)
            continue
        for numbers in (advice.expected, advice.error, advice.lead_error):
            assert np.array_equal(~np.isnan(numbers), choice)
        assert (advice.error[choice] >= 0).all()
        rows = np.flatnonzero(choice.any(1))
        assert (advice.lead_error[rows, advice.best()[rows]] == 0).all()


def test_a_network_advises_with_its_own_probabilities(family: Policy) -> None:
    observation, mask = positions("north_american")
    own = NeuralAgent(family, "north_american", "network", greedy=False).probabilities(observation, mask)
    greedy = NeuralAgent(family, "north_american", "network")
    advice = adviser_for(greedy, rules_for("north_american"), WORLDS).advise(observation, mask, generator())
    assert np.allclose(advice.probabilities, own)


@pytest.mark.parametrize("kind", [PIMCAgent, SearchAgent, RuleAgent])
def test_agents_without_chances_advise_what_they_choose(family: Policy, kind: type) -> None:
    """The same draws, the same worlds, so the same choice."""
    (agent,) = (agent for agent in agents(family, "railroad") if type(agent) is kind)
    observation, mask = positions("railroad", tables=1, steps=12)
    for row in np.flatnonzero(mask.sum(1) > 1):
        here = observation[[row]], mask[[row]]
        advice = adviser_for(agent, rules_for("railroad"), WORLDS).advise(*here, generator())
        assert advice.probabilities.argmax(1).tolist() == agent.act(*here, generator()).tolist()
        assert advice.probabilities.max() == 1


def test_equal_calls_give_equal_advice(family: Policy) -> None:
    observation, mask = positions("british")
    for agent in agents(family, "british"):
        adviser = adviser_for(agent, rules_for("british"), WORLDS)
        first, second = (adviser.advise(observation, mask, generator()) for _ in range(2))
        for one, other in zip(first, second, strict=True):
            assert one is None or np.array_equal(one, other, equal_nan=True)


def lone_march() -> VectorEuchre:
    """The dealer holds the five highest trumps with the turn-up, and all others have passed."""
    tables = VectorEuchre("north_american")
    record = tables.record(0) | {
        "dealer": 0,
        "hands": ["JS JC KS QS 9D", "9H TH QH KH AH", "9C TC QC KC AC", "TD JD QD KD AD"],
        "upcard": "AS",
        "stock": "9S TS JH",
    }
    tables.reset(records=[record])
    for _ in range(3):
        tables.step(np.array([tables.parse_action(0, "pass")]))
    return tables


def test_a_march_that_nothing_can_stop_is_worth_four_points() -> None:
    tables = lone_march()
    alone = tables.parse_action(0, "order_up_alone")
    with_partner = tables.parse_action(0, "order_up")
    for agent in (RuleAgent(tables.rules), PIMCAgent(tables.rules, WORLDS)):
        advice = adviser_for(agent, tables.rules, WORLDS).advise(tables.observe(), tables.action_mask, generator())
        assert advice.best().tolist() == [alone]
        assert advice.expected[0, [alone, with_partner]].tolist() == [4, 2]
        assert advice.error[0, [alone, with_partner]].tolist() == [0, 0]


@pytest.mark.parametrize("variant", ["three_handed", "railroad_full", "five_handed"])
def test_deals_played_out_pay_as_at_the_table(variant: str) -> None:
    """The same decisions at branches of the tables, with the rule agent in every seat."""
    tables = VectorEuchre(variant, num_tables=30, seed=6, episode="deal")
    rule, paid = RuleAgent(tables.rules), np.zeros(30)
    player = RulePlayer(HandView(tables.rules), rule)
    for _ in random_play(tables, generator(), 6):
        pass
    rows = np.arange(30)
    seat, first = tables.seat.astype(np.intp), tables.forced_action
    numbers = first - player.offsets[tables.engine.kind]
    found = played_out(WorldEngine(tables.engine.subset(rows)), numbers, seat, player, generator())
    branches, playing, actions = tables.branch(rows), np.ones(30, bool), first
    while playing.any():
        reward, over, _ = branches.step(actions)
        paid[playing & over] = reward[rows, seat][playing & over]
        playing &= ~over
        actions = rule.act(branches.observe(), branches.action_mask, generator())
    assert np.allclose(found, paid)
    assert len(set(paid.round(2))) > 2


def test_a_bid_that_cannot_be_won_is_a_sure_loss_though_a_network_never_makes_it() -> None:
    """What its critic says of a bid of all tricks it has not learnt."""
    rules = rules_for("five_handed")
    tables = VectorEuchre(rules, seed=3)
    advice = adviser_for(load_agent("pretrained", rules), rules, 4).advise(
        tables.observe(), tables.action_mask, np.random.default_rng(0)
    )
    bid = tables.parse_action(0, "bid_15_H")  # with no heart in hand
    assert (advice.expected[0, bid], advice.error[0, bid]) == (-15, 0)


def test_of_a_forced_decision_nothing_is_said() -> None:
    tables = VectorEuchre("two_handed", num_tables=1, seed=1)
    mask = np.zeros_like(tables.action_mask)
    mask[0, int(tables.action_mask[0].argmax())] = 1
    advice = adviser_for(RuleAgent(tables.rules), tables.rules, 2).advise(tables.observe(), mask, generator())
    assert advice.probabilities[0].tolist() == mask[0].tolist()
    assert np.isnan(advice.expected).all()
    assert advice.best().tolist() == [int(mask[0].argmax())]


def test_one_world_is_refused_since_it_has_no_error() -> None:
    rules = rules_for("two_handed")
    with pytest.raises(ValueError, match="worlds=1: there must be 2 at least"):
        adviser_for(RuleAgent(rules), rules, 1)


def test_errors_are_those_of_independent_draws() -> None:
    rng = np.random.default_rng(5)
    values = rng.normal([0, 1, 5], 2, (200, 40, 3))
    mean, error = weighed(values, np.full((200, 40), 1 / 40))
    assert error.mean() == pytest.approx(2 / np.sqrt(40), rel=0.02)
    assert np.abs((mean - [0, 1, 5]) / error).mean() == pytest.approx(0.8, abs=0.1)  # of a normal deviate


def test_a_world_that_has_nearly_all_the_weight_is_no_certainty() -> None:
    """Eight worlds of which one counts say as little as one: the error is as wide as the worlds differ."""
    weights = np.array([[0.993] + [0.001] * 7])
    values = np.array([[[2.0], [-2.0], [2.0], [-2.0], [1.0], [-1.0], [2.0], [-2.0]]])
    mean, error = weighed(values, weights)
    assert mean[0, 0] > 1.9
    assert error[0, 0] == pytest.approx(values.std(ddof=1), rel=0.01)


@pytest.mark.parametrize(
    ("weights", "mean", "advised", "chosen_by"),
    [
        ([1 / 3, 1 / 3, 1 / 3], 2, 4 / 3, 4 / 3),
        # 4 * (0.25 + 0.0625 + 0.0625), and (0.25 * 1.5**2 + 0.0625 * 2.5**2 + 0.0625 * 0.5**2) * 3 / 2
        ([0.5, 0.25, 0.25], 2.5, 1.5, 1.453125),
        ([1, 0, 0], 4, 4, 0),
    ],
)
def test_standard_errors_are_those_worked_out_by_hand(
    weights: list[float], mean: float, advised: float, chosen_by: float
) -> None:
    """Of 4, 0 and 2, whose variance is 4; squared. The two differ where worlds do not weigh alike, and only there."""
    values, share = np.array([[[4.0], [0.0], [2.0]]]), np.array([weights])
    found, error = weighed(values, share)
    assert (found[0, 0], error[0, 0] ** 2) == pytest.approx((mean, advised))
    assert gain_errors(values, np.array([[mean]]), share)[0, 0] ** 2 == pytest.approx(chosen_by)


def test_a_lead_is_surer_than_what_it_is_the_difference_of() -> None:
    luck = np.random.default_rng(5).normal(0, 10, (1, 40, 1))
    values = luck + np.array([0.0, 1.0, 9.0])  # the third is not legal
    weights, legal = np.full((1, 40), 1 / 40), np.array([[True, True, False]])
    assert weighed(values, weights)[1].min() > 1
    assert np.allclose(lead_errors(values, weights, legal)[0, :2], 0)


def test_the_best_is_the_likeliest_where_nothing_is_expected() -> None:
    chances = np.array([[0.2, 0.5, 0.3], [1.0, 0.0, 0.0]])
    assert Advice(chances).best().tolist() == [1, 0]
    expected = np.array([[1.0, np.nan, 2.0], [np.nan] * 3])
    assert Advice(chances, expected).best().tolist() == [2, 0]
