"""The reduced two-handed game and best responses in it, in plain Python from the rules' words.

Nothing of the program is used. Cards have their names; seats are 0, the dealer, and 1, the eldest; a deal is the
dealer's cards, the eldest's, and the one turned up; what has happened is a tuple of actions as records spell them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
SUITS = "CSDH"


class Deal(NamedTuple):
    dealers: tuple[str, ...]
    eldests: tuple[str, ...]
    turned: str


class Moment(NamedTuple):
    """Who decides and what is legal; when the deal is over nobody, and what the eldest is ahead."""

    seat: int | None
    legal: tuple[str, ...]
    points: int = 0


Actions = tuple[str, ...]
Chances = Callable[[Deal, Actions, Moment], Iterable[float]]
"""How likely each legal action is; it must depend on nothing that the seat cannot see."""


def suit_of(card: str, trump: str) -> str:
    """C5: the left bower is a trump."""
    return trump if card == "J" + SAME_COLOUR[trump] else card[1]


def strength(card: str, trump: str) -> int:
    """C2, C3: among trumps right bower, left bower, ace; in a plain suit ace, jack."""
    if suit_of(card, trump) == trump:
        return {"J" + trump: 3, "J" + SAME_COLOUR[trump]: 2}.get(card, 1)
    return "JA".index(card[0])


def trump_after(deal: Deal, actions: Actions) -> str | None:
    """The trump suit, once it is made."""
    made = [action for action in actions if action == "order_up" or action.startswith("name_")]
    return None if not made else deal.turned[1] if made[0] == "order_up" else made[0][-1]


def moment(deal: Deal, actions: Actions) -> Moment:
    """4.1, M1-M3, P1-P6: what comes after these actions."""
    for number in range(4):
        seat = (number + 1) % 2
        if number == len(actions):
            others = tuple(f"name_{suit}" for suit in SUITS if suit != deal.turned[1])
            return Moment(seat, ("pass", "order_up") if number < 2 else ("pass", *others))
        if actions[number] != "pass":
            return _after_making(deal, seat, number < 2, trump_after(deal, actions) or "", list(actions[number + 1 :]))
    return Moment(None, ())


def _after_making(deal: Deal, maker: int, turn_up_taken: bool, trump: str, left: list[str]) -> Moment:
    hands = [set(deal.dealers), set(deal.eldests)]
    if turn_up_taken:
        if not left:
            return Moment(0, tuple(f"discard_{card}" for card in deal.dealers))
        hands[0] = hands[0] - {left.pop(0)[-2:]} | {deal.turned}
    leader, taken = 1, [0, 0]
    while sum(taken) < 3:
        if not left:
            return Moment(leader, tuple(f"play_{card}" for card in sorted(hands[leader])))
        lead, follower = left.pop(0)[-2:], 1 - leader
        hands[leader].remove(lead)
        if not left:
            suited = {card for card in hands[follower] if suit_of(card, trump) == suit_of(lead, trump)}
            return Moment(follower, tuple(f"play_{card}" for card in sorted(suited or hands[follower])))
        reply = left.pop(0)[-2:]
        hands[follower].remove(reply)
        if suit_of(reply, trump) == suit_of(lead, trump):
            follower_wins = strength(reply, trump) > strength(lead, trump)
        else:
            follower_wins = suit_of(reply, trump) == trump
        leader = follower if follower_wins else leader
        taken[leader] += 1
    points = {3: 2, 2: 1}.get(taken[maker], -2)
    return Moment(None, (), points if maker == 1 else -points)


def seen(deal: Deal, actions: Actions, seat: int) -> tuple[object, ...]:
    """All that a seat knows: its cards, the turn-up, what was said and played; the discard is the dealer's secret."""
    own = deal.dealers if seat == 0 else deal.eldests
    public = tuple(a[:7] if a.startswith("discard") and seat == 1 else a for a in actions)
    return (own, deal.turned, *public)


def best_response(deals: Iterable[Deal], chances: Chances, role: int) -> float:
    """What the best `role` wins a deal from a player of these chances, the deals being equally likely."""
    deals = list(deals)
    return _best([(deal, (), 1 / len(deals)) for deal in deals], chances, role)


def _best(states: list[tuple[Deal, Actions, float]], chances: Chances, role: int) -> float:
    """The same from some states on, each with how likely the cards and the other seat bring it about."""
    worth, waiting = 0.0, defaultdict(list)
    while states:
        deal, actions, likely = states.pop()
        now = moment(deal, actions)
        if now.seat is None:
            worth += likely * (now.points if role == 1 else -now.points)
        elif now.seat == role:
            waiting[seen(deal, actions, role)].append((deal, actions, likely))
        else:
            for action, chance in zip(now.legal, chances(deal, actions, now), strict=True):
                states.append((deal, (*actions, action), likely * chance))
    for group in waiting.values():
        legal = moment(*group[0][:2]).legal
        worth += max(_best([(deal, (*done, a), likely) for deal, done, likely in group], chances, role) for a in legal)
    return worth


def uniform(deal: Deal, actions: Actions, now: Moment) -> Iterable[float]:
    """Every legal action alike."""
    return [1 / len(now.legal)] * len(now.legal)


def by_number(deal: Deal, actions: Actions, now: Moment) -> Iterable[float]:
    """The more likely the higher the action's number: cards from the ace of trumps to the ace of the last cross suit,
    the bowers second and third; then pass, order up, and the suits to name, seen from the turn-up's."""
    base = trump_after(deal, actions) or deal.turned[1]
    next_suit, *cross = (SUITS[SUITS.index(base) ^ k] for k in (1, 2, 3))
    cards = ["A" + base, "J" + next_suit, "J" + base, "A" + next_suit, *(r + s for s in cross for r in "JA")]
    calls = ["pass", "order_up", *(f"name_{suit}" for suit in (next_suit, *cross))]
    numbers = [1 + (calls.index(a) + 8 if a in calls else cards.index(a[-2:])) for a in now.legal]
    return [number / sum(numbers) for number in numbers]
