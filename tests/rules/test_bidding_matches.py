"""Matches of the bidding games (4.5, 4.6, section 8 "Matches"): a hundred up, so many deals, or both.

The eldest, seat 1, is always the bidder and seat 0 the dealer; seat 2 takes the tricks that the bidder does not.
"""

from __future__ import annotations

from typing import Any

import pytest

from .bidding import scored_bid
from .notation import lay, passes


def outcome(result: dict[str, Any]) -> tuple[list[int], list[int], list[int]]:
    """(games, scores, winners of the match) after a deal."""
    return result["games"], result["scores"], result["winners"]


def five(bid: int, tricks: int, *partners: int, **more: Any) -> tuple[list[int], list[int], list[int]]:
    """The outcome of a five-handed deal."""
    return outcome(scored_bid("five_handed", bid, tricks, partners, **more))


def seven(bid: int, tricks: int, *partners: int, **more: Any) -> tuple[list[int], list[int], list[int]]:
    """The outcome of a seven-handed deal."""
    return outcome(scored_bid("seven_handed", bid, tricks, partners, **more))


def void(variant: str, **more: Any) -> tuple[list[int], list[int], list[int]]:
    """The outcome of a deal in which all pass."""
    table = passes(lay(variant, None, **more), 5 if variant == "five_handed" else 7)
    assert table.result is not None
    return outcome(table.result)


NOBODY = [0] * 5
NONE_OF_SEVEN = [0] * 7

# ---- a hundred up ----------------------------------------------------------------------------------------------------


def test_4_5_the_target_is_a_hundred() -> None:
    assert five(3, 3, 2, scores=[0, 96, 0, 0, 0]) == (NOBODY, [0, 99, 3, 0, 0], [])
    assert five(3, 3, 2, scores=[0, 97, 0, 0, 0]) == ([0, 1, 0, 0, 0], NOBODY, [1])


def test_4_5_partners_and_adversaries_may_go_out_too() -> None:
    assert five(3, 3, 3, scores=[0, 50, 0, 98, 0]) == ([0, 0, 0, 1, 0], NOBODY, [3])
    assert five(3, 2, 3, scores=[97, 50, 0, 98, 0]) == ([1, 0, 0, 0, 0], NOBODY, [0])


@pytest.mark.parametrize("target", [2, 15, 31, 200])
def test_8_target_of_a_bidding_game(target: int) -> None:
    almost = [0, target - 2, 0, 0, 0]
    assert five(1, 1, 3, target=target, scores=almost)[2] == []
    assert five(2, 2, 3, target=target, scores=almost) == ([0, 1, 0, 0, 0], NOBODY, [1])


@pytest.mark.parametrize(
    "scores, winner",
    [
        ([0, 98, 0, 99, 0], 3),  # 101 and 102
        ([0, 99, 0, 98, 0], 1),
    ],
)
def test_4_5_the_highest_total_wins(scores: list[int], winner: int) -> None:
    games = [int(seat == winner) for seat in range(5)]
    assert five(3, 3, 3, scores=scores) == (games, NOBODY, [winner])


@pytest.mark.parametrize(
    "scores, partners, winner",
    [([0, 98, 0, 98, 0], (3,), 1), ([0, 98, 98, 98, 0], (2, 3), 1), ([0, 97, 0, 0, 97], (4,), 1)],
)
def test_4_5_of_equal_totals_the_bidder_counts_first(scores: list[int], partners: tuple[int, ...], winner: int) -> None:
    assert five(4 if len(partners) == 2 else 3, 5, *partners, scores=scores) == ([0, 1, 0, 0, 0], NOBODY, [winner])


def test_4_5_the_bidder_counts_first_whoever_deals() -> None:
    result = scored_bid("five_handed", 3, 3, (1,), 4, 2, 3, scores=[0, 98, 0, 0, 98])
    assert outcome(result) == ([0, 0, 0, 0, 1], NOBODY, [4])


def test_4_5_a_tie_without_the_bidder_decides_nothing() -> None:
    """Two partners, or two adversaries, level at the top above a hundred: nobody wins yet, and the scores stand."""
    assert five(4, 4, 2, 3, scores=[0, 50, 98, 98, 0], taker=2) == (NOBODY, [0, 54, 102, 102, 0], [])
    assert five(3, 2, 3, scores=[99, 50, 99, 99, 98]) == (NOBODY, [102, 50, 102, 99, 101], [])


def test_4_5_the_bidder_below_the_tied_leaders_does_not_win_either() -> None:
    """He is out with 100, two partners stand at 103."""
    assert five(4, 4, 2, 3, scores=[0, 96, 99, 99, 0], taker=2) == (NOBODY, [0, 100, 103, 103, 0], [])


def test_4_5_an_undecided_tie_goes_on() -> None:
    """The next deals change nothing until somebody is ahead alone, or bids and draws level."""
    tied = [102, 50, 102, 0, 0]
    assert void("five_handed", scores=tied) == (NOBODY, tied, [])
    assert five(2, 2, 3, scores=tied) == (NOBODY, [102, 52, 102, 2, 0], [])
    assert five(2, 2, 2, scores=tied) == ([0, 0, 1, 0, 0], NOBODY, [2])
    assert five(3, 3, 0, scores=[102, 98, 102, 0, 0]) == ([1, 0, 0, 0, 0], NOBODY, [0])  # 105, 101 and 102
    assert five(3, 3, 3, scores=[102, 99, 102, 0, 0]) == ([0, 1, 0, 0, 0], NOBODY, [1])  # three level, he is the bidder


