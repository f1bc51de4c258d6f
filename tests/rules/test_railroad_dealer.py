"""Railroad Euchre: the dealer, or his partner, alone on the turn-up, R12 and R13; T4. The dealer is seat 0."""

from typing import Any

import pytest

from euchre_env import Table

from .notation import actions, lay, tell, trick
from .railroad import asked, ended, made, observed, play_out

FREE: dict[str, Any] = {"best_card_mode": "free"}

# ---- the dealer alone in the first round: two discards --------------------------------------------------------------

TWICE = ["JS KS AC 9D TH", "9C TC QC KC AH", "JC TS AD KD QD", "9H QH KH JH JD"]  # the queen of spades is turned up


def dealer_alone(turned: str = "QS", **options: Any) -> Table:
    """The dealer has taken it up alone."""
    return made(lay("railroad", turned, *TWICE, **options), 0, "order_up_alone")


def test_R12_gift_best_discard_turn_up() -> None:
    table = dealer_alone()
    assert asked(table) == ("choose", 0, ("ask_best", "take_up"))
    tell(table, "0 ask_best")
    assert asked(table) == ("give", 0, actions("give", "JS KS AC 9D TH"))  # of his five original cards
    tell(table, "0 give_TH")
    assert asked(table) == ("best", 2, ("best_JC",))
    tell(table, "2 best_JC")
    assert asked(table) == ("discard", 0, actions("discard", "JS KS AC 9D JC"))  # not the turn-up (P6)
    tell(table, "0 discard_9D")
    assert set(table.hands[0]) == {"JS", "KS", "AC", "JC", "QS"}
    assert asked(table) == ("oppose", 1, ("defend", "oppose_alone"))
    tell(table, "1 defend", "3 defend")
    trick(table, 1, "AH 9H QS", takes=0)
    trick(table, 0, "JS 9C JH", takes=0)
    trick(table, 0, "JC TC JD", takes=0)
    trick(table, 0, "KS QC QH", takes=0)
    trick(table, 0, "AC KC KH", takes=0)
    ended(table, "S", 0, [5, 0, 0, 0], [4, 0])


def test_R12_the_card_received_may_be_the_second_discard() -> None:
    table = tell(dealer_alone(), "0 ask_best", "0 give_TH", "2 best_JC", "0 discard_JC")
    assert set(table.hands[0]) == {"JS", "KS", "AC", "9D", "QS"}


def test_R12_may_discard_turnup_governs_the_second_discard_only() -> None:
    table = tell(dealer_alone(may_discard_turnup=True), "0 ask_best")
    assert asked(table) == ("give", 0, actions("give", "JS KS AC 9D TH"))
    tell(table, "0 give_TH", "2 best_JC")
    assert asked(table) == ("discard", 0, actions("discard", "JS KS AC 9D JC QS"))
    tell(table, "0 discard_QS")
    assert set(table.hands[0]) == {"JS", "KS", "AC", "9D", "JC"}
    assert asked(table) == ("oppose", 1, ("defend", "oppose_alone"))


def test_R12_R15_the_adversaries_see_neither_of_his_discards() -> None:
    views = set()
    for gift, discard in (("TH", "9D"), ("TH", "JC"), ("JS", "9D"), ("9D", "AC")):
        table = tell(dealer_alone(), "0 ask_best", f"0 give_{gift}", "2 best_JC", f"0 discard_{discard}")
        assert asked(table) == ("oppose", 1, ("defend", "oppose_alone"))
        views.add(observed(table))
    assert len(views) == 1


def test_R12a_the_same_when_the_turn_up_is_the_joker() -> None:
    table = dealer_alone("JK", joker_suit="S")
    assert table.trump == "S"
    assert asked(table) == ("choose", 0, ("ask_best", "take_up"))
    tell(table, "0 ask_best")
    assert asked(table) == ("give", 0, actions("give", "JS KS AC 9D TH"))
    tell(table, "0 give_TH")
    assert asked(table) == ("best", 2, ("best_JC",))
    tell(table, "2 best_JC")
    assert asked(table) == ("discard", 0, actions("discard", "JS KS AC 9D JC"))
    tell(table, "0 discard_9D")
    assert set(table.hands[0]) == {"JK", "JS", "KS", "AC", "JC"}


TAKES_UP = ["JK JS 9D 9H TC", "AD AH KD KH AC", "", "AS KS QC KC 9C"]  # the queen of spades is turned up


def took_up(*hands: str, discard: str, **options: Any) -> Table:
    """The dealer has taken it up alone without asking, put one card away, and nobody opposes him."""
    table = tell(made(lay("railroad", "QS", *hands, **options), 0, "order_up_alone"), "0 take_up")
    assert asked(table) == ("discard", 0, actions("discard", hands[0]))
    tell(table, f"0 discard_{discard}")
    assert set(table.hands[0]) == {"QS", *hands[0].split()} - {discard}
    assert asked(table) == ("oppose", 1, ("defend", "oppose_alone"))  # so it is not pat (R29)
    return tell(table, "1 defend", "3 defend")


