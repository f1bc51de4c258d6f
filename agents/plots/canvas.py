"""The one place that loads matplotlib, an optional extra: nothing breaks without it until a picture is asked for.

Figures are made without pyplot: nothing here depends on what a notebook has set up there, or changes it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.arguments import PICTURES, write_bytes
from agents.plots.style import AHEAD, BEHIND, FONT, STYLE
from euchre_env import one_line

if TYPE_CHECKING:
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

INSTALLED = find_spec("matplotlib") is not None

LONGEST = 100
"""Inches of a side of a figure."""

DOTS = 200
"""Dots per inch of a PNG."""

UNDATED: dict[str, dict[str, Any]] = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
"""What keeps the date out of a file: the same results make the same bytes."""


class MissingPlotLibraryError(ValueError):
    """A picture was asked for without the library that draws it; the message says how to get it."""


def require_matplotlib() -> None:
    """Make sure that pictures can be drawn.

    Raises:
        MissingPlotLibraryError: matplotlib is not installed.
    """
    if not INSTALLED:
        raise MissingPlotLibraryError("pictures of results need matplotlib: pip install 'euchre-env[plot]'")


@contextmanager
def house_style() -> Iterator[None]:
    """Within it whatever is drawn looks as `STYLE` says, whatever the user's own settings are."""
    require_matplotlib()
    from matplotlib import style

    with style.context(["default", STYLE]):
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, its size in inches, in which everything finds its place by itself.

    Raises:
        ValueError: it would be too large for anybody to look at.
    """
    from matplotlib.figure import Figure

    if max(width, height) > LONGEST:
        size = f"{width:,.0f} by {height:,.0f} inches"
        raise ValueError(f"the picture would be {size}: that is too much to draw in one")
    return Figure(figsize=(width, height), layout="constrained")


def save_figure(figure: Figure, path: str | Path) -> None:
    """Write a figure to a file, all of it or nothing, in the format that the file's name ends in.

    Raises:
        OSError: it cannot be written; the message names the file.
        ValueError: there is no such format.
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in PICTURES:
        raise ValueError(f"{one_line(str(path))}: a picture's name ends in {', '.join(PICTURES)}")
    content = io.BytesIO()
    with house_style():
        figure.savefig(content, format=ending[1:], dpi=DOTS, metadata=UNDATED[ending])
    write_bytes(path, content.getvalue())


def diverging() -> Colormap:
    """From the colour of those behind over white to that of those ahead."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("behind to ahead", [BEHIND, "white", AHEAD])


def label(name: str, longest: int = 30) -> str:
    """A name from outside as the font can write it, on one line, the beginning of a long one left out.

    Raises:
        MissingPlotLibraryError: matplotlib is not installed.

    >>> label("runs/first"), label("牌\\n"), label("a/very/long/way/to/runs/first", longest=12)
    ('runs/first', '\\\\u724c\\\\n', '…/runs/first')
    """
    require_matplotlib()
    from matplotlib.font_manager import FontProperties, findfont, get_font

    glyph = get_font(findfont(FontProperties(family=FONT))).get_char_index
    written = "".join(c if glyph(ord(c)) else c.encode("unicode_escape").decode() for c in one_line(name))
    return written if len(written) <= longest else f"…{written[1 - longest :]}"
