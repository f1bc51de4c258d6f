"""The review in words and as plain data: what they say, and that they say it harmlessly."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from agents.playing.sitting import Outlook
from agents.random_agent import RandomAgent
from agents.registry import load_agent
from agents.review.about import explained, spans_of
from agents.review.decisions import Compared, Decision
from agents.review.file import GivenFile
from agents.review.given import recorded_deal
from agents.review.page import page_of
from agents.review.plain import plain
from agents.review.report import report
from agents.review.review import Review
from agents.review.reviewer import ReviewedDeal, Reviewer
from agents.review.telling import Telling
from euchre_env import Style, VectorEuchre
from tests.agents.review_cases import WORLDS, given, outlook, played, request, review, rule_reviewer, squeezed

ASCII, UNICODE = Style(unicode=False), Style()
EVIL = "<script>alert(1)</script>\x1b[2J"


@pytest.fixture(scope="module")
def march() -> Review:
    """The deal in which the dealer should have played alone: his decisions."""
    return review(given(), seats=[0])


def test_what_networks_take_for_granted_is_said(march: Review) -> None:
    for name, weighed in (("pretrained", True), ("rule", False)):
        reviewer = Reviewer(given().rules, load_agent(name, given().rules), worlds=4, seed=0)
        looked = Review([], [replace(march.deals[0], reviewer=reviewer)], unfinished=False)
        assert ("Worlds are weighted by how likely the agent finds" in explained(looked)) == weighed


# ---- text ------------------------------------------------------------------------------------------------------------


def test_the_report_in_full(march: Review) -> None:
    parts = report(march, request(), ASCII).split("\n\n")
    rule = march.reviewers[0].agent
    heading = "deals.jsonl: deal records, 1 deal reviewed.\nnorth_american, looked at by rule (hash "
    caution = "Of so few worlds all may be unlikely, and mistakes be none: take 64 at least."
    assert parts[0] == f"{heading}{rule.hash[:12]}), 4 worlds a decision, seed 0.\n{caution}"
    assert parts[1].startswith("Points are those of the deal, ")
    assert parts[2] == "Mistakes, the costliest first: 1 of 1"
    *told, passing = parts[3].splitlines()
    assert told == [
        "  1. deal 1, first round: player_0 takes up, 2.00 +- 0.00 points behind take it up alone",
        "     player_0 (dealer) holds JS JC KS QS 9D",
        "     player_0 deals, turn-up AS; score player_0 and player_2 0, player_1 and player_3 0",
        "     player_1 passes, player_2 passes, player_3 passes",
        "       choice             rule  expected points         behind",
        "       take it up alone  100 %    +4.00 +- 0.00           best",
        "     > take it up                 +2.00 +- 0.00  -2.00 +- 0.00",
    ]
    assert passing.startswith("       pass   ")
    heading, header, row, *legend = parts[4].splitlines()
    assert (heading, header.split()[:3]) == ("Players", ["player", "deals", "decisions"])
    assert re.fullmatch(r"  player_0 +1 +6 +\d+\.\d% +1 +2\.00 \+- 0\.00 +2\.00 +0\.00", row)
    assert squeezed(" ".join(legend)) == (
        "(deals: only those in which the player had a choice that was looked at; "
        "as rule: the share of decisions in which rule would have chosen the same, right or wrong)"
    )
    assert len(parts) == 5


def test_the_play_is_told_with_what_lies_on_the_table() -> None:
    deal = given(played(scores=[3, 7]))
    made = next(made for made in rule_reviewer(deal).look_at(deal, [0]).decisions if made.step == 9)
    telling = Telling(deal, made, "rule", UNICODE)
    assert list(telling.situation()) == [
        "player_0 (dealer, maker) holds J♠ J♣ K♠ Q♠",
        "player_0 deals, turn-up A♠; trump ♠; score player_0 and player_2 3, player_1 and player_3 7",
        "player_1 passes, player_2 passes, player_3 passes, player_0 takes up, player_0 discards 9♦",
        "player_0 leads; player_0 has 1 trick",
    ]
    assert (telling.place, telling.deed, telling.verdict()) == ("trick 2", "player_0 plays J♣", "as good as any")


@pytest.mark.parametrize(
    ("best", "done", "told"),
    [
        (outlook(1, 0.5), outlook(0, 0.25, 0.1), "0.25 ± 0.10 points behind assist"),
        (
            outlook(1, 0.5),
            outlook(0, 0.25, 0.2),
            "behind assist by 0.25 ± 0.20 points, within two standard errors, so no mistake",
        ),
        (outlook(1, 0.5), outlook(0, 0.496, 0.0), "as good as the best"),
        (outlook(1, 0.25), outlook(0, 0.5), "the best choice"),
        (outlook(1, 0.25, 0.2), outlook(0, 0.5), "as good as assist"),
        (outlook(1, 0.5), outlook(0, 0.5), "as good as any"),
        (outlook(0.8), outlook(0.2), "somebody would rather assist (80 %)"),
        (outlook(0.5), outlook(0.5), "as somebody would (50 %)"),
    ],
)
def test_verdicts(best: Outlook, done: Outlook, told: str) -> None:
    made = Decision(1, 2, "make", "pass", {"order_up": best, "pass": done})
    assert Telling(given(), made, "somebody", UNICODE).verdict() == told


@pytest.mark.parametrize(
    ("rival", "done", "other", "effective", "told", "brief"),
    [
        (0.5, 0.25, 0.75, 99, "0.25 ± 0.10 points behind assist", None),
        (
            0.5,
            0.375,
            0.0,
            99,
            "behind assist by 0.12 ± 0.10 points, within two standard errors, so no mistake",
            "errors",
        ),
        (
            0.5,
            0.25,
            0.0,
            9,
            "behind assist by 0.25 ± 0.10 points, but too few worlds are likely to tell it from chance",
            "not to be told",
        ),
        (0.5, 0.625, 0.75, 99, "as good as assist", None),
        (0.5, 0.625, 0.0, 99, "the best choice", None),
    ],
)
def test_verdicts_of_a_second_look(
    rival: float, done: float, other: float, effective: float, told: str, brief: str | None
) -> None:
    outlooks = {"order_up": outlook(1, rival), "pass": outlook(0, done), "order_up_alone": outlook(0, other)}
    made = Decision(1, 2, "make", "pass", outlooks, compared=Compared("order_up", 0.1, effective))
    telling = Telling(given(), made, "somebody", UNICODE)
    assert telling.verdict() == told
    assert telling.verdict(brief=True).endswith(brief or told)


def test_what_is_not_to_be_told_is_counted(march: Review) -> None:
    first = march.deals[0].decisions[0]
    unsure = replace(first, compared=Compared("order_up_alone", 0.1, 15.0))
    found = replace(march, deals=[replace(march.deals[0], decisions=(unsure,))])
    line = "Not to be told from chance, as even at the second look too few worlds are likely: 1 decision more."
    told = report(found, request(), UNICODE)
    assert "\n\nNo mistakes\n\n" in told
    assert line in squeezed(told)
    assert f"<p>{line}</p>" in page_of(found, 10)
    assert plain(found, request())["deals"][0]["decisions"][0]["second_look"]["untold"] is True
    assert "Not to be told" not in report(march, request(), UNICODE)


@pytest.mark.parametrize(
    ("numbers", "told"),
    [([4], "4"), ([1, 2, 4, 5, 6, 9], "1, 2, 4-6, 9"), ([*range(1, 60, 2)], "33, 35, 37, 39, ...")],
)
def test_numbers_of_deals_are_told_in_short(numbers: list[int], told: str) -> None:
    assert spans_of(numbers).endswith(told)


def test_of_very_many_choices_the_best_are_told_and_what_was_done() -> None:
    record = VectorEuchre("seven_handed", seed=1).record(0)
    deal = recorded_deal(record | {"actions": [[1, "pass"]]}, 1)
    bids = [action for action in deal.table_at(0).legal if action != "pass"]
    outlooks = {action: outlook(0, place / 10) for place, action in enumerate(bids)} | {"pass": outlook(1, -5.0)}
    choices = Telling(deal, Decision(0, 1, "bid", "pass", outlooks), "x", UNICODE).choices()
    assert len(choices.rows) == 12
    assert choices.done == 11
    assert choices.rows[11][0] == "pass"
    assert choices.rows[0][3] == "best"
    assert choices.header == ["choice", "x", "expected points", "behind"]
    likely = outlooks | {bids[0]: outlook(0.98, 0.0)}
    choices = Telling(deal, Decision(0, 1, "bid", "pass", likely), "x", UNICODE).choices()
    assert [row[1] for row in choices.rows[-2:]] == ["98 %", "100 %"]  # of the least good and of what was done
    assert len(choices.rows) == 12


def test_deal_by_deal(march: Review) -> None:
    part = report(march, request("--all"), UNICODE).split("\n\n")[-1].splitlines()
    outcome = "dealt by player_0; player_0 made it and took 5 tricks: player_0 and player_2 +2"
    assert part[:2] == [f"deal 1: {outcome}; 2.00 points", "    lost"]
    assert part[2:4] == [
        "  first round  player_0 takes up     2.00 ± 0.00 points behind take it up alone;",
        " " * 37 + "rule: take it up alone 100 %",
    ]
    assert part[4].endswith("the best choice; rule 100 %")
    assert all(len(line) <= 80 for line in part[2:])
    assert sum("rule" in line for line in part) == len(march.deals[0].decisions)


def test_a_best_choice_that_others_are_as_good_as_is_told_so() -> None:
    outlooks = {"pass": outlook(0, 0.5), "order_up": outlook(1, 0.4, 0.1), "order_up_alone": outlook(0, 0.4, 0.1)}
    made = Decision(1, 2, "make", "pass", outlooks)
    telling = Telling(given(), made, "somebody", UNICODE)
    assert (telling.verdict(), telling.own_choice()) == ("as good as 2 others", "somebody: assist 100 %")


def test_fewer_or_none_of_the_costliest(march: Review) -> None:
    assert "Mistakes" not in report(march, request("--costliest", "0"), UNICODE)
    none = replace(march, deals=[replace(march.deals[0], decisions=march.deals[0].decisions[1:])])
    assert "\n\nNo mistakes\n\n" in report(none, request(), UNICODE)


def test_notes_are_told_and_not_too_many() -> None:
    deal = given(played() | {"unknown": {"hands": ["9D", "", "", ""], "stock": ""}})
    found = review(replace(deal, notes=("deal 1, trick 2: something",)), notes=tuple(f"note {n}" for n in range(22)))
    left_out = "  left out, as the hand is not known: 2 decisions in deal 1 (whose: --all)"
    told = report(found, request(), UNICODE).split("\n\n")[2].splitlines()
    assert told == ["Notes", *(f"  note {n}" for n in range(20)), "  and 3 more", left_out]
    without = replace(found, files=[replace(found.files[0], notes=())])
    told = report(without, request(), UNICODE).split("\n\n")[2].splitlines()
    assert told[1:] == ["  deal 1, trick 2: something", left_out]
    one_by_one = report(without, request("--all"), UNICODE).split("\n\n")[-1].splitlines()
    assert "  deal 1: left out, as the hand is not known: 2 decisions of player_0" in one_by_one


def test_an_interrupted_review_says_so(march: Review) -> None:
    told = report(replace(march, unfinished=True), request(), UNICODE)
    assert told.endswith("Interrupted: these are the deals that were finished, fewer than were asked for.")


def test_without_points_the_agents_chances_are_told() -> None:
    deal = given()
    outlooks = {"order_up": outlook(0.1), "pass": outlook(0.2), "order_up_alone": outlook(0.7)}
    reviewer = Reviewer(deal.rules, RandomAgent(), WORLDS, 0)
    looked = ReviewedDeal(deal, reviewer, [0], (Decision(3, 0, "make", "order_up", outlooks),), {})
    found = Review([GivenFile("deals", "deal records", "", (deal,), ())], [looked], unfinished=False)
    parts = report(found, request(), UNICODE).split("\n\n")
    assert parts[1] == "The agent knows of no points: decisions are compared with what it would do."
    assert parts[2] == "What the agent would do otherwise, the surest first: 1 of 1"
    assert "takes up, random would rather take it up alone (70 %)" in parts[3]
    assert [line.split() for line in parts[4].splitlines()[1:3]] == [
        ["player", "deals", "decisions", "as", "random"],
        ["player_0", "1", "1", "0.0%"],
    ]
    assert json.dumps(plain(found, request()), allow_nan=False)
    assert '<b class="badge fair">otherwise</b>' in page_of(found, 10)


def test_several_games_have_their_own_tables() -> None:
    one = given()
    other = given(played() | {"rules": played()["rules"] | {"target": 5}}, 2)
    looked = [rule_reviewer(deal).look_at(deal, [0]) for deal in (one, other)]
    found = Review([GivenFile("deals", "deal records", "", (one, other), ())], looked, unfinished=False)
    told = report(found, request(), UNICODE)
    assert "\nPlayers in north_american\n" in told
    assert "\nPlayers in north_american with target=5\n" in told


# ---- names that would do harm ----------------------------------------------------------------------------------------


def test_names_and_titles_reach_terminals_and_pages_as_text() -> None:
    deal = given(played() | {"players": [EVIL, "b", "c", "d"]})
    found = review(deal, seats=[0], title="<b>\\x1b", notes=("<i>note",))
    told, page = report(found, request("--all"), UNICODE), page_of(found, 10)
    assert "<script>alert(1)</script>\\x1b[2J takes up" in told
    assert "\x1b" not in told + page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not re.search("<b>|<i>", page)
    assert page.count("<script>") == 1


# ---- plain data ------------------------------------------------------------------------------------------------------


def test_plain_data(march: Review) -> None:
    found = json.loads(json.dumps(plain(march, request("--seat", "0")), allow_nan=False))
    assert (found["file"], found["kind"], found["seat"], found["player"]) == ("deals.jsonl", "deal records", 0, None)
    (game,) = found["games"]
    assert (game["variant"], game["agent"], game["worlds"]) == ("north_american", "rule", WORLDS)
    assert game["rules"] == march.deals[0].deal.rules.options()
    (player,) = game["players"]
    assert (player["points_lost_per_deal"], player["mistakes"]) == (2, 1)
    assert player["points_lost"] == {"making": 2, "play": 0}
    assert found["mistakes"] == [{"deal": 1, "step": 3}]
    (deal,) = found["deals"]
    assert (deal["number"], deal["game"], deal["left_out"]) == (1, 0, {})
    assert deal["result"]["points"] == [2, 0]
    made = deal["decisions"][0]
    choices = made.pop("choices")
    assert made == {
        "step": 3,
        "seat": 0,
        "player": "player_0",
        "place": "first round",
        "phase": "making",
        "kind": "make",
        "hand": ["JS", "JC", "KS", "QS", "9D"],
        "action": "order_up",
        "likeliest": "order_up_alone",
        "best": "order_up_alone",
        "loss": 2,
        "error": 0,
        "mistake": True,
        "second_look": {"compared_with": "order_up_alone", "effective_worlds": 32, "untold": False},
    }
    assert all(other["second_look"] is None for other in deal["decisions"][1:])
    assert choices[1] == {
        "action": "order_up",
        "probability": 0,
        "expected": 2,
        "error": 0,
        "behind": 2,
        "behind_error": 0,
    }
    assert [choice["action"] for choice in choices] == ["order_up_alone", "order_up", "pass"]