@pytest.mark.parametrize("pat_lone", [False, True])
def test_R12b_taking_only_the_turn_up_is_an_ordinary_lone_hand(pat_lone: bool) -> None:
    """One discard; four, one, or two to the opponents, with `pat_lone` too."""
    five = took_up("JK JS JC AS 9D", "9C TC QC KC AH", "", "9H QH KH JH JD", discard="9D", pat_lone=pat_lone)
    ended(play_out(five), "S", 0, [5, 0, 0, 0], [4, 0])

    three = took_up(*TAKES_UP, discard="TC", pat_lone=pat_lone)
    trick(three, 1, "AD 9C 9D", takes=1)
    trick(three, 1, "AH QC 9H", takes=1)
    trick(three, 1, "KD KC QS", takes=0)
    trick(three, 0, "JK KH AS", takes=0)
    trick(three, 0, "JS AC KS", takes=0)
    ended(three, "S", 0, [3, 2, 0, 0], [1, 0])

    two = took_up(*TAKES_UP, discard="TC", pat_lone=pat_lone)
    trick(two, 1, "AD 9C 9D", takes=1)
    trick(two, 1, "AH QC 9H", takes=1)
    trick(two, 1, "KD AS QS", takes=3)
    trick(two, 3, "KS JS KH", takes=0)
    trick(two, 0, "JK AC KC", takes=0)
    ended(two, "S", 0, [2, 2, 0, 1], [0, 2])


def test_R12b_may_be_opposed_alone() -> None:
    table = tell(dealer_alone(pat_lone=True), "0 take_up", "0 discard_9D", "1 defend", "3 oppose_alone")
    assert asked(table) == ("choose", 3, ("ask_best", "pat"))


def test_R12c_who_asks_for_the_best_takes_the_turn_up() -> None:
    """Even where he may play pat, nothing lets him have the best and leave the turn-up on the pack."""
    table = dealer_alone(pat_lone=True)
    assert asked(table) == ("choose", 0, ("ask_best", "pat", "take_up"))
    tell(table, "0 ask_best", "0 give_TH", "2 best_JC")
    assert asked(table) == ("discard", 0, actions("discard", "JS KS AC 9D JC"))
    tell(table, "0 discard_AC")
    assert set(table.hands[0]) == {"JS", "KS", "9D", "JC", "QS"}


def test_T4_the_first_discard_cannot_depend_on_the_partners_card() -> None:
    """The dealer chooses it when his partner's hand is still unknown to him; the second he chooses with that card."""
    other = [*TWICE[:2], "9S TS TD KD QD", TWICE[3]]
    tables = [made(lay("railroad", "QS", *hands), 0, "order_up_alone") for hands in (TWICE, other)]
    for table in tables:
        tell(table, "0 ask_best")
    assert tables[0].legal == tables[1].legal == actions("give", TWICE[0])
    assert observed(tables[0]) == observed(tables[1])
    tell(tables[0], "0 give_TH", "2 best_JC")
    tell(tables[1], "0 give_TH", "2 best_TS")
    assert asked(tables[0]) == ("discard", 0, actions("discard", "JS KS AC 9D JC"))
    assert asked(tables[1]) == ("discard", 0, actions("discard", "JS KS AC 9D TS"))
    assert observed(tables[0]) != observed(tables[1])


# ---- the dealer's partner alone in the first round ------------------------------------------------------------------


@pytest.mark.parametrize(
    "dealers, turned, best",
    [
        ("9S TS 9D TD 9H", "KS", "KS"),
        ("AS TS 9D TD 9H", "KS", "AS"),
        ("JC 9D TD 9H TH", "KS", "JC"),
        ("JK JC 9D TD 9H", "JS", "JK"),
        ("AC AD AH KC KD", "9S", "9S"),  # the turn-up is his only trump
        ("JS JC AS KS QS", "JK", "JK"),
    ],
)
def test_R13_strict_best_of_the_dealers_five_and_the_turn_up(dealers: str, turned: str, best: str) -> None:
    table = made(
        lay("railroad", turned, dealers, joker_suit="S") if turned == "JK" else lay("railroad", turned, dealers),
        2,
        "order_up_alone",
    )
    assert asked(table) == ("choose", 2, ("ask_best", "pat"))
    tell(table, "2 ask_best")
    assert asked(table) == ("give", 2, actions("give", table.hands[2]))
    table.step(table.legal[0])
    assert asked(table) == ("best", 0, (f"best_{best}",))
    tell(table, f"0 best_{best}")
    assert best in table.hands[2]
    assert len(table.hands[2]) == 5
    assert asked(table) == ("oppose", 3, ("defend", "oppose_alone"))


@pytest.mark.parametrize("passed", ["KS", "9S", "9H"])
def test_R13_free_any_of_the_six_and_the_dealer_sits_out(passed: str) -> None:
    """He takes the turn-up in no other way, makes no discard, and what he does not pass stays out of play."""
    hands = ["9S TS 9D TD 9H", "9C TC JD JH QC", "JK JS JC AS TH", "QD QH KC KD KH"]
    table = tell(made(lay("railroad", "KS", *hands, **FREE), 2, "order_up_alone"), "2 ask_best", "2 give_TH")
    assert asked(table) == ("best", 0, actions("best", "9S TS 9D TD 9H KS"))
    tell(table, f"0 best_{passed}", "3 defend", "1 defend")
    assert set(table.hands[2]) == {"JK", "JS", "JC", "AS", passed}
    assert "KS" not in {*table.hands[1], *table.hands[3]}
    assert (table.kind, table.seat) == ("play", 1)
    play_out(table)
    played = {action.removeprefix("play_") for _, action in table.actions if action.startswith("play_")}
    assert played == {"JK", "JS", "JC", "AS", passed, *hands[1].split(), *hands[3].split()}
    assert not [action for seat, action in table.actions if seat == 0 and not action.startswith("best")]


def test_R13_whoever_deals() -> None:
    hands = ["JK JS JC AS TH", "QD QH KC KD KH", "9S TS 9D TD 9H", "9C TC JD JH QC"]
    table = made(lay("railroad", "KS", *hands, dealer=2), 0, "order_up_alone")
    tell(table, "0 ask_best", "0 give_TH", "2 best_KS", "1 defend", "3 defend")
    ended(play_out(table), "S", 0, [5, 0, 0, 0], [4, 0])
