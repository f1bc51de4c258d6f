"""What deals are worth to a seat: by their contracts, with every hand open, or as they have ended.

Shapes: B tables, S seats counted from the dealer, T tricks of a deal, K contracts.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from agents.double_dummy import OpenPlay, payoffs, solve, solve_cards
from agents.view import U64
from agents.worlds.replay import CALL, PLAY
from euchre_env import Rules, WorldEngine, actions_of, makers, possible_contracts, sits_out


class Contracts:
    """What every contract of a game means for its play.

    Attributes:
        payoffs: int16 [K, T + 1] points of the makers less those of the adversaries, by the tricks that the makers
            take.
        active, makers, called: bool [K, S] who plays, who plays for the contract, whose cards are called (R31).
        shares: float64 [K, S] what a seat is rewarded with for each point of the payoff.
    """

    def __init__(self, rules: Rules) -> None:
        contracts, players = possible_contracts(rules), rules.players
        self.payoffs = np.stack([payoffs(rules, contract) for contract in contracts])
        self.active, self.makers = np.ones((len(contracts), players), bool), np.zeros((len(contracts), players), bool)
        self.called = np.zeros((len(contracts), players), bool)
        for number, contract in enumerate(contracts):
            self.active[number, list(sits_out(rules, contract))] = False
            self.makers[number, list(makers(rules, contract))] = True
            self.called[number, contract.maker] = contract.jambone
        # Rewards are points less the mean of the other sides' points, and all makers score alike, as do all others.
        sides = rules.sides
        ours = np.stack([self.makers[:, side::sides].any(1) for side in range(sides)]).sum(0)[:, None]
        self.shares = np.where(self.makers, sides - ours, -ours) / (sides - 1)


@lru_cache(maxsize=64)
def contracts_of(rules: Rules) -> Contracts:
    """The contracts of a game, made once for each set of rules."""
    return Contracts(rules)


def can_be_opened(engine: WorldEngine, most_tricks: int) -> NDArray[np.bool_]:
    """bool [B]: whether a card is due to a trick, with so many tricks left at most."""
    return np.isin(engine.kind, (PLAY, CALL)) & (np.bitwise_count(engine.hand) <= most_tricks)


class OpenTables:
    """Tables in the play, every hand open.

    Attributes:
        position: what the solver is asked about.
        contract: intp [B] number of the contract.
    """

    def __init__(self, engine: WorldEngine) -> None:
        self.contract, self.contracts = engine.contract, contracts_of(engine.rules)
        ours = self.contracts.makers[self.contract]
        self.position = OpenPlay(
            suits=np.array(actions_of(engine.rules).pack.suits, U64),
            hands=engine.hands,
            on_table=engine.cards_on_table,
            seat=engine.holder,
            active=self.contracts.active[self.contract],
            makers=ours,
            taken=(engine.tricks * ours).sum(1),
            called=self.contracts.called[self.contract],
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


def rewards(points: NDArray[np.int32], side: NDArray[np.intp]) -> NDArray[np.float64]:
    """float64 [n]: points int [sides, n] of a `side` intp [n] less the mean of the others'.

    >>> rewards(np.array([[2], [0], [1]], np.int32), np.array([0])).tolist()
    [1.5]
    """
    sides = len(points)
    own = np.take_along_axis(points, side[None], 0)[0]
    return (sides * own - points.sum(0)) / (sides - 1)
