"""Winning chances: exact where they can be worked out by hand, consistent everywhere, and as the trainer sees them."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest

from agents.match_chances import MatchChances, OutcomeDistribution, Standings, match_chances, refusal
from euchre_env import Rules, VectorEuchre, point_differences, rules_for


def distribution(outcomes: dict[tuple[int, ...], float]) -> OutcomeDistribution:
    """Probabilities by the points of each side, sides counted from the dealer's."""
    return OutcomeDistribution(np.array(list(outcomes), np.int16), np.array(list(outcomes.values()), np.float64))


def chance_at(
    chances: MatchChances, scores: tuple[int, ...], dealer_side: int = 0, games: tuple[int, ...] | None = None
) -> Any:
    """The chances of each side at one standing, float64 [sides]."""
    won = games or (0,) * len(scores)
    return chances.chance(np.array([scores]), np.array([won]), np.array([dealer_side]))[0]


def seen(chances: MatchChances, scores: tuple[int, int], dealer_side: int = 0) -> int:
    """The row of a standing without games won."""
    return int(chances.standing(np.array([scores]), np.array([[0, 0]]), np.array([dealer_side]))[0])


EVEN = {(1, 0): 0.2, (2, 0): 0.25, (4, 0): 0.05, (0, 1): 0.2, (0, 2): 0.25, (0, 4): 0.05}
"""A deal that favours neither side."""

DEALERS = {(1, 0): 0.4, (2, 0): 0.15, (4, 0): 0.05, (0, 1): 0.1, (0, 2): 0.2, (0, 0): 0.1}
"""A deal that favours the dealer, and is sometimes void."""

THREE = {
    (1, 0, 0): 0.3,
    (3, 0, 0): 0.1,
    (0, 1, 0): 0.2,
    (0, 0, 1): 0.1,
    (0, 2, 2): 0.15,
    (2, 0, 2): 0.1,
    (0, 0, 0): 0.05,
}
"""A cut-throat deal in which two may be paid at once."""


# ---- worked out by hand ----------------------------------------------------------------------------------------------


def test_point_by_point_the_chances_are_binomial() -> None:
    """Whoever deals scores a point with probability p, else the other: two dealers, target 2."""
    p = 0.7
    chances = match_chances(rules_for("two_handed", target=2), distribution({(1, 0): p, (0, 1): 1 - p}))
    last_of_dealer, last_of_other = p, 1 - p  # at 1-1 the next deal decides
    assert chance_at(chances, (1, 1), 0)[0] == pytest.approx(last_of_dealer, abs=1e-15)
    assert chance_at(chances, (1, 1), 1)[0] == pytest.approx(last_of_other, abs=1e-15)
    assert chance_at(chances, (1, 0), 0)[0] == pytest.approx(p + (1 - p) * last_of_other, abs=1e-15)
    assert chance_at(chances, (0, 1), 0)[0] == pytest.approx(p * last_of_other, abs=1e-15)
    # From 0-0 the own side deals first and third: two of three deals, of which it wins two or three.
    q = 1 - p
    assert chance_at(chances, (0, 0), 0)[0] == pytest.approx(p * q + (p * p + q * q) * p, abs=1e-15)


def test_without_an_advantage_of_the_deal_the_chances_are_the_binomial_sum() -> None:
    chances = match_chances(rules_for("four_handed"), distribution({(1, 0): 0.5, (0, 1): 0.5}))
    for ours, theirs in product(range(5), repeat=2):
        left = (5 - ours) + (5 - theirs) - 1  # so many more deals decide in any case
        wins = sum(math.comb(left, k) for k in range(5 - ours, left + 1)) / 2**left
        assert chance_at(chances, (ours, theirs)) == pytest.approx([wins, 1 - wins], abs=1e-15)


