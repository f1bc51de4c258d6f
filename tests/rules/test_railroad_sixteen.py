"""Railroad Euchre: what a Jamboree is worth in the match, and that its hand wins every trick, R41, R42; T9.

The eldest is the maker and holds the set, unless a test says otherwise; the dealer is seat 0.
"""

from typing import Any

import numpy as np
import pytest

from .notation import actions, lay, pack_of_names, tell, trick
from .railroad import asked, ended, made, play_out

JAMBOREE: dict[str, Any] = {"jamboree": True}
SET = "JK JS JC AS KS"


# ---- sixteen points -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scores", [None, [0, 4], [4, 0], [4, 4]])
def test_R42_without_laps_sixteen_just_win_the_game(scores: list[int] | None) -> None:
    for match_games, winners in ((1, [1]), (2, [])):
        table = lay("railroad", "9H", "", SET, scores=scores, match_games=match_games, **JAMBOREE)
        tell(made(table, 1, "name_S"), "1 announce_jamboree")
        ended(table, "S", 1, [0] * 4, [0, 16], alone=False, scores=[0, 0], games=[0, 1], winners=winners)


@pytest.mark.parametrize(
    "scores, options, games, carried",
    [
        ([0, 0], {}, 3, 1),
        ([3, 4], {}, 4, 0),
        ([0, 0], {"slams": True}, 6, 1),
        ([2, 0], {"slams": True}, 5, 1),
        ([0, 0], {"slams": True, "slam_on_lapped_games": False}, 4, 1),
        ([2, 0], {"slams": True, "slam_on_lapped_games": False}, 3, 1),
    ],
)
def test_R42_R25a_R27_with_laps_they_win_several(
    scores: list[int], options: dict[str, Any], games: int, carried: int
) -> None:
    table = lay("railroad", "9H", "", SET, scores=scores, match_games=20, laps=True, **JAMBOREE, **options)
    tell(made(table, 1, "name_S"), "1 announce_jamboree")
    ended(table, "S", 1, [0] * 4, [0, 16], alone=False, scores=[0, carried], games=[0, games])


def test_R42_R27a_in_the_full_game_they_win_the_match() -> None:
    table = lay("railroad_full", "9H", "", SET, scores=[4, 0], games=[2, 0])
    tell(made(table, 1, "name_S_alone"), "1 pat", "1 announce_jamboree")
    ended(table, "S", 1, [0] * 4, [0, 16], scores=[0, 0], games=[2, 5], winners=[1])


# ---- a hand that wins everything ------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("announcement", ["announce_jambone", "play_on"])
def test_R41_T9_played_out_it_wins_every_trick(announcement: str, maker: int) -> None:
    """Whatever the other hands are, whoever opposes, whatever is called or played in whatever order."""
    draw = np.random.default_rng(maker)
    lines = set()
    for _ in range(60):
        cards = [card for card in pack_of_names(25) if card not in SET.split()]
        draw.shuffle(cards)
        turned = next(card for card in cards if card[1] != "S")
        cards.remove(turned)
        hands = [" ".join(cards[5 * seat : 5 * seat + 5]) for seat in range(4)]
        hands[maker] = SET
        table = made(lay("railroad", turned, *hands, jambone=True, **JAMBOREE), maker, "name_S_alone")
        tell(table, f"{maker} pat", f"{maker} {announcement}")
        while not table.over:
            table.step(table.legal[int(draw.integers(len(table.legal)))])
        tricks = [0, 0, 0, 0]
        tricks[maker] = 5
        assert table.result is not None
        assert table.result["tricks"] == tricks
        assert max(table.result["points"]) == (8 if announcement == "announce_jambone" else 4)
        lines.add(str(table.actions))
    assert len(lines) == 60


def test_R41_called_from_the_bottom_up_it_still_wins_eight() -> None:
    table = made(lay("railroad_full", "9H", "", SET, target=11), 1, "name_S_alone")
    tell(table, "1 pat", "1 announce_jambone")
    for card, legal in (("KS", SET), ("AS", "JK JS JC AS"), ("JC", "JK JS JC"), ("JS", "JK JS"), ("JK", "JK")):
        assert asked(table) == ("call", 2, actions("call", legal))
        tell(table, f"2 call_{card}")
        table.step(table.legal[0])
        table.step(table.legal[0])
    ended(table, "S", 1, [0, 5, 0, 0], [0, 8])


def test_R40_R41_declined_it_is_played_as_a_march_of_two() -> None:
    hands = ["AC KC QC TC 9C", SET, "9D TD QD KD AD", "JD 9H TH QH KH"]
    table = tell(made(lay("railroad", "AH", *hands, **JAMBOREE), 1, "name_S"), "1 play_on")
    trick(table, 1, "JK 9D JD 9C", takes=1)
    ended(play_out(table), "S", 1, [0, 5, 0, 0], [0, 2], alone=False)
