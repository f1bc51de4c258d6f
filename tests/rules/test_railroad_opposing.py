"""Railroad Euchre: lone hand against lone hand, R16 to R23; T2 and T6. The dealer is seat 0."""

from itertools import product
from typing import Any

import pytest

from euchre_env import Table

from .notation import actions, lay, scored, tell, trick
from .railroad import asked, ended, lone_hand, made, observed, play_out, to_the_play

OPPOSE = ("defend", "oppose_alone")
DEAL = [  # the 9 of hearts is turned up; TC QD JD JH are not dealt
    "JK QS AC AH TD",
    "JS JC AS KS 9D",
    "KC QC KH AD KD",
    "TS 9S QH TH 9C",
]


def test_R16_R17_an_adversary_opposes_alone_with_his_own_partners_best_after_the_makers_exchange() -> None:
    table = made(lay("railroad", "9H", *DEAL), 1, "name_S_alone")
    tell(table, "1 ask_best", "1 give_9D", "3 best_TS")
    assert asked(table) == ("oppose", 2, OPPOSE)
    tell(table, "2 defend")
    assert asked(table) == ("oppose", 0, OPPOSE)
    tell(table, "0 oppose_alone")
    assert asked(table) == ("choose", 0, ("ask_best", "pat"))
    tell(table, "0 ask_best")
    assert asked(table) == ("give", 0, actions("give", "JK QS AC AH TD"))
    tell(table, "0 give_TD")
    assert asked(table) == ("best", 2, ("best_AD",))  # no trump: his only ace
    tell(table, "2 best_AD")
    assert set(table.hands[0]) == {"JK", "QS", "AC", "AH", "AD"}
    trick(table, 1, "JS QS", takes=1)
    trick(table, 1, "JC JK", takes=0)
    trick(table, 0, "AC TS", takes=1)
    trick(table, 1, "AS AD", takes=1)
    trick(table, 1, "KS AH", takes=1)
    ended(table, "S", 1, [1, 4, 0, 0], [0, 1], opposed_by=0)


def test_R17_the_adversary_is_asked_when_he_knows_whether_the_maker_took_a_card() -> None:
    asks = tell(made(lay("railroad", "9H", *DEAL), 1, "name_S_alone"), "1 ask_best", "1 give_9D", "3 best_TS")
    pat = tell(made(lay("railroad", "9H", *DEAL), 1, "name_S_alone"), "1 pat")
    assert asked(asks) == asked(pat) == ("oppose", 2, OPPOSE)
    assert observed(asks) != observed(pat)


@pytest.mark.parametrize("call", ["order_up", "name_H"])
@pytest.mark.parametrize("maker", range(4))
def test_R16_T6_not_against_a_maker_who_is_not_alone(maker: int, call: str) -> None:
    table = made(lay("railroad", "9S"), maker, call)
    while not table.over:
        assert table.kind in ("discard", "play")
        table.step(table.legal[0])
    assert table.result is not None
    assert table.result["opposed_by"] is None


def test_R16_T6_not_where_defend_alone_is_never() -> None:
    table = tell(made(lay("railroad", "9H", *DEAL, defend_alone="never"), 1, "name_S_alone"), "1 pat")
    assert asked(table) == ("play", 1, actions("play", DEAL[1]))


def test_R16_without_partners_best_he_opposes_with_the_cards_he_has() -> None:
    table = made(lay("railroad", "9H", *DEAL, partners_best=False), 1, "name_S_alone")
    tell(table, "2 oppose_alone")
    assert asked(table) == ("play", 1, actions("play", DEAL[1]))


@pytest.mark.parametrize("call", ["order_up_alone", "name_H_alone"])
@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_R18_the_adversary_on_the_makers_left_is_asked_first(dealer: int, maker: int, call: str) -> None:
    """The first to say alone has it: his partner is not asked; if both defend, both play."""
    left, right = (maker + 1) % 4, (maker + 3) % 4
    for opposer in (left, right, None):
        table = made(lay("railroad", "9S", dealer=dealer), maker, call)
        while table.kind != "oppose":
            table.step(next((c for c in ("pat", "take_up") if c in table.legal), table.legal[0]))
        assert asked(table) == ("oppose", left, OPPOSE)
        if opposer != left:
            tell(table, f"{left} defend")
            assert asked(table) == ("oppose", right, OPPOSE)
            tell(table, f"{right} {'defend' if opposer is None else 'oppose_alone'}")
        else:
            tell(table, f"{left} oppose_alone")
        assert table.kind in ("discard", "play") if opposer is None else asked(table)[:2] == ("choose", opposer)
        play_all(to_the_play(table))
        assert table.result is not None
        assert table.result["opposed_by"] == opposer
        said = [(seat, action) for seat, action in table.actions if action in OPPOSE]
        if opposer == left:
            assert said == [(left, "oppose_alone")]
        else:
            assert said == [(left, "defend"), (right, "defend" if opposer is None else "oppose_alone")]


