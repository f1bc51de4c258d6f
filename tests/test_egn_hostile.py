"""Euchre Game Notation from strangers: whatever a file holds, it is a game or one clear sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from euchre_env import EgnError, EgnGame, read_egn, replay_record
from euchre_env.egn.reading import LONGEST_FILE
from tests.egn_games import HANDS, TRICKS, deal, file, read, turned

LONE = deal(
    isAlone=True,
    aloneDefender=2,
    tricks=[[trick[0], trick[1 if number else 3]] for number, trick in enumerate(TRICKS)],
    state={"dealer": 1, "kitty": ["Js", "", "Xx"], "playerCards": [[], [], HANDS[1]]},
)
GAME = file(deal(discard="Th"), LONE, turned(2), ruleset={"std": False, "defend_alone": True, "winning_score": 11})

CARDS = st.sampled_from(["9h", "Th", "As", "9c", "Jd", "Xx", "B", "R", "L", "", "7d", "Zz"])
CALLS = st.sampled_from(["Pass", "Order", "h", "s", "n", "x", "order_up", "name_C"])
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 12), st.just(10**30), st.floats(allow_nan=False), st.text(max_size=5)
)
JUNK = st.recursive(
    st.one_of(SCALARS, CARDS, CALLS),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in a file anything stands."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


PATHS = [path for path in paths(GAME) if path]
CHANGES = st.lists(st.tuples(st.sampled_from(PATHS), JUNK, st.booleans()), min_size=1, max_size=4)


def changed(changes: list[tuple[tuple[Any, ...], Any, bool]]) -> dict[str, Any]:
    """The game with things replaced, or taken away; a place that is there no longer stays so."""
    value = deepcopy(GAME)
    for (*path, last), junk, removed in changes:
        at: Any = value
        try:
            for key in path:
                at = at[key]
            if removed:
                del at[last]
            else:
                at[last] = junk
        except (KeyError, IndexError, TypeError):
            continue
    return value


def check(data: str | bytes) -> None:
    """The file is one sentence, or a game whose records replay and whose texts do no harm."""
    try:
        game = read_egn(data)
    except EgnError as error:
        texts = [str(error)]
    else:
        texts = [*game.all_notes(), *game.players, game.title]
        check_deals(game)
    assert all(text.isprintable() and len(text) < 1000 for text in texts)


def check_deals(game: EgnGame) -> None:
    """What the deals of any game hold."""
    assert game.deals
    for found in game.deals:
        assert replay_record(found.record) == []
        assert len(found.known) == 4
        assert found.finished or found.notes


def test_the_game_to_be_changed_can_be_read() -> None:
    game = read(GAME)
    check_deals(game)
    assert [found.finished for found in game.deals] == [True] * 3


@given(CHANGES)
def test_a_changed_file_is_a_game_or_an_error(changes: list[tuple[tuple[Any, ...], Any, bool]]) -> None:
    check(json.dumps(changed(changes)))


DATA = json.dumps(GAME).encode()


@given(st.integers(0, len(DATA)), st.integers(0, 40), st.binary(max_size=6))
@example(0, 0, b"\xef\xbb\xbf")  # a byte order mark, as some editors leave one
@example(len(DATA) // 2, len(DATA), b"")  # cut off in the middle
def test_damaged_bytes_are_a_game_or_an_error(start: int, length: int, inserted: bytes) -> None:
    check(DATA[:start] + inserted + DATA[start + length :])


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read_egn(b"\xef\xbb\xbf" + DATA) == read_egn("\ufeff" + DATA.decode()) == read_egn(DATA)


def test_line_ends_of_other_systems_do_no_harm() -> None:
    text = json.dumps(GAME, indent=1).encode()
    assert read_egn(text.replace(b"\n", b"\r\n")) == read_egn(text.replace(b"\n", b"\r")) == read_egn(DATA)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "an empty file"),
        (b" \n", "an empty file"),
        (DATA[:-5], "not JSON: "),
        (
            json.dumps(GAME).encode("utf-16"),
            "not UTF-8: byte 1 of the file; it begins as UTF-16 does: save it as UTF-8",
        ),
        (b"\xfe\xff" + json.dumps(GAME).encode("utf-16-be"), "not UTF-8: byte 1 of the file; it begins as UTF-16 does"),
        (b"\0" + DATA, "a binary file (.egnb, expanded)"),
        (DATA + b"\0", "not JSON: Extra data"),
        (DATA.replace(b'"', b'"\0', 1), "not JSON: Invalid control character at column 3"),
        (DATA.replace(b"s", b"\xe9", 1), "not UTF-8: byte"),  # latin-1
        (b"\x89PNG\r\n", "not UTF-8: byte 1 of the file"),
        (b"[" * 200_000, "lists or objects nested too deeply"),
        (DATA.replace(b'"dealNumber": 0', b'"x": ' + b"[" * 200_000, 1), "lists or objects nested too deeply"),
        (DATA.replace(b"11", b"1" * 5000, 1), "a number of thousands of digits"),
        (DATA.replace(b"11", b"NaN", 1), "not JSON: NaN is no number"),
        (DATA.replace(b'"metadata"', b'"deals": [], "metadata"', 1), '"deals" stands twice in one object'),
        (b'{"fileType": "Euchre Game Notation"\n  "version"', "not JSON: Expecting ',' delimiter at line 2, column 3"),
        (b" " * LONGEST_FILE + b"{}", "a file of more than 8,388,608 bytes"),
        (b"<html></html>", "not JSON: Expecting value at column 1"),
    ],
)
def test_what_is_no_json_is_said(data: bytes, message: str) -> None:
    with pytest.raises(EgnError) as caught:
        read_egn(data)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("name", ["game.egn", "a folder/GAME.EGN", "C:\\\\game.emn", __file__, "x[2J\x1b.egn"])
def test_a_name_is_told_from_what_the_file_holds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is not opened."""
    monkeypatch.setattr("builtins.open", lambda *_: pytest.fail("a file is opened"))
    with pytest.raises(EgnError) as caught:
        read_egn(name)
    quoted = json.dumps(name)
    right = f"its contents are read: Path({quoted}).read_bytes()"
    assert str(caught.value) == f"{quoted} looks like the name of a file; {right}"


@pytest.mark.parametrize("text", ["game", "x" * 10_000, "a\x00b", "not\n.egn", "[1]", "\ud800"])
def test_what_looks_like_no_name_is_not_taken_for_one(text: str) -> None:
    with pytest.raises(EgnError) as caught:
        read_egn(text)
    assert "looks like" not in str(caught.value)


def test_many_deals_and_many_fields_stay_readable() -> None:
    """A thousand deals with a fault each; ten thousand fields that nobody knows."""
    game = read(file(*[deal(tricks=[["As", "Xx"]])] * 1000) | {f"f{number}": 0 for number in range(10_000)})
    assert len(game.deals) == 1000
    assert game.notes == ("unknown fields, not read: f0, f1, f2, f3, f4, f5, f6, f7 and 9992 more",)
