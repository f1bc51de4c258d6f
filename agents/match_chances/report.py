"""The chances of a match as people read them, and as a JSON file has them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from agents.match_chances.chances import MatchChances
from agents.match_chances.distribution import OutcomeDistribution
from agents.tables import format_table, percent

WHO_DEALS = ("we deal", "they deal")  # by the dealer's side


def report(distribution: OutcomeDistribution, chances: MatchChances) -> str:
    """What deals come to, and our chances between two sides: by our score (rows) and theirs (columns).

    A match of several games has a pair of tables for each count of games won, ours first.
    """
    rules = chances.standings.rules
    ours = chances.table[:, 0].reshape(chances.standings.shape)  # [dealer, our games, theirs, our score, theirs]
    sections = [_outcomes(distribution), "our chance of winning the match, by our score (rows) and theirs (columns)"]
    for games in itertools.product(range(rules.match_games), repeat=2):
        won = f"{games[0]}-{games[1]} games, " if rules.match_games > 1 else ""
        for side, deals in enumerate(WHO_DEALS):
            header = (won + deals, *map(str, range(ours.shape[-1])))
            rows = [(str(score), *map(percent, row)) for score, row in enumerate(ours[(side, *games)])]
            sections.append(format_table(header, rows))
    return "\n\n".join(sections)


def _outcomes(distribution: OutcomeDistribution) -> str:
    """How often deals end how, the dealer's side's best first."""
    dealers, others = distribution.outcomes.T
    order = np.argsort(others - dealers, kind="stable")
    rows = [(str(dealers[k]), str(others[k]), percent(distribution.probability[k])) for k in order]
    return format_table(("points of the dealer's side", "of the others", "of all deals"), rows)


def as_data(distribution: OutcomeDistribution, chances: MatchChances) -> dict[str, Any]:
    """The distribution and the chances of every side at every standing, for JSON."""
    standings = chances.standings
    columns = (standings.dealer_side, standings.games, standings.scores, chances.table)
    names = ("dealer_side", "games", "scores", "chances")
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {"distribution": distribution.as_dict(), "standings": [dict(zip(names, row, strict=True)) for row in rows]}
