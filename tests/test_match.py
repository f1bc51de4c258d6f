"""What the points of a deal do to scores, games and matches (rule book: "Matches", R25-R27, ties in 4.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_env import Rules, rules_for
from euchre_env.match import settle
from tests.witnesses import any_rules

Result = tuple[list[int], list[int], list[int]]


def settled(
    rules: Rules,
    scores: list[int],
    points: list[int],
    games: list[int] | None = None,
    dealer: int = 0,
    maker: int = 0,
    number: int = 1,
) -> Result:
    """Scores, games and winners after one deal at one table."""
    before, count, paid = (np.array(x, np.int32)[:, None] for x in (scores, games or [0] * rules.sides, points))
    standing = settle(rules, before, count, paid, *(np.array([x]) for x in (dealer, maker, number)))
    assert standing.scores.dtype == standing.games.dtype == np.int32
    won = np.flatnonzero(standing.winners[:, 0])
    return standing.scores[:, 0].tolist(), standing.games[:, 0].tolist(), won.tolist()


def four(**options: Any) -> Rules:
    return rules_for("four_handed", match_games=100, **options)


def test_no_game_is_won_before_the_target() -> None:
    assert settled(four(), [3, 2], [1, 0]) == ([4, 2], [0, 0], [])


def test_R25b_without_laps_a_surplus_is_lost() -> None:
    assert settled(four(), [4, 2], [4, 0]) == ([0, 0], [1, 0], [])


def test_R25_laps_carry_the_surplus_and_the_losers_start_at_0() -> None:
    assert settled(four(laps=True), [4, 2], [4, 0]) == ([3, 0], [1, 0], [])


@pytest.mark.parametrize(
    ("score", "points", "games", "carried"), [(0, 16, 3, 1), (4, 16, 4, 0), (4, 4, 1, 3), (3, 2, 1, 0)]
)
def test_R25a_laps_are_recursive(score: int, points: int, games: int, carried: int) -> None:
    assert settled(four(laps=True), [score, 1], [points, 0]) == ([carried, 0], [games, 0], [])


def test_R26_a_slam_counts_two_games() -> None:
    assert settled(four(slams=True), [4, 0], [1, 0]) == ([0, 0], [2, 0], [])
    assert settled(four(slams=True), [4, 1], [1, 0]) == ([0, 0], [1, 0], [])


@pytest.mark.parametrize(
    ("theirs", "later_slams", "games"),
    [(0, True, 6), (2, True, 5), (0, False, 4), (2, False, 3)],
)
def test_R27_every_later_game_of_one_deal_is_a_slam_too(theirs: int, later_slams: bool, games: int) -> None:
    rules = four(laps=True, slams=True, slam_on_lapped_games=later_slams)
    assert settled(rules, [0, theirs], [16, 0]) == ([1, 0], [games, 0], [])


def test_R27_a_carried_score_does_not_save_the_other_side_from_a_slam() -> None:
    rules = four(laps=True, slams=True)
    scores, games, _ = settled(rules, [4, 3], [4, 0])
    assert (scores, games) == ([3, 0], [1, 0])
    assert settled(rules, scores, [2, 0], games)[1] == [3, 0]


def test_R26_others_below_nothing_have_nothing() -> None:
    rules = rules_for("three_handed_set_back", slams=True, match_games=5)
    assert settled(rules, [4, -2, 0], [1, 0, 0]) == ([0, 0, 0], [2, 0, 0], [])
    assert settled(rules, [4, -2, 1], [1, 0, 0]) == ([0, 0, 0], [1, 0, 0], [])


def test_4_2_C_scores_sink_below_nothing() -> None:
    assert settled(rules_for("three_handed_set_back"), [0, 4, 2], [-2, 0, 0]) == ([-2, 4, 2], [0, 0, 0], [])


def test_4_2_A_both_adversaries_win_and_a_co_winner_is_no_slam() -> None:
    rules = rules_for("three_handed", slams=True)
    assert settled(rules, [4, 3, 4], [0, 2, 2]) == ([0, 0, 0], [0, 1, 1], [1, 2])
    lapped = rules_for("three_handed", target=1, laps=True, slams=True, match_games=9)
    assert settled(lapped, [0, 0, 0], [0, 2, 2]) == ([0, 0, 0], [0, 2, 2], [])


@pytest.mark.parametrize(("dealer", "winner"), [(0, 1), (1, 2), (2, 1)])
def test_4_2_B_of_two_who_go_out_the_first_from_the_dealers_left_wins(dealer: int, winner: int) -> None:
    games = [0, 0, 0]
    games[winner] = 1
    assert settled(rules_for("three_handed_hoffmann"), [4, 3, 4], [0, 2, 2], dealer=dealer) == (
        [0, 0, 0],
        games,
        [winner],
    )


def test_a_match_ends_with_its_games_and_a_surplus_is_lost() -> None:
    rules = rules_for("four_handed", match_games=3, laps=True)
    assert settled(rules, [4, 2], [4, 0], [1, 2]) == ([3, 0], [2, 2], [])
    assert settled(rules, [4, 2], [4, 0], [2, 2]) == ([0, 0], [3, 2], [0])


def test_laps_may_carry_the_games_past_those_of_the_match() -> None:
    rules = rules_for("four_handed", match_games=3, laps=True, slams=True)
    assert settled(rules, [4, 0], [16, 0], [1, 0]) == ([0, 0], [9, 0], [0])


@pytest.mark.parametrize(("maker", "winners"), [(0, [0]), (2, [2]), (1, []), (-1, [])])
def test_4_5_of_equals_at_the_target_the_bidder_wins_else_nobody_yet(maker: int, winners: list[int]) -> None:
    rules = rules_for("five_handed")
    scores, games, won = settled(rules, [98, 90, 98, 0, 100], [4, 4, 4, 0, 2], maker=maker)
    assert won == winners
    assert scores == ([0] * 5 if winners else [102, 94, 102, 0, 102])
    assert games == [int(side in winners) for side in range(5)]


def test_4_5_the_highest_total_wins_whoever_bid() -> None:
    assert settled(rules_for("five_handed"), [98, 99, 0, 0, 0], [4, 4, 0, 0, 0], maker=0)[2] == [1]


@pytest.mark.parametrize(("number", "winners"), [(6, []), (7, [0, 3]), (8, [0, 3])])
def test_4_6_a_match_ends_after_its_deals_and_ties_share(number: int, winners: list[int]) -> None:
    scores, games, won = settled(rules_for("seven_handed"), [6, 1, 4, 3, 0, 0, 2], [0, 0, 0, 3, 3, 3, 3], number=number)
    assert won == winners
    assert games == [int(side in winners) for side in range(7)]
    assert scores == ([0] * 7 if winners else [6, 1, 4, 6, 3, 3, 5])


def counted(
    rules: Rules, scores: list[int], points: list[int], games: list[int], dealer: int, maker: int, number: int
) -> Result:
    """The same by hand, game after game, from the wording of the rule book."""
    target, sides = rules.target, rules.sides
    scores, games = [score + more for score, more in zip(scores, points, strict=True)], list(games)
    out = [side for side in range(sides) if target is not None and scores[side] >= target]
    if rules.tie_rule == "elder_wins":
        out = [side for side in ((dealer + 1 + k) % sides for k in range(sides)) if side in out][:1]
    if rules.players > 4:
        out = [side for side in out if scores[side] == max(scores)]
        if len(out) > 1:
            out = [maker] if maker in out else []
    surplus = [0] * sides
    for side in out:
        others, left, first = max(scores[s] for s in range(sides) if s != side), scores[side], True
        while left >= (target or 0):
            slam = rules.slams and (others <= 0 if first else rules.slam_on_lapped_games and len(out) == 1)
            games[side] += 1 + slam
            left, first = (left - (target or 0), False) if rules.laps else (-1, False)
        surplus[side] = max(left, 0)
    winners = [side for side in range(sides) if games[side] >= rules.match_games]
    if rules.num_deals is not None and number >= rules.num_deals and not winners:
        winners = [side for side in range(sides) if scores[side] == max(scores)]
        games = [count + (side in winners and side not in out) for side, count in enumerate(games)]
    if winners:
        return [0] * sides, games, winners
    return (surplus if out else scores), games, []


@settings(max_examples=300)
@given(rules=any_rules(), data=st.data())
def test_many_tables_settle_as_counted_by_hand(rules: Rules, data: st.DataObject) -> None:
    rng, tables = np.random.default_rng(data.draw(st.integers(0, 2**32))), 40
    sides = rules.sides
    lowest = -3 if rules.euchre_mode == "set_back" or rules.jambone_euchre == "deduct" else 0
    scores = rng.integers(lowest, rules.target or 9, (sides, tables)).astype(np.int32)
    games = rng.integers(0, rules.match_games, (sides, tables)).astype(np.int32)
    points = rng.integers(-2 if lowest else 0, 17, (sides, tables)).astype(np.int32) * (
        rng.random((sides, tables)) < 0.5
    )
    if rules.bids:  # ties are what matters there
        points = rng.integers(0, 2, (sides, tables)) * rng.integers(1, 9, tables)
    dealers, makers = rng.integers(0, rules.players, tables), rng.integers(-1, rules.players, tables)
    numbers = rng.integers(1, (rules.num_deals or 5) + 1, tables)
    standing = settle(rules, scores, games, points.astype(np.int32), dealers, makers, numbers)
    for k in range(tables):
        columns = (array[..., k].tolist() for array in (scores, points, games, dealers, makers, numbers))
        won = np.flatnonzero(standing.winners[:, k]).tolist()
        assert (standing.scores[:, k].tolist(), standing.games[:, k].tolist(), won) == counted(rules, *columns)
