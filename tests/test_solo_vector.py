"""Many tables as Gymnasium's vector API wants them: how episodes begin anew, what is refused, copies, wrappers."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from euchre_env import SoloEnv, SoloVectorEnv
from tests.aec_games import DEAL
from tests.arrays import assert_equal

ID = "euchre_env/Euchre-v0"


def tables_of(**arguments: Any) -> SoloVectorEnv:
    return SoloVectorEnv(**{"num_envs": 6, "variant": "north_american", "episode": "deal"} | arguments)


def chosen(tables: SoloVectorEnv) -> np.ndarray:
    """An action a table that follows from what is seen: the legal ones in turn."""
    masks = tables.unwrapped.action_masks()
    bits = tables.unwrapped._view.sum(axis=1, dtype=int)
    return np.array([np.flatnonzero(mask)[bit % mask.sum()] for mask, bit in zip(masks, bits, strict=True)])


def course(tables: SoloVectorEnv, steps: int = 30) -> list[Any]:
    return [tables.step(chosen(tables)) for _ in range(steps)]


def test_spaces_and_what_is_returned() -> None:
    tables = gymnasium.make_vec(ID, num_envs=6, vectorization_mode="vector_entry_point", episode="deal", seat=3)
    assert isinstance(tables, SoloVectorEnv)
    assert tables.metadata["autoreset_mode"] is tables.autoreset_mode is AutoresetMode.SAME_STEP
    single = SoloEnv()
    assert tables.single_observation_space == single.observation_space
    assert tables.single_action_space == single.action_space
    observation, info = tables.reset(seed=1)
    over = np.zeros(6, bool)
    while not over.any():
        assert tables.observation_space.contains(observation)
        assert tables.action_space.contains(chosen(tables))
        assert_equal(info["action_mask"], observation["action_mask"])
        assert_equal(tables.action_masks(), observation["action_mask"])
        assert info["seat"].tolist() == [3] * 6
        assert info["_action_mask"].all()
        observation, reward, over, truncated, info = tables.step(chosen(tables))
        assert (reward.dtype, reward.shape) == (np.float32, (6,))
        assert (over.dtype, truncated.dtype) == (bool, bool)
        assert not truncated.any()
    assert_equal(info["_final_obs"], over)
    assert_equal(info["_final_info"], over)
    assert [final is not None for final in info["final_obs"]] == over.tolist()
    last = info["final_obs"][over.argmax()]
    assert tables.single_observation_space.contains(last)
    assert_equal(info["final_info"]["action_mask"][over.argmax()], last["action_mask"])


def test_episodes_are_the_same_however_they_begin_anew() -> None:
    """The learner of each table sees and earns the same; only the steps differ in which nothing happens."""
    stories: dict[str, list[list[Any]]] = {}
    for mode in AutoresetMode:
        tables = tables_of(autoreset_mode=mode, opponents=lambda _, mask: int(np.flatnonzero(mask)[-1]))
        assert tables.metadata["autoreset_mode"] is mode
        observation, _ = tables.reset(seed=2)
        story: list[list[Any]] = [[] for _ in range(6)]
        idle = np.zeros(6, bool)  # where this step only begins an episode
        for _ in range(40):
            seen = observation["observation"]
            actions = np.where(idle, -7, chosen(tables))
            observation, reward, over, _, _ = tables.step(actions)
            for table in np.flatnonzero(~idle):
                story[table].append(
                    (seen[table].tobytes(), int(actions[table]), float(reward[table]), bool(over[table]))
                )
            assert not reward[idle].any()
            assert not over[idle].any()
            idle = over & (mode == AutoresetMode.NEXT_STEP)
            if mode != AutoresetMode.SAME_STEP:
                assert_equal(observation["observation"][over], seen[over])  # the last decision's
            if mode == AutoresetMode.DISABLED and over.any():
                observation, _ = tables.reset(options={"reset_mask": over})
        stories[mode.value] = story
    first, *others = stories.values()
    for other in others:
        for one, two in zip(first, other, strict=True):
            length = min(len(one), len(two))
            assert length > 25
            assert one[:length] == two[:length]


def test_a_table_whose_episode_is_over_must_be_reset_first() -> None:
    tables = tables_of(autoreset_mode="Disabled")
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        tables.step(np.zeros(6, int))
    tables.reset(seed=1)
    over = np.zeros(6, bool)
    while not over.any():
        _, _, over, _, _ = tables.step(chosen(tables))
    with pytest.raises(gymnasium.error.ResetNeeded, match=f"the episode at table {over.argmax()} is over"):
        tables.step(chosen(tables))


def test_some_tables_begin_anew_in_mid_deal() -> None:
    tables = tables_of()
    before, _ = tables.reset(seed=3)
    course(tables, 2)
    before = tables._view.copy()
    numbers = tables.tables.deal_number.copy()
    some = np.array([True, False, True, False, False, False])
    observation, _ = tables.reset(options={"reset_mask": some})
    assert_equal(observation["observation"][~some], before[~some])
    assert_equal(tables.tables.deal_number > numbers, some)


@pytest.mark.parametrize("seat", [2, None])
def test_the_same_seed_is_the_same_course(seat: int | None) -> None:
    courses = []
    for seed in (0, 0, 1):
        tables = tables_of(seat=seat)
        courses.append([tables.reset(seed=seed), *course(tables)])
    assert data_equivalence(courses[0], courses[1], exact=True)
    assert not data_equivalence(courses[0], courses[2], exact=True)


def test_the_same_seed_deals_the_same_however_many_tables_there_are() -> None:
    few, many = tables_of(), tables_of(num_envs=20)
    few.reset(seed=5)
    many.reset(seed=5)
    for table in range(6):
        assert few.tables.record(table)["hands"] == many.tables.record(table)["hands"]


def test_the_first_reset_without_a_seed_draws_one() -> None:
    one, other, third = tables_of(), tables_of(), tables_of()
    one.reset()
    other.reset()
    assert one.seed_in_use != other.seed_in_use
    third.reset(seed=one.seed_in_use)
    assert one.tables.record(0)["hands"] == third.tables.record(0)["hands"]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda tables: pickle.loads(pickle.dumps(tables))])
def test_a_copy_in_mid_deal_goes_on_the_same(copied: Any) -> None:
    tables = tables_of()
    tables.reset(seed=4)
    course(tables, 7)
    other = copied(tables)
    assert data_equivalence(course(tables), course(other), exact=True)


def test_what_is_returned_stays_as_it_is() -> None:
    tables = tables_of()
    returned = [tables.reset(seed=1), *course(tables, 12)]
    kept = copy.deepcopy(returned)
    observation, _ = tables.reset(seed=1)
    observation["observation"][:] = observation["action_mask"][:] = 0
    course(tables, 12)
    assert data_equivalence(returned, kept, exact=True)


@pytest.mark.parametrize(
    "actions, message",
    [
        ([0, 0, 0, 0, 0, 0], r"not legal for seat 0 at table \d"),
        ([-1, 0, 0, 0, 0, 0], "not legal"),
        (np.zeros(5, int), r"actions of shape \(5,\)"),
        (np.zeros(6), "dtype float64"),
        (None, "actions"),
    ],
)
def test_an_illegal_action_is_refused_and_changes_nothing(actions: Any, message: str) -> None:
    tables = tables_of()
    tables.reset(seed=6)
    before = copy.deepcopy(tables)
    with pytest.raises(ValueError, match=message):
        tables.step(actions)
    assert data_equivalence(course(tables, 10), course(before, 10), exact=True)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_an_illegal_action_can_end_an_episode(mode: AutoresetMode) -> None:
    tables = tables_of(illegal_reward=-2.5, autoreset_mode=mode, render_mode="ansi")
    tables.reset(seed=6)
    deal = tables.tables.deal_number.copy()
    actions = chosen(tables)
    illegal = np.array([False, True, False, False, True, False])
    actions[illegal] = tables.action_masks()[illegal].argmin(axis=1)
    _, reward, over, _, info = tables.step(actions)
    assert reward[illegal].tolist() == [-2.5, -2.5]
    assert over.tolist() == illegal.tolist(), "nobody else has played a whole deal"
    assert all("> player_" in picture for picture in tables.render())
    if mode == AutoresetMode.SAME_STEP:
        assert_equal(info["_final_obs"], illegal)
    elif mode == AutoresetMode.NEXT_STEP:
        _, reward, over, _, _ = tables.step(np.where(illegal, -1, chosen(tables)))
        assert not reward[illegal].any()
        assert not over[illegal].any()
    else:
        tables.reset(options={"reset_mask": illegal})
    assert (tables.tables.deal_number[illegal] > deal[illegal]).all()


def test_what_is_no_action_is_refused_even_then() -> None:
    tables = tables_of(illegal_reward=-2.5)
    tables.reset(seed=6)
    with pytest.raises(ValueError, match="not legal"):
        tables.step(np.full(6, 10**6))


@pytest.mark.parametrize(
    "arguments, culprit",
    [
        ({"seed": -1}, "seed=-1"),
        ({"options": {"record": DEAL}}, "'record'"),
        ({"options": "mask"}, "options="),
        ({"options": {"records": [DEAL]}}, "1 records for num_tables=6"),
        ({"options": {"reset_mask": np.ones(5, bool)}}, r"reset_mask: bool \[5\], must be bool \[6\]"),
        ({"options": {"reset_mask": np.ones(6)}}, r"reset_mask: float64 \[6\]"),
        ({"seed": 1, "options": {"reset_mask": np.arange(6) > 2}}, "without a seed"),
    ],
)
def test_an_impossible_reset_is_named_and_the_episodes_go_on(arguments: dict[str, Any], culprit: str) -> None:
    tables = tables_of()
    tables.reset(seed=5)
    before = copy.deepcopy(tables)
    with pytest.raises(ValueError, match=culprit):
        tables.reset(**arguments)
    assert data_equivalence(course(tables, 10), course(before, 10), exact=True)


@pytest.mark.parametrize(
    "arguments", [{"num_envs": 0}, {"autoreset_mode": "Sometimes"}, {"render_mode": "human"}], ids=str
)
def test_senseless_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=str(next(iter(arguments.values())))):
        tables_of(**arguments)


def test_given_deals_are_played() -> None:
    tables = tables_of(episode="match", opponents=lambda _, mask: int(mask.argmax()))
    tables.reset(seed=1, options={"records": [DEAL] * 6})
    for table in range(6):
        record = tables.tables.record(table)
        assert (record["upcard"], record["scores"]) == ("AH", [3, 1])


def test_ansi_shows_every_table_as_its_learner_sees_it() -> None:
    tables = tables_of(render_mode="ansi", seat=2, autoreset_mode="Disabled")
    tables.reset(seed=7)
    assert ["> player_2" in picture for picture in tables.render()] == [True] * 6
    over = np.zeros(6, bool)
    while not over.any():
        _, _, over, _, _ = tables.step(chosen(tables))
    assert_equal(["result  " in picture for picture in tables.render()], over)
    silent = tables_of()
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


def test_gymnasiums_statistics_agree() -> None:
    tables = RecordEpisodeStatistics(tables_of(episode="match", target=2), buffer_length=1000)
    tables.reset(seed=8)
    earned, returns = np.zeros(6), []
    for _ in range(60):
        _, reward, over, _, _ = tables.step(chosen(tables))
        earned += reward
        returns += earned[over].tolist()
        earned[over] = 0
    assert len(returns) > 10
    assert list(tables.return_queue) == returns


def test_gymnasiums_own_vector_of_single_tables_goes_on_as_it_should() -> None:
    tables = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="sync", variant="two_handed", episode="deal")
    assert isinstance(tables, SyncVectorEnv)
    _, info = tables.reset(seed=1)
    for _ in range(30):
        _, _, _, _, info = tables.step(info["action_mask"].argmax(axis=1))
    assert info["action_mask"].shape == (2, int(tables.single_action_space.n))
