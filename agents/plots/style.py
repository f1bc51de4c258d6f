"""How every figure looks: colours that colour-blind people tell apart, few lines, no frames."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    Area = Figure | SubFigure

Interval = Sequence[float | None] | None
"""The ends as JSON has them: null where they are not known."""

FONT = "DejaVu Sans"  # comes with matplotlib

INK, GREY, FAINT = "#222222", "#6E6E6E", "#E4E4E4"
AHEAD, LEVEL, BEHIND = "#0072B2", "#B3B3B3", "#D55E00"
"""A is ahead, nobody is, B is."""

SERIES = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000")
"""Lines that stand for one thing each.

M. Okabe, K. Ito, Color universal design (2008); their yellow is too pale on white."""

DASHES = ("solid", "dashed", "dotted", "dashdot")
"""How lines go on being different when the colours are used up."""

TITLE, PANEL, TEXT, NOTE, SMALL = 13, 10, 9, 8, 7
"""Sizes of letters, in points."""

STYLE: dict[str, Any] = {
    "font.family": FONT,
    "font.size": TEXT,
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign in a name is one
    "axes.edgecolor": GREY,
    "axes.labelcolor": GREY,
    "axes.labelsize": NOTE,
    "axes.titlelocation": "left",
    "axes.titlesize": PANEL,
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "xtick.color": GREY,
    "xtick.labelsize": NOTE,
    "ytick.color": GREY,
    "ytick.labelsize": NOTE,
    "legend.frameon": False,
    "lines.solid_capstyle": "butt",
    "svg.hashsalt": "euchre_env",  # names of parts that do not change from file to file
}
"""Settings of matplotlib while a figure is made."""


def head(area: Area, title: str, note: str) -> None:
    """What is seen, above, and how it was measured, below, in lines that are not too long."""
    points = 72 * area.bbox.width / area.dpi
    above, below = (textwrap.fill(text, int(points / (0.68 * size))) for text, size in ((title, TITLE), (note, NOTE)))
    area.suptitle(above, x=0.01, ha="left", fontsize=TITLE, fontweight="bold")
    area.supxlabel(below, x=0.01, ha="left", fontsize=NOTE, color=GREY)


def rows_of(axes: Axes, names: Sequence[str]) -> None:
    """Make rows from the top, at 0, 1, ..., with their names."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0, pad=8, labelcolor=INK)
    axes.grid(visible=False, axis="y")
    axes.spines["left"].set_visible(False)


def make_room(axes: Axes, values: Iterable[float | None]) -> None:
    """Let a horizontal axis reach from the lowest of some values to the highest, and a little beyond."""
    known = [value for value in values if value is not None]
    margin = 0.12 * (max(known) - min(known)) or 1.0
    axes.set_xlim(min(known) - margin, max(known) + margin)


def mark(
    axes: Axes,
    row: float,
    value: float,
    interval: Interval,
    colour: str,
    written: Callable[[float], str],
) -> None:
    """A figure in its row with the interval that it lies in, if there is one, drawn and written.

    The text goes where there is room, so the limits of the axis must stand before.
    """
    text = written(value)
    if ends := both_ends(interval):
        axes.plot(ends, [row, row], color=colour, linewidth=2.2, label="interval")
        text += f" ({' to '.join(map(written, ends))})"
    axes.plot([value], [row], "o", color=colour, markersize=6, markeredgecolor="white", clip_on=False, label="value")
    low, high = axes.get_xlim()
    side = ("left", "center", "right")[min(2, int(3 * (value - low) / (high - low)))]
    note(axes, text, (value, row), (0, 6), colour, ha=side, va="bottom")


def note(
    axes: Axes, text: str, place: tuple[float, float], shift: tuple[float, float], colour: str, **more: Any
) -> None:
    """A small text near a place, shifted by points."""
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 0.5, "alpha": 0.8}
    axes.annotate(text, place, shift, textcoords="offset points", color=colour, fontsize=NOTE, bbox=paper, **more)


def both_ends(interval: Interval) -> tuple[float, float] | None:
    """The ends of an interval; None unless both are known.

    >>> both_ends([0.5, 1]), both_ends([None, 1]), both_ends(None)
    ((0.5, 1), None, None)
    """
    low, high = interval or (None, None)
    return None if low is None or high is None else (low, high)


def colour_of(interval: Interval, level: float = 0) -> str:
    """Whether an interval lies above a level, below it, or tells no difference.

    >>> [colour_of(interval) == meaning for interval, meaning in (((1, 2), AHEAD), ((-1, 2), INK), (None, INK))]
    [True, True, True]
    """
    low, high = both_ends(interval) or (level, level)
    return AHEAD if low > level else BEHIND if high < level else INK


def in_percent(value: float, _: object = None) -> str:
    """A tick of an axis of rates.

    >>> in_percent(0.5), in_percent(0.125)
    ('50%', '12.5%')
    """
    return f"{100 * value:.6g}%"


def with_sign(value: float, _: object = None) -> str:
    """A tick of an axis of points.

    >>> with_sign(0.5), with_sign(-1.0), with_sign(0.0)
    ('+0.5', '-1', '0')
    """
    return f"{value:+.6g}" if abs(value) > 1e-12 else "0"
