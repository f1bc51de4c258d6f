"""The play: who leads first, five tricks, who leads next (P1-P5)."""

from __future__ import annotations

from euchre_env.contract import Contract, sits_out
from euchre_env.rules import Rules
from euchre_env.scripts.language import DEAL_OVER, Known, Script, Settled, Taken, Then, ask_card


def opening(rules: Rules, contract: Contract) -> Script:
    """The partner of the lone hand sits out (P5); P3 says who leads then."""
    yield Settled(contract)
    playing = tuple(seat for seat in range(rules.players) if seat != sits_out(rules, contract))
    return Then(trick, (1, playing, first_leader(rules, contract, playing)))


def first_leader(rules: Rules, contract: Contract, playing: tuple[int, ...]) -> int:
    """P3: the first seat that plays, counted from the dealer's left, or under `lone_lead` from the lone player's."""
    left_of = contract.maker if contract.alone and rules.lone_lead == "left_of_lone_player" else 0
    in_order = ((left_of + step) % rules.players for step in range(1, rules.players + 1))
    return next(seat for seat in in_order if seat in playing)


def trick(rules: Rules, number: int, playing: tuple[int, ...], leader: int) -> Script:
    """P1, P2: a card from everybody who plays, in turn; the best takes the trick and leads the next."""
    first = playing.index(leader)
    winning = -1
    for seat in playing[first:] + playing[:first]:
        beats = yield ask_card("play", seat, Known(trick=number, winning=winning), opens=seat == leader)
        if beats:
            winning = seat
    yield Taken(winning)
    if number == rules.hand_size:
        return DEAL_OVER
    return Then(trick, (number + 1, playing, winning))
