"""Games and matches: section 8 "Matches", laps and slams R25 to R27. The eldest, seat 1, is always the maker."""

from typing import Any

import numpy as np
import pytest

from euchre_env import VectorEuchre, rules_for
from euchre_env.match import settle

from .notation import lay, scored


def outcome(result: dict[str, Any]) -> tuple[list[int], list[int], list[int]]:
    """(games, scores, winners of the match) after a deal."""
    return result["games"], result["scores"], result["winners"]


def settled(scores: list[int], points: list[int], **options: Any) -> tuple[list[int], list[int]]:
    """(games won, scores carried) when one four-handed deal pays any number of points; the match goes on and on."""
    rules = rules_for("four_handed", match_games=100, **options)
    columns = (np.array(values, np.int32)[:, None] for values in (scores, [0, 0], points))
    nothing = np.array([0])  # dealer, maker and number of the deal do not matter here
    standing = settle(rules, *columns, nothing, nothing, nothing)
    return standing.games[:, 0].tolist(), standing.scores[:, 0].tolist()


# ---- a game, a match ------------------------------------------------------------------------------------------------


def test_matches_a_game_is_won_at_the_target() -> None:
    assert outcome(scored("four_handed", 3, scores=[4, 3])) == ([0, 0], [4, 4], [])
    assert outcome(scored("four_handed", 3, scores=[4, 4])) == ([0, 1], [0, 0], [1])
    assert outcome(scored("four_handed", 2, scores=[3, 4])) == ([1, 0], [0, 0], [0])


@pytest.mark.parametrize("target", [1, 5, 7, 11])
@pytest.mark.parametrize("variant", ["two_handed", "three_handed", "four_handed"])
def test_matches_target(variant: str, target: int) -> None:
    sides = rules_for(variant).sides
    short = [0, target - 2, 0][:sides] if target > 1 else None
    if short:
        assert scored(variant, 3, scores=short, target=target)["winners"] == []
    result = scored(variant, 3, scores=[0, target - 1, 0][:sides], target=target)
    assert outcome(result) == ([0, 1, 0][:sides], [0] * sides, [1])


def test_matches_match_games() -> None:
    assert outcome(scored("four_handed", 3, scores=[2, 4], games=[2, 1], match_games=3)) == ([2, 2], [0, 0], [])
    assert outcome(scored("four_handed", 3, scores=[2, 4], games=[2, 2], match_games=3)) == ([2, 3], [0, 0], [1])


def test_matches_everybody_starts_the_next_game_at_0() -> None:
    assert outcome(scored("three_handed", 4, scores=[3, 4, 1], match_games=2)) == ([0, 1, 0], [0, 0, 0], [])


@pytest.mark.parametrize("options", [{}, {"match_games": 2, "laps": True, "slams": True}])
def test_matches_the_next_deal_starts_a_new_match_and_the_deal_passes_to_the_left(options: dict[str, Any]) -> None:
    """Four all, dealt by seat 3: whoever scores wins the match; then 0-0, no games, deal 1 dealt by seat 0."""
    tables = VectorEuchre("four_handed", num_tables=1, seed=0, **options)
    games = [1, 1] if options else [0, 0]
    start = lay("four_handed", "7S", dealer=3, scores=[4, 4], games=games, **options)
    tables.reset(records=[start.record()])
    assert tables.dealer.tolist() == [3]
    tables.step([tables.parse_action(0, "order_up")])
    for _ in range(21):  # a discard and twenty cards
        _, deal_over, episode_over = tables.step([int(tables.action_mask[0].nonzero()[0][0])])
    assert (deal_over.tolist(), episode_over.tolist()) == ([True], [True])
    assert (tables.scores.tolist(), tables.games.tolist(), tables.dealer.tolist()) == ([[0, 0]], [[0, 0]], [0])
    assert tables.record(0)["deal"] == 1


# ---- laps -----------------------------------------------------------------------------------------------------------


def test_R25_laps_carry_the_surplus() -> None:
    result = scored("four_handed", 5, alone=True, scores=[4, 3], laps=True, match_games=3)
    assert outcome(result) == ([0, 1], [0, 2], [])


