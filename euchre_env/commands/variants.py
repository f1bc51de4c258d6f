"""List the games, or show one page about one of them: rules in short, options, decisions, actions, observation."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator

from euchre_env.commands.in_short import DECISIONS, rules_in_short
from euchre_env.rules import OPTIONS, Rules
from euchre_env.scripts import KINDS
from euchre_env.spelling import spelled
from euchre_env.variants import PRESETS, rules_for
from euchre_env.vector import VectorEuchre


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `variants`."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the game to show (default: list all)")


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the page."""
    if arguments.name is None:
        for name, preset in PRESETS.items():
            print(f"{name:24s}{preset.about} (rule book, {preset.section})")
    else:
        for line in page(rules_for(arguments.name)):
            print(line)
    return 0


def page(rules: Rules) -> Iterator[str]:
    """The lines of a page about a game; numbers in brackets are statements of the rule book."""
    preset = PRESETS[rules.variant]
    tables = VectorEuchre(rules, num_tables=1)
    yield f"{rules.variant}: {preset.about} (rule book, {preset.section})"
    yield from _section("Rules", *rules_in_short(rules))
    yield from _section(
        "Options (value, statements)",
        *(f"{name:24s}{spelled(value):30s}{OPTIONS[name].statements}" for name, value in rules.options().items()),
    )
    kinds = [kind for kind in KINDS if f"kind[{kind}]" in tables.layout.names]
    yield from _section("Decisions", *(f"{kind:12s}{DECISIONS[kind]}" for kind in kinds))
    calls = [name for name in tables.actions.names if not name.startswith("card[")]
    cards = tables.actions.names[: rules.pack]
    yield from _section(
        f"Actions: {tables.num_actions}",
        f"0-{rules.pack - 1}: a card, seen from trumps: {cards[0]}, ..., {cards[-1]}",
        *_wrapped(f"{rules.pack}-{tables.num_actions - 1}: {', '.join(calls)}"),
    )
    yield from _section(
        f"Observation: {tables.layout.size} bits in {tables.layout.words} words of 64",
        *(f"{block.start:5d}-{block.stop - 1:<6d}{name}" for name, block in tables.layout.blocks.items()),
    )


def _section(title: str, *lines: str) -> Iterator[str]:
    yield ""
    yield title
    yield from (f"  {line}".rstrip() for line in lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, shutil.get_terminal_size((100, 24)).columns - 4, subsequent_indent="  ")
