"""What a deal may be judged by: its points, or what they do to the chance of winning the match."""

from __future__ import annotations

from agents.match_chances.chances import MatchChances, match_chances
from agents.match_chances.distribution import ChancesError, measure
from agents.match_chances.standings import Standings
from agents.rule import RuleAgent
from euchre_env import Rules

MEASURED_DEALS = 16_384
"""Deals that the distribution of outcomes is measured on, which the chances of the match rest on."""


def refusal(name: str, rules: Rules) -> str | None:
    """Why the deals of a game cannot be judged by an objective, if they cannot."""
    if name == "points":
        return None
    if rules.sides != 2:
        return f"objective=match is for games of two sides; {rules.variant} has {rules.sides}"
    try:
        Standings(rules)
    except ChancesError as error:
        return f"objective=match: {error}"
    return None


def usual_chances(rules: Rules, seed: int) -> MatchChances:
    """The chances of the match where the rule agent plays in every seat.

    Args:
        seed: decides the deals on which the distribution of outcomes is measured.

    Raises:
        ChancesError: there is no table of winning chances for the game.
    """
    return match_chances(rules, measure(rules, RuleAgent(rules), MEASURED_DEALS, seed))
