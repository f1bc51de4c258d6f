"""Why something that players do say cannot be done just now."""

from __future__ import annotations

from agents.playing.card_rulings import why_not as why_no_card
from agents.playing.choices import Choice, card_of, conceivable, squeezed
from agents.playing.seat_scene import SeatScene
from agents.playing.stakes import SECTIONS
from agents.playing.words import either
from euchre_env import SPOKEN, actions_of


def refusal(scene: SeatScene, choice: Choice) -> str:
    """Why a choice that is not legal is not."""
    action = choice.action
    if card := card_of(action):
        return why_no_card(scene, card)
    if scene.table.kind == "make":
        return _why_not_make(scene, action)
    if action.startswith("bid_"):
        return _too_low(scene, choice.label)
    if action.startswith("partner_"):
        if int(action.removeprefix("partner_")) in scene.story.partners:
            return f"{choice.label} is your partner already"
        return f"{choice.label} comes out of turn: partners are chosen round the table, from your left on"
    if action == "announce_jamboree":
        return "you do not hold the five highest trumps (R37)"
    return f"{choice.label} is not offered here"


def number_refusal(scene: SeatScene, text: str) -> str | None:
    """Why a number without a suit is no bid; None if it might be one, or is no number."""
    number, highest = squeezed(text), scene.story.bid
    if scene.table.kind != "bid" or not (number.isascii() and number.isdigit()):
        return None
    worths = list(dict.fromkeys(str(bid.worth) for bid in scene.rules.bids))
    if number not in worths:
        return f"nobody can bid {number[:9]}, but {either(worths)} with a suit, or pass"
    return _too_low(scene, number) if highest is not None and int(number) <= highest.worth else None


def out_of_place(scene: SeatScene, text: str) -> str | None:
    """That a text is a card where a call is due, or a call where a card is; None if it is neither."""
    calls, typed = actions_of(scene.rules).calls, squeezed(text)
    if scene.table.kind in calls:
        kinds, what = ["play"], "a call is due now, no card"
    else:
        kinds, what = list(calls), "a card is due now, no call"
    return what if any(typed in choice.spellings for kind in kinds for choice in conceivable(scene, kind)) else None


def _too_low(scene: SeatScene, bid: str) -> str:
    highest = scene.story.bid
    worth = "" if highest is None else f" than {highest.worth}"
    return f"{bid} is not more{worth}, the highest bid ({SECTIONS[scene.rules.players]})"


def _why_not_make(scene: SeatScene, action: str) -> str:
    suit = SPOKEN.suit(scene.turned_suit)
    if action == "pass":
        return "the dealer may not pass in the second round (M3)"
    if scene.story.turned_down:
        return f"{suit} was turned down; another suit must be named (M2)"
    if action.startswith("order_up"):
        return "the dealer's partner may accept only to play alone (M5)"
    return f"another suit than {suit} may be named only when everybody has passed (M2)"
