"""`?`: the rule that applies just now, with its number; and why something cannot be done."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest

from agents.playing.choices import conceivable
from agents.playing.refusals import refusal
from agents.playing.rulings import RULINGS, ruling
from euchre_env import KINDS, Table, VectorEuchre, variants
from tests.agents.at_the_table import seen
from tests.agents.positions import random_play
from tests.rules.notation import lay, passes, tell


def says(table: Table, *sentences: str) -> None:
    """That the ruling has these sentences, each in one line."""
    lines = ruling(seen(table))
    for sentence in sentences:
        assert any(sentence in line for line in lines), lines


def denied(table: Table, action: str) -> str:
    """Why an action cannot be done."""
    assert action not in table.legal
    scene = seen(table)
    return refusal(scene, next(choice for choice in conceivable(scene) if choice.action == action))


# ---- the making ------------------------------------------------------------------------------------------------------


def test_M1_the_turn_up_is_proposed() -> None:
    table = lay("four_handed", "9H")
    says(table, "Hearts is proposed: order it up, or pass. Who accepts first makes trump (M1).")
    says(table, "The dealer would take the turn-up and put away one of his own cards (P6).")
    says(table, "The makers' tricks: 5 score 2, 3 or 4 score 1, 0 to 2 give the others 2 (4.3).")
    says(table, "Of a lone hand: 5 score 4, 3 or 4 score 1, 0 to 2 give the others 2 (4.3).")
    assert denied(table, "name_S") == "another suit than hearts may be named only when everybody has passed (M2)"


def test_P6_the_turn_up_may_go_where_the_option_says_so() -> None:
    table = passes(lay("four_handed", "9H", may_discard_turnup=True), 3)
    says(table, "You would take the turn-up and put away any card, the turn-up too (P6).")
    says(tell(table, "0 order_up"), "put any card away, face down, the turn-up too if you like (P6)")
    table = tell(passes(lay("four_handed", "9H"), 3), "0 order_up")
    says(table, "You take the turn-up: put one of these cards away for it, face down (P6).")
    assert denied(table, "discard_9H") == "9H is the turn-up you take: it may not be put away again (P6)"


def test_P7_the_dealers_partner_may_leave_the_turn_up() -> None:
    says(passes(lay("four_handed", "9H"), 1), "If you play alone, he does not take it (P7).")
    says(passes(lay("railroad", "9H"), 1), "(P7), but may give it to you as his best (R13).")


def test_M2_M3_the_second_round() -> None:
    table = passes(lay("four_handed", "9H"), 4)
    says(table, "Hearts was turned down: make another suit trump, or pass (M2, M4).")
    says(table, "If everybody passes again, the deal is void and the next player deals (M3).")
    assert denied(table, "order_up") == "hearts was turned down; another suit must be named (M2)"
    assert denied(table, "name_H") == "hearts was turned down; another suit must be named (M2)"


def test_M3_the_dealer_is_stuck_where_the_option_says_so() -> None:
    table = passes(lay("four_handed", "9H", stick_the_dealer=True), 4)
    says(table, "If it comes to him, the dealer must make one trump (M3).")
    passes(table, 3)
    says(table, "Hearts was turned down: the dealer must make another suit trump (M2, M3).")
    assert denied(table, "pass") == "the dealer may not pass in the second round (M3)"


def test_M5_an_assist_must_be_alone_where_the_option_says_so() -> None:
    table = passes(lay("four_handed", "9H", assist_must_be_alone=True), 1)
    says(table, "The dealer's partner may accept only to play alone (M5).")
    assert denied(table, "order_up") == "the dealer's partner may accept only to play alone (M5)"


def test_C9_the_joker_turned_up() -> None:
    says(lay("railroad", "JK", joker_suit="S"), "The Joker turned up stands for spades (C9)", "out of play (C10)")
    table = lay("british", "JK")
    says(table, "name trump before you see your hand (C9)")
    assert not [line for line in ruling(seen(table)) if "you hold" in line]


def test_bids_and_what_they_bind_to() -> None:
    table = tell(lay("five_handed", None), "1 bid_3_H")
    says(table, "Bid, more than 3, on any suit, or pass. Everybody bids once, and the highest bid plays (4.5).")
    says(table, "1 to 3: so many tricks, with 1 partner of your choice, with the widow of 3.")
    says(table, "15: all 5 tricks, alone, without the widow of 3.")
    assert denied(table, "bid_3_S") == "3 S is not more than 3, the highest bid (4.5)"
    says(lay("seven_handed", None), "6 or 7: so many tricks, with 3 partners of your choice, with the widow of 4.")


# ---- the exchange ----------------------------------------------------------------------------------------------------


def test_R12_R28_what_a_lone_dealer_may_take() -> None:
    table = tell(passes(lay("railroad_full", "9H"), 3), "0 order_up_alone")
    says(table, "(R9)", "put another card away when you have seen the best (R12)", "(R12b)", "a pat hand", "(R28, R29)")
    says(tell(table, "0 ask_best"), "you put another card away for it afterwards (R12)")
    eldest = tell(lay("railroad", "9H"), "1 order_up_alone")
    says(eldest, "Take nothing: that remains an ordinary lone hand (R29a).")
    assert denied(eldest, "take_up") == "take only the turn-up is not offered here"


def test_R10_R13_the_best_card() -> None:
    table = tell(lay("railroad", "9H", "AC AD KS QS TS"), "1 pass", "2 order_up_alone", "2 ask_best")
    tell(table, f"2 {table.legal[0]}")
    says(table, "Give your partner your highest trump; without a trump, a card of your highest rank (R10).")
    says(table, "The turn-up counts as yours, and may be the card you give (R13).")
    assert denied(table, "best_AC") == "AC is not your best: the highest trump, else a card of the highest rank (R10)"
    free = tell(lay("railroad", "9H", best_card_mode="free"), "1 order_up_alone", "1 ask_best")
    says(tell(free, f"1 {free.legal[0]}"), "whichever card you think best (R10)")


def test_R16_opposing_alone() -> None:
    table = tell(lay("railroad", "9H", lone_euchre_points=4), "1 order_up_alone", "1 pat")
    says(table, "play alone against the lone maker", "from the maker's left, the first who opposes has it (R18)")
    says(table, "that scores 4; if you defend together, 4 (R21, R22)")
    tell(table, "2 oppose_alone")
    says(table, "You oppose alone, and may take what a lone maker may (R16, R19).")


def test_R30_R37_announcements() -> None:
    table = tell(lay("railroad_full", "9H", "", "JK JH JD AH KH"), "1 order_up_alone", "1 pat")
    says(table, "Jambone: your hand lies open", "(R33)", "Jamboree: you hold the five highest trumps")
    table = tell(lay("railroad_full", "9H", "", "JK JH JD AH QS"), "1 order_up_alone", "1 pat")
    assert denied(table, "announce_jamboree") == "you do not hold the five highest trumps (R37)"


def test_the_widow_and_the_partners() -> None:
    table = tell(lay("five_handed", None), "1 bid_5_H", "2 pass", "3 pass", "4 pass", "0 pass")
    says(table, "You hold the widow: put 3 cards away, face down (4.5).")
    for _ in range(3):
        table.step(table.legal[0])
    says(table, "Choose 2 partners for this deal, from your left on; nobody may refuse (4.5).")
    assert (
        denied(table, "partner_0")
        == "player_0 comes out of turn: partners are chosen round the table, from your left on"
    )
    tell(table, "1 partner_3")
    assert denied(table, "partner_3") == "player_3 is your partner already"


# ---- the play --------------------------------------------------------------------------------------------------------


def test_P1_follow_suit() -> None:
    table = tell(lay("four_handed", "9H", "", "AS", "KS QS 9C TC JD"), "1 order_up", "0 discard_7C", "1 play_AS")
    says(table, "Spades was led: you must follow suit (P1).")
    says(table, "JD is the left bower, a trump and no diamond (C5).")
    assert denied(table, "play_9C") == "9C does not follow: spades was led, and there is KS, QS (P1)"
    assert denied(table, "play_AS") == "you do not hold AS"


def test_P1_C5_the_left_bower_follows_trumps() -> None:
    table = tell(lay("four_handed", "9H", "", "AH", "JD KS QS 9C TC"), "1 order_up", "0 discard_7C", "1 play_AH")
    assert table.legal == ("play_JD",)
    assert denied(table, "play_KS") == "KS does not follow: hearts was led, and there is JD (P1)"


def test_P1_any_card_from_a_void() -> None:
    table = tell(lay("four_handed", "9H", "", "AS", "KD QD 9C TC JC"), "1 order_up", "0 discard_7C", "1 play_AS")
    says(table, "Spades was led, and you have none: any card, a trump or not (P1).")


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (lambda: tell(lay("four_handed", "9H"), "1 order_up", "0 discard_7C"), "from the dealer's left: any card (P3)"),
        (
            lambda: tell(lay("four_handed", "9H", lone_lead="left_of_lone_player"), "1 order_up_alone", "0 discard_7C"),
            "from the lone player's left: any card (P3)",
        ),
    ],
)
def test_P3_who_leads_first(table: object, sentence: str) -> None:
    says(table(), sentence)


def test_P2_P4_who_leads() -> None:
    table = tell(lay("five_handed", None), "1 bid_15_H", "2 pass", "3 pass", "4 pass", "0 pass")
    says(table, "The bidder leads first: any card (P4).")
    says(table, "The makers' tricks: 5 score 15, 0 to 4 give each of the others 15 (4.5).")
    for _ in range(5):
        table.step(table.legal[0])
    leads = "You took the last trick and lead: any card (P2)."
    says(table, leads, "So far")


def test_R30_R31_R32_calling_a_jambone() -> None:
    table = lay("railroad_full", "9H", "", "JK JH JD AH KH")
    tell(table, "1 order_up_alone", "1 pat", "1 announce_jambone")
    table.step(table.legal[0])
    says(table, "The hand of right lies open; you, on its left, say what it leads (R31).", "(R32)")
    says(table, "The makers' tricks: 5 score 8, 3 or 4 score 1, 0 to 2 give the others 2 (R30).")
    assert denied(table, "call_9S") == "right does not hold 9S"


def test_R21_R28_what_lone_hands_pay() -> None:
    table = tell(lay("railroad", "9H"), "1 order_up_alone", "1 pat", "2 oppose_alone", "2 pat")
    says(table, "0 to 2 give the others 4 (R21)")
    table = tell(lay("railroad_full", "9H"), "1 order_up_alone", "1 pat", "1 play_on")
    while table.kind != "play":
        table.step(table.legal[0])
    says(table, "5 score 5, 3 or 4 give the others 1, 0 to 2 give the others 3 (R28)")


def test_a_set_back_costs_the_maker() -> None:
    says(lay("three_handed_set_back", "9H"), "0 to 2 cost them 2 (4.2)")
    says(lay("three_handed", "9H"), "0 to 2 give each of the others 2 (4.2)")


# ---- everywhere ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants())
def test_every_kind_of_decision_has_a_ruling_that_cites_the_rule_book(variant: str) -> None:
    assert set(RULINGS) == set(KINDS)
    tables, met = VectorEuchre(variant, num_tables=64, seed=6), set[int]()
    for _ in random_play(tables, np.random.default_rng(0), 12):
        kinds = tables.decision_kind
        for kind in set(kinds.tolist()) - met:
            lines = ruling(seen(tables.table(int((kinds == kind).argmax()))))
            assert cited(lines), (KINDS[kind], lines)
            assert all(len(line) <= 120 for line in lines)
            met.add(kind)
    assert len(met) >= 2


def cited(lines: Sequence[str]) -> list[str]:
    """The statements that are named in brackets."""
    return [number for line in lines for number in re.findall(r"[(, ]([CMPR]\d+[ab]?|4\.\d)(?=[,)])", line)]
