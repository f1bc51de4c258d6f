"""Pages that step through deals: what stands in them, and that nothing else can."""

import base64
import hashlib
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from euchre_env import Badge, CommentTable, Frame, Highlight, PageDeal, page_deal, picture, render_page, show
from euchre_env.records import RecordError
from tests.family_deals import JAMBOREE, RAILROAD, SEVEN_HANDED
from tests.test_rendering import MARCH_ALONE, deal_record

EVIL = '<script>alert("1")</script><img src=x onerror=alert(1)>'
FRAME = Frame("<svg></svg>", "a step")


class Reader(HTMLParser):
    """The tags of a page with their attributes, and all its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def captions(deal: PageDeal) -> list[str]:
    return [frame.caption for frame in deal.frames]


# ---- the page --------------------------------------------------------------------------------------------------------


def test_a_page_lists_highlights_and_deals_and_shows_every_step() -> None:
    table = CommentTable(("action", "chance"), (("play A♠", "62 %"), ("play 9♠", "38 %")), marked=(1,))
    frame = Frame("<svg></svg>", "leads", "He leads low.\n\nThe ace\nis better.", table, Badge("−0.53", "bad"))
    deals = [PageDeal("deal 1", [FRAME]), PageDeal("deal 2", [FRAME, frame], "lost", Badge("−0.61", "fair"))]
    page = render_page("A review", deals, [Highlight("the worst", 1, 1, Badge("−0.53"))], "First.\n\nSecond.")
    reader = Reader(page)
    assert [link["href"] for link in reader.all("a")] == ["#deal-2-step-2", "#deal-1-step-1", "#deal-2-step-1"]
    assert [article["id"] for article in reader.all("article")] == ["deal-1-step-1", "deal-2-step-1", "deal-2-step-2"]
    assert "<title>A review</title>" in page
    assert "Arrow keys step through a deal, with Shift they go from deal to deal." in reader.texts
    assert "<p>First.</p>\n<p>Second.</p>" in page
    assert "<p>He leads low.</p>\n<p>The ace is better.</p>" in page
    assert '<tr class="marked"><td>play 9♠</td><td>38 %</td></tr>' in page
    assert '<b class="badge bad">−0.53</b>' in page
    assert '<b class="badge plain">−0.53</b>' in page
    assert '<b class="badge fair">−0.61</b> <small>lost</small>' in page
    ids = [attributes["id"] for _, attributes in reader.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_the_policy_allows_the_pages_own_style_and_script_and_nothing_else() -> None:
    page = render_page("t", [PageDeal("d", [FRAME])])
    policy = next(meta["content"] for meta in Reader(page).all("meta") if "http-equiv" in meta)
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert set(rules) == {"default-src", "base-uri", "form-action", "style-src", "script-src"}
    for tag, rule in ("style", "style-src"), ("script", "script-src"):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, flags=re.DOTALL)
        assert rules[rule] == f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def test_every_text_is_escaped() -> None:
    table = CommentTable([EVIL], [[EVIL]])
    deal = PageDeal(EVIL, [Frame("<svg></svg>", EVIL, EVIL, table, Badge(EVIL))], EVIL, Badge(EVIL))
    page = render_page(EVIL, [deal], [Highlight(EVIL, 0, 0, Badge(EVIL))], EVIL)
    clean = render_page("t", [PageDeal("d", [Frame("<svg></svg>", "c", "c", table, Badge("b"))], "s", Badge("b"))])
    assert len(Reader(page).all("script")) == len(Reader(clean).all("script")) == 1
    assert not Reader(page).all("img")
    assert page.count(EVIL) == 0
    assert page.count("&lt;img src=x") == 14


def test_control_characters_do_not_reach_a_page() -> None:
    page = render_page("\x00\x1b[2J\u202e", [PageDeal("\ud800", [FRAME])])
    assert not re.search(r"[\x00-\x09\x0b-\x1f\ud800\u202e]", page)
    page.encode()


@pytest.mark.parametrize(("deal", "frame"), [(1, 0), (0, 1), (-1, 0), (0, -1)])
def test_a_highlight_that_leads_nowhere_is_refused(deal: int, frame: int) -> None:
    with pytest.raises(ValueError, match=f"highlight 'x': no frame {frame} of deal {deal}"):
        render_page("t", [PageDeal("d", [FRAME])], [Highlight("x", deal, frame)])


def test_a_deal_without_frames_is_refused() -> None:
    with pytest.raises(ValueError, match="deal 1 has no frames"):
        render_page("t", [PageDeal("d", [FRAME]), PageDeal("e", [])])


def test_a_page_of_no_deals_is_a_page() -> None:
    assert "<main>\n</main>" in render_page("t", [])


# ---- deals as pages --------------------------------------------------------------------------------------------------


def test_captions_tell_what_has_happened() -> None:
    deal = page_deal(deal_record(MARCH_ALONE), all_hands=True)
    assert deal.title == "north_american, deal 4, dealt by player_3"
    assert deal.summary == "player_0 made it alone and took 5 tricks: player_0 and player_2 +4"
    assert captions(deal)[:2] == ["the cards are dealt", "player_0 passes"]
    assert captions(deal)[5:9] == [
        "player_0 makes it ♠ alone",
        "player_0 plays J♠",
        "player_1 plays J♣",
        "player_3 plays T♠, player_0 takes the trick",
    ]
    assert len(deal.frames) == len(MARCH_ALONE) + 1
    cut_short = page_deal(deal_record(MARCH_ALONE[:3]))
    assert cut_short.summary == "not played to its end"


def test_the_seat_at_the_bottom_stays_the_same() -> None:
    """With open hands seat 0, else the viewer or the dealer: the last plate in every picture's column of the middle."""

    def at_the_bottom(deal: PageDeal) -> set[str]:
        found = [re.findall(r'<text x="400" y="5(?:50|57)"[^>]*>(\w+)<', frame.svg) for frame in deal.frames]
        return {name for names in found for name in names}

    record = deal_record(MARCH_ALONE)
    assert at_the_bottom(page_deal(record, all_hands=True)) == {"player_0"}
    assert at_the_bottom(page_deal(record, viewer=2)) == {"player_2"}
    assert at_the_bottom(page_deal(record)) == {"player_3"}


