"""The SVG picture of a table: it says what the text picture says, and nothing but a picture is in it."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from euchre_env import VectorEuchre, open_record, render_svg, svg_symbols, variants
from euchre_env.rendering import PLAIN, render_record, render_record_svg, render_text
from euchre_env.rendering.scene import Scene
from euchre_env.rendering.style import SPOKEN
from tests.family_deals import BRITISH, DEALS, FIVE_HANDED, JAMBONE, RAILROAD, SEVEN_HANDED
from tests.test_rendering import MARCH_ALONE, deal_record
from tests.witnesses import Followers

FOUR_HANDED = deal_record(MARCH_ALONE)
ALL_DEALS = DEALS | {"four_handed": FOUR_HANDED}
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["JK"]
SPOKEN_CARDS = {SPOKEN.card(card): card for card in CARDS}
TAGS = {"svg", "title", "desc", "g", "rect", "path", "circle", "ellipse", "text"}
SVG = "{http://www.w3.org/2000/svg}"


def drawn(record: dict[str, Any], steps: int | None = None, **how: Any) -> str:
    """Cards as links, so that it is easy to see which there are."""
    return render_record_svg(record, steps=steps, linked=True, **how)


def linked_cards(svg: str) -> list[str]:
    """Every card drawn, and `back`, in order."""
    return re.findall(r'href="#card-(\w+)"', svg)


def words(svg: str) -> list[str]:
    """Every line of text in the picture."""
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def shown_cards(svg: str, marked: bool) -> set[str]:
    """Cards that are drawn or named; not those that mark the score."""
    named = {SPOKEN_CARDS[name] for name in re.findall("|".join(sorted(SPOKEN_CARDS, key=len)[::-1]), svg)}
    return set(linked_cards(svg)) - {"back"} - ({"3S", "4S"} if marked else set()) | named


@pytest.mark.parametrize("name", ALL_DEALS)
def test_it_shows_the_cards_that_the_text_shows(name: str) -> None:
    """To every viewer at every step, and to one who sees all: turn-up, hands, tricks, exchanges; no other card."""
    record = ALL_DEALS[name]
    players = len(record["hands"])
    table = open_record(record)
    for _, action in [*record["actions"], (None, None)]:
        for viewer, all_hands in [*((viewer, False) for viewer in range(min(players, 4))), (0, True)]:
            text = render_text(table, viewer=viewer, all_hands=all_hands, style=PLAIN)
            picture = render_svg(table, viewer=viewer, all_hands=all_hands, linked=True)
            seen = set(re.findall(r"\b(?:[2-9TJQKA][CDHS]|JK)\b", text))
            assert shown_cards(picture, players <= 4) == seen, (len(table.actions), viewer)
        if action is not None:
            table.step(action)


@pytest.mark.parametrize("variant", variants())
def test_every_state_of_every_variant_is_a_well_formed_picture(variant: str) -> None:
    """The seat to move is named in the title, and everything lies on the canvas."""
    tables, rng = VectorEuchre(variant, num_tables=1, seed=5), np.random.default_rng(5)
    followers = Followers(tables)
    for step in range(60):
        (table,) = followers.told
        svg = render_svg(table, linked=True, all_hands=step % 2 == 1)
        title = ET.fromstring(svg).findtext(f"{SVG}title")
        assert title is not None
        assert f": player_{tables.seat[0]} to " in title
        places = re.findall(r'href="#card-\w+" transform="translate\(([\d.-]+) ([\d.-]+)\)scale\(([\d.]+)\)', svg)
        assert len(places) == len(linked_cards(svg))
        for x, y, scale in (map(float, place) for place in places):
            assert 10 <= x <= 790 - 60 * scale
            assert 10 <= y <= 650 - 84 * scale
        assert all(0 < float(x) < 800 and 0 < float(y) < 768 for x, y in re.findall(r'<text x="(\S+)" y="(\S+)"', svg))
        followers.step(rng.choice(np.flatnonzero(tables.action_mask[0]), 1))


@pytest.mark.parametrize("name", ALL_DEALS)
def test_it_stands_alone_and_beside_others(name: str) -> None:
    """No ids that could clash, no style sheet that could reach others, no script, nothing loaded; always the same."""
    svg = render_record_svg(ALL_DEALS[name], viewer=0, all_hands=True)
    root = ET.fromstring(svg)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in TAGS
        assert not {"id", "class", "style", "href"} & set(element.attrib)
    assert "url(" not in svg
    assert root.get("role") == "img"
    assert root.get("viewBox") == "0 0 800 768"
    assert svg == render_record_svg(ALL_DEALS[name], viewer=0, all_hands=True)


def test_all_that_linked_pictures_refer_to_is_among_the_symbols() -> None:
    symbols = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg_symbols()}</svg>')
    there = [symbol.get("id") for symbol in symbols]
    assert len(there) == len(set(there)) == 2 + 53
    for record in ALL_DEALS.values():
        assert set(re.findall(r'href="#([^"]+)"', drawn(record, viewer=0, all_hands=True))) <= set(there)


# ---- what lies on the table ------------------------------------------------------------------------------------------


def test_hidden_hands_are_backs() -> None:
    before = linked_cards(drawn(FOUR_HANDED, 0))
    assert before.count("back") == 3 * 5 + 2 + 2  # hands, stock below the turn-up, a marker on each side
    assert linked_cards(drawn(FOUR_HANDED, 0, all_hands=True)).count("back") == 2 + 2


@pytest.mark.parametrize(
    ("points", "below", "above"), [(1, "3S", "back"), (2, "4S", "back"), (3, "back", "3S"), (4, "back", "4S")]
)
def test_A25_the_three_and_the_four_mark_the_score(points: int, below: str, above: str) -> None:
    """The card drawn later lies on the other."""
    record = deal_record([], scores=[points, 0])
    assert linked_cards(drawn(record))[-2:] == [below, above]
    assert "3S" not in drawn(deal_record([], scores=[0, 5]))


def test_bids_are_not_marked_with_the_three_and_the_four() -> None:
    record = SEVEN_HANDED | {"scores": [1, 2, 3, 4, 0, 0, 0]}
    assert not {"3S", "4S"} & set(linked_cards(drawn(record, 0, viewer=2)))  # of another seat's hand


def test_a_trick_tells_who_leads_and_who_wins() -> None:
    assert [line for line in words(drawn(FOUR_HANDED, 6)) if line in ("leads", "wins", "leads, wins")] == ["leads"]
    assert "leads, wins" in words(drawn(FOUR_HANDED, 7))
    assert "takes it" in words(drawn(FOUR_HANDED, 8))
    assert "1 trick" in words(drawn(FOUR_HANDED, 8))
    assert "last trick: player_0" in words(drawn(FOUR_HANDED, 9))
    over_led = words(drawn(SEVEN_HANDED | {"actions": [*SEVEN_HANDED["actions"][:13], [1, "play_TS"], [2, "play_AS"]]}))
    assert over_led.index("leads") < over_led.index("wins")


@pytest.mark.parametrize("variant", variants())
def test_P2_the_winner_of_a_trick_is_the_one_that_the_table_finds(variant: str) -> None:
    tables, rng, found = VectorEuchre(variant, num_tables=1, seed=8), np.random.default_rng(8), 0
    followers = Followers(tables)
    for _ in range(100):
        (before,) = followers.told
        taken, deal = list(before.tricks), before.number
        followers.step(rng.choice(np.flatnonzero(tables.action_mask[0]), 1))
        (table,) = followers.told
        if table.number == deal and sum(table.tricks) == sum(taken) + 1:
            scene = Scene(table, None, False, SPOKEN)
            assert table.tricks[scene.winner(scene.last_trick())] == taken[scene.winner(scene.last_trick())] + 1
            found += 1
    assert found > 5


def test_the_turn_up_goes_where_it_went() -> None:
    british = drawn(BRITISH, 1)
    assert "turn-up taken" in words(british)
    assert "turn-up" in words(drawn(FOUR_HANDED, 0))
    assert "turned down" in words(drawn(FOUR_HANDED, 4))
    assert "turn-up taken" in words(drawn(RAILROAD, 5))  # R13: it was given as the best card
    assert "turn-up" in words(drawn(RAILROAD, 4))


def test_C9_the_blind_maker_sees_his_hand_when_he_has_named() -> None:
    assert linked_cards(drawn(BRITISH, 0)).count("back") == 4 * 5 + 2
    assert {"JD", "QD", "TD", "9D", "AH"} <= set(linked_cards(drawn(BRITISH, 1)))


def test_the_widow_lies_in_the_middle_until_it_is_taken() -> None:
    bidding, taken = drawn(SEVEN_HANDED, 3), drawn(SEVEN_HANDED, 14)
    assert "widow" in words(bidding)
    assert linked_cards(bidding).count("back") == 6 * 7 + 4
    assert "widow taken" in words(taken)


# ---- what is said ----------------------------------------------------------------------------------------------------


def test_lone_hands_and_a_jambone_are_told() -> None:
    assert words(drawn(RAILROAD, 11)).count("sits out") == 2
    assert "lies open" in words(drawn(JAMBONE, 7))
    assert {"JD", "JH", "QD", "TD", "AH"} <= set(linked_cards(drawn(JAMBONE, 7, viewer=0)))
    assert {"Jambone of player_3,", "player_2 calls"} <= set(words(drawn(JAMBONE, 7)))
    assert "lies open" not in drawn(JAMBONE)  # no card of it is left


def test_latest_calls_stand_at_their_seats_until_the_play() -> None:
    bidding = words(drawn(FIVE_HANDED, 3))
    assert {"bids 2 spades", "passes", "bids 8 hearts alone", "highest bid 8 hearts"} <= set(bidding)
    assert "passes" not in words(drawn(FIVE_HANDED, 9))


def test_words_below_the_table() -> None:
    lines = words(drawn(FOUR_HANDED, 5))
    place = lines.index("calls")
    said = " ".join(lines[place + 1 :])
    assert said == (
        "player_0 passes, player_1 passes, player_2 passes, player_3 passes, player_0 makes it spades alone"
    )
    assert lines[place - 2 : place] == ["due", "player_0 to play a card"]
    end = words(drawn(FOUR_HANDED))
    assert "player_0 made it alone and took 5 tricks: player_0 and player_2 +4" in end
    assert {"7", "1"} <= set(end)


def test_where_more_is_said_than_fits_the_end_of_it_is_shown() -> None:
    names = [f"a rather long name, number {seat}" for seat in range(7)]
    lines = words(drawn(SEVEN_HANDED, names=names))
    assert lines[lines.index("due") + 2] == "…"
    assert lines[-1].endswith("buries 4 cards")
    assert len(lines) - lines.index("due") <= 8


def test_a_description_for_those_who_do_not_see_it() -> None:
    told = ET.fromstring(drawn(FOUR_HANDED, 9)).findtext(f"{SVG}desc")
    assert told is not None
    assert told.startswith(
        "trump spades. turn-up ace of hearts turned down. player_0: 3 cards, 1 trick. player_1: ten of"
    )
    assert "player_0 played ace of spades. player_0 passes" in told


# ---- names -----------------------------------------------------------------------------------------------------------


def test_names_take_the_place_of_numbers_everywhere() -> None:
    svg = drawn(FOUR_HANDED, names=["Ann", "Bob", "Cem", "Dora"])
    assert "player_" not in svg
    assert "Ann made it alone and took 5 tricks: Ann and Cem +4" in words(svg)
    assert "Ann and Cem" in render_record(FOUR_HANDED, names=["Ann", "Bob", "Cem", "Dora"])


HOSTILE = ['<script>alert("1")</script>', "&amp;]]>\x00\x1b[2J\ud800", "\u202eevil\n\t", "W" * 10_000]


def test_hostile_names_are_harmless_text() -> None:
    svg = render_record_svg(FOUR_HANDED, names=HOSTILE)
    root = ET.fromstring(svg)  # is well-formed
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= TAGS
    assert not re.search(r"[\x00-\x1f\ud800\u202e]", svg)
    assert "&lt;script&gt;" in svg
    assert "W" * 41 not in svg


def test_wide_letters_and_long_names_are_cut_to_fit() -> None:
    lines = words(drawn(FOUR_HANDED, 0, names=["漢" * 40, "i" * 40, "", "Zoë"]))
    assert any(line.startswith("漢") and line.endswith("…") and len(line) < 9 for line in lines)
    assert "Zoë" in lines


@pytest.mark.parametrize("names", [[], ["a"], ["a"] * 5])
def test_another_number_of_names_is_refused(names: list[str]) -> None:
    with pytest.raises(ValueError, match="must be 4 names, one a seat"):
        render_record_svg(FOUR_HANDED, names=names)


@pytest.mark.parametrize("viewer", [-1, 4, True, "0"])
def test_a_viewer_who_is_no_seat_is_refused(viewer: Any) -> None:
    with pytest.raises(ValueError, match="must be None or a seat from 0 to 3"):
        render_record_svg(FOUR_HANDED, viewer=viewer)
