"""The environment in the games with exchanges, opposing lone hands, bids and a widow: given deals, action by action."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from euchre_env import env, open_record, raw_env, replay_record
from tests.aec_games import legal_actions, random_steps, snapshot, started
from tests.family_deals import BRITISH, DEALS, FIVE_HANDED, JAMBONE, JAMBOREE, RAILROAD, SEVEN_HANDED


def begun(deal: dict[str, Any], steps: int = 0, make: Any = raw_env, **more: Any) -> Any:
    """The environment in which so many actions of a deal have been taken."""
    names = [action for _, action in deal["actions"][:steps]]
    table = make(deal["variant"], **(deal["rules"] | more))
    return started(table, *names, deal=deal | {"actions": []})


def legal_names(table: Any) -> list[str]:
    return sorted(table.action_name(action) for action in legal_actions(table))


@pytest.mark.parametrize("name", DEALS)
def test_a_given_deal_is_played_as_the_table_plays_it(name: str) -> None:
    """Seat by seat the same legal actions, and the same points in the end."""
    deal = DEALS[name]
    told, table = open_record(deal), begun(deal)
    for _, action in deal["actions"]:
        assert table.agent_selection == f"player_{told.seat}"
        assert legal_names(table) == list(told.legal)
        table.step(table.parse_action(action))
        told.step(action)
    while not told.over:
        assert table.agent_selection == f"player_{told.seat}"
        table.step(table.parse_action(told.legal[0]))
        told.step(told.legal[0])
    finished = table.tables.finished_record(0)
    assert finished["result"] == told.result
    assert finished["actions"] == told.record()["actions"]
    assert replay_record(finished) == []


@pytest.mark.parametrize(
    "copied_by", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("name", DEALS)
def test_a_copy_at_any_step_goes_on_the_same(name: str, copied_by: Any) -> None:
    """In the middle of the bidding, of an exchange, of burying the widow, of a trick."""
    deal = DEALS[name]
    for steps in range(1, min(len(deal["actions"]), 21), 2):
        table = begun(deal, steps)
        other = copied_by(table)
        before = snapshot(table)
        assert snapshot(other) == before
        courses = [list(random_steps(other, np.random.default_rng(1), most=60))]
        assert snapshot(table) == before, "nothing is shared"
        courses.append(list(random_steps(table, np.random.default_rng(1), most=60)))
        assert courses[0] == courses[1]
        assert snapshot(table) == snapshot(other)


# ---- turns and rewards -----------------------------------------------------------------------------------------------


def asked(table: Any, deal: dict[str, Any]) -> list[str]:
    """Whoever is selected while a deal is played to its end."""
    selected, number = [], table.tables.deal_number[0]
    for _, action in deal["actions"]:
        selected.append(table.agent_selection)
        table.step(table.parse_action(action))
    while table.tables.deal_number[0] == number and table.agents and not any(table.terminations.values()):
        selected.append(table.agent_selection)
        table.step(legal_actions(table)[0])
    return selected


def test_R20_of_two_lone_hands_both_partners_sit_out() -> None:
    selected = asked(begun(RAILROAD), RAILROAD)
    assert set(selected[10:]) == {"player_0", "player_3"}
    assert len(selected) == 20


def test_R31_a_jambone_hand_never_plays_itself() -> None:
    selected = asked(begun(JAMBONE), JAMBONE)
    assert set(selected[6:]) == {"player_0", "player_2"}
    assert len(selected) == 6 + 15


def test_a_jamboree_ends_the_deal_before_a_card_is_played() -> None:
    table = begun(JAMBOREE, 5, episode="deal")
    assert legal_names(table) == ["announce_jamboree", "play_on"]
    table.step(table.parse_action("announce_jamboree"))
    assert all(table.terminations.values())
    assert table.rewards == {"player_0": 16.0, "player_1": -16.0, "player_2": 16.0, "player_3": -16.0}


def test_with_more_than_two_sides_rewards_are_less_the_mean_of_the_others() -> None:
    table = begun(FIVE_HANDED, episode="deal")
    asked(table, FIVE_HANDED)
    others = {f"player_{seat}": -2.0 for seat in range(1, 5)}
    assert table.rewards == {"player_0": 8.0} | others


def test_a_match_of_seven_deals_ends_after_seven() -> None:
    table, rng = raw_env("seven_handed", reward="match"), np.random.default_rng(4)
    table.reset(seed=4)
    rewards = dict.fromkeys(table.possible_agents, 0.0)
    for agent, reward in random_steps(table, rng, most=2000):
        rewards[agent] += reward
    finished = table.tables.finished_record(0)
    assert finished["deal"] == 7
    winners = {f"player_{seat}" for seat in finished["result"]["winners"]}
    assert winners
    assert {agent for agent, reward in rewards.items() if reward > 0} == winners
    assert set(rewards.values()) <= {-1.0, 1.0}


# ---- illegal actions, pictures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "steps", "seat"),
    [(RAILROAD, 3, 3), (RAILROAD, 4, 1), (JAMBONE, 7, 2), (SEVEN_HANDED, 1, 6), (SEVEN_HANDED, 12, 1), (BRITISH, 0, 2)],
    ids=["give", "best", "call", "bid", "partner", "name_blind"],
)
def test_every_action_outside_the_mask_is_refused(deal: dict[str, Any], steps: int, seat: int) -> None:
    table = begun(deal, steps)
    before = snapshot(table)
    legal = legal_actions(table).tolist()
    told = ", ".join(f"{action} ({table.action_name(action)})" for action in legal)
    for action in set(range(table.tables.num_actions)) - set(legal):
        with pytest.raises(ValueError) as error:
            table.step(action)
        assert str(error.value) == f"action {action} of player_{seat} is not legal; legal: {told}"
    assert snapshot(table) == before


def test_C9_the_blind_makers_hand_is_not_in_his_picture_nor_in_his_observation() -> None:
    """Two deals that differ only in what the blind maker holds look the same to him."""
    swapped = BRITISH["hands"][:2] + BRITISH["hands"][:1:-1]
    tables = [begun(BRITISH | {"hands": hands}, render_mode="ansi", make=env) for hands in (BRITISH["hands"], swapped)]
    pictures = [table.render() for table in tables]
    seen = [table.observe("player_2")["observation"].tobytes() for table in tables]
    assert pictures[0] == pictures[1]
    assert seen[0] == seen[1]
    for table in tables:
        table.step(table.parse_action("name_H"))
    assert tables[0].agent_selection == tables[1].agent_selection == "player_2"
    assert tables[0].render() != tables[1].render()
    assert (
        tables[0].observe("player_2")["observation"].tobytes() != tables[1].observe("player_2")["observation"].tobytes()
    )


@pytest.mark.parametrize("name", DEALS)
def test_human_prints_every_step(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    deal = DEALS[name]
    table = begun(deal, render_mode="human")
    for _, action in deal["actions"][:12]:
        table.step(table.parse_action(action))
    printed = capsys.readouterr().out
    assert printed.count("> player_") == 1 + min(12, len(deal["actions"]))
    assert "\x1b" not in printed
