"""Many tables of `SoloEnv` in one batch, in Gymnasium's vector API.

In shapes, B is the number of tables, F of observation bits, A of actions and S of seats.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import euchre_env.checks as checks
from euchre_env.aec import Observation, spaces_of
from euchre_env.pages import Page
from euchre_env.rendering.modes import check_render_mode, draw
from euchre_env.rules import Rules
from euchre_env.solo.opponents import GivenAll
from euchre_env.solo.tables import SoloTables
from euchre_env.spelling import shown


class SoloVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """B tables of `SoloEnv` in one batch: the engine steps them together, and opponents answer for many at once.

    Table t plays the deals of number t: the same seed gives the same deals, however many tables there are.
    Observations, rewards (float32 [B]) and episodes are those of `SoloEnv`, and so are the arguments; `render` returns
    a text for every table. `info` holds `action_mask` int8 [B, A] and `seat` int64 [B], the learner's, and besides as
    Gymnasium has it `_action_mask` and `_seat` bool [B]: which tables have one.

    Args:
        num_envs: B.
        autoreset_mode: what happens when a table's episode is over (`gymnasium.vector.AutoresetMode` or its value).
            "SameStep": the next one begins at once, the last observation is in `info["final_obs"]`. "NextStep": it
            begins with the next step, whose action and reward there are none. "Disabled": the table waits for
            `reset(options={"reset_mask": bool [B]})`.
    """

    __doc__ = Page(__doc__, "tables.rules")  # of an environment, the page about its game

    metadata: dict[str, Any] = {  # noqa: RUF012  Gymnasium's
        "render_modes": ["ansi"],
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        variant: str | Rules = "four_handed",
        *,
        opponents: GivenAll = None,
        seat: int | None = 0,
        render_mode: str | None = None,
        episode: str = "match",
        reward: str = "points",
        skip_forced: bool = False,
        illegal_reward: float | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.tables = SoloTables(
            variant,
            num_envs,
            opponents=opponents,
            fixed_seat=seat,
            pass_forced=skip_forced,
            episode=episode,
            reward=reward,
            **options,
        )
        self.num_envs, self.render_mode = num_envs, render_mode
        self.illegal_reward = checks.check_illegal_reward(illegal_reward)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = self.metadata | {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = spaces_of(self.tables)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seed_in_use: int | None = None  # the seed in force, also when `reset` had to draw one
        self._view = np.zeros((num_envs, self.tables.layout.size), np.uint8)  # of the learner's last decisions
        self._ready = False  # whether every table waits for the learner, or for its episode to begin

    def __repr__(self) -> str:
        """As Gymnasium has it, with the variant."""
        named = [] if self.spec is None else [self.spec.id]
        return f"SoloVectorEnv({', '.join([*named, self.tables.rules.variant])}, num_envs={self.num_envs})"

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new episode at every table, and let the others play up to the learner's first decisions.

        Args:
            seed: decides all: the deals, the opponents' draws, the learner's seats. Without one the deals go on where
                they are, and the very first `reset` draws a seed (`seed_in_use`).
            options: `{"records": [...]}`: a deal record a table to begin with. `{"reset_mask": bool [B]}`: only these
                tables begin anew.

        Raises:
            ValueError: an impossible seed, option or record; the episodes in progress stay as they are.
        """
        mask, records = self._options(seed, options)
        rows = np.arange(self.num_envs) if mask is None else np.flatnonzero(mask)
        if mask is None:
            seed = secrets.randbits(32) if seed is None and self.seed_in_use is None else seed
            self.tables.reset(seed=seed, records=records)
            self.seed_in_use = self.seed_in_use if seed is None else int(seed)
            super().reset(seed=seed)
            self._ready = False  # should an opponent fail
            self.tables.begin(rows, self.np_random)
        else:
            self._ready = False
            self._begin(rows)
        return self._seen()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """The learner's actions, any integer dtype [B], and those of the others up to its next decisions.

        Raises:
            IllegalAction: (a ValueError) an action is not legal at its table, and there is no `illegal_reward`, or it
                is not in the action space; nothing has changed. Also of an opponent's action: then call `reset`.
            ValueError: not B whole numbers.
            ResetNeeded: no episode is in progress at some table.
        """
        tables, rng, waiting = self.tables, self.np_random, self._waiting()
        rows, chosen, illegal = self._sorted_out(actions)
        renew, seats = self.autoreset_mode == AutoresetMode.SAME_STEP, tables.learner.copy()
        self._ready = False  # should an opponent fail
        tables.decide(rows, chosen, rng, renew)
        if illegal.size:
            tables.lose(illegal, self.illegal_reward or 0)
        reward, over = tables.paid.copy(), tables.over.copy()
        final = self._final(np.flatnonzero(over), seats) if renew else {}
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self._begin(waiting)
        elif renew:
            self._begin(illegal)
        observation, info = self._seen()
        return observation, reward, over, np.zeros(self.num_envs, bool), info | final

    def action_masks(self) -> NDArray[np.bool_]:
        """bool [B, A]: the legal actions."""
        return self._view[:, : self.tables.num_actions].astype(bool)

    def render(self) -> tuple[str, ...] | None:
        """Every table as its learner sees it, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: give the environment 'ansi'.")
            return None
        seats = self.tables.learner.tolist()
        return tuple(draw(self.tables.last_record(table), "ansi", seat) for table, seat in enumerate(seats))

    # ---- parts ------------------------------------------------------------------------------------------------------

    def _options(
        self, seed: int | None, options: Mapping[str, Any] | None
    ) -> tuple[NDArray[np.bool_] | None, Sequence[Mapping[str, Any]] | None]:
        """Which tables begin anew (None: all) and the records to begin with, from the options of `reset`."""
        if not isinstance(options, Mapping | None):
            raise ValueError(f"options={shown(options)}: must be None or a mapping")
        given = dict(options or {})
        mask, records = given.pop("reset_mask", None), given.pop("records", None)
        if given:
            raise ValueError(f"reset has no option {', '.join(map(repr, given))}; there are 'records' and 'reset_mask'")
        if mask is None:
            return None, records
        mask = checks.as_array(mask, "reset_mask")
        if mask.shape != (self.num_envs,) or mask.dtype != bool:
            raise ValueError(f"reset_mask: {mask.dtype} {list(mask.shape)}, must be bool [{self.num_envs}]")
        if mask.all():
            return None, records
        if seed is not None or records is not None or not self._ready:
            raise ValueError("reset_mask: some tables begin anew beside others in play, without a seed or records")
        return mask, None

    def _waiting(self) -> NDArray[np.intp]:
        """The tables that wait for their next episode to begin."""
        if not self._ready:
            raise ResetNeeded("no episodes are in progress: call reset()")
        waiting = np.flatnonzero(self.tables.ended)
        if waiting.size and self.autoreset_mode == AutoresetMode.DISABLED:
            raise ResetNeeded(f"the episode at table {waiting[0]} is over: call reset(options={{'reset_mask': ...}})")
        return waiting

    def _begin(self, rows: NDArray[np.intp]) -> None:
        """The next episode at these tables, whether the one before was played to its end or not."""
        self.tables.leave(rows)
        self.tables.begin(rows, self.np_random)

    def _sorted_out(self, actions: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """The tables where the learner decides legally, its actions there, and the tables where it does not."""
        given = checks.check_actions(actions, self.num_envs)
        rows, legal = np.flatnonzero(~self.tables.ended), np.ones(self.num_envs, bool)
        if self.illegal_reward is not None:
            inside = (given >= 0) & (given < self.tables.num_actions)
            legal = ~inside | (self._view[np.arange(self.num_envs), np.where(inside, given, 0)] == 1)
        illegal, rows = rows[~legal[rows]], rows[legal[rows]]
        return rows, self.tables.checked(given, rows), illegal

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        """What the learner sees, in fresh arrays, and what goes with it; its last view where the episode is over."""
        self._ready = True
        self._view = np.where(self.tables.ended[:, None], self._view, self.tables.observe())
        everywhere = np.ones(self.num_envs, bool)
        mask, seat = self._view[:, : self.tables.num_actions].astype(np.int8), self.tables.learner.copy()
        info = {"action_mask": mask.copy(), "_action_mask": everywhere, "seat": seat, "_seat": everywhere.copy()}
        return {"observation": self._view.copy(), "action_mask": mask}, info

    def _final(self, rows: NDArray[np.intp], learner: NDArray[np.intp]) -> dict[str, Any]:
        """What Gymnasium wants to be told of episodes that are over when the next have begun; in them `learner` intp
        [B] were the learner's seats."""
        if not rows.size:
            return {}
        here = np.zeros(self.num_envs, bool)
        here[rows] = True
        masks = np.where(here[:, None], self._view[:, : self.tables.num_actions], 0).astype(np.int8)
        observations = np.full(self.num_envs, None, dtype=object)
        for row in rows.tolist():
            observations[row] = {"observation": self._view[row].copy(), "action_mask": masks[row].copy()}
        seats = np.where(here, learner, 0)
        info = {"action_mask": masks, "_action_mask": here, "seat": seats, "_seat": here.copy()}
        return {"final_obs": observations, "_final_obs": here.copy(), "final_info": info, "_final_info": here.copy()}
