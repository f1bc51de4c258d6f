"""Five-handed bid euchre (4.5, A23). The dealer is seat 0, the eldest seat 1, unless a test says otherwise."""

from __future__ import annotations

from itertools import combinations

import pytest

from euchre_env import IllegalAction, Table, VectorEuchre, deal_cards, rules_for

from .bidding import ALONE, LADDER, bury, choose, in_turn, only_bid, scored_bid, to_the_play
from .notation import actions, bids, lay, pack_of_names, partners, passes, tell, void_result

FIVE = LADDER["five_handed"]
PARTNERS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 8: 0, 15: 0}
CHOSEN = {0: (), 1: (3,), 2: (2, 0)}  # so many partners of seat 1


def five(*hands: str, **more: object) -> Table:
    """A five-handed table with these cards."""
    return lay("five_handed", None, *hands, **more)


def test_4_5_players_pack_and_deal() -> None:
    """28 cards without a Joker: five to each, a widow of three, nothing turned up; each scores for himself."""
    rules = rules_for("five_handed")
    assert (rules.players, rules.sides, rules.pack, rules.target, rules.num_deals) == (5, 5, 28, 100, None)
    for seed in range(20):
        deal = deal_cards(rules, seed, table=0, number=0, dealer=seed % 5)
        assert ([len(hand) for hand in deal.hands], deal.upcard, len(deal.stock)) == ([5] * 5, None, 3)
        assert sorted([*sum(deal.hands, ()), *deal.stock]) == sorted(pack_of_names(28))


# ---- the bidding -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(5))
def test_4_5_one_round_of_bids_from_the_eldest(dealer: int) -> None:
    table = five(dealer=dealer)
    for seat in [(dealer + step) % 5 for step in (1, 2, 3, 4, 5)]:
        assert (table.kind, table.seat, table.legal) == ("bid", seat, bids(*FIVE))
        tell(table, f"{seat} pass")
    assert table.over


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("worth", FIVE)
def test_4_5_a_bid_must_exceed_the_one_before(worth: int, suit: str) -> None:
    """Not in the same suit, not in another one: an equal bid is none."""
    table = tell(five(), f"1 bid_{worth}_{suit}")
    higher = [other for other in FIVE if other > worth]
    assert (table.kind, table.seat, table.legal) == ("bid", 2, bids(*higher))
    for other in "CDHS":
        with pytest.raises(IllegalAction, match=f"bid_{worth}_{other}"):
            table.step(f"bid_{worth}_{other}")
    tell(table, "2 pass")
    assert (table.seat, table.legal) == (3, bids(*higher))  # the bid stands, whoever passes


@pytest.mark.parametrize("bid", ["bid_0_S", "bid_6_S", "bid_7_S", "bid_10_S", "bid_16_S", "bid_5", "bid_5_NT"])
def test_4_5_what_is_no_bid(bid: str) -> None:
    table = five()
    with pytest.raises(IllegalAction, match=bid):
        table.step(bid)
    assert (table.seat, table.legal) == (1, bids(*FIVE))


def test_4_5_each_has_one_bid_and_the_highest_wins_with_its_suit() -> None:
    """The outbid are not asked again, and no suit is barred by the bids before."""
    table = five()
    expected = [("bid_1_H", FIVE), ("bid_2_C", (2, 3, 4, 5, 8, 15)), ("bid_4_S", (3, 4, 5, 8, 15))]
    expected += [("pass", (5, 8, 15)), ("bid_5_D", (5, 8, 15))]
    for seat, (bid, may) in zip([1, 2, 3, 4, 0], expected, strict=True):
        assert (table.kind, table.seat, table.legal) == ("bid", seat, bids(*may))
        tell(table, f"{seat} {bid}")
    assert (table.kind, table.seat, table.trump) == ("bury", 0, "D")


@pytest.mark.parametrize("bidder", range(5))
@pytest.mark.parametrize("suit", "CDHS")
def test_4_5_anybody_may_win_the_bidding_in_any_suit(bidder: int, suit: str) -> None:
    table = only_bid(five(), bidder, f"3_{suit}")
    assert (table.kind, table.seat, table.trump) == ("bury", bidder, suit)


def test_4_5_after_the_top_bid_there_is_only_to_pass() -> None:
    table = tell(five(), "1 bid_15_H")
    for seat in (2, 3, 4, 0):
        assert (table.seat, table.legal) == (seat, ("pass",))
        tell(table, f"{seat} pass")
    assert (table.kind, table.seat, table.trump) == ("play", 1, "H")


def test_A23_min_bid() -> None:
    """By default any bid will do; with min_bid=3 the ladder begins at three, and what follows is the same."""
    assert rules_for("five_handed").min_bid == 1
    table = five(min_bid=3)
    assert table.legal == bids(3, 4, 5, 8, 15)
    assert tell(table, "1 pass").legal == bids(3, 4, 5, 8, 15)
    assert tell(table, "2 bid_3_C").legal == bids(4, 5, 8, 15)
    assert passes(five(min_bid=3), 5).over
    assert scored_bid("five_handed", 3, 3, (3,), min_bid=3)["points"] == [0, 3, 0, 3, 0]
    assert scored_bid("five_handed", 8, 4, min_bid=3)["points"] == [8, 0, 8, 8, 8]


def test_4_5_all_pass_and_the_deal_is_void() -> None:
    table = passes(five(scores=[3, 0, 99, 40, 7]), 5)
    assert table.over
    assert table.result == void_result(5, [3, 0, 99, 40, 7])


