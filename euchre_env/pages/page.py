"""The page about a game: everything that somebody must know who plays it or trains on it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from euchre_env.automaton import point_differences
from euchre_env.pages.blocks import families
from euchre_env.pages.in_short import DECISIONS, rules_in_short
from euchre_env.pages.numbers import statements_cited
from euchre_env.rules import OPTIONS, Rules
from euchre_env.scripts import KINDS
from euchre_env.spelling import spelled
from euchre_env.variants import PRESETS, VERSIONS, rules_for
from euchre_env.vector import VectorEuchre


def game_page(rules: Rules | str, width: int = 100) -> str:
    """The page about a game, lines of at most about `width` characters; numbers in brackets are statements of the rule
    book, which its last section tells.

    Raises:
        RulesError: there is no such variant.

    >>> print(game_page("two_handed").splitlines()[0])
    two_handed: each for himself with 32 cards; every hand is a lone hand (rule book, 4.1)
    """
    rules = rules_for(rules) if isinstance(rules, str) else rules
    lines = list(_lines(rules, width))
    return "\n".join([*lines, *_section("Numbers (of the rule book)", *statements_cited("\n".join(lines), width - 4))])


def _lines(rules: Rules, width: int) -> Iterator[str]:
    preset, tables = PRESETS[rules.variant], VectorEuchre(rules, num_tables=1)
    yield f"{rules.variant}: {preset.about} (rule book, {preset.section})"
    yield from _section("Rules", *rules_in_short(rules))
    yield from _section(
        "Options (value, statements)",
        *(f"{name:24s}{spelled(value):30s}{OPTIONS[name].statements}" for name, value in rules.options().items()),
    )
    kinds = [kind for kind in KINDS if f"kind[{kind}]" in tables.layout.names]
    yield from _section("Decisions", *(f"{kind:12s}{DECISIONS[kind]}" for kind in kinds))
    yield from _section(f"Actions: {tables.num_actions}", *_actions(tables, width))
    yield from _section(
        f"Observation: {tables.layout.size} bits in {tables.layout.words} words of 64, as the deciding seat sees them",
        *(f"{bits:>9}  {name:18s} {meaning}" for bits, name, meaning in families(tables.layout)),
    )
    yield from _section("Rewards", *_rewards(rules, width))
    yield from _section("End", *_end(width))
    yield from _section("Versions", *(f"v{number}  {what}" for number, what in VERSIONS.items()))


def _actions(tables: VectorEuchre, width: int) -> Iterator[str]:
    """The cards in short, the calls one by one."""
    names, pack = tables.actions.names, tables.rules.pack
    calls = ", ".join(name for name in names if not name.startswith("card["))
    yield f"0-{pack - 1}: a card, seen from trumps: {names[0]}, ..., {names[pack - 1]}"
    yield from _wrapped(f"{pack}-{tables.num_actions - 1}: {calls}", width)


def _rewards(rules: Rules, width: int) -> Iterator[str]:
    """What a deal, or a match, brings to a seat."""
    others = "those of the other side" if rules.sides == 2 else "the mean of the others'"
    points = point_differences(rules)
    yield from _wrapped(
        f'reward="points": when a deal ends, every seat gets the points of its side less {others}, '
        f"from {min(points):g} to {max(points):g}; 0 before. The seats' rewards sum to 0.",
        width,
    )
    yield 'reward="match": when the match ends, 1 for every winner and -1 for the others; 0 before.'


def _end(width: int) -> Iterator[str]:
    """When an episode is over."""
    yield from _wrapped(
        'episode="match": when the match is won, as the rules above say; all seats terminate together, nothing is '
        'truncated. episode="deal": after every deal, each from 0-0.',
        width,
    )


def _section(title: str, *lines: str) -> Iterator[str]:
    yield ""
    yield title
    yield from (f"  {line}".rstrip() for line in lines)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width - 4, subsequent_indent="  ")


class Page:
    """The docstring of a class whose objects play a game: its own text, and of an object the page about its game.

    So `help(raw_env)` tells how to use the class, and `print(game.__doc__)`, or `game?` in a notebook, what is played.

    Args:
        text: the docstring of the class.
    """

    def __init__(self, text: str | None):
        self._text = text

    def __get__(self, game: Any, owner: type) -> str | None:
        return self._text if game is None else game_page(game.tables.rules)
