"""Learning curves: they show what runs have logged, and what is no run is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from matplotlib.text import Text

from agents.errors import LogError
from agents.plots import curves_figure, read_runs, save_figure
from agents.plots.curves import MOST_RUNS
from agents.training.logbook import read_metrics
from tests.agents.plot_data import data, labelled, panel, written

RULE, RANDOM = "two_handed/vs_rule", "two_handed/vs_random"


def entry(update: int, **figures: float) -> dict[str, Any]:
    """What an update logs."""
    losses = {"losses/entropy": 1 / update, "losses/explained_variance": update / 10}
    return {"update": update, "decisions": 1000 * update, "time": 1.0} | losses | figures


def evaluated(update: int, points: float, rate: float, game: str = RULE) -> dict[str, Any]:
    """What an update logs that ends with an evaluation."""
    return entry(update) | {f"points_per_deal/{game}": points, f"win_rate/{game}": rate}


def run_at(folder: Path, entries: list[dict[str, Any]], rest: str = "") -> Path:
    """The folder of a run that has logged so much."""
    folder.mkdir(parents=True)
    (folder / "metrics.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries) + rest)
    return folder


def test_every_figure_of_every_run_is_a_line_over_the_decisions() -> None:
    first = [entry(1), evaluated(2, -0.5, 0.25), entry(3), evaluated(4, 0.125, 0.5)]
    second = [evaluated(2, 0.25, 0.75), entry(3)]
    figure = curves_figure({"first": first, "second": second})
    points = panel(figure, "two_handed against rule: points")
    assert data(labelled(points, "first")[0]) == [(2000, -0.5), (4000, 0.125)]
    assert data(labelled(points, "second")[0]) == [(2000, 0.25)]
    matches = panel(figure, "two_handed against rule: matches")
    assert data(labelled(matches, "first")[0]) == [(2000, 0.25), (4000, 0.5)]
    entropy = panel(figure, "entropy of the policy")
    assert data(labelled(entropy, "first")[0]) == [(1000, 1), (2000, 0.5), (3000, pytest.approx(1 / 3)), (4000, 0.25)]
    variance = panel(figure, "variance that the critic explains")
    assert data(labelled(variance, "second")[0]) == [(2000, 0.2), (3000, 0.3)]
    assert len(figure.get_axes()) == 4
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["first", "second"]
    colours = [[line.get_color() for line in labelled(axes, "first")] for axes in figure.get_axes()]
    assert colours == [[line.get_color() for line in legend.get_lines()[:1]]] * 4


def test_intervals_are_shaded_where_they_were_logged() -> None:
    ends = {f"interval/points_per_deal/{RULE}/low": -0.5, f"interval/points_per_deal/{RULE}/high": 0.75}
    figure = curves_figure(
        {"run": [evaluated(1, 0.25, 0.5), evaluated(2, 0.25, 0.5) | ends, evaluated(3, 0, 0.5) | ends]}
    )
    (band,) = panel(figure, "two_handed against rule: points").collections
    corners = {(float(x), float(y)) for x, y in band.get_paths()[0].vertices}
    assert corners == {(2000, -0.5), (2000, 0.75), (3000, -0.5), (3000, 0.75)}
    assert not panel(figure, "two_handed against rule: matches").collections


@pytest.mark.parametrize(
    "settings, name",
    [
        ("start: pretrained", "second, begun with pretrained"),
        ("start: ''", "second"),
        ("start: [1]", "second"),
        ("start: {", "second"),
        ("\x00", "second"),
        (None, "second"),
    ],
)
def test_a_run_that_did_not_begin_untrained_says_so(tmp_path: Path, settings: str | None, name: str) -> None:
    folders = [run_at(tmp_path / run, [entry(1)]) for run in ("first", "second")]
    if settings is not None:
        (folders[1] / "config.yaml").write_text(settings)
    assert list(read_runs(folders)) == ["first", name]


@pytest.mark.parametrize("runs, begun", [(1, ""), (2, ""), (MOST_RUNS, f", begun with {'runs/' * 9}")])
def test_no_text_lies_over_another_or_is_cut_off(runs: int, begun: str) -> None:
    """However many runs, however long their names and those of the game and the opponent."""
    entries = [evaluated(update, 0.5, 0.5, f"three_handed_hoffmann/vs_{'x' * 40}") for update in (1, 2)]
    figure = curves_figure({f"four_handed-20250101-{'0' * 40}{number}{begun}": entries for number in range(runs)})
    figure.draw_without_rendering()
    titles = {axes.get_title(loc="left") for axes in figure.get_axes()}
    texts = [text for text in figure.findobj(Text) if text.get_text() in titles]
    boxes = [text.get_window_extent() for text in (*texts, *figure.legends)]
    assert len(boxes) == 4 + (runs > 1)
    for box in boxes:
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= figure.bbox.x1
        assert box.y1 <= figure.bbox.y1
        assert sum(box.overlaps(other) for other in boxes) == 1  # itself


def test_what_a_run_began_with_stands_below_its_name() -> None:
    """Whatever is left out of a long name, runs that began alike are told apart."""
    start = ", begun with " + "a/very/long/way/to/runs/first"
    (legend,) = curves_figure({f"{name}{start}": [entry(1)] for name in ("one", "two")}).legends
    texts = [text.get_text() for text in legend.get_texts()]
    assert texts == [f"{name}\nbegun with …g/way/to/runs/first" for name in ("one", "two")]


def test_a_line_tells_equals_in_points_and_matches() -> None:
    figure = curves_figure(
        {"run": [evaluated(1, 0.5, 0.5, "three_handed/vs_rule"), evaluated(2, 0, 0, "unknown/vs_x")]}
    )
    levels = {
        title: list(panel(figure, title).get_lines()[-1].get_ydata())
        for title in ("three_handed against rule: points", "three_handed against rule: matches")
    }
    assert list(levels.values()) == [[0, 0], [1 / 3, 1 / 3]]
    assert len(panel(figure, "unknown against x: matches").get_lines()) == 1
    assert not figure.legends
    assert "Learning curves of run" in written(figure)


def test_opponents_and_variants_have_panels_of_their_own() -> None:
    games = [f"{variant}/vs_{opponent}" for variant in ("british", "railroad") for opponent in ("rule", "runs.first")]
    figure = curves_figure({"run": [evaluated(n, 0.1, 0.5, game) for n, game in enumerate(games, start=1)]})
    assert len(figure.get_axes()) == 2 * len(games) + 2
    assert data(panel(figure, "railroad against runs.first: points").get_lines()[0]) == [(4000, 0.1)]


def test_a_run_in_progress_that_was_never_evaluated_is_drawn(tmp_path: Path) -> None:
    folder = run_at(tmp_path / "young", [entry(1)])
    figure = curves_figure(read_runs([folder]))
    assert [axes.get_title(loc="left") for axes in figure.get_axes()] == [
        "entropy of the policy",
        "variance that the critic explains",
    ]


def test_a_log_that_was_cut_off_is_drawn_as_far_as_it_goes(tmp_path: Path) -> None:
    folder = run_at(tmp_path / "cut", [entry(1), entry(2)], rest='{"update": 3, "decis')
    figure = curves_figure(read_runs([folder]))
    assert data(panel(figure, "entropy").get_lines()[0]) == [(1000, 1), (2000, 0.5)]


def test_a_real_run_is_drawn(finished: Path, tmp_path: Path) -> None:
    figure = curves_figure(read_runs([finished]))
    entries = read_metrics(finished / "metrics.jsonl")
    known = [(e["decisions"], e[f"win_rate/{RANDOM}"]) for e in entries if f"win_rate/{RANDOM}" in e]
    assert data(panel(figure, "two_handed against random: matches").get_lines()[0]) == known != []
    save_figure(figure, tmp_path / "curves.svg")
    assert (tmp_path / "curves.svg").read_text().startswith("<?xml")


def test_runs_have_the_shortest_names_that_tell_them_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [run_at(tmp_path / parent / "run", [entry(1)]) for parent in ("a", "b")]
    assert list(read_runs(folders)) == ["a/run", "b/run"]
    assert list(read_runs(folders[:1])) == ["run"]
    monkeypatch.chdir(folders[0])
    assert list(read_runs([folders[0], Path(".")])) == ["run"]


def test_what_is_no_run_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    run_at(tmp_path / "silent", [])
    for name, said in (
        ("empty", "holds no run: there is no metrics.jsonl in it"),
        ("file", "is no folder of a run"),
        ("missing\x1b[2J", r"missing\\x1b\[2J is no folder of a run"),
        ("silent", "has logged nothing yet"),
    ):
        with pytest.raises(LogError, match=said):
            read_runs([tmp_path / name])


@pytest.mark.parametrize(
    "folders, message",
    [
        ("runs/first", '^folders="runs/first": must be a list of folders, one a run$'),
        (Path("runs/first"), "^folders=.*: must be a list of folders"),
        ([], r"^folders=\[\]: must be a list of folders"),
        ([5], "^5 is no folder of a run$"),
    ],
)
def test_what_is_no_list_of_folders_is_refused(folders: Any, message: str) -> None:
    with pytest.raises(LogError, match=message):
        read_runs(folders)


def test_folders_and_files_may_be_texts(tmp_path: Path) -> None:
    folder = run_at(tmp_path / "first", [evaluated(1, 0.5, 0.5)])
    save_figure(curves_figure(read_runs([str(folder)])), str(tmp_path / "run.svg"))
    assert (tmp_path / "run.svg").exists()


def test_a_broken_log_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="line 2: 'update' is missing"):
        read_runs([run_at(tmp_path / "broken", [entry(1)], rest="{}\n")])


def test_lines_that_nobody_could_tell_apart_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=f"give {MOST_RUNS} at most"):
        read_runs([tmp_path / str(number) for number in range(MOST_RUNS + 1)])


def test_a_log_without_anything_to_draw_is_refused() -> None:
    with pytest.raises(LogError, match="no figure that is drawn here"):
        curves_figure({"run": [{"update": 1, "decisions": 1, "time": 1.0, "charts/learning_rate": 0.1}]})


def test_as_many_runs_as_are_allowed_differ_in_colour_or_dashes() -> None:
    figure = curves_figure({str(number): [entry(1)] for number in range(MOST_RUNS)})
    lines = figure.get_axes()[0].get_lines()
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == MOST_RUNS == len(lines)
