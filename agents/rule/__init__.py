"""Readable heuristics for every game: `RuleAgent`, and `HandView`, which reads observations as words of cards."""

from agents.rule.agent import RuleAgent
from agents.rule.view import HandView, Seen

__all__ = ["HandView", "RuleAgent", "Seen"]
