"""Pages in a real browser: keys, links, hostile names, no scripts, paper."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from euchre_env import Badge, Frame, Highlight, PageDeal, page_deal, render_page, show
from tests.browser import Browser
from tests.family_deals import RAILROAD
from tests.test_rendering import MARCH_ALONE, deal_record

pytestmark = pytest.mark.slow

EVIL = "<script>document.title = 'owned'</script><img src=//x onerror=\"document.title = 'owned'\">"
SHOWN = "[...document.querySelectorAll('article')].filter(a => a.checkVisibility()).map(a => a.id)"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two deals, of 21 and of 21 steps, everything in them called by a hostile name."""
    names = [EVIL, "Bob", f'"{EVIL}', "'>Dora"]
    deals = [page_deal(record, all_hands=True, names=names) for record in (deal_record(MARCH_ALONE), RAILROAD)]
    first = Frame(deals[1].frames[0].svg, EVIL, EVIL, badge=Badge(EVIL, "bad"))
    deals[1] = PageDeal(EVIL, [first, *deals[1].frames[1:]], EVIL)
    file = tmp_path_factory.mktemp("pages") / "page.html"
    file.write_text(render_page(EVIL, deals, [Highlight(EVIL, 1, 6, Badge("−0.53", "bad"))], EVIL), encoding="utf-8")
    return file


def test_keys_step_through_deals(browser: Browser, page: Path) -> None:
    browser.open(page)
    last = len(MARCH_ALONE) + 1
    expected = [
        ("ArrowLeft", False, "deal-1-step-1"),
        ("ArrowRight", False, "deal-1-step-2"),
        ("ArrowRight", False, "deal-1-step-3"),
        ("ArrowLeft", False, "deal-1-step-2"),
        ("End", False, f"deal-1-step-{last}"),
        ("ArrowRight", False, f"deal-1-step-{last}"),
        ("ArrowRight", True, "deal-2-step-1"),
        ("End", False, f"deal-2-step-{len(RAILROAD['actions']) + 1}"),
        ("Home", False, "deal-2-step-1"),
        ("ArrowLeft", True, "deal-1-step-1"),
    ]
    for key, shift, place in expected:
        browser.press(key, shift=shift)
        assert browser.ask(SHOWN) == [place], key
    assert browser.ask("location.hash") == "#deal-1-step-1"
    assert browser.ask("document.querySelector('output').textContent") == f"1 / {last}"
    assert browser.ask("document.querySelector('.steps [aria-current]').textContent") == "the cards are dealt"


def test_links_and_buttons_lead_to_steps(browser: Browser, page: Path) -> None:
    browser.open(page, "#deal-2-step-3")
    assert browser.ask(SHOWN) == ["deal-2-step-3"]
    assert browser.ask("scrollY") == 0
    browser.click(".highlights a")
    assert browser.ask(SHOWN) == ["deal-2-step-7"]
    browser.click("[aria-label='Next step']")
    assert browser.ask(SHOWN) == ["deal-2-step-8"]
    browser.click(".deals li:first-child a")
    assert browser.ask(SHOWN) == ["deal-1-step-1"]
    browser.click(".steps li:nth-child(4) a")
    assert browser.ask(SHOWN) == ["deal-1-step-4"]
    browser.open(page, "#deal-99-step-99")
    assert browser.ask(SHOWN) == [f"deal-2-step-{len(RAILROAD['actions']) + 1}"]


def test_hostile_names_do_nothing(browser: Browser, page: Path) -> None:
    """The browser has nothing to complain of either: no script refused, nothing asked of the network."""
    browser.open(page, "#deal-2-step-1")
    for _ in range(3):
        browser.press("ArrowRight")
    assert browser.ask("document.title") == EVIL
    assert browser.ask("document.querySelectorAll('script').length") == 1
    assert browser.ask("document.querySelectorAll('img').length") == 0
    assert browser.complaints == []


def test_the_policy_stops_what_would_get_in_all_the_same(browser: Browser, page: Path, tmp_path: Path) -> None:
    """A picture's SVG goes into a page as it is. Even of a forged one nothing runs or loads."""
    svg = '<svg onload="document.title = \'owned\'"><script>document.title = "owned"</script><image href="http://x/"/></svg>'
    forged = tmp_path / "forged.html"
    forged.write_text(render_page("honest", [PageDeal("deal", [Frame(svg, "a"), Frame(svg, "b")])]), encoding="utf-8")
    browser.open(forged)
    browser.press("ArrowRight")
    assert browser.ask(SHOWN) == ["deal-1-step-2"]
    assert browser.ask("document.title") == "honest"
    for refused in "Executing inline event handler", "Executing inline script", "Loading the image 'http://x/'":
        assert any(complaint.startswith(f"{refused} violates") for complaint in browser.complaints)
    browser.complaints.clear()


def test_without_scripts_links_open_the_list(browser: Browser, page: Path) -> None:
    browser.open(page, scripts=False)
    assert browser.ask(SHOWN) == []
    browser.click(".highlights a")
    assert len(browser.ask(SHOWN)) == len(RAILROAD["actions"]) + 1
    assert "deal-2-step-7" in browser.ask(SHOWN)


def test_pictures_have_their_cards_and_fit_a_phone(browser: Browser, page: Path) -> None:
    browser.open(page, width=390)
    box = browser.ask("(r => [r.width, r.height])(document.querySelector('article.shown svg').getBoundingClientRect())")
    assert 330 < box[0] <= 390
    assert box[1] / box[0] == pytest.approx(768 / 800, abs=0.01)
    assert browser.ask("document.documentElement.scrollWidth") <= 390
    missing = (
        "[...document.querySelectorAll('use')].filter(u => !document.querySelector(u.getAttribute('href'))).length"
    )
    assert browser.ask(missing) == 0
    wide = "(g => g.getBoundingClientRect().width)(document.querySelector('article.shown use[href=\"#card-JS\"]'))"
    assert browser.ask(wide) > 10


def test_paper_shows_every_step_of_the_deal_and_no_buttons(browser: Browser, page: Path) -> None:
    browser.open(page, "#deal-1-step-3")
    browser.call("Emulation.setEmulatedMedia", media="print")
    assert len(browser.ask(SHOWN)) == len(MARCH_ALONE) + 1
    assert not browser.ask("document.querySelector('.controls').checkVisibility()")
    browser.call("Emulation.setEmulatedMedia", media="")


def test_a_notebooks_frame_takes_keys(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "notebook.html"
    file.write_text(f"<!DOCTYPE html><body>{show(deal_record(MARCH_ALONE[:3]))._repr_html_()}", encoding="utf-8")
    browser.open(file)
    with browser.inside_frame():
        browser.until(SHOWN, ["deal-1-step-1"])
    for _ in range(20):  # a frame that is not drawn yet is not hit by a click, and the keys would go past it
        browser.click("iframe")
        with browser.inside_frame():
            if browser.ask("document.hasFocus()"):
                break
        time.sleep(0.5)
    browser.press("ArrowRight")
    browser.press("End")
    with browser.inside_frame():
        browser.until(SHOWN, ["deal-1-step-4"])
    assert browser.complaints == []
