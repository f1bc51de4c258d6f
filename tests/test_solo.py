"""The environment as Gymnasium wants it: its checker, registration, spaces, seeds, copies, rendering."""

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from euchre_env import SoloEnv, SoloVectorEnv, VectorEuchre, picture, raw_env, rules_for, variants
from tests.aec_games import DEAL

ID = "euchre_env/Euchre-v0"


def random_course(table: Any, steps: int, seed: int = 0) -> list[Any]:
    """What is returned in random play, over several episodes; `table` is in the middle of one."""
    rng, course = np.random.default_rng(seed), []
    for _ in range(steps):
        course.append(table.step(rng.choice(np.flatnonzero(table.unwrapped.action_masks()))))
        if course[-1][2]:
            course.append(table.reset())
    return course


@pytest.mark.parametrize("variant", variants())
def test_gymnasium_finds_no_fault(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its checker draws actions without a mask, so an illegal one must end the episode here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = gymnasium.make(ID, variant=variant, illegal_reward=-1.0)
        check_env(table.unwrapped, skip_render_check=variant != "two_handed")  # the drawing is everybody's
    assert ("two_handed, deal 1" in capsys.readouterr().out) == (variant == "two_handed")


def test_made_by_name() -> None:
    table = gymnasium.make(ID, variant="north_american", target=7, seat=2)
    assert isinstance(table.unwrapped, SoloEnv)
    assert table.unwrapped.game.tables.rules == rules_for("north_american", target=7)
    assert table.unwrapped.seat == 2
    tables = gymnasium.make_vec(ID, num_envs=3, variant=rules_for("two_handed"), episode="deal")
    assert isinstance(tables, SoloVectorEnv)
    assert (tables.num_envs, tables.tables.episode) == (3, "deal")


def test_made_by_a_name_that_names_the_module() -> None:
    """For processes of which nobody imported anything."""
    made = "import gymnasium; print(gymnasium.make('euchre_env:euchre_env/Euchre-v0').unwrapped.game)"
    shown = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert shown.stdout == "euchre_four_handed_v0\n"


@pytest.mark.parametrize("variant", ["two_handed", "railroad"])
def test_spaces_are_those_of_the_turn_by_turn_environment(variant: str) -> None:
    table, seats = SoloEnv(variant), raw_env(variant)
    assert table.observation_space == seats.observation_space("player_1")
    assert table.action_space == seats.action_space("player_1")


@pytest.mark.parametrize("variant", ["four_handed", "five_handed"])
def test_the_mask_stands_in_four_places(variant: str) -> None:
    table = SoloEnv(variant)
    observation, info = table.reset(seed=3)
    for _ in range(30):
        mask = observation["action_mask"]
        assert mask.dtype == np.int8
        assert mask.any()
        assert np.array_equal(mask, info["action_mask"])
        assert np.array_equal(mask, table.action_masks())
        assert table.action_masks().dtype == bool
        assert np.array_equal(mask, observation["observation"][: len(mask)])
        observation, _, over, _, info = table.step(np.flatnonzero(mask)[-1])
        if over:
            observation, info = table.reset()


@pytest.mark.parametrize("seat", [0, None])
def test_the_same_seed_is_the_same_course(seat: int | None) -> None:
    """Deals, opponents' draws and the learner's seats; 0 is a seed like any other."""
    courses = []
    for table, seed in ((SoloEnv(seat=seat), 0), (SoloEnv(seat=seat), 0), (SoloEnv(seat=seat), 1)):
        courses.append([table.reset(seed=seed), *random_course(table, 60)])
    assert data_equivalence(courses[0], courses[1], exact=True)
    assert not data_equivalence(courses[0], courses[2], exact=True)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize("made", [SoloEnv, lambda variant: gymnasium.make(ID, variant=variant)])
def test_a_copy_in_mid_deal_goes_on_the_same(copied: Any, made: Any) -> None:
    table = made("four_handed")
    table.reset(seed=4)
    random_course(table, 5)
    other = copied(table)
    assert data_equivalence(random_course(table, 40), random_course(other, 40), exact=True)


def test_the_first_reset_without_a_seed_draws_one() -> None:
    tables = [SoloEnv(), SoloEnv(), SoloEnv()]
    first, other = (table.reset() for table in tables[:2])
    assert tables[0].game.seed_in_use != tables[1].game.seed_in_use
    again = tables[2].reset(seed=tables[0].game.seed_in_use)
    assert data_equivalence(first, again, exact=True)
    assert data_equivalence(random_course(tables[0], 20), random_course(tables[2], 20), exact=True)
    assert not data_equivalence(first, other, exact=True)


def test_what_is_returned_stays_as_it_is() -> None:
    table = SoloEnv("two_handed")
    observation, info = table.reset(seed=1)
    kept = copy.deepcopy((observation, info))
    random_course(table, 20)
    assert data_equivalence((observation, info), kept, exact=True)
    observation, _ = table.reset(seed=1)
    observation["action_mask"][:] = observation["observation"][:] = 0
    assert table.action_masks().any()


@pytest.mark.parametrize("action", [-1, 10**3, 1.0, True, None, "pass", np.int8(-1)], ids=repr)
@pytest.mark.parametrize("illegal_reward", [None, -1.0])
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any, illegal_reward: float | None) -> None:
    table = SoloEnv("north_american", illegal_reward=illegal_reward)
    table.reset(seed=5)
    before = copy.deepcopy(table)
    with pytest.raises(ValueError, match="not legal"):
        table.step(action)
    assert data_equivalence(random_course(table, 20), random_course(before, 20), exact=True)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = SoloEnv("north_american")
    table.reset(seed=5)
    before = copy.deepcopy(table)
    for action in np.flatnonzero(~table.action_masks()):
        with pytest.raises(ValueError, match="of player_0 is not legal"):
            table.step(action)
    assert data_equivalence(random_course(table, 20), random_course(before, 20), exact=True)


