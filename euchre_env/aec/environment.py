"""One table of `VectorEuchre` with PettingZoo's bookkeeping round it.

In shapes, F is the number of observation bits and A of actions; both depend on the variant.
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from euchre_env.actions import IllegalAction
from euchre_env.checks import record_among
from euchre_env.pages import Page
from euchre_env.rendering import picture
from euchre_env.rendering.modes import Rendered, check_render_mode, draw
from euchre_env.rules import Rules
from euchre_env.spelling import one_line
from euchre_env.variants import VERSION, rules_for
from euchre_env.vector import VectorEuchre

OF_THE_EPISODE = ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
SET_BY_RESET = {*OF_THE_EPISODE, "_views", "_over"}

Observation = dict[str, NDArray[Any]]


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801  PettingZoo's name for it
    """One table, without wrappers: the fastest, and an illegal action is an error that changes nothing.

    Agents are `player_0`, `player_1`, ... in turn order. Only the seat that decides is selected: a partner of a lone
    hand plays no card, nor does a Jambone hand, whose cards are called; a dealer who takes up and discards is selected
    twice running, a bidder who buries a widow, chooses partners and leads: up to nine times.

    *Observation*: `{"observation": uint8 [F], "action_mask": int8 [A]}`. For the seat selected it is what that seat
    knows now. For another it is what that seat knew at its own last decision (zeros before the first), with nothing
    marked as legal; observing never changes anything. Once the episode is over every seat, while it is selected to step
    `None`, sees its last decision as it was. The mask stands also in `infos[agent]["action_mask"]`.

    *Reward*: when a deal ends, every seat gets its reward once: with `reward="points"` the points of its side less
    those of the others (their mean if there are several), with `reward="match"` +1 or -1 when the match ends. `last()`
    adds up what a seat received since its previous decision.

    *Episode*: a match (`episode="match"`) or a deal (`episode="deal"`). All seats terminate together.

    Args:
        variant: a name from `variants()`, or `Rules`.
        render_mode: None, "ansi" (`render` returns text), "rgb_array" (it returns pixels, uint8 [768, 800, 3]; needs
            the extra `pictures`) or "human" (the table is printed at every step).
        episode, reward: see above.
        options: rule options on top of the variant's.

    Raises:
        RulesError: unknown variant or option, or options that make no sense together.
        ValueError: another argument out of its range.

    >>> table = raw_env("two_handed")
    >>> table.reset(seed=1)
    >>> table.agent_selection, int(table.observe("player_1")["action_mask"].sum())
    ('player_1', 2)
    >>> table.step(table.parse_action("order_up"))
    >>> table.agent_selection
    'player_0'
    """

    __doc__ = Page(__doc__, "tables.rules")  # of an environment, the page about its game

    metadata: dict[str, Any] = {  # noqa: RUF012  PettingZoo looks for it on the class; every instance gets its own
        "name": f"euchre_v{VERSION}",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,  # one seat decides at a time
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | Rules = "four_handed",
        *,
        render_mode: str | None = None,
        episode: str = "match",
        reward: str = "points",
        **options: Any,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo's
        modes = self.metadata["render_modes"]
        check_render_mode(render_mode, modes)
        rules = rules_for(variant, **options) if isinstance(variant, str) else variant
        if options and isinstance(variant, Rules):
            raise ValueError(f"options {sorted(options)} beside finished Rules: give the variant's name instead")
        self.render_mode = render_mode
        self.tables = VectorEuchre(rules, num_tables=1, episode=episode, reward=reward)
        self.metadata = self.metadata | {"name": f"euchre_{rules.variant}_v{VERSION}", "render_modes": list(modes)}
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.seed_in_use: int | None = None  # the seed of the deals in play, also when `reset` had to draw one
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()

    def _make_spaces(self) -> None:
        self._num_actions = self.tables.num_actions
        spaces = {agent: spaces_of(self.tables) for agent in self.possible_agents}
        self.observation_spaces = {agent: observations for agent, (observations, _) in spaces.items()}
        self.action_spaces = {agent: actions for agent, (_, actions) in spaces.items()}

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of `agent`'s observations: the same object every time."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of `agent`'s actions, `Discrete(A)`: the same object every time."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise ValueError(f"no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        return agent

    def __getattr__(self, name: str) -> Any:
        """Asked only for what is not there: before the first `reset`, everything about the episode."""
        if name in SET_BY_RESET:
            raise AttributeError(f"call reset() first: before it there is no {name.removeprefix('_')}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # ---- the course of an episode -----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new episode at 0-0.

        Args:
            seed: decides the deals, from the first on; 0 is a seed like any other. Without one the deals go on where
                they are, and the very first `reset` draws a seed (`seed_in_use`).
            options: `{"record": record}` begins with that deal record's deal, dealer and score.

        Raises:
            ValueError: an impossible seed, option or record; the episode in progress stays as it is.
        """
        record = record_among(options)
        if seed is None and self.seed_in_use is None:
            seed = secrets.randbits(32)
        self.tables.reset(seed=seed, records=None if record is None else [record])
        self.seed_in_use = self.seed_in_use if seed is None else int(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._nothing_legal() for agent in self.agents}
        self._views = [np.zeros(self.tables.layout.size, np.uint8) for _ in self.agents]
        self._over = False
        self._next_decision()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Take the action for the seat selected; `None`, and only that, once the episode is over.

        Raises:
            IllegalAction: (a ValueError) `action` is no whole number or not legal now; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        reward, deal_over, episode_over = self.tables.step(self._legal(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._nothing_legal()
        if deal_over[0]:
            self.rewards = dict(zip(self.agents, reward[0].tolist(), strict=True))
            self._accumulate_rewards()
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
        if episode_over[0]:
            self._over = True
            self.terminations = dict.fromkeys(self.agents, True)
            self._select(self.agents[0])
        else:
            self._next_decision()
        if self.render_mode == "human":
            self._show(ended=bool(deal_over[0]))

    def _legal(self, action: object) -> NDArray[np.int64]:
        """The action as the tables take it, int64 [1]."""
        seat = self._seat_of[self.agent_selection]
        mask = self._views[seat][: self._num_actions]
        try:
            number = -1 if isinstance(action, bool | np.bool_) else operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            number = -1
        if 0 <= number < self._num_actions and mask[number]:
            return np.array([number])
        legal = ", ".join(f"{i} ({self.action_name(i)})" for i in mask.nonzero()[0].tolist())
        raise IllegalAction(f"action {one_line(repr(action), 200)} of player_{seat} is not legal; legal: {legal}")

    def _next_decision(self) -> None:
        """See the table with the eyes of the seat that decides, and hand it the turn."""
        seat = int(self.tables.seat[0])
        self._views[seat] = self.tables.observe()[0].copy()
        self._select(self.possible_agents[seat])

    def _select(self, agent: str) -> None:
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": self._views[self._seat_of[agent]][: self._num_actions].astype(np.int8)}

    def _nothing_legal(self) -> dict[str, Any]:
        return {"action_mask": np.zeros(self._num_actions, np.int8)}

    def _was_dead_step(self, action: int | None) -> None:
        """PettingZoo's, and the turn is handed over with its mask."""
        super()._was_dead_step(action)
        if self.agents:
            self._select(self.agent_selection)

    def _deads_step_first(self) -> str:
        """PettingZoo's (its wrapper calls it after an illegal move), and the turn is handed over with its mask."""
        self.infos[self.agent_selection] = self._nothing_legal()
        agent: str = super()._deads_step_first()
        self._select(agent)
        return agent

    def observe(self, agent: str) -> Observation:
        """What `agent` may know, `{"observation": uint8 [F], "action_mask": int8 [A]}`; fresh arrays, see the class."""
        seat = self._seat_of[self._known(agent)]
        view = self._views[seat].copy()
        if agent != self.agent_selection:
            view[: self._num_actions] = 0
        return {"observation": view, "action_mask": view[: self._num_actions].astype(np.int8)}

    # ---- for people -------------------------------------------------------------------------------------------------

    def action_name(self, action: int) -> str:
        """The action in real cards, as deal records write it: `play_QH`, `order_up`."""
        return self.tables.action_name(0, action)

    def parse_action(self, text: str) -> int:
        """The action that is written so; the inverse of `action_name`."""
        return self.tables.parse_action(0, text)

    def render(self) -> Rendered:
        """The table as the seat to move sees it: returned as text ("ansi") or pixels ("rgb_array"), else printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: give the environment 'ansi', 'human' or 'rgb_array'")
            return None
        return draw(self._record(), self.render_mode)

    def __repr__(self) -> str:
        return f"<raw_env<{self}>>"

    def _repr_html_(self) -> str | None:
        """In a notebook: the table as the seat to move sees it; nothing before the first `reset`."""
        return None if self.seed_in_use is None else picture(self._record())._repr_html_()

    def _record(self) -> dict[str, Any]:
        return self.tables.finished_record(0) if self._over else self.tables.record(0)

    def _show(self, ended: bool) -> None:
        """Print the table after a step; a deal that has just ended first."""
        if ended and not self._over:
            draw(self.tables.finished_record(0), "human")
        self.render()

    def close(self) -> None:
        """Nothing to release: no mode holds a window or a file."""


def spaces_of(tables: VectorEuchre) -> tuple[Dict, Discrete[np.int64]]:
    """The spaces of one seat's observations and actions."""
    bits, actions = tables.layout.size, tables.num_actions
    return Dict(observation=Box(0, 1, (bits,), np.uint8), action_mask=Box(0, 1, (actions,), np.int8)), Discrete(actions)
