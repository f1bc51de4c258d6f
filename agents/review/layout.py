"""Text and tables in lines of a width: that of the terminal, or where there is none one that suits a file."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from agents.tables import format_table
from euchre_env import Style

NARROWEST, WIDEST = 60, 100
LINE_WIDTH = 80
"""In a file, of the deals one by one, which are read beside other things."""
NARROWEST_NAME = 12
GAP = 2

Row = Sequence[str]


class Layout(NamedTuple):
    """How the report is laid out.

    Attributes:
        style: of cards and signs.
        width: of everything, in characters.
        line_width: of the deals one by one.
    """

    style: Style
    width: int = WIDEST
    line_width: int = LINE_WIDTH

    @classmethod
    def of(cls, style: Style, terminal: int | None) -> Layout:
        """The layout for a terminal of so many columns; None: there is no terminal."""
        if terminal is None:
            return cls(style)
        width = min(max(terminal, NARROWEST), WIDEST)
        return cls(style, width, width)

    def wrapped(self, text: str, indent: int = 4) -> str:
        """A text in lines, all but the first indented."""
        return textwrap.fill(text, self.width, subsequent_indent=" " * indent, break_on_hyphens=False)

    def table(self, header: Row, rows: Sequence[Row], indent: int) -> str:
        """A table as `fitted_table` makes it, indented."""
        return textwrap.indent(fitted_table(header, rows, self.width - indent), " " * indent)


def terminal_width() -> int | None:
    """How many columns the terminal has; None: standard output is none."""
    return shutil.get_terminal_size((WIDEST, 24)).columns if sys.stdout.isatty() else None


def fitted_table(header: Row, rows: Sequence[Row], width: int) -> str:
    """A table whose headings, and if need be whose cells, are broken between words to fit; columns for which there is
    no room even so stand in a table of their own below, with the first column again.

    >>> print(fitted_table(["player", "points lost"], [["Ann", "0.25"]], 16))
            points
    player    lost
    Ann       0.25
    """
    table = [header, *rows]
    columns = [[row[column] for row in table] for column in range(len(header))]
    least = [max(map(longest_word, cells)) for cells in columns]
    least[0] = min(least[0] + GAP, NARROWEST_NAME)  # with a mark before it, or an indent
    count = len(header)
    while count > 2 and sum(least[:count]) + GAP * (count - 1) > width:
        count -= 1
    own = broken(table, columns[:count], least[:count], width)
    if count == len(header):
        return own
    return f"{own}\n{fitted_table(*below(table, count), width)}"


def below(table: Sequence[Row], first: int) -> tuple[Row, list[Row]]:
    """Header and rows of the first column and of those from `first` on."""
    header, *rows = ([row[0], *row[first:]] for row in table)
    return header, list(rows)


def broken(table: Sequence[Row], columns: Sequence[Row], least: Sequence[int], width: int) -> str:
    """The table of some columns, none narrower than `least`: headings are broken first, then cells."""
    widths = [max(map(len, cells)) for cells in columns]
    headings = [max(low, *map(len, cells[1:])) if cells[1:] else low for low, cells in zip(least, columns, strict=True)]
    for lowest in (headings, least):
        while sum(widths) + GAP * (len(widths) - 1) > width:
            wide = [column for column, low in enumerate(lowest) if widths[column] > low]
            if not wide:
                break
            widths[max(wide, key=lambda column: widths[column])] -= 1
    head, *lines = (
        line for place, row in enumerate(table) for line in lines_of(row[: len(widths)], widths, upward=place == 0)
    )
    return format_table(head, lines)


def lines_of(row: Row, widths: Sequence[int], upward: bool) -> Iterator[list[str]]:
    """A row in as many lines as its cells need; `upward`: what is short stands at the bottom."""
    cells = []
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        indent = "" if column else "  "
        found = textwrap.wrap(bound(cell), width, subsequent_indent=indent, break_on_hyphens=False)
        cells.append([line.replace("\xa0", " ") for line in found][:: -1 if upward else 1])
    lines = [list(line) for line in zip_longest(*cells, fillvalue="")]
    yield from lines[::-1] if upward else lines


def bound(cell: str) -> str:
    """A cell in which an amount stays with its sign."""
    for sign in (" ± ", " +- ", " %"):
        cell = cell.replace(sign, sign.replace(" ", "\xa0"))
    return cell


def longest_word(cell: str) -> int:
    """How wide a cell is at least."""
    return max(map(len, bound(cell).split(" ")), default=0)
