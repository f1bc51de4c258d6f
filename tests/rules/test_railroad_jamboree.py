"""Railroad Euchre: what a Jamboree is, who announces it and when, R37 to R40. The dealer is seat 0."""

from typing import Any

import pytest

from euchre_env import Table

from .notation import SAME_COLOUR, actions, lay, tell
from .railroad import asked, ended, made, play_out

JAMBOREE: dict[str, Any] = {"jamboree": True}
HOLDS = ("announce_jamboree", "play_on")
LONE = ("announce_jambone", "announce_jamboree", "play_on")  # in the full game
SET = "JK JS JC AS KS"


def scores_16(table: Table, maker: int, alone: bool, trump: str = "S") -> None:
    """The maker announces it: sixteen, no tricks, no play, and the one game that makes the match is won."""
    tell(table, f"{maker} announce_jamboree")
    side = maker % 2
    points, games = ([16, 0], [1, 0]) if side == 0 else ([0, 16], [0, 1])
    ended(table, trump, maker, [0] * 4, points, alone=alone, scores=[0, 0], games=games, winners=[side])


# ---- the set --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", "SCHD")
@pytest.mark.parametrize("maker", range(4))
def test_R37_the_five_highest_trumps_shown_by_the_maker_score_sixteen(maker: int, trump: str) -> None:
    """In the second round: the dealer, too, has his five cards only. Nobody needs to be alone."""
    hands = [""] * 4
    hands[maker] = f"JK J{trump} J{SAME_COLOUR[trump]} A{trump} K{trump}"
    table = made(lay("railroad", f"9{SAME_COLOUR[trump]}", *hands, **JAMBOREE), maker, f"name_{trump}")
    assert asked(table) == ("announce", maker, HOLDS)
    scores_16(table, maker, alone=False, trump=trump)


@pytest.mark.parametrize("missing", SET.split())
def test_R37_four_of_them_and_another_trump_are_no_jamboree(missing: str) -> None:
    table = made(lay("railroad", "9H", "", SET.replace(missing, "QS"), **JAMBOREE), 1, "name_S")
    assert (table.kind, table.seat) == ("play", 1)


def test_R37_the_set_is_that_of_the_suit_named() -> None:
    table = made(lay("railroad", "9H", "", SET, **JAMBOREE), 1, "name_C")
    assert (table.kind, table.seat) == ("play", 1)


@pytest.mark.parametrize(
    "pack, hand, holds",
    [
        (24, "JS JC AS KS QS", True),
        (24, "JS JC AS KS TS", False),
        (32, "JS JC AS KS QS", True),
        (25, "JS JC AS KS QS", False),
        (33, "JS JC AS KS QS", False),
        (33, SET, True),
    ],
)
def test_R37_without_a_joker_the_set_is_right_left_ace_king_queen(pack: int, hand: str, holds: bool) -> None:
    """Whether the Joker is in another hand or not dealt."""
    for variant in ("railroad", "four_handed"):
        table = made(lay(variant, "9H", "", hand, pack=pack, **JAMBOREE), 1, "name_S")
        assert asked(table) == (("announce", 1, HOLDS) if holds else ("play", 1, actions("play", hand)))


def test_R37_only_where_it_is_agreed() -> None:
    table = made(lay("railroad", "9H", "", SET), 1, "name_S")
    assert asked(table) == ("play", 1, actions("play", SET))


def test_R37_four_handed_with_a_joker_and_no_lone_hands() -> None:
    table = made(lay("four_handed", "9H", "", SET, pack=25, lone_hands=False, **JAMBOREE), 1, "name_S")
    assert asked(table) == ("announce", 1, HOLDS)
    scores_16(table, 1, alone=False)


# ---- how it may be completed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", SET.split())
@pytest.mark.parametrize("choice", [None, "take_up"])
def test_R38_R40_by_the_makers_turn_up_before_his_discard(turned: str, choice: str | None) -> None:
    dealers = SET.replace(turned, "9D")
    trump = "C" if turned == "JC" else "S"  # the suit of the card turned up; the set is the same but for its bowers
    if trump == "C":
        dealers = "JK JS AC KC 9D"
    table = lay("railroad", turned, dealers, joker_suit="S", **JAMBOREE)
    table = made(table, 0, "order_up_alone" if choice else "order_up")
    if choice:
        tell(table, f"0 {choice}")
    assert asked(table) == ("announce", 0, HOLDS)
    scores_16(table, 0, alone=bool(choice), trump=trump)


@pytest.mark.parametrize("maker", range(4))
def test_R38_by_partners_best(maker: int) -> None:
    """After a turn-down, by every maker who goes alone and asks."""
    hands = [""] * 4
    hands[maker], hands[(maker + 2) % 4] = "JK JS JC KS 9D", "AS TD 9C TC QH"
    table = made(lay("railroad", "9H", *hands, **JAMBOREE), maker, "name_S_alone")
    assert table.kind == "choose"  # four of the five are no Jamboree yet
    tell(table, f"{maker} ask_best", f"{maker} give_9D", f"{(maker + 2) % 4} best_AS")
    assert asked(table) == ("announce", maker, HOLDS)
    scores_16(table, maker, alone=True)


