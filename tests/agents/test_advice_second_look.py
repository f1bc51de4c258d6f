"""The second look: fresh worlds, compared with an action that was chosen before they were drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.advice import SecondLook, SecondOpinion, second_look_for
from agents.advice.advice import weighed
from agents.advice.looks import Looked
from agents.advice.second_look import MOST_WORLDS
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.pimc import PIMCAgent
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from agents.search import SearchAgent
from agents.worlds.decision import MOST_TABLES
from euchre_env import VectorEuchre, rules_for

MASK = np.array([1, 0, 1, 1], np.int8)
SEED = np.random.SeedSequence(3)


class Drawn:
    """A look that draws what actions are worth, and remembers which it was asked for; 0 for those that it was not."""

    def __init__(self, worlds: int, likely: int | None = None):
        self.worlds, self.likely, self.asked = worlds, likely or worlds, list[list[int]]()

    def __call__(self, observation: Any, action_mask: Any, rng: np.random.Generator) -> Looked:
        (mask,) = action_mask
        self.asked.append(mask.tolist())
        values = rng.normal([0.0, 9.0, 1.0, 2.0], 1.0, (1, self.worlds, len(mask)))
        weights = (np.arange(self.worlds) < self.likely) / self.likely
        return Looked(np.zeros(action_mask.shape), np.where(mask, values, 0.0), weights[None])


def looked(look: Any, rival: int = 2, seed: np.random.SeedSequence = SEED) -> SecondOpinion:
    return SecondLook(look)(np.zeros(1, np.uint8), MASK, rival, seed)


def test_what_is_found_is_the_mean_of_the_worlds_and_errors_are_those_of_differences() -> None:
    values = np.random.default_rng(SEED).normal([0.0, 9.0, 1.0, 2.0], 1.0, (1, 100, 4))
    found = looked(Drawn(100))
    equal = np.full((1, 100), 0.01)
    legal = MASK != 0
    assert found.expected[legal] == pytest.approx(values[0].mean(0)[legal], abs=1e-9)
    assert found.behind_error[0] == pytest.approx(weighed(values[:, :, [2]] - values[:, :, [0]], equal)[1][0, 0])
    assert found.lead_error[0] == pytest.approx(weighed(values[:, :, [3]] - values[:, :, [0]], equal)[1][0, 0])
    assert (found.behind_error[2], found.lead_error[3]) == (0, 0)
    assert all(np.isnan(numbers[1]) for numbers in found[:4])


@pytest.mark.parametrize(("likely", "effective"), [(100, 100), (4, 4), (1, 1)])
def test_the_effective_worlds_are_those_that_have_weight(likely: int, effective: float) -> None:
    assert looked(Drawn(100, likely)).effective == pytest.approx(effective)


def test_more_worlds_than_fit_are_looked_at_some_actions_at_a_time_and_are_the_same() -> None:
    """Each action in as many tables as there are worlds."""
    together, one_by_one = Drawn(MOST_TABLES // 3), Drawn(MOST_TABLES // 2 + 1)
    looked(together)
    found = looked(one_by_one)
    assert together.asked == [[1, 0, 1, 1]]
    assert one_by_one.asked == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    whole = np.random.default_rng(SEED).normal([0.0, 9.0, 1.0, 2.0], 1.0, (1, one_by_one.worlds, 4))
    assert found.expected[MASK != 0] == pytest.approx(whole[0].mean(0)[MASK != 0], abs=1e-9)


def test_an_agent_that_knows_of_no_values_has_no_second_look() -> None:
    rules = rules_for("two_handed")
    with pytest.raises(ValueError, match="no values"):
        looked(second_look_for(RandomAgent(), rules, 2)._look)


@pytest.mark.parametrize(("first", "second"), [(2, 16), (128, 1024), (5000, MOST_WORLDS), (20_000, 20_000)])
def test_there_are_eight_times_as_many_worlds_within_bounds(first: int, second: int, family: Policy) -> None:
    rules = rules_for("two_handed")
    network = NeuralAgent(family, "two_handed", "network")
    search = SearchAgent(rules, network, "search", worlds=first)
    for agent in (network, search, PIMCAgent(rules, first), RuleAgent(rules)):
        assert second_look_for(agent, rules, first).worlds == second
    assert search.worlds == first


@pytest.mark.parametrize("kind", [NeuralAgent, SearchAgent, PIMCAgent, RuleAgent])
def test_every_agent_looks_again_and_the_same_however_many_actions_at_a_time(
    kind: type, family: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = VectorEuchre("railroad", seed=4)
    rules, mask = tables.rules, tables.action_mask[0].copy()
    legal = np.flatnonzero(mask)
    network = NeuralAgent(family, "railroad", "network")
    search = SearchAgent(rules, network, "search", worlds=2)
    (agent,) = (agent for agent in (network, search, PIMCAgent(rules, 2), RuleAgent(rules)) if type(agent) is kind)
    look = second_look_for(agent, rules, 2)
    together = look(tables.observe()[0], mask, int(legal[0]), SEED)
    assert np.array_equal(~np.isnan(together.expected), mask != 0)
    assert 1 <= together.effective <= 16 + 1e-9
    with monkeypatch.context() as patch:
        patch.setattr("agents.advice.second_look.MOST_TABLES", 16)
        apart = look(tables.observe()[0], mask, int(legal[0]), SEED)
    assert apart.expected[legal] == pytest.approx(together.expected[legal], abs=1e-4)
    assert apart.effective == pytest.approx(together.effective, rel=1e-4)