def test_captions_keep_what_the_viewer_must_not_know() -> None:
    """R9 the exchange, R40 a Jamboree declined."""
    assert "player_3 passes A♣ to player_1" in captions(page_deal(RAILROAD, all_hands=True))
    assert "player_3 passes ▒ to player_1" in captions(page_deal(RAILROAD, viewer=0))
    assert captions(page_deal(JAMBOREE, viewer=1))[6] == "something is said in secret"
    assert captions(page_deal(JAMBOREE, viewer=0))[6] == "player_0 plays on"
    assert "player_1 buries ▒" in captions(page_deal(SEVEN_HANDED, viewer=0))


@pytest.mark.parametrize("viewer", range(4))
def test_no_picture_of_a_viewers_page_shows_a_hidden_card(viewer: int) -> None:
    record = deal_record(MARCH_ALONE)
    own = record["hands"][viewer].split()
    played: list[str] = []
    for frame, (_, action) in zip(page_deal(record, viewer=viewer).frames, [(None, ""), *MARCH_ALONE], strict=True):
        played += re.findall(r"play_(\w\w)", action)
        assert set(re.findall(r"#card-(\w\w)\"", frame.svg)) <= {*own, *played, "AH", "3S", "4S"}


def test_an_illegal_action_ends_the_deal_and_is_told() -> None:
    deal = page_deal(deal_record([*MARCH_ALONE[:6], [1, "play_" + EVIL], *MARCH_ALONE[7:]]))
    last = deal.frames[-1]
    assert len(deal.frames) == 8
    assert (last.caption, last.badge) == (f"play_{EVIL}", Badge("illegal", "bad"))
    assert "legal: play_JC" in last.comment
    assert not Reader(render_page("t", [deal])).all("img")


def test_names_stand_in_captions_and_pictures() -> None:
    deal = page_deal(deal_record(MARCH_ALONE), names=["Ann", "Bob", EVIL, "Dora"])
    assert captions(deal)[1] == "Ann passes"
    assert captions(deal)[3] == f"{EVIL[:40]}... passes"
    assert "player_" not in render_page("t", [deal]).split("<main>")[1].split("<script>")[0]


@pytest.mark.parametrize("how", [{"viewer": 4}, {"names": ["one"]}])
def test_what_no_table_has_is_refused(how: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(how))):
        page_deal(deal_record([]), **how)


def test_a_page_of_twenty_deals_stays_small() -> None:
    """Cards are drawn once and referred to: five to seven kilobytes a step."""
    frames = page_deal(deal_record(MARCH_ALONE), all_hands=True).frames
    assert max(len(frame.svg) for frame in frames) < 7_500
    assert len(render_page("t", [])) < 100_000


# ---- notebooks -------------------------------------------------------------------------------------------------------


def test_notebooks_show_a_page_in_a_frame_of_its_own(tmp_path: Any) -> None:
    page = show(deal_record(MARCH_ALONE), title="Deal <4>")
    (frame,) = Reader(page._repr_html_()).all("iframe")
    assert frame["sandbox"] == "allow-scripts"
    assert frame["srcdoc"] == page.html
    assert "Deal &lt;4&gt;" in page.html
    assert len(Reader(show([deal_record([]), RAILROAD]).html).all("details")) == 2
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html
    with pytest.raises(RecordError):
        show({"variant": "four_handed"})


def test_notebooks_show_a_picture(tmp_path: Any) -> None:
    drawn = picture(deal_record(MARCH_ALONE), 9, names=["Ann", "Bob", "Cem", "Dora"])
    assert drawn._repr_html_().startswith('<svg style="max-width:100%;height:auto" ')
    assert "Bob to play a card" in unescape(drawn.svg)
    drawn.save(tmp_path / "table.svg")
    assert (tmp_path / "table.svg").read_text(encoding="utf-8") == drawn.svg
    drawn.save(str(tmp_path / "table.PNG"))
    assert (tmp_path / "table.PNG").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"ends in \.svg or \.png"):
        drawn.save(tmp_path / "table.gif")
    assert not (tmp_path / "table.gif").exists()
