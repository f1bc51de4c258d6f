"""The play and the dealer's exchange: P1 to P9."""

from itertools import permutations, product

import pytest

from euchre_env import IllegalAction, Table

from .notation import actions, lay, pack_of_names, passes, reply_beats_lead, suit_of, tell, trick

FOUR = [  # spades are turned up; seat 0 deals
    "TH JD 8S TD QC",
    "AH 8H KD 9C 7D",
    "KH 9D AC 8D QS",
    "QH AD 9S KC TC",
]


def four(*steps: str) -> Table:
    """The four-handed deal above, the eldest has ordered up, the dealer has discarded the queen of clubs."""
    return tell(lay("four_handed", "7S", *FOUR), "1 order_up", "0 discard_QC", *steps)


# ---- following suit and winning -------------------------------------------------------------------------------------


def test_P1_follow_suit_if_possible() -> None:
    assert four().legal == actions("play", "AH 8H KD 9C 7D")  # who leads is free
    assert four("1 play_8H").legal == actions("play", "KH")
    assert four("1 play_KD").legal == actions("play", "9D 8D")


def test_P1_otherwise_any_card_and_no_duty_to_trump() -> None:
    table = four("1 play_9C", "2 play_AC", "3 play_TC")
    assert table.legal == actions("play", "TH JD 8S TD 7S")  # no club: a trump or not, as he likes
    tell(table, "0 play_TH")
    assert table.tricks == [0, 0, 1, 0]


def test_P1_no_duty_to_head_the_trick() -> None:
    table = four("1 play_7D", "2 play_8D")
    assert table.legal == actions("play", "AD")
    table = four("1 play_KD", "2 play_9D", "3 play_AD")
    assert table.legal == actions("play", "JD TD")  # neither takes it, either may go
    table = lay("two_handed", "7S", "AH 9H KC QC TC", "TH 9C 8C AD KD")
    tell(table, "1 order_up", "0 discard_TC", "1 play_TH")
    assert table.legal == actions("play", "AH 9H")
    tell(table, "0 play_9H")
    assert table.tricks == [0, 1]


def test_P2_who_takes_the_trick() -> None:
    table = four()
    trick(table, leader=1, cards="AH KH QH TH", takes=1)  # the highest card of the suit led
    trick(table, leader=1, cards="8H AC 9S 8S", takes=3)  # the higher of two trumps, not the ace of another suit
    trick(table, leader=3, cards="AD TD 7D 8D", takes=3)
    trick(table, leader=3, cards="KC 7S 9C QS", takes=2)  # the second trump beats the first
    trick(table, leader=2, cards="9D TC JD KD", takes=1)
    assert table.result is not None
    assert table.result["tricks"] == [0, 2, 1, 2]
    assert table.result["points"] == [0, 1]


@pytest.mark.parametrize("trump", "SH")
def test_P2_a_card_of_another_plain_suit_never_wins(trump: str) -> None:
    plain = [card for card in pack_of_names(24) if suit_of(card, trump) != trump]
    for lead, reply in permutations(plain, 2):
        if lead[1] != reply[1]:
            assert not reply_beats_lead(reply, lead, trump, 24)


@pytest.mark.parametrize("trump", "SH")
def test_P2_any_trump_beats_any_plain_card(trump: str) -> None:
    trumps = [card for card in pack_of_names(25) if suit_of(card, trump) == trump]
    plain = [card for card in pack_of_names(25) if card not in trumps]
    for lead, reply in product(plain, trumps):
        assert reply_beats_lead(reply, lead, trump, 25)
        assert not reply_beats_lead(lead, reply, trump, 25)


def test_P2_the_winner_leads_next() -> None:
    table = four("1 play_8H", "2 play_KH", "3 play_QH", "0 play_TH")
    assert (table.seat, table.legal) == (2, actions("play", "9D AC 8D QS"))


# ---- the opening lead, and the seat that sits out -------------------------------------------------------------------


