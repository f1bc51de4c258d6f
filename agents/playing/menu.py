"""The choices as they are put before a human."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.playing.choices import Choice, card_of
from agents.playing.seat_scene import SeatScene
from agents.playing.words import either, listing

TITLES = {
    "make": "Your call",
    "name_blind": "Trump",
    "bid": "Your bid",
    "choose": "You take",
    "give": "You pass to your partner",
    "best": "You give your partner",
    "discard": "You put away",
    "announce": "Your announcement",
    "oppose": "Against the lone hand",
    "bury": "You bury",
    "partner": "Your partner",
    "play": "You play",
    "call": "You call",
}


def menu(scene: SeatScene, choices: Sequence[Choice], width: int) -> list[str]:
    """The lines before the prompt: every choice with its key, of a hand the other cards, too."""
    if scene.table.kind == "bid":
        items = list(bids(choices))
    elif card_of(choices[0].action):
        of_card = {card_of(choice.action): choice for choice in choices}
        items = [f"{of_card[card].key if card in of_card else '-'} {scene.style.card(card)}" for card in scene.held]
    else:
        items = [f"{choice.key} {choice.label}" for choice in choices]
    return list(listing(f"{TITLES[str(scene.table.kind)]}:", items, width, between="   "))


def bids(choices: Sequence[Choice]) -> Iterator[str]:
    """Passing, and the numbers that may be bid on any suit."""
    for choice in choices:
        if choice.action == "pass":
            yield f"{choice.key} {choice.label}"
    numbers = list(dict.fromkeys(choice.action.split("_")[1] for choice in choices if choice.action != "pass"))
    if numbers:
        yield f"or {either(numbers)} with a suit, such as {numbers[0]}h"
