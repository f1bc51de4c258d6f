"""The objects of a file, field by field: of the right types or refused by name, former names, unknown fields noted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from euchre_env.egn.game import EgnError
from euchre_env.egn.notation import BESIDE_THE_GAME, BIDDING, FORMER_NAMES, NO_ONE, PLAY
from euchre_env.records import is_list_of, is_whole
from euchre_env.spelling import shown, spelled

MOST_NAMED = 8  # unknown fields; a file may have thousands
MOST_ITEMS = 16  # cards of a hand or a trick, tricks or calls of a deal


def is_short(value: Any) -> bool:
    """Whether a list is no longer than any that a deal needs."""
    return len(value) <= MOST_ITEMS


class Kind(NamedTuple):
    """What a field must be, in words, and the test of it."""

    meaning: str
    fits: Callable[[object], bool]


TEXT = Kind("a text", lambda value: isinstance(value, str))
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
WHOLE = Kind("a whole number", is_whole)
SEAT = Kind("a seat from 0 to 3", lambda value: is_whole(value, 0, 3))
DEFENDER = Kind("a seat from 0 to 3, or -1 for nobody", lambda value: is_whole(value, NO_ONE, 3))
ITEMS = Kind("a list", lambda value: isinstance(value, list))
OBJECT = Kind("an object", lambda value: isinstance(value, dict))
TEXTS = Kind(f"a list of at most {MOST_ITEMS} texts", lambda value: is_list_of(str)(value) and is_short(value))
CARDS_BY_LIST = Kind(
    f"at most {MOST_ITEMS} lists of at most {MOST_ITEMS} cards",
    lambda value: isinstance(value, list) and is_short(value) and all(map(TEXTS.fits, value)),
)
TWO_SCORES = Kind("two whole numbers", lambda v: isinstance(v, list) and len(v) == 2 and all(map(is_whole, v)))


class Margin:
    """What a file holds beside the game: names of fields that are not read, and of fields that nobody knows."""

    def __init__(self) -> None:
        self._beside: dict[str, None] = {}
        self._unknown: dict[str, None] = {}

    def add(self, names: Mapping[str, Any]) -> None:
        """Fields that were left over when an object had been read."""
        for name in names:
            (self._beside if name in BESIDE_THE_GAME else self._unknown)[name] = None

    def notes(self) -> list[str]:
        """A note on each kind, if there is any."""
        found = {"not read, since it is not the game": self._beside, "unknown fields, not read": self._unknown}
        return [f"{what}: {_listed(names)}" for what, names in found.items() if names]


def _listed(names: Mapping[str, None]) -> str:
    listed = ", ".join(spelled(name) for name in list(names)[:MOST_NAMED])
    return listed + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")


class Fields:
    """The fields of one object of a file; whatever nobody takes goes to the margin.

    Raises:
        EgnError: it is no object.
    """

    def __init__(self, value: Any, where: str = "", what: str = "") -> None:
        """`where` it stands in the file, which messages on its fields begin with, or else `what` it would be."""
        if not isinstance(value, dict):
            raise EgnError(f"{where or what} must be an object, not {shown(value)}")
        self.left: dict[str, Any] = {FORMER_NAMES.get(name, name): field for name, field in value.items()}
        self._where = f"{where}." if where else ""

    def take(self, name: str, kind: Kind, default: Any = None) -> Any:
        """The value of a field; `default` if it is not there, or null.

        Raises:
            EgnError: it is of another type.
        """
        value = self.left.pop(name, None)
        if value is None:
            return default
        if not kind.fits(value):
            raise EgnError(f"{self._where}{name}: must be {kind.meaning}, not {shown(value)}")
        return value


@dataclass(frozen=True)
class WrittenDeal:
    """A deal as a file has it: seats are absolute, cards and calls still in the words of the notation.

    `hands` are those dealt, by seat, as far as they are given; `lead` is the seat said to lead first.
    """

    dealer: int
    upcard: str
    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]
    calls: tuple[str, ...]
    alone: bool
    alone_defender: int
    discard: str
    exchanges: bool
    lead: int | None
    tricks: tuple[tuple[str, ...], ...]


def written_deal(value: object, margin: Margin) -> WrittenDeal:
    """A deal of a file.

    Raises:
        EgnError: a field is missing or of another type.
    """
    deal = Fields(value, what="a deal")
    state = Fields(deal.take("initialState", OBJECT, {}), "initialState")
    dealer, upcard = state.take("dealer", SEAT), state.take("upCard", TEXT)
    for name, found in (("dealer", dealer), ("upCard", upcard)):
        if found is None:
            raise EgnError(f"{name} is missing")
    hands = state.take("playerCards", CARDS_BY_LIST, [])
    if len(hands) > 4:
        raise EgnError(f"playerCards: must be four hands, not {len(hands)}")
    phases = _phases(deal.take("phases", ITEMS, []), margin)
    bidding, play = phases[BIDDING], phases[PLAY]
    tricks = [tuple(trick) for trick in play.take("tricks", CARDS_BY_LIST, [])]
    while tricks and not tricks[-1]:  # what a file holds where the next trick was about to begin
        tricks.pop()
    found = WrittenDeal(
        dealer,
        upcard,
        tuple(tuple(hand) for hand in hands) + ((),) * (4 - len(hands)),
        tuple(state.take("kitty", TEXTS, [])),
        tuple(bidding.take("calls", TEXTS, [])),
        bidding.take("isAlone", FLAG, False) | play.take("isAlone", FLAG, False),
        max(phase.take("aloneDefender", DEFENDER, NO_ONE) for phase in (bidding, play)),
        bidding.take("discard", TEXT, ""),
        bool(bidding.take("cardExchanges", ITEMS, [])),
        play.take("initialLead", SEAT),
        tuple(tricks),
    )
    deal.left.pop("dealNumber", None)  # the place in the list says it
    for fields in (deal, state, bidding, play):
        margin.add(fields.left)
    return found


def _phases(values: list[object], margin: Margin) -> dict[str, Fields]:
    """The phases by type, of which the number says nothing; an empty one for each that is not there.

    Raises:
        EgnError: one that is no object or without a type, or two of one type.
    """
    found: dict[str, Fields] = {}
    for number, value in enumerate(values, 1):
        phase = Fields(value, f"phase {number}")
        phase.left.pop("phaseNumber", None)
        kind = phase.take("type", TEXT, "")
        if kind in found:
            raise EgnError(f"two phases of type {spelled(kind)}")
        found[kind] = phase
    for kind in found.keys() - {BIDDING, PLAY}:
        margin.add({f"phase {kind}": None})
    return {kind: found.get(kind) or Fields({}, kind) for kind in (BIDDING, PLAY)}
