"""What the heuristics decide at a table laid out in card notation."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from agents.rule import RuleAgent
from euchre_env import Rules, Table, VectorEuchre


@lru_cache(maxsize=32)
def agent_for(rules: Rules) -> RuleAgent:
    return RuleAgent(rules)


def tables_at(table: Table) -> VectorEuchre:
    """The same deal, as far as it has come, where agents can look at it."""
    tables = VectorEuchre(table.rules, num_tables=1)
    tables.reset(records=[table.record()])
    for _, action in table.actions:
        tables.step(np.array([tables.parse_action(0, action)]))
    return tables


def decides(table: Table) -> str:
    """The action, as records spell it, of the seat that decides."""
    tables = tables_at(table)
    action = agent_for(table.rules).act(tables.observe(), tables.action_mask, np.random.default_rng(0))
    return tables.action_name(0, int(action[0]))
