"""A table of which a file tells a part: what it does not tell lies face down."""

from __future__ import annotations

from collections.abc import Iterator

from agents.playing.seat_scene import SeatScene
from agents.review.given import GivenDeal
from euchre_env import Style


class KnownScene(SeatScene):
    """A deal after so many actions, as far as the file knows it.

    Args:
        deal: as the file tells it.
        step: how many actions have come before.
        viewer: the absolute seat that looks: it sits at the bottom.
        style: how cards and suits are written.
        all_hands: whether he sees all that the file knows.
    """

    def __init__(self, deal: GivenDeal, step: int, viewer: int, style: Style, all_hands: bool = False) -> None:
        super().__init__(deal.table_at(step), viewer, all_hands, style, deal.players)
        self._unknown = deal.unknown
        stock = [card for card in self.record["stock"].split() if card not in deal.unknown]
        self.record = self.record | {"stock": " ".join(stock)}

    def hand(self, seat: int) -> list[str | None]:
        """The cards of a hand as they are held; None is one that the viewer does not see, or nobody knows."""
        held = super().hand(seat)
        known: list[str | None] = [card for card in held if card and card not in self._unknown]
        return known + [None] * (len(held) - len(known))

    def exchanges(self) -> Iterator[str]:
        """Every card given or put away, as far as it is known."""
        return map(self._covered, super().exchanges())

    def latest(self) -> str:
        """What was done last, as far as it is known."""
        return self._covered(super().latest())

    def _covered(self, words: str) -> str:
        for card in self._unknown:
            words = words.replace(self.style.card(card), self.style.back)
        return words
