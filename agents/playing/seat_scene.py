"""A table as the human at it sees it, and the cards as he has them before him."""

from __future__ import annotations

from euchre_env import Scene, Table, actions_of


class SeatScene(Scene):
    """A scene at a table of which also is known what may be done.

    Attributes:
        table: as it stands.
    """

    table: Table

    @property
    def held(self) -> list[str]:
        """The hand from which a card is due, as it is held: a Jambone where its cards are called (R31), else that of
        who decides; nothing of a hand that he does not see (C9)."""
        holder = self.story.maker if self.table.kind == "call" else self.table.seat
        return [] if holder is None else [card for card in self.hand(holder) if card]

    def suit_of(self, card: str) -> str:
        """The letter of the suit to which a card belongs: that of trump for the left bower and the Joker (C5, C6)."""
        bit = self.pack.parse(card, self.seen_from)
        lowest = max(start for start in self.pack.suit_starts if start <= bit)  # and so no bower
        return self.pack.name(lowest, self.seen_from)[1]

    def bower(self, card: str) -> str | None:
        """`right bower`, `left bower`, or None of any other card; before trump is made there are none."""
        label = actions_of(self.rules).pack.labels[self.pack.parse(card, self.seen_from)]
        is_one = self.table.trump is not None and label.endswith("bower")
        return label.removeprefix("trump ") if is_one else None

    @property
    def turned_suit(self) -> str:
        """The letter of the suit that the turn-up proposes (C9)."""
        return self.joker_stands_for() or str(self.record["upcard"])[-1]

    @property
    def trick_suit(self) -> str:
        """The letter of the suit led to the trick on the table."""
        return self.suit_of(self.table.trick[0][1])
