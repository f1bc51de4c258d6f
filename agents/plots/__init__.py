"""Pictures of results, as figures of matplotlib (`pip install 'euchre-env[plot]'`).

    figure = evaluation_figure(read_results(Path("result.json")))  # what `evaluate.py --json` wrote
    figure = curves_figure(read_runs([Path("runs/first"), Path("runs/second")]))
    save_figure(figure, Path("picture.svg"))

In a notebook a figure that is the last line of a cell is shown, once `%matplotlib inline` was said.
"""

from agents.plots.canvas import MissingPlotLibraryError, require_matplotlib, save_figure
from agents.plots.curves import curves_figure, read_runs
from agents.plots.figures import evaluation_figure
from agents.plots.results import read_results

__all__ = [
    "MissingPlotLibraryError",
    "curves_figure",
    "evaluation_figure",
    "read_results",
    "read_runs",
    "require_matplotlib",
    "save_figure",
]