def test_an_illegal_action_can_end_the_episode() -> None:
    table = SoloEnv("north_american", illegal_reward=-3, render_mode="ansi")
    assert not table.action_masks().any()
    first, _ = table.reset(seed=5)
    observation, reward, terminated, truncated, _ = table.step(np.flatnonzero(~table.action_masks())[0])
    assert (reward, terminated, truncated) == (-3.0, True, False)
    assert "deal 1," in table.render()
    assert data_equivalence(observation, first, exact=True)
    observation, _ = table.reset()
    assert not data_equivalence(observation, first, exact=True)
    _, reward, terminated, _, _ = table.step(np.flatnonzero(table.action_masks())[0])
    assert not terminated
    assert reward != -3


def test_nothing_can_be_done_before_an_episode_or_after_it() -> None:
    table = SoloEnv("two_handed", episode="deal")
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        table.step(0)
    table.reset(seed=1)
    over = False
    while not over:
        action = np.flatnonzero(table.action_masks())[0]
        _, _, over, _, _ = table.step(action)
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        table.step(action)


@pytest.mark.parametrize(
    "arguments, culprit",
    [
        ({"variant": "five_hundred"}, "five_hundred"),
        ({"render_mode": "svg"}, "render_mode='svg'"),
        ({"episode": "game"}, "game"),
        ({"reward": "match", "episode": "deal"}, "reward='match'"),
        ({"lone_hand": True}, "lone_hand"),
        ({"seat": 4}, "seat=4: must be a seat from 0 to 3, or None"),
        ({"seat": -1}, "seat=-1"),
        ({"seat": True}, "seat=true"),
        ({"opponents": "rule"}, 'opponent "rule": by name there is only "random"; give the agent: '),
        ({"opponents": [None, "random", "rule"]}, 'opponent "rule": by name'),
        ({"opponents": [None, None]}, "2 opponents: four_handed takes one for all other seats, or 3"),
        ({"opponents": VectorEuchre}, "opponent VectorEuchre: a class"),
        ({"opponents": 3}, "opponent 3: must have `act`"),
        ({"illegal_reward": "-1"}, 'illegal_reward="-1": must be a finite number, or None'),
        ({"illegal_reward": float("nan")}, "illegal_reward=NaN"),
        ({"illegal_reward": True}, "illegal_reward=true"),
        ({"illegal_reward": 10**400}, "illegal_reward=1000"),
    ],
)
@pytest.mark.parametrize("make", [SoloEnv, SoloVectorEnv])
def test_senseless_arguments_are_named(make: Any, arguments: dict[str, Any], culprit: str) -> None:
    with pytest.raises(ValueError, match=culprit):
        make(**arguments)


