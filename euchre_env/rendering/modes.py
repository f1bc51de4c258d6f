"""The modes that the environments render in: "ansi", "human" and "rgb_array"."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from euchre_env.rendering.raster import pixels_of, require_pictures
from euchre_env.rendering.style import UNICODE, Style
from euchre_env.rendering.svg import render_record_svg
from euchre_env.rendering.text import render_record

Rendered = str | NDArray[np.uint8] | None


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """The mode that an environment is asked for.

    Raises:
        ValueError: it is none of `modes`, nor None; MissingPicturesError (a ValueError): it is "rgb_array", and the
            extra `pictures` is not installed.
    """
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode={mode!r}: must be None, {' or '.join(map(repr, modes))}")
    if mode == "rgb_array":
        require_pictures()


@overload
def draw(record: Mapping[str, Any], mode: Literal["ansi"], viewer: int | None = None) -> str:
    """As text."""


@overload
def draw(record: Mapping[str, Any], mode: str, viewer: int | None = None) -> Rendered:
    """In any mode."""


def draw(record: Mapping[str, Any], mode: str, viewer: int | None = None) -> Rendered:
    """The table of a deal record as `viewer` sees it (see `render_text`): as text in mode "ansi", as pixels, uint8
    [768, 800, 3], in mode "rgb_array", printed in mode "human"."""
    if mode == "ansi":
        return render_record(record, viewer=viewer, style=UNICODE)
    if mode == "rgb_array":
        return pixels_of(render_record_svg(record, viewer=viewer))
    print(render_record(record, viewer=viewer, style=Style.of(sys.stdout)), flush=True)
    return None
