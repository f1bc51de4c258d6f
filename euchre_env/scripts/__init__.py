"""The course of a deal in scripts that read like the rule book; `making` is where every deal begins."""

from euchre_env.scripts.language import (
    CARD_KINDS,
    DEAL_OVER,
    KINDS,
    PASS,
    Ask,
    Effect,
    Known,
    Script,
    Settled,
    Taken,
    Then,
)
from euchre_env.scripts.making import making

__all__ = [
    "CARD_KINDS",
    "DEAL_OVER",
    "KINDS",
    "PASS",
    "Ask",
    "Effect",
    "Known",
    "Script",
    "Settled",
    "Taken",
    "Then",
    "making",
]
