"""The games in PettingZoo's turn-by-turn API (AEC): `raw_env`, and `env`, which is `raw_env` in wrappers.

By name it is `env`:

>>> table = pettingzoo.make("aec", "euchre/four_handed-v0")
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np
import pettingzoo
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    BaseWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from euchre_env.aec.environment import Observation, raw_env, spaces_of
from euchre_env.pages import Page
from euchre_env.rules import Rules
from euchre_env.variants import VERSION, variants

__all__ = ["ILLEGAL_REWARD", "Observation", "env", "raw_env", "spaces_of"]

ILLEGAL_REWARD = -1.0  # for whoever makes an illegal move through `env`; the match ends there, the others get 0


class _Direct(BaseWrapper[str, Any, Any]):
    """A wrapper that reads the state of the episode straight from `raw_env`.

    PettingZoo's wrappers ask the next one for every attribute, which takes longer than the game itself.
    """

    def __init__(self, env: AECEnv[str, Any, Any], **more: Any) -> None:
        self._raw: Any = env.unwrapped
        super().__init__(env, **more)

    agents = property(attrgetter("_raw.agents"))
    agent_selection = property(attrgetter("_raw.agent_selection"))
    rewards = property(attrgetter("_raw.rewards"))
    _cumulative_rewards = property(attrgetter("_raw._cumulative_rewards"))
    terminations = property(attrgetter("_raw.terminations"))
    truncations = property(attrgetter("_raw.truncations"))
    infos = property(attrgetter("_raw.infos"))

    def __str__(self) -> str:
        return str(self.env)

    def __repr__(self) -> str:
        return f"<env<{self}>>"

    def _repr_html_(self) -> str | None:
        return self._raw._repr_html_()


class _TerminateIllegal(_Direct, TerminateIllegalWrapper[str, Any, Any]):
    """PettingZoo's: an illegal action ends the episode."""


class _AssertOutOfBounds(_Direct, AssertOutOfBoundsWrapper[str, Any, Any]):
    """PettingZoo's; but `Discrete` takes True for 1 and refuses some integers for their width."""

    def step(self, action: Any) -> None:
        """Pass on what is in the action space."""
        assert not isinstance(action, bool), "action is not in action space"
        super().step(np.int64(action) if isinstance(action, np.integer) else action)


class _OrderEnforcing(_Direct, OrderEnforcingWrapper[str, Any, Any]):
    """PettingZoo's: nothing before `reset`, no second look without a step."""

    __doc__ = Page(__doc__, "_raw.tables.rules")  # it is what `env` gives


def env(
    variant: str | Rules = "four_handed",
    *,
    render_mode: str | None = None,
    episode: str = "match",
    reward: str = "points",
    **options: Any,
) -> AECEnv[str, Any, Any]:
    """`raw_env` (see there for the arguments) in the wrappers PettingZoo gives its classic games.

    An action outside the space is refused; an illegal one ends the episode, at a reward of -1 for its seat.

    >>> table = env("two_handed")
    >>> table.reset(seed=0)
    >>> for agent in table.agent_iter():
    ...     observation, reward, termination, truncation, info = table.last()
    ...     if termination or truncation:
    ...         table.step(None)
    ...     else:
    ...         table.step(table.action_space(agent).sample(info["action_mask"]))
    """
    inner = raw_env(variant, render_mode=render_mode, episode=episode, reward=reward, **options)
    return _OrderEnforcing(_AssertOutOfBounds(_TerminateIllegal(inner, illegal_reward=ILLEGAL_REWARD)))


for _variant in variants():
    if (_id := f"euchre/{_variant}-v{VERSION}") not in pettingzoo.aec_registry:
        pettingzoo.register("aec", _id, entry_point="euchre_env.aec:env", kwargs={"variant": _variant})