def test_R38_by_turn_up_and_partners_best_together() -> None:
    table = lay("railroad", "KS", "JK JS JC 9D TD", "", "AS QD 9C TC QH", **JAMBOREE)
    tell(made(table, 0, "order_up_alone"), "0 ask_best", "0 give_9D", "2 best_AS")
    assert asked(table) == ("announce", 0, HOLDS)
    scores_16(table, 0, alone=True)


def test_R38_the_dealers_partner_alone_may_be_given_the_turn_up() -> None:
    table = made(lay("railroad", "KS", "9C 9D 9H TC TD", "", "JK JS JC AS TH", **JAMBOREE), 2, "order_up_alone")
    tell(table, "2 ask_best", "2 give_TH", "0 best_KS")
    assert asked(table) == ("announce", 2, HOLDS)
    scores_16(table, 2, alone=True)


def test_R38_cards_that_are_not_taken_complete_nothing() -> None:
    """A pat dealer leaves the turn-up on the pack, so does his partner; a partner's card must be asked for."""
    table = lay("railroad", "KS", "JK JS JC AS 9D", pat_lone=True, **JAMBOREE)
    assert tell(made(table, 0, "order_up_alone"), "0 pat").kind == "play"
    table = lay("railroad", "KS", "", "", "JK JS JC AS 9D", **JAMBOREE)
    assert tell(made(table, 2, "order_up_alone"), "2 pat").kind == "oppose"
    table = made(lay("railroad", "KS", "", "", "JK JS JC AS 9D", **JAMBOREE), 2, "order_up")
    assert (table.kind, table.seat) == ("discard", 0)
    table = made(lay("railroad", "9H", "", "JK JS JC AS 9D", "", "KS TD 9C TC QH", **JAMBOREE), 1, "name_S")
    assert table.kind == "play"
    table = made(lay("railroad", "KS", "JK JS JC AS 9D", **JAMBOREE), 1, "order_up")
    assert (table.kind, table.seat) == ("discard", 0)  # nor does the turn-up for a dealer who was ordered up


def test_R38_who_passes_a_card_of_the_set_has_it_no_more() -> None:
    table = made(lay("railroad", "9H", "", SET, "", "QS TD 9C TC QH", **JAMBOREE), 1, "name_S_alone")
    tell(table, "1 ask_best", "1 give_KS", "3 best_QS")
    assert (table.kind, table.seat) == ("oppose", 2)


# ---- who did not make the trump -------------------------------------------------------------------------------------

DEFENDERS = ["AH KH QH JH TH", "AD KD QD JD TD", "9C TC QC KC AC"]  # of eldest, dealer's partner, pone


def test_R39a_the_dealer_ordered_up_with_the_set_scores_the_euchre_only() -> None:
    """He must take the turn-up, which may not go, and so breaks the set."""
    table = made(lay("railroad", "9S", SET, *DEFENDERS, **JAMBOREE), 1, "order_up")
    assert asked(table) == ("discard", 0, actions("discard", SET))
    tell(table, "0 discard_KS")
    assert (table.kind, table.seat) == ("play", 1)
    ended(play_out(table), "S", 1, [5, 0, 0, 0], [2, 0], alone=False)


@pytest.mark.parametrize("opposed, points", [(True, [4, 0]), (False, [2, 0])])
def test_R39a_four_if_the_orderer_was_alone_and_the_holder_opposes_alone(opposed: bool, points: list[int]) -> None:
    table = made(lay("railroad", "9S", SET, *DEFENDERS, jambone=True, **JAMBOREE), 1, "order_up_alone")
    tell(table, "1 pat", "1 play_on", "2 defend", "0 oppose_alone" if opposed else "0 defend")
    if opposed:
        assert asked(table) == ("choose", 0, ("ask_best", "take_up"))
        tell(table, "0 take_up")
    assert asked(table) == ("discard", 0, actions("discard", SET))
    tell(table, "0 discard_KS")
    assert (table.kind, table.seat) == ("play", 1)
    ended(play_out(table), "S", 1, [5, 0, 0, 0], points, opposed_by=0 if opposed else None)


@pytest.mark.parametrize("holder", [0, 2])
def test_R39a_an_adversary_with_the_set_after_a_turn_down(holder: int) -> None:
    """He announces nothing, not even as the opposing lone hand; he can only win the tricks."""
    hands = [DEFENDERS[1], "9H KH QH JH TH", DEFENDERS[1], DEFENDERS[2]]
    hands[holder], hands[2 - holder] = SET, DEFENDERS[1]
    table = made(lay("railroad", "AH", *hands, jambone=True, **JAMBOREE), 1, "name_S_alone")
    tell(table, "1 pat", "1 play_on", *["2 defend"] * (holder == 0), f"{holder} oppose_alone", f"{holder} pat")
    assert (table.kind, table.seat) == ("play", 1)
    tricks = [0, 0, 0, 0]
    tricks[holder] = 5
    ended(play_out(table), "S", 1, tricks, [4, 0], opposed_by=holder)


