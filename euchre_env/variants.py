"""The presets: the games by name, each with what it sets and where it comes from (rule book, section 8)."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import Any

from euchre_env.rules import Rules, RulesError, make_rules

VERSIONS = {0: "the first version"}
"""What the environments of each version are, as in `euchre/four_handed-v0`: a new one where the rules, the actions or
the observation of a game change so that figures can no longer be compared."""

VERSION = max(VERSIONS)


@dataclass(frozen=True)
class Preset:
    """A variant: how many play, the options it sets, a line about it and its section of the rule book."""

    players: int
    about: str
    section: str
    options: dict[str, Any] = field(default_factory=dict)


EXPEDIENTS: dict[str, Any] = {"partners_best": True, "defend_alone": "vs_lone"}  # of every Railroad Euchre (R9, R16)

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
    "railroad": Preset(
        4, "the Joker, partner's best, and lone hands against lone hands", "5", {"pack": 25} | EXPEDIENTS
    ),
    "railroad_full": Preset(
        4,
        "with laps, slams, pat lone hands, Jambone and Jamboree besides, up to three games",
        "5",
        {"pack": 25, "match_games": 3, "pat_lone": True, "jambone": True, "jamboree": True}
        | {"laps": True, "slams": True}
        | EXPEDIENTS,
    ),
    "british": Preset(
        4,
        "25 cards, eleven points up; who turns up the Benny makes trump before he sees his hand",
        "4.9",
        {"pack": 25, "target": 11, "joker_turnup": "dealer_blind_maker"}
        | {"may_discard_turnup": True, "lone_euchre_points": 4},
    ),
    "five_handed": Preset(
        5, "bids, a widow of three, partners for the deal; a hundred points up", "4.5", {"pack": 28, "target": 100}
    ),
    "seven_handed": Preset(
        7,
        "53 cards, seven to a hand, bids and partners; seven deals",
        "4.6",
        {"pack": 53, "target": None, "num_deals": 7},
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
