"""An observation read back: everything that the seat has been allowed to see in the deal, in words a player knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.actions import actions_of
from euchre_env.observation import ObservationPlan, layout_of, plan_of
from euchre_env.rules import Rules
from euchre_env.scripts.making import turn_order


@dataclass(frozen=True)
class Sight:
    """What the seat that decides knows. Seats count from it (0 itself, 1 on its left); cards are labels such as
    "trump A".

    Attributes:
        kind: the decision that is due.
        legal: the legal actions by name, as `ActionTable.names` has them.
        hand: the cards it holds.
        turn_up: the card turned up.
        discard: the card it has put away for the turn-up itself, or None.
        dealer: the seat that dealt.
        calls: (seat, call) in the order of the making: "pass", "order_up", "name[next]", "name_alone[cross1]" ...
        maker: the seat that made trump, or None; `alone` whether it plays alone, `sits_out` its partner then.
        tricks: for each trick begun, (seat, card) in the order played, the one in progress last.
        taken: tricks taken by each seat.
        scores: points by side, the own side first, before the deal; `games` likewise the games won in the match.
        voids: for each seat, the suits in which it has shown to be void.
    """

    kind: str
    legal: tuple[str, ...]
    hand: tuple[str, ...]
    turn_up: str
    discard: str | None
    dealer: int
    calls: tuple[tuple[int, str], ...]
    maker: int | None
    alone: bool
    sits_out: int | None
    tricks: tuple[tuple[tuple[int, str], ...], ...]
    taken: tuple[int, ...]
    scores: tuple[int, ...]
    games: tuple[int, ...]
    voids: tuple[tuple[str, ...], ...]


def decode(rules: Rules, observation: NDArray[np.uint8]) -> Sight:
    """One observation, uint8 [F] bits, as a `Sight`.

    Raises:
        ValueError: the observation is not of this game's length.

    >>> from euchre_env.variants import rules_for
    >>> from euchre_env.vector import VectorEuchre
    >>> tables = VectorEuchre("four_handed", seed=0)
    >>> sight = decode(tables.rules, tables.observe()[0])
    >>> sight.kind, len(sight.hand), sight.dealer, sight.calls
    ('make', 5, 3, ())
    """
    layout, plan = layout_of(rules), plan_of(rules)
    if observation.shape != (layout.size,):
        raise ValueError(f"an observation of shape {observation.shape}; this game's has shape ({layout.size},)")
    bits: dict[str, NDArray[np.uint8]] = {block: observation[at] for block, at in layout.blocks.items()}

    def labels(block: str) -> tuple[str, ...]:
        return tuple(label for label, bit in zip(layout.labels(block), bits[block], strict=True) if bit)

    def one(block: str, offset: int = 0) -> int | None:
        where = np.flatnonzero(bits[block]) if block in bits else np.zeros(0, np.intp)
        return int(where[0]) + offset if where.size else None

    maker, alone = one("maker"), bool(bits.get("alone", np.zeros(1))[0])
    seats = range(rules.players)
    return Sight(
        kind=plan.kinds[one("kind") or 0],
        legal=tuple(name for name, bit in zip(plan.actions.names, observation, strict=False) if bit),
        hand=labels("own_hand"),
        turn_up=labels("turn_up")[0],
        discard=next(iter(labels("own_discard")), None),
        dealer=one("dealer") or 0,
        calls=_calls(rules, one("dealer") or 0, maker, one("round"), alone, labels("named")),
        maker=maker,
        alone=alone,
        sits_out=one("sits_out", 1),
        tricks=_tricks(rules, plan, bits),
        taken=tuple(_number(bits[f"tricks_{plan.seat_names[seat]}"]) for seat in seats),
        scores=tuple(_score(rules, bits, side) for side in range(rules.sides)),
        games=tuple(_number(bits.get(f"games_side+{side}", np.zeros(0))) for side in range(rules.sides)),
        voids=tuple(labels(f"void_{plan.seat_names[seat]}") for seat in seats),
    )


def _number(bits: NDArray[Any]) -> int:
    """Bits, the lowest first, as a number."""
    return sum(int(bit) << k for k, bit in enumerate(bits))


def _score(rules: Rules, bits: Mapping[str, NDArray[Any]], side: int) -> int:
    field = bits.get(f"score_side+{side}", np.zeros(0))
    value = _number(field)
    signed = rules.euchre_mode == "set_back" and len(field) and field[-1]
    return value - (1 << len(field)) if signed else value


def _calls(
    rules: Rules, dealer: int, maker: int | None, round_number: int | None, alone: bool, named: tuple[str, ...]
) -> tuple[tuple[int, str], ...]:
    """The making in order (M1, M2): everybody before the last speaker has passed."""
    order = [(seat + dealer) % rules.players for seat in turn_order(rules)]
    speaker = 0 if maker is None else maker
    if round_number is None:
        return ()
    before = round_number * len(order) + order.index(speaker)
    passes = tuple((order[k % len(order)], "pass") for k in range(before))
    if maker is None:
        return passes
    call = f"order_up{'_alone' * alone}" if round_number == 0 else f"name{'_alone' * alone}[{named[0]}]"
    return (*passes, (maker, call))


def _tricks(
    rules: Rules, plan: ObservationPlan, bits: Mapping[str, NDArray[np.uint8]]
) -> tuple[tuple[tuple[int, str], ...], ...]:
    """The cards played, trick by trick, in order: from the one led, round the table."""
    cards = actions_of(rules).pack.labels
    number = sum(bits[f"trick_number_bit{k}"].astype(int) << k for k in range(plan.trick_planes))
    on_table = np.any([bits[f"on_table_{name}"] for name in plan.seat_names[1:]], 0)
    current = np.flatnonzero(bits["trick"])
    number = np.where(on_table, current[0] if len(current) else 0, number)
    tricks: list[list[tuple[int, str]]] = [[] for _ in range(int(current[0]) + 1 if len(current) else 0)]
    leaders: dict[int, int] = {}
    for seat, name in enumerate(plan.seat_names):
        for card in np.flatnonzero(bits[f"played_{name}"]):
            tricks[number[card]].append((seat, cards[card]))
            if bits["led"][card]:
                leaders[int(number[card])] = seat
    return tuple(
        tuple(sorted(played, key=lambda play: (play[0] - leaders[k]) % rules.players)) if played else ()
        for k, played in enumerate(tricks)
    )
