"""Railroad Euchre: Jambone, R30 to R36. The dealer is seat 0."""

from typing import Any

import pytest

from euchre_env import IllegalAction, Table

from .notation import actions, lay, tell
from .railroad import asked, ended, lone_hand, made, observed, play_out, to_the_play

JAMBONE: dict[str, Any] = {"jambone": True}
ANNOUNCE = ("announce_jambone", "play_on")
CALLED = [  # the 9 of hearts is turned up, the eldest names spades
    "TC TD JD KH TH",
    "JK AS 9D KD 9C",
    "AC QD AD AH QH",
    "JS QS TS 9S KS",
]


def jambone(table: Table, seat: int) -> Table:
    """The lone maker takes nothing and announces Jambone."""
    tell(table, f"{seat} {'pat' if 'pat' in table.legal else 'take_up'}")
    if table.kind == "discard":
        table.step(table.legal[0])
    assert asked(table) == ("announce", seat, ANNOUNCE)
    return tell(table, f"{seat} announce_jambone")


# ---- what it pays ---------------------------------------------------------------------------------------------------

PAYS = {5: [0, 8], 4: [0, 1], 3: [0, 1], 2: [2, 0], 1: [2, 0], 0: [2, 0]}


@pytest.mark.parametrize("tricks", PAYS)
@pytest.mark.parametrize("options", [{}, {"lone_march_points": 3}, {"lone_euchre_points": 4}, {"pat_lone": True}])
def test_R30_R35_jambone_pays_eight_or_one_or_two_to_the_opponents(tricks: int, options: dict[str, Any]) -> None:
    """Whatever a lone hand pays otherwise, and a pat one too."""
    table = play_out(jambone(lone_hand(tricks, target=11, **JAMBONE, **options), 1))
    ended(table, "S", 1, [5 - tricks, tricks, 0, 0], PAYS[tricks])


@pytest.mark.parametrize("tricks", [0, 1, 2])
@pytest.mark.parametrize("scores, after", [(None, [0, -2]), ([3, 1], [3, -1]), ([0, -4], [0, -6]), ([4, 4], [4, 2])])
def test_R30a_deduct_takes_two_from_the_maker_without_a_floor(
    tricks: int, scores: list[int] | None, after: list[int]
) -> None:
    table = play_out(jambone(lone_hand(tricks, jambone_euchre="deduct", scores=scores, **JAMBONE), 1))
    ended(table, "S", 1, [5 - tricks, tricks, 0, 0], [0, -2], scores=after)


@pytest.mark.parametrize("tricks", [3, 4, 5])
def test_R30a_deduct_changes_nothing_else(tricks: int) -> None:
    table = play_out(jambone(lone_hand(tricks, jambone_euchre="deduct", target=11, **JAMBONE), 1))
    ended(table, "S", 1, [5 - tricks, tricks, 0, 0], PAYS[tricks])
    table = to_the_play(tell(lone_hand(1, jambone_euchre="deduct", **JAMBONE), "1 pat", "1 play_on"))
    ended(play_out(table), "S", 1, [4, 1, 0, 0], [2, 0])  # an ordinary lone hand


@pytest.mark.parametrize("options, points", [({}, [0, 4]), ({"pat_lone": True}, [0, 5])])
def test_R30_he_may_but_need_not_announce(options: dict[str, Any], points: list[int]) -> None:
    table = tell(lone_hand(5, target=11, **JAMBONE, **options), "1 pat")
    assert asked(table) == ("announce", 1, ANNOUNCE)
    tell(table, "1 play_on")
    ended(play_out(to_the_play(table)), "S", 1, [0, 5, 0, 0], points)


def test_R30_only_a_lone_maker_may_announce_it() -> None:
    for call in ("order_up", "name_H"):
        for maker in range(4):
            table = made(lay("railroad", "9S", **JAMBONE), maker, call)
            assert table.kind == ("discard" if call == "order_up" else "play")
    assert tell(lone_hand(3), "1 pat").kind == "oppose"  # not agreed on


def test_R30_an_opposing_lone_hand_may_not_announce_it() -> None:
    table = tell(lone_hand(3, **JAMBONE), "1 pat", "1 play_on", "2 oppose_alone", "2 pat")
    assert (table.kind, table.seat) == ("play", 1)
    table = tell(lone_hand(3, **JAMBONE), "1 pat", "1 play_on", "2 defend", "0 oppose_alone", "0 ask_best")
    tell(table, "0 give_TD", "2 best_AC")
    assert (table.kind, table.seat) == ("play", 1)


# ---- the calls ------------------------------------------------------------------------------------------------------


