"""From the making to the play: the turn-up, and the expedients of Railroad Euchre (P6-P8, R7-R40).

The scenes follow each other as they are written here.
"""

from __future__ import annotations

from typing import Any

from euchre_env.contract import Contract, is_pat
from euchre_env.rules import Rules
from euchre_env.scripts.language import (
    ASK_BEST,
    CHOICES,
    DEAL_OVER,
    DEALER,
    DEALERS_PARTNER,
    DEFEND,
    OPPOSE_ALONE,
    PAT,
    TAKE_UP,
    Effect,
    Known,
    Part,
    Script,
    Settled,
    Taking,
    Test,
    Then,
    announcements,
    ask_call,
    ask_card,
)
from euchre_env.scripts.play import first_trick, trick


def exchange(rules: Rules, contract: Contract, dealer_takes: bool) -> Script:
    """R9, R12: what a lone maker takes. `dealer_takes`: the dealer is to take the turn-up and to discard."""
    if contract.alone and rules.partners_best:
        choice = yield from choose(rules, contract, contract.maker, dealer_takes)
        contract = contract._replace(choice=choice)
        if choice == "ask_best":
            yield from partners_best(contract, contract.maker, Known(contract))
        elif choice == "pat" and contract.maker == DEALER:
            dealer_takes = False  # R28: the turn-up stays on the pack
    return Then(makers_discard, (contract, dealer_takes))


def makers_discard(rules: Rules, contract: Contract, dealer_takes: bool) -> Script:
    """P6: a dealer who is the maker takes the turn-up; R40: he may show the Jamboree in his six cards first."""
    if not (contract.maker == DEALER and dealer_takes):
        return Then(announcement, (contract, dealer_takes, rules.jamboree))
    if rules.jamboree and (yield Test("jamboree_with_turn_up", DEALER)):
        said = yield from announce(rules, contract, ("play_on", "announce_jamboree"))
        if said == "announce_jamboree":
            yield Settled(contract._replace(jamboree=True))
            return DEAL_OVER
    yield from dealers_discard(rules, Known(contract))
    return Then(announcement, (contract, False, False))


def announcement(rules: Rules, contract: Contract, dealer_takes: bool, jamboree: bool) -> Script:
    """R30: a lone maker may announce Jambone; R37: a maker the Jamboree, if he holds it and was not asked before."""
    holds = jamboree and (yield Test("jamboree", contract.maker))
    jambone = contract.alone and rules.jambone
    if holds or jambone:
        offered = ("play_on", *["announce_jambone"] * jambone, *["announce_jamboree"] * bool(holds))
        said = yield from announce(rules, contract, offered)
        contract = contract._replace(jambone=said == "announce_jambone", jamboree=said == "announce_jamboree")
    if contract.jamboree:
        yield Settled(contract)
        return DEAL_OVER
    return Then(opposition, (contract, dealer_takes))


def opposition(rules: Rules, contract: Contract, dealer_takes: bool) -> Script:
    """R16-R18: the adversaries in turn from the maker's left may play alone against a lone hand, unless it is pat (R29)
    or a Jambone (R33)."""
    lone = contract.alone and not contract.jambone and not is_pat(rules, contract)
    if lone and rules.defend_alone == "vs_lone":
        for seat in ((contract.maker + 1) % 4, (contract.maker + 3) % 4):
            call = yield ask_call("oppose", seat, (DEFEND, OPPOSE_ALONE), Known(contract))
            if call == OPPOSE_ALONE:
                return Then(opposing_exchange, (contract._replace(opposed_by=seat), dealer_takes))
    yield Settled(contract)
    return Then(last_discard, (dealer_takes, first_trick(rules, contract)))


def opposing_exchange(rules: Rules, contract: Contract, dealer_takes: bool) -> Script:
    """R16, R19: the opposing lone hand takes what it likes, as a lone maker does."""
    lone = contract.opposed_by
    if rules.partners_best:
        choice = yield from choose(rules, contract, lone, dealer_takes)
        contract = contract._replace(opposed_choice=choice)
    yield Settled(contract)
    if contract.opposed_choice == "ask_best":
        yield from partners_best(contract, lone, Known())
    dealer_plays = lone != DEALERS_PARTNER  # R19a
    return Then(last_discard, (dealer_takes and dealer_plays, first_trick(rules, contract)))


def last_discard(rules: Rules, dealer_takes: bool, play: tuple[Any, ...]) -> Script:
    """P8: the discard of a dealer who was ordered up or assisted."""
    if dealer_takes:
        yield from dealers_discard(rules, Known())
    return Then(trick, play)


# ---- parts of scenes -------------------------------------------------------------------------------------------------


def choose(rules: Rules, contract: Contract, lone: int, dealer_takes: bool) -> Part:
    """What a lone player takes, as one of `CHOICES` (R9, R12, R19): the dealer gets no best card without the turn-up
    (R12c), and leaves both only where that pays otherwise (R28)."""
    numbers: tuple[int, ...] = (ASK_BEST, PAT)
    if lone == DEALER and dealer_takes:
        numbers = (ASK_BEST, TAKE_UP, *[PAT] * (rules.pat_lone and lone == contract.maker))
    call = yield ask_call("choose", lone, numbers, Known(contract))
    return CHOICES[call]


def partners_best(contract: Contract, lone: int, known: Known) -> Part:
    """R9: the lone player passes a card over, unseen, and gets one back; R13, R19a: the dealer may give the turn-up."""
    giver = (lone + 2) % 4
    yield ask_card("give", lone, known)
    if giver == DEALER and contract.round == 1:
        yield Taking(Effect.TAKE_TALON, DEALER)
    yield ask_card("best", giver, known)
    yield Taking(Effect.TAKE_BEST, lone)


def announce(rules: Rules, contract: Contract, offered: tuple[str, ...]) -> Part:
    """What the maker says, one of `announcements`."""
    names = announcements(rules)
    numbers = tuple(names.index(name) for name in offered)
    call = yield ask_call("announce", contract.maker, numbers, Known(contract))
    return names[call]


def dealers_discard(rules: Rules, known: Known) -> Part:
    """P6: one card face down for the turn-up, which itself may go only under `may_discard_turnup`."""
    if rules.may_discard_turnup:
        yield Taking(Effect.TAKE_TALON, DEALER)
    yield ask_card("discard", DEALER, known)
    if not rules.may_discard_turnup:
        yield Taking(Effect.TAKE_TALON, DEALER)
