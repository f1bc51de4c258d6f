"""List the games, or show the page about one of them."""

from __future__ import annotations

import argparse
import shutil
import sys

from euchre_env.commands.arguments import UsageError, parse_options
from euchre_env.pages import game_page
from euchre_env.pages.page import NARROWEST, wrapped
from euchre_env.variants import PRESETS, rules_for


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `variants`."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the game to show (default: list all)")
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="show it with a rule option, such as laps=true; may be repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the page."""
    options = parse_options(arguments.option)
    if arguments.name is None and options:
        raise UsageError("--option changes the page of one game: it needs NAME")
    width = max(NARROWEST, shutil.get_terminal_size((100, 24)).columns)
    if arguments.name is not None:
        print(game_page(rules_for(arguments.name, **options), width))
        return 0
    for name, preset in PRESETS.items():
        line = f"{name:24s}{preset.about} (rule book, {preset.section})"
        print("\n".join(wrapped(line, width, (24,)) if sys.stdout.isatty() else [line]))  # in a pipe a line a game
    return 0
