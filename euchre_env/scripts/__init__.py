"""The course of a deal in scripts that read like the rule book; `beginning` is where every deal begins."""

from euchre_env.rules import Rules
from euchre_env.scripts.bidding import bid
from euchre_env.scripts.language import (
    CARD_KINDS,
    CHOICES,
    DEAL_OVER,
    KINDS,
    PASS,
    PLAY_KINDS,
    QUESTIONS,
    Ask,
    Effect,
    Known,
    Script,
    Settled,
    Taken,
    Taking,
    Test,
    Then,
    announcements,
    suit_named,
    turn_order,
)
from euchre_env.scripts.making import turn_up

__all__ = [
    "CARD_KINDS",
    "CHOICES",
    "DEAL_OVER",
    "KINDS",
    "PASS",
    "PLAY_KINDS",
    "QUESTIONS",
    "Ask",
    "Effect",
    "Known",
    "Script",
    "Settled",
    "Taken",
    "Taking",
    "Test",
    "Then",
    "announcements",
    "beginning",
    "suit_named",
    "turn_order",
]


def beginning(rules: Rules) -> Then:
    """The first scene of a deal."""
    return Then(bid, (0, Known().contract)) if rules.bids else Then(turn_up)
