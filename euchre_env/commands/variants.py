"""List the games, or show the page about one of them."""

from __future__ import annotations

import argparse
import shutil

from euchre_env.pages import game_page
from euchre_env.variants import PRESETS

NARROWEST = 40  # columns; in fewer no line can be wrapped so that it is read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `variants`."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the game to show (default: list all)")


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the page."""
    if arguments.name is None:
        for name, preset in PRESETS.items():
            print(f"{name:24s}{preset.about} (rule book, {preset.section})")
    else:
        print(game_page(arguments.name, max(NARROWEST, shutil.get_terminal_size((100, 24)).columns)))
    return 0
