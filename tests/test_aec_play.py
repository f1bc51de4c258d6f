"""The environment in play: turns, rewards, and what seats see."""

import copy
from typing import Any

import numpy as np
import pytest

from euchre_env import env, raw_env, variants
from tests.aec_games import NAMED_ALONE, legal_actions, random_steps, snapshot, started

# ---- turns and rewards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("episode, reward", [("match", "points"), ("match", "match"), ("deal", "points")])
@pytest.mark.parametrize("variant", variants())
def test_every_seat_gets_every_reward_once(variant: str, episode: str, reward: str) -> None:
    """Also a seat that did not play the last card, or that moves twice in a row."""
    table, rng, ended = raw_env(variant, episode=episode, reward=reward), np.random.default_rng(6), 0
    for seed in range(3 if episode == "match" else 10):
        table.reset(seed=seed)
        got, paid = dict.fromkeys(table.possible_agents, 0.0), dict.fromkeys(table.possible_agents, 0.0)
        for agent, received in random_steps(PaidOut(table, paid), rng):
            got[agent] += received
        for agent in table.agents:  # if the match did not end
            got[agent] += table._cumulative_rewards[agent]
        assert got == pytest.approx(paid)
        assert sum(paid.values()) == pytest.approx(0, abs=1e-4) or reward == "match"  # float32, thirds and sixths
        ended += not table.agents
        assert any(paid.values()) or episode == "deal" or (reward == "match" and table.agents)
    assert ended or variant == "three_handed_set_back"


class PaidOut:
    """Passes everything on and adds up the rewards that each step announces."""

    def __init__(self, table: Any, paid: dict[str, float]) -> None:
        self._table, self._paid = table, paid

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def step(self, action: Any) -> None:
        dead = all(self._table.terminations.values())
        self._table.step(action)
        for agent, reward in self._table.rewards.items() if not dead else ():
            self._paid[agent] += reward


def test_rewards_are_the_points_of_the_deal() -> None:
    """Points less those of the other side, for every seat, kept for each until it has decided again."""
    table = started(raw_env("north_american"), *NAMED_ALONE)
    while table.tables.record(0)["deal"] == 4:
        assert set(table.rewards.values()) == {0.0}
        table.step(legal_actions(table)[0])
    points = table.tables.finished_record(0)["result"]["points"]
    won = float(points[0] - points[1])
    assert won != 0
    paid = {"player_0": won, "player_1": -won, "player_2": won, "player_3": -won}
    assert table.rewards == paid
    assert table.agent_selection == "player_1"
    assert table.last()[1] == -won
    table.step(table.parse_action("pass"))
    assert set(table.rewards.values()) == {0.0}
    assert table._cumulative_rewards == paid | {"player_1": 0.0}


@pytest.mark.parametrize("variant", variants())
def test_a_seat_that_moves_twice_in_a_row_is_paid_once(variant: str) -> None:
    """The dealer takes up and discards, a bidder buries, chooses and leads: what the last deal paid is in the first
    `last` and not in the next."""
    table, rng = raw_env(variant), np.random.default_rng(8)
    seen = 0
    for seed in range(5):
        table.reset(seed=seed)
        before, steps = None, random_steps(table, rng)
        for agent, reward in steps:
            if agent == before and not table.terminations[agent]:
                assert reward == table.rewards[agent]
                seen += 1
            before = agent
    assert seen > 20


def test_P5_a_seat_that_sits_out_is_never_asked() -> None:
    table = started(raw_env("north_american"), *NAMED_ALONE)
    asked = []
    while table.tables.record(0)["deal"] == 4:
        asked.append(table.agent_selection)
        table.step(legal_actions(table)[0])
    assert asked[:3] == ["player_0", "player_1", "player_3"]
    assert len(asked) == 15
    assert "player_2" not in asked


@pytest.mark.parametrize("variant", variants())
def test_all_terminate_together_and_leave_one_by_one(variant: str) -> None:
    table, rng = env(variant, episode="deal"), np.random.default_rng(9)
    table.reset(seed=9)
    while not any(table.terminations.values()):
        table.step(rng.choice(legal_actions(table)))
    assert all(table.terminations.values())
    assert not any(table.truncations.values())
    for left in range(len(table.possible_agents), 0, -1):
        assert table.num_agents == left
        with pytest.raises(ValueError, match="None"):
            table.step(0)
        assert table.num_agents == left
        table.step(None)
    assert table.agents == []


# ---- what a seat sees -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants())
def test_only_the_seat_selected_has_a_mask(variant: str) -> None:
    """From the first decision to the last dead step; a seat that was never asked has none in the end either."""
    table, rng, asked = raw_env(variant, episode="deal"), np.random.default_rng(10), set()
    table.reset(seed=10)
    while table.agents:
        dead = table.terminations[table.agent_selection]
        asked |= set() if dead else {table.agent_selection}
        for agent in table.agents:
            observation, mask = table.observe(agent).values()
            assert mask.any() == (agent == table.agent_selection and agent in asked)
            assert np.array_equal(mask, table.infos[agent]["action_mask"])
            assert np.array_equal(mask, observation[: mask.size])
        table.step(None if dead else rng.choice(legal_actions(table)))


def test_an_idle_seat_sees_its_own_last_decision() -> None:
    table, rng = raw_env("four_handed", target=100), np.random.default_rng(11)
    table.reset(seed=11)
    actions = table.tables.num_actions
    last = {agent: np.zeros(table.tables.layout.size, np.uint8) for agent in table.agents}
    for _ in range(100):
        mover = table.agent_selection
        last[mover] = table.tables.observe()[0].copy()
        for agent in table.agents:
            seen = table.observe(agent)["observation"]
            assert np.array_equal(seen[actions:], last[agent][actions:])
        table.step(rng.choice(legal_actions(table)))


def test_looking_changes_nothing() -> None:
    """Two games, one observed by everybody all the time, the other never: the same course and the same views."""
    watched, blind, rng = (
        raw_env("four_handed", render_mode="ansi", target=100),
        raw_env("four_handed", target=100),
        np.random.default_rng(12),
    )
    for table in watched, blind:
        table.reset(seed=12)
    for _ in range(150):
        for agent in watched.agents:
            watched.observe(agent)
        watched.render()
        watched.last()
        action = rng.choice(np.flatnonzero(blind.infos[blind.agent_selection]["action_mask"]))
        watched.step(action)
        blind.step(action)
    assert snapshot(watched) == snapshot(blind)


def test_what_was_returned_does_not_change_afterwards() -> None:
    table, rng = raw_env("four_handed", target=100), np.random.default_rng(13)
    table.reset(seed=13)
    kept = []
    for _ in range(50):
        returned = (
            table.observe(table.agent_selection),
            table.infos[table.agent_selection],
            table.rewards,
            table.infos,
        )
        kept.append((returned[:3], copy.deepcopy(returned[:3])))
        table.step(rng.choice(legal_actions(table)))
    for returned, then in kept:
        np.testing.assert_equal(returned, then)


def test_writing_into_what_was_returned_does_no_harm() -> None:
    table = raw_env("four_handed", target=100)
    table.reset(seed=14)
    before = snapshot(table)
    for array in table.observe(table.agent_selection).values():
        array[:] = 1
    assert snapshot(table) == before
