"""How the table is spoken of to one who sits at it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

YOU = "you"
AROUND = {2: ("opponent",), 3: ("left", "right"), 4: ("left", "partner", "right")}
"""By players, what the others are called, from the left on; with more of them `player_N`."""
VERB = re.compile(rf"\b{YOU} ([a-z]+s)\b")


def seat_names(players: int, seat: int) -> tuple[str, ...]:
    """The names of the absolute seats for one who sits at `seat`.

    >>> seat_names(4, 1), seat_names(5, 4)[3:]
    (('right', 'you', 'left', 'partner'), ('player_3', 'you'))
    """
    others = AROUND.get(players) or [f"player_{(seat + step) % players}" for step in range(1, players)]
    return tuple((YOU, *others)[(number - seat) % players] for number in range(players))


def addressed(text: str) -> str:
    """A text about somebody called `you`, his verbs in the second person.

    >>> addressed("you passes, right buries a card; you buries two, you and left")
    'you pass, right buries a card; you bury two, you and left'
    """
    return VERB.sub(lambda match: f"{YOU} {plain_form(match[1])}", text)


def plain_form(verb: str) -> str:
    """`pass` for `passes`.

    >>> [plain_form(verb) for verb in ("passes", "buries", "chooses", "plays")]
    ['pass', 'bury', 'choose', 'play']
    """
    if verb.endswith("sses"):
        return verb[:-2]
    return verb[:-3] + "y" if verb.endswith("ies") else verb[:-1]


def either(items: Sequence[str]) -> str:
    """Several things of which one is meant.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    *before, last = items
    return f"{', '.join(before)} or {last}" if before else last


def span(numbers: Sequence[int]) -> str:
    """Numbers that follow upon each other.

    >>> span([3]), span([3, 4]), span([0, 1, 2])
    ('3', '3 or 4', '0 to 2')
    """
    first, last = numbers[0], numbers[-1]
    if len(numbers) == 1:
        return f"{first}"
    return f"{first} or {last}" if len(numbers) == 2 else f"{first} to {last}"


def counted(count: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listing(title: str, items: Iterable[str], width: int, between: str = ", ") -> Iterator[str]:
    """`title  one, two, three` in lines that break between two items, the rest under the first.

    >>> list(listing("calls", ["left passes", "you pass"], 20))
    ['calls  left passes,', '       you pass']
    """
    line, indent, whole = f"{title}  ", " " * (len(title) + 2), list(items)
    for number, item in enumerate(whole, 1):
        follows = item if line.isspace() or number == 1 else f"{between}{item}"
        comma = len(between.rstrip()) * (number < len(whole))
        if len(line) + len(follows) + comma > width and follows != item:
            yield f"{line}{between}".rstrip()
            line, follows = indent, item
        line += follows
    yield line.rstrip()
