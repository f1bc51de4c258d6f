"""The making of the trump with a turn-up (M1-M6) and the dealer's discard (P6-P8)."""

from __future__ import annotations

from collections.abc import Generator

from euchre_env.contract import VOID, Contract
from euchre_env.rules import Rules
from euchre_env.scripts.language import DEAL_OVER, PASS, Ask, Effect, Known, Script, Settled, Then, ask_call, ask_card
from euchre_env.scripts.play import opening

DEALER, DEALERS_PARTNER = 0, 2


def making(rules: Rules) -> Script:
    """M1, M2: twice round the table, first on the turned-up suit, then on any other; the first acceptance is final."""
    for round_number in (1, 2):
        for seat in turn_order(rules):
            call = yield ask_call("make", seat, calls(rules, round_number, seat), Known(round_number))
            if call != PASS:
                if round_number == 2:
                    yield Effect.NAME_SUIT
                return Then(exchange, (round_number, seat, call > 4))
    yield Settled(VOID)  # M3
    return DEAL_OVER


def turn_order(rules: Rules) -> tuple[int, ...]:
    """The seats from the eldest to the dealer."""
    return (*range(1, rules.players), DEALER)


def calls(rules: Rules, round_number: int, seat: int) -> tuple[int, ...]:
    """The legal calls: pass, make it, make it alone; suit 0 is the turned-up one, 1 its next, 2 and 3 cross."""
    may_pass = not (rules.stick_the_dealer and round_number == 2 and seat == DEALER)  # M3
    assists = rules.players == 4 and round_number == 1 and seat == DEALERS_PARTNER
    with_partner = not (assists and rules.assist_must_be_alone)  # M5
    suits = (0,) if round_number == 1 else (1, 2, 3)
    levels = (0,) * with_partner + (1,) * rules.lone_hands
    return (PASS,) * may_pass + tuple(1 + 4 * alone + suit for alone in levels for suit in suits)


def exchange(rules: Rules, round_number: int, maker: int, alone: bool) -> Script:
    """P6, P8: whoever accepts the turn-up, the dealer takes it; P7: unless he lays his hand down for his lone
    partner."""
    dealer_sits_out = alone and maker == DEALERS_PARTNER
    if round_number == 1 and not dealer_sits_out:
        yield from dealers_discard(rules, Known(round_number, maker, alone))
    return Then(opening, (Contract(maker, alone, round_number),))


def dealers_discard(rules: Rules, known: Known) -> Generator[Ask | Effect, int, None]:
    """P6: one card face down for the turn-up, which itself may go only under `may_discard_turnup`."""
    if rules.may_discard_turnup:
        yield Effect.TAKE_TURN_UP
    yield ask_card("discard", DEALER, known)
    if not rules.may_discard_turnup:
        yield Effect.TAKE_TURN_UP
