"""Pictures as pixels: the one place that knows the libraries of the optional extra `pictures`."""

from __future__ import annotations

import io
import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

INSTALLED = all(find_spec(library) is not None for library in ("resvg_py", "PIL"))
ELLIPSIS = "…"  # the one character beyond ASCII in our own pictures; the font has it


class MissingPicturesError(ValueError):
    """Pixels were asked for without the libraries that they need; the message says how to get them."""


def require_pictures() -> None:
    """Make sure that pictures can be made pixels.

    Raises:
        MissingPicturesError: a library is not installed.
    """
    if not INSTALLED:
        raise MissingPicturesError("pictures as pixels need resvg and Pillow: pip install 'euchre-env[pictures]'")


def png_of(svg: str, width: int | None = None) -> bytes:
    """An SVG as a PNG file, `width` pixels wide (None: as the SVG says).

    Text is set in the font that Pillow brings along, so that a picture is the same on every machine; the machine's own
    fonts are looked at only for letters that it lacks.

    Raises:
        MissingPicturesError: the extra `pictures` is not installed.
        ValueError: it is no SVG.
    """
    require_pictures()
    import resvg_py
    from PIL import ImageFont

    font = ImageFont.load_default(16)
    assert isinstance(font, ImageFont.FreeTypeFont)  # wheels of Pillow have FreeType
    family = font.getname()[0]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "font.ttf")
        file.write_bytes(font.font_bytes)
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_files=[str(file)],
            font_family=family,
            sans_serif_family=family,
            skip_system_fonts=svg.replace(ELLIPSIS, "").isascii(),
        )


def pixels_of(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """An SVG as pixels, uint8 [H, W, 3], red, green and blue from 0 to 255; otherwise as `png_of`."""
    png = png_of(svg, width)
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"))