def test_R25_the_losers_start_again_at_0() -> None:
    assert outcome(scored("four_handed", 3, scores=[4, 4], laps=True, match_games=3)) == ([0, 1], [0, 0], [])
    result = scored("three_handed", 5, scores=[3, 4, 1], laps=True, match_games=2)
    assert outcome(result) == ([0, 1, 0], [0, 2, 0], [])


LAPS = {  # points: (games, carried) from 0, 1, 2, 3, 4
    1: [(0, 1), (0, 2), (0, 3), (0, 4), (1, 0)],
    2: [(0, 2), (0, 3), (0, 4), (1, 0), (1, 1)],
    4: [(0, 4), (1, 0), (1, 1), (1, 2), (1, 3)],
    5: [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4)],
    8: [(1, 3), (1, 4), (2, 0), (2, 1), (2, 2)],
    16: [(3, 1), (3, 2), (3, 3), (3, 4), (4, 0)],
}


@pytest.mark.parametrize("points", LAPS)
@pytest.mark.parametrize("score", range(5))
def test_R25a_laps_are_recursive(points: int, score: int) -> None:
    games, carried = LAPS[points][score]
    theirs = 0 if games else 3
    assert settled([score, 3], [points, 0], laps=True) == ([games, 0], [carried, theirs])


def test_R25b_without_laps_exactly_one_game_and_the_surplus_is_lost() -> None:
    assert outcome(scored("four_handed", 5, alone=True, scores=[4, 4], match_games=3)) == ([0, 1], [0, 0], [])
    assert settled([4, 3], [16, 0]) == ([1, 0], [0, 0])


@pytest.mark.parametrize(
    "variant, games", [("two_handed", [1, 1]), ("three_handed", [1, 1, 0]), ("four_handed", [1, 1])]
)
def test_R25_the_surplus_is_lost_with_the_match(variant: str, games: list[int]) -> None:
    sides = len(games)
    result = scored(variant, 5, scores=[1, 4, 1][:sides], games=games, laps=True, match_games=2)
    assert outcome(result) == ([1, 2, 0][:sides], [0] * sides, [1])


# ---- slams ----------------------------------------------------------------------------------------------------------


def test_R26_a_slam_counts_two_games() -> None:
    assert outcome(scored("four_handed", 3, scores=[0, 4], slams=True, match_games=3)) == ([0, 2], [0, 0], [])
    assert outcome(scored("four_handed", 3, scores=[1, 4], slams=True, match_games=3)) == ([0, 1], [0, 0], [])
    assert outcome(scored("four_handed", 3, scores=[0, 4], match_games=3)) == ([0, 1], [0, 0], [])
    assert outcome(scored("two_handed", 3, scores=[0, 4], slams=True, match_games=3)) == ([0, 2], [0, 0], [])


def test_R26_a_slam_may_carry_the_count_past_the_match() -> None:
    assert outcome(scored("four_handed", 3, scores=[0, 4], games=[1, 2], slams=True, match_games=3)) == (
        [1, 4],
        [0, 0],
        [1],
    )
    assert outcome(scored("four_handed", 3, scores=[0, 4], slams=True)) == ([0, 2], [0, 0], [1])


@pytest.mark.parametrize("scores, games", [([0, 4, 0], 2), ([1, 4, 0], 1), ([0, 4, 3], 1)])
def test_R26_a_slam_needs_all_the_others_at_0(scores: list[int], games: int) -> None:
    result = scored("three_handed", 3, scores=scores, slams=True, match_games=5)
    assert outcome(result) == ([0, games, 0], [0, 0, 0], [])


@pytest.mark.parametrize("scores, games", [([-2, 4, 0], 2), ([-2, 4, -4], 2), ([-2, 4, 1], 1)])
def test_R26_below_0_is_slammed_too(scores: list[int], games: int) -> None:
    result = scored("three_handed_set_back", 3, scores=scores, slams=True, match_games=5)
    assert outcome(result) == ([0, games, 0], [0, 0, 0], [])


