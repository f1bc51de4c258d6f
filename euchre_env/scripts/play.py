"""The play: who leads first and next, a trick a card of a hand (P1-P5), the calls against a Jambone (R30-R32)."""

from __future__ import annotations

from typing import Any

from euchre_env.contract import Contract, sits_out
from euchre_env.rules import Rules
from euchre_env.scripts.language import DEAL_OVER, Known, Script, Taken, Then, ask_card


def first_trick(rules: Rules, contract: Contract) -> tuple[Any, ...]:
    """What `trick` remembers when the play begins: partners of lone hands sit out (P5), a Jambone lies open (R30)."""
    out = sits_out(rules, contract)
    playing = tuple(seat for seat in range(rules.players) if seat not in out)
    return 1, playing, first_leader(rules, contract, playing), contract.maker if contract.jambone else -1


def first_leader(rules: Rules, contract: Contract, playing: tuple[int, ...]) -> int:
    """P4: a bidder leads. P3: otherwise the first seat that plays, counted from the dealer's left, or under `lone_lead`
    from the lone player's."""
    if rules.bids:
        return contract.maker
    left_of = contract.maker if contract.alone and rules.lone_lead == "left_of_lone_player" else 0
    in_order = ((left_of + step) % rules.players for step in range(1, rules.players + 1))
    return next(seat for seat in in_order if seat in playing)


def trick(rules: Rules, number: int, playing: tuple[int, ...], leader: int, exposed: int) -> Script:
    """P1, P2: a card from everybody who plays, in turn; the best takes the trick and leads the next.

    R31: the cards of the `exposed` seat are called, its leads from its left, what it follows with from its right.
    """
    first = playing.index(leader)
    winning = -1
    for seat in playing[first:] + playing[:first]:
        leads, known = seat == leader, Known(trick=number, winning=winning)
        if seat == exposed:
            caller = (seat + (1 if leads else 3)) % rules.players
            beats = yield ask_card("call", caller, known, leads, holder=seat)
        else:
            beats = yield ask_card("play", seat, known, leads)
        if beats:
            winning = seat
    yield Taken(winning)
    if number == rules.hand_size:
        return DEAL_OVER
    return Then(trick, (number + 1, playing, winning, exposed))
