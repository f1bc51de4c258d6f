"""How the heuristics play a card: small hands as a player would lay them out. The dealer is seat 0."""

from __future__ import annotations

from euchre_env import Table
from tests.agents.rule_cases import decides
from tests.rules.notation import lay, tell, trick

FOUR = "north_american"


def spades_by(seat: int, *hands: str, turned: str = "9S", discard: str | None = None, variant: str = FOUR) -> Table:
    """A table where spades, turned up, are made by a seat with its partner and the dealer has discarded."""
    table = lay(variant, turned, *hands)
    for before in range(1, seat if seat else 4):
        tell(table, f"{before} pass")
    tell(table, f"{seat} order_up")
    worst = next(card for card in hands[0].split() if card[1] != "S") if discard is None else discard
    return tell(table, f"0 discard_{worst}")


# ---- following -------------------------------------------------------------------------------------------------------


def test_third_hand_does_not_overtake_its_partners_ace() -> None:
    table = spades_by(0, "JS AS KS 9H TH", "AD TC 9C QC KC", "QD JD JH AC 9D", "KD TD QH KH AH")
    tell(table, "1 play_AD", "2 play_9D")
    assert decides(table) == "play_TD"


def test_last_hand_wins_with_the_cheapest_card_that_wins() -> None:
    table = spades_by(0, "AD KD QD JS AS", "TD 9C QC KC TC", "9D JH QH AC AH", "JD 9H TH KH QS", discard="AS")
    tell(table, "1 play_TD", "2 play_9D", "3 play_JD")
    assert decides(table) == "play_QD"


def test_last_hand_leaves_the_trick_to_its_partner() -> None:
    table = spades_by(0, "KD 9D JS AS KC", "TD 9C QC JC TC", "AD JH QH AC AH", "JD 9H TH KH QS", discard="KC")
    tell(table, "1 play_TD", "2 play_AD", "3 play_JD")
    assert decides(table) == "play_9D"


def test_last_hand_that_is_void_takes_the_adversaries_trick_with_its_lowest_trump() -> None:
    table = spades_by(0, "JS AS TS 9C 9H", "AD QC KC TC AC", "9D JH QH KH AH", "TD JD TH QD QS", discard="9C")
    tell(table, "1 play_AD", "2 play_9D", "3 play_TD")
    assert decides(table) == "play_9S"


def test_last_hand_that_is_void_does_not_trump_its_partners_ace() -> None:
    table = spades_by(0, "JS AS TS 9C 9H", "KD QC KC TC AC", "AD JH QH KH AH", "TD JD TH QD QS", discard="9C")
    tell(table, "1 play_KD", "2 play_AD", "3 play_TD")
    assert decides(table) == "play_9H"


def test_who_cannot_win_throws_a_low_card_not_an_ace() -> None:
    table = spades_by(0, "JS JC AS KS 9H", "9C QD AD TD 9D", "AC KC TH JH QH", "QC AH KH QS KD", discard="9H")
    trick(table, 1, "9C KC QC JC", takes=0)
    tell(table, "0 play_JS")
    assert decides(table) == "play_9D"


def test_second_hand_that_cannot_beat_the_card_led_plays_low() -> None:
    table = spades_by(0, "JS AS KS 9H TH", "AD TC 9C QC KC", "KD 9D TD AC AH", "QD JD QH KH JH")
    tell(table, "1 play_AD")
    assert decides(table) == "play_9D"


def test_second_hand_does_not_spend_a_card_that_the_turn_up_will_beat() -> None:
    """The dealer, last to play, is known to hold the right bower; so the left is spared."""
    table = lay("three_handed", "JS", "AS KS QS 9H TH", "TS 7C 8C 9C TC", "JC 8S QH KH AH")
    tell(table, "1 pass", "2 pass", "0 order_up", "0 discard_9H", "1 play_TS")
    assert decides(table) == "play_8S"


# ---- leading ---------------------------------------------------------------------------------------------------------


def test_a_maker_leads_his_right_bower_from_three_trumps() -> None:
    table = spades_by(1, "9C TC 9D TD QC", "JS AS KS AH 9H", "QH JH KH QD JD", "AC KC TH QS AD")
    assert decides(table) == "play_JS"


def test_an_adversary_leads_an_ace_rather_than_a_trump() -> None:
    table = spades_by(0, "JS AS KS 9H TH", "AD KC 9C QS TS", "KD 9D TD AC AH", "QD JD QH KH JH")
    assert decides(table) == "play_AD"


def test_what_is_left_when_the_trumps_are_out_is_led_from_the_top() -> None:
    table = spades_by(1, "9C TC KH TD QC", "JS JC AS AH 9H", "QS JH KD QD JD", "KS KC TH QH AC", discard="TD")
    trick(table, 1, "JS QS KS 9S", takes=1)
    trick(table, 1, "JC JH TH TC", takes=1)
    trick(table, 1, "AS JD QH 9C", takes=1)
    assert decides(table) == "play_AH"


def test_a_king_is_led_once_the_ace_has_gone() -> None:
    """The adversary on lead has seen the ace of diamonds thrown away on his ace of clubs: the king is the best one."""
    hands = ("JS AS KS 9H TH", "AC KD 9D QH JH", "AD JD TD AH KH", "QC KC TC QS QD")
    table = spades_by(0, *hands, discard="9H")
    trick(table, 1, "AC AD QC TH", takes=1)
    assert decides(table) == "play_KD"


# ---- games in which sides differ from seats --------------------------------------------------------------------------


def test_two_adversaries_of_a_cut_throat_maker_play_together() -> None:
    """Three-handed: the eldest leads the ace of diamonds against the dealer; his ally throws his lowest on it."""
    table = lay("three_handed", "9S", "JS AS KS 9H TH", "AD 7C 8C 9C TC", "KD 7D QH KH AH")
    tell(table, "1 pass", "2 pass", "0 order_up", "0 discard_9H", "1 play_AD")
    assert decides(table) == "play_7D"


def test_two_bidding_partners_leave_tricks_to_each_other() -> None:
    """Five-handed: the bidder leads the right bower, his partner does not spend the left on it."""
    table = lay(
        "five_handed", None, "JS AS KS AD 9H", "8C 9C TC QC KC", "JC 8S AC QH KH", "9D TD JD QD 8D", "8H TH JH AH KD"
    )
    bids = ("1 pass", "2 pass", "3 pass", "4 pass", "0 bid_3_S")
    tell(table, *bids)
    while table.seat == 0 and table.legal[0].startswith("bury"):
        tell(table, f"0 {next(a for a in table.legal if a[5:] not in ('JS', 'AS', 'KS', 'AD', '9H'))}")
    tell(table, "0 partner_2", "0 play_JS", "1 play_8C")
    assert decides(table) == "play_8S"


# ---- the calls of a Jambone ------------------------------------------------------------------------------------------


def test_R31_a_lead_is_called_that_the_caller_beats() -> None:
    """The maker lays his hand open and has the lead; the ace of hearts lies in his left neighbour's hand."""
    table = lay("railroad_full", "9S", "JK JS JC AS KH", "AH TC 9C QC KC", "QD JD TH AC 9D", "KD TD QH JH QS")
    tell(table, "1 pass", "2 pass", "3 pass", "0 order_up_alone", "0 pat", "0 announce_jambone")
    tell(table, "1 play_9C", "3 play_KD")
    assert table.seat == 3
    assert decides(table) == "call_KH"  # it does not follow, and is lost
