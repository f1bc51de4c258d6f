"""What the learner sees and is paid at one table and at many, against a plain loop; opponents; seats."""

from functools import partial
from itertools import islice
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from euchre_env import IllegalAction, SoloEnv, SoloVectorEnv, VectorEuchre, variants
from tests.arrays import assert_equal
from tests.solo_games import Decision, by_hash, decisions_of

WAYS = [
    {"episode": "match", "reward": "points"},
    {"episode": "match", "reward": "match", "skip_forced": True},
    {"episode": "deal", "reward": "points"},
    {"episode": "deal", "reward": "points", "skip_forced": True},
]
CASES = [(variant, WAYS[number % 4]) for number, variant in enumerate(variants())]
CASES += [("north_american", way) for way in WAYS if ("north_american", way) not in CASES]
STEPS = 24


def told(variant: str, table: int, learner: int, way: dict[str, Any]) -> list[Decision]:
    """A table's decisions as the plain loop has them."""
    arguments = {key: value for key, value in way.items() if key != "skip_forced"}
    tables = VectorEuchre(variant, seed=9, table_numbers=[table], **arguments)
    return list(islice(decisions_of(tables, learner, way.get("skip_forced", False)), STEPS))


@pytest.mark.parametrize("variant, way", CASES, ids=str)
def test_one_table_is_what_a_plain_loop_says(variant: str, way: dict[str, Any]) -> None:
    table = SoloEnv(variant, opponents=by_hash, seat=1, **way)
    observation, info = table.reset(seed=9)
    earned, ended = 0.0, False
    for expected in told(variant, 0, 1, way):
        assert_equal(observation["observation"], expected.observation)
        assert_equal(info["action_mask"], expected.mask)
        assert (earned, ended) == (pytest.approx(expected.earned), expected.ended)
        observation, earned, ended, truncated, info = table.step(by_hash(expected.observation, expected.mask))
        assert not truncated
        if ended:
            assert_equal(observation["observation"], expected.observation)  # the last decision's
            observation, info = table.reset()


@pytest.mark.parametrize("variant, way", CASES, ids=str)
def test_many_tables_are_what_plain_loops_say(variant: str, way: dict[str, Any]) -> None:
    size, seat = 3, 1
    tables = SoloVectorEnv(size, variant, opponents=by_hash, seat=seat, **way)
    observation, info = tables.reset(seed=9)
    earned, ended = np.zeros(size), np.zeros(size, bool)
    before: tuple[Decision, ...] = ()
    for expected in zip(*(told(variant, table, seat, way) for table in range(size)), strict=True):
        assert_equal(observation["observation"], [decision.observation for decision in expected])
        assert_equal(info["action_mask"], [decision.mask for decision in expected])
        assert earned.tolist() == pytest.approx([decision.earned for decision in expected])
        assert ended.tolist() == [decision.ended for decision in expected]
        for table in np.flatnonzero(ended):
            assert_equal(info["final_obs"][table]["observation"], before[table].observation)
        actions = np.array([by_hash(decision.observation, decision.mask) for decision in expected])
        observation, earned, ended, truncated, info = tables.step(actions)
        assert not truncated.any()
        before = expected


@pytest.mark.parametrize("way", WAYS[1:3], ids=str)
def test_one_of_many_tables_is_the_one_table(way: dict[str, Any]) -> None:
    """Also what is drawn: by opponents, and for the learner's seat."""
    table, tables = SoloEnv("four_handed", seat=None, **way), SoloVectorEnv(1, "four_handed", seat=None, **way)
    (_, info), (_, infos) = table.reset(seed=3), tables.reset(seed=3)
    seats = set()
    for step in range(80):
        seats.add(info["seat"])
        assert infos["seat"].tolist() == [info["seat"]]
        assert_equal(infos["action_mask"][0], info["action_mask"])
        action = by_hash(info["action_mask"].view(np.uint8), info["action_mask"])
        _, reward, over, _, info = table.step(action)
        _, rewards, overs, _, infos = tables.step(np.array([action]))
        assert (rewards.tolist(), overs.tolist()) == ([pytest.approx(reward)], [over])
        if over:
            _, info = table.reset()
        if step == 60:
            (_, info), (_, infos) = table.reset(), tables.reset()
    assert len(seats) > 1


class Recorder:
    """Takes the first legal action and remembers what it was asked."""

    def __init__(self) -> None:
        self.observations: list[np.ndarray] = []

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        assert observation.dtype == np.uint8
        assert action_mask.dtype == np.int8
        assert (action_mask.sum(axis=1) > 1).all(), "nobody is asked where there is no choice"
        assert_equal(observation[:, : action_mask.shape[1]], action_mask)
        self.observations += list(observation)
        return action_mask.argmax(axis=1)


