"""What a deal is played for, who plays for it, and what it pays (rule book, 4.1-4.3)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_env.rules import Rules


class Contract(NamedTuple):
    """All that scoring and the public know of a deal once the making is over; seats count from the dealer.

    `round` is the round of making in which it was settled (1: the turn-up, 2: another suit was named).
    """

    maker: int = -1
    alone: bool = False
    round: int = 0


VOID = Contract()  # M3: everybody passed


def partner(rules: Rules, seat: int) -> int | None:
    """The seat across the table, or None where each plays for himself."""
    return (seat + 2) % 4 if rules.players == 4 else None


def sits_out(rules: Rules, contract: Contract) -> int | None:
    """The seat that lays its cards down: the partner of the lone hand (P3, P5)."""
    return partner(rules, contract.maker) if contract.alone else None


def makers(rules: Rules, contract: Contract) -> tuple[int, ...]:
    """The seats that play for the contract (M6); none in a void deal."""
    if contract == VOID:
        return ()
    mate = partner(rules, contract.maker)
    return (contract.maker,) if mate is None else (contract.maker, mate)


def deal_points(rules: Rules, contract: Contract, tricks: int) -> list[int]:
    """Points by side, sides counted from the dealer, when the makers have taken so many tricks (0 to 5)."""
    if contract == VOID:
        return [0] * rules.sides
    ours, theirs = contract_points(rules, contract, tricks)
    making_sides = {seat % rules.sides for seat in makers(rules, contract)}
    return [ours if side in making_sides else theirs for side in range(rules.sides)]


def contract_points(rules: Rules, contract: Contract, tricks: int) -> tuple[int, int]:
    """(points of the makers, points of each side of the adversaries): 4.1, 4.2, 4.3."""
    all_five = tricks == rules.hand_size
    if tricks > rules.hand_size // 2:
        march = rules.lone_march_points if contract.alone else rules.march_points
        return (march if all_five else 1), 0
    if rules.euchre_mode == "set_back":
        return -2, 0
    return 0, rules.lone_euchre_points if contract.alone else 2


def seat_rewards(points: NDArray[Any]) -> NDArray[np.float64]:
    """What each side is ahead, float [n, sides] from points int [n, sides]: its points less those of the other side,
    with more than two sides less the mean of the others, so that they sum to zero over the sides."""
    return points - (points.sum(1, keepdims=True) - points) / (points.shape[1] - 1)


def point_differences(rules: Rules) -> tuple[float, ...]:
    """Every value that `seat_rewards` can take for a deal of this game, ascending.

    >>> from euchre_env.variants import rules_for
    >>> point_differences(rules_for("two_handed"))
    (-2.0, -1.0, 0.0, 1.0, 2.0)
    """
    rounds = [Contract(maker, alone, 1) for maker in range(rules.players) for alone in (False, rules.lone_hands)]
    outcomes = [
        deal_points(rules, contract, tricks) for contract in (VOID, *rounds) for tricks in range(rules.hand_size + 1)
    ]
    return tuple(sorted(set(seat_rewards(np.array(outcomes)).ravel().tolist())))