def test_R39b_the_dealer_assisted_with_the_set_is_not_the_maker() -> None:
    """No Jamboree; the side makes a march of two."""
    table = made(lay("railroad", "9S", SET, *DEFENDERS, **JAMBOREE), 2, "order_up")
    assert asked(table) == ("discard", 0, actions("discard", SET))
    tell(table, "0 discard_KS")
    assert (table.kind, table.seat) == ("play", 1)
    ended(play_out(table), "S", 2, [5, 0, 0, 0], [2, 0], alone=False)


def test_R39b_nor_is_any_makers_partner() -> None:
    table = made(lay("railroad", "9H", "", "", "", SET, **JAMBOREE), 1, "name_S")
    assert (table.kind, table.seat) == ("play", 1)


# ---- when it is announced -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", [1, 2, 3])
def test_R40_before_the_discard_of_a_dealer_who_is_not_the_maker(maker: int) -> None:
    hands = [""] * 4
    hands[maker] = SET
    table = made(lay("railroad", "9S", *hands, **JAMBOREE), maker, "order_up")
    assert asked(table) == ("announce", maker, HOLDS)
    scores_16(table, maker, alone=False)
    table = made(lay("railroad", "9S", *hands, **JAMBOREE), maker, "order_up")
    dealers = table.hands[0]
    tell(table, f"{maker} play_on")
    assert asked(table) == ("discard", 0, actions("discard", dealers))
    table.step(table.legal[0])
    assert table.kind == "play"  # it was offered once


@pytest.mark.parametrize("turned", ["9S", "QS"])
def test_R40_the_dealer_with_the_set_in_hand_is_asked_before_he_must_break_it(turned: str) -> None:
    """Declined, it is not offered again, and the turn-up itself may not be discarded."""
    table = made(lay("railroad", turned, SET, **JAMBOREE), 0, "order_up")
    assert asked(table) == ("announce", 0, HOLDS)
    tell(table, "0 play_on")
    assert asked(table) == ("discard", 0, actions("discard", SET))
    tell(table, "0 discard_KS")
    assert (table.kind, table.seat) == ("play", 1)
    scores_16(made(lay("railroad", turned, SET, **JAMBOREE), 0, "order_up"), 0, alone=False)


def test_R40_may_discard_turnup_keeps_the_set_but_not_the_offer() -> None:
    table = made(lay("railroad", "9S", SET, may_discard_turnup=True, **JAMBOREE), 0, "order_up")
    assert asked(table) == ("announce", 0, HOLDS)
    tell(table, "0 play_on")
    assert asked(table) == ("discard", 0, actions("discard", f"{SET} 9S"))
    tell(table, "0 discard_9S")
    assert set(table.hands[0]) == set(SET.split())
    assert (table.kind, table.seat) == ("play", 1)


def test_R40_the_dealer_who_completed_it_with_the_turn_up_is_asked_once() -> None:
    table = tell(made(lay("railroad", "KS", "JK JS JC AS 9D", **JAMBOREE), 0, "order_up"), "0 play_on")
    assert asked(table) == ("discard", 0, actions("discard", "JK JS JC AS 9D"))
    tell(table, "0 discard_9D")  # he holds it now in five cards
    assert (table.kind, table.seat) == ("play", 1)


def test_R40_the_lone_dealer_may_decline_and_announce_jambone_after_his_discard() -> None:
    table = made(lay("railroad", "KS", "JK JS JC AS 9D", jambone=True, **JAMBOREE), 0, "order_up_alone")
    tell(table, "0 take_up")
    assert asked(table) == ("announce", 0, HOLDS)
    tell(table, "0 play_on")
    assert asked(table) == ("discard", 0, actions("discard", "JK JS JC AS 9D"))
    tell(table, "0 discard_9D")
    assert asked(table) == ("announce", 0, ("announce_jambone", "play_on"))


def test_R40_the_dealer_alone_and_pat_is_asked_with_everybody_else_on_his_five_cards() -> None:
    table = tell(made(lay("railroad_full", "9S", SET), 0, "order_up_alone"), "0 pat")
    assert asked(table) == ("announce", 0, LONE)


@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("choice", ["ask_best", "pat"])
def test_R40_a_lone_maker_is_asked_after_the_exchange_and_before_the_adversaries(maker: int, choice: str) -> None:
    """In the full game, and he may have held the set from the first or not: he is offered both announcements."""
    hands = [""] * 4
    hands[maker] = SET if choice == "pat" else "JK JS JC KS 9D"
    hands[(maker + 2) % 4] = "TD 9C TC QH JH" if choice == "pat" else "AS TD 9C TC QH"
    for last, kind in (("announce_jambone", "call"), ("play_on", "play" if choice == "pat" else "oppose")):
        table = made(lay("railroad_full", "9H", *hands), maker, "name_S_alone")
        tell(table, f"{maker} {choice}")
        if choice == "ask_best":
            tell(table, f"{maker} give_9D", f"{(maker + 2) % 4} best_AS")
        assert asked(table) == ("announce", maker, LONE)
        tell(table, f"{maker} {last}")
        assert table.kind == ("play" if kind == "call" and maker != 1 else kind)  # the eldest alone leads