def test_opponents_sit_from_the_learners_left() -> None:
    """Each sees its own cards; in the first round of the making the eldest is asked first."""
    seated = [Recorder() for _ in range(3)]
    table = SoloEnv("north_american", opponents=seated, seat=2)
    layout = table.game.tables.layout
    table.reset(seed=1)
    dealers = [layout.labels("dealer")[recorder.observations[0][layout["dealer"]].argmax()] for recorder in seated[2:]]
    assert [len(recorder.observations) for recorder in seated] == [0, 0, 1], "seat 0 deals, seat 1 is asked, then we"
    assert dealers == ["seat+3"]
    pictures = {recorder.observations[0].tobytes() for recorder in seated if recorder.observations}
    table.step(table.parse_action("pass"))
    pictures |= {recorder.observations[0].tobytes() for recorder in seated}
    assert len(pictures) == 3


def test_one_opponent_for_all_answers_for_many_tables_at_once() -> None:
    recorder, calls = Recorder(), []
    act = recorder.act
    recorder.act = lambda *given: calls.append(len(given[0])) or act(*given)  # type: ignore[method-assign]
    SoloVectorEnv(64, "four_handed", opponents=recorder, episode="deal").reset(seed=1)
    assert max(calls) > 16
    assert sum(calls) == len(recorder.observations)


def test_opponents_of_none_draw_every_action() -> None:
    tables = SoloVectorEnv(400, "four_handed", seat=3, episode="deal")
    tables.reset(seed=1)
    calls = [record["actions"][0][1] for record in map(tables.tables.record, range(400)) if record["actions"]]
    counts = {call: calls.count(call) for call in set(calls)}
    assert set(counts) == {"pass", "order_up", "order_up_alone"}
    assert min(counts.values()) > 50


@pytest.mark.parametrize(
    "opponent, message",
    [
        (lambda *_: 0, r"opponent function: action 0 is not legal; legal: \d+"),
        (lambda *_: -1, "opponent function: action -1 is not legal"),
        (lambda *_: 10**6, "opponent function: action 1000000 is not legal"),
        (lambda *_: 1.5, r"\[1.5.*: actions must be whole numbers"),
        (lambda *_: 2**70, "actions must be whole numbers"),
        (type("Short", (), {"act": lambda *_: np.zeros(0, int)})(), r"opponent Short: actions of shape \(0,\)"),
        (type("Real", (), {"act": lambda _, o, m, r: m.argmax(1) * 1.0})(), "opponent Real: actions of .*float64"),
    ],
)
@pytest.mark.parametrize("make", [SoloEnv, partial(SoloVectorEnv, 7)], ids=["one", "many"])
def test_what_an_opponent_does_wrong_is_told(opponent: Any, message: str, make: Any) -> None:
    table = make(opponents=opponent, seat=0)
    with pytest.raises(ValueError, match=message):
        table.reset(seed=1)


@pytest.mark.parametrize("make", [SoloEnv, partial(SoloVectorEnv, 6)], ids=["one", "many"])
def test_after_an_opponents_fault_a_reset_starts_afresh(make: Any) -> None:
    faulty = [False]

    def opponent(_: np.ndarray, mask: np.ndarray) -> int:
        return -1 if faulty[0] else int(mask.argmax())

    table, untouched = (make(opponents=opponent, episode="deal") for _ in range(2))
    for game in table, untouched:
        game.reset(seed=1)
    for _ in range(3):
        played_on(table)
    faulty[0] = True
    with pytest.raises(IllegalAction):
        list(map(played_on, [table] * 10))
    with pytest.raises(ResetNeeded, match="reset"):
        played_on(table)
    faulty[0] = False
    table.reset()  # the deals go on, whole ones
    for _ in range(20):
        played_on(table)
    table.reset(seed=1)
    for _ in range(20):
        one, other = map(played_on, (table, untouched))
        assert_equal(one[0]["observation"], other[0]["observation"])
        assert_equal(one[1], other[1])


def played_on(table: Any) -> Any:
    """What comes of the lowest legal action; one table begins its next episode then and there, as many do."""
    returned = table.step(table.action_masks().argmax(-1))
    if returned[2] is True:
        table.reset()
    return returned


def test_an_episode_without_a_decision_of_the_learner_is_passed_over() -> None:
    """Its partner, the eldest, plays alone: the learner is asked nothing in these deals, and they are not paid."""

    def alone(observation: np.ndarray, mask: np.ndarray) -> int:
        return int(np.flatnonzero(mask)[-1])  # `order_up_alone` is the last of the calls that may be legal

    table = SoloEnv("four_handed", opponents=[None, alone, None], seat=3, episode="deal")
    table.reset(seed=1)
    assert table.game.tables.dealer[0] != 0, "the deals of seat 0, in which seat 1 decides first"
    assert table.game.tables.deal_number[0] > 0


@pytest.mark.parametrize("opponents", ["random", ["random", None, "random"], ("random",) * 3], ids=str)
def test_random_is_the_name_of_what_plays_at_random(opponents: Any) -> None:
    """Down to its draws; also where `gymnasium.make` passes it on."""
    courses = []
    for given in (None, opponents):
        table = gymnasium.make("euchre_env/Euchre-v0", variant="railroad", opponents=given, disable_env_checker=True)
        observation, info = table.reset(seed=4)
        course = [observation["observation"]]
        for _ in range(20):
            observation, _, over, _, info = table.step(int(info["action_mask"].argmax()))
            if over:
                observation, info = table.reset()
            course.append(observation["observation"])
        courses.append(course)
    assert_equal(*courses)
