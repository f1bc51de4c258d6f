"""Deals of the bidding games told in one line: who bids what and how many tricks he takes, and what that pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from euchre_env import Table

from .notation import lay, tell

PLAYERS = {"five_handed": 5, "seven_handed": 7}
HAND = {"five_handed": 5, "seven_handed": 7}
WIDOW = {"five_handed": 3, "seven_handed": 4}
LADDER = {"five_handed": (1, 2, 3, 4, 5, 8, 15), "seven_handed": (1, 2, 3, 4, 5, 6, 7, 10, 20)}  # 4.5, 4.6
ALONE = (8, 15, 10, 20)
WIDOW_UNTOUCHED = (15, 20)
SPADES = {
    "five_handed": ["JS", "JC", "AS", "KS", "QS", "TS", "9S", "8S"],
    "seven_handed": ["JK", "JS", "JC", "AS", "KS", "QS", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S"],
}  # C3


def in_turn(table: Table) -> list[int]:
    """The seats from the dealer's left to the dealer."""
    players = PLAYERS[table.rules.variant]
    return [(table.dealer + 1 + step) % players for step in range(players)]


def only_bid(table: Table, bidder: int, bid: str) -> Table:
    """`bidder` bids, such as "4_S", and everybody else passes."""
    return tell(table, *(f"{seat} bid_{bid}" if seat == bidder else f"{seat} pass" for seat in in_turn(table)))


def bury(table: Table, cards: str) -> Table:
    """The bidder puts these cards back for the widow."""
    for card in cards.split():
        table.step(f"bury_{card}")
    return table


def choose(table: Table, *seats: int) -> Table:
    """The bidder chooses his partners."""
    for seat in seats:
        table.step(f"partner_{seat}")
    return table


def to_the_play(
    variant: str, bid: int, partners: Sequence[int] = (), bidder: int = 1, hands: Sequence[str] = (), **more: Any
) -> Table:
    """The first lead after a bid in spades that nobody else answers; the widow is buried as it is."""
    table = only_bid(lay(variant, None, *hands, **more), bidder, f"{bid}_S")
    if bid not in WIDOW_UNTOUCHED:
        bury(table, " ".join(table.deal.stock))
    return choose(table, *partners)


def play_as_dealt(table: Table) -> dict[str, Any]:
    """The result when everybody plays, of the cards that he may, the one that comes first in his hand as dealt."""
    order = {card: place for hand in table.deal.hands for place, card in enumerate(hand)}
    while not table.over:
        table.step(min(table.legal, key=lambda action: order[action.removeprefix("play_")]))
    assert table.result is not None
    return table.result


def scored_bid(
    variant: str,
    bid: int,
    tricks: int,
    partners: Sequence[int] = (),
    bidder: int = 1,
    taker: int = 2,
    dealer: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """The result when `bidder` bids in spades, nobody else bids, and he takes exactly so many tricks, `taker` the rest.

    The bidder leads as many of the highest trumps as he is to take tricks, the taker has low ones to follow with; then
    the 9 of diamonds falls to the taker's ace, and he goes on with the highest trumps left. What trumps remain lie in
    the widow, which is buried as it is, or fall to the taker's; nobody else has any.
    """
    size, trumps = HAND[variant], SPADES[variant]
    top, rest = trumps[:tricks], trumps[tricks:]
    high = rest[: max(size - 1 - tricks, 0)]
    low = rest[::-1][:tricks] if tricks < size else []
    spare = [card for card in rest if card not in high + low]
    widow, spare = spare[: WIDOW[variant]], spare[WIDOW[variant] :]
    hands = [""] * PLAYERS[variant]
    hands[bidder] = " ".join(top + (["9D", *spare] if tricks < size else []))
    hands[taker] = " ".join([*low, "AD", *high] if tricks < size else spare)
    table = to_the_play(variant, bid, partners, bidder, hands=hands, widow=" ".join(widow), dealer=dealer, **more)
    result = play_as_dealt(table)
    taken = [0] * PLAYERS[variant]
    taken[bidder] += tricks
    taken[taker] += size - tricks
    assert result["tricks"] == taken
    return result
