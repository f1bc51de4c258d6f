"""A bot of OpenSpiel at our tables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from agents.open_spiel.correspondence import (
    ALONE,
    CARDS,
    PASS,
    Bot,
    State,
    call_name,
    check_game,
    is_about_alone,
    require_open_spiel,
    state_of,
    tables_at,
)
from agents.view import HandView
from agents.worlds import WorldSampler
from agents.worlds.replay import laid_out, replayed
from euchre_env import Rules, Table, WorldEngine


class OpenSpielAgent:
    """Does what a `pyspiel.Bot` does. For every decision a bot is shown a state in which what the seat does not know is
    drawn, so that it knows no more than the seat.

    What a bot itself draws is its own: unlike our agents, this one need not score 0 against itself.

    Args:
        rules: those of `correspondence.RULES`; what a match is played to may differ.
        make_bot: makes the bot for a seat by its number, such as `lambda seat: pyspiel.make_uniform_random_bot(seat,
            1)`. It decides by the state alone; here seats count from the dealer.
        name: what reports call it.

    Raises:
        AgentError: the rules are others; MissingOpenSpielError: OpenSpiel is not installed.
    """

    def __init__(self, rules: Rules, make_bot: Callable[[int], Bot], name: str) -> None:
        require_open_spiel()
        check_game(rules.options() | {"players": rules.players})
        self.name = self.hash = f"open_spiel:{name}"
        self.bots, self.view = [make_bot(seat) for seat in range(rules.players)], HandView(rules)
        self.sampler = WorldSampler(rules, self.view)

    def act(
        self,
        observation: NDArray[np.uint8],
        action_mask: NDArray[np.int8],  # noqa: ARG002 - the state tells what is legal
        rng: np.random.Generator,
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for observations uint8 [n, F]."""
        return np.array([self._action(table) for table in self._worlds(observation, rng)], np.intp)

    def _worlds(self, observation: NDArray[np.uint8], rng: np.random.Generator) -> list[Table]:
        """A table for each decision that stands at it, with hidden cards that agree with what the seat knows."""
        worlds = self.sampler.sample(observation, 1, rng)
        engine = laid_out(self.view, self.view.read(observation), worlds, np.arange(len(observation)))
        tables = [Table(self.view.rules, engine.deal(table), 0) for table in range(len(observation))]

        def hear(
            _: WorldEngine,
            rows: NDArray[np.intp],
            numbers: NDArray[np.intp],
            own: NDArray[np.bool_],  # noqa: ARG001 - whoever it was, the table takes his step
        ) -> None:
            for row, number in zip(rows.tolist(), numbers.tolist(), strict=True):
                tables[row].step_number(number)

        replayed(self.view, observation, worlds, hear)
        return tables

    def _action(self, table: Table) -> int:
        """Our action for what the bot does."""
        state, bot = state_of(table), self.bots[table.seat or 0]
        number = bot.step(state)
        if table.kind != "make":
            name = f"{table.kind}_{CARDS[number]}"
        elif number == PASS:
            name = "pass"
        else:
            name = call_name(number, table) + "_alone" * self._plays_alone(bot, state, number)
        return tables_at(table).parse_action(0, name)

    @staticmethod
    def _plays_alone(bot: Bot, state: State, number: int) -> bool:
        """What a bot says when it has made it and is asked; what another dealer puts away before, it cannot know."""
        seat, state = state.current_player(), state.clone()
        state.apply_action(number)
        while not is_about_alone(state):
            state.apply_action(bot.step(state) if state.current_player() == seat else state.legal_actions()[0])
        return bool(bot.step(state) == ALONE)
