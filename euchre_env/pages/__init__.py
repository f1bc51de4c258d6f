"""A page about every game: rules in short, decisions, actions, observation, rewards, end, versions."""

from euchre_env.pages.in_short import DECISIONS, rules_in_short
from euchre_env.pages.page import Page, game_page

__all__ = ["DECISIONS", "Page", "game_page", "rules_in_short"]
