"""What may be typed for each choice, and which choice a text means.

A text is compared without its spaces and hyphens, in lower case. Every choice has a key, which is shown before it, and
spellings: the card, the call in words, the name in records. The beginning of a spelling is enough where only one begins
so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agents.playing.seat_scene import SeatScene
from euchre_env import SPOKEN, actions_of

SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")
UNSPELLED = re.compile(r"[\s_\ufe0e\ufe0f]|(?<=[a-z0-9])-|[.!]+$")  # but "-1" is not 1, nor "1.0" ten
CARD = re.compile(r"(give|best|discard|bury|play|call)_([2-9TJQKA][CDHS]|JK)")
TEN = {"T": "10"}
SUITS = "CDHS"
CALLS = {
    "pass": ("pass",),
    "ask_best": ("ask for the best", "best"),
    "take_up": ("take only the turn-up", "turn-up"),
    "pat": ("take nothing", "pat", "nothing"),
    "announce_jambone": ("announce Jambone", "Jambone"),
    "announce_jamboree": ("announce Jamboree", "Jamboree"),
    "play_on": ("play on",),
    "oppose_alone": ("oppose alone", "alone"),
    "defend": ("defend with your partner",),
}
"""Calls that are made in the same words whoever makes them; the first is how they are shown."""


@dataclass(frozen=True)
class Choice:
    """One thing that may be done.

    Attributes:
        key: the shortest thing to type.
        action: as records spell it.
        label: as it is shown.
        spellings: what else may be typed, squeezed.
    """

    key: str
    action: str
    label: str
    spellings: frozenset[str]

    def is_spelled(self, text: str) -> bool:
        """Whether a text is one of its spellings in full."""
        return squeezed(text) in {self.key, *self.spellings}

    def begins(self, text: str) -> bool:
        """Whether a text is the beginning of one of its spellings; 1 is not that of 15, nor J that of Jambone: it may
        be meant for a card."""
        begun = squeezed(text)
        if len(begun) == 1 and self.action.startswith("announce"):
            return False
        after = [spelling[len(begun) :] for spelling in (self.key, *self.spellings) if spelling.startswith(begun)]
        return any(not (begun[-1:].isdigit() and rest[:1].isdigit()) for rest in after)


def squeezed(text: str) -> str:
    """A text as it is compared.

    >>> squeezed(" Order-up  ALONE"), squeezed("10 ♥")
    ('orderupalone', '10h')
    """
    return UNSPELLED.sub("", text.translate(SYMBOLS).lower().strip())


def choices_of(scene: SeatScene) -> list[Choice]:
    """What the seat that decides may do: cards as they are held, calls in the order of the rule book."""
    table = scene.table
    calls, held = actions_of(scene.rules), scene.held

    def place(action: str) -> tuple[int, ...]:
        if card := card_of(action):
            return (held.index(card),)
        if action.startswith("name_"):
            return 1, action.endswith("_alone"), SUITS.index(action[5])
        if action.startswith("bid_"):
            _, worth, suit = action.split("_")
            return 1, int(worth), SUITS.index(suit)
        return (calls.parse(str(table.kind), action, scene.seen_from, table.seat or 0),)

    return [choice_of(scene, action, str(place)) for place, action in enumerate(sorted(table.legal, key=place), 1)]


def card_of(action: str) -> str | None:
    """The card that an action puts down, if it does.

    >>> card_of("play_QH"), card_of("bid_3_H"), card_of("play_on")
    ('QH', None, None)
    """
    match = CARD.fullmatch(action)
    return match[2] if match else None


def choice_of(scene: SeatScene, action: str, key: str) -> Choice:
    """The choice that an action is; a bid or a seat has a key of its own."""
    texts = list(texts_of(scene, action))
    if action.startswith("bid_"):
        key = squeezed(action.removeprefix("bid_"))
    elif action.startswith("partner_"):
        key = action.removeprefix("partner_")
    elif scene.table.kind == "bid":
        key = action[0]
    return Choice(key, action, texts[0], frozenset(map(squeezed, (*texts, action))))


def texts_of(scene: SeatScene, action: str) -> Iterator[str]:
    """What may be typed for an action; first how it is shown."""
    alone = " alone" if action.endswith("_alone") else ""
    style, (verb, _, rest) = scene.style, action.partition("_")
    if card := card_of(action):
        for text in card_texts(scene, card):
            yield from (text, f"{verb} {text}")
    elif action in CALLS:
        yield from CALLS[action]
    elif verb == "order":
        yield f"{order_up(scene)}{alone}"
        yield from (f"{words}{alone}" for words in ("pick up", "pick it up", "accept"))
        yield from suit_texts(scene.turned_suit, alone)
    elif verb == "name":
        yield f"make it {style.suit(rest[0])}{alone}"
        for suit in suit_texts(rest[0], alone):
            yield from (suit, f"make it {suit}", f"name {suit}")
    elif verb == "bid":
        worth, suit = rest.split("_")
        lone = next(bid.alone for bid in scene.rules.bids if bid.worth == int(worth))
        yield f"{worth} {style.suit(suit)}" + " alone" * lone
        yield from (f"{bid}{worth} {name}" for bid in ("", "bid ") for name in suit_texts(suit, ""))
    else:  # a partner
        yield from (scene.name(int(rest)), f"partner {rest}", f"player {rest}")


def suit_texts(suit: str, alone: str) -> Iterator[str]:
    """A suit as a letter and as a word, `alone` or not."""
    yield from (f"{suit}{alone}", f"{SPOKEN.suit(suit)}{alone}")


def order_up(scene: SeatScene) -> str:
    """Accepting the turn-up in the words of the game (M1)."""
    seat, dealer = scene.table.seat or 0, scene.dealer
    if seat == dealer:
        return "take it up"
    return "assist" if scene.rules.players == 4 and (seat + 2) % 4 == dealer else "order it up"


def card_texts(scene: SeatScene, card: str) -> Iterator[str]:
    """A card in every way in which people write it; first how it is shown."""
    yield scene.style.card(card)
    yield SPOKEN.card(card)
    if card == "JK":
        yield from ("JK", "Benny")
        return
    rank, suit = card[0], card[1]
    for written in {rank, TEN.get(rank, rank)}:
        for colour in (suit, SPOKEN.suit(suit)):
            yield from (f"{written}{colour}", f"{written} of {colour}", f"{colour}{written}")
    if bower := scene.bower(card):
        yield bower


def conceivable(scene: SeatScene, kind: str = "") -> list[Choice]:
    """Everything that a decision of a kind, without one of the kind that is due, could ever be about, for telling what
    is wrong with it here."""
    rules, kind, seat = scene.rules, kind or str(scene.table.kind), scene.table.seat or 0
    actions, pack = actions_of(rules), actions_of(rules).pack
    if kind in actions.calls:
        suits = (scene.seen_from, scene.seen_from ^ 1)  # seen from the first the suit that was turned up has no name
        count = len(actions.calls[kind])
        spelled = [actions.spell(kind, number, suit, seat) for suit in suits for number in range(count)]
    else:
        spelled = [f"{kind}_{card}" for card in pack.names(pack.all, 0)]
    return [choice_of(scene, action, action) for action in dict.fromkeys(spelled)]


def meant(text: str, choices: Iterable[Choice]) -> list[Choice]:
    """The choices that a text may be the beginning of.

    What others only add to is meant where all of them begin so: `order` is `order up`, not `order up alone`.
    """
    found = [choice for choice in choices if choice.begins(text)] if squeezed(text) else []
    plain = [choice for choice in found if all(other.action.startswith(choice.action) for other in found)]
    return plain or found
