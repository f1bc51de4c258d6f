"""One table of the AEC environment at which opponents play every seat but the learner's, in Gymnasium's API.

In shapes, F is the number of observation bits, A of actions and S of seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

import euchre_env.checks as checks
from euchre_env.actions import IllegalAction
from euchre_env.aec import Observation, raw_env, spaces_of
from euchre_env.pages import Page
from euchre_env.rendering.modes import Rendered, check_render_mode, draw
from euchre_env.rendering.notebook import picture
from euchre_env.rules import Rules
from euchre_env.solo.opponents import GivenAll, Opponents, check_seat


class SoloEnv(gymnasium.Env[Any, Any]):
    """One table of `raw_env` at which opponents play every seat but the learner's.

    *Observation*: `{"observation": uint8 [F], "action_mask": int8 [A]}`, as in `raw_env`. With the mask in it, it
    reaches the network and the replay buffer whatever lies between. It is also `info["action_mask"]` and
    `action_masks()`, and the first A of the F bits.

    *Reward*: what the learner's seat was paid since its last decision: its side's points of the deals that ended less
    those of the others, or with `reward="match"` +1 or -1 when the match ends.

    *Episode*: a match or a deal. When it is over, the observation is that of the learner's last decision. An episode in
    which the learner has nothing to decide (its partner plays alone, say) is passed over.

    Args:
        variant: a name from `variants()`, or `Rules`.
        opponents: who plays the other seats: one for all of them, or a list of S - 1, counted from the learner's left.
            Each is an object with `act(observation, action_mask, rng)` for many decisions at once, such as
            `agents.registry.load_agent` gives, a function of observation and mask for one, or "random" (or None), which
            plays uniformly at random.
        seat: the learner's; None: drawn anew for every episode.
        render_mode: None, or how `render` shows the table as the learner sees it, as in `raw_env`: "ansi", "rgb_array"
            or "human" (printed when the learner is to decide, and when a deal ends).
        episode: "match" or "deal".
        reward: "points" or "match".
        skip_forced: take the learner's decisions with one legal action at once.
        illegal_reward: None: an illegal action is an error that changes nothing. A number: it ends the episode and is
            paid this, for learners that cannot mask.
        options: rule options on top of the variant's.

    Raises:
        RulesError: unknown variant or option, or options that make no sense together.
        ValueError: another argument out of its range.

    >>> table = SoloEnv("two_handed", episode="deal")
    >>> observation, info = table.reset(seed=1)
    >>> [table.action_name(action) for action in table.action_masks().nonzero()[0]]
    ['discard_7S', 'discard_TS', 'discard_JC', 'discard_TD', 'discard_QD']
    """

    __doc__ = Page(__doc__, "game.tables.rules")  # of an environment, the page about its game

    metadata: dict[str, Any] = {  # noqa: RUF012  Gymnasium looks for it on the class
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | Rules = "four_handed",
        *,
        opponents: GivenAll = None,
        seat: int | None = 0,
        render_mode: str | None = None,
        episode: str = "match",
        reward: str = "points",
        skip_forced: bool = False,
        illegal_reward: float | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.game = raw_env(variant, episode=episode, reward=reward, **options)
        rules = self.game.tables.rules
        self.opponents, self.fixed_seat = Opponents(rules, opponents), check_seat(seat, rules)
        self.render_mode, self.skip_forced = render_mode, skip_forced
        self.illegal_reward = checks.check_illegal_reward(illegal_reward)
        self.observation_space, self.action_space = spaces_of(self.game.tables)
        self.seat = self.fixed_seat or 0
        bits, actions = self.game.tables.layout.size, self.game.tables.num_actions
        self._view: Observation = {"observation": np.zeros(bits, np.uint8), "action_mask": np.zeros(actions, np.int8)}
        self._due = False  # whether the learner is to decide
        self._earned = 0.0  # since its last decision

    def __str__(self) -> str:
        """As Gymnasium has it, with the variant."""
        named = [] if self.spec is None else [self.spec.id]
        return f"<SoloEnv<{', '.join([*named, self.game.tables.rules.variant])}>>"

    def __repr__(self) -> str:
        return str(self)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new episode, and let the others play up to the learner's first decision.

        The seed decides all: the deals, the opponents' draws, the learner's seats; `game.seed_in_use` is the one in
        force. `seed` and `options` are those of `raw_env.reset`.

        Raises:
            ValueError: an impossible seed, option or record; the episode in progress stays as it is.
        """
        first = self.game.seed_in_use is None
        self.game.reset(seed, options)
        super().reset(seed=self.game.seed_in_use if first else seed)
        self._begin()
        while not self._due:
            self.game.reset()
            self._begin()
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's action, and those of the others up to its next decision.

        Raises:
            IllegalAction: (a ValueError) `action` is not legal now, and there is no `illegal_reward`, or it is not in
                the action space; nothing has changed. Also of an opponent's action: then the episode cannot go on.
            ResetNeeded: there is no episode in progress.
        """
        if not self._due:
            raise ResetNeeded("no episode is in progress: call reset()")
        try:
            self._decide(action)
        except IllegalAction:
            if self.illegal_reward is None or not checks.is_index(action, self.game.tables.num_actions):
                raise
            self._due, self._earned = False, float(self.illegal_reward)
        else:
            self._play_on()
        earned, self._earned = self._earned, 0.0
        observation, info = self._seen()
        return observation, earned, not self._due, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """bool [A]: the legal actions, by the name that sb3-contrib looks for."""
        return self._view["action_mask"].astype(bool)

    def action_name(self, action: int) -> str:
        """The action in real cards, as deal records write it: `play_QH`, `order_up`."""
        return self.game.action_name(action)

    def parse_action(self, text: str) -> int:
        """The action that is written so; the inverse of `action_name`."""
        return self.game.parse_action(text)

    def render(self) -> Rendered:
        """The table as the learner sees it: returned as text ("ansi") or pixels ("rgb_array"), else printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: give the environment 'ansi', 'human' or 'rgb_array'")
            return None
        return draw(self._record(), self.render_mode, self.seat)

    def _repr_html_(self) -> str | None:
        """In a notebook: the table as the learner sees it; nothing before the first `reset`."""
        if self.game.seed_in_use is None:
            return None
        return picture(self._record(), viewer=self.seat)._repr_html_()

    def _record(self) -> dict[str, Any]:
        over = all(self.game.terminations.values())
        return self.game.tables.finished_record(0) if over else self.game.tables.record(0)

    # ---- the course of an episode -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self.fixed_seat is None:
            self.seat = int(self.np_random.integers(self.game.tables.num_seats, size=1)[0])
        self._earned = 0.0
        self._play_on()

    def _play_on(self) -> None:
        """Until the learner is to decide, or the episode is over."""
        game, learner = self.game, self.game.possible_agents[self.seat]
        self._due = False
        while not game.terminations[learner]:
            view = game.observe(game.agent_selection)
            forced = np.count_nonzero(view["action_mask"]) == 1
            if game.agent_selection == learner and not (forced and self.skip_forced):
                self._due, self._view = True, view
                if self.render_mode == "human":
                    self.render()
                return
            self._decide(view["action_mask"].argmax() if forced else self._opponent_decides(view))

    def _opponent_decides(self, view: Observation) -> np.intp:
        step = (self.game.tables.seat.astype(int) - self.seat) % self.game.tables.num_seats
        mask, observation = view["action_mask"][None], view["observation"][None]
        return self.opponents.decide(step, mask, lambda _: observation, self.np_random)[0]

    def _decide(self, action: Any) -> None:
        """One decision, whoever's it is."""
        tables = self.game.tables
        deals = int(tables.deal_number[0])
        self.game.step(action)
        self._earned += self.game.rewards[self.game.possible_agents[self.seat]]
        if self.render_mode == "human" and tables.deal_number[0] != deals:
            draw(tables.finished_record(0), "human", self.seat)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        """The learner's view, in fresh arrays, and what goes with it."""
        observation = {name: array.copy() for name, array in self._view.items()}
        return observation, {"action_mask": self._view["action_mask"].copy(), "seat": self.seat}
