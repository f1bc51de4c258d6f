"""The agent of readable heuristics."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from agents.rule.bidding import Bidding
from agents.rule.exchange import Exchange, LoneHands
from agents.rule.families import parameters_for
from agents.rule.making import Making
from agents.rule.parameters import Parameters
from agents.rule.play import CardPlay
from agents.view import U64, HandView
from euchre_env import Rules

VERSION = "rule/1"
"""Changes whenever the agent decides anything otherwise without a change of its parameters."""


class RuleAgent:
    """Plays every game by heuristics that a player would own to: no learning, no search, no chance.

    It answers n decisions at once and keeps nothing between calls.

    >>> from euchre_env import VectorEuchre, rules_for
    >>> tables = VectorEuchre("north_american", num_tables=2, seed=3)
    >>> agent = RuleAgent(tables.rules)
    >>> agent.act(tables.observe(), tables.action_mask, np.random.default_rng(0)).shape
    (2,)
    """

    name = "rule"

    def __init__(self, rules: Rules, parameters: Parameters | None = None) -> None:
        """`parameters`: other figures than those found for the game."""
        self.parameters = parameters = parameters or parameters_for(rules)
        self.hash = hashlib.sha256(f"{VERSION} {parameters}".encode()).hexdigest()
        self.view = view = HandView(rules)
        self.card_play, self.exchange = CardPlay(view, parameters.play), Exchange(view, parameters.discard)
        self.kinds = view.layout.labels("kind")
        self.deciders = {
            "give": self.exchange.put_away,
            "best": self.exchange.best,
            "discard": self.exchange.put_away,
            "bury": self.exchange.put_away,
            "play": self.card_play.play,
            "call": self.card_play.call,
        }
        if parameters.bidding:
            self.bidding = Bidding(view, parameters.bidding)
            self.deciders |= {"bid": self.bidding.bid, "partner": self.bidding.partner}
        if parameters.making:
            self.making = Making(view, self.exchange, parameters.making)
            self.deciders |= {"make": self.making.make, "name_blind": self.making.name_blind}
        if parameters.lone:
            self.lone_hands = lone = LoneHands(view, parameters.lone)
            self.deciders |= {"choose": lone.choose, "announce": lone.announce, "oppose": lone.oppose}

    def act(
        self,
        observation: NDArray[np.uint8],
        action_mask: NDArray[np.int8],
        rng: np.random.Generator,  # noqa: ARG002 - nothing is left to chance
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for observations uint8 [n, F] and masks int8 [n, A]."""
        actions = np.empty(len(action_mask), np.intp)
        seen = self.view.read(observation)
        for number, kind in enumerate(self.kinds):
            rows = np.flatnonzero(seen["kind"] >> U64(number) & U64(1))
            if rows.size:
                actions[rows] = self.deciders[kind](seen if rows.size == len(seen) else seen.rows(rows))
        return actions
