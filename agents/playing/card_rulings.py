"""The rule that applies to a card to the trick."""

from __future__ import annotations

from collections.abc import Iterator

from agents.playing.seat_scene import SeatScene
from euchre_env import SPOKEN


def play(scene: SeatScene) -> Iterator[str]:
    """P1-P4, C5, C6."""
    yield follow(scene, "you") if scene.table.trick else lead(scene)
    yield from odd_trumps(scene)


def call(scene: SeatScene) -> Iterator[str]:
    """R31, R32."""
    whose, follows = scene.name(scene.story.maker or 0), bool(scene.table.trick)
    what, side = ("follows with", "right") if follows else ("leads", "left")
    yield f"The hand of {whose} lies open; you, on its {side}, say what it {what} (R31)."
    yield "It must be a card that this hand may play (R32)."
    if follows:
        yield follow(scene, whose)
    yield from odd_trumps(scene)


def lead(scene: SeatScene) -> str:
    """P2-P4."""
    if scene.last_trick():
        return "You took the last trick and lead: any card (P2)."
    if scene.rules.bids:
        return "The bidder leads first: any card (P4)."
    lone = scene.rules.lone_lead == "left_of_lone_player" and scene.story.sits_out
    return f"You lead first, from the {'lone player' if lone else 'dealer'}'s left: any card (P3)."


def follow(scene: SeatScene, who: str) -> str:
    """P1."""
    led = scene.trick_suit
    suit = SPOKEN.suit(led).capitalize()
    if any(scene.suit_of(card) == led for card in scene.held):
        return f"{suit} was led: {who} must follow suit (P1)."
    return f"{suit} was led, and {who} {'have' if who == 'you' else 'has'} none: any card, a trump or not (P1)."


def odd_trumps(scene: SeatScene) -> Iterator[str]:
    """Trumps that do not look like trumps, where one is held or was led (C5, C6)."""
    for card in dict.fromkeys([*scene.held, *(card for _, card in scene.table.trick)]):
        if scene.bower(card) == "left bower":
            yield f"{scene.style.card(card)} is the left bower, a trump and no {SPOKEN.suit(card[1])[:-1]} (C5)."
        if card == "JK":
            yield "The Joker is the highest trump (C6)."


def why_not(scene: SeatScene, card: str) -> str:
    """Why a card may not be put down now."""
    shown, held = scene.style.card(card), scene.held
    if card not in held:
        if scene.table.kind == "discard" and card == scene.record["upcard"]:
            return f"{shown} is the turn-up you take: it may not be put away again (P6)"
        whose = scene.name(scene.story.maker or 0) if scene.table.kind == "call" else "you"
        return f"{whose} {'do' if whose == 'you' else 'does'} not hold {shown}"
    if scene.table.kind == "best":
        return f"{shown} is not your best: the highest trump, else a card of the highest rank (R10)"
    fitting = [scene.style.card(other) for other in held if scene.suit_of(other) == scene.trick_suit]
    return f"{shown} does not follow: {SPOKEN.suit(scene.trick_suit)} was led, and there is {', '.join(fitting)} (P1)"
