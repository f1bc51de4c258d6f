"""Tables that begin with given deals, go on to the next ones, and tell what has happened."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from euchre_env import (
    Table,
    VectorEuchre,
    deal_cards,
    open_record,
    replay_lines,
    replay_record,
    rules_for,
    variants,
    write_record,
)
from tests.family_deals import DEALS
from tests.witnesses import choose_action

FOUR_HANDED: dict[str, Any] = {
    "format": "euchre-deal/1",
    "variant": "four_handed",
    "rules": rules_for("four_handed").options(),
    "deal": 7,
    "dealer": 2,
    "hands": ["9C TC QC KC AC", "9S TS QS KS AS", "9D TD QD KD AD", "9H TH QH KH AH"],
    "upcard": "JC",
    "stock": "JS JD JH 7C 7S 7D 7H 8C 8S 8D 8H",
    "scores": [3, 1],
    "games": [0, 0],
    "actions": [[3, "pass"]],
}


def play(tables: VectorEuchre, steps: int, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        tables.step(choose_action(tables, rng.random(tables.num_tables)))


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("skip_forced", [False, True])
def test_finished_records_replay_and_follow_upon_each_other(variant: str, skip_forced: bool) -> None:
    tables, rng = VectorEuchre(variant, num_tables=4, seed=1, skip_forced=skip_forced), np.random.default_rng(1)
    lines: list[list[str]] = [[] for _ in range(4)]
    while min(map(len, lines)) < 6:
        _, deal_over, _ = tables.step(choose_action(tables, rng.random(4)))
        for at in np.flatnonzero(deal_over):
            lines[at].append(write_record(tables.finished_record(int(at))))
    for of_one_table in lines:
        assert [str(found) for found in replay_lines(of_one_table, chain=True) if found] == []


@pytest.mark.parametrize("variant", variants())
def test_the_record_of_a_deal_in_progress_leads_to_the_same_place(variant: str) -> None:
    tables, rng = VectorEuchre(variant, num_tables=3, seed=2), np.random.default_rng(2)
    for _ in range(50):
        for at in range(3):
            record = tables.record(at)
            assert replay_record(record) == []
            assert "result" not in record
            told = tables.table(at)
            assert told.record() == record
            assert (told.seat, told.dealer, told.scores) == (
                tables.seat[at],
                tables.dealer[at],
                tables.scores[at].tolist(),
            )
        tables.step(choose_action(tables, rng.random(3)))


def test_no_deal_has_ended_yet() -> None:
    tables = VectorEuchre("two_handed", num_tables=2)
    for _ in range(3):
        with pytest.raises(ValueError, match="no deal has ended yet at table 1"):
            tables.finished_record(1)
        tables.step(tables.forced_action)


@pytest.mark.parametrize("variant", variants())
def test_the_first_dealers_and_the_deal_passing_to_the_left(variant: str) -> None:
    tables = VectorEuchre(variant, num_tables=9, seed=3)
    seats = tables.num_seats
    assert tables.dealer.tolist() == [at % seats for at in range(9)]
    blind = [variant == "british" and tables.record(at)["upcard"] == "JK" for at in range(9)]  # C9: the dealer begins
    assert tables.seat.tolist() == [(at + (not blind[at])) % seats for at in range(9)]
    play(tables, 220)
    assert tables.deal_number.min() > 2
    np.testing.assert_array_equal(tables.dealer, (np.arange(9) + tables.deal_number) % seats)


@pytest.mark.parametrize("steps", [0, 1, 13, 40, 41, 60])
def test_reset_without_a_seed_goes_on_to_the_next_deals(steps: int) -> None:
    """Every deal is left but those just dealt by a step that ended one; cards and dealers are those of the numbers."""
    tables = VectorEuchre("three_handed", num_tables=12, seed=4)
    play(tables, steps)
    just_dealt = np.array([bool(steps) and not tables.record(at)["actions"] for at in range(12)])
    expected = tables.deal_number + ~just_dealt
    tables.reset()
    np.testing.assert_array_equal(tables.deal_number, expected)
    for at, number in enumerate(expected.tolist()):
        dealer = (at + number) % 3
        fresh = Table(tables.rules, deal_cards(tables.rules, 4, at, number, dealer), dealer)
        assert tables.record(at) == fresh.record()
        assert {tables.parse_action(at, name) for name in fresh.legal} == set(np.flatnonzero(tables.action_mask[at]))
    assert not tables.scores.any()
    play(tables, 60)
    for at in range(12):
        assert replay_record(tables.finished_record(at)) == []


def test_resets_one_after_another_go_on() -> None:
    tables, seen = VectorEuchre("four_handed", num_tables=3, seed=4), list[object]()
    for number in range(5):
        assert (tables.deal_number == number).all()
        seen += [tables.record(at)["hands"] for at in range(3)]
        tables.reset()
    assert len({str(hands) for hands in seen}) == 15


def test_reset_with_a_seed_begins_again() -> None:
    tables, others = (
        VectorEuchre("four_handed", num_tables=3, seed=5),
        VectorEuchre("four_handed", num_tables=3, seed=6),
    )
    play(tables, 50)
    tables.reset(seed=6)
    for _ in range(60):
        np.testing.assert_array_equal(tables.observe_packed(), others.observe_packed())
        for mine, theirs in zip(tables.step(tables.forced_action), others.step(others.forced_action), strict=True):
            np.testing.assert_array_equal(mine, theirs)
    assert tables.seed == 6


def test_reset_forgets_the_deals_before() -> None:
    tables = VectorEuchre("two_handed", num_tables=2)
    while not tables.step(tables.forced_action)[1].any():
        pass
    tables.reset(seed=0)
    with pytest.raises(ValueError, match="no deal has ended"):
        tables.finished_record(0)
    reward, deal_over, episode_over = tables.step(tables.forced_action)
    assert not any(x.any() for x in (reward, deal_over, episode_over, tables.points, tables.winners))


def test_a_given_deal_is_played_and_then_the_tables_own() -> None:
    tables = VectorEuchre("four_handed", num_tables=2, seed=7)
    other = FOUR_HANDED | {"dealer": 0, "scores": [4, 4], "deal": 1}
    tables.reset(records=[FOUR_HANDED, other])
    place = int(tables.deal_number[0])
    assert tables.dealer.tolist() == [2, 0]
    assert tables.scores.tolist() == [[3, 1], [4, 4]]
    assert tables.seat.tolist() == [3, 1]
    assert tables.record(0) == FOUR_HANDED | {"actions": []}
    for text in ("order_up_alone", "discard_KD", "play_9H"):  # P8: the dealer takes the turn-up and discards
        tables.step(np.array([tables.parse_action(0, text), tables.forced_action[1]]))
    assert tables.record(0)["actions"] == [[3, "order_up_alone"], [2, "discard_KD"], [3, "play_9H"]]
    while not tables.step(tables.forced_action)[1][0]:
        pass
    finished = tables.finished_record(0)
    assert replay_record(finished) == []
    assert finished["hands"] == FOUR_HANDED["hands"]
    assert (finished["deal"], finished["dealer"], finished["scores"]) == (7, 2, [3, 1])
    dealer = 3
    own = deal_cards(tables.rules, 7, 0, int(tables.deal_number[0]), dealer)
    assert tables.deal_number[0] == place + 1, "the given deal took the place of a numbered one"
    following = tables.record(0)
    assert following["hands"] == [" ".join(hand) for hand in own.hands]
    assert (following["dealer"], following["scores"]) == (dealer, finished["result"]["scores"])
    play(tables, 100)
    assert all(replay_record(tables.finished_record(at)) == [] for at in range(2))


@pytest.mark.parametrize("name", DEALS)
def test_given_deals_with_exchanges_bids_or_a_widow_are_played(name: str) -> None:
    """At every table otherwise, and each tells the deal that it was given."""
    deal = DEALS[name]
    tables, rng = VectorEuchre(deal["variant"], num_tables=8, seed=12), np.random.default_rng(12)
    tables.reset(records=[deal] * 8)
    ended: dict[int, dict[str, Any]] = {}
    while len(ended) < 8:
        over = tables.step(choose_action(tables, rng.random(8)))[1]
        ended |= {int(at): tables.finished_record(int(at)) for at in np.flatnonzero(over) if at not in ended}
    for finished in ended.values():
        assert replay_record(finished) == []
        assert [set(hand.split()) for hand in finished["hands"]] == [set(hand.split()) for hand in deal["hands"]]
        given = ("deal", "dealer", "upcard", "scores", "games")
        assert {field: finished[field] for field in given} == {field: deal[field] for field in given}
    assert len({str(finished["actions"]) for finished in ended.values()}) > 1


def test_given_deals_are_numbered_on_from_those_before() -> None:
    tables = VectorEuchre("four_handed", num_tables=1, seed=8)
    play(tables, 3)
    tables.reset(records=[FOUR_HANDED])
    assert tables.deal_number.tolist() == [1]
    assert tables.record(0) == FOUR_HANDED | {"actions": []}
    play(tables, 70)
    assert replay_record(tables.finished_record(0)) == []


@pytest.mark.parametrize("variant", variants())
def test_records_of_one_game_start_another_to_the_same_end(variant: str) -> None:
    """Duplicate play: the deals of one set of tables, given to another with another seed."""
    first, second = VectorEuchre(variant, num_tables=6, seed=9), VectorEuchre(variant, num_tables=6, seed=10)
    play(first, 37)
    records = [first.record(at) for at in range(6)]
    second.reset(records=records)
    for at, record in enumerate(records):
        assert second.record(at) == open_record(record).record()
        told = second.table(at)
        for _, action in record["actions"]:
            told.step(action)
        assert told.record() == record


def test_with_episodes_of_a_deal_given_scores_do_not_count() -> None:
    tables = VectorEuchre("four_handed", episode="deal")
    tables.reset(records=[FOUR_HANDED])
    assert tables.scores.tolist() == [[0, 0]]
    assert tables.record(0) == FOUR_HANDED | {"actions": [], "scores": [0, 0], "deal": 1}


@pytest.mark.parametrize(
    ("records", "culprits"),
    [
        ([], "0 records for num_tables=2"),
        ([FOUR_HANDED], "1 records for num_tables=2"),
        ([FOUR_HANDED, FOUR_HANDED | {"rules": rules_for("four_handed", target=7).options()}], "record 1"),
        ([FOUR_HANDED, FOUR_HANDED | {"dealer": 4}], "dealer"),
        ([FOUR_HANDED, FOUR_HANDED | {"upcard": "9C"}], "9C"),
        ([FOUR_HANDED, FOUR_HANDED | {"stock": "JS"}], "missing"),
        ([FOUR_HANDED, FOUR_HANDED | {"scores": [5, 0]}], "scores"),
        ([FOUR_HANDED, None], "record"),
        ([FOUR_HANDED, {}], "variant"),
        ([VectorEuchre("two_handed").record(0)] * 2, "record 0"),
    ],
)
def test_records_that_fit_not_are_refused_and_change_nothing(records: Any, culprits: str) -> None:
    tables = VectorEuchre("four_handed", num_tables=2, seed=11)
    play(tables, 17)
    before = tables.state_dict()
    for seed in (None, 5):
        with pytest.raises(ValueError, match=culprits):
            tables.reset(seed=seed, records=records)
        for name, array in tables.state_dict().items():
            np.testing.assert_array_equal(array, before[name], err_msg=name)
        assert tables.seed == 11
