"""Games and matches: what the points of a deal do to the scores (rule book, section 8 "Matches", R25-R27, 4.2 ties)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_env.rules import Rules

I32 = np.int32
MOST_POINTS = 16  # in one deal of a game with a turn-up (R37)


class Standing(NamedTuple):
    """The scores after a deal, columns are tables.

    `scores` and `games` int32 [sides, n] are what the next deal begins with, except that where the match ended
    `games` still shows the final count; `winners` bool [sides, n] are the sides that won the match.
    """

    scores: NDArray[np.int32]
    games: NDArray[np.int32]
    winners: NDArray[np.bool_]


def settle(
    rules: Rules,
    scores: NDArray[np.int32],
    games: NDArray[np.int32],
    points: NDArray[np.int32],
    dealer: NDArray[np.integer[Any]],
    maker: NDArray[np.integer[Any]],
    number: NDArray[np.integer[Any]],
) -> Standing:
    """Enter the points of a deal, all int32 [sides, n]; int [n] are the absolute seats that dealt it and that made
    trump (-1 if nobody did; it counts in the bidding games alone), and the deal's `number` in the match.

    A side that reaches `target` wins a game, under `slams` two if all the others stand at 0 or less; then everybody
    starts the next game at 0, the winners with their surplus under `laps`. `match_games` games win the match. So does
    the highest score after `num_deals` deals, if it comes to that.
    """
    scores = scores + points
    usual = rules.match_games == 1 and not (rules.slams or rules.laps or rules.bids)  # a game is the match
    if not usual and rules.sides == 2 and (found := two_sides(rules)) is not None:
        table, width = found
        looked_up = table.take(scores[0] * width + scores[1], 1)
        games = games + looked_up[:2]
        winners = games >= rules.match_games
        return Standing(looked_up[2:] * ~winners.any(0), games, winners)
    won = winners_of_game(rules, scores, dealer, maker)
    ended = won.any(0)
    if usual:
        return Standing(scores * ~ended, games + won, won)
    count, carried = games_won(rules, scores, won)
    games = games + count
    winners = games >= rules.match_games
    if rules.num_deals is not None:  # 4.6: ties share; who has won a game with this very deal has it already
        out_of_deals = (number >= rules.num_deals) & ~winners.any(0)
        highest = (scores == scores.max(0)) & out_of_deals
        games, winners = games + (highest & ~won), winners | highest
    return Standing(np.where(ended, carried, scores) * ~winners.any(0), games, winners)


@lru_cache(maxsize=64)
def two_sides(rules: Rules) -> tuple[NDArray[np.int32], int] | None:
    """int32 [4, width * width]: the games that each of two sides wins with these scores, and the scores they go on
    with, by the first side's score times `width` plus the other's. None where the scores are too many to list."""
    if rules.target is None or rules.target > 100 or rules.jambone_euchre == "deduct":
        return None
    width = rules.target + MOST_POINTS
    scores = np.indices((width, width), I32).reshape(2, -1)
    won = scores >= rules.target
    count, carried = games_won(rules, scores, won)
    return np.concatenate([count, np.where(won.any(0), carried, scores)]), width


def winners_of_game(
    rules: Rules,
    scores: NDArray[np.int32],
    dealer: NDArray[np.integer[Any]],
    maker: NDArray[np.integer[Any]],
) -> NDArray[np.bool_]:
    """bool [sides, n]: who wins a game with these scores."""
    if rules.target is None:
        return np.zeros(scores.shape, bool)
    won: NDArray[np.bool_] = scores >= rules.target
    if not (rules.bids or rules.tie_rule == "elder_wins"):
        return won
    sides = np.arange(rules.sides)[:, None]
    if rules.bids:  # 4.5: the highest; of equals the bidder, else nobody yet
        won &= scores == scores.max(0)
        won &= (won.sum(0) == 1) | (sides == maker)
    else:  # 4.2: of players out at once the first from the dealer's left
        from_left = np.where(won, (sides - dealer - 1) % rules.sides, rules.sides)
        won &= from_left == from_left.min(0)
    return won


def games_won(
    rules: Rules, scores: NDArray[np.int32], won: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """int32 [sides, n] twice: the games that the sides in `won` win with their scores, and what they carry on.

    R25a: laps are recursive. R26: a game in which all the others have nothing is a slam and counts two; a co-winner has
    scored. R27: with several games from one deal every later one is a slam too, unless `slam_on_lapped_games` is off.
    """
    laps, surplus = won.astype(I32), np.zeros_like(scores)
    if rules.laps and rules.target is not None:
        laps *= scores // rules.target
        surplus = won * scores - laps * rules.target
    if not rules.slams:
        return laps, surplus
    others_scored, others_won = of_others(scores > 0), of_others(won)
    count = laps + (won & ~others_scored)
    if rules.laps and rules.slam_on_lapped_games:
        count += np.maximum(laps - 1, 0) * ~others_won  # a co-winner has scored in these games, too
    return count, surplus


def of_others(side: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """bool [sides, n]: whether it is true of any other side."""
    return side[::-1] if len(side) == 2 else side.sum(0) > side
