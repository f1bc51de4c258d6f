"""Sequential tests: the way of the log-likelihood ratio to one of its bounds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from agents.plots.canvas import label
from agents.plots.parts import HEAD, NARROWEST, Entry, Part, shape_of
from agents.plots.style import AHEAD, BEHIND, GREY, INK, head, note, with_sign

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from agents.plots.style import Area

WIDTH, HEIGHT = 5.0, 3.4
"""Inches of a variant."""


def sequential_part(results: Sequence[Entry]) -> Part:
    """A against B until it was decided whether A gains enough, in one or several variants."""
    rows, columns = shape_of(len(results))
    return Part(max(WIDTH * columns, NARROWEST), HEAD + HEIGHT * rows, partial(draw_sequential, results))


def draw_sequential(results: Sequence[Entry], area: Area) -> None:
    """Draw every variant into a cell of its own."""
    (a, b), test = map(label, results[0]["agents"]), results[0]["sprt"]
    gains = f"H0: {a} gains {with_sign(test['low'])} points per deal, H1: {with_sign(test['high'])}"
    errors = f"either is accepted wrongly in {test['alpha']:.0%} of cases at most"
    head(area, f"Does {a} gain on {b}? A sequential test", f"{gains}; {errors}")
    rows, columns = shape_of(len(results))
    grid = area.add_gridspec(rows, columns)
    for number, entry in enumerate(results):
        draw_test(area.add_subplot(grid[divmod(number, columns)]), entry)


def draw_test(axes: Axes, entry: Entry) -> None:
    """One variant."""
    test = entry["sprt"]
    path = np.array(test["log_likelihood_ratios"], np.float64).reshape(-1, 2)
    axes.plot(path[:, 0], path[:, 1], color=INK, linewidth=1.2, label="ratio")
    axes.axhline(0, color=GREY, linewidth=1)
    sides = ("H0 accepted", BEHIND, "bottom", 3), ("H1 accepted", AHEAD, "top", -3)
    for bound, (meaning, colour, edge, up) in zip(test["bounds"], sides, strict=True):
        axes.axhline(bound, color=colour, linewidth=1.6, label=meaning)
        note(axes, meaning, (0, bound), (4, up), colour, va=edge)
    axes.plot(path[-1:, 0], path[-1:, 1], "o", color=INK, label="end")
    decision = f"{test['decision']} accepted" if test["decision"] in ("H0", "H1") else "undecided"
    axes.set_title(f"{label(entry['variant'])}: {decision} after {entry['deals']:,} deals")
    axes.set_xlabel("deals in every seating")
    axes.set_ylabel("log-likelihood ratio")
    axes.set_xlim(left=0)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.yaxis.set_major_formatter(with_sign)