def play_all(table: Table) -> Table:
    """The play to its end with whatever is legal."""
    while not table.over:
        assert table.kind == "play"
        table.step(table.legal[0])
    return table


# ---- the dealer, ordered up, opposes alone --------------------------------------------------------------------------

ORDERED = ["JK JC TD 9D 9H", "JS KS KH AH AD", "TS KC AC QC KD", "9C TC QH JD QD"]  # the queen of spades is turned up


def dealer_opposes(maker: int, **options: Any) -> Table:
    """Eldest or pone has ordered up alone, pat; the dealer opposes him."""
    hands = [ORDERED[0], ORDERED[maker], ORDERED[2], ORDERED[4 - maker]]
    table = tell(made(lay("railroad", "QS", *hands, **options), maker, "order_up_alone"), f"{maker} pat")
    return tell(table, *["2 defend"] * (maker == 1), "0 oppose_alone")


@pytest.mark.parametrize("maker", [1, 3])
def test_R19_gift_best_discard_turn_up(maker: int) -> None:
    """He, too, makes two discards, and the second he makes seeing his partner's best."""
    table = dealer_opposes(maker)
    assert asked(table) == ("choose", 0, ("ask_best", "take_up"))
    tell(table, "0 ask_best")
    assert asked(table) == ("give", 0, actions("give", "JK JC TD 9D 9H"))
    tell(table, "0 give_9H")
    assert asked(table) == ("best", 2, ("best_TS",))
    tell(table, "2 best_TS")
    assert asked(table) == ("discard", 0, actions("discard", "JK JC TD 9D TS"))
    tell(table, "0 discard_TD")
    assert set(table.hands[0]) == {"JK", "JC", "9D", "TS", "QS"}
    assert (table.kind, table.seat) == ("play", maker)


def test_R19_the_ordered_up_dealer_euchres_the_eldest() -> None:
    table = tell(dealer_opposes(1), "0 ask_best", "0 give_9H", "2 best_TS", "0 discard_TD")
    trick(table, 1, "AH TS", takes=0)
    trick(table, 0, "JK KS", takes=0)
    trick(table, 0, "JC JS", takes=1)
    trick(table, 1, "AD 9D", takes=1)
    trick(table, 1, "KH QS", takes=0)
    ended(table, "S", 1, [3, 2, 0, 0], [4, 0], opposed_by=0)


@pytest.mark.parametrize("pat_lone", [False, True])
def test_R19_he_may_take_up_without_asking(pat_lone: bool) -> None:
    """One discard; he must take the turn-up, so he is never pat (against a maker who has asked for a card, R29)."""
    table = made(lay("railroad", "QS", *ORDERED, pat_lone=pat_lone), 1, "order_up_alone")
    tell(table, "1 ask_best", "1 give_KH", "3 best_QH", "2 defend", "0 oppose_alone")
    assert asked(table) == ("choose", 0, ("ask_best", "take_up"))
    tell(table, "0 take_up")
    assert asked(table) == ("discard", 0, actions("discard", "JK JC TD 9D 9H"))
    tell(table, "0 discard_9H")
    assert set(table.hands[0]) == {"JK", "JC", "TD", "9D", "QS"}
    assert asked(table) == ("play", 1, actions("play", "JS KS QH AH AD"))


def test_R19_may_discard_turnup_governs_the_second_discard_only() -> None:
    table = tell(dealer_opposes(1, may_discard_turnup=True), "0 ask_best")
    assert asked(table) == ("give", 0, actions("give", "JK JC TD 9D 9H"))
    tell(table, "0 give_9H", "2 best_TS")
    assert asked(table) == ("discard", 0, actions("discard", "JK JC TD 9D TS QS"))
    tell(table, "0 discard_QS")
    assert set(table.hands[0]) == {"JK", "JC", "TD", "9D", "TS"}


