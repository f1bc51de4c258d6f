"""The review by the match: losses are percentage points of the chance to win it, from the score at hand.

In the tables here every deal pays one point, to either side alike: the chances can be worked out by hand.
"""

from __future__ import annotations

import json
import math
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from agents.match_chances import MatchChances, OutcomeDistribution, match_chances, objective, usual_chances
from agents.random_agent import RandomAgent
from agents.review import command
from agents.review.file import GivenFile
from agents.review.options import request_from
from agents.review.page import page_of
from agents.review.plain import plain
from agents.review.report import report
from agents.review.review import Review
from agents.review.reviewer import Reviewer
from agents.rule import RuleAgent
from euchre_env import Style, rules_for
from euchre_env.commands.matches import deals_in_order
from tests.agents.review_cases import QUICK, WORLDS, Outcome, given, lines, outcome_of, played, squeezed


@pytest.fixture
def outcome(capsys: pytest.CaptureFixture[str]) -> Outcome:
    return partial(outcome_of, capsys)


def even() -> MatchChances:
    """The chances in `north_american`, to ten points, where either side wins each deal by one point."""
    return match_chances(
        rules_for("north_american"), OutcomeDistribution(np.array([[1, 0], [0, 1]], np.int16), np.array([0.5, 0.5]))
    )


def chance(ours: int, theirs: int) -> float:
    """The chance to win from a score, in per cent: enough of the deals that decide in any case."""
    if max(ours, theirs) >= 10:
        return 100.0 * (ours > theirs)
    left = 19 - ours - theirs
    return 100 * sum(math.comb(left, won) for won in range(10 - ours, left + 1)) / 2**left


def by_match(*scores: tuple[int, int], agent: RuleAgent | RandomAgent | None = None) -> Review:
    """The deal in which the dealer should have played alone, four points instead of two, at some scores."""
    deals = [given(played(scores=[*score]), number) for number, score in enumerate(scores, 1)]
    rules = deals[0].rules
    reviewer = Reviewer(rules, agent or RuleAgent(rules), WORLDS, 0, chances=even())
    file = GivenFile("deals.jsonl", "deal records", "", tuple(deals), ())
    return Review([file], [reviewer.look_at(deal, [0]) for deal in deals], unfinished=False)


# ---- what is lost ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [(0, 0), (3, 7), (7, 7), (7, 0), (8, 8), (9, 9)])
def test_what_a_march_not_played_alone_loses_depends_on_the_score(score: tuple[int, int]) -> None:
    """At 7-7 four points win, and with two it is 9-7: they win one time in eight, by three deals in a row."""
    (deal,) = by_match(score).deals
    made, (ours, theirs) = deal.decisions[0], score
    alone, with_partner = chance(ours + 4, theirs), chance(ours + 2, theirs)
    assert made.outlooks["order_up_alone"].expected == pytest.approx(alone, abs=1e-5)
    assert made.outlooks["order_up"].expected == pytest.approx(with_partner, abs=1e-5)
    assert made.loss == pytest.approx(alone - with_partner, abs=1e-5)
    assert made.error == 0
    assert {(7, 7): 12.5, (8, 8): 0.0, (9, 9): 0.0}.get(score, made.loss) == pytest.approx(made.loss, abs=1e-5)


def test_by_points_it_loses_as_much_at_every_score() -> None:
    deals = [given(played(scores=[*score])) for score in ((0, 0), (9, 9))]
    reviewer = Reviewer(deals[0].rules, RuleAgent(deals[0].rules), WORLDS, 0)
    assert [reviewer.look_at(deal, [0]).decisions[0].loss for deal in deals] == [2, 2]


def test_a_loss_below_a_tenth_of_a_percentage_point_is_no_mistake() -> None:
    """At 7-0 two points leave them ten deals in a row to win."""
    found = by_match((7, 0), (7, 1)).deals
    assert [deal.decisions[0].loss for deal in found] == pytest.approx([100 / 2**10, 100 / 2**9], abs=1e-5)
    assert [deal.decisions[0].is_mistake for deal in found] == [False, True]
    assert [deal.cost > 0 for deal in found] == [False, True]


# ---- what is said of it ----------------------------------------------------------------------------------------------


def test_the_report_says_what_losses_are() -> None:
    told = report(by_match((7, 7), (9, 9)), request_from(["--review", "deals", "--all"]), Style())
    text = squeezed(told)
    assert "Losses are percentage points of that chance." in text
    assert "by 0.1 percentage points at least; only mistakes count as percentage points lost." in text
    assert "1. deal 1, first round: player_0 takes up, 12.5 ± 0.0 percentage points behind take it up alone" in text
    assert "choice rule chance to win, % behind" in text
    assert "take it up alone 100 % 100.0 ± 0.0 best > take it up 87.5 ± 0.0 -12.5 ± 0.0" in text
    above, below, row, *_ = (line.split() for line in told.split("\nPlayers\n")[1].splitlines())
    assert {"percentage", "points", "lost", "a", "deal", "making", "play"} <= {*above, *below}
    assert row[:3] == ["player_0", "2", "12"]
    assert "6.2 ± 0.0 6.2 0.0" in text
    assert "player_0 and player_2 +2; 12.5 percentage points lost" in text
    assert " points" not in text.replace("percentage points", "")


