"""`draw` and `replay --html`: what they write, and every misuse in one line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from euchre_env.__main__ import main
from euchre_env.commands import album
from euchre_env.rendering import Style, raster, render_record, render_record_svg
from tests.family_deals import FIVE_HANDED, SEVEN_HANDED
from tests.test_rendering import MARCH_ALONE, deal_record

FINISHED = FIVE_HANDED | {
    "result": {
        "trump": "H", "maker": 0, "alone": True, "opposed_by": None,
        "tricks": [5, 0, 0, 0, 0], "points": [8, 0, 0, 0, 0],
        "scores": [0, 0, 0, 0, 0], "games": [1, 0, 0, 0, 0], "winners": [0],
    }
}  # fmt: skip
LONE = deal_record(MARCH_ALONE[:9])


def written(path: Path, *records: Any) -> str:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)


@pytest.fixture
def deals(tmp_path: Path) -> str:
    return written(tmp_path / "deals.jsonl", FINISHED, LONE, SEVEN_HANDED)


# ---- draw ------------------------------------------------------------------------------------------------------------


def test_draw_prints_the_table(deals: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", deals, "--deal", "2", "--step", "5", "--viewer", "1"]) == 0
    assert capsys.readouterr().out == render_record(LONE, steps=5, viewer=1, style=Style()) + "\n"
    assert main(["draw", deals]) == 0
    assert capsys.readouterr().out == render_record(FINISHED, all_hands=True, style=Style()) + "\n"


def test_draw_writes_pictures(deals: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, png = tmp_path / "table.svg", tmp_path / "table.png"
    assert main(["draw", deals, "--deal", "3", "--step", "0", "--output", str(svg)]) == 0
    assert svg.read_text(encoding="utf-8") == render_record_svg(SEVEN_HANDED, steps=0, all_hands=True)
    assert main(["draw", deals, "--output", str(png)]) == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--deal", "4"], 1, r"deals\.jsonl, line 4: the file has fewer lines"),
        (["--deal", "2", "--step", "10"], 1, r"deals\.jsonl, line 2: has 9 decisions, not 10"),
        (["--viewer", "5"], 2, "--viewer=5: must be None or a seat from 0 to 4"),
        (["--output", "table.gif"], 2, r"--output 'table\.gif': a picture's name ends in \.svg or \.png"),
        (["--output", "/no/such/folder/table.svg"], 1, r"/no/such/folder/table\.svg: No such file"),
        (["--output", "/dev/full.svg/x.svg"], 1, r"/dev/full\.svg/x\.svg: "),
    ],
)
def test_misuse_of_draw_is_one_line(
    deals: str, words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", deals, *words]) == code
    told = capsys.readouterr()
    assert re.search(message, told.err)
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_draw_names_a_record_that_cannot_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    illegal = deal_record([[0, "play_\x1b[2J" + "A" * 50_000]])
    file = written(tmp_path / "bad.jsonl", illegal, {"variant": "four_handed"})
    assert main(["draw", file]) == 1
    told = capsys.readouterr().err
    assert "bad.jsonl, line 1: 'play_" in told
    assert len(told) < 11_000
    assert "\x1b" not in told
    assert main(["draw", file, "--step", "0"]) == 0
    assert main(["draw", file, "--deal", "2"]) == 1
    assert "line 2: rules is missing" in capsys.readouterr().err
    assert main(["draw", str(tmp_path / "none.jsonl")]) == 2


def test_draw_without_the_extra_names_it_and_writes_nothing(
    deals: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "INSTALLED", False)
    assert main(["draw", deals, "--output", str(tmp_path / "table.png")]) == 2
    assert "pip install 'euchre-env[pictures]'" in capsys.readouterr().err
    assert not (tmp_path / "table.png").exists()


# ---- replay --html ---------------------------------------------------------------------------------------------------


def test_replay_writes_a_page_of_every_deal(deals: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert main(["replay", deals, "--html", str(page)]) == 0
    assert capsys.readouterr().out == "3 deals, 0 disagreements\n"
    html = page.read_text(encoding="utf-8")
    assert html.count("<details ") == 3
    assert html.count("<article ") == sum(len(record["actions"]) + 1 for record in (FINISHED, LONE, SEVEN_HANDED))
    assert "deals.jsonl</title>" in html
    assert "stock</text>" in html  # every hand is open
    assert html.endswith("</html>\n")


def test_a_viewers_page_shows_what_this_seat_knows(deals: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert main(["replay", deals, "--html", str(page), "--viewer", "3"]) == 0
    assert "stock</text>" not in page.read_text(encoding="utf-8")


def test_the_page_leads_to_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong action at its step, a wrong result at the end; a line that is no record is left to the report."""
    wrong = FINISHED | {"result": FINISHED["result"] | {"points": [9, 0, 0, 0, 0]}}
    file = written(tmp_path / "bad.jsonl", "no record", wrong, deal_record([[0, "pass"], [1, "play_9S"]]))
    page = tmp_path / "page.html"
    assert main(["replay", file, "--html", str(page)]) == 1
    assert "3 deals, 3 disagreements" in capsys.readouterr().out
    html = page.read_text(encoding="utf-8")
    links = re.findall(r'<a href="(#[^"]+)">([^<]*)</a> <b class="badge bad">disagrees</b>', html)
    assert [(place, text[:30]) for place, text in links] == [
        (f"#deal-1-step-{len(FINISHED['actions']) + 1}", "line 2: result.points: expecte"),
        ("#deal-2-step-3", "line 3, step 2: action of seat"),
    ]
    assert html.count("1 disagreement</b>") == 2


def test_a_page_of_too_many_deals_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(album, "MOST_DEALS", 2)
    file = written(tmp_path / "many.jsonl", *[deal_record([])] * 5)
    assert main(["replay", file, "--html", str(tmp_path / "page.html")]) == 0
    assert "page.html shows the first 2 deals, not all 5" in capsys.readouterr().err
    assert "The first 2 deals; 3 more are not shown." in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--viewer", "1"], 2, "--viewer says what a page shows: it needs --html PAGE.html"),
        (["--html", "-"], 2, "--html -: a page goes into a file"),
        (["--html", "{}/page.html", "--viewer", "5"], 2, "--viewer=5: must be None or a seat from 0 to 4"),
        (["--html", "/no/such/folder/page.html"], 1, r"/no/such/folder/page\.html: No such file"),
        (["--html", "/dev/full"], 1, "/dev/full: No space left"),
    ],
)
def test_misuse_of_a_page_is_one_line_and_leaves_what_was_there(
    deals: str, tmp_path: Path, words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "page.html"
    old.write_text("old")
    assert main(["replay", deals, *(word.format(tmp_path) for word in words)]) == code
    told = capsys.readouterr()
    assert re.search(message, told.err)
    assert told.err.count("\n") == 1
    assert old.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals.jsonl", "page.html"]