def test_R19_without_partners_best_he_takes_the_turn_up_and_discards_once() -> None:
    table = made(lay("railroad", "QS", *ORDERED, partners_best=False), 1, "order_up_alone")
    tell(table, "2 defend", "0 oppose_alone")
    assert asked(table) == ("discard", 0, actions("discard", "JK JC TD 9D 9H"))
    tell(table, "0 discard_9H")
    assert set(table.hands[0]) == {"JK", "JC", "TD", "9D", "QS"}
    assert asked(table) == ("play", 1, actions("play", "JS KS KH AH AD"))


def test_R19_after_a_turn_down_the_dealer_opposes_like_anybody() -> None:
    table = tell(made(lay("railroad", "QS", *ORDERED), 3, "name_H_alone"), "3 pat", "0 oppose_alone")
    assert asked(table) == ("choose", 0, ("ask_best", "pat"))
    tell(table, "0 ask_best", "0 give_9D")
    assert asked(table) == ("best", 2, actions("best", "AC"))
    tell(table, "2 best_AC")
    assert set(table.hands[0]) == {"JK", "JC", "TD", "9H", "AC"}
    assert table.kind == "play"


@pytest.mark.parametrize(
    "dealers, turned, best",
    [("TC TD 9D QC 9H", "TS", "TS"), ("AS KS 9D QC 9H", "TS", "AS"), ("AS KS 9D QC 9H", "JK", "JK")],
)
@pytest.mark.parametrize("maker", [1, 3])
def test_R19a_the_dealers_gift_is_the_best_of_six(maker: int, dealers: str, turned: str, best: str) -> None:
    """His partner opposes alone whoever ordered him up: the turn-up counts, he makes no discard, and sits out."""
    for options, legal in (({}, best), ({"best_card_mode": "free"}, f"{dealers} {turned}")):
        table = made(lay("railroad", turned, dealers, joker_suit="S", **options), maker, "order_up_alone")
        tell(table, f"{maker} pat", *["0 defend"] * (maker == 3), "2 oppose_alone")
        assert asked(table) == ("choose", 2, ("ask_best", "pat"))
        tell(table, "2 ask_best")
        gift = table.hands[2][0]
        assert asked(table) == ("give", 2, actions("give", table.hands[2]))
        tell(table, f"2 give_{gift}")
        assert asked(table) == ("best", 0, actions("best", legal))
        tell(table, f"0 best_{best}")
        assert best in table.hands[2]
        assert gift not in table.hands[2]
        assert (table.kind, table.seat) == ("play", {1: 1, 3: 2}[maker])
        play_all(table)
        assert [seat for seat, action in table.actions if action.startswith(("play", "discard"))].count(0) == 0


def test_R19a_pat_leaves_the_turn_up_on_the_pack() -> None:
    table = tell(made(lay("railroad", "TS"), 1, "order_up_alone"), "1 pat", "2 oppose_alone", "2 pat")
    assert (table.kind, table.seat) == ("play", 1)
    assert "TS" not in [card for hand in table.hands for card in hand]


def test_R19a_after_a_turn_down_the_dealer_has_five_cards_to_choose_from() -> None:
    table = made(lay("railroad", "TS", "TC TD 9D QC 9H", best_card_mode="free"), 1, "name_H_alone")
    tell(table, "1 pat", "2 oppose_alone", "2 ask_best")
    table.step(table.legal[0])
    assert asked(table) == ("best", 0, actions("best", "TC TD 9D QC 9H"))


# ---- the lead, the tricks -------------------------------------------------------------------------------------------

LEADERS = {(0, 1): 1, (0, 3): 3, (2, 1): 1, (2, 3): 2, (1, 0): 1, (1, 2): 1, (3, 0): 3, (3, 2): 2}


@pytest.mark.parametrize("pair, dealer", list(product(LEADERS, range(4))))
@pytest.mark.parametrize("call", ["order_up_alone", "name_H_alone"])
def test_R20_T2_the_first_active_seat_from_the_dealers_left_leads(
    pair: tuple[int, int], dealer: int, call: str
) -> None:
    """Seats of LEADERS count from the dealer. Each of the five tricks has two cards, one of each lone hand."""
    maker, opposer = ((seat + dealer) % 4 for seat in pair)
    table = to_the_play(made(lay("railroad", "9S", dealer=dealer), maker, call), opposer)
    assert (table.kind, table.seat) == ("play", (LEADERS[pair] + dealer) % 4)
    before = len(table.actions)
    play_all(table)
    seats = [seat for seat, _ in table.actions[before:]]
    assert [set(seats[k : k + 2]) for k in range(0, len(seats), 2)] == [{maker, opposer}] * 5


