"""Worlds: the cards that a seat does not see, laid out in every way that agrees with all that it knows."""

from agents.worlds.sampling import WorldSampler
from agents.worlds.world import Worlds

__all__ = ["WorldSampler", "Worlds"]
