"""An agent that can be sent to another process: it travels as the text that names it and is loaded there."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.errors import AgentError
from agents.registry import load_agent
from euchre_env import Rules


class PortableAgent:
    """The agent that a text means, wherever it is.

    Args:
        text: what the user wrote, see `load_agent`.
        rules: the game.

    Raises:
        AgentError, CheckpointError: as `load_agent`.
    """

    def __init__(self, text: str, rules: Rules):
        self.text, self.rules = text, rules
        self._agent = load_agent(text, rules)
        self.name, self.hash = self._agent.name, self._agent.hash

    def act(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for observations uint8 [n, F] and masks int8 [n, A]."""
        return self._agent.act(observation, action_mask, rng)

    def __reduce__(self) -> tuple[Any, ...]:
        return arrived, (self.text, self.rules, self.hash)


@lru_cache(maxsize=64)
def arrived(text: str, rules: Rules, expected: str) -> PortableAgent:
    """The agent in the process that it was sent to, loaded once.

    Raises:
        AgentError: it has another hash than where it came from: a run has written a new checkpoint meanwhile.
    """
    agent = PortableAgent(text, rules)
    if agent.hash != expected:
        raise AgentError(f"{text} has changed since its evaluation began; name a checkpoint instead of a run")
    return agent
