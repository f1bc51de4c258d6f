"""Railroad Euchre: set-up, making and the right to a lone hand, R1 to R8; what holds in every deal, T1, T5, T7, T8."""

from itertools import chain, permutations
from typing import Any

import pytest

from euchre_env import IllegalAction, Table, deal_cards, rules_for

from .notation import actions, lay, namings, pack_of_names, passes, scored, tell, trick, void_result
from .railroad import CALLS, asked, at_random, ended, made, to_the_play

BOTH = ["railroad", "railroad_full"]


@pytest.mark.parametrize("variant", BOTH)
def test_R1_four_players_in_two_sides_and_any_seat_may_deal(variant: str) -> None:
    rules = rules_for(variant)
    assert (rules.players, rules.sides, [rules.side_of(seat) for seat in range(4)]) == (4, 2, [0, 1, 0, 1])
    for dealer in range(4):
        table = lay(variant, "9S", dealer=dealer)
        in_turn = []
        for _ in range(8):
            in_turn.append(table.seat)
            table.step("pass")
        assert in_turn == [(dealer + k) % 4 for k in (1, 2, 3, 0)] * 2


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("pack, unseen", [(25, 4), (33, 12)])
def test_R2_R3_pack_and_deal(variant: str, pack: int, unseen: int) -> None:
    """25 cards, or 33: five each, one turned up, four (twelve) remain unseen; every card once, the Joker among them."""
    assert rules_for(variant).pack == 25
    deal = deal_cards(rules_for(variant, pack=pack), seed=3, table=0, number=0, dealer=0)
    assert ([len(hand) for hand in deal.hands], len(deal.stock)) == ([5] * 4, unseen)
    assert sorted([*chain(*deal.hands), deal.upcard, *deal.stock]) == sorted(pack_of_names(pack))


@pytest.mark.parametrize("trump, left", [("S", "C"), ("C", "S"), ("H", "D"), ("D", "H")])
def test_R4_joker_right_left_and_five_more(trump: str, left: str) -> None:
    """Of every two of the eight trumps the higher takes the trick, whichever is led."""
    order = ["JK", f"J{trump}", f"J{left}", *(rank + trump for rank in "AKQT9")]
    plain = [card for card in pack_of_names(25) if card not in order]
    turned, eldest, other = plain[-1], plain[:4], plain[4:8]  # an ace; nobody who plays has another trump
    for led, reply in permutations(order, 2):
        table = lay("railroad", turned, "", " ".join([led, *eldest]), " ".join([reply, *other]))
        to_the_play(made(table, 1, f"name_{trump}_alone"), opposer=2)
        trick(table, 1, f"{led} {reply}", takes=1 if order.index(led) < order.index(reply) else 2)


# ---- the Joker turned up --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit, options", [("H", {}), *((suit, {"joker_suit": suit}) for suit in "HCDS")])
@pytest.mark.parametrize("maker", range(4))
def test_R5_the_joker_turned_up_proposes_the_suit_agreed_on(suit: str, options: dict[str, Any], maker: int) -> None:
    """The first round goes as ever, and the dealer who takes it up holds the Joker."""
    table = lay("railroad", "JK", "9C TC 9D TD 9H", **options)
    for seat in [1, 2, 3, 0][: (maker - 1) % 4]:
        assert asked(table) == ("make", seat, CALLS)
        tell(table, f"{seat} pass")
    assert asked(table) == ("make", maker, CALLS)
    tell(table, f"{maker} order_up")
    assert table.trump == suit
    assert asked(table) == ("discard", 0, actions("discard", "9C TC 9D TD 9H"))
    tell(table, "0 discard_TC")
    assert set(table.hands[0]) == {"JK", "9C", "9D", "TD", "9H"}
    assert (table.kind, table.seat) == ("play", 1)


def test_R5_the_joker_taken_up_is_the_best_trump() -> None:
    table = lay("railroad", "JK", "9C TC 9D TD AC", "JH 9S TS QS KS")
    tell(table, "1 order_up", "0 discard_AC", "1 play_JH", "2 play_9H", "3 play_QH")
    assert asked(table) == ("play", 0, ("play_JK",))  # hearts were led
    tell(table, "0 play_JK")
    assert table.tricks == [1, 0, 0, 0]


