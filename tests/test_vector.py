"""`VectorEuchre` in play: rewards, episodes, masks, forced decisions, buffers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from euchre_env import KINDS, RulesError, VectorEuchre, rules_for, variants
from tests.arrays import assert_equal
from tests.witnesses import Followers, choose_action

Ended = tuple[int, list[float], dict[str, Any], bool]


def ended_deals(tables: VectorEuchre, deals: int, seed: int = 0) -> Iterator[Ended]:
    """Play until so many deals have ended: (table, reward by seat, its record, whether the episode is over)."""
    rng, ended = np.random.default_rng(seed), 0
    while ended < deals:
        reward, deal_over, episode_over = tables.step(choose_action(tables, rng.random(tables.num_tables)))
        assert not reward[~deal_over].any()
        assert not (episode_over & ~deal_over).any()
        assert not tables.points[~deal_over].any()
        assert not tables.winners[~deal_over].any()
        for table in np.flatnonzero(deal_over):
            ended += 1
            record = tables.finished_record(int(table))
            assert tables.points[table].tolist() == record["result"]["points"]
            yield int(table), reward[table].tolist(), record, bool(episode_over[table])


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("episode", ["match", "deal"])
def test_rewards_are_points_less_those_of_the_others(variant: str, episode: str) -> None:
    tables = VectorEuchre(variant, num_tables=20, seed=1, episode=episode)
    seats, sides, paid = tables.num_seats, tables.rules.sides, set()
    for _, reward, record, _ in ended_deals(tables, 60):
        points = record["result"]["points"]
        mean_of_others = [(sum(points) - own) / (sides - 1) for own in points]
        assert reward == pytest.approx([points[seat % sides] - mean_of_others[seat % sides] for seat in range(seats)])
        assert sum(reward) == pytest.approx(0, abs=1e-5)  # thirds and sixths have no exact form in float32
        paid.add(tuple(reward))
    assert len(paid) >= 4, "only a few kinds of outcomes were seen"


def test_rewards_in_numbers() -> None:
    """4.1-4.3: a euchre pays two; to each adversary with three seats, where the maker is then 2 behind each."""
    euchres: dict[str, set[tuple[float, ...]]] = {}
    for variant in ("two_handed", "three_handed", "three_handed_set_back", "four_handed"):
        for _, reward, record, _ in ended_deals(VectorEuchre(variant, num_tables=20, seed=2), 100):
            result = record["result"]
            if (
                result["maker"] == 0
                and not result["alone"]
                and sum(result["tricks"][:: 2 if len(reward) != 3 else 3]) < 3
            ):
                euchres.setdefault(variant, set()).add(tuple(reward))
    assert euchres == {
        "two_handed": {(-2, 2)},
        "three_handed": {(-2, 1, 1)},
        "three_handed_set_back": {(-2, 1, 1)},
        "four_handed": {(-2, 2, -2, 2)},
    }


@pytest.mark.parametrize("variant", variants())
def test_an_episode_of_a_match_ends_when_it_is_won(variant: str) -> None:
    target = 1 if variant == "three_handed_set_back" else 2  # where random play mostly loses points
    tables, won = VectorEuchre(variant, num_tables=10, seed=3, target=target, match_games=2), 0
    for table, _, record, over in ended_deals(tables, 80):
        result = record["result"]
        assert over == bool(result["winners"])
        assert np.flatnonzero(tables.winners[table]).tolist() == result["winners"]
        nothing = [0] * tables.rules.sides
        assert tables.scores[table].tolist() == result["scores"]
        assert tables.games[table].tolist() == (nothing if over else result["games"])
        assert tables.record(table)["deal"] == (1 if over else record["deal"] + 1)
        won += over
    assert won, "no match was won"


@pytest.mark.parametrize("variant", variants())
def test_with_episodes_of_a_deal_nothing_is_carried_on(variant: str) -> None:
    tables = VectorEuchre(variant, num_tables=10, seed=4, episode="deal", target=1)
    for table, _, _, over in ended_deals(tables, 60):
        assert over
        assert not tables.winners.any()
        assert not tables.scores.any()
        assert not tables.games.any()
        assert tables.record(table)["deal"] == 1
        assert tables.dealer[table] == (table + tables.deal_number[table]) % tables.num_seats


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("two_handed", {}),
        ("three_handed", {"target": 2}),
        ("three_handed_hoffmann", {"target": 2}),
        ("north_american", {"target": 3}),
    ],
)
def test_the_reward_of_a_match_is_paid_at_its_end(variant: str, options: dict[str, Any]) -> None:
    tables, both = VectorEuchre(variant, num_tables=20, seed=5, reward="match", **options), False
    for _, reward, record, over in ended_deals(tables, 300):
        sides, winners = tables.rules.sides, record["result"]["winners"]
        expected = [1 if seat % sides in winners else -1 for seat in range(tables.num_seats)]
        assert reward == (expected if over else [0] * tables.num_seats)
        both |= len(winners) > 1
    assert both == (variant == "three_handed")  # 4.2 A: both adversaries may go out at once


@pytest.mark.parametrize("variant", variants())
def test_mask_seat_and_kind_are_what_the_record_says(variant: str) -> None:
    tables, rng = VectorEuchre(variant, num_tables=6, seed=6), np.random.default_rng(6)
    followers = Followers(tables)
    for _ in range(60):
        mask = tables.action_mask
        assert mask.dtype == np.int8
        assert mask.shape == (6, tables.num_actions)
        assert_equal(mask, tables.observe()[:, : tables.num_actions])
        assert_equal(tables.forced, mask.sum(1) == 1)
        assert_equal(tables.forced_action, mask.argmax(1))
        for at, told in enumerate(followers.told):
            legal = np.flatnonzero(mask[at]).tolist()
            assert told.seat == tables.seat[at]
            assert told.kind == KINDS[tables.decision_kind[at]]
            assert tuple(sorted(tables.action_name(at, action) for action in legal)) == told.legal
            assert [tables.parse_action(at, tables.action_name(at, action)) for action in legal] == legal
        followers.step(choose_action(tables, rng.random(6)))


@pytest.mark.parametrize("variant", variants())
def test_skipping_forced_decisions_gives_the_same_game(variant: str) -> None:
    """Against tables of their own, where the forced decisions are taken by hand."""
    skipping, rng = VectorEuchre(variant, num_tables=5, seed=7, skip_forced=True), np.random.default_rng(7)
    by_hand = [VectorEuchre(variant, seed=7, table_numbers=[number]) for number in range(5)]
    ended = 0
    for _ in range(120 if skipping.rules.bids else 60):
        assert not skipping.forced.any()
        actions = choose_action(skipping, rng.random(5))
        reward, deal_over, episode_over = skipping.step(actions)
        for at, table in enumerate(by_hand):
            last = [tuple(x[0].copy() for x in table.step(actions[[at]]))]
            while table.forced[0]:
                last.append(tuple(x[0].copy() for x in table.step(table.forced_action)))
            rewards, deals, episodes = zip(*last, strict=True)
            assert_equal(reward[at], sum(rewards))
            assert (deal_over[at], episode_over[at]) == (any(deals), any(episodes))
            if any(deals):
                ended += 1
                assert skipping.finished_record(at) == table.finished_record(0)  # all its decisions, in order
        assert_equal(skipping.observe_packed(), np.concatenate([table.observe_packed() for table in by_hand]))
    assert [skipping.record(at) for at in range(5)] == [table.record(0) for table in by_hand]
    assert ended > 10


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_actions_of_any_integer_type(dtype: Any) -> None:
    tables, others = (VectorEuchre("four_handed", num_tables=4, seed=8) for _ in range(2))
    for _ in range(30):
        others.step(tables.forced_action)
        tables.step(tables.forced_action.astype(dtype))
        assert_equal(tables.observe_packed(), others.observe_packed())
    others.step(others.forced_action.tolist())  # a plain list will do


def test_own_buffers_are_filled() -> None:
    tables = VectorEuchre("three_handed", num_tables=3, seed=9)
    bits = np.full((3, tables.layout.size), 9, np.uint8)
    packed = np.zeros((3, tables.layout.words), np.uint64)
    hidden = np.zeros((3, tables.hidden_layout.words), np.uint64)
    assert tables.observe(out=bits) is bits
    assert tables.observe_packed(out=packed) is packed
    assert tables.observe_hidden(out=hidden) is hidden
    assert_equal(bits, tables.observe())
    assert_equal(packed, tables.observe_packed())
    assert_equal(hidden, tables.observe_hidden())
    kept = packed.copy()
    tables.step(tables.forced_action)
    tables.observe_packed()
    assert_equal(packed, kept)  # a buffer of one's own stays as it is


def test_actions_handed_in_stay_as_they_are() -> None:
    tables = VectorEuchre("four_handed", num_tables=3)
    for _ in range(40):
        actions = tables.forced_action
        before = actions.copy()
        tables.step(actions)
        assert_equal(actions, before)


@pytest.mark.parametrize(
    ("arguments", "culprits"),
    [
        ({"variant": "fourhanded"}, r"fourhanded.*four_handed"),
        ({"num_tables": 0}, "num_tables=0"),
        ({"num_tables": 2.0}, "num_tables=2.0"),
        ({"num_tables": True}, "num_tables=true"),
        ({"episode": "game"}, r"episode='game'.*'match' or 'deal'"),
        ({"reward": "score"}, r"reward='score'.*'points' or 'match'"),
        ({"reward": "match", "episode": "deal"}, r"reward='match'.*episode='deal'"),
        ({"table_numbers": [1, 2]}, "table_numbers"),
        ({"table_numbers": [-1]}, "table_numbers"),
        ({"table_numbers": [0.5]}, "table_numbers"),
        ({"stick_dealer": True}, r"stick_dealer.*stick_the_dealer"),
        ({"variant": "two_handed", "lone_hands": True}, r"lone_hands.*players=2"),
        ({"variant": rules_for("two_handed"), "target": 3}, "target"),
    ],
)
def test_senseless_arguments_name_the_culprit(arguments: dict[str, Any], culprits: str) -> None:
    with pytest.raises(ValueError, match=culprits):
        VectorEuchre(**arguments)


def test_rules_ready_made() -> None:
    rules = rules_for("two_handed", target=3)
    assert VectorEuchre(rules).rules is rules
    assert VectorEuchre("two_handed", target=3).rules == rules
    with pytest.raises(RulesError):
        VectorEuchre("two_handed", target=0)
