"""Behaviour cards: how an agent plays against itself, and where that lies in the bands of decent play."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from agents.measuring.report import FIGURES, IN_POINTS, shown_points, shown_rate
from agents.plots.canvas import label
from agents.plots.parts import HASH, HEAD, Entry, Part, how_measured
from agents.plots.style import BEHIND, FAINT, INK, NOTE, SERIES, head, in_percent, make_room, note, rows_of, with_sign

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from agents.plots.style import Area

WIDTH, ROW, FRAME = 9.5, 0.3, 0.6
"""Inches: of a card, of a row of it, of title and axis."""

RATES = tuple(name for name in FIGURES if name not in IN_POINTS)
HEIGHTS = tuple(FRAME + ROW * len(names) for names in (RATES, IN_POINTS))
"""Inches of the rates, and of the points below them."""

ROUNDS = (("first round", SERIES[0], "o"), ("second round", SERIES[1], "s"))


def cards_part(cards: Sequence[Entry]) -> Part:
    """The cards of an agent in one or several variants."""
    return Part(WIDTH, HEAD + len(cards) * sum(HEIGHTS), partial(draw_cards, cards))


def draw_cards(cards: Sequence[Entry], area: Area) -> None:
    """Draw every card in a row of its own."""
    card, score = cards[0], cards[0].get("score")
    at = "" if score is None else f", the side with {score[0]} points against {score[1]}"
    grey = "; grey: the bands of decent play" if any(card["bands"] for card in cards) else ""
    played = f"{how_measured(card)}; hash {label(card['agent_hash'][:HASH])}{grey}"
    head(area, f"How {label(card['agent'])} plays against itself{at}", played)
    grid = area.add_gridspec(len(cards), 2, width_ratios=(3, 2), hspace=0.1, wspace=0.05)
    for row, card in enumerate(cards):
        left = grid[row, 0].subgridspec(2, 1, height_ratios=HEIGHTS)
        rates, points, makes = (area.add_subplot(place) for place in (left[0], left[1], grid[row, 1]))
        draw_figures(rates, card, RATES)
        rates.set_title(f"{label(card['variant'])}{verdict(card)}")
        rates.set_xlim(left=0)
        rates.xaxis.set_major_formatter(in_percent)
        draw_figures(points, card, IN_POINTS)
        points.set_xlabel("points")
        points.xaxis.set_major_formatter(with_sign)
        draw_makes(makes, card["made"])


def verdict(card: Entry) -> str:
    """Whether the figures lie within their bands, where there are any."""
    if not card["bands"]:
        return ""
    outside, all_of_them = len(card["outside"]), len(card["bands"])
    return f": {outside} of {all_of_them} outside the bands" if outside else ": all within the bands"


def draw_figures(axes: Axes, card: Entry, names: Sequence[str]) -> None:
    """Figures in rows, on their bands where they have some; what the game has not is a dash."""
    bands: Mapping[str, Sequence[float]] = card["bands"] or {}
    rows_of(axes, [FIGURES[name] for name in names])
    make_room(axes, [0, *(card[name] for name in names), *(end for name in names for end in bands.get(name, ()))])
    for row, name in enumerate(names):
        value, (low, high) = card[name], bands.get(name, (0, 0))
        if name in bands:
            axes.barh(row, high - low, left=low, height=0.7, color=FAINT, label="band")
        colour, shape = (BEHIND, "D") if name in card["outside"] else (INK, "o")
        if value is not None:
            axes.plot([value], [row], shape, color=colour, markersize=6, clip_on=False, label="value")
        text = shown_points(value) if name in IN_POINTS else shown_rate(value)
        note(axes, text, (max(value or 0, high), row), (7, 0), colour, va="center")


def draw_makes(axes: Axes, made: Mapping[str, Sequence[float | None]]) -> None:
    """How often every seat makes when it is asked, round by round; in the bidding games, gets the contract."""
    rounds = ROUNDS[: min(map(len, made.values()), default=0)]
    rows_of(axes, [label(seat) for seat in made])
    axes.set_xlim(0, 1)
    for number, (name, colour, shape) in enumerate(rounds):
        places = [math.nan if (rate := rates[number]) is None else rate for rates in made.values()]
        axes.plot(places, range(len(made)), shape, color=colour, markersize=7, clip_on=False, label=name)
    axes.set_title(f"how often a seat {'makes when asked' if len(rounds) > 1 else 'gets the contract'}")
    axes.xaxis.set_major_formatter(in_percent)
    if len(rounds) > 1:
        axes.legend(loc="upper right", bbox_to_anchor=(1, -0.08), fontsize=NOTE, ncols=2)
