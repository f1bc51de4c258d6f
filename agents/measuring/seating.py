"""Who sits where: the seatings in which two agents play the same deals, so that the cards favour neither."""

from __future__ import annotations

from euchre_env import Rules

Seating = tuple[int, ...]
"""The agent at each absolute seat: 0 for A, 1 for B."""


def one_among_others(rules: Rules, one: int) -> list[Seating]:
    """Agent `one` on each side in turn, the other agent on all other sides."""
    other = 1 - one
    sides = [rules.side_of(seat) for seat in range(rules.players)]
    return [tuple(one if side == its else other for side in sides) for its in range(rules.sides)]


def deal_seatings(rules: Rules) -> list[Seating]:
    """The seatings of a block of deals.

    Two sides: A on one, then on the other. More sides: one A among Bs in every seat, then one B among As in every seat.

    >>> from euchre_env import rules_for
    >>> deal_seatings(rules_for("four_handed"))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    >>> deal_seatings(rules_for("three_handed"))
    [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    """
    return one_among_others(rules, 0) + (one_among_others(rules, 1) if rules.sides > 2 else [])


def match_seatings(rules: Rules) -> list[Seating]:
    """The seatings of a block of matches: A on each side in turn."""
    return one_among_others(rules, 0)
