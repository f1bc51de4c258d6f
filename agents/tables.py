"""Plain tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; the first is aligned left, the others right.

    >>> print(format_table(["variant", "wins"], [["two_handed", "91.0%"], ["four_handed", "8.5%"]]))
    variant       wins
    two_handed   91.0%
    four_handed   8.5%
    """
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    lines = []
    for row in (header, *rows):
        cells = [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def percent(rate: float) -> str:
    """A rate as a percentage; a dash where there is none.

    >>> percent(0.9731), percent(float("nan"))
    ('97.3%', '-')
    """
    return f"{rate:.1%}" if rate == rate else "-"
