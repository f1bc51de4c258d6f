"""What may be typed at the table, and what it means."""

from __future__ import annotations

import pytest

from agents.playing.choices import choices_of
from agents.playing.menu import menu
from euchre_env import Style, Table, VectorEuchre, variants
from tests.agents.at_the_table import choices, seen, understood
from tests.rules.notation import lay, passes, tell


def leading() -> Table:
    """The eldest leads, hearts being trump: it holds both red jacks, a ten and two kings."""
    return tell(lay("four_handed", "9H", "", "JH JD TH KS KC"), "1 order_up", "0 discard_7C")


@pytest.mark.parametrize(
    "text",
    [
        "3",
        "TH",
        "th",
        "10h",
        "10 H",
        "T♥",
        "h10",
        "ht",
        "ten of hearts",
        "play_TH",
        "play 10 of hearts",
        "t",
        "10",
        "te",
    ],
)
def test_a_card_can_be_written_as_people_write_it(text: str) -> None:
    assert understood(leading(), text) == ["play_TH"]


def test_the_beginning_of_what_several_choices_are_called_leaves_it_open() -> None:
    assert understood(leading(), "k") == ["play_KS", "play_KC"]
    assert understood(leading(), "hearts") == ["play_JH", "play_TH"]
    assert understood(leading(), "spades") == ["play_KS"]
    assert understood(leading(), "queen") == []


def test_bowers_are_known_by_name_once_trump_is_made() -> None:
    assert understood(leading(), "right bower") == ["play_JH"]
    assert understood(leading(), "left") == ["play_JD"]


def test_the_joker_has_its_names() -> None:
    table = tell(lay("railroad", "9H", "", "JK 9S TS KC QC"), "1 order_up", "0 discard_9C")
    for text in ("joker", "JK", "benny", "jok"):
        assert understood(table, text) == ["play_JK"]


@pytest.mark.parametrize(("seat", "words"), [(1, "order it up"), (2, "assist"), (3, "order it up"), (0, "take it up")])
def test_M1_accepting_is_called_what_the_seat_does(seat: int, words: str) -> None:
    table = passes(lay("four_handed", "9H"), (seat - 1) % 4)
    assert [choice.label for choice in choices(table)] == ["pass", words, f"{words} alone"]
    for text in ("2", words, "order_up", "accept", "pick it up", "hearts", "h", words[:4]):
        assert understood(table, text) == ["order_up"]
    for text in ("3", f"{words} alone", "order up alone", "hearts alone"):
        assert understood(table, text) == ["order_up_alone"]


def test_M2_a_suit_is_named_by_letter_or_word_clubs_first() -> None:
    table = passes(lay("four_handed", "9H"), 4)
    assert [choice.action for choice in choices(table)] == [
        "pass",
        *("name_C", "name_D", "name_S"),
        *("name_C_alone", "name_D_alone", "name_S_alone"),
    ]
    for text in ("2", "c", "clubs", "make it clubs", "name clubs", "♣", "cl"):
        assert understood(table, text) == ["name_C"]
    assert understood(table, "spades alone") == ["name_S_alone"]
    assert understood(table, "s a") == ["name_S_alone"]
    assert understood(table, "p") == ["pass"]


def test_a_bid_is_typed_as_number_and_suit_so_that_no_number_is_mistaken() -> None:
    table = tell(lay("five_handed", None), "1 bid_2_H", "2 pass")
    assert choices(table)[0].key == "p"
    for text in ("3c", "3 clubs", "bid 3 c", "3♣", "bid_3_C"):
        assert understood(table, text) == ["bid_3_C"]
    assert understood(table, "3") == ["bid_3_C", "bid_3_D", "bid_3_H", "bid_3_S"]
    assert understood(table, "15 hearts") == ["bid_15_H"]
    assert menu(seen(table), choices(table), 100) == ["Your bid:  p pass   or 3, 4, 5, 8 or 15 with a suit, such as 3h"]


def test_a_partner_is_typed_as_his_seat() -> None:
    table = lay("five_handed", None, dealer=4)
    tell(table, "0 bid_2_H", "1 pass", "2 pass", "3 pass", "4 pass")
    while table.kind == "bury":
        table.step(table.legal[0])
    assert [(choice.key, choice.label) for choice in choices(table)] == [(f"{s}", f"player_{s}") for s in (1, 2, 3, 4)]
    assert understood(table, "3") == understood(table, "player 3") == ["partner_3"]


def test_cards_that_may_not_go_are_shown_without_a_number() -> None:
    table = tell(lay("four_handed", "9H", "", "AS", "KS QS 9C TC JC"), "1 order_up", "0 discard_7C", "1 play_AS")
    assert menu(seen(table), choices(table), 100) == ["You play:  1 KS   2 QS   - JC   - TC   - 9C"]


def test_R31_a_jambone_is_called_from_the_open_hand() -> None:
    table = lay("railroad_full", "9H", "", "JK JH JD AH KH")
    tell(table, "1 order_up_alone", "1 pat", "1 announce_jambone")
    table.step("discard_9C" if "discard_9C" in table.legal else table.legal[0])
    assert (table.kind, table.seat) == ("call", 2)
    assert menu(seen(table), choices(table), 100) == ["You call:  1 JK   2 JH   3 JD   4 AH   5 KH"]
    assert understood(table, "ace") == ["call_AH"]


def test_R31_a_letter_that_may_be_a_card_announces_nothing() -> None:
    table = lay("railroad_full", "9H", "", "JK JH JD AH KH")
    tell(table, "1 order_up_alone", "1 pat")
    assert understood(table, "J") == []
    assert understood(table, "jambone") == ["announce_jambone"]
    assert understood(table, "announce jambon") == understood(table, "jambon") == ["announce_jambone"]


@pytest.mark.parametrize("variant", variants())
def test_every_choice_is_meant_by_its_key_its_label_and_its_name_in_records(variant: str) -> None:
    tables = VectorEuchre(variant, num_tables=3, seed=3)
    for step in range(14):
        style = Style(unicode=bool(step % 2))
        for number in range(3):
            scene = seen(tables.table(number), style=style)
            offered = choices_of(scene)
            assert {choice.action for choice in offered} == set(scene.table.legal)
            for choice in offered:
                for text in (choice.key, choice.label, choice.action):
                    assert [other for other in offered if other.is_spelled(text)] == [choice]
        mask = tables.action_mask
        tables.step((mask * ((step * 7919 + mask.cumsum(1) * 104729) % 1009)).argmax(1))
