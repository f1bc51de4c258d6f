"""The British game (4.9) and what becomes of a Joker turned up in any game that has one (C9, C10)."""

from __future__ import annotations

from itertools import combinations

import pytest

from euchre_env import IllegalAction, Table, VectorEuchre, deal_cards, rules_for

from .notation import actions, lay, namings, pack_of_names, passes, play_out, scored, tell, trick

ANY_SUIT = namings("CDHS", alone=False, may_pass=False)


# ---- the British game ------------------------------------------------------------------------------------------------


def test_4_9_british_pack_target_and_deal() -> None:
    rules = rules_for("british")
    assert (rules.players, rules.sides, rules.pack, rules.target) == (4, 2, 25, 11)
    deal = deal_cards(rules, seed=3, table=0, number=0, dealer=0)
    assert ([len(hand) for hand in deal.hands], len(deal.stock)) == ([5] * 4, 4)
    assert sorted([*sum(deal.hands, ()), deal.upcard, *deal.stock]) == sorted(pack_of_names(25))


def test_4_9_british_eleven_points_up() -> None:
    assert scored("british", 5, scores=[8, 8])["scores"] == [8, 10]
    won = scored("british", 5, scores=[10, 9])
    assert (won["scores"], won["games"], won["winners"]) == ([0, 0], [0, 1], [1])


@pytest.mark.parametrize("tricks, points", {0: [2, 0], 1: [2, 0], 2: [2, 0], 3: [0, 1], 4: [0, 1], 5: [0, 2]}.items())
def test_4_9_british_scoring_with_partners(tricks: int, points: list[int]) -> None:
    assert scored("british", tricks)["points"] == points


@pytest.mark.parametrize("tricks, points", {0: [4, 0], 1: [4, 0], 2: [4, 0], 3: [0, 1], 4: [0, 1], 5: [0, 4]}.items())
def test_4_9_british_scoring_of_a_lone_hand(tricks: int, points: list[int]) -> None:
    """Four for all five tricks, and four for euchring it (A7)."""
    assert scored("british", tricks, alone=True)["points"] == points
    euchred_for_two = {0: [2, 0], 1: [2, 0], 2: [2, 0]}.get(tricks, points)
    assert scored("british", tricks, alone=True, lone_euchre_points=2)["points"] == euchred_for_two


def test_4_9_british_the_turnup_may_be_discarded() -> None:
    table = tell(lay("british", "9S", "TS 9C TC 9D TD"), "1 order_up")
    assert table.legal == actions("discard", "9S TS 9C TC 9D TD")
    table = tell(lay("british", "9S", "TS 9C TC 9D TD", may_discard_turnup=False), "1 order_up")
    assert table.legal == actions("discard", "TS 9C TC 9D TD")


def test_4_9_british_the_dealer_need_not_name() -> None:
    table = passes(lay("british", "9S"), 7)
    assert (table.seat, table.legal) == (0, namings("CDH", alone=True))
    assert tell(table, "0 pass").over
    assert passes(lay("british", "9S", stick_the_dealer=True), 7).legal == namings("CDH", alone=True, may_pass=False)


@pytest.mark.parametrize("card, beaten", list(combinations(["JK", "JS", "JC", "AS"], 2)))
def test_C6_the_benny_is_the_best_trump(card: str, beaten: str) -> None:
    """The dealer's partner holds the better card, the eldest leads the other; neither has a second trump."""
    table = lay("british", "9S", "9D TD 9H TH QD", f"{beaten} AC AD AH KH", f"{card} KC KD QC QH", "9C TC JD JH TS")
    tell(table, "1 order_up", "0 discard_9D")
    trick(table, 1, f"{beaten} {card} TS 9S", takes=2)


