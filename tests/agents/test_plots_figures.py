"""Figures of evaluations: they show the numbers that they are given."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex, to_rgb

from agents.measuring.bins import MOST, binned
from agents.plots import evaluation_figure, save_figure
from agents.plots.style import AHEAD, BEHIND, INK, LEVEL
from tests.agents.plot_data import BLOCKS, UNPLAYED, card, comparison, data, labelled, panel, written


def test_blocks_are_a_histogram_with_their_mean_and_its_interval() -> None:
    entry = comparison()
    figure = evaluation_figure({"results": [entry]})
    axes = panel(figure, "north_american: ")
    bars = [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in axes.containers[0]]
    assert bars == [pytest.approx(bar) for bar in ((-1, 1 / 8), (0, 3 / 8), (0.5, 2 / 8), (1.5, 1 / 8), (2, 1 / 8))]
    colours = [to_hex(bar.get_facecolor()) for bar in axes.containers[0]]
    assert colours == [colour.lower() for colour in (BEHIND, LEVEL, AHEAD, AHEAD, AHEAD)]
    (mean,), (zero,) = labelled(axes, "mean"), labelled(axes, "zero")
    assert list(mean.get_xdata()) == [BLOCKS.mean()] * 2
    assert list(zero.get_xdata()) == [0, 0]
    (span,) = (patch for patch in axes.patches if patch.get_label() == "interval")
    assert [span.get_x(), span.get_x() + span.get_width()] == pytest.approx(entry["interval"])
    shares = [text.get_text() for text in axes.texts]
    assert shares == ["lost 12.5%", "drawn 37.5%", "won 50.0%"]
    assert "rule against random on duplicate deals" in written(figure)
    assert "8 deals of seed 3" in written(figure)


def test_estimates_stand_beside_their_intervals() -> None:
    phase = {"phase": "play", "deals": 8, "points_per_deal": -0.25, "interval": [-0.5, -0.125]}
    figure = evaluation_figure({"results": [comparison(phases=[phase])]})
    _, estimates, matches = figure.get_axes()
    assert [tick.get_text() for tick in estimates.get_yticklabels()] == ["whole deals", "play alone"]
    assert [data(line) for line in labelled(estimates, "value")] == [[(BLOCKS.mean(), 0)], [(-0.25, 1)]]
    whole, play = labelled(estimates, "interval")
    assert data(play) == [(-0.5, 1), (-0.125, 1)]
    assert (whole.get_color(), play.get_color()) == (INK, BEHIND)
    assert "-0.250 (-0.500 to -0.125)" in [text.get_text() for text in estimates.texts]
    assert [data(line) for line in labelled(matches, "value")] == [[(0.75, 0)]]
    assert data(labelled(matches, "interval")[0]) == [(end, 0) for end in comparison()["match_interval"]]
    assert list(labelled(matches, "fair share")[0].get_xdata()) == [0.5, 0.5]


@pytest.mark.parametrize(
    "interval, verdict",
    [
        ([0.1, 0.2], "rule is ahead"),
        ([-0.2, -0.1], "random is ahead"),
        ([-0.1, 0.1], "no difference"),
        ([None, None], "no"),
    ],
)
def test_a_title_says_who_is_ahead_if_that_can_be_told(interval: list[float | None], verdict: str) -> None:
    figure = evaluation_figure({"results": [comparison(interval=interval)]})
    assert panel(figure, f"north_american: {verdict}")


def test_every_variant_has_a_cell_and_matches_only_where_some_were_played() -> None:
    variants = ["two_handed", "three_handed", "four_handed", "british"]
    results = [comparison(variant=variant, **UNPLAYED) for variant in variants]
    figure = evaluation_figure({"results": results})
    assert len(figure.get_axes()) == 2 * len(variants)
    corners = [panel(figure, variant).get_position().get_points()[0].round(2).tolist() for variant in variants]
    assert len({x for x, _ in corners}) == 3
    assert len({y for _, y in corners}) == 2


@settings(max_examples=40)
@given(st.lists(st.integers(-400, 400), min_size=1, max_size=60), st.sampled_from([1, 0.5, 1 / 12, 1 / 60]))
def test_bins_hold_every_block_once_and_as_many_steps_each(steps: list[int], step: float) -> None:
    values, counts = np.unique(np.array(steps) * step, return_counts=True)
    width, bins = binned(list(zip(values.tolist(), counts.tolist(), strict=True)))
    assert sum(bins.values()) == len(steps)
    assert len(bins) <= MOST + 1
    middles = np.array(list(bins))
    assert np.allclose(middles / width, np.round(middles / width))  # 0 is the middle of one
    near = np.abs(values[:, None] - middles).min(axis=1)
    assert (near < width / 2).all()  # no block lies on an edge


def cross(**other: Any) -> Any:
    """Three agents, of which the first two have not met."""
    results = [
        comparison(("rule", "random"), points_per_deal=0.5, interval=[0.25, 0.75], **other),
        comparison(("random", "runs/first"), points_per_deal=-1.0, interval=[-1.5, -0.5], **other),
    ]
    ratings = [
        {"variant": "north_american", "agent": name, "elo": elo, "interval": [elo - 5, elo + 5]}
        for name, elo in (("rule", 0.0), ("random", -50.0), ("runs/first", 60.0))
    ]
    cycle = {"variant": "north_american", "agents": ["rule", "random", "runs/first"]}
    return {"results": results, "ratings": ratings, "cycles": [cycle], "interrupted": False}


def test_a_cross_table_is_a_matrix_around_zero() -> None:
    figure = evaluation_figure(cross())
    (image,) = panel(figure, "north_american: points per deal").images
    expected = np.ma.masked_invalid([[np.nan, 0.5, np.nan], [-0.5, np.nan, -1.0], [np.nan, 1.0, np.nan]])
    np.testing.assert_array_equal(image.get_array().filled(9), expected.filled(9))
    assert image.get_clim() == (-1, 1)
    behind, level, ahead = (to_rgb(image.cmap(image.norm(value))) for value in (-1, 0, 1))
    assert (behind, ahead) == (to_rgb(BEHIND), to_rgb(AHEAD))
    assert level == pytest.approx((1, 1, 1), abs=0.01)
    texts = [text.get_text() for text in image.axes.texts]
    assert texts[:4] == ["+0.500", "+0.250 to +0.750", "-0.500", "-0.750 to -0.250"]
    assert "rule beats random beats runs/first beats rule" in written(figure).replace("\n", " ")


def test_matches_of_two_sides_have_a_mirror_and_those_of_more_have_none() -> None:
    (two,) = panel(evaluation_figure(cross()), "north_american: matches won").images
    assert two.get_array().tolist() == [[None, 0.75, None], [0.25, None, 0.75], [None, 0.25, None]]
    assert two.get_clim() == (0.25, 0.75)
    (three,) = panel(evaluation_figure(cross(fair_share=1 / 3)), "north_american: matches won").images
    assert three.get_array().tolist() == [[None, 0.75, None], [None, None, 0.75], [None, None, None]]


def test_ratings_stand_beside_the_rows() -> None:
    figure = evaluation_figure(cross(**UNPLAYED))
    points, ratings = figure.get_axes()
    assert [data(line) for line in labelled(ratings, "value")] == [[(0, 0)], [(-50, 1)], [(60, 2)]]
    assert data(labelled(ratings, "interval")[2]) == [(55, 2), (65, 2)]
    assert ratings.get_ylim() == points.get_ylim() == (2.5, -0.5)


def test_an_interrupted_cross_table_has_no_ratings_and_says_so() -> None:
    figure = evaluation_figure(cross(**UNPLAYED) | {"ratings": [], "cycles": [], "interrupted": True})
    assert len(figure.get_axes()) == 1
    assert "Interrupted" in written(figure)


def test_a_sequential_test_shows_the_way_to_its_bound() -> None:
    test = {
        "decision": "H1",
        "low": 0.0,
        "high": 0.05,
        "alpha": 0.05,
        "bounds": [-2.9, 2.9],
        "log_likelihood_ratios": [[1, 0.1], [40, -1.0], [90, 3.0]],
    }
    figure = evaluation_figure({"results": [comparison(sprt=test, deals=90, **UNPLAYED)]})
    axes = panel(figure, "north_american: H1 accepted after 90 deals")
    assert data(labelled(axes, "ratio")[0]) == [(1, 0.1), (40, -1), (90, 3)]
    assert data(labelled(axes, "end")[0]) == [(90, 3)]
    assert list(labelled(axes, "H0 accepted")[0].get_ydata()) == [-2.9, -2.9]
    assert list(labelled(axes, "H1 accepted")[0].get_ydata()) == [2.9, 2.9]
    assert "H0: rule gains 0 points per deal, H1: +0.05" in written(figure)
    test["decision"] = "undecided"
    assert panel(evaluation_figure({"results": [comparison(sprt=test, **UNPLAYED)]}), "north_american: undecided")


def test_a_card_lies_on_its_bands() -> None:
    found = card()
    figure = evaluation_figure({"results": [], "cards": [found]})
    rates, points, makes = figure.get_axes()
    assert rates.get_title(loc="left") == "north_american: 1 of 7 outside the bands"
    names = [tick.get_text() for tick in rates.get_yticklabels()]
    row = names.index("lone hands, of deals made")
    bands = {bar.get_y() + bar.get_height() / 2: (bar.get_x(), bar.get_x() + bar.get_width()) for bar in rates.patches}
    assert bands[row] == pytest.approx((0.04, 0.26))
    assert len(bands) == 5  # all rates but void deals have one
    shapes = {data(line)[0]: (line.get_marker(), line.get_color()) for line in labelled(rates, "value")}
    assert shapes[0.5, row] == ("D", BEHIND)
    assert shapes[found["euchred"], 0] == ("o", INK)
    assert [data(line)[0][0] for line in labelled(points, "value")] == [found["points_per_deal"], found["dealer_side"]]
    first, second = makes.get_lines()
    assert data(first) == [(0.1, 0), (0.2, 1), (0.6, 2)]
    np.testing.assert_equal(data(second), [(0.5, 0), (np.nan, 1), (1.0, 2)])


def test_what_a_game_has_not_is_a_dash_and_no_band_is_no_verdict() -> None:
    bidding = {"marches": None, "bands": None, "outside": [], "made": {"eldest": [0.25], "dealer": [0.75]}}
    figure = evaluation_figure({"results": [], "cards": [card(variant="five_handed", **bidding)]})
    rates, _, makes = figure.get_axes()
    assert rates.get_title(loc="left") == "five_handed"
    assert not rates.patches
    assert "-" in [text.get_text() for text in rates.texts]
    assert len(labelled(rates, "value")) == 5
    assert [data(line) for line in makes.get_lines()] == [[(0.25, 0), (0.75, 1)]]
    assert "grey" not in written(figure)


def test_a_card_stands_below_a_comparison_and_says_at_which_score() -> None:
    figure = evaluation_figure({"results": [comparison()], "cards": [card(score=[4, 9])]})
    assert len(figure.get_axes()) == 6
    assert "How rule plays against itself, the side with 4 points against 9" in written(figure)
    blocks, rates = figure.get_axes()[0], figure.get_axes()[3]
    assert (blocks.get_title(loc="left"), rates.get_title(loc="left")) == (
        "north_american: no difference can be told",
        "north_american: 1 of 7 outside the bands",
    )


def test_hashes_stand_once_or_in_every_variant() -> None:
    alike = [comparison(), comparison(variant="railroad")]
    assert written(evaluation_figure({"results": alike})).count("hashes 0123456789ab and random") == 1
    apart = [comparison(), comparison(variant="railroad", agent_hashes=["fedcba9876543210", "random"])]
    shown = written(evaluation_figure({"results": apart}))
    assert shown.count("hashes 0123456789ab and random") == shown.count("hashes fedcba987654 and random") == 1


def test_any_name_is_harmless(tmp_path: Path) -> None:
    found, file = cross(), tmp_path / "picture.png"
    names = ("", "$\\frac{", "\x1b[2J\r\n 牌\udcff", "x" * 5000)
    for entry, a, b, variant in zip(found["results"], names[:2], names[2:], ("$_{\x07", "y" * 5000), strict=True):
        entry.update(agents=[a, b], variant=variant, agent_hashes=["\x1b", "$$"])
    figure = evaluation_figure(found)
    save_figure(figure, file)
    assert file.stat().st_size > 1000
    shown = written(figure)
    assert "$\\frac{" in shown.replace("\n", "")
    assert all(text.isprintable() for text in shown.split("\n"))
    assert max(map(len, shown.split("\n"))) < 200


def test_a_figure_changes_no_settings_and_no_results() -> None:
    found = cross()
    before, given = dict(mpl.rcParams), copy.deepcopy(found)
    with mpl.rc_context({"font.size": 30, "axes.grid": False}):
        unlike = evaluation_figure(found)
    assert dict(mpl.rcParams) == before
    assert found == given
    sizes = [
        [text.get_fontsize() for text in figure.findobj(mpl.text.Text)] for figure in (unlike, evaluation_figure(found))
    ]
    assert sizes[0] == sizes[1]


def test_nothing_and_too_much_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there are no results to draw"):
        evaluation_figure({"results": []})
    with pytest.raises(ValueError, match=r"the picture would be 14 by .* inches: that is too much"):
        evaluation_figure({"results": [comparison()] * 200})
    with pytest.raises(ValueError, match=r"picture.gif: a picture's name ends in .png, .svg, .pdf"):
        save_figure(evaluation_figure({"results": [comparison()]}), tmp_path / "picture.gif")