def test_the_page_says_what_losses_are() -> None:
    page = page_of(by_match((7, 7)), 10)
    assert 'player_0 takes up</a> <b class="badge bad">-12.5 %</b>' in page
    assert "<p>12.5 ± 0.0 percentage points behind take it up alone.</p>" in page
    assert "Percentage points lost a deal: player_0 12.5." in page
    assert ">percentage points lost a deal<" in page


def test_plain_data_name_the_unit() -> None:
    found = json.loads(json.dumps(plain(by_match((7, 7)), request_from(["--review", "deals"])), allow_nan=False))
    assert (found["objective"], found["unit"]) == ("match", "percentage points of the chance to win the match")
    (player,), (deal,) = found["games"][0]["players"], found["deals"]
    assert player["chance_lost_per_deal"] == pytest.approx(12.5)
    assert player["chance_lost"] == {"making": pytest.approx(12.5), "play": 0}
    assert deal["chance_lost"] == deal["decisions"][0]["loss"] == pytest.approx(12.5)
    assert [choice["expected"] for choice in deal["decisions"][0]["choices"][:2]] == pytest.approx([100, 87.5])
    assert "points_lost" not in json.dumps(found)


def test_by_points_plain_data_have_the_fields_that_they_always_had() -> None:
    deal = given()
    file = GivenFile("deals.jsonl", "deal records", "", (deal,), ())
    looked = Reviewer(deal.rules, RuleAgent(deal.rules), WORLDS, 0).look_at(deal, [0])
    found = plain(Review([file], [looked], unfinished=False), request_from(["--review", "deals"]))
    fields = ["file", "kind", "title", "seat", "player", "seed", "interrupted", "notes", "games", "mistakes", "deals"]
    assert list(found) == fields
    assert list(found["mistakes"][0]) == ["deal", "step"]
    assert next(iter(found["deals"][0])) == "number"


def test_of_an_agent_that_looks_into_nothing_no_chance_is_known() -> None:
    found = by_match((7, 7), agent=RandomAgent())
    assert not found.judged
    assert "compared with what it would do" in report(found, request_from(["--review", "deals"]), Style())


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_judges_by_the_match(tmp_path: Path, outcome: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the table that the trainer uses; at 9-9 two points win as well as four."""
    monkeypatch.setattr(objective, "MEASURED_DEALS", 512)
    chances = usual_chances(rules_for("north_american"), seed=0)
    after_four, after_two = chances.chance(np.array([[4, 0], [2, 0]]), np.zeros((2, 2), int), np.array([1, 1]))[:, 0]
    file, data = tmp_path / "deals.jsonl", tmp_path / "review.json"
    file.write_bytes(lines(played(scores=[0, 0]), played(scores=[9, 9])))
    status, told, _ = outcome("--review", file, *QUICK, "--seat", "0", "--objective", "match", "--json", data)
    assert status == 0
    assert "percentage points behind take it up alone" in squeezed(told)
    first, second = (deal["decisions"][0] for deal in json.loads(data.read_text())["deals"])
    assert first["loss"] == pytest.approx(100 * (after_four - after_two), abs=1e-5)
    assert first["loss"] > 5
    assert second["loss"] == 0
    assert [choice["expected"] for choice in second["choices"][:2]] == [100, 100]


@pytest.mark.parametrize(
    ("variant", "options", "why"),
    [
        ("three_handed", {}, "is for games of two sides; three_handed has 3"),
        ("five_handed", {}, "is for games of two sides; five_handed has 5"),
        ("railroad_full", {"jambone_euchre": "deduct"}, "whose scores cannot fall; in railroad_full with"),
    ],
)
def test_a_game_without_chances_is_refused_before_anything_is_looked_at(
    variant: str, options: dict[str, str], why: str, tmp_path: Path, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(lines(played(), next(deals_in_order(rules_for(variant, **options), 1))))
    monkeypatch.setattr(command, "reviewer_for", None)
    status, told, complaints = outcome("--review", file, *QUICK, "--objective", "match")
    assert (status, told, complaints.count("\n")) == (1, "", 1)
    assert complaints.startswith("play.py: deal 2: --objective=match")
    assert why in complaints
    assert complaints.endswith("; take --objective points\n")