@pytest.mark.parametrize("scores, games", [([-2, 4], 2), ([0, 4], 2), ([1, 4], 1)])
def test_R26_R30a_partners_below_0_are_slammed_too(scores: list[int], games: int) -> None:
    """Two sides get below 0 only where a Jambone euchred is deducted; the surplus is carried as ever."""
    options: dict[str, Any] = {"jambone_euchre": "deduct", "match_games": 9}
    assert outcome(scored("railroad_full", 5, scores=scores, **options)) == ([0, games], [0, 1], [])


def test_R27_a_slam_does_not_cancel_the_lap() -> None:
    result = scored("four_handed", 5, alone=True, scores=[0, 4], slams=True, laps=True, match_games=9)
    assert outcome(result) == ([0, 2], [0, 3], [])


def test_R27_a_carried_score_can_win_the_next_slam() -> None:
    """Four points at 4-2 win a game and carry three; two more against nothing win a slam."""
    options: dict[str, Any] = {"slams": True, "laps": True, "match_games": 9}
    first = scored("four_handed", 5, alone=True, scores=[2, 4], **options)
    assert outcome(first) == ([0, 1], [0, 3], [])
    second = scored("four_handed", 5, scores=first["scores"], games=first["games"], **options)
    assert outcome(second) == ([0, 3], [0, 0], [])


@pytest.mark.parametrize(
    "scores, literal, first_only, carried",
    [([0, 0], 6, 4, 1), ([0, 2], 5, 3, 1), ([4, 0], 8, 5, 0), ([4, 1], 7, 4, 0)],
)
def test_R27_slam_on_lapped_games(scores: list[int], literal: int, first_only: int, carried: int) -> None:
    """Sixteen points at once: each later game is a slam too, or, with the option off, only the first can be one."""
    assert settled(scores, [16, 0], laps=True, slams=True) == ([literal, 0], [carried, 0])
    assert settled(scores, [16, 0], laps=True, slams=True, slam_on_lapped_games=False) == (
        [first_only, 0],
        [carried, 0],
    )


def test_R27_without_slams_lapped_games_count_one_each() -> None:
    assert settled([0, 0], [16, 0], laps=True) == ([3, 0], [1, 0])


# ---- three-handed: two win at once ----------------------------------------------------------------------------------


def test_matches_co_winners_each_win_a_game() -> None:
    options: dict[str, Any] = {"scores": [4, 0, 4], "match_games": 2}
    assert outcome(scored("three_handed", 1, **options)) == ([1, 0, 1], [0, 0, 0], [])
    assert outcome(scored("three_handed", 1, games=[1, 0, 0], **options)) == ([2, 0, 1], [0, 0, 0], [0])
    assert outcome(scored("three_handed", 1, games=[1, 1, 1], **options)) == ([2, 1, 2], [0, 0, 0], [0, 2])


def test_matches_a_co_winner_has_scored_so_there_is_no_slam() -> None:
    result = scored("three_handed", 1, scores=[4, 0, 4], slams=True, match_games=3)
    assert outcome(result) == ([1, 0, 1], [0, 0, 0], [])


def test_matches_co_winners_each_carry_their_own_surplus() -> None:
    result = scored("three_handed", 1, scores=[4, 2, 3], laps=True, match_games=3)
    assert outcome(result) == ([1, 0, 1], [1, 0, 0], [])


def test_matches_elder_wins_gives_the_game_to_one_only() -> None:
    """Seat 2 is the elder; seat 0, out too, starts again at 0 and carries nothing."""
    options: dict[str, Any] = {"tie_rule": "elder_wins", "match_games": 3}
    assert outcome(scored("three_handed", 1, scores=[4, 0, 4], laps=True, **options)) == ([0, 0, 1], [0, 0, 1], [])
    assert outcome(scored("three_handed", 1, scores=[4, 0, 3], laps=True, **options)) == ([0, 0, 1], [0, 0, 0], [])
    assert outcome(scored("three_handed", 1, scores=[4, 0, 4], slams=True, **options)) == ([0, 0, 1], [0, 0, 0], [])
