"""Card notation for the tests of the rules: deals laid out by name, actions and tricks told seat by seat.

What is here knows the cards by their names alone, so that no test leans on the program's own tables. The dealer is
seat 0 unless a test says otherwise, as in the rule book: eldest 1, dealer's partner 2, pone 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from euchre_env import Deal, Table, rules_for

RANKS = "23456789TJQKA"  # C2
LOWEST = {24: "9", 25: "9", 28: "8", 29: "8", 32: "7", 33: "7", 53: "2"}  # C1
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}  # C8


def pack_of_names(size: int) -> list[str]:
    """The cards of a pack by name, low ranks first."""
    ranks = RANKS[RANKS.index(LOWEST[size]) :]
    return [rank + suit for rank in ranks for suit in "CDHS"] + ["JK"] * (size % 2)


def suit_of(card: str, trump: str) -> str:
    """The suit that a card belongs to once trump is made (C5, C6)."""
    return trump if card in ("JK", "J" + SAME_COLOUR[trump]) else card[1]


def lay(
    variant: str,
    turned: str | None,
    *hands: str,
    widow: str = "",
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    games: Sequence[int] | None = None,
    number: int = 1,
    **options: Any,
) -> Table:
    """A table with the named cards, the deal of that `number` in its match.

    `turned` is the card turned up, None in the bidding games; `hands` come from seat 0 on; `widow` or the stock begins
    with these cards. Low cards left over fill what is not named: the hands in turn, then the widow or the stock.
    """
    rules = rules_for(variant, **options)
    named = [hand.split() for hand in hands] + [[] for _ in range(rules.players - len(hands))]
    taken = {turned, *widow.split(), *(card for hand in named for card in hand)}
    left = [card for card in pack_of_names(rules.pack) if card not in taken]
    for hand in named:
        while len(hand) < (7 if rules.players == 7 else 5):
            hand.append(left.pop(0))
    deal = Deal(tuple(map(tuple, named)), turned, (*widow.split(), *left))
    return Table(rules, deal, dealer, list(scores) if scores else None, list(games) if games else None, number)


def tell(table: Table, *steps: str) -> Table:
    """Carry out steps such as "1 pass" or "0 discard_9H"; the seat named must be the one that decides."""
    for step in steps:
        seat, action = step.split()
        assert table.seat == int(seat), f"seat {table.seat} decides, not {seat} ({action})"
        table.step(action)
    return table


def trick(table: Table, leader: int, cards: str, takes: int) -> None:
    """One trick: who leads it, its cards in the order played, who must take it."""
    assert table.seat == leader, f"seat {table.seat} leads, not {leader}"
    before = table.tricks
    for card in cards.split():
        table.step(f"play_{card}")
    assert [now - then for now, then in zip(table.tricks, before, strict=True)] == [
        int(seat == takes) for seat in range(len(before))
    ], cards


def play_out(table: Table) -> Table:
    """The same deal played to its end with whatever is legal."""
    while not table.over:
        table.step(table.legal[0])
    return table


def actions(kind: str, cards: Iterable[str] | str) -> tuple[str, ...]:
    """What `Table.legal` must be when exactly these cards may be played or discarded."""
    return tuple(sorted(f"{kind}_{card}" for card in (cards.split() if isinstance(cards, str) else cards)))


def namings(suits: str, alone: bool, may_pass: bool = True) -> tuple[str, ...]:
    """What `Table.legal` must be when exactly these suits may be named."""
    names = [f"name_{suit}{level}" for suit in suits for level in ("", "_alone")[: 1 + alone]]
    return tuple(sorted(names + ["pass"] * may_pass))


def bids(*worths: int, may_pass: bool = True, suits: str = "CDHS") -> tuple[str, ...]:
    """What `Table.legal` must be when exactly these numbers may be bid, each in any suit."""
    return tuple(sorted([f"bid_{worth}_{suit}" for worth in worths for suit in suits] + ["pass"] * may_pass))


def partners(*seats: int) -> tuple[str, ...]:
    """What `Table.legal` must be when exactly these seats may be chosen as a partner."""
    return tuple(sorted(f"partner_{seat}" for seat in seats))


def passes(table: Table, count: int) -> Table:
    """So many passes in turn from the dealer's left."""
    players = table.rules.players
    return tell(table, *(f"{(table.dealer + 1 + k) % players} pass" for k in range(count)))


