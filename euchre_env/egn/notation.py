"""The words of Euchre Game Notation: cards, calls, names of fields, and what they are here."""

from __future__ import annotations

from collections.abc import Mapping

from euchre_env.cards import JOKER, RANKS, SUITS
from euchre_env.spelling import shown

FILE_TYPE = "Euchre Game Notation"
MATCH_FILE_TYPE = "Euchre Match Notation"  # several games (.emn)
NEWEST = (1, 6)
LONGEST_NAME, LONGEST_TITLE = 64, 128  # characters
BIDDING, PLAY = "EUCHRE_BIDDING", "TRICK_PLAY"
PASS, ORDER = "Pass", "Order"
NO_ONE = -1  # as `aloneDefender`
UNKNOWN_CARD = "Xx"

FORMER_NAMES: Mapping[str, str] = {
    "file_type": "fileType",
    "match_id": "gameId",
    "matchId": "gameId",
    "initial_score": "initialScore",
    "initial_state": "initialState",
    "up_card": "upCard",
    "player_cards": "playerCards",
    "phase_number": "phaseNumber",
    "is_alone": "isAlone",
    "alone_defender": "aloneDefender",
    "card_exchanges": "cardExchanges",
    "initial_lead": "initialLead",
    "alternative_lines": "alternativeLines",
    "calls_annotations": "callAnnotations",
    "tricks_annotations": "playAnnotations",
    "max_deals": "num_deals",
}
"""Names of fields in the first files, and what they have been called since 1.1."""

BESIDE_THE_GAME = frozenset(
    {
        *("timings", "views", "viewSwitches", "layouts", "screens", "videoUrl"),
        *("annotations", "callAnnotations", "playAnnotations", "alternativeLines"),
    }
)
"""Fields that tell of pictures, remarks and analysis, not of the game."""

_SUITS = dict(zip("csdh♣♠♦♥", SUITS * 2, strict=True))
_RANKS = {rank: rank for rank in RANKS} | {"10": "T", "N": "9"}
_ANY_SUIT, _ANY_RANK = frozenset("xtng"), "X"  # unknown, or whichever is trump, next, or green


def card_named(text: str, trump: str | None = None) -> str | None:
    """The card of a deal record that a text of the notation names; None for one that is not known.

    Raises:
        ValueError: the text names no card.

    >>> card_named("Th"), card_named("10♥"), card_named("Nc"), card_named("B"), card_named("Xx"), card_named("")
    ('TH', 'TH', '9C', 'JK', None, None)
    >>> card_named("R", trump="H"), card_named("L", trump="H")
    ('JH', 'JD')
    """
    if text in ("R", "L"):  # the bowers
        if trump is None:
            return None
        return "J" + SUITS[SUITS.index(trump) ^ (text == "L")]
    if text == "B":
        return JOKER
    if not text:
        return None
    rank, suit = text[:-1].upper(), text[-1].lower()
    if not (rank in _RANKS or rank == _ANY_RANK) or not (suit in _SUITS or suit in _ANY_SUIT):
        raise ValueError(f"{shown(text)} is no card")
    return None if rank == _ANY_RANK or suit in _ANY_SUIT else _RANKS[rank] + _SUITS[suit]


def is_pass(call: str) -> bool:
    """Whether somebody passes."""
    return call.lower() == PASS.lower()


def is_order(call: str) -> bool:
    """Whether somebody accepts the turned-up suit."""
    return call.lower() == ORDER.lower()


def suit_called(call: str) -> str | None:
    """The suit that a call of the second round names, None if it names none."""
    return _SUITS.get(call.lower())


def spelled_card(card: str) -> str:
    """A card of a deal record as the notation writes it.

    >>> spelled_card("TH"), spelled_card("JK")
    ('Th', 'B')
    """
    return "B" if card == JOKER else card[0] + card[1].lower()
