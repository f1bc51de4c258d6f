"""The results of an evaluation in one figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from agents.plots.canvas import house_style, new_figure
from agents.plots.cards import cards_part
from agents.plots.cross import cross_part
from agents.plots.pairs import pairs_part
from agents.plots.parts import Part
from agents.plots.sequential import sequential_part
from agents.plots.style import NOTE

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def evaluation_figure(found: Mapping[str, Any]) -> Figure:
    """What an evaluation has found, in one figure: every part as its kind is drawn, one below the other.

    Two agents: the distribution of blocks, the mean and its interval, the matches won. A sequential test: the way of
    its log-likelihood ratio. More agents: matrices and ratings. Cards: every figure on its band.

    Args:
        found: plain data as `evaluate.py --json` writes it.

    Raises:
        MissingPlotLibraryError: matplotlib is not installed.
        ValueError: there are no results in it, or more than anybody can look at.
    """
    parts = parts_of(found)
    if not parts:
        raise ValueError("there are no results to draw")
    with house_style():
        figure = new_figure(max(part.width for part in parts), sum(part.height for part in parts))
        areas = figure.subfigures(len(parts), 1, squeeze=False, height_ratios=[part.height for part in parts])
        for area, part in zip(areas[:, 0], parts, strict=True):
            part.draw(area)
        if found.get("interrupted"):
            less = "Interrupted: these are the results of what was finished."
            figure.supxlabel(less, x=0.01, ha="left", fontsize=NOTE)
    return figure


def parts_of(found: Mapping[str, Any]) -> list[Part]:
    """What there is to draw, from the top."""
    results, cards = found["results"], found.get("cards")
    if results and found.get("ratings") is not None:
        return [cross_part(found)]
    parts: list[Part] = []
    if tests := [entry for entry in results if entry.get("sprt")]:
        parts.append(sequential_part(tests))
    if pairs := [entry for entry in results if not entry.get("sprt")]:
        parts.append(pairs_part(pairs))
    if cards:
        parts.append(cards_part(cards))
    return parts