def test_8_match_games_with_bidding() -> None:
    """A hundred wins one game, and everybody starts the next at 0; so many games win the match."""
    options: dict[str, Any] = {"match_games": 2, "scores": [70, 98, 3, 98, 0]}
    assert five(3, 3, 3, **options) == ([0, 1, 0, 0, 0], NOBODY, [])
    assert five(3, 3, 3, **options, games=[1, 0, 1, 1, 0]) == ([1, 1, 1, 1, 0], NOBODY, [])
    assert five(3, 3, 3, **options, games=[0, 1, 0, 1, 0]) == ([0, 2, 0, 1, 0], NOBODY, [1])
    assert seven(5, 5, 2, 3, target=100, match_games=3, scores=[0, 50, 0, 97, 0, 0, 0], num_deals=None) == (
        [0, 0, 0, 1, 0, 0, 0],
        NONE_OF_SEVEN,
        [],
    )


# ---- so many deals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 7))
def test_4_6_seven_deals_are_a_match(number: int) -> None:
    """Until the seventh nothing is won, however high the totals: there is no target."""
    standing = [300, 20, 0, 20, 100, 7, 0]
    expected = [300, 25, 5, 25, 100, 7, 0]
    assert seven(5, 5, 2, 3, scores=standing, number=number) == (NONE_OF_SEVEN, expected, [])
    assert void("seven_handed", scores=standing, number=number) == (NONE_OF_SEVEN, standing, [])


@pytest.mark.parametrize(
    "scores, tricks, winners",
    [
        ([30, 20, 0, 20, 0, 0, 0], 5, [0]),
        ([24, 20, 0, 20, 0, 0, 0], 5, [1, 3]),  # the bidder has no advantage
        ([25, 20, 0, 20, 0, 0, 0], 5, [0, 1, 3]),
        ([20, 20, 20, 26, 20, 20, 20], 4, [3]),
        ([20, 25, 0, 25, 20, 0, 0], 4, [0, 1, 3, 4]),
        ([0, 0, 0, 0, 0, 0, 0], 5, [1, 2, 3]),
    ],
)
def test_4_6_after_the_seventh_deal_the_highest_total_wins_and_ties_share(
    scores: list[int], tricks: int, winners: list[int]
) -> None:
    """Bidder and partners 2 and 3, a bid of five made, or failed to the four others."""
    games = [int(seat in winners) for seat in range(7)]
    assert seven(5, tricks, 2, 3, scores=scores, number=7, taker=4) == (games, NONE_OF_SEVEN, winners)


def test_4_6_void_deals_count() -> None:
    assert void("seven_handed", scores=[0, 10, 30, 20, 0, 5, 30], number=7) == (
        [0, 0, 1, 0, 0, 0, 1],
        NONE_OF_SEVEN,
        [2, 6],
    )
    assert void("seven_handed", number=7) == ([1] * 7, NONE_OF_SEVEN, list(range(7)))


@pytest.mark.parametrize("num_deals", [1, 2, 7, 30])
@pytest.mark.parametrize("variant", ["five_handed", "seven_handed"])
def test_8_num_deals(variant: str, num_deals: int) -> None:
    options: dict[str, Any] = {"num_deals": num_deals, "target": None}
    count = 5 if variant == "five_handed" else 7
    standing = [3, 0, 400, *[1] * (count - 3)]
    if num_deals > 1:
        assert void(variant, number=num_deals - 1, scores=standing, **options) == ([0] * count, standing, [])
    won = [0, 0, 1, *[0] * (count - 3)]
    assert void(variant, number=num_deals, scores=standing, **options) == (won, [0] * count, [2])


def test_8_without_a_target_a_hundred_ends_nothing() -> None:
    options: dict[str, Any] = {"num_deals": 4, "target": None}
    assert five(3, 3, 2, scores=[0, 99, 99, 0, 0], number=3, **options) == (NOBODY, [0, 102, 102, 0, 0], [])
    assert five(3, 3, 2, scores=[0, 99, 99, 0, 0], number=4, **options) == ([0, 1, 1, 0, 0], NOBODY, [1, 2])


def test_8_target_and_num_deals_whichever_comes_first() -> None:
    options: dict[str, Any] = {"target": 100, "num_deals": 7}
    for play, others in ((five, 3), (seven, 5)):
        bid, partners = (3, (2,)) if play is five else (5, (2, 3))
        nothing = [0] * (2 + others)
        out = [0, 97, 10, *[0] * (others - 1)]
        assert play(bid, bid, *partners, scores=out, number=3, **options)[2] == [
            1
        ]  # the target before the seventh deal
        short = [60, 40, 0, *[0] * (others - 1)]
        assert play(bid, bid, *partners, scores=short, number=6, **options)[2] == []
        games, scores, winners = play(bid, bid, *partners, scores=short, number=7, **options)
        assert (games, scores, winners) == ([1, *nothing[1:]], nothing, [0])  # the seventh, before the target


def test_8_a_tie_above_the_target_is_shared_in_the_last_deal() -> None:
    """Partners level at 102 without the bidder: nobody has won by points, but the deals are over."""
    options: dict[str, Any] = {"num_deals": 7, "scores": [0, 50, 98, 98, 0], "taker": 2}
    assert five(4, 4, 2, 3, number=6, **options) == (NOBODY, [0, 54, 102, 102, 0], [])
    assert five(4, 4, 2, 3, number=7, **options) == ([0, 0, 1, 1, 0], NOBODY, [2, 3])


def test_8_the_last_deal_ends_the_match_whatever_the_games() -> None:
    """Each winner takes one game with it; `match_games` need not be reached."""
    options: dict[str, Any] = {"match_games": 3, "num_deals": 7, "scores": [9, 0, 30, 0, 30, 1, 0]}
    assert void("seven_handed", games=[0, 1, 0, 0, 1, 0, 0], number=7, **options) == (
        [0, 1, 1, 0, 2, 0, 0],
        NONE_OF_SEVEN,
        [2, 4],
    )
