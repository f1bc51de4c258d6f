"""What a deal is played for, who plays for it, and what it pays (rule book, 4.1-4.6, R21-R39)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_env.rules import Rules


class Contract(NamedTuple):
    """All that scoring and the public know of a deal once the making is over; seats from the dealer, -1 is nobody.

    Attributes:
        maker: the seat that made trump.
        alone: whether he plays alone; in the bidding games, whether he has bid to.
        round: of making in which it was settled: 1 the turn-up, 2 another suit was named, 0 otherwise.
        choice: what a lone maker took of the cards he may be given (R9, R12, R28): `ask_best`, `take_up`, `pat`.
        opposed_by: the seat that plays alone against him (R16), `opposed_choice` what it took.
        jambone, jamboree: what he has announced (R30, R37).
        bid: the rung of the bidding ladder, from 0.
        partners: the seats that the bidder has chosen.
    """

    maker: int = -1
    alone: bool = False
    round: int = 0
    choice: str = ""
    opposed_by: int = -1
    opposed_choice: str = ""
    jambone: bool = False
    jamboree: bool = False
    bid: int = -1
    partners: tuple[int, ...] = ()


VOID = Contract()  # M3: everybody passed


def partner(rules: Rules, seat: int) -> int | None:
    """The seat across the table, or None where each plays for himself."""
    return (seat + 2) % 4 if rules.players == 4 else None


def sits_out(rules: Rules, contract: Contract) -> tuple[int, ...]:
    """The seats that lay their cards down: the partners of lone hands (P3, P5, R15); nobody where bids are made."""
    lone = (contract.maker if contract.alone else -1, contract.opposed_by)
    partners = (partner(rules, seat) for seat in lone if seat >= 0)
    return tuple(seat for seat in partners if seat is not None)


def makers(rules: Rules, contract: Contract) -> tuple[int, ...]:
    """The seats that play for the contract (M6, 4.5, 4.6); none in a void deal."""
    if contract == VOID:
        return ()
    mate = partner(rules, contract.maker)
    return (contract.maker, *contract.partners) if mate is None else (contract.maker, mate)


def is_pat(rules: Rules, contract: Contract) -> bool:
    """R28: a lone hand without a card from outside pays differently, unless it is a Jambone (R35)."""
    return rules.pat_lone and contract.choice == "pat" and not contract.jambone


def deal_points(rules: Rules, contract: Contract, tricks: int) -> list[int]:
    """Points by side, sides counted from the dealer, when the makers have taken so many tricks (from none to all)."""
    if contract == VOID:
        return [0] * rules.sides
    ours, theirs = contract_points(rules, contract, tricks)
    making_sides = {seat % rules.sides for seat in makers(rules, contract)}
    return [ours if side in making_sides else theirs for side in range(rules.sides)]


def contract_points(rules: Rules, contract: Contract, tricks: int) -> tuple[int, int]:
    """(points of each side of the makers, points of each side of the adversaries)."""
    if contract.bid >= 0:  # 4.5, 4.6: the bid and never more
        bid = rules.bids[contract.bid]
        return (bid.worth, 0) if tricks >= bid.needs else (0, bid.worth)
    if contract.jamboree:
        return 16, 0  # R37
    if tricks > rules.hand_size // 2:
        return _won(rules, contract, tricks == rules.hand_size)
    return _euchred(rules, contract)


def _won(rules: Rules, contract: Contract, march: bool) -> tuple[int, int]:
    if is_pat(rules, contract):
        return (5, 0) if march else (0, 1)  # R28
    if not march:
        return 1, 0
    if contract.jambone:
        return 8, 0  # R30
    return (rules.lone_march_points if contract.alone else rules.march_points), 0


def _euchred(rules: Rules, contract: Contract) -> tuple[int, int]:
    if contract.jambone:
        return (0, 2) if rules.jambone_euchre == "award" else (-2, 0)  # R30a
    if is_pat(rules, contract):
        return 0, 3  # R28
    if contract.opposed_by >= 0:
        return 0, 4  # R21
    if rules.euchre_mode == "set_back":
        return -2, 0  # 4.2 C
    return 0, rules.lone_euchre_points if contract.alone else 2  # R22


def seat_rewards(points: NDArray[Any]) -> NDArray[np.float64]:
    """What each side is ahead, float [n, sides] from points int [n, sides]: its points less those of the other side,
    with more than two sides less the mean of the others, so that they sum to zero over the sides."""
    sides = points.shape[1]
    return (sides * points - points.sum(1, keepdims=True)) / (sides - 1)  # whole numbers, so that it is rounded once