@pytest.mark.parametrize("suit, others", [("H", "CDS"), ("C", "DHS"), ("D", "CHS"), ("S", "CDH")])
def test_R5_the_joker_turned_down_is_out_of_play_and_its_suit_barred(suit: str, others: str) -> None:  # C10
    table = passes(lay("railroad", "JK", joker_suit=suit), 4)
    for seat in (1, 2, 3, 0):
        assert asked(table) == ("make", seat, namings(others, alone=True))
        if seat:
            tell(table, f"{seat} pass")
    tell(table, f"0 name_{others[0]}")
    while not table.over:
        assert "JK" not in chain(*table.hands)
        table.step(table.legal[0])
    assert sum(action.startswith("play_") for _, action in table.actions) == 20


# ---- bidding, contract, lead, target --------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", BOTH)
def test_R6_two_rounds_and_a_void_deal(variant: str) -> None:
    table = lay(variant, "9S", scores=[3, 4])
    for round_legal in (CALLS, namings("CDH", alone=True)):
        for seat in (1, 2, 3, 0):
            assert asked(table) == ("make", seat, round_legal)
            tell(table, f"{seat} pass")
    assert table.over
    assert table.result == void_result(4, [3, 4])


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("tricks, points", [(0, [2, 0]), (2, [2, 0]), (3, [0, 1]), (4, [0, 1]), (5, [0, 2])])
def test_R6_the_contract_when_both_partners_play(variant: str, tricks: int, points: list[int]) -> None:
    assert scored(variant, tricks)["points"] == points
    assert scored(variant, tricks, dealer=3)["points"] == points[::-1]


def test_R6_a_march_in_full() -> None:
    """The dealer takes up with his partner and they win all five: two."""
    table = lay("railroad", "9S", "JK JS AS KS TD", "9C TC 9H TH QD", "JC AC KC AH KH", "QC QH JH JD 9D")
    tell(table, "1 pass", "2 pass", "3 pass", "0 order_up", "0 discard_TD")
    trick(table, 1, "QD JC 9D JS", takes=0)
    trick(table, 0, "JK 9C KH QC", takes=0)
    trick(table, 0, "AS TC KC QH", takes=0)
    trick(table, 0, "KS 9H AC JH", takes=0)
    trick(table, 0, "9S TH AH JD", takes=0)
    ended(table, "S", 0, [5, 0, 0, 0], [2, 0], alone=False)


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("target, options", [(5, {}), (10, {"target": 10})])
def test_R6_target(variant: str, target: int, options: dict[str, Any]) -> None:
    short = scored(variant, 3, scores=[1, target - 2], **options)
    assert (short["games"], short["scores"]) == ([0, 0], [1, target - 1])
    won = scored(variant, 3, scores=[1, target - 1], **options)
    assert (won["games"], won["scores"]) == ([0, 1], [0, 0])


# ---- the right to a lone hand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("call", ["order_up", "name_H"])
@pytest.mark.parametrize("maker", range(4))
def test_R6_R7_who_did_not_say_alone_plays_with_his_partner_and_the_eldest_leads(
    maker: int, call: str, variant: str
) -> None:
    """Nobody else may bid to play alone: what is asked is the dealer's discard for the turn-up, then the play."""
    table = made(lay(variant, "9S", "TH JD TS TD QC"), maker, call)
    if call == "order_up":
        assert asked(table) == ("discard", 0, actions("discard", "TH JD TS TD QC"))
        tell(table, "0 discard_TH")
    assert (table.kind, table.seat) == ("play", 1)
    calls = len(table.actions)
    while not table.over:
        table.step(table.legal[0])
    assert table.result is not None
    assert (table.result["maker"], table.result["alone"], table.result["opposed_by"]) == (maker, False, None)
    assert [action[:5] for _, action in table.actions[calls:]] == ["play_"] * 20


@pytest.mark.parametrize("call, legal", [("order_up_alone", CALLS), ("name_H_alone", namings("CDH", alone=True))])
@pytest.mark.parametrize("maker", range(4))
def test_R8_everybody_may_play_alone_in_both_rounds(maker: int, call: str, legal: tuple[str, ...]) -> None:
    """Eldest and pone order up, the partner assists, the dealer takes up; and whoever names a suit."""
    table = passes(lay("railroad", "9S"), (maker - 1) % 4 + 4 * call.startswith("name"))
    assert asked(table) == ("make", maker, legal)
    tell(table, f"{maker} {call}")
    takes_turn_up = (maker, call) == (0, "order_up_alone")
    assert asked(table) == ("choose", maker, ("ask_best", "take_up" if takes_turn_up else "pat"))
    to_the_play(table)
    while not table.over:
        table.step(table.legal[0])
    assert table.result is not None
    assert (table.result["maker"], table.result["alone"]) == (maker, True)


