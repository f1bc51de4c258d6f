"""What a bid pays, five-handed (4.5) and seven-handed (4.6). The dealer is seat 0; the eldest, seat 1, bids."""

from __future__ import annotations

import pytest

from .bidding import play_as_dealt, scored_bid, to_the_play
from .notation import trick

# ---- five-handed -----------------------------------------------------------------------------------------------------

FIVE = [  # the eldest bids: his partners, the tricks he needs, points if he takes them, points if not
    (1, (2,), 1, [0, 1, 1, 0, 0], [1, 0, 0, 1, 1]),
    (2, (0,), 2, [2, 2, 0, 0, 0], [0, 0, 2, 2, 2]),
    (3, (4,), 3, [0, 3, 0, 0, 3], [3, 0, 3, 3, 0]),
    (4, (2, 4), 4, [0, 4, 4, 0, 4], [4, 0, 0, 4, 0]),
    (5, (3, 0), 5, [5, 5, 0, 5, 0], [0, 0, 5, 0, 5]),
    (8, (), 5, [0, 8, 0, 0, 0], [8, 0, 8, 8, 8]),
    (15, (), 5, [0, 15, 0, 0, 0], [15, 0, 15, 15, 15]),
]


@pytest.mark.parametrize("tricks", range(6))
@pytest.mark.parametrize("worth, chosen, needs, made, failed", FIVE)
def test_4_5_scoring(
    worth: int, chosen: tuple[int, ...], needs: int, made: list[int], failed: list[int], tricks: int
) -> None:
    """Made: the bid to the bidder and to each partner, never more. Failed: the bid to each adversary."""
    adversary = next(seat for seat in range(5) if failed[seat])
    result = scored_bid("five_handed", worth, tricks, chosen, taker=adversary)
    assert result["points"] == (made if tricks >= needs else failed)
    assert result["scores"] == result["points"]
    assert (result["maker"], result["alone"], result["opposed_by"]) == (1, worth in (8, 15), None)


@pytest.mark.parametrize("worth, chosen, needs, made, failed", [row for row in FIVE if row[1]])
def test_4_5_the_partners_tricks_count_for_the_bid(
    worth: int, chosen: tuple[int, ...], needs: int, made: list[int], failed: list[int]
) -> None:
    for partner in chosen:
        for tricks in range(6):
            assert scored_bid("five_handed", worth, tricks, chosen, taker=partner)["points"] == made


@pytest.mark.parametrize("dealer", range(5))
@pytest.mark.parametrize("bidder", range(5))
def test_4_5_scoring_goes_by_seats_whoever_deals(bidder: int, dealer: int) -> None:
    left, right = (bidder + 1) % 5, (bidder + 4) % 5
    made = scored_bid("five_handed", 4, 4, (left, right), bidder, (bidder + 2) % 5, dealer)
    assert made["points"] == [4 if seat in (bidder, left, right) else 0 for seat in range(5)]
    failed = scored_bid("five_handed", 3, 2, (right,), bidder, left, dealer)
    assert failed["points"] == [0 if seat in (bidder, right) else 3 for seat in range(5)]


def test_4_5_the_tricks_of_all_adversaries_count_against_the_bid() -> None:
    """Bidder and partner take one trick each, two of the three adversaries the rest: a bid of three has failed."""
    hands = ["KD QD 8C 8D 9D", "JS TD 8H TC JH", "AH KH QH TH 9H", "AC QC JC 9C JD", "AD AS KC TS QS"]
    table = to_the_play("five_handed", 3, [3], hands=hands)
    trick(table, 1, "JS 9H JC TS 8D", takes=1)
    trick(table, 1, "8H AH JD AD 9D", takes=2)
    trick(table, 2, "KH 9C AS 8C JH", takes=4)  # ruffed
    trick(table, 4, "KC QD TC TH AC", takes=3)
    trick(table, 3, "QC QS KD TD QH", takes=4)  # ruffed
    assert table.result is not None
    assert (table.result["tricks"], table.result["points"]) == ([0, 1, 1, 1, 2], [3, 0, 3, 0, 3])


