"""The review in words, as plain data and as a page: what they say, and that they say it harmlessly."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from agents.playing.sitting import Outlook
from agents.random_agent import RandomAgent
from agents.review.decisions import Decision
from agents.review.file import GivenFile
from agents.review.given import GivenDeal, recorded_deal
from agents.review.known_scene import KnownScene
from agents.review.options import request_from
from agents.review.page import page_of
from agents.review.plain import plain
from agents.review.report import report
from agents.review.review import Review
from agents.review.reviewer import ReviewedDeal, Reviewer
from agents.review.telling import Telling
from euchre_env import Style, VectorEuchre
from tests.agents.review_cases import CALLS, WORLDS, given, outlook, played, rule_reviewer

ASCII, UNICODE = Style(unicode=False), Style()
EVIL = "<script>alert(1)</script>\x1b[2J"


def request(*more: str) -> Any:
    return request_from(["--review", "deals", *more])


def review(*deals: GivenDeal, seats: Any = range(4), title: str = "", notes: tuple[str, ...] = ()) -> Review:
    reviewer = rule_reviewer(deals[0])
    file = GivenFile("deals.jsonl", "deal records", title, deals, notes)
    return Review([file], [reviewer.look_at(deal, seats) for deal in deals], unfinished=False)


@pytest.fixture(scope="module")
def march() -> Review:
    """The deal in which the dealer should have played alone: his decisions."""
    return review(given(), seats=[0])


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
    heading, header, row = parts[4].splitlines()
    assert (heading, header.split()[:3]) == ("Players", ["player", "deals", "decisions"])
    assert re.fullmatch(r"  player_0 +1 +6 +\d+\.\d% +1 +2\.00 \+- 0\.00 +2\.00 +0\.00", row)
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
        (outlook(1, 0.5), outlook(0, 0.25, 0.2), "behind assist by 0.25 ± 0.20 points, within the error"),
        (outlook(1, 0.5), outlook(0, 0.496, 0.0), "as good as the best"),
        (outlook(1, 0.25), outlook(0, 0.5), "the best choice"),
        (outlook(1, 0.5), outlook(0, 0.5), "as good as any"),
        (outlook(0.8), outlook(0.2), "somebody would rather assist (80 %)"),
        (outlook(0.5), outlook(0.5), "as somebody would"),
    ],
)
def test_verdicts(best: Outlook, done: Outlook, told: str) -> None:
    made = Decision(1, 2, "make", "pass", {"order_up": best, "pass": done})
    assert Telling(given(), made, "somebody", UNICODE).verdict() == told


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


def test_deal_by_deal(march: Review) -> None:
    part = report(march, request("--all"), UNICODE).split("\n\n")[-1].splitlines()
    outcome = "dealt by player_0; player_0 made it and took 5 tricks: player_0 and player_2 +2"
    assert part[:2] == [f"deal 1: {outcome}; 2.00 points", "    lost"]
    assert part[2] == "  first round  player_0 takes up     2.00 ± 0.00 points behind take it up alone"
    assert len(part) == 2 + len(march.deals[0].decisions)


def test_fewer_or_none_of_the_costliest(march: Review) -> None:
    assert "Mistakes" not in report(march, request("--costliest", "0"), UNICODE)
    none = replace(march, deals=[replace(march.deals[0], decisions=march.deals[0].decisions[1:])])
    assert "\n\nNo mistakes\n\n" in report(none, request(), UNICODE)


def test_notes_are_told_and_not_too_many() -> None:
    deal = given(played() | {"unknown": {"hands": ["9D", "", "", ""], "stock": ""}})
    found = review(replace(deal, notes=("deal 1, trick 2: something",)), notes=tuple(f"note {n}" for n in range(22)))
    told = report(found, request(), UNICODE).split("\n\n")[2].splitlines()
    assert told == ["Notes", *(f"  note {n}" for n in range(20)), "  and 4 more"]
    without = replace(found, files=[replace(found.files[0], notes=())])
    told = report(without, request(), UNICODE).split("\n\n")[2].splitlines()
    assert told[1:] == [
        "  deal 1, trick 2: something",
        "  deal 1: left out, as the hand is not known: 2 decisions of player_0",
    ]


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
    assert [line.split() for line in parts[4].splitlines()[1:]] == [
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
    }
    assert choices[1] == {
        "action": "order_up",
        "probability": 0,
        "expected": 2,
        "error": 0,
        "behind": 2,
        "behind_error": 0,
    }
    assert [choice["action"] for choice in choices] == ["order_up_alone", "order_up", "pass"]


# ---- the page --------------------------------------------------------------------------------------------------------


def articles(page: str) -> list[str]:
    return re.findall("<article.*?</article>", page, re.DOTALL)


def caption(article: str) -> str:
    return re.sub("<.*?>", "", re.findall("<h3>(.*?)</h3>", article)[0])


def test_the_page_shows_every_step_and_links_to_the_costliest(march: Review) -> None:
    page, steps = page_of(march, 10), march.deals[0].deal.actions
    assert "<h1>Review of deals.jsonl</h1>" in page
    found = articles(page)
    assert len(found) == len(steps) + 2  # the end of the deal; the players
    assert caption(found[0]) == "First round: player_1 passes"
    assert caption(found[3]) == "First round: player_0 takes up -2.00"
    assert caption(found[len(steps)]).startswith("Dealt by player_0; player_0 made it and took 5 tricks")
    assert '<a href="#deal-1-step-4">Deal 1. First round: player_0 takes up</a> <b class="badge bad">-2.00</b>' in page
    assert "<p>2.00 ± 0.00 points behind take it up alone.</p>" in found[3]
    assert '<tr class="marked"><td>take it up</td>' in found[3]
    assert "<table>" not in found[0]
    assert sum("<table>" in article for article in found[:-1]) == len(march.deals[0].decisions)
    assert caption(found[-1]) == "Players in north_american"
    assert "<td>player_0</td><td>1</td><td>6</td>" in found[-1]
    assert "<p>No choice.</p>" in found[21]
    assert "#deal-1-step-4" not in page_of(march, 0)


def test_who_alone_is_looked_at_sees_what_he_saw(march: Review) -> None:
    """His own hand lies open, those of the others do not; otherwise all do."""
    everybody = review(given())
    hidden, opened = (articles(page_of(found, 10))[0] for found in (march, everybody))
    assert "player_0: jack of spades" in hidden
    assert "player_1: 5 cards" in hidden
    assert "player_1: ace of hearts" in opened
    assert "stock" not in re.findall("<text.*", hidden)[0]


def test_cards_that_nobody_knows_are_not_shown() -> None:
    deal = given(played() | {"unknown": {"hands": ["9D", "", "", ""], "stock": "9S TS"}})
    page = page_of(review(deal), 10)
    assert "nine of diamonds" not in page
    assert "9♦" not in page
    before, after = (KnownScene(deal, step, 1, UNICODE, all_hands=True) for step in (0, 5))
    assert before.hand(0) == ["JS", "JC", "KS", "QS", None]
    assert list(after.exchanges()) == ["player_0 discards ▒"]
    assert before.record["stock"] == "JH"
    assert "<p>The hand is not known: not looked at.</p>" in articles(page)[3]


def test_an_unfinished_deal_ends_where_it_ends() -> None:
    record = played(CALLS[:3])
    deal = recorded_deal(record | {"actions": record["actions"][:2]}, 4)
    page = page_of(review(deal), 10)
    assert caption(articles(page)[2]) == "Dealt by player_0; not played to its end"


@pytest.mark.slow
def test_a_browser_has_nothing_to_complain_of(tmp_path: Any, march: Review) -> None:
    from tests.browser import Browser

    file = tmp_path / "review.html"
    file.write_text(page_of(march, 10), encoding="utf-8")
    with Browser(tmp_path / "profile") as browser:
        browser.open(file)
        browser.click(".highlights a")
        assert browser.ask("document.querySelector('article.shown h3').textContent").startswith("First round: player_0")
        assert browser.ask("document.querySelector('article.shown tr.marked td').textContent") == "take it up"
        assert browser.complaints == []