@pytest.mark.parametrize(
    "arguments, culprit",
    [
        ({"seed": -1}, "seed=-1"),
        ({"seed": 1.5}, "seed=1.5"),
        ({"options": {"recrod": DEAL}}, "recrod"),
        ({"options": {"record": DEAL | {"dealer": 7}}}, "dealer"),
        ({"seed": 8, "options": {"record": DEAL | {"upcard": "JS"}}}, "JS"),
    ],
)
def test_an_impossible_reset_is_named_and_the_episode_goes_on(arguments: dict[str, Any], culprit: str) -> None:
    table = SoloEnv("north_american")
    table.reset(seed=5)
    before = copy.deepcopy(table)
    with pytest.raises(ValueError, match=culprit):
        table.reset(**arguments)
    assert data_equivalence(random_course(table, 20), random_course(before, 20), exact=True)


def test_a_given_deal_is_played() -> None:
    table = SoloEnv("north_american", seat=1, opponents=lambda _, mask: mask.argmax())
    table.reset(seed=1, options={"record": DEAL})
    record = table.game.tables.record(0)
    assert (record["upcard"], record["scores"], record["dealer"]) == ("AH", [3, 1], 3)
    assert record["actions"] == [[0, "pass"]]
    assert table.action_name(table.parse_action("order_up_alone")) == "order_up_alone"


def test_ansi_shows_the_table_as_the_learner_sees_it() -> None:
    table = SoloEnv("four_handed", seat=2, render_mode="ansi", episode="deal")
    table.reset(seed=2)
    over = False
    while not over:
        assert "> player_2" in table.render()
        _, _, over, _, _ = table.step(np.flatnonzero(table.action_masks())[-1])
    assert "result  " in table.render()
    assert "deal 1," in table.render()


def test_human_prints_when_the_learner_is_due_and_when_a_deal_ends(capsys: pytest.CaptureFixture[str]) -> None:
    table = SoloEnv("two_handed", seat=1, render_mode="human", target=50)
    table.reset(seed=3)
    random_course(table, 60)
    printed = capsys.readouterr().out
    assert printed.count("> player_1") == 61  # after `reset` and after every step
    assert "> player_0" not in printed
    assert printed.count("result  ") == table.game.tables.record(0)["deal"] - 1 > 0


def test_rendering_without_a_mode_warns_and_returns_nothing() -> None:
    table = SoloEnv()
    table.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert table.render() is None


def test_a_notebook_draws_the_table_as_the_learner_sees_it() -> None:
    table = gymnasium.make("euchre_env/Euchre-v0", seat=2, episode="deal", disable_env_checker=True).unwrapped
    assert isinstance(table, SoloEnv)
    assert table._repr_html_() is None
    table.reset(seed=2)
    drawn = table._repr_html_()
    assert drawn == picture(table.game.tables.record(0), viewer=2)._repr_html_()
    assert drawn != picture(table.game.tables.record(0), viewer=1)._repr_html_()
    over = False
    while not over:
        _, _, over, _, _ = table.step(np.flatnonzero(table.action_masks())[-1])
    assert table._repr_html_() == picture(table.game.tables.finished_record(0), viewer=2)._repr_html_()


def test_what_is_printed_of_an_environment_tells_its_game() -> None:
    table, tables = SoloEnv("railroad"), SoloVectorEnv(2, "railroad")
    assert str(table) == repr(table) == "<SoloEnv<railroad>>"
    assert str(tables) == repr(tables) == "SoloVectorEnv(railroad, num_envs=2)"
    name, rules = "euchre_env/Euchre-v0", rules_for("british", laps=True)
    made = gymnasium.make(name, variant=rules, disable_env_checker=True)
    assert str(made) == repr(made) == "<OrderEnforcing<SoloEnv<euchre_env/Euchre-v0, british>>>"
    several = gymnasium.make_vec(name, num_envs=3, variant=rules)
    assert str(several) == "SoloVectorEnv(euchre_env/Euchre-v0, british, num_envs=3)"
