"""The file that is reviewed: what it may be, what of it can be judged, and what is said of everything else."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from agents.review import file
from agents.review.file import GivenFile, ReviewError, read_file
from agents.review.given import place_of
from euchre_env import RecordError
from tests.agents.review_cases import given, lines, played
from tests.egn_games import deal as egn_deal
from tests.egn_games import file as egn_file


def read(path: Path, data: bytes | dict[str, Any], wanted: range = range(10**9)) -> GivenFile:
    path = path / "deals"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data, indent=1).encode())
    return read_file(str(path), wanted.__contains__)


# ---- what a file may be ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beginning", [b"", b"\xef\xbb\xbf", b"\n \r\n"])
def test_records_are_known_by_what_they_are(tmp_path: Path, beginning: bytes) -> None:
    found = read(tmp_path, beginning + lines(played(), played(["pass"] * 3 + ["order_up_alone", "discard_9D"])))
    first = 1 + beginning.count(b"\n")
    assert (found.kind, found.notes, found.title) == ("deal records", (), "")
    assert [deal.number for deal in found.deals] == [first, first + 1]
    assert [deal.actions[3][1] for deal in found.deals] == ["order_up", "order_up_alone"]
    assert all(set(deal.known) == {range(len(deal.actions))} for deal in found.deals)


def test_a_game_in_euchre_game_notation_is_known_by_what_it_is(tmp_path: Path) -> None:
    found = read(tmp_path, egn_file(egn_deal(), egn_deal(dealer=1), title="Last\nround"))
    assert (found.kind, found.title) == ("Euchre Game Notation 1.4", "Last\\nround")
    assert [deal.number for deal in found.deals] == [1, 2]
    assert found.deals[0].players == ("Ann", "Bob", "Cy", "Dee")


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines(played()))))
    found = read_file("-", lambda number: True)
    assert (found.name, len(found.deals)) == ("standard input", 1)


def test_several_games_in_one_file(tmp_path: Path) -> None:
    """Each deal is played by its own rules."""
    other = played() | {"rules": played()["rules"] | {"target": 5}}
    found = read(tmp_path, lines(played(), other))
    assert [deal.rules.target for deal in found.deals] == [10, 5]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", r"holds neither deal records \(no line\) nor a game in Euchre Game Notation \(.*empty"),
        (b"# Notes\n", r"neither deal records \(line 1: not JSON.* nor a game in Euchre Game Notation \(not JSON"),
        (b"\x7fELF\x02\x01\x00\xff", r"neither deal records \(line 1: not "),
        (b"\xff\xfe{\x00}\x00", r"neither deal records \(line 1: not UTF-8: byte 1"),
        (b"[1, 2]", r"\(line 1: a record is a JSON object, not \[1, 2\]\)"),
        (b'{"variant": "four_handed"}', r"deals holds no deal records \(line 1: rules is missing: [^()]*\)$"),
        (
            b'{"fileType": "Chess"}',
            r'holds no game in Euchre Game Notation that can be read \(fileType: must be [^()]*"Chess"\)$',
        ),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "a number of thousands of digits"),
        (b"\x01\x02", "a binary file"),
        (b"\x1b[2Jx", r"not JSON"),
        (b"{\n" * 5000, r"\(line 1: not JSON"),
    ],
)
def test_other_things_are_refused_in_one_sentence(tmp_path: Path, data: bytes, told: str) -> None:
    with pytest.raises(ReviewError, match=told) as refused:
        read(tmp_path, data)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 1000


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("game.EGN", "Dear diary", "game.EGN holds no game in Euchre Game Notation that can be read (not JSON: "),
        ("game.egn", '{"variant": "railroad"}', "game.egn holds no deal records (line 1: rules is missing: "),
        ("deals.jsonl", "Dear diary", "deals.jsonl holds no deal records (line 1: not JSON: "),
        ("deals.jsonl", '{"fileType": 1}', "deals.jsonl holds no game in Euchre Game Notation that can be read ("),
        ("diary.txt", "Dear diary", "diary.txt holds neither deal records (line 1: not JSON: "),
    ],
)
def test_a_file_is_refused_for_what_it_is_meant_to_be(
    name: str, data: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(data)
    with pytest.raises(ReviewError) as refused:
        read_file(name, lambda number: True)
    assert str(refused.value).startswith(told)


def test_files_that_are_not_there_or_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, why in [("missing", "No such file"), ("", "is a directory"), ("x\x1b\n", "No such file")]:
        with pytest.raises(ReviewError, match=f"(?i){why}") as refused:
            read_file(str(tmp_path / name), lambda number: True)
        assert str(refused.value).isprintable()
    monkeypatch.setattr(file, "LONGEST_FILE", 1000)
    with pytest.raises(ReviewError, match="more than 0 MB; review it in parts"):
        read(tmp_path, lines(played(), played()))


def test_deals_that_the_file_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match=r"--deals: .* has the deals 1 to 2, and nothing of that is asked for"):
        read(tmp_path, lines(played(), played()), range(3, 9))
    with pytest.raises(ReviewError, match=r"--deals: .* has deal 1 alone"):
        read(tmp_path, egn_file(egn_deal()), range(3, 9))


# ---- faults in a file ------------------------------------------------------------------------------------------------


def test_lines_that_are_no_records_are_told_and_left_out(tmp_path: Path) -> None:
    found = read(tmp_path, b"nonsense\n" + lines(played(), played(dealer=0) | {"dealer": 9}, played()))
    assert [deal.number for deal in found.deals] == [2, 4]
    assert found.notes[0].startswith("line 1: not JSON")
    assert found.notes[1].startswith("deal 3: dealer")


def test_after_very_many_lines_that_are_none_nothing_more_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, lines(played()) + b"nonsense\n" * 1500 + lines(played()))
    assert [deal.number for deal in found.deals] == [1]
    assert found.notes[-1] == "line 1002: after so many that cannot be read, the rest of the file is left out"


def test_a_file_of_records_that_no_deal_can_begin_with_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="no deal can be reviewed: deal 1: dealer"):
        read(tmp_path, lines(played() | {"dealer": 9}))


def test_a_deal_ends_before_its_first_illegal_action() -> None:
    """In the second trick the dealer, who leads, plays a card of another."""
    record = played()
    at = len(record["actions"]) - 16
    record["actions"][at] = [0, "play_9H"]
    deal = given(record, 7)
    assert len(deal.actions) == at
    assert deal.table_at(at).trick == []
    (note,) = deal.notes
    assert note.startswith(f"deal 7, trick 2, step {at + 1}: action of seat 0: expected [")
    assert note.endswith('found "play_9H"')


def test_an_unfinished_deal_is_told_with_its_trick() -> None:
    record = played()
    del record["result"]
    deal = given(record | {"actions": record["actions"][:10]}, 3)
    assert deal.notes == ("deal 3, trick 2: the record ends here",)
    assert len(deal.actions) == 10
    assert given(record | {"actions": []}).notes == ("deal 1, first round: the record ends here",)


def test_a_wrong_actor_and_a_wrong_result_are_told() -> None:
    """Who decides is what the rules say."""
    record = played()
    record["actions"][2] = [0, "pass"]
    record["result"] = record["result"] | {"points": [9, 9]}
    deal = given(record)
    assert deal.actions[2] == (3, "pass")
    assert deal.notes == (
        "deal 1, first round, step 3: actor: expected 3, found 0",
        "deal 1: result.points: expected [2, 0], found [9, 9]",
    )


def test_what_comes_after_the_end_is_told() -> None:
    record = played()
    deal = given(record | {"actions": [*record["actions"], [0, "pass"]]})
    assert deal.notes == (
        f'deal 1, the end, step {len(record["actions"]) + 1}: action: expected "the end of the deal", found "pass"',
    )
    assert place_of(deal.table_at(len(deal.actions))) == "the end"


# ---- hands that are not known ----------------------------------------------------------------------------------------


def test_hands_that_a_record_says_are_not_known() -> None:
    """The dealer's only unknown card is his discard: from then on his hand is known."""
    deal = given(played() | {"unknown": {"hands": ["9D", "", "9C TC", ""], "stock": "9S"}})
    end = len(deal.actions)
    assert deal.known == (range(5, end), range(end), range(0), range(end))
    assert deal.unknown == {"9D", "9C", "TC", "9S"}


def test_a_card_unknown_that_is_not_discarded_hides_the_hand() -> None:
    assert given(played() | {"unknown": {"hands": ["QS", "", "", ""], "stock": ""}}).known[0] == range(0)


@pytest.mark.parametrize(
    "unknown", [None, [], {}, {"hands": "9D", "stock": ""}, {"hands": ["", "", ""], "stock": ""}, {"hands": [""] * 4}]
)
def test_nonsense_about_unknown_cards_is_refused(unknown: object) -> None:
    with pytest.raises(RecordError, match="unknown: must be"):
        given(played() | {"unknown": unknown})
