"""What is at stake: how many points the makers' tricks bring, and how far they have come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from agents.playing.seat_scene import SeatScene
from agents.playing.words import counted, span
from euchre_env import Contract, Rules, contract_points, makers

SECTIONS = {2: "4.1", 3: "4.2", 4: "4.3", 5: "4.5", 7: "4.6"}
"""By players, where the rule book has the points."""


def stakes(scene: SeatScene) -> Iterator[str]:
    """What the deal pays, if that can be said yet, a line each."""
    rules, kind = scene.rules, scene.table.kind
    if kind in ("make", "name_blind"):
        yield f"The makers' tricks: {paid(rules, Contract(maker=0))}."
        if rules.lone_hands and kind == "make":
            yield f"Of a lone hand: {paid(rules, Contract(maker=0, alone=True))}."
    elif kind in ("play", "call"):
        contract = scene.table.contract
        yield f"The makers' tricks: {paid(rules, contract)}."
        seats = [(seat + scene.dealer) % rules.players for seat in makers(rules, contract)]
        taken, tricks = sum(scene.table.tricks[seat] for seat in seats), scene.table.tricks
        if any(tricks):
            yield f"So far {scene.story.players(seats)} took {taken} of {counted(sum(tricks), 'trick')}."


def paid(rules: Rules, contract: Contract) -> str:
    """The points of a contract by the makers' tricks, from all of them down.

    >>> from euchre_env import rules_for
    >>> paid(rules_for("north_american"), Contract(maker=0, alone=True))
    '5 score 4, 3 or 4 score 1, 0 to 2 give the others 2 (4.3)'
    """
    tricks = range(rules.hand_size, -1, -1)
    groups = groupby(tricks, key=lambda taken: contract_points(rules, contract, taken))
    told = [f"{span(sorted(taken))} {outcome(rules, *points)}" for points, taken in groups]
    return f"{', '.join(told)} ({', '.join(statements(rules, contract))})"


def outcome(rules: Rules, ours: int, theirs: int) -> str:
    """What the makers and the others get."""
    if theirs:
        return f"give {'each of ' if rules.players > 2 and rules.players != 4 else ''}the others {theirs}"
    return f"score {ours}" if ours >= 0 else f"cost them {-ours}"


def statements(rules: Rules, contract: Contract) -> Iterator[str]:
    """Where the rule book says so."""
    if contract.jambone:
        yield "R30"
    elif contract.choice == "pat" and rules.pat_lone:
        yield "R28"
    elif contract.opposed_by >= 0:
        yield "R21"
    else:
        yield SECTIONS[rules.players]
