"""Two agents, variant by variant: how the blocks fall, what they come to, how many matches are won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from agents.measuring.bins import binned
from agents.measuring.report import same_hashes
from agents.plots.canvas import label
from agents.plots.parts import HASH, HEAD, NARROWEST, Entry, Part, how_measured, shape_of
from agents.plots.style import (
    AHEAD,
    BEHIND,
    GREY,
    INK,
    LEVEL,
    both_ends,
    colour_of,
    head,
    in_percent,
    make_room,
    mark,
    note,
    rows_of,
    with_sign,
)
from agents.tables import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.gridspec import SubplotSpec

    from agents.plots.style import Area

WIDTH, BLOCKS, STRIP, ROW = 4.6, 2.6, 0.6, 0.32
"""Inches: a variant's width; heights of its blocks, of a strip with intervals, and of every row in it."""


def pairs_part(results: Sequence[Entry]) -> Part:
    """A against B in one or several variants."""
    rows, columns = shape_of(len(results))
    return Part(max(WIDTH * columns, NARROWEST), HEAD + rows * sum(heights(results)), partial(draw_pairs, results))


def heights(results: Sequence[Entry]) -> list[float]:
    """Of the blocks, of what they come to, and of the matches if any were played."""
    estimates = 1 + max(len(entry.get("phases") or ()) for entry in results)
    matches = [STRIP + ROW] if any(entry["matches"] for entry in results) else []
    return [BLOCKS, STRIP + ROW * estimates, *matches]


def draw_pairs(results: Sequence[Entry], area: Area) -> None:
    """Draw every variant into a cell of its own."""
    a, b = map(label, results[0]["agents"])
    seatings = "each in every seating, which makes a block; 95% intervals"
    hashes = f"; hashes {hashes_of(results[0])}" if same_hashes(results) else ""
    head(area, f"{a} against {b} on duplicate deals", f"{how_measured(results[0])}, {seatings}{hashes}")
    rows, columns = shape_of(len(results))
    grid = area.add_gridspec(rows, columns, hspace=0.15, wspace=0.06)
    for number, entry in enumerate(results):
        draw_pair(area, grid[divmod(number, columns)], heights(results), entry)
        if not same_hashes(results):
            note_hashes(area.axes[-1], entry)


def hashes_of(entry: Entry) -> str:
    """Which versions of the agents they were."""
    return " and ".join(label(text[:HASH]) for text in entry["agent_hashes"])


def draw_pair(area: Area, place: SubplotSpec, sizes: Sequence[float], entry: Entry) -> None:
    """One variant."""
    cell = place.subgridspec(len(sizes), 1, height_ratios=sizes)
    draw_blocks(area.add_subplot(cell[0]), entry)
    draw_estimates(area.add_subplot(cell[1]), entry)
    if len(sizes) > 2:
        draw_matches(area.add_subplot(cell[2]), entry)


def note_hashes(axes: Axes, entry: Entry) -> None:
    """Tell the hashes of one variant, below what is drawn last of it."""
    axes.set_xlabel(f"{axes.get_xlabel()}\nhashes {hashes_of(entry)}")


def verdict(entry: Entry) -> str:
    """Who is ahead, if it can be told."""
    colour = colour_of(entry["interval"])
    if colour == INK:
        return "no difference can be told"
    return f"{label(entry['agents'][colour != AHEAD], 16)} is ahead"


def draw_blocks(axes: Axes, entry: Entry) -> None:
    """How many blocks came to how many points, with their mean and its interval."""
    deals, histogram = entry["deals"], entry["block_histogram"]
    width, bins = binned(histogram)
    colours = [LEVEL if points == 0 else AHEAD if points > 0 else BEHIND for points in bins]
    axes.bar(list(bins), [count / deals for count in bins.values()], width=0.9 * width, color=colours)
    axes.axvline(0, color=GREY, linewidth=1, label="zero")
    if ends := both_ends(entry["interval"]):
        axes.axvspan(*ends, color=INK, alpha=0.25, linewidth=0, label="interval")
    axes.axvline(entry["points_per_deal"], color=INK, linewidth=1.4, linestyle="dashed", label="mean")
    axes.set_title(f"{label(entry['variant'])}: {verdict(entry)}", pad=18)
    axes.set_xlabel(f"points per deal of a block, {label(entry['agents'][0], 16)} less {label(entry['agents'][1], 16)}")
    axes.set_ylabel("blocks")
    axes.yaxis.set_major_formatter(in_percent)
    axes.xaxis.set_major_formatter(with_sign)
    axes.grid(visible=False, axis="x")
    won, lost = (sum(count for points, count in histogram if sign * points > 0) for sign in (1, -1))
    counts = ("lost", lost, BEHIND), ("drawn", deals - won - lost, GREY), ("won", won, AHEAD)
    for (words, count, colour), place, side in zip(counts, (0, 0.5, 1), ("left", "center", "right"), strict=True):
        share = f"{words} {percent(count / deals)}"
        note(axes, share, (place, 1), (0, 5), colour, ha=side, xycoords="axes fraction")


def draw_estimates(axes: Axes, entry: Entry) -> None:
    """What the blocks come to, near enough to see the interval; then what the phases alone do."""
    estimates = [("whole deals", entry), *((f"{e['phase']} alone", e) for e in entry.get("phases") or ())]
    rows_of(axes, [name for name, _ in estimates])
    make_room(axes, [0, *(end for _, e in estimates for end in (e["points_per_deal"], *e["interval"]))])
    axes.axvline(0, color=GREY, linewidth=1, label="zero")
    for row, (_, estimate) in enumerate(estimates):
        interval = estimate["interval"]
        mark(axes, row, estimate["points_per_deal"], interval, colour_of(interval), lambda points: f"{points:+.3f}")
    axes.set_xlabel("points per deal, mean of the blocks")
    axes.xaxis.set_major_formatter(with_sign)


def draw_matches(axes: Axes, entry: Entry) -> None:
    """The share of matches that A won, and its fair share."""
    rows_of(axes, ["matches"])
    axes.set_xlim(0, 1)
    fair, interval = entry["fair_share"], entry["match_interval"]
    axes.axvline(fair, color=GREY, linewidth=1, label="fair share")
    if entry["match_win_rate"] is not None:
        mark(axes, 0, entry["match_win_rate"], interval, colour_of(interval, fair), percent)
    axes.set_xlabel(f"won by {label(entry['agents'][0], 16)}, of {entry['matches']:,}; fair share {percent(fair)}")
    axes.xaxis.set_major_formatter(in_percent)
