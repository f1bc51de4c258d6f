"""The play of a card: what speaks for it and against it, weighed by the role of the seat that plays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.rule.cards import Cards, Floats, Lookup, Rows, choose_highest, count, side_by_side
from agents.rule.parameters import PlayWeights
from agents.rule.trick import TrickChances
from agents.view import HandView, Seen

ROLES = ("maker leads", "his partner leads", "adversary leads", "makers follow", "adversaries follow")

CONSIDERATIONS = (
    "chance to win the trick",
    "chance, of a trick that decides",
    "chance, in a lone hand",
    "is the best card so far",
    "overtakes a friend",
    "top trump",
    "trump, one above",
    "trump, two above",
    "trump, three above",
    "trump, more above",
    "trump, for each held beyond two",
    "trump, for each that is out",
    "trump, in a lone hand",
    "top of a plain suit",
    "plain, one above",
    "plain, for each rank",
    "plain, for each other of its suit",
    "plain, for each of its suit played",
    "last of a plain suit beside trumps",
)
"""What is looked at in a card; "above" are cards of its suit that others may hold, and "out" are trumps likewise."""


class CardPlay:
    """Plays a card, or calls one of a Jambone: the one for which most speaks."""

    def __init__(self, view: HandView, weights: PlayWeights) -> None:
        self.view, self.lookup = view, Lookup.of(view)
        self.trick = TrickChances(view, self.lookup, weights.makers_trumps, weights.rescue)
        self.weights = np.array([weights.considerations[name] for name in CONSIDERATIONS], np.float32)

    def play(self, seen: Seen) -> Cards:
        """The card to play, intp [n]."""
        cards, weights = side_by_side(seen.legal), self.weights.take(self.role(seen), axis=1)
        score = np.zeros(cards.shape, np.float32)
        for consideration, weight in zip(self.considerations(seen, cards), weights, strict=True):
            score += consideration * weight[:, None]
        return choose_highest(score, cards, self.lookup)

    def role(self, seen: Seen) -> Rows:
        """intp [n]: which of the `ROLES` it is."""
        leading = np.where(seen.maker == 0, 0, np.where(seen.we_make, 1, 2))
        return np.where(seen.table == 0, leading, np.where(seen.we_make, 3, 4))

    def considerations(self, seen: Seen, cards: Cards) -> list[Floats]:
        """The `CONSIDERATIONS` of every card, [n, k] each."""
        lookup, hand, trumps = self.lookup, seen.hand[:, None], self.view.trumps
        word, suit, trump = lookup.word[cards], lookup.suit[cards], lookup.trump[cards]
        chance, best = self.trick.of(seen, cards)
        leads, lone = (seen.table == 0)[:, None], (seen["alone"] != 0)[:, None]
        own_trumps, out = count(hand & trumps), count(seen.unseen[:, None] & trumps)
        above = count(seen.unseen[:, None] & lookup.beaten_by[cards] & suit)
        plain = word & ~trumps != 0
        return [
            chance,
            chance * self.decides(seen)[:, None],
            chance * lone,
            best & ~leads,
            best & seen.with_us[:, None],
            *(trump & (above == higher) for higher in range(4)),
            trump & (above >= 4),
            trump * (own_trumps - 2),
            trump * out,
            trump & lone,
            plain & (above == 0),
            plain & (above == 1),
            plain * lookup.rank[cards],
            plain * count(hand & suit & ~word),
            plain * count(seen.played[:, None] & suit),
            plain & (hand & suit == word) & (own_trumps > 0),
        ]

    def decides(self, seen: Seen) -> NDArray[np.bool_]:
        """bool [n]: whether one more trick makes the contract, or one more euchres it."""
        needs, taken = seen.needs, seen.makers_tricks
        lost = seen.trick - taken
        return (taken == needs - 1) | (lost == self.view.rules.hand_size - needs)

    def call(self, seen: Seen) -> Cards:
        """The card to call of a Jambone (R31), intp [n]: the one that wins least likely; of equals the highest."""
        cards = side_by_side(seen.legal)
        waste = self.lookup.rank[cards] * np.float32(0.01)
        return choose_highest(waste - self.trick.of_the_open_hand(seen, cards), cards, self.lookup)
