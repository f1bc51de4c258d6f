"""Euchre Game Notation (EGN): versions 1.0 to 1.6 read into deal records, 1.4 written from them."""

from euchre_env.egn.game import EgnDeal, EgnError, EgnGame
from euchre_env.egn.reading import read_egn
from euchre_env.egn.writing import write_egn

__all__ = ["EgnDeal", "EgnError", "EgnGame", "read_egn", "write_egn"]
