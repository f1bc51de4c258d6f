"""List the games, or show the page about one of them."""

from __future__ import annotations

import argparse
import shutil

from euchre_env.commands.arguments import UsageError, parse_options
from euchre_env.pages import game_page
from euchre_env.variants import PRESETS, rules_for

NARROWEST = 40  # columns; in fewer no line can be wrapped so that it is read


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
    if arguments.name is None:
        for name, preset in PRESETS.items():
            print(f"{name:24s}{preset.about} (rule book, {preset.section})")
    else:
        width = max(NARROWEST, shutil.get_terminal_size((100, 24)).columns)
        print(game_page(rules_for(arguments.name, **options), width))
    return 0