@pytest.mark.parametrize("void", [0.5, 0.999, 1 - 1e-12])
def test_deals_in_which_nobody_scores_pass_the_deal_on(void: float) -> None:
    """At 4-4 whoever deals when the first point falls wins with probability p: a geometric series."""
    p, scored = 0.8, 1 - void
    deal = distribution({(0, 0): void, (1, 0): p * scored, (0, 1): (1 - p) * scored})
    chances = match_chances(rules_for("four_handed"), deal)
    dealer_first = 1 / (1 + void)  # (1 - v) (1 + v^2 + v^4 + ...)
    wins = dealer_first * p + (1 - dealer_first) * (1 - p)
    assert chance_at(chances, (4, 4), 0) == pytest.approx([wins, 1 - wins], abs=1e-13)
    assert chance_at(chances, (4, 4), 1) == pytest.approx([1 - wins, wins], abs=1e-13)


def test_three_sides_share_a_match_that_two_win() -> None:
    """4.2: at 4-4-4 the maker wins alone, or is euchred and both others win half."""
    chances = match_chances(rules_for("three_handed"), distribution({(1, 0, 0): 0.6, (0, 2, 2): 0.4}))
    assert chance_at(chances, (4, 4, 4), 0) == pytest.approx([0.6, 0.2, 0.2], abs=1e-15)
    assert chance_at(chances, (4, 4, 4), 1) == pytest.approx([0.2, 0.6, 0.2], abs=1e-15)
    assert chance_at(chances, (4, 4, 2), 0) == pytest.approx([0.6, 0.4, 0], abs=1e-15)  # the third has 4 then


def test_three_sides_the_elder_wins_a_tie_where_that_is_agreed() -> None:
    """4.2: of two who go out at once the first from the dealer's left."""
    deal = distribution({(1, 0, 0): 0.6, (0, 2, 2): 0.4})
    chances = match_chances(rules_for("three_handed_hoffmann"), deal)
    assert chance_at(chances, (4, 4, 4), 0) == pytest.approx([0.6, 0.4, 0], abs=1e-15)
    assert chance_at(chances, (4, 4, 4), 2) == pytest.approx([0.4, 0, 0.6], abs=1e-15)


def test_R26_a_slam_wins_a_match_of_two_games() -> None:
    """In games of one point every game is one: the first ends a match of two, where without slams two are needed."""
    rules = rules_for("four_handed", match_games=2, slams=True, target=1)
    chances = match_chances(rules, distribution({(1, 0): 0.6, (0, 1): 0.4}))
    assert chance_at(chances, (0, 0), 0) == pytest.approx([0.6, 0.4], abs=1e-15)
    without = match_chances(rules_for("four_handed", match_games=2, target=1), distribution({(1, 0): 0.6, (0, 1): 0.4}))
    p, q = 0.6, 0.4
    assert chance_at(without, (0, 0), 0)[0] == pytest.approx(p * q + (p * p + q * q) * p, abs=1e-15)
    assert chance_at(without, (0, 0), 0, games=(1, 0))[0] == pytest.approx(p + q * q, abs=1e-15)


def test_R25_laps_carry_a_surplus_into_the_next_game() -> None:
    """At 4-4 of the first of two games four points are a game and 3-0 in the next."""
    rules = rules_for("four_handed", match_games=2, laps=True)
    chances = match_chances(rules, distribution(EVEN))
    worth = chances.worth(np.array([4.0]))[:, 0]
    after = chance_at(chances, (3, 0), dealer_side=1, games=(1, 0))[0]
    assert worth[seen(chances, (4, 4))] == np.float32(2 * after - 1)


# ---- what holds of every table ---------------------------------------------------------------------------------------

TABLES = {
    "four_handed": (rules_for("four_handed"), DEALERS),
    "ten points": (rules_for("north_american"), DEALERS),
    "railroad_full": (rules_for("railroad_full"), DEALERS),
    "three_handed": (rules_for("three_handed"), THREE),
    "three games": (rules_for("three_handed", match_games=3), THREE),
}


@pytest.mark.parametrize("rules, deal", TABLES.values(), ids=TABLES)
def test_the_chances_of_all_sides_sum_to_1(rules: Rules, deal: dict[tuple[int, ...], float]) -> None:
    table = match_chances(rules, distribution(deal)).table
    assert table.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert table.min() > 0