def made(maker: int, round_number: int, alone: bool, **options: object) -> Table:
    """Four-handed, up to the first lead: `maker` has made it in that round, a dealer who was to discard has done so."""
    table = lay("four_handed", "7S", *FOUR, **options)
    passes(table, (maker - 1) % 4 + 4 * (round_number - 1))
    tell(table, f"{maker} {'order_up' if round_number == 1 else 'name_H'}{'_alone' * alone}")
    return tell(table, "0 discard_QC") if table.kind == "discard" else table


@pytest.mark.parametrize("round_number", [1, 2])
@pytest.mark.parametrize("maker", range(4))
def test_P3_eldest_leads_when_all_play(maker: int, round_number: int) -> None:
    assert made(maker, round_number, alone=False).seat == 1
    assert made(maker, round_number, alone=False, lone_lead="left_of_lone_player").seat == 1


@pytest.mark.parametrize("round_number", [1, 2])
@pytest.mark.parametrize("maker, leader", [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_P3_opening_lead_beside_a_lone_hand(maker: int, leader: int, round_number: int) -> None:
    """The eldest; but if his partner, the pone, plays alone, the dealer's partner."""
    table = made(maker, round_number, alone=True)
    assert (table.kind, table.seat) == ("play", leader)


@pytest.mark.parametrize("round_number", [1, 2])
@pytest.mark.parametrize("maker, leader", [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_P3_left_of_lone_player_leads(maker: int, leader: int, round_number: int) -> None:
    table = made(maker, round_number, alone=True, lone_lead="left_of_lone_player")
    assert (table.kind, table.seat) == ("play", leader)


def test_P3_left_of_lone_player_passes_over_the_seat_that_sits_out() -> None:
    """The pone alone: the dealer leads, the eldest sits out, the dealer's partner is next."""
    table = made(3, round_number=2, alone=True, lone_lead="left_of_lone_player")
    for seat in (0, 2, 3):
        assert table.seat == seat
        table.step(table.legal[0])


@pytest.mark.parametrize("dealer", range(4))
def test_P3_counts_from_the_dealer(dealer: int) -> None:
    """Whoever deals: the pone alone, the lead is with the dealer's partner."""
    table = passes(lay("four_handed", "7S", dealer=dealer), 2)
    pone, partner = (dealer + 3) % 4, (dealer + 2) % 4
    tell(table, f"{pone} order_up_alone")
    table.step(table.legal[0])
    assert table.seat == partner


@pytest.mark.parametrize(
    "maker, in_turn",
    [(0, [1, 3, 0]), (1, [1, 2, 0]), (2, [1, 2, 3]), (3, [2, 3, 0])],
)
def test_P3_partner_of_the_lone_hand_sits_out(maker: int, in_turn: list[int]) -> None:
    """Every trick has three cards, and play passes over the seat that sits out."""
    table = made(maker, round_number=2, alone=True)
    asked = []
    for _ in in_turn:
        asked.append(table.seat)
        table.step(table.legal[0])
    assert asked == in_turn
    assert sum(table.tricks) == 1
    while not table.over:
        table.step(table.legal[0])
    played = [seat for seat, action in table.actions if action.startswith("play_")]
    assert sorted(played) == sorted(in_turn * 5)


@pytest.mark.parametrize("maker", range(4))
def test_P5_the_cards_that_sit_out_stay_where_they_are(maker: int) -> None:
    table = made(maker, round_number=2, alone=True)
    out = (maker + 2) % 4
    while not table.over:
        table.step(table.legal[-1])
    assert set(table.hands[out]) == set(FOUR[out].split())
    assert not set(FOUR[out].split()) & {action.removeprefix("play_") for _, action in table.actions}
    assert table.tricks[out] == 0


# ---- the dealer and the turn-up -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variant, seats", [("two_handed", (1, 0)), ("three_handed", (1, 2, 0)), ("four_handed", (1, 2, 3, 0))]
)
def test_P6_dealer_takes_the_turnup_and_discards(variant: str, seats: tuple[int, ...]) -> None:
    """Whoever accepts the turn-up: of his own five cards the dealer puts one away, not the turn-up itself."""
    for before, maker in enumerate(seats):
        table = passes(lay(variant, "7S", "TH JD 8S TD QC"), before)
        tell(table, f"{maker} order_up")
        assert (table.kind, table.seat) == ("discard", 0)
        assert table.legal == actions("discard", "TH JD 8S TD QC")
        tell(table, "0 discard_TH")
        assert set(table.hands[0]) == {"7S", "JD", "8S", "TD", "QC"}
        assert (table.kind, table.seat) == ("play", 1)


@pytest.mark.parametrize(
    "variant", ["two_handed", "three_handed", "three_handed_hoffmann", "three_handed_set_back", "four_handed"]
)
def test_P6_may_discard_turnup(variant: str) -> None:
    """Any of the six; the turn-up put away, the dealer plays the five cards that he was dealt."""
    table = tell(lay(variant, "7S", "TH JD 8S TD QC", may_discard_turnup=True), "1 order_up")
    assert (table.kind, table.seat) == ("discard", 0)
    assert table.legal == actions("discard", "TH JD 8S TD QC 7S")
    tell(table, "0 discard_7S")
    assert set(table.hands[0]) == {"TH", "JD", "8S", "TD", "QC"}


def test_P6_modern_dealer_may_put_away_any_of_six() -> None:
    table = tell(lay("north_american", "9S", "TH JD JS TD QC"), "1 order_up")
    assert table.legal == actions("discard", "TH JD JS TD QC 9S")
    tell(table, "0 discard_JS")
    assert set(table.hands[0]) == {"TH", "JD", "9S", "TD", "QC"}


def test_P6_the_discard_is_out_of_play_and_the_turnup_follows_suit() -> None:
    table = tell(lay("two_handed", "7S", "TH JD 8S TD QC", "AS KD QD 9C 8C"), "1 order_up", "0 discard_8S", "1 play_AS")
    assert table.legal == actions("play", "7S")


def test_P6_no_discard_in_the_second_round() -> None:
    for maker in range(4):
        table = lay("four_handed", "7S", *FOUR)
        tell(passes(table, 4 + (maker - 1) % 4), f"{maker} name_H")
        assert (table.kind, table.seat) == ("play", 1)
        assert set(table.hands[0]) == set(FOUR[0].split())


@pytest.mark.parametrize("may_discard_turnup", [False, True])
def test_P7_dealers_partner_alone_leaves_the_turnup_on_the_pack(may_discard_turnup: bool) -> None:
    table = tell(lay("four_handed", "7S", *FOUR, may_discard_turnup=may_discard_turnup), "1 pass", "2 order_up_alone")
    assert (table.kind, table.seat) == ("play", 1)
    assert [set(hand) for hand in table.hands] == [set(hand.split()) for hand in FOUR]
    while not table.over:
        table.step(table.legal[0])
    assert set(table.hands[0]) == set(FOUR[0].split())
    assert "discard" not in " ".join(action for _, action in table.actions)


@pytest.mark.parametrize("before, maker, leader", [(0, 1, 1), (2, 3, 2)])
def test_P8_an_adversary_alone_makes_the_dealer_discard(before: int, maker: int, leader: int) -> None:
    table = passes(lay("four_handed", "7S", *FOUR), before)
    tell(table, f"{maker} order_up_alone")
    assert (table.kind, table.seat) == ("discard", 0)
    assert table.legal == actions("discard", FOUR[0])
    tell(table, "0 discard_QC")
    assert set(table.hands[0]) == {"TH", "JD", "8S", "TD", "7S"}
    assert (table.kind, table.seat) == ("play", leader)


def test_P8_the_dealer_alone_takes_the_turnup_too() -> None:
    table = tell(passes(lay("four_handed", "7S", *FOUR), 3), "0 order_up_alone")
    assert (table.kind, table.legal) == ("discard", actions("discard", FOUR[0]))


def test_P9_a_revoke_is_not_possible() -> None:
    table = four("1 play_8H")
    before = table.record()
    for card in ("QS", "AC", "TH", "KS"):  # a trump, a plain card, another seat's, one of the stock
        with pytest.raises(IllegalAction, match=rf"play_{card}.*seat 2.*play_KH"):
            table.step(f"play_{card}")
    assert table.record() == before
    assert (table.seat, table.legal) == (2, actions("play", "KH"))
