"""The environment as PettingZoo wants it: its own conformance tests, spaces, registration, rendering."""

import io
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo import aec_registry
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test
from pettingzoo.utils import aec_to_parallel

from euchre_env import env, raw_env, rules_for, variants

# PettingZoo's tests expect an array; the dict with the mask is what it asks of games with illegal actions.
ABOUT_DICT_OBSERVATIONS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("variant", variants())
def test_pettingzoo_api(variant: str, make: Any) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(variant), num_cycles=300)  # long enough for a whole match
    assert {str(warning.message) for warning in caught} == ABOUT_DICT_OBSERVATIONS


@pytest.mark.parametrize("variant", variants())
def test_pettingzoo_seeding(variant: str) -> None:
    seed_test(lambda: env(variant), num_cycles=100)


@pytest.mark.parametrize("variant", variants())
def test_pettingzoo_rendering(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(variant, render_mode=render_mode))
    printed = capsys.readouterr().out
    assert f"{variant}, deal 1" in printed
    assert "\x1b" not in printed  # not a terminal


@pytest.mark.parametrize("variant", variants())
def test_registered_as_pettingzoo_has_it(variant: str) -> None:
    assert f"euchre/{variant}-v0" in aec_registry
    made = pettingzoo.make("aec", f"euchre/{variant}-v0", target=7)
    assert isinstance(made.unwrapped, raw_env)
    assert made.unwrapped.tables.rules == rules_for(variant, target=7)
    assert str(made) == str(made.unwrapped) == f"euchre_{variant}_v0"
    assert repr(made) == f"<env<euchre_{variant}_v0>>"
    assert repr(made.unwrapped) == f"<raw_env<euchre_{variant}_v0>>"


def test_the_newest_version_is_made_without_a_number() -> None:
    assert str(pettingzoo.make("aec", "euchre/two_handed")) == "euchre_two_handed_v0"


def test_metadata() -> None:
    metadata = raw_env("three_handed").metadata
    assert metadata == {
        "name": "euchre_three_handed_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }
    metadata["render_modes"].append("other")
    assert "other" not in raw_env("three_handed").metadata["render_modes"]


def test_the_parallel_api_is_refused_at_once() -> None:
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(env())


@pytest.mark.parametrize("variant", variants())
def test_spaces(variant: str) -> None:
    table = env(variant)
    table.reset(seed=1)
    tables = table.unwrapped.tables
    for agent in table.possible_agents:
        assert table.observation_space(agent) is table.observation_space(agent)
        assert table.action_space(agent) is table.action_space(agent)
        assert table.action_space(agent).n == tables.num_actions
        observation = table.observe(agent)
        assert table.observation_space(agent).contains(observation)
        assert observation["observation"].dtype == np.uint8
        assert observation["observation"].shape == (tables.layout.size,)
        assert observation["action_mask"].dtype == np.int8
        assert observation["action_mask"].shape == (tables.num_actions,)


@pytest.mark.parametrize("variant", variants())
def test_agents_are_the_seats_of_the_variant(variant: str) -> None:
    table = raw_env(variant)
    assert table.possible_agents == [f"player_{seat}" for seat in range(rules_for(variant).players)]
    table.reset(seed=0)
    assert table.agents == table.possible_agents
    assert table.agent_selection == "player_1", "seat 0 deals, the eldest begins (M1, 4.5)"


@pytest.mark.parametrize(
    "arguments, culprit",
    [
        ({"render_mode": "svg"}, "render_mode='svg'"),
        ({"episode": "game"}, "game"),
        ({"reward": "tricks"}, "tricks"),
        ({"stick_dealer": True}, "stick_the_dealer"),
        ({"seed": 3}, "seed"),
        ({"skip_forced": True}, "skip_forced"),
        ({"lone_hands": 1}, "lone_hands"),
        ({"variant": "five_hundred"}, "five_hundred"),
    ],
)
@pytest.mark.parametrize("make", [env, raw_env])
def test_senseless_arguments_are_named(make: Any, arguments: dict[str, Any], culprit: str) -> None:
    with pytest.raises(ValueError, match=culprit):
        make(**arguments)


def test_finished_rules_take_no_further_options() -> None:
    rules = rules_for("north_american", target=3)
    assert raw_env(rules).tables.rules == rules
    with pytest.raises(ValueError, match="target"):
        raw_env(rules, target=5)


def test_rendering_without_a_mode_warns_and_returns_nothing() -> None:
    table = raw_env()
    table.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert table.render() is None


def test_ansi_shows_the_deal_that_ended_the_episode() -> None:
    table, rng = raw_env("two_handed", render_mode="ansi", episode="deal"), np.random.default_rng(2)
    table.reset(seed=2)
    while not all(table.terminations.values()):
        text = table.render()
        assert f"> {table.agent_selection}" in text
        assert "result" not in text
        table.step(rng.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])))
    assert "result" in table.render()
    assert "deal 1," in table.render()


def test_human_prints_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    table, rng = raw_env("two_handed", render_mode="human", target=50), np.random.default_rng(3)
    table.reset(seed=3)
    steps = deals = 0
    while steps < 60:
        table.step(rng.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"])))
        steps += 1
    deals = table.tables.record(0)["deal"] - 1
    printed = capsys.readouterr().out
    assert printed.count("> player_") == steps + 1  # after `reset` and after every step
    assert printed.count("result  ") == deals > 0  # and a deal that ended, before the next


def test_human_prints_on_an_ascii_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(screen, encoding="ascii"))
    raw_env("two_handed", render_mode="human").reset(seed=0)
    assert b"> player_1" in screen.getvalue()


def test_action_names_are_real_cards() -> None:
    table = env("four_handed")
    table.reset(seed=4)
    legal = np.flatnonzero(table.infos[table.agent_selection]["action_mask"])
    names = [table.action_name(action) for action in legal]
    assert sorted(names) == ["order_up", "order_up_alone", "pass"]
    assert [table.parse_action(name) for name in names] == legal.tolist()
    with pytest.raises(ValueError, match="order_upp"):
        table.parse_action("order_upp")
