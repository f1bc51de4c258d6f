"""Positions of the play with every hand open, many at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_CARDS = 53
"""Cards of the largest pack."""

MOST_SEATS = 7
"""Players of the largest game."""

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class OpenPlay:
    """n positions of S seats, cards as bits seen from the trump suit, as a pack has them.

    Attributes:
        suits: uint64 [4] which bits follow suit to each other, trumps first: `VectorEuchre(...).actions.pack.suits`.
            They lie side by side and fill the lowest C bits, C being the number of cards; a suit may be empty.
        hands: uint64 [n, S] the cards that each seat holds, those on the table no more.
        on_table: uint64 [n, S] the card that each seat has played to the trick in progress, 0 for none yet.
        seat: intp [n] whose card is due. The seats that have played are the ones right before it.
        active: bool [n, S] who plays. The partners of lone hands sit out (P5), their hands do not matter.
        makers: bool [n, S] whose tricks count for the makers.
        taken: intp [n] tricks that the makers have taken before this one.
        called: bool [n, S] whose cards the other side chooses, as those of a Jambone hand (R31); default nobody's.

    Raises:
        ValueError: what cannot be such positions; the message names the array and the first row at fault.
    """

    suits: Words
    hands: Words
    on_table: Words
    seat: NDArray[np.integer[Any]]
    active: NDArray[np.bool_]
    makers: NDArray[np.bool_]
    taken: NDArray[np.integer[Any]]
    called: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        self._check_shapes()
        self._check_suits()
        self._check_cards()
        self._check_trick()

    @property
    def cards(self) -> int:
        """C: the cards of the pack."""
        return int(np.bitwise_count(self.suits).sum())

    @property
    def trumps(self) -> int:
        """How many of them are trumps."""
        return int(self.suits[0]).bit_count()

    @property
    def makers_choose(self) -> NDArray[np.bool_]:
        """bool [n, S]: whose cards the makers choose: their own that are not called, and the others' that are."""
        return self.makers if self.called is None else self.makers ^ self.called

    @property
    def tricks_left(self) -> NDArray[np.intp]:
        """intp [n]: tricks still to be finished, the one in progress among them."""
        due = self.hands[np.arange(len(self.hands)), self.seat]
        return np.bitwise_count(due).astype(np.intp)

    # ---- checks ------------------------------------------------------------------------------------------------------

    def _check_shapes(self) -> None:
        shape = np.shape(self.hands)
        if len(shape) != 2 or not 1 < shape[1] <= MOST_SEATS:
            raise ValueError(f"hands: must be [n, S] for 2 to {MOST_SEATS} seats, not {list(shape)}")
        kinds = {"suits": "u", "hands": "u", "on_table": "u", "seat": "iu", "taken": "iu"}
        for name in ("suits", "hands", "on_table", "seat", "active", "makers", "taken", "called"):
            array, kind = np.asarray(getattr(self, name)), kinds.get(name, "b")
            wanted = (4,) if name == "suits" else shape[:1] if name in ("seat", "taken") else shape
            if name == "called" and self.called is None:
                continue
            if array.shape != wanted or array.dtype.kind not in kind:
                found = f"{array.dtype} {list(array.shape)}"
                raise ValueError(f"{name}: must be {MEANT[kind]} {list(wanted)}, not {found}")

    def _check_suits(self) -> None:
        end = 0
        for suit in self.suits.tolist():
            if suit & (1 << end) - 1 or (suit >> end) & (suit >> end) + 1:
                raise ValueError("suits: must lie side by side from bit 0 on, trumps first")
            end += suit.bit_count()
        if end > MOST_CARDS:
            raise ValueError(f"suits: {end} cards are more than the {MOST_CARDS} of the largest pack")

    def _check_cards(self) -> None:
        rows = np.arange(len(self.hands))
        refuse("seat", "is no seat", (self.seat < 0) | (self.seat >= self.hands.shape[1]))
        refuse("seat", "is not active", ~self.active[rows, self.seat])
        hands = np.where(self.active, self.hands, 0)
        words = np.concatenate([hands, self.on_table], axis=1).astype(np.uint64)
        everything = np.bitwise_or.reduce(words, axis=1)
        refuse("hands", "holds a card that is in no suit", everything >> np.uint64(self.cards) != 0)
        refuse("hands", "has a card twice", np.bitwise_count(words).sum(1) != np.bitwise_count(everything))
        several = np.bitwise_count(self.on_table) > self.active
        refuse("on_table", "has several cards of one seat, or one of a seat that is not active", several.any(1))
        sizes = np.bitwise_count(hands) + (self.on_table != 0)
        unequal = (sizes != self.tricks_left[:, None]) & self.active
        refuse("hands", "are not of one size, the cards on the table included", unequal.any(1))

    def _check_trick(self) -> None:
        rows, seats = np.arange(len(self.hands))[:, None], self.hands.shape[1]
        in_turn = (self.seat[:, None].astype(np.intp) + np.arange(seats)) % seats
        played, active = self.on_table[rows, in_turn] != 0, self.active[rows, in_turn]
        waits_behind = np.logical_or.accumulate(played, axis=1) & active & ~played
        refuse("on_table", "has cards of other seats than those right before the one in turn", waits_behind.any(1))
        refuse("taken", "is negative", self.taken < 0)


MEANT = {"u": "unsigned words", "iu": "whole numbers", "b": "bool"}


def refuse(name: str, fault: str, at_fault: Any) -> None:
    """Raise ValueError if a row, bool [n], is at fault; the message names the first."""
    if np.any(at_fault):
        raise ValueError(f"{name}: row {int(np.argmax(at_fault))} {fault}")
