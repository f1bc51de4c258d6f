"""What becomes of a Joker turned up, in every game that has one: C9, C10."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_env import IllegalAction

from .notation import actions, lay, namings, passes, play_out, tell

JOKER_PACKS = [("two_handed", 25), ("two_handed", 29), ("two_handed", 33)]
JOKER_PACKS += [(variant, pack) for variant in ("three_handed", "three_handed_set_back") for pack in (25, 29, 33)]
JOKER_PACKS += [("four_handed", 25), ("four_handed", 29), ("four_handed", 33), ("north_american", 25), ("railroad", 33)]
BLIND = {"joker_turnup": "dealer_blind_maker"}
ANY_SUIT = namings("CDHS", alone=False, may_pass=False)

# ---- a suit agreed on ------------------------------------------------------------------------------------------------


def test_C9_agreed_suit_is_hearts_by_default() -> None:
    table = lay("four_handed", "JK", "9S TS 9C TC 9D", pack=25)
    assert table.legal == ("order_up", "order_up_alone", "pass")
    tell(table, "1 order_up")
    assert table.trump == "H"


@pytest.mark.parametrize("agreed", "HCDS")
@pytest.mark.parametrize("variant", ["two_handed", "three_handed", "four_handed"])
def test_C9_agreed_suit(variant: str, agreed: str) -> None:
    """The Joker stands for the agreed suit; the dealer takes it up in the place of one of his own cards."""
    table = lay(variant, "JK", "9S TS 9C TC 9D", pack=25, joker_suit=agreed)
    tell(table, "1 order_up")
    assert (table.seat, table.trump) == (0, agreed)
    assert table.legal == actions("discard", "9S TS 9C TC 9D")
    tell(table, "0 discard_9D")
    assert set(table.hands[0]) == {"JK", "9S", "TS", "9C", "TC"}


def test_C9_the_joker_may_be_put_away_where_the_turnup_may() -> None:
    table = tell(lay("four_handed", "JK", "9S TS 9C TC 9D", pack=25, may_discard_turnup=True), "1 order_up")
    assert table.legal == actions("discard", "9S TS 9C TC 9D JK")


def test_C9_the_agreed_suit_decides_which_jack_is_the_left_bower() -> None:
    table = lay("two_handed", "JK", "9S TS 9C TC 9D", "JD AD KD QS TH", pack=25)
    tell(table, "1 order_up", "0 discard_9D", "1 play_JD")
    assert table.legal == actions("play", "JK")  # hearts: the jack of diamonds leads trumps


@pytest.mark.parametrize("agreed, others", [("H", "CDS"), ("C", "DHS"), ("D", "CHS"), ("S", "CDH")])
@pytest.mark.parametrize("variant", ["two_handed", "three_handed", "four_handed"])
def test_C10_joker_turned_down_bars_the_agreed_suit(variant: str, agreed: str, others: str) -> None:
    table = lay(variant, "JK", pack=25, joker_suit=agreed)
    passes(table, table.rules.players)
    assert table.legal == namings(others, alone=variant == "four_handed")


def test_C10_joker_turned_down_is_out_of_play() -> None:
    table = lay("two_handed", "JK", "9S AH KH QH TH", "AS KS QS JS TS", pack=25)
    tell(table, "1 pass", "0 pass", "1 name_S")
    assert "JK" not in table.hands[0] + table.hands[1]
    for card, reply in zip(["JS", "AS", "KS", "QS", "TS"], ["9S", "TH", "QH", "KH", "AH"], strict=True):
        trumps_left = {"9S"} & set(table.hands[0])
        tell(table, f"1 play_{card}")
        assert table.legal == actions("play", trumps_left or table.hands[0])
        tell(table, f"0 play_{reply}")
    assert table.result is not None
    assert table.result["tricks"] == [0, 5]


# ---- in every game with a Joker --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant, pack", JOKER_PACKS)
def test_C9_dealer_blind_maker_is_an_option_of_every_game_with_a_joker(variant: str, pack: int) -> None:
    """Railroad too: the blind maker is not alone, so that no cards are exchanged and nobody opposes him alone."""
    table = lay(variant, "JK", "9S TS 9C TC 9D", pack=pack, **BLIND)
    assert (table.kind, table.seat, table.legal) == ("name_blind", 0, ANY_SUIT)
    tell(table, "0 name_D")
    assert (table.kind, table.seat, table.trump) == ("discard", 0, "D")
    modern = ["JK"] if variant == "north_american" else []  # its turn-up may be discarded
    assert table.legal == actions("discard", ["9S", "TS", "9C", "TC", "9D", *modern])
    tell(table, "0 discard_9S")
    assert (table.kind, table.seat) == ("play", 1)
    players = table.rules.players
    result = play_out(table).result
    assert result is not None
    assert (result["maker"], result["alone"], result["trump"]) == (0, False, "D")
    assert sum(action.startswith("play_") for _, action in table.actions) == 5 * players


@pytest.mark.parametrize("variant, pack", JOKER_PACKS)
@pytest.mark.parametrize("agreed", "HCDS")
def test_C9_joker_suit_is_an_option_of_every_game_with_a_joker(variant: str, pack: int, agreed: str) -> None:
    """C10: turned down, the Joker bars the suit that it stood for."""
    table = lay(variant, "JK", pack=pack, joker_suit=agreed)
    alone = table.rules.players == 4
    assert (table.kind, table.seat) == ("make", 1)
    assert table.legal == (("order_up", "order_up_alone", "pass") if alone else ("order_up", "pass"))
    assert tell(lay(variant, "JK", pack=pack, joker_suit=agreed), "1 order_up").trump == agreed
    passes(table, table.rules.players)
    assert table.legal == namings("CDHS".replace(agreed, ""), alone=alone)
    for action in (f"name_{agreed}", f"name_{agreed}_alone"):
        with pytest.raises(IllegalAction, match=action):
            table.step(action)


@pytest.mark.parametrize("agreed", "HCDS")
def test_C9_the_british_may_agree_on_a_suit_instead(agreed: str) -> None:
    options: dict[str, Any] = {"joker_turnup": "agreed", "joker_suit": agreed}
    table = lay("british", "JK", "9S TS 9C TC 9D", **options)
    assert (table.kind, table.seat, table.legal) == ("make", 1, ("order_up", "order_up_alone", "pass"))
    tell(table, "1 pass", "2 order_up_alone")
    assert (table.trump, table.kind, table.seat) == (agreed, "play", 1)  # P7: no discard
    assert passes(lay("british", "JK", **options), 4).legal == namings("CDHS".replace(agreed, ""), alone=True)


@pytest.mark.parametrize("variant", ["railroad", "railroad_full"])
def test_R5_railroad_agrees_on_hearts_by_default(variant: str) -> None:
    table = tell(lay(variant, "JK", "9S TS 9C TC 9D"), "1 order_up")
    assert (table.kind, table.seat, table.trump) == ("discard", 0, "H")
    assert passes(lay(variant, "JK"), 4).legal == namings("CDS", alone=True)
