"""The house rules of a file (`ruleset`) as `Rules`, and back; what cannot be told either way is refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from euchre_env.egn.fields import FLAG, TEXT, WHOLE, Fields
from euchre_env.egn.game import EgnError
from euchre_env.rules import OPTIONS, Rules, RulesError, check_value
from euchre_env.spelling import spelled
from euchre_env.variants import rules_for

VARIANT = "north_american"  # the game that the notation was made for; its dealer may discard the turn-up
ENDLESS = 1000  # the highest target there is, where a file sets none
LOWEST_RANK = {9: 24, 8: 28, 7: 32}  # and the pack
LEADS = {"LEFT_OF_DEALER": "first_active_left_of_dealer", "LEFT_OF_LONER": "left_of_lone_player"}

REFUSED = {
    "partners_best": "the lone player discards after he has seen his partner's card, which no variant here has",
    "farmers": "poor hands are exchanged before the bidding, which no variant here has",
    "go_under": "cards are exchanged with the kitty before the bidding, which no variant here has",
    "allow_no_trump": "every variant here has a trump suit",
    "fast_break": "no variant here scores the first two tricks",
    "four_trick_tokens": "no variant here pays for four tricks",
}
"""Rules under which a deal cannot be told as a deal record, and why."""

PLAIN: Mapping[str, tuple[str, bool | int]] = {
    "std": ("stick_the_dealer", True),
    "canadian": ("assist_must_be_alone", False),
    "loner_march_score": ("lone_march_points", 4),
    "loner_euchred_score": ("lone_euchre_points", 2),
}
"""Rules that are an option here under another name, with the same values, and what holds where a file is silent."""


def read_rule_set(given: Mapping[str, Any] | None, notes: list[str]) -> tuple[Rules, dict[str, Any]]:
    """The rules that a file's `ruleset` stands for, and the fields of it that nobody knows.

    Raises:
        EgnError: a rule of another type, of a value that there is not, or that cannot be represented.
    """
    if given is None:
        notes.append("ruleset is missing: the usual rules of the notation are taken")
    fields = Fields(given or {}, "ruleset")
    players = fields.take("num_players", WHOLE, 4)
    if players != 4:
        raise EgnError(
            f"ruleset.num_players={players}: only games of four can be read, of others nobody says how they score"
        )
    for name, why in REFUSED.items():
        if fields.take(name, FLAG, False):
            raise EgnError(f"ruleset.{name}=true: {why}")
    options = {option: _option(fields, name, option, usual) for name, (option, usual) in PLAIN.items()}
    lead = fields.take("loner_lead", TEXT, "LEFT_OF_DEALER")
    if lead not in LEADS:
        raise EgnError(f"ruleset.loner_lead={spelled(lead)}: must be {' or '.join(LEADS)}")
    rules = rules_for(
        VARIANT,
        **options,
        pack=_pack(fields),
        target=_target(fields, notes),
        lone_lead=LEADS[lead],
        defend_alone="vs_lone" if fields.take("defend_alone", FLAG, False) else "never",
    )
    return rules, fields.left


def _option(fields: Fields, name: str, option: str, usual: bool | int) -> bool | int:
    value: bool | int = fields.take(name, FLAG if isinstance(usual, bool) else WHOLE, usual)
    try:
        check_value(option, value, players=4)
    except RulesError:
        allowed = OPTIONS[option].allowed()
        raise EgnError(f"ruleset.{name}={spelled(value)}: only {allowed} can be represented") from None
    return value


def _pack(fields: Fields) -> int:
    lowest = fields.take("min_rank", WHOLE, 9)
    if lowest not in LOWEST_RANK:
        raise EgnError(f"ruleset.min_rank={lowest}: must be {', '.join(map(str, LOWEST_RANK))}")
    return LOWEST_RANK[lowest] + int(fields.take("joker", FLAG, False))


def _target(fields: Fields, notes: list[str]) -> int:
    """`winning_score`: 10 if it is not given, unless the game ends after a number of deals; 0 for none."""
    deals = fields.take("num_deals", WHOLE, 0)
    target: int = fields.take("winning_score", WHOLE, 0 if deals else 10)
    if not 0 <= target <= ENDLESS:
        raise EgnError(f"ruleset.winning_score={target}: must be a whole number from 0 to {ENDLESS}")
    if deals:
        notes.append(f"the game ends after num_deals={deals}, which is no rule option here; the deals are the same")
    if not target:
        notes.append(f"no score wins the game; target={ENDLESS} stands for that")
    return target or ENDLESS


# ---- the other way ---------------------------------------------------------------------------------------------------

COMMON: Mapping[str, Any] = {
    "players": 4,
    "match_games": 1,
    "march_points": 2,
    "partners_best": False,
    "jambone": False,
    "jamboree": False,
    "laps": False,
    "slams": False,
}
"""What a game must have to be told in the notation. `lone_hands=false` and `may_discard_turnup=false` are not among
them: a deal in which less is allowed is a deal of the game in which more is."""


def rule_set_of(rules: Rules) -> dict[str, Any]:
    """The `ruleset` of a game.

    Raises:
        EgnError: the notation has no words for some of the rules; the first is named, and what all of them must be.
    """
    needed = {name: value for name, value in COMMON.items() if getattr(rules, name) != value}
    if needed:
        first, right = next(iter(needed)), ", ".join(f"{name}={spelled(value)}" for name, value in needed.items())
        raise EgnError(
            f"{first}={spelled(getattr(rules, first))}: Euchre Game Notation has only {right}; "
            f"games played so, as those of {VARIANT} are, can be written"
        )
    assert rules.target is not None  # only where there may be five players or more
    plain = {name: getattr(rules, option) for name, (option, _) in PLAIN.items()}
    ranks = {pack: rank for rank, pack in LOWEST_RANK.items()}
    leads = {here: there for there, here in LEADS.items()}
    return plain | {
        "num_players": rules.players,
        "min_rank": ranks[rules.pack & ~1],
        "joker": rules.pack % 2 == 1,
        "winning_score": rules.target,
        "loner_lead": leads[rules.lone_lead],
        "defend_alone": rules.defend_alone == "vs_lone",
    }
