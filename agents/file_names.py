"""Names of files and folders as readers see them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def short_names(places: Sequence[Path]) -> list[str]:
    """As much of the end of each path as it takes to tell them apart.

    >>> short_names([Path("runs/first"), Path("runs/second")]), short_names([Path("a/run"), Path("b/run")])
    (['first', 'second'], ['a/run', 'b/run'])
    """
    longest = max(len(place.parts) for place in places)
    for parts in range(1, longest + 1):
        names = [Path(*place.parts[-parts:]).as_posix() for place in places]
        if len(set(names)) == len(places):
            return names
    return list(map(str, places))
