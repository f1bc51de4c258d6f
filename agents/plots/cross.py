"""More than two agents: who is ahead of whom, by how much, and the ratings that follow."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from agents.plots.canvas import diverging, label
from agents.plots.parts import HEAD, NARROWEST, Entry, Part, how_measured
from agents.plots.style import (
    FAINT,
    GREY,
    INK,
    SMALL,
    TEXT,
    Interval,
    both_ends,
    colour_of,
    head,
    make_room,
    mark,
    rows_of,
    with_sign,
)
from agents.tables import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from agents.plots.style import Area

CELL_WIDTH, CELL_HEIGHT, MARGIN, RATINGS = 1.2, 0.6, 1.1, 3.4
"""Inches: of a cell, of what stands beside and around a matrix, of the ratings."""

DARK = 0.85
"""Share of the strongest colour from which letters are white."""

NAME = 12
"""Letters in a line of an agent's name."""

Cell = tuple[float, Interval]
"""A figure and its interval."""


@dataclass(frozen=True)
class Matrix:
    """Figures of each row's agent against each column's; pairs that were not played are missing."""

    names: Sequence[str]
    cells: Mapping[tuple[str, str], Cell]
    level: float
    """the figure of equals, where the colours part"""
    written: Callable[[float], str]


def cross_part(found: Mapping[str, Any]) -> Part:
    """All agents against each other, a row for each variant."""
    tables = by_variant(found["results"])
    return Part(max(sum(widths(found)), NARROWEST), HEAD + sum(heights(tables)), partial(draw_cross, found))