@pytest.mark.parametrize("rules, deal", TABLES.values(), ids=TABLES)
def test_chances_are_what_the_next_deal_makes_of_them(rules: Rules, deal: dict[tuple[int, ...], float]) -> None:
    """The defining equation, void deals included, at every standing."""
    chances = match_chances(rules, distribution(deal))
    standings, before = chances.standings, chances.table
    from_dealer = (np.arange(rules.sides) - standings.dealer_side[:, None]) % rules.sides
    expected = np.zeros_like(before)
    for outcome, probability in deal.items():
        share, following = standings.after(np.array(outcome)[from_dealer])
        goes_on = following < len(standings)
        expected += probability * share
        expected[goes_on] += probability * before[following[goes_on]]
    assert before == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("rules, deal", TABLES.values(), ids=TABLES)
def test_only_the_dealer_tells_the_sides_apart(rules: Rules, deal: dict[tuple[int, ...], float]) -> None:
    """Everybody moves one side on: the chances move with them."""
    chances = match_chances(rules, distribution(deal))
    standings = chances.standings
    scores, games = (np.roll(array, 1, axis=1) for array in (standings.scores, standings.games))
    moved = chances.chance(scores, games, (standings.dealer_side + 1) % rules.sides)
    assert moved == pytest.approx(np.roll(chances.table, 1, axis=1), abs=1e-13)


def test_what_favours_nobody_is_even_at_equal_scores() -> None:
    for rules in (rules_for("four_handed"), rules_for("railroad_full")):
        chances = match_chances(rules, distribution(EVEN))
        standings = chances.standings
        equal = (standings.scores[:, 0] == standings.scores[:, 1]) & (standings.games[:, 0] == standings.games[:, 1])
        assert equal.sum() == 2 * rules.target * rules.match_games
        assert chances.table[equal] == pytest.approx(0.5, abs=1e-14)


@pytest.mark.parametrize("name", ["four_handed", "ten points", "three_handed"])
def test_a_point_more_never_does_harm(name: str) -> None:
    rules, deal = TABLES[name]
    own = match_chances(rules, distribution(deal)).table[:, 0]
    by_score = own.reshape(rules.sides, *[rules.target] * rules.sides)
    assert (np.diff(by_score, axis=1) > 0).all()
    assert (np.diff(by_score, axis=2) < 0).all()


# ---- the trainer's view ----------------------------------------------------------------------------------------------


def test_at_4_4_a_point_is_worth_as_much_as_four() -> None:
    """In a game to 5 either wins the match; at 0-0 four points are worth far more than one."""
    chances = match_chances(rules_for("four_handed"), distribution(DEALERS))
    worth = chances.worth(np.array([-4, -1, 0, 1, 4]))
    for dealer_side in (0, 1):
        assert worth[seen(chances, (4, 4), dealer_side)].tolist()[:2] == [-1, -1]
        assert worth[seen(chances, (4, 4), dealer_side)].tolist()[3:] == [1, 1]
        one, four = worth[seen(chances, (0, 0), dealer_side)][3:]
        assert four > one + 0.4


def test_worth_is_the_chance_after_the_deal_from_minus_1_to_1() -> None:
    chances = match_chances(rules_for("four_handed"), distribution(DEALERS))
    worth = chances.worth(np.array(point_differences(rules_for("four_handed"))))
    assert worth.dtype == np.float32
    assert worth.shape == (len(chances.standings), len(point_differences(rules_for("four_handed"))))
    assert worth.min() == -1
    assert worth.max() == 1
    assert (np.diff(worth, axis=1) >= 0).all()
    minus_2 = point_differences(rules_for("four_handed")).index(-2)
    then = chance_at(chances, (1, 4), dealer_side=1)[0]
    assert worth[seen(chances, (1, 2), 0), minus_2] == np.float32(2 * then - 1)


@pytest.mark.parametrize("name", ["four_handed", "ten points", "railroad_full"])
def test_what_we_win_they_lose(name: str) -> None:
    rules, deal = TABLES[name]
    chances = match_chances(rules, distribution(deal))
    standings, outcomes = chances.standings, np.array(point_differences(rules))
    theirs = chances.standing(standings.scores[:, ::-1], standings.games[:, ::-1], 1 - standings.dealer_side)
    worth = chances.worth(outcomes)
    assert worth == pytest.approx(-worth[theirs, ::-1], abs=2e-7)
    assert chances.table[:, 0] == pytest.approx(1 - chances.table[theirs, 0], abs=1e-14)