def test_R31_R32_leads_are_called_from_the_left_follows_from_the_right_and_must_be_legal() -> None:
    table = jambone(made(lay("railroad", "9H", *CALLED, **JAMBONE), 1, "name_S_alone"), 1)
    assert asked(table) == ("call", 2, actions("call", "JK AS 9D KD 9C"))  # the opening lead
    with pytest.raises(IllegalAction, match="play_JK"):
        table.step("play_JK")  # his own play is replaced
    tell(table, "2 call_9C", "2 play_AC", "0 play_TC", "2 play_QD", "0 play_TD")
    assert asked(table) == ("call", 0, actions("call", "9D KD"))  # diamonds were led: no revoke is forced on him
    tell(table, "0 call_9D", "2 play_AD", "0 play_JD")
    assert asked(table) == ("call", 0, ("call_KD",))  # one legal card: forced
    tell(table, "0 call_KD", "2 play_AH", "0 play_KH")
    assert asked(table) == ("call", 0, actions("call", "JK AS"))  # void: any card
    tell(table, "0 call_AS")
    assert asked(table) == ("call", 2, ("call_JK",))  # he has the lead again
    tell(table, "2 call_JK", "2 play_QH", "0 play_TH")
    ended(table, "S", 1, [0, 2, 3, 0], [2, 0])


def test_R32_a_trump_lead_binds_the_calls_to_joker_and_bowers() -> None:
    hands = ["9S TC TD KH TH", "JK JC AC 9D 9C", "AS QD AD AH QH", "JS QS TS JD KS"]
    table = jambone(made(lay("railroad", "9H", *hands, **JAMBONE), 1, "name_S_alone"), 1)
    tell(table, "2 call_9D", "2 play_AD", "0 play_TD", "2 play_AS", "0 play_9S")
    assert asked(table) == ("call", 0, actions("call", "JK JC"))
    tell(table, "0 call_JC")
    assert asked(table) == ("call", 2, actions("call", "JK AC 9C"))


@pytest.mark.parametrize("call", ["order_up_alone", "name_H_alone"])
@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("dealer", [0, 3])
def test_R31_R33_whoever_plays_it(dealer: int, maker: int, call: str) -> None:
    """The maker never plays a card himself; both adversaries play, and the one who calls his follow has played."""
    table = jambone(made(lay("railroad", "9S", dealer=dealer, **JAMBONE), maker, call), maker)
    to_the_play(table)
    left, right = (maker + 1) % 4, (maker + 3) % 4
    leads = follows = 0
    while not table.over:
        assert (table.kind, table.seat) != ("play", maker)
        if table.kind == "call":
            assert set(table.legal) <= set(actions("call", table.hands[maker]))
            if table.trick:
                assert table.seat == right
                assert right in [seat for seat, _ in table.trick]
                follows += 1
            else:
                assert table.seat == left
                leads += 1
        table.step(table.legal[-1])
    assert leads + follows == 5
    plays = [seat for seat, action in table.actions if action.startswith("play_")]
    assert sorted(plays) == sorted([left, right] * 5)
    assert table.result is not None
    assert (table.result["maker"], table.result["alone"], table.result["opposed_by"]) == (maker, True, None)


def test_R33_T6_nobody_is_asked_to_oppose_alone() -> None:
    table = jambone(lone_hand(3, **JAMBONE), 1)
    assert table.kind == "call"
    table = tell(lone_hand(3, **JAMBONE), "1 pat", "1 play_on")
    assert asked(table) == ("oppose", 2, ("defend", "oppose_alone"))


# ---- the order of things --------------------------------------------------------------------------------------------


def test_R34_the_eldest_announces_after_his_exchange_and_before_the_dealers_discard() -> None:
    hands = ["9H TH 9S TS 9C", "JK JD JH QD TC", "JS KS KC AS AC", "AD QH QS QC JC"]
    table = made(lay("railroad", "9D", *hands, target=11, **JAMBONE), 1, "order_up_alone")
    assert asked(table) == ("choose", 1, ("ask_best", "pat"))
    tell(table, "1 ask_best", "1 give_TC", "3 best_AD")
    assert asked(table) == ("announce", 1, ANNOUNCE)
    tell(table, "1 announce_jambone")
    assert asked(table) == ("discard", 0, actions("discard", hands[0]))
    tell(table, "0 discard_9H")
    assert asked(table) == ("call", 2, actions("call", "JK JD JH QD AD"))  # the final five
    for card, others in (("JK", "JS 9D"), ("JD", "KC TS"), ("JH", "KS TH"), ("AD", "AC 9S"), ("QD", "AS 9C")):
        tell(table, f"2 call_{card}", *(f"{s} play_{c}" for s, c in zip((2, 0), others.split(), strict=True)))
    ended(table, "D", 1, [0, 5, 0, 0], [0, 8])


def test_R34_the_dealer_announces_after_his_second_discard() -> None:
    hands = ["JK JH QD TC 9S", "JS KS KC AS AC", "JD AH QS QC JC", "9H TH QH TS 9C"]
    table = made(lay("railroad", "9D", *hands, **JAMBONE), 0, "order_up_alone")
    tell(table, "0 ask_best", "0 give_9S", "2 best_JD")
    assert asked(table) == ("discard", 0, actions("discard", "JK JH QD TC JD"))
    tell(table, "0 discard_TC")
    assert asked(table) == ("announce", 0, ANNOUNCE)
    tell(table, "0 announce_jambone")
    assert asked(table) == ("play", 1, actions("play", hands[1]))  # the opening lead as usual (P3)
    tell(table, "1 play_AC", "3 play_9C")
    assert asked(table) == ("call", 3, actions("call", "JK JH QD JD 9D"))


