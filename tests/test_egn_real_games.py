"""Four published games, read and counted once more without the package; skipped where they are not at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from euchre_env import EgnError, read_egn, replay_lines, replay_record, write_egn, write_record
from tests.by_the_book import strength, suit_of

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "egn"
GAMES = {
    "game_1.egn": ([4, 9], [10, 9], 2),
    "game_2.egn": ([0, 0], [8, 10], 13),
    "game_3.egn": ([0, 0], [10, 9], 12),
    "game_4.egn": ([0, 0], [10, 3], 11),
}
"""First scores, last scores and deals."""

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="no folder shared/egn beside the checkout")


def counted(deal: dict[str, Any], left_of_loner: bool) -> tuple[list[int], list[str]]:
    """Points by side of a deal, and its revokes: seats that play off the suit led and later a card of it."""
    bidding, play = deal["phases"]
    dealer, calls = deal["initialState"]["dealer"], bidding["calls"]
    maker = (dealer + len(calls)) % 4
    trump = (deal["initialState"]["upCard"][1] if calls[-1] == "Order" else calls[-1]).upper()
    out = (maker + 2) % 4 if bidding["isAlone"] else None
    leader = ((maker if bidding["isAlone"] and left_of_loner else dealer) + 1) % 4
    leader = (leader + 1) % 4 if leader == out else leader
    tricks: list[tuple[str, dict[int, str]]] = []
    taken = 0
    for cards in play["tricks"]:
        seats = [seat for seat in ((leader + step) % 4 for step in range(4)) if seat != out]
        trick = dict(zip(seats, (card.upper() for card in cards), strict=True))
        led = suit_of(trick[leader], trump)
        tricks.append((led, trick))
        leader = max(trick, key=lambda seat: strength(trick[seat], trump, led))
        taken += leader % 2 == maker % 2
    revokes = [
        f"seat {seat}, trick {number + 1}"
        for number, (led, trick) in enumerate(tricks)
        for seat, card in trick.items()
        if suit_of(card, trump) != led and any(suit_of(later[seat], trump) == led for _, later in tricks[number + 1 :])
    ]
    points = (4 if bidding["isAlone"] else 2) if taken == 5 else 1 if taken >= 3 else 2
    side = maker % 2 if taken >= 3 else 1 - maker % 2
    return [points * (side == own) for own in (0, 1)], revokes


@pytest.mark.parametrize("name", GAMES)
def test_a_published_game_is_read(name: str) -> None:
    """None of the four holds a revoke or an unfinished deal; their scores go on to the end of the game."""
    first, last, deals = GAMES[name]
    data = (FOLDER / name).read_bytes()
    value, game = json.loads(data), read_egn(data)
    assert [note for deal in game.deals for note in deal.notes] == []
    assert [deal.number for deal in game.deals] == list(range(1, deals + 1))
    scores = first
    for deal, told in zip(game.deals, value["deals"], strict=True):
        points, revokes = counted(told, game.rules.lone_lead == "left_of_lone_player")
        assert revokes == []
        assert deal.finished
        assert replay_record(deal.record) == []
        assert (deal.record["scores"], deal.record["result"]["points"]) == (scores, points)
        scores = [score + point for score, point in zip(scores, points, strict=True)]
    assert scores == last
    lines = [write_record(deal.record) for deal in game.deals]
    assert not any(replay_lines(lines, chain=True))


@pytest.mark.parametrize("name", GAMES)
def test_a_published_game_is_written_and_read_again(name: str) -> None:
    game = read_egn((FOLDER / name).read_bytes())
    again = read_egn(write_egn([deal.record for deal in game.deals], game.players, game.title))
    assert (again.deals, again.rules, again.players) == (game.deals, game.rules, game.players)


@pytest.mark.parametrize(
    ("name", "stride"), [("game_1.egn", 1), ("game_2.egn", 13), ("game_3.egn", 13), ("game_4.egn", 13)]
)
def test_a_file_that_is_cut_short_is_no_json(name: str, stride: int) -> None:
    """Wherever it ends before its last brace."""
    data = (FOLDER / name).read_bytes().rstrip()
    for length in range(0, len(data), stride):
        with pytest.raises(EgnError, match=r"^(an empty file$|not JSON: .* at )"):
            read_egn(data[:length])


def test_the_lone_hands_of_the_first_game_are_known() -> None:
    """Seat 2 plays alone in hearts from the second round; of its partner, seat 0, nothing is known."""
    deal = read_egn((FOLDER / "game_1.egn").read_bytes()).deals[0]
    assert deal.record["actions"][5] == [2, "name_H_alone"]
    assert deal.known == (range(0), range(21), range(21), range(21))
    assert set(deal.record["hands"][2].split()) == {"JH", "JD", "TH", "AS", "QS"}


def test_the_hand_given_in_the_fourth_game_is_taken() -> None:
    """Deal 9: the partner of a lone dealer shows his hand."""
    deal = read_egn((FOLDER / "game_4.egn").read_bytes()).deals[8]
    assert set(deal.record["hands"][2].split()) == {"KH", "AS", "JS", "TS", "9C"}
    assert deal.unknown_hands[2] == ()
