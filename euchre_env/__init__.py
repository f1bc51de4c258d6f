"""Euchre for reinforcement learning: the rules as scripts, an engine that plays thousands of tables at once,
environments.

>>> from euchre_env import VectorEuchre
>>> tables = VectorEuchre("four_handed", num_tables=2, seed=0)
>>> tables.action_name(0, int(tables.forced_action[0]))
'pass'
"""

from euchre_env.loading import interrupts_raise  # first: Ctrl-C is met from here on

# isort: split
from euchre_env.actions import ActionTable, IllegalAction, actions_of
from euchre_env.aec import env, raw_env
from euchre_env.automaton import point_differences
from euchre_env.cards import Deal
from euchre_env.console import CommandParser, drop_output
from euchre_env.contract import Contract, contract_points, makers, sits_out
from euchre_env.deal_checks import DealError
from euchre_env.deals import deal_cards, mix
from euchre_env.decoding import Sight, decode
from euchre_env.egn import EgnDeal, EgnError, EgnGame, read_egn, write_egn
from euchre_env.layout import Layout
from euchre_env.match import settle
from euchre_env.pages import game_page, rules_in_short
from euchre_env.records import RecordError, open_record, read_record, told_apart, write_record
from euchre_env.rendering import (
    Badge,
    CommentTable,
    Frame,
    Highlight,
    Page,
    PageDeal,
    page_deal,
    picture,
    render_page,
    render_scene_svg,
    render_svg,
    show,
    svg_symbols,
)
from euchre_env.rendering.scene import Scene
from euchre_env.rendering.style import SPOKEN, Style
from euchre_env.rendering.text import render_text
from euchre_env.replay import Disagreement, replay_lines, replay_record
from euchre_env.rules import OPTIONS, Rules, RulesError
from euchre_env.scripts import KINDS
from euchre_env.solo import SoloEnv, SoloVectorEnv
from euchre_env.spelling import one_line, shown
from euchre_env.table import Table
from euchre_env.variants import rules_for, variants
from euchre_env.vector import VectorEuchre
from euchre_env.world_engine import WorldEngine, possible_contracts

__all__ = [
    "KINDS",
    "OPTIONS",
    "SPOKEN",
    "ActionTable",
    "Badge",
    "CommandParser",
    "CommentTable",
    "Contract",
    "Deal",
    "DealError",
    "Disagreement",
    "EgnDeal",
    "EgnError",
    "EgnGame",
    "Frame",
    "Highlight",
    "IllegalAction",
    "Layout",
    "Page",
    "PageDeal",
    "RecordError",
    "Rules",
    "RulesError",
    "Scene",
    "Sight",
    "SoloEnv",
    "SoloVectorEnv",
    "Style",
    "Table",
    "VectorEuchre",
    "WorldEngine",
    "actions_of",
    "contract_points",
    "deal_cards",
    "decode",
    "drop_output",
    "env",
    "game_page",
    "interrupts_raise",
    "makers",
    "mix",
    "one_line",
    "open_record",
    "page_deal",
    "picture",
    "point_differences",
    "possible_contracts",
    "raw_env",
    "read_egn",
    "read_record",
    "render_page",
    "render_scene_svg",
    "render_svg",
    "render_text",
    "replay_lines",
    "replay_record",
    "rules_for",
    "rules_in_short",
    "settle",
    "show",
    "shown",
    "sits_out",
    "svg_symbols",
    "told_apart",
    "variants",
    "write_egn",
    "write_record",
]
