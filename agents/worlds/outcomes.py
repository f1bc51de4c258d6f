"""What deals are worth to a seat: by their contracts, with every hand open, or as they have ended.

Shapes: B tables, S seats counted from the dealer, T tricks of a deal, K contracts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.double_dummy import OpenPlay, payoffs, solve, solve_cards
from agents.view import U64, Words
from agents.worlds.replay import CALL, PLAY, Engine
from euchre_env import Rules, VectorEuchre

CONTRACT_SHIFT, TRICK_BITS = U64(48), 3  # of an engine's tally: three bits of tricks a seat, the contract above them
HOLDER = np.uint32(7)  # of an engine's word: the seat whose card is due


class Contracts:
    """What every contract of a game means for its play.

    Attributes:
        payoffs: int16 [K, T + 1] points of the makers less those of the adversaries, by the tricks that the makers
            take.
        active, makers, called: bool [K, S] who plays, who plays for the contract, whose cards are called (R31).
        shares: float64 [K, S] what a seat is rewarded with for each point of the payoff.
    """

    def __init__(self, rules: Rules) -> None:
        tables = VectorEuchre(rules, num_tables=1).engine.tables
        contracts, players = tables.contracts, rules.players
        self.payoffs = np.stack([payoffs(rules, contract) for contract in contracts])
        tricks = tables.makers[::players, None] >> (TRICK_BITS * np.arange(players, dtype=U64))
        self.makers = tricks & U64(1) != 0
        self.active, self.called = np.ones((len(contracts), players), bool), np.zeros((len(contracts), players), bool)
        for number, contract in enumerate(contracts):
            if players == 4:  # P5: the partners of lone hands sit out
                lone = [contract.maker] * contract.alone + [contract.opposed_by] * (contract.opposed_by >= 0)
                self.active[number, [(seat + 2) % 4 for seat in lone]] = False
            self.called[number, contract.maker] = contract.jambone
        # Rewards are points less the mean of the other sides' points, and all makers score alike, as do all others.
        sides = rules.sides
        ours = np.stack([self.makers[:, side::sides].any(1) for side in range(sides)]).sum(0)[:, None]
        self.shares = np.where(self.makers, sides - ours, -ours) / (sides - 1)


@lru_cache(maxsize=64)
def contracts_of(rules: Rules) -> Contracts:
    """The contracts of a game, made once for each set of rules."""
    return Contracts(rules)


def can_be_opened(engine: Engine, most_tricks: int) -> NDArray[np.bool_]:
    """bool [B]: whether a card is due to a trick, with so many tricks left at most."""
    return np.isin(engine.kind, (PLAY, CALL)) & (np.bitwise_count(engine.hand) <= most_tricks)


class OpenTables:
    """Tables in the play, every hand open.

    Attributes:
        position: what the solver is asked about.
        contract: intp [B] number of the contract.
    """

    def __init__(self, engine: Engine) -> None:
        rules, contracts = engine.rules, contracts_of(engine.rules)
        self.contract = (engine.tally >> CONTRACT_SHIFT).astype(np.intp) // rules.players
        self.contracts, makers = contracts, contracts.makers[self.contract]
        seats = np.arange(rules.players, dtype=U64)
        tricks = engine.tally[:, None] >> U64(TRICK_BITS) * seats & U64(7)
        self.position = OpenPlay(
            suits=np.array(engine.pack.suits, U64),
            hands=by_owner(engine, engine.live),
            on_table=by_owner(engine, engine.on_table),
            seat=(engine.word & HOLDER).astype(np.intp),
            active=contracts.active[self.contract],
            makers=makers,
            taken=(tricks * makers).sum(1).astype(np.intp),
            called=contracts.called[self.contract],
        )

    def values(self, seat: NDArray[np.intp]) -> NDArray[np.float64]:
        """float64 [B]: what a `seat` intp [B] is rewarded with if nobody errs."""
        return solve(self.position, self.contracts.payoffs[self.contract]) * self._shares(seat)

    def card_values(self, seat: NDArray[np.intp]) -> NDArray[np.float64]:
        """float64 [B, C]: the same after each card; of no meaning for cards that may not be played."""
        values = solve_cards(self.position, self.contracts.payoffs[self.contract])
        return values * self._shares(seat)[:, None]

    def _shares(self, seat: NDArray[np.intp]) -> NDArray[np.float64]:
        return self.contracts.shares[self.contract, seat]


def by_owner(engine: Engine, cards: NDArray[Any]) -> Words:
    """uint64 [B, S]: the cards of each table's word by whose they are or were."""
    parts = []
    for seat in range(engine.rules.players):
        owned = cards
        for plane, owner in enumerate(engine.owner):
            owned = owned & (owner if seat >> plane & 1 else ~owner)
        parts.append(owned.astype(U64))
    return np.stack(parts, 1)


def rewards(points: NDArray[np.int32], side: NDArray[np.intp]) -> NDArray[np.float64]:
    """float64 [n]: points int [sides, n] of a `side` intp [n] less the mean of the others'.

    >>> rewards(np.array([[2], [0], [1]], np.int32), np.array([0])).tolist()
    [1.5]
    """
    sides = len(points)
    own = np.take_along_axis(points, side[None], 0)[0]
    return (sides * own - points.sum(0)) / (sides - 1)
