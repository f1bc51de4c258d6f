"""Euchre for reinforcement learning: the rules as scripts, an engine that plays thousands of tables at once,
environments.

>>> from euchre_env import VectorEuchre
>>> tables = VectorEuchre("four_handed", num_tables=2, seed=0)
>>> tables.action_name(0, int(tables.forced_action[0]))
'pass'
"""

from euchre_env.actions import ActionTable, IllegalAction, actions_of
from euchre_env.aec import env, raw_env
from euchre_env.automaton import point_differences
from euchre_env.cards import Deal
from euchre_env.contract import Contract, contract_points, makers, sits_out
from euchre_env.deal_checks import DealError
from euchre_env.deals import deal_cards, mix
from euchre_env.decoding import Sight, decode
from euchre_env.layout import Layout
from euchre_env.match import settle
from euchre_env.records import RecordError, open_record, read_record, write_record
from euchre_env.replay import Disagreement, replay_lines, replay_record
from euchre_env.rules import OPTIONS, Rules, RulesError
from euchre_env.scripts import KINDS
from euchre_env.table import Table
from euchre_env.variants import rules_for, variants
from euchre_env.vector import VectorEuchre

__all__ = [
    "KINDS",
    "OPTIONS",
    "ActionTable",
    "Contract",
    "Deal",
    "DealError",
    "Disagreement",
    "IllegalAction",
    "Layout",
    "RecordError",
    "Rules",
    "RulesError",
    "Sight",
    "Table",
    "VectorEuchre",
    "actions_of",
    "contract_points",
    "deal_cards",
    "decode",
    "env",
    "makers",
    "mix",
    "open_record",
    "point_differences",
    "raw_env",
    "read_record",
    "replay_lines",
    "replay_record",
    "rules_for",
    "settle",
    "sits_out",
    "variants",
    "write_record",
]
