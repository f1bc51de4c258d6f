"""The review as a page: every step, with what was known to whom."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from agents.review.given import recorded_deal
from agents.review.known_scene import KnownScene
from agents.review.page import page_of
from agents.review.report import report
from agents.review.review import Review
from euchre_env import Style
from tests.agents.review_cases import CALLS, given, played, request, review

UNICODE = Style()


@pytest.fixture(scope="module")
def march() -> Review:
    """The deal in which the dealer should have played alone: his decisions."""
    return review(given(), seats=[0])


def articles(page: str) -> list[str]:
    return re.findall("<article.*?</article>", page, re.DOTALL)


def caption(article: str) -> str:
    return re.sub("<.*?>", "", re.findall("<h3>(.*?)</h3>", article)[0])


def test_the_page_shows_every_step_and_links_to_the_costliest(march: Review) -> None:
    page, steps = page_of(march, 10), march.deals[0].deal.actions
    assert "<h1>Review of deals.jsonl</h1>" in page
    overview, *found = articles(page)
    assert len(found) == len(steps) + 1  # the end of the deal
    assert caption(found[0]) == "First round: player_1 passes"
    assert caption(found[3]) == "First round: player_0 takes up -2.00"
    assert caption(found[len(steps)]).startswith("Dealt by player_0; player_0 made it and took 5 tricks")
    assert '<a href="#deal-2-step-4">Deal 1. First round: player_0 takes up</a> <b class="badge bad">-2.00</b>' in page
    assert "<p>2.00 ± 0.00 points behind take it up alone.</p>" in found[3]
    assert '<tr class="marked"><td>take it up</td>' in found[3]
    assert "<table>" not in found[0]
    assert sum("<table>" in article for article in found) == len(march.deals[0].decisions)
    assert caption(overview) == "Players in north_american"
    assert "<td>player_0</td><td>1</td><td>6</td>" in overview
    assert overview.index("<p>Points are those of the deal,") < overview.index("<p>deals: only those in which")
    assert '<li><a href="#deal-1-step-1">All deals</a>' in page
    assert "<p>No choice.</p>" in found[21]
    assert "#deal-2-step-4" not in page_of(march, 0)


@pytest.mark.parametrize(("title", "heading"), [("", "deals.jsonl"), ("A game", "A game")])
def test_the_page_names_a_file_without_the_readers_folders(title: str, heading: str, march: Review) -> None:
    """The report, which is the reader's own, names it as he did."""
    file = replace(march.files[0], name="/folder/of/ann/deals.jsonl", title=title)
    found = replace(march, files=[file])
    page = page_of(found, 10)
    assert "/folder" not in page
    assert f"<h1>Review of {heading}</h1>" in page
    assert "<p>deals.jsonl:" in page
    assert report(found, request(), UNICODE).startswith("/folder/of/ann/deals.jsonl:")


def test_who_alone_is_looked_at_sees_what_he_saw(march: Review) -> None:
    """His own hand lies open, those of the others do not; otherwise all do."""
    everybody = review(given())
    hidden, opened = (articles(page_of(found, 10))[1] for found in (march, everybody))
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
    assert "<p>The hand is not known: not looked at.</p>" in articles(page)[4]


def test_an_unfinished_deal_ends_where_it_ends() -> None:
    record = played(CALLS[:3])
    deal = recorded_deal(record | {"actions": record["actions"][:2]}, 4)
    page = page_of(review(deal), 10)
    assert caption(articles(page)[3]) == "Dealt by player_0; not played to its end"


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
