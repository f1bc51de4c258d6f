"""A part of a figure: how large it is to be, and what draws it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents.plots.style import Area

Entry = dict[str, Any]
"""One comparison, rating, cycle or card, as `--json` has it."""

HEAD = 0.75
"""Inches for a part's title and note."""

NARROWEST = 6.4
"""Inches of a part at least, for its title."""

MOST_COLUMNS = 3
"""Variants side by side."""

HASH = 12
"""Digits of an agent's hash that are enough to know it again."""


@dataclass(frozen=True)
class Part:
    """What is drawn on an area of so many inches."""

    width: float
    height: float
    draw: Callable[[Area], None]


def shape_of(cells: int, columns: int = MOST_COLUMNS) -> tuple[int, int]:
    """Rows and columns for so many variants or panels.

    >>> shape_of(2), shape_of(11)
    ((1, 2), (4, 3))
    """
    columns = min(cells, columns)
    return math.ceil(cells / columns), columns


def how_measured(entry: Entry) -> str:
    """The deals that were played, for the note below."""
    which = "kept from training and tuning" if entry["final"] else f"of seed {entry['seed']}"
    return f"{entry['deals']:,} deals {which}"
