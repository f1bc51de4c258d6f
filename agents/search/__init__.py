"""Search on top of a trained network."""

from agents.search.agent import SearchAgent

__all__ = ["SearchAgent"]
