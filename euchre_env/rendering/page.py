"""One HTML file that steps through deals: works offline, loads nothing, and without its script is still a list."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Literal

from euchre_env.rendering.svg import svg_symbols
from euchre_env.spelling import one_line, shown

Tone = Literal["plain", "good", "fair", "bad"]


@dataclass(frozen=True)
class Badge:
    """A word or a figure beside a step or a deal, such as `-0.42`; its tone is its colour."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True)
class CommentTable:
    """A small table below a step: headings, rows of as many cells, and the numbers of the rows that stand out."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    marked: Sequence[int] = ()


@dataclass(frozen=True)
class Frame:
    """One step: a picture with its caption, and what there is to say about it.

    Attributes:
        svg: what `render_svg(..., linked=True)` returns; it goes into the page as it is. All other texts are escaped.
        caption: what has happened, or is to be decided; stands in the list of steps, too.
        comment: plain text; an empty line begins a paragraph.
        table: stands below the comment.
        badge: stands beside the caption.
    """

    svg: str
    caption: str
    comment: str = ""
    table: CommentTable | None = None
    badge: Badge | None = None


@dataclass(frozen=True)
class PageDeal:
    """The steps of a deal under a title; `summary` and `badge` stand beside it in the list of deals."""

    title: str
    frames: Sequence[Frame]
    summary: str = ""
    badge: Badge | None = None


KEYS = "Arrow keys step through a deal, with Shift they go from deal to deal."


@dataclass(frozen=True)
class Highlight:
    """A link above the list of deals: to frame number `frame` of deal number `deal`, both from 0."""

    text: str
    deal: int
    frame: int
    badge: Badge | None = None


def render_page(
    title: str, deals: Iterable[PageDeal], highlights: Sequence[Highlight] = (), introduction: str = ""
) -> str:
    """The page as text; write it as UTF-8.

    Arrow keys, Home and End step through a deal, with Shift the arrows go from deal to deal. A Content-Security-Policy
    forbids it to load anything and to run any script but its own.

    Args:
        title: of the page; `introduction` is plain text below it.
        deals: in the order of the list.
        highlights: the steps most worth seeing, in the order of the list.

    Raises:
        ValueError: a title that is no text, something else than a `PageDeal`, a deal without frames, or a highlight
            that leads nowhere.
    """
    return "".join(_page(title, _checked(title, deals), highlights, introduction))


def _checked(title: object, deals: object) -> tuple[PageDeal, ...]:
    """The deals, if that is what they are, and the title a text."""
    if not isinstance(title, str):
        raise ValueError(f"title={shown(title)}: must be a text")
    several = tuple(deals) if isinstance(deals, Iterable) else (deals,)
    for deal in several:
        if not isinstance(deal, PageDeal):
            raise ValueError(f"{shown(deal)}: must be a PageDeal, such as page_deal(record) makes")
    return several


def _page(title: str, deals: Sequence[PageDeal], highlights: Sequence[Highlight], introduction: str) -> Iterator[str]:
    for number, deal in enumerate(deals):
        if not deal.frames:
            raise ValueError(f"deal {number} has no frames")
    for highlight in highlights:
        if highlight.deal not in range(len(deals)) or highlight.frame not in range(len(deals[highlight.deal].frames)):
            raise ValueError(f"highlight {highlight.text!r}: no frame {highlight.frame} of deal {highlight.deal}")
    style, script = _asset("page.css"), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<svg class="symbols" aria-hidden="true">{svg_symbols()}</svg>\n'
        f"<header>\n<h1>{_text(title)}</h1>\n{_paragraphs(introduction)}</header>\n"
    )
    yield from _lists(deals, highlights)
    yield "<main>\n"
    for number, deal in enumerate(deals):
        yield from _deal(number, deal)
    yield f"</main>\n<script>{script}</script>\n</body>\n</html>\n"


def _lists(deals: Sequence[PageDeal], highlights: Sequence[Highlight]) -> Iterator[str]:
    """Where to go: the highlights, then all deals."""
    yield "<nav>\n"
    if highlights:
        yield '<h2>Highlights</h2>\n<ol class="highlights">\n'
        for entry in highlights:
            yield f"<li>{_link(entry.deal, entry.frame, entry.text)}{_badge(entry.badge)}</li>\n"
        yield "</ol>\n"
    yield f'<h2>Deals</h2>\n<p><small>{KEYS}</small></p>\n<ol class="deals">\n'
    for number, deal in enumerate(deals):
        summary = f" <small>{_text(deal.summary)}</small>" if deal.summary else ""
        yield f"<li>{_link(number, 0, deal.title)}{_badge(deal.badge)}{summary}</li>\n"
    yield "</ol>\n</nav>\n"


def _deal(number: int, deal: PageDeal) -> Iterator[str]:
    """Without the script a deal opens and shows all its steps."""
    yield f'<details class="deal" id="deal-{number + 1}">\n<summary>{_text(deal.title)}</summary>\n'
    for step, frame in enumerate(deal.frames):
        yield f'<article id="{_place(number, step)}">\n<h3>{_text(frame.caption)}{_badge(frame.badge)}</h3>\n'
        yield f"{frame.svg}\n{_paragraphs(frame.comment)}"
        if frame.table is not None:
            yield from _table(frame.table)
        yield "</article>\n"
    yield "</details>\n"


def _table(table: CommentTable) -> Iterator[str]:
    headings = "".join(f'<th scope="col">{_text(name)}</th>' for name in table.columns)
    yield f"<table>\n<tr>{headings}</tr>\n"
    for number, row in enumerate(table.rows):
        cells = "".join(f"<td>{_text(cell)}</td>" for cell in row)
        yield '<tr class="marked">' if number in table.marked else "<tr>"
        yield f"{cells}</tr>\n"
    yield "</table>\n"


def _place(deal: int, frame: int) -> str:
    """Where a step is to be found, counted from 1 as readers do."""
    return f"deal-{deal + 1}-step-{frame + 1}"


def _link(deal: int, frame: int, text: str) -> str:
    return f'<a href="#{_place(deal, frame)}">{_text(text)}</a>'


def _badge(badge: Badge | None) -> str:
    return "" if badge is None else f' <b class="badge {_text(badge.tone)}">{_text(badge.text)}</b>'


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{_text(' '.join(part.split()))}</p>\n" for part in text.split("\n\n") if part.strip())


def _text(text: str) -> str:
    """Any text, harmless in a page."""
    return escape(one_line(text))


@cache
def _asset(name: str) -> str:
    return files("euchre_env.rendering").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """How a policy names the one inline script, or style, that it allows."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
