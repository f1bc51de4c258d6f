"""One network for several variants: every bit and every action finds its place and its way back."""

from __future__ import annotations

import numpy as np
import pytest

from agents.encoding import Encoding
from agents.random_agent import RandomAgent
from euchre_env import VectorEuchre, rules_for

GAMES = ["two_handed", "three_handed_set_back", "four_handed", "north_american"]


def played(variant: str, steps: int, num_tables: int = 64) -> VectorEuchre:
    """Tables after some random decisions."""
    tables, rng, agent = VectorEuchre(variant, num_tables=num_tables, seed=4), np.random.default_rng(1), RandomAgent()
    for _ in range(steps):
        tables.step(agent.act(tables.observe(), tables.action_mask, rng))
    return tables


@pytest.fixture(scope="module")
def encoding() -> Encoding:
    return Encoding([rules_for(variant) for variant in GAMES])


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("steps", [0, 3, 11, 37])
def test_features_are_the_bits_by_name_and_the_variant(encoding: Encoding, variant: str, steps: int) -> None:
    tables, number = played(variant, steps), GAMES.index(variant)
    observation = tables.observe().copy()
    features = encoding.features_of(number, observation)
    for row in range(0, len(features), 7):
        names = {name for name, bit in zip(encoding.layout.names, features[row], strict=False) if bit}
        assert names == {name for name, bit in zip(tables.layout.names, observation[row], strict=True) if bit}
    assert features[:, encoding.layout.size :].tolist() == [[i == number for i in range(len(GAMES))]] * len(features)


@pytest.mark.parametrize("variant", GAMES)
def test_legal_columns_are_the_action_mask(encoding: Encoding, variant: str) -> None:
    number = GAMES.index(variant)
    for steps in (0, 5, 9, 23):
        tables = played(variant, steps)
        legal = encoding.features_of(number, tables.observe())[:, encoding.legal_columns]
        assert (legal.sum(axis=1) == tables.action_mask.sum(axis=1)).all()
        for union in range(encoding.actions):
            own = int(encoding.own_actions(number, np.array([union]))[0])
            if own < 0:
                assert not legal[:, union].any()
            else:
                assert tables.actions.names[own] == encoding.action_names[union]
                assert (legal[:, union] == tables.action_mask[:, own]).all()


@pytest.mark.parametrize("variant", GAMES)
def test_one_variant_keeps_its_own_layout(variant: str) -> None:
    alone, tables = Encoding([rules_for(variant)]), played(variant, 6)
    assert alone.layout.names == tables.layout.names
    assert alone.action_names == tables.actions.names
    assert np.array_equal(alone.features_of(0, tables.observe())[:, :-1], tables.observe())


@pytest.mark.parametrize("variant", GAMES)
def test_every_reward_is_a_possible_outcome(variant: str) -> None:
    rules = rules_for(variant)
    outcomes = set(Encoding([rules]).outcomes.tolist())
    tables, rng, agent, seen = VectorEuchre(variant, num_tables=512), np.random.default_rng(0), RandomAgent(), set()
    for _ in range(300):
        reward, over, _ = tables.step(agent.act(tables.observe(), tables.action_mask, rng))
        seen |= set(reward[over].ravel().tolist())
    assert seen <= outcomes
    assert len(seen) > 3


def test_hash_tells_layouts_apart() -> None:
    hashes = {Encoding([rules_for(variant)]).hash for variant in GAMES}
    assert len(hashes) == len(GAMES)
    assert Encoding([rules_for("two_handed")]).hash == Encoding([rules_for("two_handed")]).hash