# ---- seven-handed ----------------------------------------------------------------------------------------------------

SEVEN = [  # the eldest bids: his partners, the tricks he needs, points if he takes them, points if not
    (1, (2, 3), 1, [0, 1, 1, 1, 0, 0, 0], [1, 0, 0, 0, 1, 1, 1]),
    (2, (0, 6), 2, [2, 2, 0, 0, 0, 0, 2], [0, 0, 2, 2, 2, 2, 0]),
    (3, (4, 5), 3, [0, 3, 0, 0, 3, 3, 0], [3, 0, 3, 3, 0, 0, 3]),
    (4, (2, 0), 4, [4, 4, 4, 0, 0, 0, 0], [0, 0, 0, 4, 4, 4, 4]),
    (5, (3, 5), 5, [0, 5, 0, 5, 0, 5, 0], [5, 0, 5, 0, 5, 0, 5]),
    (6, (2, 4, 6), 6, [0, 6, 6, 0, 6, 0, 6], [6, 0, 0, 6, 0, 6, 0]),
    (7, (3, 4, 5), 7, [0, 7, 0, 7, 7, 7, 0], [7, 0, 7, 0, 0, 0, 7]),
    (10, (), 7, [0, 10, 0, 0, 0, 0, 0], [10, 0, 10, 10, 10, 10, 10]),
    (20, (), 7, [0, 20, 0, 0, 0, 0, 0], [20, 0, 20, 20, 20, 20, 20]),
]


def in_seat_order(chosen: tuple[int, ...]) -> list[int]:
    """Partners of seat 1 as he names them, from his left."""
    return sorted(chosen, key=lambda seat: (seat - 2) % 7)


@pytest.mark.parametrize("worth, chosen, needs, made, failed", SEVEN)
def test_4_6_scoring(worth: int, chosen: tuple[int, ...], needs: int, made: list[int], failed: list[int]) -> None:
    """Made: the bid to the bidder and to each partner, never more. Failed: the bid to each adversary."""
    adversary = next(seat for seat in range(7) if failed[seat])
    for tricks in range(8):
        result = scored_bid("seven_handed", worth, tricks, in_seat_order(chosen), taker=adversary)
        assert result["points"] == (made if tricks >= needs else failed)
        assert result["scores"] == result["points"]
        assert (result["maker"], result["alone"], result["opposed_by"]) == (1, worth in (10, 20), None)


@pytest.mark.parametrize("worth, chosen, needs, made, failed", [row for row in SEVEN if row[1]])
def test_4_6_the_partners_tricks_count_for_the_bid(
    worth: int, chosen: tuple[int, ...], needs: int, made: list[int], failed: list[int]
) -> None:
    for partner in chosen:
        result = scored_bid("seven_handed", worth, 2, in_seat_order(chosen), taker=partner)
        assert (result["tricks"][partner], result["points"]) == (5, made)


@pytest.mark.parametrize("dealer", range(7))
def test_4_6_scoring_goes_by_seats_whoever_deals(dealer: int) -> None:
    assert scored_bid("seven_handed", 5, 5, (0, 1), 6, 3, dealer)["points"] == [5, 5, 0, 0, 0, 0, 5]
    assert scored_bid("seven_handed", 10, 6, (), 4, 3, dealer)["points"] == [10, 10, 10, 10, 0, 10, 10]


def test_4_6_the_tricks_of_all_adversaries_count_against_the_bid() -> None:
    """Bidder and partners take five tricks of the six they need, two adversaries one each."""
    hands = ["7C 8C 9C TC QC 4H KH", "JK JS AS KS QS 2H 2D", "2C 3C 4C 5C 6C AH 3H", "7S 6S 5S 4S 3S 3D 4D", "2S"]
    table = to_the_play("seven_handed", 6, [3, 4, 5], hands=hands, widow="JC TS 9S 8S")
    result = play_as_dealt(table)
    assert (result["tricks"], result["points"]) == ([1, 5, 1, 0, 0, 0, 0], [6, 0, 6, 0, 0, 0, 6])
