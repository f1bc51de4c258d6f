"""The calls of a deal in order, told again from the facts of an observation: who must have said what to come to this.

Seats count from the player who decides, as in the observation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from euchre_env.cards import SUIT_NAMES
from euchre_env.rules import Rules
from euchre_env.scripts import turn_order

Call = tuple[int, str]


@dataclass(frozen=True)
class Facts:
    """What an observation says of the calls.

    `round` counts from 1, None outside the making of a turn-up game; `bids` are (rung from 1 or 0, suit) by seat;
    `declined_with_turn_up`, `declined` whether the seat that decides held a Jamboree when it was asked (R40).
    """

    kind: str
    dealer: int
    maker: int | None
    round: int | None
    alone: bool
    named: str | None
    choice: str | None
    opposed_by: int | None
    opposed_choice: str | None
    jambone: bool
    has_discarded: bool
    bids: tuple[tuple[int, int], ...]
    partners: tuple[int, ...]
    declined_with_turn_up: bool
    declined: bool


def calls_heard(rules: Rules, facts: Facts) -> tuple[Call, ...]:
    """(seat, call) in order, as the seat that decides has heard them; calls as `ActionTable.names` has them."""
    if rules.bids:
        return (*_bids(rules, facts), *_partners(rules, facts))
    made = tuple(_making(rules, facts))
    if facts.maker is None:
        return made
    exchanged = ((facts.maker, facts.choice),) if facts.choice else ()
    return (*made, *exchanged, *_announcements(rules, facts), *_opposition(rules, facts))


def _order(rules: Rules, facts: Facts) -> list[int]:
    return [(seat + facts.dealer) % rules.players for seat in turn_order(rules)]


def _making(rules: Rules, facts: Facts) -> Iterator[Call]:
    """M1, M2: everybody before the last speaker has passed."""
    if facts.round is None:
        if facts.maker is not None:
            yield facts.maker, "name_blind"  # C9
        return
    order = _order(rules, facts)
    speaker = 0 if facts.maker is None else facts.maker
    for turn in range((facts.round - 1) * len(order) + order.index(speaker)):
        yield order[turn % len(order)], "pass"
    if facts.maker is not None:
        level = "_alone" * facts.alone
        yield facts.maker, f"order_up{level}" if facts.round == 1 else f"name{level}[{facts.named}]"


def _bids(rules: Rules, facts: Facts) -> Iterator[Call]:
    """4.5: once round the table."""
    order = _order(rules, facts)
    for seat in order[: order.index(0)] if facts.kind == "bid" else order:
        rung, suit = facts.bids[seat]
        yield seat, f"bid_{rules.bids[rung - 1].worth}[{SUIT_NAMES[suit]}]" if rung else "pass"


def _partners(rules: Rules, facts: Facts) -> Iterator[Call]:
    if facts.maker is not None:
        steps = sorted((seat - facts.maker) % rules.players for seat in facts.partners)
        yield from ((facts.maker, f"partner[seat+{step}]") for step in steps)


def _announced(facts: Facts) -> bool:
    """Whether the maker has been through his announcement (R34): who is asked now is asked later."""
    later = facts.kind in ("oppose", "play", "call") or facts.opposed_by is not None
    return later or (facts.kind == "discard" and facts.maker != 0)


def _announcements(rules: Rules, facts: Facts) -> Iterator[Call]:
    """R30: everybody hears a Jambone, or that there is none; R40: of a Jamboree declined only its holder knows."""
    maker = facts.maker or 0
    dealer_took_up = maker == facts.dealer and facts.round != 2 and facts.choice != "pat"
    if (
        dealer_took_up
        and facts.declined_with_turn_up
        and (_announced(facts) or facts.kind == "discard" or facts.has_discarded)
    ):
        yield maker, "play_on"
    if not _announced(facts):
        return
    if facts.jambone:
        yield maker, "announce_jambone"
    elif (facts.alone and rules.jambone) or (facts.declined and not dealer_took_up):
        yield maker, "play_on"


def _opposition(rules: Rules, facts: Facts) -> Iterator[Call]:
    """R18: the adversaries in turn from the maker's left, until one opposes."""
    maker = facts.maker or 0
    pat = rules.pat_lone and facts.choice == "pat"
    if not facts.alone or facts.jambone or pat or rules.defend_alone == "never" or not _announced(facts):
        return
    for seat in ((maker + 1) % 4, (maker + 3) % 4):
        if facts.kind == "oppose" and seat == 0:
            return
        if seat == facts.opposed_by:
            yield seat, "oppose_alone"
            if facts.opposed_choice:
                yield seat, facts.opposed_choice
            return
        yield seat, "defend"
