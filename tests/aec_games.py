"""Games for the tests of the environment: a given deal, random play, and all that can be seen of an environment."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from euchre_env import rules_for

DEAL = {
    "variant": "north_american",
    "rules": rules_for("north_american").options(),
    "deal": 4,
    "dealer": 3,
    "hands": ["JS AS 9S TD KD", "JC 9C TC QH KH", "QS KS AC 9D AD", "TS QC KC 9H TH"],
    "upcard": "AH",
    "stock": "JH QD JD",
    "scores": [3, 1],
    "games": [0, 0],
    "actions": [],
}
NAMED_ALONE = ["pass", "pass", "pass", "pass", "name_S_alone"]


def started(table: Any, *names: str, deal: dict[str, Any] = DEAL) -> Any:
    """The environment at the beginning of a given deal, after the actions of these names."""
    table.reset(seed=1, options={"record": deal})
    for name in names:
        table.step(table.parse_action(name))
    return table


def legal_actions(table: Any) -> np.ndarray:
    return np.flatnonzero(table.observe(table.agent_selection)["action_mask"])


def random_steps(table: Any, rng: np.random.Generator, most: int = 500) -> Iterator[tuple[str, float]]:
    """Play at random to the end of the episode, dead steps included; before each step the seat and what it was paid.

    A match under set-back need never end at random: `most` steps.
    """
    for agent in table.agent_iter(most):
        _, reward, termination, truncation, info = table.last()
        yield agent, reward
        table.step(None if termination or truncation else rng.choice(np.flatnonzero(info["action_mask"])))


def snapshot(table: Any) -> tuple[Any, ...]:
    """All that can be seen of an environment."""
    seen = {
        agent: {key: value.tobytes() for key, value in table.observe(agent).items()} for agent in table.possible_agents
    }
    infos = {agent: info["action_mask"].tobytes() for agent, info in table.infos.items()}
    inner = table.unwrapped
    return (
        table.agent_selection, list(table.agents), dict(table.rewards), dict(inner._cumulative_rewards),
        dict(table.terminations), dict(table.truncations), seen, infos, inner.tables.record(0),
    )  # fmt: skip
