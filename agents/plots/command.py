"""`evaluate.py --curves` and `--from`: pictures of what is there already; nothing is played.

    python evaluate.py --curves runs/first runs/second --plot curves.png
    python evaluate.py --from result.json --plot result.svg

The first shows how runs have learnt: points per deal and matches won against each opponent in each variant over the
decisions, the policy's entropy and what the critic explains. A run in progress is drawn as far as it has come. The
second draws what an earlier evaluation has written with --json.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from agents.arguments import new_picture, program_parser
from agents.plots.canvas import require_matplotlib, save_figure
from agents.plots.curves import curves_figure, read_runs
from agents.plots.figures import evaluation_figure
from agents.plots.results import read_results


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status.

    Raises:
        MissingPlotLibraryError: matplotlib is not installed.
        LogError, ResultsError: a run or a file holds nothing that can be drawn.
        OSError: a file cannot be read, or the picture not written.
    """
    asked = arguments_from(given)
    require_matplotlib()
    if asked.curves is not None:
        figure = curves_figure(read_runs(asked.curves))
    else:
        figure = evaluation_figure(read_results(asked.results))
    save_figure(figure, asked.plot)
    return 0


def arguments_from(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = program_parser("evaluate.py", __doc__)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--curves", type=Path, nargs="*", metavar="RUN", help="folders of runs, finished or not")
    source.add_argument("--from", type=Path, dest="results", metavar="FILE", help="results that --json wrote")
    parser.add_argument(
        "--plot", type=new_picture, required=True, metavar="FILE", help="the picture: a name in .png, .svg or .pdf"
    )
    asked = parser.parse_args(given)
    if asked.curves == []:
        parser.error("--curves needs the folder of a run, or of several")
    if asked.results is not None and asked.results.resolve() == asked.plot.resolve():
        parser.error(f"--plot would overwrite the results in {asked.results}: give another file")
    return asked
