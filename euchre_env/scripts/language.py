"""The words in which scripts are written.

A script is a generator function `scene(rules, *memory)`. It yields an `Ask` and hears the answer of a seat, or a `Test`
and hears the answer of the cards, or an effect and hears nothing; it ends by naming the next scene,
`return Then(scene, memory)`, or with `DEAL_OVER`. Seats count from the dealer: dealer 0, eldest 1, and so on to the
left. Cards never enter: of a card a script hears only whether it beats the trick so far.

A scene's whole state is its memory and the answers it has heard, so that no more than these need be compared to know
that two deals have come to the same point. That is why scripts are cut into scenes: whatever a scene does not hand on
to the next is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from enum import IntFlag
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from euchre_env.contract import Contract
from euchre_env.rules import Rules

KINDS = (
    *("make", "name_blind", "bid", "choose", "announce", "oppose", "partner"),
    *("give", "best", "discard", "bury", "play", "call"),
)
CARD_KINDS = frozenset({"give", "best", "discard", "bury", "play", "call"})
PLAY_KINDS = frozenset({"play", "call"})  # the card goes to the trick

# Calls are numbered from 0 in each kind of decision.
PASS = 0  # in the making 1 + 4 * alone + suit makes it that suit, in the bidding 1 + 4 * rung + suit bids on it
BLIND = range(4)  # `name_blind`: see `suit_named`
CHOICES = ("ask_best", "take_up", "pat")  # `choose`
ASK_BEST, TAKE_UP, PAT = range(3)
DEFEND, OPPOSE_ALONE = range(2)  # `oppose`

DEALER, DEALERS_PARTNER = 0, 2


Calls = TypeVar("Calls", int, NDArray[np.intp])


def suit_named(call: Calls) -> Calls:
    """The suit that any call with `NAME_SUIT` names, seen from the one the cards are seen from."""
    return (call - 1) & 3


class Known(NamedTuple):
    """What everybody at the table knows of the moment, besides the cards; seats from the dealer, -1 for nobody.

    `contract` as far as it has come before it is settled (its maker is then the highest bidder so far), `round` of the
    making and `trick` (from 1; 0 when it is not the time for them), the seat that is `winning` the trick so far.
    """

    contract: Contract = Contract()
    round: int = 0
    trick: int = 0
    winning: int = -1


class Ask(NamedTuple):
    """A decision of a seat. `calls` are the legal call numbers, or None when a card is due, from `holder`'s hand.

    `opens`: nothing lies on the table, so any card may be put down.
    """

    kind: str
    seat: int
    calls: tuple[int, ...] | None
    holder: int
    opens: bool
    known: Known


QUESTIONS = ("jamboree", "jamboree_with_turn_up", "joker_turned")


class Test(NamedTuple):
    """A question to the cards, one of `QUESTIONS`, answered 0 or 1: does `seat` hold the five highest trumps (R37), by
    itself or with the turn-up? Is the Joker turned up?"""

    question: str
    seat: int


def ask_call(kind: str, seat: int, calls: tuple[int, ...], known: Known) -> Ask:
    """Ask `seat` for one of `calls`; the answer is the call number."""
    return Ask(kind, seat, calls, seat, True, known)


def ask_card(kind: str, seat: int, known: Known, opens: bool = True, holder: int | None = None) -> Ask:
    """Ask `seat` for a card of its own, or of `holder`; the answer is whether it beats the trick so far (True where
    nothing lies on the table)."""
    return Ask(kind, seat, None, seat if holder is None else holder, opens, known)


class Effect(IntFlag):
    """What happens to the cards beside a decision."""

    NAME_SUIT = 1  # the call just heard names the suit from which the cards are seen from now on
    TAKE_TALON = 2  # the turn-up or the widow goes into a hand
    TAKE_BEST = 4  # the card just given goes to the partner


class Taking(NamedTuple):
    """Effect: cards go into the hand of `seat`."""

    what: Effect
    seat: int


class Settled(NamedTuple):
    """Effect: this is what the deal is played for."""

    contract: Contract


class Taken(NamedTuple):
    """Effect: a trick goes to this seat."""

    seat: int


class Then(NamedTuple):
    """The end of a scene: the next one, and what it needs to remember."""

    scene: Scene
    memory: tuple[Any, ...] = ()


DEAL_OVER = Then(None)  # type: ignore[arg-type]  # no scene follows

Step = Ask | Test | Effect | Taking | Settled | Taken
Script = Generator[Step, int, Then]
Part = Generator[Step, int, Any]  # of a scene, for `yield from`
Scene = Callable[..., Script]


def announcements(rules: Rules) -> tuple[str, ...]:
    """What a maker may announce under these rules, by call number (`announce`)."""
    return ("play_on", *["announce_jambone"] * rules.jambone, *["announce_jamboree"] * rules.jamboree)


def turn_order(rules: Rules) -> tuple[int, ...]:
    """The seats from the eldest to the dealer."""
    return (*range(1, rules.players), DEALER)
