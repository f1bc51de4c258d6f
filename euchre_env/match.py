"""Games and matches: what the points of a deal do to the scores (rule book, section 8 "Matches", R25-R27, 4.2 ties)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_env.rules import Rules

I32 = np.int32


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
) -> Standing:
    """Enter the points of a deal, all int32 [sides, n]; `dealer` int [n] is the absolute seat that dealt it.

    A side that reaches `target` wins a game, under `slams` two if all the others stand at 0 or less; then everybody
    starts the next game at 0, the winners with their surplus under `laps`. `match_games` games win the match.
    """
    assert rules.target is not None
    scores = scores + points
    won = scores >= rules.target
    ended = won.any(0)
    if not ended.any():
        return Standing(scores, games, won)
    if rules.tie_rule == "elder_wins":  # 4.2: of players out at once the first from the dealer's left
        from_left = np.where(won, (np.arange(rules.sides)[:, None] - dealer - 1) % rules.sides, rules.sides)
        won &= from_left == from_left.min(0)
    if rules.match_games == 1 and not rules.slams and not rules.laps:  # the usual case: the game is the match
        return Standing(scores * ~ended, games + won, won)
    count, surplus = games_won(rules, scores, won)
    games = games + count
    winners = games >= rules.match_games
    scores = np.where(ended, surplus, scores) * ~winners.any(0)
    return Standing(scores.astype(I32), games.astype(I32), winners)


def games_won(
    rules: Rules, scores: NDArray[np.int32], won: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """int32 [sides, n] twice: the games that the sides in `won` win with their scores, and what they carry on.

    R25a: laps are recursive. R26: a game in which all the others have nothing is a slam and counts two; a co-winner has
    scored. R27: with several games from one deal every later one is a slam too, unless `slam_on_lapped_games` is off.
    """
    assert rules.target is not None
    laps = np.where(won, scores // rules.target if rules.laps else 1, 0)
    surplus = np.where(won, scores - laps * rules.target if rules.laps else 0, 0)
    if not rules.slams:
        return laps, surplus
    others_scored = np.stack([np.delete(scores, side, 0).max(0) > 0 for side in range(rules.sides)])
    first_is_slam = won & ~others_scored
    later_slams = np.maximum(laps - 1, 0) if rules.slam_on_lapped_games else 0
    return laps + first_is_slam + later_slams, surplus
