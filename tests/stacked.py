"""Stacked decks: deals in which what is rare is often laid out - the Jamboree and its roads (R37, R38), the Joker
turned up (C9). They are as reproducible as those of the `Dealer` they are made from."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env import Rules
from euchre_env.cards import Words
from euchre_env.deals import Dealer

ROADS = ("deal", "turn-up", "best", "both")  # how a maker comes to the Jamboree (R37, R38)


def roads_of(rules: Rules) -> set[str]:
    """Those of `ROADS` that these rules know."""
    return set(ROADS if rules.partners_best else ROADS[:2]) if rules.jamboree else set()


class StackedDealer(Dealer):
    """Deals as `Dealer` does, then lays out the beginnings of a Jamboree in most deals, the Joker turned up in some."""

    def __call__(self, table: NDArray[np.uint64], deal: NDArray[np.int64]) -> Words:
        """As `Dealer`; how a deal is stacked follows from its own cards."""
        columns = super().__call__(table, deal)
        if self.rules.jamboree or self.rules.joker_turnup == "dealer_blind_maker":
            for k in range(columns.shape[1]):
                columns[:, k] = self._stacked([int(word) for word in columns[:, k]])
        return columns

    def _stacked(self, column: list[int]) -> list[int]:
        chance = np.random.default_rng(column)
        blind, joker = self.rules.joker_turnup == "dealer_blind_maker", self.pack.trumps + 1 >> 1
        if blind and column[-1] == 0 and chance.random() < 0.5:  # clubs, which stand for a Joker turned up
            exchange(column, column[-2].bit_length() - 1, joker.bit_length() - 1)
        if not self.rules.jamboree:
            return column
        road, seat, suit = str(chance.choice([*ROADS, ""])), int(chance.integers(4)), int(chance.integers(4))
        if road in ("turn-up", "both") and not (blind and column[-2] == joker):
            suit = 0
        if road == "both":
            seat = 0  # nobody else can
        wanted = self.pack.rebase_one(self.pack.jamboree, suit) & ~column[-2]
        cards = [bit for bit in range(self.pack.size) if wanted >> bit & 1]
        cards = [int(card) for card in chance.permutation(cards)]
        if road in ("turn-up", "both"):
            self._turn_up(column, cards)
        if road in ("best", "both"):
            self._give(column, (seat + 2) % 4, [cards.pop()])
        if road:
            self._give(column, seat, cards)
        return column

    def _turn_up(self, column: list[int], cards: list[int]) -> None:
        """Turn one of these trumps up that stands for the suit turned up already."""
        plain = [card for card in cards if self.pack.cards[card][0] == 0]
        if plain and len(cards) == 5:  # else one of them is turned up
            exchange(column, column[-2].bit_length() - 1, plain[0])
            cards.remove(plain[0])

    def _give(self, column: list[int], seat: int, cards: list[int]) -> None:
        """Put these cards into a hand, others of it where they were."""
        for card in cards:
            held = hand_of(column, seat)
            spare = [bit for bit in range(self.pack.size) if held >> bit & 1 and bit not in cards]
            if not held >> card & 1 and not column[-2] >> card & 1:
                exchange(column, card, spare[0])


def hand_of(column: list[Any], seat: int) -> int:
    """The cards of a seat."""
    hand, *owner = column[:-2]
    for plane, word in enumerate(owner):
        hand &= word if seat >> plane & 1 else ~word
    return int(hand)


def exchange(column: list[int], one: int, other: int) -> None:
    """Let two cards change places."""
    for row in range(len(column) - 1):
        if (column[row] >> one ^ column[row] >> other) & 1:
            column[row] ^= 1 << one | 1 << other