@pytest.mark.parametrize("pair", LEADERS)
def test_R20_left_of_lone_player_is_left_of_the_maker(pair: tuple[int, int]) -> None:
    """Passing over the seats that sit out, that is always the opposing lone hand."""
    table = made(lay("railroad", "9S", lone_lead="left_of_lone_player"), pair[0], "name_H_alone")
    assert to_the_play(table, pair[1]).seat == pair[1]


@pytest.mark.parametrize("opposer, plays", [(None, [5, 5, 5, 0]), (0, [5, 5, 0, 0]), (2, [0, 5, 5, 0])])
def test_T2_cards_in_a_trick(opposer: int | None, plays: list[int]) -> None:
    table = tell(lone_hand(3), "1 pat")
    before = len(to_the_play(table, opposer).actions)
    seats = [seat for seat, _ in play_all(table).actions[before:]]
    assert [seats.count(seat) for seat in range(4)] == plays


# ---- what it pays ---------------------------------------------------------------------------------------------------

LONE_AGAINST_LONE = {5: [0, 4], 4: [0, 1], 3: [0, 1], 2: [4, 0], 1: [4, 0], 0: [4, 0]}


@pytest.mark.parametrize("tricks", LONE_AGAINST_LONE)
@pytest.mark.parametrize("opposer", [0, 2])
@pytest.mark.parametrize("lone_euchre_points", [2, 4])
def test_R21_R23_lone_against_lone(tricks: int, opposer: int, lone_euchre_points: int) -> None:
    """March 4; three or four tricks 1, and nothing for having stopped the march; a euchre 4, with five tricks too."""
    table = tell(lone_hand(tricks, stopped_by=opposer, lone_euchre_points=lone_euchre_points), "1 pat")
    play_out(to_the_play(table, opposer))
    taken = [0, tricks, 0, 0]
    taken[opposer] = 5 - tricks
    ended(table, "S", 1, taken, LONE_AGAINST_LONE[tricks], opposed_by=opposer)


@pytest.mark.parametrize("points", [3, 4, 5])
def test_R21_lone_march_points(points: int) -> None:
    for opposer in (None, 0):
        table = tell(lone_hand(5, lone_march_points=points, target=11), "1 pat")
        play_out(to_the_play(table, opposer))
        ended(table, "S", 1, [0, 5, 0, 0], [0, points], opposed_by=opposer)


@pytest.mark.parametrize("tricks, points", (LONE_AGAINST_LONE | {2: [2, 0], 1: [2, 0], 0: [2, 0]}).items())
def test_R22_unopposed_the_lone_euchre_counts_two(tricks: int, points: list[int]) -> None:
    table = play_out(to_the_play(tell(lone_hand(tricks), "1 pat")))
    ended(table, "S", 1, [5 - tricks, tricks, 0, 0], points)


@pytest.mark.parametrize("tricks", LONE_AGAINST_LONE)
def test_R22_unopposed_lone_euchre_points_4(tricks: int) -> None:
    table = play_out(to_the_play(tell(lone_hand(tricks, lone_euchre_points=4), "1 pat")))
    ended(table, "S", 1, [5 - tricks, tricks, 0, 0], LONE_AGAINST_LONE[tricks])
    assert scored("railroad", 2, lone_euchre_points=4)["points"] == [2, 0]  # not for a maker with his partner


def test_R22_both_adversaries_make_the_euchre_together() -> None:
    hands = ["JK QS AC AH TD", "JS AS 9D KH QC", "KC 9C AD KD TC"]
    table = tell(made(lay("railroad", "9H", *hands), 1, "name_S_alone"), "1 pat", "2 defend", "0 defend")
    trick(table, 1, "9D KD TD", takes=2)
    trick(table, 2, "AD QS JS", takes=1)
    trick(table, 1, "KH 9C AH", takes=0)
    trick(table, 0, "AC QC KC", takes=0)
    trick(table, 0, "JK AS TC", takes=0)
    ended(table, "S", 1, [3, 1, 1, 0], [2, 0])
