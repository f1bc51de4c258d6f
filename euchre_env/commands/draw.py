"""Draw the table of a deal record: as text, or with --output as a picture (.svg, .png)."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from typing import Any

from euchre_env.actions import IllegalAction
from euchre_env.commands.arguments import UsageError, whole_number
from euchre_env.commands.input import naming, opened
from euchre_env.commands.keeping import check_no_records
from euchre_env.commands.output import RecordFile
from euchre_env.deal_checks import HIGHEST
from euchre_env.records import RecordError, read_record, record_lines
from euchre_env.rendering import Style, encoded, render_record, render_record_svg
from euchre_env.spelling import file_name, one_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `draw`."""
    parser.add_argument("file", metavar="FILE", help="records, one deal a line; - reads standard input")
    parser.add_argument(
        "--deal", metavar="N", type=whole_number(1, HIGHEST), default=1, help="the line of the file (default: 1)"
    )
    parser.add_argument(
        "--step", metavar="K", type=whole_number(0, HIGHEST), help="after so many decisions (default: after all)"
    )
    parser.add_argument(
        "--viewer",
        metavar="SEAT",
        type=whole_number(0, 6),
        help="show only what this seat knows (default: every hand)",
    )
    parser.add_argument(
        "--output", metavar="PICTURE", help="a file ending in .svg or .png (default: text on standard output)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw; 1 if the file has no such deal, or one that cannot be played so far."""
    how: dict[str, Any] = {"steps": arguments.step, "viewer": arguments.viewer, "all_hands": arguments.viewer is None}
    try:
        record = _record(arguments)
        if arguments.output is None:
            print(render_record(record, style=Style.of(sys.stdout), **how))
            return 0
        svg = render_record_svg(record, **how)
    except (RecordError, IllegalAction) as error:
        print(f"{file_name(arguments.file)}, line {arguments.deal}: {one_line(str(error))}", file=sys.stderr)
        return 1
    except ValueError as error:
        raise UsageError(f"--{error}") from None
    try:
        picture = encoded(svg, arguments.output)
    except ValueError as error:
        raise UsageError(f"--output {error}") from None
    check_no_records("--output", arguments.output)
    with RecordFile(arguments.output) as file:
        file.write_bytes(picture)
    return 0


def _record(arguments: argparse.Namespace) -> dict[str, Any]:
    """The record on the line asked for, if it goes as far as asked.

    Raises:
        RecordError: there is no such line, no record on it, or not so many decisions in it.
    """
    with naming(arguments.file), opened(arguments.file) as file:
        line = next(islice(record_lines(file), arguments.deal - 1, None), None)
    if line is None:
        raise RecordError("the file has fewer lines")
    record = read_record(line)
    if arguments.step is not None and arguments.step > len(record["actions"]):
        raise RecordError(f"has {len(record['actions'])} decisions, not {arguments.step}")
    return record
