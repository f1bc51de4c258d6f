"""Rollouts against a plain record of the same play."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.networks.policy import Policy
from agents.networks.symmetry import exchanged
from agents.random_agent import RandomAgent
from agents.training.rollout import TRIAL, Rollout
from euchre_env import VectorEuchre, variants
from tests.agents.small_runs import rollout_of


class Watched:
    """Tables that note what happens at them, decision by decision."""

    def __init__(self, tables):  # type: ignore[no-untyped-def]
        self._tables, self.decided, self.results = tables, [], {}

    def __getattr__(self, name):  # type: ignore[no-untyped-def]
        return getattr(self._tables, name)

    def step(self, actions):  # type: ignore[no-untyped-def]
        tables = self._tables
        before, choices, observed = tables.deal_number.copy(), tables.action_mask.sum(axis=1), tables.observe()
        for table in range(len(tables.seat)):
            if choices[table] > 1:
                name = tables.actions.names[actions[table]]
                entry = (int(tables.seat[table]), int(tables.decision_kind[table]), name, observed[table].copy())
                self.decided.append(((table, int(before[table])), entry))
        reward, over, done = tables.step(actions)
        for table in np.flatnonzero(over):
            self.results[(int(table), int(before[table]))] = reward[table].copy()
        return reward, over, done


@pytest.mark.parametrize("variant", ["two_handed", "four_handed", "railroad_full", "british", "seven_handed"])
def test_experience_is_what_happened(family: Policy, variant: str) -> None:
    policy, encoding = family, family.encoding
    number = encoding.variants.index(variant)
    rollout = rollout_of(policy, variant, num_tables=7, seed=5)
    watched = rollout.tables = Watched(rollout.tables)  # type: ignore[assignment]
    rng, collected = np.random.default_rng(0), []
    for _ in range(4):
        experience = rollout.collect(110, rng)
        assert len(experience) >= 110
        collected.append(experience)
    found: dict[tuple[int, int], list[tuple[int, int, str, bytes]]] = {}
    for experience in collected:
        d = experience.decisions
        for i in range(len(d)):
            deal, action = (int(d.table[i]), int(d.deal[i])), encoding.action_names[d.action[i]]
            found.setdefault(deal, []).append((int(d.seat[i]), int(d.kind[i]), action, d.features[i].tobytes()))
            assert experience.margin[i] == watched.results[deal][d.seat[i]]
            same_chain = i + 1 < len(d) and (d.table[i], d.deal[i], d.seat[i]) == (
                d.table[i + 1],
                d.deal[i + 1],
                d.seat[i + 1],
            )
            assert experience.last[i] != same_chain
    expected: dict[tuple[int, int], list[tuple[int, int, str, bytes]]] = {}
    for deal, (seat, kind, action, bits) in watched.decided:
        shown = encoding.encode(number, bits[None])
        action = exchanged(action) if shown.reflected.size else action
        expected.setdefault(deal, []).append((seat, kind, action, shown.features[0].tobytes()))
    complete = {deal: entries for deal, entries in expected.items() if deal in watched.results}
    assert found == {deal: sorted(entries, key=lambda e: e[0]) for deal, entries in complete.items()}
    waiting = sum(len(entries) for deal, entries in expected.items() if deal not in complete)
    assert len(rollout.unfinished) == waiting
    assert waiting > 0 or variant == "seven_handed"  # where deals are of one length and end together


def test_recorded_log_probabilities_are_the_policys(policy: Policy) -> None:
    decisions = rollout_of(policy, "four_handed", 64).collect(500, np.random.default_rng(2)).decisions
    again = policy.distribution(decisions.features).log_probs.numpy()[np.arange(len(decisions)), decisions.action]
    np.testing.assert_allclose(decisions.log_prob, again, atol=1e-5)
    assert (policy.encoding.legal(decisions.features).sum(axis=1) > 1).all()  # forced decisions are not recorded


def test_absurd_weights_are_named_where_nothing_can_be_drawn(policy: Policy) -> None:
    rollout = rollout_of(policy, "two_handed", num_tables=4)
    for parameter in policy.network.actor.parameters():
        torch.nn.init.constant_(parameter, 3e38)
    with pytest.raises(ValueError, match=r"^the network gives no finite probabilities: its weights are absurd"):
        rollout.collect(1, np.random.default_rng(0))


def test_processes_play_different_deals(policy: Policy) -> None:
    def first_deals(first_table: int) -> set[bytes]:
        tables = rollout_of(policy, "four_handed", 50, first_table).tables
        return {row.tobytes() for row in tables.observe_hidden().copy()}

    assert not first_deals(0) & first_deals(50)
    assert first_deals(0) == first_deals(0)


@pytest.mark.parametrize("variant", ["two_handed", "railroad_full", "seven_handed"])
def test_state_comes_back(family: Policy, variant: str) -> None:
    def rollout() -> Rollout:
        return rollout_of(family, variant, num_tables=20)

    first, second = rollout(), rollout()
    first.collect(100, np.random.default_rng(0))
    second.load_state_dict(first.state_dict())
    one, other = (r.collect(150, np.random.default_rng(1)) for r in (first, second))
    for name, column in one.decisions.columns().items():
        assert np.array_equal(column, other.decisions.columns()[name]), name
    assert np.array_equal(one.margin, other.margin)


@pytest.mark.parametrize("variant", variants())
def test_no_deal_takes_longer_than_a_trial(variant: str) -> None:
    tables, rng, agent, begun = (
        VectorEuchre(variant, num_tables=256),
        np.random.default_rng(0),
        RandomAgent(),
        [0] * 256,
    )
    for step in range(2 * TRIAL):
        _, over, _ = tables.step(agent.act(tables.observe(), tables.action_mask, rng))
        for table in np.flatnonzero(over):
            assert step + 1 - begun[table] <= TRIAL
            begun[table] = step + 1
    assert min(begun) > 0
