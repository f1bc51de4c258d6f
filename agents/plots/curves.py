"""Learning curves: what runs have logged, over the decisions that they were trained on."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from agents.errors import LogError
from agents.file_names import short_names
from agents.plots.canvas import house_style, label, new_figure
from agents.plots.parts import HEAD, shape_of
from agents.plots.style import DASHES, GREY, SERIES, head, in_percent, with_sign
from agents.training.logbook import METRICS, interval_names, read_metrics
from agents.training.run_folder import CONFIG
from agents.training.yaml_reader import read_yaml
from euchre_env import one_line, rules_for, shown, variants

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Entries = Sequence[Mapping[str, Any]]
"""What one run has logged, as `read_metrics` gives it."""

WIDTH, HEIGHT, LEGEND, LINE = 4.2, 2.5, 2.7, 0.2
"""Inches: of a panel, of the legend beside them, and of a line in it."""

LONGEST_TITLE = 36
"""Characters of a line above a panel that are sure to be no wider than it."""

BEGUN = ", begun with "

POINTS, WINS = "points_per_deal", "win_rate"
"""What the log calls them, before the variant and the opponent."""

MOST_RUNS = len(SERIES) * len(DASHES)
"""Lines that can be told apart."""


@dataclass(frozen=True)
class Panel:
    """One figure of the log."""

    metric: str
    title: str
    unit: str
    tick: Callable[[float, object], str]
    level: float | None = None
    """where a line tells good from bad"""
    limits: tuple[float, float] | None = None
    """of the axis; what lies outside says no more"""


def plain(value: float, _: object = None) -> str:
    """A tick of any other axis."""
    return f"{value:.6g}"


TRAINING = (
    Panel("losses/entropy", "entropy of the policy", "nats per decision", plain),
    Panel("losses/explained_variance", "variance that the critic explains", "share, 1: all", plain, limits=(-0.2, 1)),
)


def read_runs(folders: Sequence[str | Path]) -> dict[str, Entries]:
    """What some runs have logged so far, by the shortest names that tell them apart.

    Raises:
        LogError: these are no folders, one holds no run, nothing was logged yet, or a log is broken; or there are too
            many runs.
        OSError: a log cannot be read.
    """
    places = {Path(os.path.abspath(folder)): Path(folder) for folder in _listed(folders)}
    if len(places) > MOST_RUNS:
        raise LogError(f"{len(places)} runs are more than lines that can be told apart; give {MOST_RUNS} at most")
    names = zip(short_names(list(places)), places.values(), strict=True)
    return {name + begun_with(folder): read_run(folder) for name, folder in names}


def _listed(folders: object) -> Sequence[str | Path]:
    """The folders, if they are in a list."""
    if not isinstance(folders, Sequence) or isinstance(folders, str | bytes) or not folders:
        raise LogError(f"folders={shown(folders)}: must be a list of folders, one a run")
    if wrong := [folder for folder in folders if not isinstance(folder, str | Path)]:
        raise LogError(f"{shown(wrong[0])} is no folder of a run")
    return folders


def read_run(folder: Path) -> Entries:
    """What one run has logged so far."""
    named = one_line(str(folder))
    if not (folder / METRICS).is_file():
        kind = "holds no run: there is no metrics.jsonl in it" if folder.is_dir() else "is no folder of a run"
        raise LogError(f"{named} {kind}")
    entries = read_metrics(folder / METRICS)
    if not entries:
        raise LogError(f"{named} has logged nothing yet: wait for the first update")
    return entries


def begun_with(folder: Path) -> str:
    """What is to be said of a run that did not begin untrained: its curves leave out what was learnt before.

    Nothing if its settings cannot be read; a log may be looked at without them.
    """
    try:
        settings = read_yaml((folder / CONFIG).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return ""
    start = settings.get("start") if isinstance(settings, dict) else None
    return f"{BEGUN}{one_line(start)}" if start and isinstance(start, str) else ""


def curves_figure(runs: Mapping[str, Entries]) -> Figure:
    """Learning curves, several runs overlaid: points per deal and matches won against each opponent in each variant,
    the policy's entropy and how well the critic foresees.

    Args:
        runs: the entries of each run's log, as `agents.training.logbook.read_metrics` gives them, by the run's name.

    Raises:
        MissingPlotLibraryError: matplotlib is not installed.
        LogError: there is no figure in them that is drawn here.
        ValueError: there are more than anybody can look at.
    """
    panels = panels_of(runs)
    rows, columns = shape_of(len(panels), columns=2 if len(panels) <= 8 else 4)
    with house_style():
        names = [*map(in_legend, runs)] if len(runs) > 1 else []
        legend = LINE * "\n".join(["run", *names]).count("\n")
        figure = new_figure(WIDTH * columns + LEGEND * bool(names), HEAD + max(HEIGHT * rows, legend))
        note = "shaded: 95 % intervals, from the few deals that training spares; evaluate.py measures more closely"
        head(figure, title_of(runs), note)
        for place, panel in enumerate(panels, start=1):
            draw_panel(figure.add_subplot(rows, columns, place), panel, runs)
        if names:
            lines = figure.axes[0].get_lines()[: len(runs)]
            figure.legend(lines, names, loc="outside right upper", title="run", alignment="left")
    return figure


def in_legend(name: str) -> str:
    """A run's name, and what it began with in a line below.

    >>> in_legend("runs/first"), in_legend("second, begun with runs/first")
    ('runs/first', 'second\\nbegun with runs/first')
    """
    run, begun, start = name.partition(BEGUN)
    return f"{label(run)}\nbegun with {label(start, 20)}" if begun else label(run)


def in_lines(title: str) -> str:
    """A panel's title in two lines where one would be wider than the panel.

    >>> in_lines("four_handed against rule: points"), in_lines("three_handed_hoffmann against rule: matches")
    ('four_handed against rule: points', 'three_handed_hoffmann\\nagainst rule: matches')
    """
    return title if len(title) <= LONGEST_TITLE else title.replace(" against ", "\nagainst ", 1)


def title_of(runs: Mapping[str, Entries]) -> str:
    """Whose curves they are."""
    return f"Learning curves of {label(next(iter(runs)), 80) if len(runs) == 1 else f'{len(runs)} runs'}"


def panels_of(runs: Mapping[str, Entries]) -> list[Panel]:
    """Strength against each opponent in the order in which they are found, then what is known of the learning."""
    logged = dict.fromkeys(metric for entries in runs.values() for entry in entries for metric in entry)
    panels = []
    for metric in logged:
        measure, _, game = metric.partition("/")
        variant, separator, opponent = game.partition("/vs_")
        if measure == POINTS and separator:
            against = f"{label(variant)} against {label(opponent, 16)}"
            panels.append(Panel(metric, f"{against}: points", "points per deal ahead", with_sign, level=0))
            wins = f"{WINS}/{game}"
            if wins in logged:
                panels.append(Panel(wins, f"{against}: matches", "matches won", in_percent, level=fair_share(variant)))
    panels += [panel for panel in TRAINING if panel.metric in logged]
    if not panels:
        raise LogError("the runs have logged no figure that is drawn here")
    return panels


def fair_share(variant: str) -> float | None:
    """What an agent wins of itself; None for a game that is not known."""
    return 1 / rules_for(variant).sides if variant in variants() else None


def draw_panel(axes: Axes, panel: Panel, runs: Mapping[str, Entries]) -> None:
    """One figure of all runs over their decisions."""
    for number, (name, entries) in enumerate(runs.items()):
        places = [(entry["decisions"], entry[panel.metric]) for entry in entries if panel.metric in entry]
        colour = SERIES[number % len(SERIES)]
        ends = interval_names(panel.metric)
        bands = [(e["decisions"], *(e[end] for end in ends)) for e in entries if e.keys() >= {*ends}]
        if bands:
            decisions, low, high = zip(*bands, strict=True)
            axes.fill_between(decisions, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.plot(
            [decisions for decisions, _ in places],
            [value for _, value in places],
            color=colour,
            linestyle=DASHES[number // len(SERIES)],
            linewidth=1.4,
            marker="." if len(places) < 40 else "",
            label=label(name),
        )
    if panel.level is not None:
        axes.axhline(panel.level, color=GREY, linewidth=1)
    if panel.limits is not None:
        axes.set_ylim(panel.limits)
    axes.set_title(in_lines(panel.title))
    axes.set_xlabel("decisions")
    axes.set_ylabel(panel.unit)
    axes.set_xlim(0, 1.03 * max(entry["decisions"] for entries in runs.values() for entry in entries) or 1)
    axes.locator_params(axis="x", nbins=5)  # more would touch
    axes.xaxis.set_major_formatter(in_thousands)
    axes.yaxis.set_major_formatter(panel.tick)


def in_thousands(value: float, _: object = None) -> str:
    """A tick of an axis of decisions.

    >>> in_thousands(2_500_000), in_thousands(60_000), in_thousands(0)
    ('2.5 M', '60 k', '0')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.4g} {letter}"
    return f"{value:.4g}"
