"""An agent of ours at OpenSpiel's table."""

from __future__ import annotations

import numpy as np

from agents.agent import Agent
from agents.open_spiel.correspondence import (
    ALONE,
    CARDS,
    WITH_PARTNER,
    Bot,
    State,
    call_number,
    is_about_alone,
    require_open_spiel,
    table_of,
    tables_at,
)


class AgentBot(Bot):
    """A `pyspiel.Bot` that does what an agent does; one for each seat.

    A dealer discards before he hears whether the maker plays alone. Of its own decision to play alone the bot is asked
    later; until then it keeps it in mind.

    Args:
        agent: an agent for `correspondence.RULES`.
        rng: what it draws from.

    Raises:
        MissingOpenSpielError: OpenSpiel is not installed.
    """

    def __init__(self, agent: Agent, rng: np.random.Generator) -> None:
        require_open_spiel()
        super().__init__()
        self.agent, self.rng = agent, rng
        self.alone = False

    def restart(self) -> None:
        """Nothing is kept from one deal to the next."""
        self.alone = False

    def restart_at(self, state: State) -> None:  # noqa: ARG002 - what has been decided is told by the state
        """Nothing is kept from another place in the deal either."""
        self.alone = False

    def step(self, state: State) -> int:
        """OpenSpiel's number of the agent's action."""
        if is_about_alone(state):
            return ALONE if self.alone else WITH_PARTNER
        table = table_of(state, self.alone)
        tables = tables_at(table)
        action = int(self.agent.act(tables.observe(), tables.action_mask, self.rng)[0])
        name = tables.action_name(0, action)
        if table.kind == "make":
            self.alone = name.endswith("_alone")
            return call_number(name, table)
        return CARDS.index(name.rpartition("_")[2])
