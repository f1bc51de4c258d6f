"""The bidding games: one round of bids, the widow, the partners (4.5, 4.6)."""

from __future__ import annotations

from euchre_env.contract import VOID, Contract
from euchre_env.rules import Rules
from euchre_env.scripts.language import (
    DEAL_OVER,
    PASS,
    Effect,
    Known,
    Script,
    Settled,
    Taking,
    Then,
    ask_call,
    ask_card,
    turn_order,
)
from euchre_env.scripts.play import first_trick, trick


def bid(rules: Rules, place: int, highest: Contract) -> Script:
    """The seat at `place` of the turn order passes, or bids more than the `highest` bid so far, in any suit."""
    seat = turn_order(rules)[place]
    rungs = range(highest.bid + 1, len(rules.bids))
    call = yield ask_call(
        "bid", seat, (PASS, *(1 + 4 * rung + suit for rung in rungs for suit in range(4))), Known(highest)
    )
    if call != PASS:
        yield Effect.NAME_SUIT
        rung = (call - 1) // 4
        highest = Contract(seat, rules.bids[rung].alone, bid=rung)
    if place + 1 < rules.players:
        return Then(bid, (place + 1, highest))
    if highest == VOID:
        yield Settled(VOID)
        return DEAL_OVER
    return Then(widow, (highest,))


def widow(rules: Rules, contract: Contract) -> Script:
    """The bidder takes the widow and puts as many cards away; a bid of 15 or 20 leaves it."""
    if rules.bids[contract.bid].widow:
        yield Taking(Effect.TAKE_TALON, contract.maker)
        for _ in range(rules.widow):
            yield ask_card("bury", contract.maker, Known(contract))
    return Then(partners, (contract,))


def partners(rules: Rules, contract: Contract) -> Script:
    """The bidder's partners for the deal, one by one round the table from his left, so that a set of them can be
    chosen in one order only."""
    left = rules.bids[contract.bid].partners - len(contract.partners)
    if not left:
        yield Settled(contract)
        return Then(trick, first_trick(rules, contract))
    last = (contract.partners[-1] - contract.maker) % rules.players if contract.partners else 0
    steps = range(last + 1, rules.players - left + 1)
    call = yield ask_call("partner", contract.maker, tuple(step - 1 for step in steps), Known(contract))
    seat = (contract.maker + call + 1) % rules.players
    return Then(partners, (contract._replace(partners=(*contract.partners, seat)),))
