"""The review in lines of the terminal's width, tables that agree with the words above, players without a choice."""

from __future__ import annotations

import os
import re
import shutil
import sys
from dataclasses import replace

import pytest

from agents.review.decisions import Compared, Decision
from agents.review.file import GivenFile
from agents.review.layout import fitted_table, terminal_width
from agents.review.page import page_of
from agents.review.report import report
from agents.review.review import Review
from agents.review.telling import Telling
from euchre_env import Style
from tests.agents.review_cases import given, outlook, played, request, review, rule_reviewer, squeezed

UNICODE = Style()


@pytest.fixture(scope="module")
def long_names() -> Review:
    """Everybody's decisions in a deal of players with long names."""
    names = ["Bartholomew the Younger", "Wilhelmina-Alexandra", "c", "d"]
    return review(given(played() | {"players": names}), title="an evening " * 9, notes=("a note " * 30,))


# ---- width -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("terminal", "width"), [(30, 60), (60, 60), (71, 71), (80, 80), (200, 100), (None, 100)])
def test_no_line_is_wider_than_the_terminal(terminal: int | None, width: int, long_names: Review) -> None:
    told = report(long_names, request("--all"), UNICODE, terminal)
    lines = told.splitlines()
    assert width - 20 < max(map(len, lines)) <= width
    broken = set(told.split()) - set(report(long_names, request("--all"), UNICODE).split())
    assert all(part in "Wilhelmina-Alexandra" for part in broken)  # but in a column of names no word is broken


@pytest.mark.parametrize(("terminal", "width"), [(True, 72), (False, None)])
def test_only_a_terminal_has_a_width(terminal: bool, width: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda fallback: os.terminal_size((72, 24)))
    assert terminal_width() == width


def test_a_table_is_broken_into_headings_then_cells_then_columns() -> None:
    header, rows = ["player", "points lost", "in the play"], [["Ann Bo", "0.25 ± 0.10", "as good, -0.12"]]
    assert fitted_table(header, rows, 100).count("\n") == 1
    assert fitted_table(header, rows, 30).splitlines()[2:] == [
        "Ann Bo  0.25 ± 0.10  as good,",
        "                        -0.12",
    ]
    narrow = fitted_table(header, rows, 24)
    assert len(re.findall("Ann", narrow)) == 2
    assert max(map(len, narrow.splitlines())) <= 24


# ---- what is compared ------------------------------------------------------------------------------------------------


def second_look(done: str) -> list[list[str]]:
    """The table of choices of a decision; the first look found `order_up` best, the second another choice."""
    outlooks = {
        "order_up": outlook(1, 0.5, 0.05),
        "pass": outlook(0, 0.03, 0.2),
        "order_up_alone": outlook(0, 0.54),
    }
    made = Decision(1, 2, "make", done, outlooks, compared=Compared("order_up", 0.03, 99))
    choices = Telling(given(), made, "somebody", UNICODE).choices()
    return [choices.header, *choices.rows]


def test_the_table_compares_with_what_the_verdict_compares_with() -> None:
    table = second_look("pass")
    assert table[0][-1] == "difference"
    assert [row[-1] for row in table[1:]] == ["as good, +0.04 ± 0.05", "compared with", "-0.47 ± 0.03"]


def test_what_turns_out_best_is_compared_with_nothing_else() -> None:
    assert second_look("order_up_alone")[0][-1] == "behind"


# ---- nothing to decide -----------------------------------------------------------------------------------------------


def test_of_who_had_no_choice_it_is_said() -> None:
    deal = given(played() | {"players": ["Ann", "Bo", "Cy", "Di"]})
    looked = replace(rule_reviewer(deal).look_at(deal, [2]), decisions=())
    found = Review([GivenFile("deals", "deal records", "", (deal,), ())], [looked], unfinished=False)
    told = report(found, request("--all"), UNICODE)
    assert "\n\nNothing to look at: Cy had no decision with a choice in this deal.\n\n" in told
    assert told.endswith("\n  Cy had no decision with a choice in this deal")
    assert "No mistakes" not in told
    assert "Players" not in told
    assert "Cy had no decision" in page_of(found, 10)
    hidden = replace(found, deals=[replace(looked, left_out={2: 3})])
    assert "Nothing to look at: no hand is known with which Cy had a choice." in report(hidden, request(), UNICODE)


def test_the_footnote_is_told_once() -> None:
    one, other = given(), given(played(rules={**played()["rules"], "target": 5}), 2)
    looked = [rule_reviewer(deal).look_at(deal, [0]) for deal in (one, other)]
    found = Review([GivenFile("deals", "deal records", "", (one, other), ())], looked, unfinished=False)
    assert squeezed(report(found, request(), UNICODE)).count("(deals: only those") == 1
