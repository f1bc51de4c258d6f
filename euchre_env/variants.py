"""The presets: the games by name, each with what it sets and where it comes from (rule book, section 8)."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import Any

from euchre_env.rules import Rules, RulesError, make_rules


@dataclass(frozen=True)
class Preset:
    """A variant: how many play, the options it sets, a line about it and its section of the rule book."""

    players: int
    about: str
    section: str
    options: dict[str, Any] = field(default_factory=dict)


PRESETS: dict[str, Preset] = {
    "two_handed": Preset(2, "each for himself with 32 cards; every hand is a lone hand", "4.1"),
    "three_handed": Preset(
        3, "cut-throat after Foster: a march counts three, both who go out win", "4.2 A", {"march_points": 3}
    ),
    "three_handed_hoffmann": Preset(
        3, "cut-throat after Hoffmann: a march counts two, the elder wins a tie", "4.2 B", {"tie_rule": "elder_wins"}
    ),
    "three_handed_set_back": Preset(
        3, "cut-throat with set-back: who is euchred loses two", "4.2 C", {"euchre_mode": "set_back"}
    ),
    "four_handed": Preset(4, "the partnership game with 32 cards, five points up", "4.3"),
    "north_american": Preset(
        4,
        "24 cards, ten points up, the dealer is stuck, the turn-up may be discarded",
        "4.9",
        {"pack": 24, "target": 10, "stick_the_dealer": True, "may_discard_turnup": True},
    ),
}


def variants() -> tuple[str, ...]:
    """The names of the variants, in the rule book's order.

    >>> variants()[0]
    'two_handed'
    """
    return tuple(PRESETS)


def rules_for(variant: str, /, **options: Any) -> Rules:
    """The rules of a variant with some options set otherwise.

    Raises:
        RulesError: no such variant or option, or options that make no sense together.

    >>> rules_for("north_american").target
    10
    >>> rules_for("two_handed", lone_hands=True)
    Traceback (most recent call last):
    euchre_env.rules.RulesError: lone_hands applies only to a four-handed game, and here players=2
    """
    if not isinstance(variant, str) or variant not in PRESETS:
        close = difflib.get_close_matches(str(variant), PRESETS, n=1)
        raise RulesError(
            f"no variant {variant!r}"
            + (f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(PRESETS)}")
        )
    preset = PRESETS[variant]
    return make_rules(variant, preset.players, preset.options, options)