def test_an_outcome_of_another_game_counts_as_the_nearest_of_this_one() -> None:
    chances = match_chances(rules_for("two_handed"), distribution({(1, 0): 0.5, (0, 2): 0.5}))
    worth = chances.worth(np.array([-16, -2.0, 0.75, 1, 2, 16]))
    assert (worth[:, 0] == worth[:, 1]).all()
    assert (worth[:, 2] == worth[:, 3]).all()
    assert (worth[:, 4] == worth[:, 5]).all()


@pytest.mark.parametrize("variant", ["two_handed", "railroad_full", "three_handed"])
def test_standings_are_numbered_one_by_one(variant: str) -> None:
    standings = Standings(rules_for(variant))
    numbers = standings.number(standings.scores, standings.games, standings.dealer_side)
    assert numbers.dtype == np.intp
    assert numbers.tolist() == list(range(len(standings)))
    layers = standings.layers()
    assert sorted(np.concatenate([layer.ravel() for layer in layers]).tolist()) == numbers.tolist()
    for layer in layers:
        assert (standings.dealer_side[layer] == np.arange(standings.rules.sides)[:, None]).all()


def test_a_side_sees_a_standing_with_its_own_columns_first() -> None:
    chances = match_chances(rules_for("railroad_full"), distribution(DEALERS))
    scores, games, dealer_side = np.array([[3, 1], [3, 1]]), np.array([[2, 0], [2, 0]]), np.array([1, 1])
    found = chances.standing_of(np.array([0, 1]), scores, games, dealer_side)
    own = chances.standing(np.array([[3, 1], [1, 3]]), np.array([[2, 0], [0, 2]]), np.array([1, 0]))
    assert found.tolist() == own.tolist()


def test_standings_take_what_the_tables_show() -> None:
    rules = rules_for("railroad_full")
    tables = VectorEuchre(rules, num_tables=6, seed=1)
    chances = match_chances(rules, distribution(DEALERS))
    found = chances.chance(tables.scores, tables.games, tables.dealer % rules.sides)
    assert found[0].tolist() == chance_at(chances, (0, 0), 0).tolist()
    assert found[1].tolist() == chance_at(chances, (0, 0), 1).tolist()


@pytest.mark.parametrize(
    ("variant", "options", "why"),
    [
        ("four_handed", {}, None),
        ("railroad_full", {}, None),
        ("three_handed", {}, "objective=match is for games of two sides; three_handed has 3"),
        ("seven_handed", {}, "objective=match is for games of two sides; seven_handed has 7"),
        ("railroad_full", {"jambone_euchre": "deduct"}, "with jambone_euchre=deduct they do"),
    ],
)
def test_games_that_cannot_be_judged_by_the_match_are_refused(
    variant: str, options: dict[str, Any], why: str | None
) -> None:
    rules = rules_for(variant, **options)
    assert refusal("points", rules) is None
    reason = refusal("match", rules)
    assert reason is None if why is None else why in str(reason)


@pytest.mark.parametrize(
    "scores, games, dealer_side, message",
    [
        ([[5, 0]], [[0, 0]], [0], r"goes on at scores \[5, 0\].*ends with 5 points"),
        ([[0, -1]], [[0, 0]], [0], r"scores \[0, -1\]"),
        ([[0, 0]], [[0, 1]], [0], r"games \[0, 1\].*a match with 1 games"),
        ([[0, 0]], [[0, 0]], [2], r"dealer's side 2: there are 2 sides"),
        ([0, 0], [0, 0], [0], r"scores \[n, 2\].*not \[2\], \[2\], \[1\]"),
        ([[0, 0]], [[0, 0]], [0, 0], r"not \[1, 2\], \[1, 2\], \[2\]"),
    ],
)
def test_standings_that_do_not_exist_are_named(scores: Any, games: Any, dealer_side: Any, message: str) -> None:
    chances = match_chances(rules_for("four_handed"), distribution(EVEN))
    with pytest.raises(ValueError, match=message):
        chances.chance(np.array(scores), np.array(games), np.array(dealer_side))
