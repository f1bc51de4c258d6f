"""The page about a game: everything that somebody must know who plays it or trains on it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from euchre_env.actions import ActionTable, actions_of
from euchre_env.automaton import point_differences
from euchre_env.checks import is_index
from euchre_env.layout import Layout
from euchre_env.observation import layout_of
from euchre_env.pages.blocks import families
from euchre_env.pages.in_short import DECISIONS, rules_in_short
from euchre_env.pages.numbers import statements_cited
from euchre_env.rules import OPTIONS, Rules
from euchre_env.scripts import KINDS
from euchre_env.spelling import shown, spelled
from euchre_env.variants import PRESETS, VERSIONS, rules_for

NARROWEST = 40  # characters; in fewer no line can be wrapped so that it is read
WIDE_TABLE = 70  # characters from which on the columns of the options stand in line


def game_page(rules: Rules | str, width: int = 100) -> str:
    """The page about a game, in lines of at most `width` characters; numbers in brackets are statements of the rule
    book, which its last section tells.

    Raises:
        RulesError: there is no such variant.
        ValueError: `width` is no whole number from 40.

    >>> print(game_page("two_handed").splitlines()[0])
    two_handed: each for himself with 32 cards; every hand is a lone hand (rule book, 4.1)
    """
    rules = rules if isinstance(rules, Rules) else rules_for(rules)
    if not is_index(width, 1 << 63) or width < NARROWEST:
        raise ValueError(f"width={shown(width)}: must be a whole number from {NARROWEST}")
    lines = list(_lines(rules, width))
    numbers = statements_cited("\n".join(lines), width - 4)
    return "\n".join([*lines, "", "Numbers (of the rule book)", *(f"  {line}" for line in numbers)])


def _lines(rules: Rules, width: int) -> Iterator[str]:
    preset, layout, actions = PRESETS[rules.variant], layout_of(rules), actions_of(rules)
    kinds = [kind for kind in KINDS if f"kind[{kind}]" in layout.names]
    seen = f"{layout.size} bits in {layout.words} words of 64, as the deciding seat sees them"
    yield from wrapped(f"{rules.variant}: {preset.about} (rule book, {preset.section})", width, (2,))
    yield from _section("Rules", rules_in_short(rules), width)
    yield from _section("Options (value, statements)", _options(rules, width), width, (26,))
    yield from _section("Decisions", (f"{kind:12s}{DECISIONS[kind]}" for kind in kinds), width, (14,))
    yield from _section(f"Actions: {actions.size}", _actions(actions, rules.pack), width)
    yield from _section(f"Observation: {seen}", _blocks(layout), width, (32, 13))
    yield from _section("Rewards", _rewards(rules), width)
    yield from _section("End", _end(), width)
    yield from _section("Versions", (f"v{number}  {what}" for number, what in VERSIONS.items()), width, (6,))


def _options(rules: Rules, width: int) -> Iterator[str]:
    """A table: name, value, statements."""
    column = 28 if width >= WIDE_TABLE else 0
    for name, value in rules.options().items():
        yield f"{name:24s}{spelled(value):{column}s}  {OPTIONS[name].statements}"


def _blocks(layout: Layout) -> Iterator[str]:
    """A table: bits, name, meaning."""
    for bits, name, meaning in families(layout):
        yield f"{bits:>9}  {name:18s} {meaning}"


def _actions(actions: ActionTable, pack: int) -> Iterator[str]:
    """The cards in short, the calls one by one."""
    names = actions.names
    calls = ", ".join(name for name in names if not name.startswith("card["))
    yield f"0-{pack - 1}: a card, seen from trumps: {names[0]}, ..., {names[pack - 1]}"
    yield f"{pack}-{actions.size - 1}: {calls}"


def _rewards(rules: Rules) -> Iterator[str]:
    """What a deal, or a match, brings to a seat."""
    others = "those of the other side" if rules.sides == 2 else "the mean of the others'"
    points = point_differences(rules)
    yield (
        f'reward="points": when a deal ends, every seat gets the points of its side less {others}, '
        f"from {min(points):g} to {max(points):g}; 0 before. The seats' rewards sum to 0."
    )
    yield 'reward="match": when the match ends, 1 for every winner and -1 for the others; 0 before.'


def _end() -> Iterator[str]:
    """When an episode is over."""
    yield (
        'episode="match": when the match is won, as the rules above say; all seats terminate together, nothing is '
        'truncated. episode="deal": after every deal, each from 0-0.'
    )


def _section(title: str, lines: Iterable[str], width: int, columns: Sequence[int] = ()) -> Iterator[str]:
    """A title and its lines, indented, each wrapped as `wrapped` does."""
    yield ""
    yield from wrapped(title, width, (2,))
    for line in lines:
        begin = 4 + len(line) - len(line.lstrip())
        yield from wrapped(f"  {line}", width, columns or (begin,))


def wrapped(line: str, width: int, columns: Sequence[int]) -> list[str]:
    """A line in as many as it takes; they go on in the first of the `columns` that leaves half of the width, else in
    column 4.

    >>> wrapped("make  accept the suit turned up, or pass", 24, (6,))
    ['make  accept the suit', '      turned up, or pass']
    """
    column = next((column for column in columns if 2 * column <= width), 4)
    return textwrap.wrap(line.rstrip(), width, subsequent_indent=" " * column, break_on_hyphens=False)


class Page:
    """The docstring of a class whose objects play a game: its own text, and of an object the page about its game.

    So `help(raw_env)` tells how to use the class, and `print(game.__doc__)`, or `game?` in a notebook, what is played.

    Args:
        text: the docstring of the class.
        rules: where an object has the rules of its game, such as `tables.rules`.
    """

    def __init__(self, text: str | None, rules: str):
        self._text, self._rules = text, attrgetter(rules)

    def __get__(self, game: Any, owner: type) -> str | None:
        return self._text if game is None else game_page(self._rules(game))