# ---- what holds in every deal ---------------------------------------------------------------------------------------

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("railroad", {}),
    ("railroad", {"best_card_mode": "free", "may_discard_turnup": True}),
    ("railroad_full", {}),
]


@pytest.mark.parametrize("variant, options", GAMES)
def test_T1_no_card_is_doubled_and_active_hands_hold_five_before_the_lead(
    variant: str, options: dict[str, Any]
) -> None:
    leads = 0
    for number in range(80):
        led = False
        for table in at_random(variant, number, **options):
            cards = [*chain(*table.hands), *(card for _, card in table.trick)]
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(pack_of_names(25))
            if table.kind in ("play", "call") and not led:
                out = {(seat + 2) % 4 for seat, action in table.actions if action.endswith("_alone")}
                assert [len(table.hands[seat]) for seat in range(4) if seat not in out] == [5] * (4 - len(out))
                led, leads = True, leads + 1
    assert leads > 40


@pytest.mark.parametrize("variant, options", GAMES)
def test_T5_one_side_scores_and_what_it_may_score(variant: str, options: dict[str, Any]) -> None:
    possible = {1, 2, 3, 4, 5, 8, 16} if variant == "railroad_full" else {1, 2, 4}
    for number in range(80):
        *_, table = at_random(variant, number, **options)
        assert table.result is not None
        points = sorted(table.result["points"])
        assert points[0] == 0
        assert points[1] in ({0} if table.result["maker"] is None else possible)


@pytest.mark.parametrize("turned, others", [("9S", "CDH"), ("JD", "CHS"), ("AC", "DHS"), ("TH", "CDS")])
def test_T7_the_suit_turned_down_is_never_trump(turned: str, others: str) -> None:
    table = passes(lay("railroad_full", turned), 4)
    for seat in (1, 2, 3, 0):
        assert asked(table) == ("make", seat, namings(others, alone=True))
        for level in ("", "_alone"):
            with pytest.raises(IllegalAction, match=f"name_{turned[1]}{level}"):
                table.step(f"name_{turned[1]}{level}")
        tell(table, f"{seat} pass")


def spades() -> Table:
    """The eldest has ordered up spades: the dealer's partner has the left bower, the pone the Joker."""
    table = lay("railroad", "9S", "TC JD 9H JH QD", "AS KC 9C TS KS", "JC QC AH KH QH", "JK AD KD TD 9D")
    return tell(table, "1 order_up", "0 discard_JD")


def test_T8_joker_and_left_bower_must_follow_a_trump_lead() -> None:
    table = tell(spades(), "1 play_AS")
    assert asked(table) == ("play", 2, ("play_JC",))
    tell(table, "2 play_JC")
    assert asked(table) == ("play", 3, ("play_JK",))
    tell(table, "3 play_JK", "0 play_9S")
    assert table.tricks == [0, 0, 0, 1]


def test_T8_the_left_bower_and_the_joker_are_no_clubs() -> None:
    table = tell(spades(), "1 play_KC")
    assert asked(table) == ("play", 2, ("play_QC",))
    tell(table, "2 play_QC")
    assert asked(table) == ("play", 3, actions("play", "JK AD KD TD 9D"))


def test_T8_a_led_bower_or_joker_demands_trumps() -> None:
    table = tell(spades(), "1 play_9C", "2 play_QC", "3 play_AD", "0 play_TC", "2 play_JC")
    for seat, legal in ((3, "JK"), (0, "9S"), (1, "AS TS KS")):
        assert asked(table) == ("play", seat, actions("play", legal))
        table.step(table.legal[0])
    table = lay("railroad", "9S", "TC JD 9H JH QD", "JK KC 9C TS KS", "JC QC AH KH QH", "AS AD KD TD 9D")
    tell(table, "1 order_up", "0 discard_JD", "1 play_JK")
    for seat, legal in ((2, "JC"), (3, "AS"), (0, "9S")):
        assert asked(table) == ("play", seat, actions("play", legal))
        table.step(table.legal[0])
    assert table.tricks == [0, 1, 0, 0]