def test_R34_R35_a_pat_dealer_announces_with_the_five_cards_that_he_was_dealt() -> None:
    hands = ["JK JH QD TC 9S", "JS KS KC AS AC", "JD AH QS QC JC", "9H TH QH TS 9C"]
    table = made(lay("railroad", "9D", *hands, pat_lone=True, **JAMBONE), 0, "order_up_alone")
    tell(table, "0 pat")
    assert asked(table) == ("announce", 0, ANNOUNCE)
    tell(table, "0 announce_jambone", "1 play_AC", "3 play_9C")
    assert asked(table) == ("call", 3, ("call_TC",))


@pytest.mark.parametrize("maker, leader", [(0, 1), (1, 2), (2, 1), (3, 2)])
def test_R35_opening_lead(maker: int, leader: int) -> None:
    """The first active seat from the dealer's left leads; the eldest's own lead is called by the seat on his left."""
    table = jambone(made(lay("railroad", "9S", **JAMBONE), maker, "name_H_alone"), maker)
    assert (table.kind, table.seat) == ("call" if maker == 1 else "play", leader)


@pytest.mark.parametrize("options", [{"partners_best": False}, {"defend_alone": "never"}])
def test_R34_without_exchange_or_without_counter(options: dict[str, Any]) -> None:
    table = lone_hand(4, **JAMBONE, **options)
    tell(table, *["1 pat"] * ("defend_alone" in options))
    assert asked(table) == ("announce", 1, ANNOUNCE)
    table = play_out(tell(table, "1 announce_jambone"))
    ended(table, "S", 1, [1, 4, 0, 0], [0, 1])


# ---- what lies open -------------------------------------------------------------------------------------------------


def seen(hands: list[str], *steps: str) -> bytes:
    """What the seat to decide sees in the deal of CALLED with these hands."""
    return observed(tell(made(lay("railroad", "9H", *hands, **JAMBONE), 1, "name_S_alone"), "1 pat", *steps))


def test_R30_R36_the_jambone_hand_lies_open() -> None:
    """Both adversaries see a card in the eldest's hand once Jambone is announced, and not without it."""
    other = [CALLED[0], CALLED[1].replace("KD", "KC"), *CALLED[2:]]
    plain, open_hand = ("1 play_on", "2 defend"), ("1 announce_jambone", "2 call_9C")
    assert seen(CALLED, *plain[:1]) == seen(other, *plain[:1])
    assert seen(CALLED, *plain, "0 defend", "1 play_9C") == seen(other, *plain, "0 defend", "1 play_9C")
    assert seen(CALLED, *open_hand) != seen(other, *open_hand)
    assert seen(CALLED, *open_hand, "2 play_AC") != seen(other, *open_hand, "2 play_AC")


@pytest.mark.parametrize("announcement", ["announce_jambone", "play_on"])
@pytest.mark.parametrize("hidden, before, after", [(0, "KH", "KC"), (3, "QS", "JC"), (3, "JS", "JH")])
def test_R36_the_other_hands_stay_hidden(hidden: int, before: str, after: str, announcement: str) -> None:
    """An adversary sees neither his partner's hand nor the hand that sits out."""
    other = list(CALLED)
    other[hidden] = other[hidden].replace(before, after)
    assert seen(CALLED, f"1 {announcement}") == seen(other, f"1 {announcement}")


def test_R36_the_callers_own_cards_count_for_his_call_alone() -> None:
    """The dealer calls a follow knowing his own hand; a card of his partner's makes no difference to what he sees."""
    other = [*CALLED[:2], CALLED[2].replace("QH", "QC"), CALLED[3]]
    steps = ("1 announce_jambone", "2 call_9C", "2 play_AC", "0 play_TC", "2 play_QD", "0 play_TD")
    assert seen(CALLED, *steps) == seen(other, *steps)
    own = [CALLED[0].replace("TH", "KC"), *CALLED[1:]]
    assert seen(CALLED, *steps) != seen(own, *steps)


def test_R30_R25_eight_points_in_the_full_game() -> None:
    """From 2-1: one game, five carried make another; a slam from the second game on (R27)."""
    table = play_out(jambone(lone_hand(5, "railroad_full", scores=[1, 2]), 1))
    ended(table, "S", 1, [0, 5, 0, 0], [0, 8], scores=[0, 0], games=[0, 3], winners=[1])
    table = jambone(lone_hand(5, "railroad_full", scores=[1, 1]), 1)
    ended(play_out(table), "S", 1, [0, 5, 0, 0], [0, 8], scores=[0, 4], games=[0, 1])
