"""What a score is worth: the chances of winning the match, and what a deal's outcome does to them.

distribution = measure(rules, agent, deals=100_000, seed=0)
chances = match_chances(rules, distribution)
chances.chance(scores, games, dealer_side)
"""

from agents.match_chances.chances import MatchChances, match_chances
from agents.match_chances.distribution import ChancesError, OutcomeDistribution, measure
from agents.match_chances.objective import MEASURED_DEALS, refusal, usual_chances
from agents.match_chances.standings import Standings

__all__ = [
    "MEASURED_DEALS",
    "ChancesError",
    "MatchChances",
    "OutcomeDistribution",
    "Standings",
    "match_chances",
    "measure",
    "refusal",
    "usual_chances",
]