# ---- C9: the dealer makes it blind -----------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("dealer", range(4))
def test_C9_the_dealer_names_a_suit_as_the_first_action_of_the_deal(dealer: int, suit: str) -> None:
    """He alone is asked, may name any suit, and may not pass; then he discards and the eldest leads."""
    table = lay("british", "JK", dealer=dealer)
    assert (table.kind, table.seat, table.legal) == ("name_blind", dealer, ANY_SUIT)
    tell(table, f"{dealer} name_{suit}")
    assert (table.kind, table.seat, table.trump) == ("discard", dealer, suit)
    table.step(table.legal[0])
    assert (table.kind, table.seat) == ("play", (dealer + 1) % 4)
    record = play_out(table).record()
    assert record["actions"][0] == [dealer, f"name_{suit}"]
    assert (record["result"]["trump"], record["result"]["maker"]) == (suit, dealer)
    assert (record["result"]["alone"], record["result"]["opposed_by"]) == (False, None)
    assert sum(action.startswith("play_") for _, action in record["actions"]) == 20  # nobody sits out


def test_C9_the_blind_dealer_names_before_he_sees_his_hand() -> None:
    """Whatever he holds, he observes the same and has the same choice; once he has named, he sees his cards."""
    hands = ["9S TS 9C TC 9D", "AS KS QS AH KH"]
    deals = [lay("british", "JK", *hands).record(), lay("british", "JK", *hands[::-1]).record()]
    tables = VectorEuchre("british", num_tables=2, seed=0)
    tables.reset(records=deals)
    first, second = tables.observe()
    assert (first == second).all()
    assert (tables.action_mask[0] == tables.action_mask[1]).all()
    tables.step([tables.parse_action(table, "name_D") for table in range(2)])
    first, second = tables.observe()
    assert (first != second).any()


@pytest.mark.parametrize("action", ["pass", "name_S_alone", "order_up", "order_up_alone", "discard_9S"])
def test_C9_the_blind_dealer_does_nothing_but_name(action: str) -> None:
    table = lay("british", "JK", "9S TS 9C TC 9D")
    with pytest.raises(IllegalAction, match=action):
        table.step(action)
    assert (table.kind, table.legal, table.actions) == ("name_blind", ANY_SUIT, [])


@pytest.mark.parametrize("suit", "CDHS")
def test_C9_the_blind_dealer_takes_the_joker_and_discards(suit: str) -> None:
    """The Joker itself may go where the turn-up may (P6)."""
    table = tell(lay("british", "JK", "9S TS 9C TC 9D"), f"0 name_{suit}")
    assert set(table.hands[0]) == {"JK", "9S", "TS", "9C", "TC", "9D"}
    assert table.legal == actions("discard", "JK 9S TS 9C TC 9D")
    assert set(tell(table, "0 discard_TC").hands[0]) == {"JK", "9S", "TS", "9C", "9D"}
    table = tell(lay("british", "JK", "9S TS 9C TC 9D", may_discard_turnup=False), f"0 name_{suit}")
    assert table.legal == actions("discard", "9S TS 9C TC 9D")


def test_C9_a_discarded_joker_is_out_of_play() -> None:
    """The dealer made spades and threw the Joker away: the right bower is the best trump."""
    table = lay("british", "JK", "JC 9S 9C 9D 9H", "JS AS KS AH AD", "QS AC QC QD QH", "TS TC TD TH JH")
    tell(table, "0 name_S", "0 discard_JK")
    assert set(table.hands[0]) == {"JC", "9S", "9C", "9D", "9H"}
    trick(table, 1, "JS QS TS JC", takes=1)


