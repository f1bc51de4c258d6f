"""Readable heuristics for every game."""

from agents.rule.agent import RuleAgent

__all__ = ["RuleAgent"]
