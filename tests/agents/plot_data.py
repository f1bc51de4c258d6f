"""Results as `--json` has them, and what is found in a figure."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text

from agents.measuring.arena import DealResult
from agents.measuring.behaviour import BANDS
from agents.measuring.evaluation import points_entry
from agents.measuring.statistics import wilson_interval

BLOCKS = np.array([-1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 1.5, 2.0])


def comparison(agents: tuple[str, str] = ("rule", "random"), variant: str = "north_american", **other: Any) -> Any:
    """Two agents: A is ahead by 0.4375 points in eight blocks, and won 60 of 80 matches."""
    rate, matches = 0.75, 80
    return {
        "variant": variant,
        "agents": list(agents),
        "agent_hashes": ["0123456789abcdef", "random"],
        "seed": 3,
        "final": False,
        **points_entry(DealResult.of(BLOCKS)),
        "match_win_rate": rate,
        "match_interval": list(wilson_interval(rate, matches)),
        "matches": matches,
        "fair_share": 0.5,
        **other,
    }


UNPLAYED = {"matches": 0, "match_win_rate": None, "match_interval": None}
"""What a comparison says where no matches were played."""


def card(**other: Any) -> Any:
    """An agent of the 24-card game whose lone hands alone lie outside their band."""
    figures = {name: (low + high) / 2 for name, (low, high) in BANDS.items()} | {"void": 0.0, "lone_hands": 0.5}
    return {
        "variant": "north_american",
        "agent": "rule",
        "agent_hash": "0123456789abcdef",
        "seed": 0,
        "final": False,
        "score": None,
        "deals": 500,
        **figures,
        "made": {"eldest": [0.1, 0.5], "pone": [0.2, None], "dealer": [0.6, 1.0]},
        "bands": {name: list(band) for name, band in BANDS.items()},
        "outside": ["lone_hands"],
        **other,
    }


def panel(figure: Figure, title: str) -> Axes:
    """The panel whose title begins so."""
    (found,) = (axes for axes in figure.get_axes() if axes.get_title(loc="left").startswith(title))
    return found


def labelled(axes: Axes, label: str) -> list[Line2D]:
    """The lines that stand for one thing."""
    return [line for line in axes.get_lines() if line.get_label() == label]


def data(line: Line2D) -> list[tuple[float, float]]:
    """The points of a line."""
    return [(float(x), float(y)) for x, y in zip(*line.get_data(), strict=True)]


def written(figure: Figure) -> str:
    """All that is written in a figure, a text a line."""
    return "\n".join(text.get_text() for text in figure.findobj(Text))