def by_variant(results: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The comparisons of each variant."""
    return {v: [e for e in results if e["variant"] == v] for v in dict.fromkeys(e["variant"] for e in results)}


def names_of(entries: Sequence[Entry]) -> list[str]:
    """The agents in their order."""
    return list(dict.fromkeys(name for entry in entries for name in entry["agents"]))


def widths(found: Mapping[str, Any]) -> list[float]:
    """Of the points, of the matches if there are any, of the ratings if there are any."""
    matrix = MARGIN + CELL_WIDTH * max(len(names_of(entries)) for entries in by_variant(found["results"]).values())
    matches = any(entry["matches"] for entry in found["results"])
    return [matrix] * (1 + matches) + [RATINGS] * bool(found["ratings"])


def heights(tables: Mapping[str, Sequence[Entry]]) -> list[float]:
    """Of the variants."""
    return [MARGIN + CELL_HEIGHT * len(names_of(entries)) for entries in tables.values()]


def draw_cross(found: Mapping[str, Any], area: Area) -> None:
    """Draw the matrices and ratings of each variant side by side."""
    how = f"{how_measured(found['results'][0])}, the same for all pairs, each in every seating"
    parts = [
        how,
        "below each figure its 95% interval, bold where it leaves no doubt who is ahead",
        *map(chain, found.get("cycles") or ()),
    ]
    head(area, "Every agent against every other on duplicate deals", "; ".join(parts))
    tables = by_variant(found["results"])
    grid = area.add_gridspec(len(tables), len(widths(found)), height_ratios=heights(tables), width_ratios=widths(found))
    for row, (variant, entries) in enumerate(tables.items()):
        matrices = [("points per deal\nof the row's agent beyond the column's", points_matrix(entries))]
        if any(entry["matches"] for entry in found["results"]):
            matrices.append(("matches won\nby the row's agent of the column's", matches_matrix(entries)))
        for column, (title, matrix) in enumerate(matrices):
            axes = area.add_subplot(grid[row, column])
            axes.set_title(f"{label(variant)}: {title}")
            draw_matrix(axes, matrix)
        if found["ratings"]:
            ratings = [rating for rating in found["ratings"] if rating["variant"] == variant]
            draw_ratings(area.add_subplot(grid[row, len(matrices)]), names_of(entries), ratings)


def chain(cycle: Entry) -> str:
    """Agents that beat each other in a circle."""
    names = map(label, [*cycle["agents"], *cycle["agents"][:1]])
    return f"cycle in {label(cycle['variant'])}, which no rating can tell: {' beats '.join(names)}"


def points_matrix(entries: Sequence[Entry]) -> Matrix:
    """Points per deal of the row's agent beyond the column's."""
    cells: dict[tuple[str, str], Cell] = {}
    for entry in entries:
        (a, b), points, (low, high) = entry["agents"], entry["points_per_deal"], entry["interval"]
        cells[a, b] = points, (low, high)
        cells[b, a] = -points, tuple(None if end is None else -end for end in (high, low))
    return Matrix(names_of(entries), cells, 0, lambda points: f"{points:+.3f}")


def matches_matrix(entries: Sequence[Entry]) -> Matrix:
    """The share of matches that the row's agent won, alone on its side; of more than two sides it has no mirror."""
    cells: dict[tuple[str, str], Cell] = {}
    for entry in entries:
        (a, b), rate, interval = entry["agents"], entry["match_win_rate"], entry["match_interval"]
        if rate is not None:
            cells[a, b] = rate, interval
            if entry["fair_share"] == 0.5:
                cells[b, a] = 1 - rate, interval and [1 - interval[1], 1 - interval[0]]
    return Matrix(names_of(entries), cells, entries[0]["fair_share"], percent)


def draw_matrix(axes: Axes, matrix: Matrix) -> None:
    """Every figure on its colour; a pair that was not played, and an agent against itself, stay empty."""
    names, level = matrix.names, matrix.level
    values = np.full((len(names), len(names)), np.nan)
    for (a, b), (value, _) in matrix.cells.items():
        values[names.index(a), names.index(b)] = value
    furthest = max((abs(value - level) for value, _ in matrix.cells.values()), default=0) or 1.0
    axes.imshow(values, cmap=diverging(), vmin=level - furthest, vmax=level + furthest, aspect="auto")
    for (a, b), (value, interval) in matrix.cells.items():
        place = names.index(b), names.index(a)
        colour = "white" if abs(value - level) > DARK * furthest else INK
        weight = "normal" if colour_of(interval, level) == INK else "bold"
        write(axes, matrix.written(value), place, 5, color=colour, fontsize=TEXT, fontweight=weight)
        if ends := both_ends(interval):
            write(axes, " to ".join(map(matrix.written, ends)), place, -8, color=colour, fontsize=SMALL)
    wrapped = [textwrap.fill(label(name), NAME) for name in names]
    axes.set_xticks(range(len(names)), wrapped)
    axes.set_yticks(range(len(names)), wrapped)
    axes.tick_params(length=0, labelcolor=INK)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.set_facecolor(FAINT)


def write(axes: Axes, text: str, place: tuple[float, float], up: float, **looks: Any) -> None:
    """Write into the middle of a cell, moved up by points."""
    axes.annotate(text, place, (0, up), textcoords="offset points", ha="center", va="center", **looks)


def draw_ratings(axes: Axes, names: Sequence[str], ratings: Sequence[Entry]) -> None:
    """Ratings beside the rows of the matrices."""
    rows_of(axes, [""] * len(names))
    axes.set_ylim(len(names) - 0.5, -0.5)
    make_room(axes, [0, *(end for rating in ratings for end in (rating["elo"], *rating["interval"]))])
    axes.axvline(0, color=GREY, linewidth=1)
    for rating in ratings:
        if rating["agent"] in names:
            low, high = rating["interval"]
            interval = (low, high) if low < high else None  # the first agent is where the others are counted from
            mark(axes, names.index(rating["agent"]), rating["elo"], interval, INK, lambda elo: f"{elo:+.0f}")
    axes.set_title("ratings\nfrom blocks won, drawn and lost")
    axes.set_xlabel("Elo, the first agent at 0")
    axes.xaxis.set_major_formatter(with_sign)
