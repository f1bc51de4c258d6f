"""The words in which scripts are written.

A script is a generator function `scene(rules, *memory)`. It yields an `Ask` and hears the answer, or yields an effect
and hears nothing; it ends by naming the next scene, `return Then(scene, *memory)`, or with `DEAL_OVER`. Seats count
from the dealer: dealer 0, eldest 1, and so on to the left. Cards never enter: of a card a script hears only whether
it beats the trick so far.

A scene's whole state is its memory and the answers it has heard, so that no more than these need be compared to know
that two deals have come to the same point. That is why scripts are cut into scenes: whatever a scene does not hand on
to the next is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from enum import IntFlag
from typing import Any, NamedTuple

from euchre_env.contract import Contract

KINDS = ("make", "choose", "oppose", "announce", "partner", "discard", "give", "best", "bury", "play", "call")
CARD_KINDS = frozenset({"discard", "give", "best", "bury", "play", "call"})

PASS = 0  # in the making: 0 passes, 1 + 4 * alone + suit makes it that suit, seen from the suit the cards are seen from


class Known(NamedTuple):
    """What everybody at the table knows of the moment, besides the cards; seats from the dealer, -1 for nobody.

    `round` of the making (0 in the play), `maker` and `alone` until the contract is settled, `trick` (1 to 5, 0
    before the play) and the seat that is `winning` it so far.
    """

    round: int = 0
    maker: int = -1
    alone: bool = False
    trick: int = 0
    winning: int = -1


class Ask(NamedTuple):
    """A decision. `calls` are the legal call numbers, or None when a card from the seat's hand is due.

    `opens`: nothing lies on the table, so any card may be put down.
    """

    kind: str
    seat: int
    calls: tuple[int, ...] | None
    opens: bool
    known: Known


def ask_call(kind: str, seat: int, calls: tuple[int, ...], known: Known) -> Ask:
    """Ask `seat` for one of `calls`; the answer is the call number."""
    return Ask(kind, seat, calls, True, known)


def ask_card(kind: str, seat: int, known: Known, opens: bool = True) -> Ask:
    """Ask `seat` for a card; the answer is whether it beats the trick so far (True where nothing lies on the table)."""
    return Ask(kind, seat, None, opens, known)


class Effect(IntFlag):
    """What happens to the cards beside a decision."""

    NAME_SUIT = 1  # the call just heard names the suit from which the cards are seen from now on
    TAKE_TURN_UP = 2  # the turn-up goes into the dealer's hand


class Settled(NamedTuple):
    """Effect: the making is over, the deal is played for this contract."""

    contract: Contract


class Taken(NamedTuple):
    """Effect: a trick goes to this seat."""

    seat: int


class Then(NamedTuple):
    """The end of a scene: the next one, and what it needs to remember."""

    scene: Scene
    memory: tuple[Any, ...] = ()


DEAL_OVER = Then(None)  # type: ignore[arg-type]  # no scene follows

Script = Generator[Ask | Effect | Settled | Taken, int, Then]
Scene = Callable[..., Script]
