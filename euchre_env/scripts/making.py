"""The making of the trump with a turn-up (M1-M6, C9)."""

from __future__ import annotations

from euchre_env.contract import VOID, Contract
from euchre_env.rules import Rules
from euchre_env.scripts.exchange import exchange
from euchre_env.scripts.language import (
    BLIND,
    DEAL_OVER,
    DEALER,
    DEALERS_PARTNER,
    PASS,
    Effect,
    Known,
    Script,
    Settled,
    Test,
    Then,
    ask_call,
    turn_order,
)


def turn_up(rules: Rules) -> Script:
    """C9: under `dealer_blind_maker` a turned Joker makes the dealer the maker, in a suit named before he sees his
    hand."""
    if rules.joker_turnup == "dealer_blind_maker":
        joker_turned = yield Test("joker_turned", DEALER)
        if joker_turned:
            yield ask_call("name_blind", DEALER, tuple(BLIND), Known())
            yield Effect.NAME_SUIT
            return Then(exchange, (Contract(DEALER), True))
    return Then(making)


def making(rules: Rules) -> Script:
    """M1, M2: twice round the table, first on the turned-up suit, then on any other; the first acceptance is final."""
    for round_number in (1, 2):
        for seat in turn_order(rules):
            call = yield ask_call("make", seat, calls(rules, round_number, seat), Known(round=round_number))
            if call == PASS:
                continue
            if round_number == 2:
                yield Effect.NAME_SUIT
            alone = call > 4
            dealer_sits_out = alone and seat == DEALERS_PARTNER
            dealer_takes = round_number == 1 and not dealer_sits_out  # P6, P8; P7
            return Then(exchange, (Contract(seat, alone, round_number), dealer_takes))
    yield Settled(VOID)  # M3
    return DEAL_OVER


def calls(rules: Rules, round_number: int, seat: int) -> tuple[int, ...]:
    """The legal calls: pass, make it, make it alone; suit 0 is the turned-up one, 1 its next, 2 and 3 cross."""
    may_pass = not (rules.stick_the_dealer and round_number == 2 and seat == DEALER)  # M3
    assists = rules.players == 4 and round_number == 1 and seat == DEALERS_PARTNER
    with_partner = not (assists and rules.assist_must_be_alone)  # M5
    suits = (0,) if round_number == 1 else (1, 2, 3)
    levels = (0,) * with_partner + (1,) * rules.lone_hands
    return (PASS,) * may_pass + tuple(1 + 4 * alone + suit for alone in levels for suit in suits)
