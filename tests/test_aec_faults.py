"""What must not happen to the environment: illegal actions taken, games lost in copies, seeds or deals forgotten."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from euchre_env import IllegalAction, env, raw_env, replay_record, rules_for, variants
from tests.aec_games import DEAL, NAMED_ALONE, legal_actions, random_steps, snapshot, started

# ---- illegal actions ------------------------------------------------------------------------------------------------

ILLEGAL = [
    -1,
    -5,
    10**3,
    2**70,
    1.0,
    np.float64(0),
    True,
    False,
    np.True_,
    None,
    "pass",
    [0],
    np.array([0]),
    np.int8(-1),
]


@pytest.mark.parametrize("action", ILLEGAL, ids=repr)
def test_an_illegal_action_names_itself_and_changes_nothing(action: Any) -> None:
    table = started(raw_env("north_american"), "pass")
    before, copied = snapshot(table), copy.deepcopy(table)
    with pytest.raises(ValueError) as error:
        table.step(action)
    assert repr(action) in str(error.value)
    assert "player_1" in str(error.value)
    assert all(name in str(error.value) for name in ("(pass)", "(order_up)", "(order_up_alone)"))
    assert snapshot(table) == before
    for game in table, copied:
        game.step(game.parse_action("pass"))
    assert snapshot(table) == snapshot(copied)


@pytest.mark.parametrize("action", [False, np.False_, 0.0, np.float32(0), "0", [0]], ids=repr)
def test_what_equals_a_legal_action_is_not_one(action: Any) -> None:
    table = started(raw_env("north_american"), *NAMED_ALONE)
    assert table.action_name(0) == "play_9S"
    assert 0 in legal_actions(table)
    with pytest.raises(ValueError, match="player_0 is not legal"):
        table.step(action)
    table.step(0)


def test_every_action_outside_the_mask_is_refused() -> None:
    table = started(raw_env("north_american"), *NAMED_ALONE, "play_JS")  # seat 1 must follow with the left bower (C5)
    assert [table.action_name(action) for action in legal_actions(table)] == ["play_JC"]
    for action in set(range(table.tables.num_actions)) - set(legal_actions(table).tolist()):
        with pytest.raises(ValueError, match=r"player_1 is not legal; legal: \d+ \(play_JC\)"):
            table.step(action)


@pytest.mark.parametrize(
    "kind", [int, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.array]
)
@pytest.mark.parametrize("make", [env, raw_env])
def test_integers_of_any_width_are_actions(make: Any, kind: Any) -> None:
    table = started(make("north_american"))
    table.step(kind(table.parse_action("pass")))
    assert table.agent_selection == "player_1"


@pytest.mark.parametrize("action", [-1, 10**3, 2**70, 1.0, True, False, np.True_, None, "pass"], ids=repr)
def test_what_is_no_action_is_refused_by_the_wrapped_environment(action: Any) -> None:
    table = started(env("north_american"), "pass")
    before = snapshot(table)
    with pytest.raises(AssertionError, match="action is not in action space"):
        table.step(action)
    assert snapshot(table) == before


@pytest.mark.parametrize("action", ["pass" * 999, np.zeros((99, 99))], ids=["text", "array"])
def test_what_is_no_action_is_told_in_one_short_line(action: Any) -> None:
    table = started(raw_env("north_american"), "pass")
    with pytest.raises(IllegalAction, match="of player_1 is not legal; legal: ") as raised:
        table.step(action)
    assert len(str(raised.value)) < 400
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["x" * 999, "play_" * 999])
def test_texts_that_are_no_action_are_told_in_short(text: str) -> None:
    table = started(raw_env("north_american"), "pass")
    for refused in (table.parse_action, table.tables.table(0).step):
        with pytest.raises(ValueError, match=r"\.\.\. is not ") as raised:
            refused(text)
        assert len(str(raised.value)) < 400


def test_an_illegal_action_ends_the_episode_of_the_wrapped_environment() -> None:
    table = started(env("north_american"), "pass")
    illegal = np.flatnonzero(table.infos["player_1"]["action_mask"] == 0)[0]
    table.step(int(illegal))
    assert all(table.terminations.values())
    rewards = {}
    for agent in table.agent_iter():
        _, rewards[agent], termination, _, _ = table.last()
        assert termination
        for other in table.agents:
            assert np.array_equal(table.infos[other]["action_mask"], table.observe(other)["action_mask"])
        table.step(None)
    assert rewards == {"player_0": 0, "player_1": -1, "player_2": 0, "player_3": 0}


@pytest.mark.parametrize("dead_steps", range(4))
def test_a_reset_after_an_illegal_move_starts_afresh(dead_steps: int) -> None:
    """Nothing is left over of the turn, whether the dead steps were taken or not."""
    table, untouched = started(env("north_american"), "pass"), started(env("north_american"))
    table.step(int(np.flatnonzero(table.infos["player_1"]["action_mask"] == 0)[0]))
    for _ in range(dead_steps):
        table.step(None)
    table.reset(seed=1, options={"record": DEAL})
    assert snapshot(table) == snapshot(untouched)
    courses = [list(random_steps(game, np.random.default_rng(15))) for game in (table, untouched)]
    assert courses[0] == courses[1]


# ---- copies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "copied_by", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("variant", variants())
def test_a_copy_in_mid_deal_goes_on_the_same(variant: str, make: Any, copied_by: Any) -> None:
    table, rng = make(variant), np.random.default_rng(16)
    table.reset(seed=16)
    for _ in range(7):
        table.step(rng.choice(legal_actions(table)))
    other = copied_by(table)
    before = snapshot(other)
    courses = [list(random_steps(table, np.random.default_rng(17), most=200))]  # over several deals
    assert snapshot(other) == before  # nothing is shared
    courses.append(list(random_steps(other, np.random.default_rng(17), most=200)))
    assert courses[0] == courses[1]
    for game in table, other:
        game.reset()
    assert snapshot(table) == snapshot(other)


# ---- seeds and given deals ------------------------------------------------------------------------------------------


def cards(table: Any) -> tuple[Any, ...]:
    record = table.unwrapped.tables.record(0)
    return record["hands"], record["upcard"], record["stock"]


def test_seed_0_is_a_seed() -> None:
    first, second = raw_env(), raw_env()
    for table in first, second:
        table.reset(seed=0)
    assert cards(first) == cards(second)
    dealt = cards(first)
    first.reset(seed=1)
    assert cards(first) != dealt
    first.reset(seed=0)
    assert cards(first) == dealt
    assert first.seed_in_use == 0


@pytest.mark.parametrize("steps", [0, 5, 500], ids=["at once", "in mid-deal", "after the match"])
def test_without_a_seed_the_deals_go_on(steps: int) -> None:
    """To cards not seen before, the same whenever the seed is the same, and at 0-0."""
    courses = []
    for table in raw_env("two_handed"), raw_env("two_handed"):
        table.reset(seed=18)
        courses.append([])
        for _ in range(6):
            courses[-1].append(cards(table))
            list(random_steps(table, np.random.default_rng(19), most=steps))
            assert (table.agents == []) == (steps == 500)
            table.reset()
            record = table.tables.record(0)
            assert (record["deal"], record["scores"], record["actions"]) == (1, [0, 0], [])
    assert courses[0] == courses[1]
    assert len({str(deal) for deal in courses[0]}) == 6


def test_the_first_reset_without_a_seed_draws_one() -> None:
    first, second, third = raw_env(), raw_env(), raw_env()
    first.reset()
    second.reset()
    third.reset(seed=first.seed_in_use)
    assert first.seed_in_use != second.seed_in_use
    assert cards(first) == cards(third)


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True])
def test_an_impossible_seed_is_named(seed: Any) -> None:
    table = started(raw_env("north_american"), "pass")
    before = snapshot(table)
    with pytest.raises(ValueError, match=str(seed)):
        table.reset(seed=seed)
    assert snapshot(table) == before


def test_a_given_deal_is_played() -> None:
    table = started(env("north_american"))
    record = table.unwrapped.tables.record(0)
    assert {key: record[key] for key in DEAL} == DEAL | {"hands": record["hands"]}
    assert [set(hand.split()) for hand in record["hands"]] == [set(hand.split()) for hand in DEAL["hands"]]
    assert table.agent_selection == "player_0"


def played_out(table: Any) -> dict[str, Any]:
    """The record of the deal in progress, played to its end."""
    deal = table.tables.deal_number[0]
    while table.tables.deal_number[0] == deal:
        table.step(legal_actions(table)[0])
    return table.tables.finished_record(0)


def test_after_a_given_deal_the_tables_own_deals_follow() -> None:
    """In the same match, dealt by the next seat."""
    table = started(raw_env("north_american"))
    finished, record = played_out(table), table.tables.record(0)
    assert replay_record(finished) == []
    assert {key: finished[key] for key in ("deal", "dealer", "upcard", "scores")} == {
        key: DEAL[key] for key in ("deal", "dealer", "upcard", "scores")
    }
    assert (record["deal"], record["dealer"], record["scores"]) == (5, 0, finished["result"]["scores"])


def test_a_given_deal_that_is_left_does_not_come_back() -> None:
    table = started(raw_env("north_american"))
    table.reset()
    finished = played_out(table)
    assert replay_record(finished) == []
    assert finished["hands"] != DEAL["hands"]
    assert finished["scores"] == [0, 0]


@pytest.mark.parametrize(
    "options, culprit",
    [
        ({"recrod": DEAL}, "recrod"),
        ({"record": DEAL | {"rules": rules_for("north_american", target=5).options()}}, "rules"),
        ({"record": DEAL | {"upcard": "JS"}}, "JS"),
        ({"record": DEAL | {"dealer": 7}}, "dealer"),
        ({"record": {"hands": []}}, "missing"),
        ({"record": "deal 4"}, "record"),
    ],
)
def test_a_broken_option_of_reset_is_named_and_the_game_goes_on(options: dict[str, Any], culprit: str) -> None:
    table = started(raw_env("north_american"), "pass")
    before = snapshot(table)
    with pytest.raises(ValueError, match=culprit):
        table.reset(options=options)
    assert snapshot(table) == before