def test_4_5_after_a_void_deal_the_deal_passes_to_the_left() -> None:
    tables = VectorEuchre("five_handed", num_tables=1, seed=0)
    dealers = []
    for _ in range(6):
        dealers.append(int(tables.dealer[0]))
        for _ in range(5):
            reward, deal_over, episode_over = tables.step([tables.parse_action(0, "pass")])
        assert (deal_over.tolist(), episode_over.tolist(), reward.tolist()) == ([True], [False], [[0.0] * 5])
    assert dealers == [0, 1, 2, 3, 4, 0]


# ---- the widow -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("worth", [1, 2, 3, 4, 5, 8])
def test_4_5_the_bidder_takes_the_widow_and_buries_as_many(worth: int) -> None:
    """His own cards and the widow's alike, in any order; nothing buried can be buried again or played."""
    table = only_bid(five("", "JS AS 8D 9D TD", widow="AC AD AH"), 1, f"{worth}_S")
    for buried, left in [
        ("AS", "JS AS 8D 9D TD AC AD AH"),
        ("AD", "JS 8D 9D TD AC AD AH"),
        ("8D", "JS 8D 9D TD AC AH"),
    ]:
        assert (table.kind, table.seat, table.legal) == ("bury", 1, actions("bury", left))
        bury(table, buried)
    assert set(table.hands[1]) == {"JS", "9D", "TD", "AC", "AH"}
    choose(table, *CHOSEN[PARTNERS[worth]])
    assert (table.kind, table.seat, table.legal) == ("play", 1, actions("play", "JS 9D TD AC AH"))


def test_4_5_the_widow_stays_untouched_under_a_bid_of_fifteen() -> None:
    table = only_bid(five("", "JS AS 8D 9D TD", widow="AC AD AH"), 1, "15_S")
    assert (table.kind, table.seat, table.legal) == ("play", 1, actions("play", "JS AS 8D 9D TD"))


# ---- partners --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("worth", FIVE)
def test_4_5_how_many_partners(worth: int) -> None:
    """One for a bid up to three, two for four and five, none for eight and fifteen; they are chosen after the widow has
    been buried, and cannot refuse."""
    table = only_bid(five(), 1, f"{worth}_S")
    if worth != 15:
        bury(table, " ".join(table.hands[1][:3]))
    for _ in range(PARTNERS[worth]):
        assert (table.kind, table.seat) == ("partner", 1)
        table.step(table.legal[-1])
    assert (table.kind, table.seat) == ("play", 1)


@pytest.mark.parametrize("bidder", range(5))
@pytest.mark.parametrize("worth", [1, 2, 3])
def test_4_5_one_partner_is_anybody_but_the_bidder(worth: int, bidder: int) -> None:
    table = only_bid(five(), bidder, f"{worth}_H")
    bury(table, " ".join(table.hands[bidder][:3]))
    assert table.legal == partners(*(seat for seat in range(5) if seat != bidder))


@pytest.mark.parametrize("dealer", range(5))
@pytest.mark.parametrize("bidder", range(5))
def test_4_5_two_partners_are_named_from_the_bidders_left(bidder: int, dealer: int) -> None:
    """The second sits to the left of the first, so that each pair is named in one way; the last seat comes second."""
    first, second, third, last = [(bidder + step) % 5 for step in (1, 2, 3, 4)]
    may_follow = {first: (second, third, last), second: (third, last), third: (last,)}
    for seat, others in may_follow.items():
        table = only_bid(five(dealer=dealer), bidder, "4_D")
        bury(table, " ".join(table.hands[bidder][:3]))
        assert table.legal == partners(first, second, third)
        choose(table, seat)
        assert (table.kind, table.seat, table.legal) == ("partner", bidder, partners(*others))
    pairs = [{seat, other} for seat, others in may_follow.items() for other in others]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, combinations(set(range(5)) - {bidder}, 2)))


# ---- the play --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(5))
@pytest.mark.parametrize("bidder", range(5))
@pytest.mark.parametrize("worth", FIVE)
def test_P4_the_bidder_leads_and_nobody_sits_out(worth: int, bidder: int, dealer: int) -> None:
    chosen = [(bidder + step) % 5 for step in range(1, 1 + PARTNERS[worth])]
    table = to_the_play("five_handed", worth, chosen, bidder, dealer=dealer)
    assert in_turn(table)[-1] == dealer
    for step in range(5):
        assert (table.kind, table.seat) == ("play", (bidder + step) % 5)
        table.step(table.legal[0])
    while not table.over:
        table.step(table.legal[0])
    assert sum(action.startswith("play_") for _, action in table.actions) == 25
    assert table.result is not None
    assert (table.result["maker"], table.result["trump"]) == (bidder, "S")
    assert (table.result["alone"], table.result["opposed_by"]) == (worth in ALONE, None)


def test_C5_left_bower_follows_trumps_and_not_its_printed_suit() -> None:
    hands = ["9C 8C AS KH QH", "9S JC QC 8D 9D", "JS AC 8H 9H TH", "TS 8S KC TC TD", "KS QS JD QD KD"]
    table = to_the_play("five_handed", 3, [3], hands=hands)
    tell(table, "1 play_QC")
    for seat, may, card in [(2, "AC", "AC"), (3, "KC TC", "TC"), (4, "KS QS JD QD KD", "JD"), (0, "9C 8C", "8C")]:
        assert (table.seat, table.legal) == (seat, actions("play", may))
        tell(table, f"{seat} play_{card}")
    tell(table, "2 play_JS", "3 play_8S", "4 play_QS", "0 play_AS")
    assert table.legal == actions("play", "JC 9S")
    tell(table, "1 play_JC")
    assert table.tricks == [0, 0, 2, 0, 0]