@pytest.mark.parametrize(
    "suit, pone, dealer, reply, takes",
    [
        ("S", "KS", "JK 9S TS", "KS 9S", 1),  # the left bower, led, demands spades
        ("C", "KC QC TC AC", "JK", "AC JK", 0),  # the right bower; the dealer has no trump but the Joker
        ("H", "KC QC TC AC", "JK 9S TS TH 9H", "AC TH", 0),  # a plain jack; the dealer, void, may ruff
        ("D", "KC QC TC AC", "JK 9S TS TH 9H", "AC TH", 2),  # the nine of diamonds has ruffed
    ],
)
def test_C9_the_suit_named_blind_decides_what_is_trump(
    suit: str, pone: str, dealer: str, reply: str, takes: int
) -> None:
    """The eldest leads the jack of clubs; two seats reply."""
    table = lay("british", "JK", "9S TS TH 9H QH", "JC AH KH AS AD", "9D TD JD QD KD", "KS KC QC TC AC")
    tell(table, f"0 name_{suit}", "0 discard_QH", "1 play_JC", "2 play_9D" if suit != "H" else "2 play_KD")
    third, fourth = reply.split()
    assert table.legal == actions("play", pone)
    tell(table, f"3 play_{third}")
    assert table.legal == actions("play", dealer)
    tell(table, f"0 play_{fourth}")
    assert table.tricks == [int(seat == takes) for seat in range(4)]


@pytest.mark.parametrize("taken, points", [(5, [2, 0]), (4, [1, 0]), (3, [1, 0]), (2, [0, 2])])
def test_C9_the_blind_dealers_side_are_the_makers(taken: int, points: list[int]) -> None:
    """The eldest leads a diamond, the dealer ruffs, leads his trumps, then hearts and clubs to the eldest's aces."""
    trumps, losers = ["JS", "JC", "AS", "KS"], ["9H", "9C", "TH"][: 5 - taken]
    eldest = {5: "AD KC KH AC AH", 4: "AD KC KH AC AH", 3: "AD AS KH AC AH", 2: "AD AS JC AC AH"}[taken]
    others = [card for card in ["QH", "QC", "JH", "TH", "KC", "KH", "9C"] if card not in [*losers, *eldest.split()]]
    dealer = " ".join([*trumps[: taken - 1], *losers, "9D"])
    table = lay("british", "JK", dealer, eldest, "KD QD JD TD TC", " ".join(others[:5]))
    tell(table, "0 name_S", "0 discard_9D")
    order = {card: place for hand in table.deal.hands for place, card in enumerate(hand)} | {"JK": -1}
    while not table.over:
        table.step(min(table.legal, key=lambda action: order[action.removeprefix("play_")]))
    assert table.result is not None
    assert (table.result["tricks"], table.result["points"]) == ([taken, 5 - taken, 0, 0], points)


def test_C9_other_cards_turned_up_are_bid_for_as_ever() -> None:
    """Only a turned Joker makes the dealer the maker; one in a hand or in the stock changes nothing."""
    for hands in (["JK"], ["", "JK"], []):
        table = lay("british", "9S", *hands)
        assert (table.kind, table.seat, table.legal) == ("make", 1, ("order_up", "order_up_alone", "pass"))


def test_C9_a_blind_maker_may_show_the_jamboree() -> None:
    """R38, R40: he made the trump, and the Joker turned up completes his set; he is asked before his discard."""
    table = lay("british", "JK", "JS JC AS KS 9H", jamboree=True)
    tell(table, "0 name_S")
    assert (table.kind, table.seat, table.legal) == ("announce", 0, ("announce_jamboree", "play_on"))
    tell(table, "0 announce_jamboree")
    assert table.result is not None
    assert (table.result["points"], table.result["tricks"]) == ([16, 0], [0, 0, 0, 0])
    other_suit = tell(lay("british", "JK", "JS JC AS KS 9H", jamboree=True), "0 name_C")
    assert other_suit.kind == "discard"


def test_C10_a_blind_maker_can_never_turn_the_joker_down() -> None:
    """Among many deals, those with the Joker turned up have no round of making, all others bar the suit turned down."""
    rules = rules_for("british")
    jokers = 0
    for seed in range(60):
        table = Table(rules, deal_cards(rules, seed, table=0, number=0, dealer=0))
        turned = str(table.deal.upcard)
        if turned == "JK":
            assert table.legal == ANY_SUIT
            jokers += 1
        else:
            assert passes(table, 4).legal == namings("CDHS".replace(turned[1], ""), alone=True)
    assert 0 < jokers < 60