def reply_beats_lead(reply: str, lead: str, trump: str, pack: int) -> bool:
    """Two-handed: the eldest names `trump` and leads a card, the dealer, who may, replies with another. Does it win?"""
    led = suit_of(lead, trump)
    others = [c for c in pack_of_names(pack) if c not in (lead, reply)]
    turned = next(c for c in others if c != "JK" and c[1] != trump)
    others.remove(turned)
    fill = [c for c in others if suit_of(c, trump) != led]  # so that the reply is legal whatever it is
    dealer, eldest = [reply, *fill[:4]], [lead, *[c for c in others if c not in fill[:4]][:4]]
    table = lay("two_handed", turned, " ".join(dealer), " ".join(eldest), pack=pack)
    tell(table, "1 pass", "0 pass", f"1 name_{trump}", f"1 play_{lead}", f"0 play_{reply}")
    return table.tricks == [1, 0]


def scored(
    variant: str,
    tricks: int,
    alone: bool = False,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    games: Sequence[int] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """The result of a deal in which the eldest orders up spades and his side takes exactly so many tricks.

    He holds the `tricks` highest trumps and leads them, then the 9 of diamonds, which the dealer beats. Nobody but the
    dealer has any other diamond, the eldest's partner no trump at all, so the dealer's side takes the rest.
    """
    table = lay(variant, "9S", *_hands(variant, tricks, dealer), dealer=dealer, scores=scores, games=games, **options)
    order = {card: place for hand in table.deal.hands for place, card in enumerate(hand)} | {"9S": 9}
    players = table.rules.players
    tell(table, f"{(dealer + 1) % players} order_up{'_alone' * alone}", f"{dealer} discard_TD")
    while not table.over:
        table.step(min(table.legal, key=lambda action: order[action.removeprefix("play_")]))
    assert table.result is not None
    side = [seat for seat in range(players) if (seat - dealer) % players in ((1, 3) if players == 4 else (1,))]
    assert sum(table.result["tricks"][seat] for seat in side) == tricks
    return table.result


def _hands(variant: str, tricks: int, dealer: int) -> list[str]:
    """The hands of `scored` from seat 0 on, each in the order in which its cards are played where there is a choice."""
    trumps, losers, tops = (
        ["JS", "JC", "AS", "KS", "QS"],
        ["9D", "9H", "9C", "TH", "TC"],
        ["AC", "KC", "QC", "AH", "KH"],
    )
    dealers = ["TD", "JD", "QD", "KD", "AD"]
    eldest = trumps[:tricks] + losers[: 5 - tricks]
    partner_of_dealer = tops[:tricks] + trumps[tricks:][::-1]
    partner_of_eldest = [*losers[5 - tricks :], "QH", "JH", *tops[tricks:][::-1]][:5]
    players = rules_for(variant).players
    from_dealer = [dealers, eldest, partner_of_dealer, partner_of_eldest][:players]
    return [" ".join(from_dealer[(seat - dealer) % players]) for seat in range(players)]


def void_result(players: int, scores: list[int]) -> dict[str, Any]:
    """M3, 4.5, 4.6: the result of a deal in which everybody has passed at these scores, in the first game."""
    result: dict[str, Any] = {"trump": None, "maker": None, "alone": False, "opposed_by": None, "winners": []}
    nothing = [0] * len(scores)
    return result | {"tricks": [0] * players, "points": nothing, "scores": scores, "games": nothing}
