"""Pictures and pages for notebooks, which draw whatever has a `_repr_html_`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from euchre_env.records import RecordError
from euchre_env.rendering.page import render_page
from euchre_env.rendering.raster import png_of
from euchre_env.rendering.record_page import page_deal
from euchre_env.rendering.svg import render_record_svg
from euchre_env.spelling import shown

PAGE_HEIGHT = 900  # pixels


@dataclass(frozen=True, repr=False)
class Picture:
    """One table as an SVG."""

    svg: str

    def _repr_html_(self) -> str:
        return self.svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as .svg, or with the extra `pictures` as .png.

        Raises:
            ValueError: another ending, or the extra is not installed.
            OSError: the file cannot be written.
        """
        Path(path).write_bytes(encoded(self.svg, str(path)))


@dataclass(frozen=True, repr=False)
class Page:
    """A page that steps through deals."""

    html: str

    def _repr_html_(self) -> str:
        """The page in a frame of its own, which cannot reach the notebook."""
        return (
            f'<iframe sandbox="allow-scripts" width="100%" height="{PAGE_HEIGHT}" style="border:0" '
            f'srcdoc="{escape(self.html)}"></iframe>'
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as .html.

        Raises:
            OSError: the file cannot be written.
        """
        Path(path).write_text(self.html, encoding="utf-8")


def encoded(svg: str, name: str) -> bytes:
    """The picture as a file of this name holds it: .svg or .png.

    Raises:
        ValueError: another ending, or the extra `pictures` is not installed.
    """
    ending = Path(name).suffix.lower()
    if ending == ".svg":
        return svg.encode()
    if ending == ".png":
        return png_of(svg)
    raise ValueError(f"{name!r}: a picture's name ends in .svg or .png")


def picture(record: Mapping[str, Any], steps: int | None = None, **how: Any) -> Picture:
    """The table of a deal record after its first `steps` actions (None: all); `how` to draw it as for `render_svg`.

    >>> from euchre_env import VectorEuchre
    >>> tables = VectorEuchre("four_handed", num_tables=16, seed=1)
    >>> picture(tables.record(7)).svg[:4]
    '<svg'
    """
    return Picture(render_record_svg(record, steps=steps, **how))


def show(records: Mapping[str, Any] | Iterable[Mapping[str, Any]], title: str = "Deals", **how: Any) -> Page:
    """One deal record, or several, as a page to step through; `how` to draw the tables as for `page_deal`.

    Raises:
        RecordError: no deal can begin with one of them, or they are no records at all.
        ValueError: see `page_deal` and `render_page`.
    """
    return Page(render_page(title, [page_deal(record, **how) for record in _several(records)]))


def _several(records: object) -> Iterable[Any]:
    if isinstance(records, Mapping):
        return [records]
    if isinstance(records, Iterable) and not isinstance(records, str | bytes):
        return records
    raise RecordError(f"records={shown(records)}: must be a deal record or several, such as read_record gives")
