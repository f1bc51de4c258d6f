"""Seven-handed bid euchre (4.6, A22), with the full pack and the Joker. The dealer is seat 0, the eldest seat 1."""

from __future__ import annotations

from itertools import combinations

import pytest

from euchre_env import IllegalAction, Table, VectorEuchre, deal_cards, rules_for

from .bidding import LADDER, bury, choose, in_turn, only_bid, scored_bid, to_the_play
from .notation import actions, bids, lay, pack_of_names, partners, tell, void_result

SEVEN = LADDER["seven_handed"]
PARTNERS = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 10: 0, 20: 0}
CHOSEN = {0: (), 2: (2, 5), 3: (3, 4, 0)}  # so many partners of seat 1


def seven(*hands: str, **more: object) -> Table:
    """A seven-handed table with these cards."""
    return lay("seven_handed", None, *hands, **more)


def test_4_6_players_pack_and_deal() -> None:
    """53 cards: seven to each, a widow of four, nothing turned up; seven deals and no target (A22)."""
    rules = rules_for("seven_handed")
    assert (rules.players, rules.sides, rules.pack, rules.target, rules.num_deals) == (7, 7, 53, None, 7)
    for seed in range(20):
        deal = deal_cards(rules, seed, table=0, number=0, dealer=seed % 7)
        assert ([len(hand) for hand in deal.hands], deal.upcard, len(deal.stock)) == ([7] * 7, None, 4)
        assert sorted([*sum(deal.hands, ()), *deal.stock]) == sorted(pack_of_names(53))


# ---- the bidding -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(7))
def test_4_6_one_round_of_bids_from_the_eldest(dealer: int) -> None:
    table = seven(dealer=dealer, scores=[5, 0, 20, 0, 1, 2, 3])
    for seat in [(dealer + step) % 7 for step in range(1, 8)]:
        assert (table.kind, table.seat, table.legal) == ("bid", seat, bids(*SEVEN))
        tell(table, f"{seat} pass")
    assert table.over  # A21: void, no score
    assert table.result == void_result(7, [5, 0, 20, 0, 1, 2, 3])


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("worth", SEVEN)
def test_4_6_a_bid_must_exceed_the_one_before(worth: int, suit: str) -> None:
    table = tell(seven(), f"1 bid_{worth}_{suit}")
    higher = [other for other in SEVEN if other > worth]
    assert (table.kind, table.seat, table.legal) == ("bid", 2, bids(*higher))
    for other in "CDHS":
        with pytest.raises(IllegalAction, match=f"bid_{worth}_{other}"):
            table.step(f"bid_{worth}_{other}")
    tell(table, "2 pass")
    assert (table.seat, table.legal) == (3, bids(*higher))


@pytest.mark.parametrize("bid", ["bid_0_S", "bid_8_S", "bid_9_S", "bid_15_S", "bid_21_S", "bid_7", "bid_7_NT"])
def test_4_6_what_is_no_bid(bid: str) -> None:
    table = seven()
    with pytest.raises(IllegalAction, match=bid):
        table.step(bid)
    assert (table.seat, table.legal) == (1, bids(*SEVEN))


def test_4_6_each_has_one_bid_and_the_highest_wins_with_its_suit() -> None:
    """Ten beats seven, twenty beats ten; no suit is barred by the bids before."""
    table = seven()
    expected = [("bid_2_H", SEVEN), ("bid_4_C", SEVEN[2:]), ("pass", SEVEN[4:]), ("bid_7_S", SEVEN[4:])]
    expected += [("bid_10_D", (10, 20)), ("bid_20_C", (20,)), ("pass", ())]
    for seat, (bid, may) in zip([1, 2, 3, 4, 5, 6, 0], expected, strict=True):
        assert (table.kind, table.seat, table.legal) == ("bid", seat, bids(*may))
        tell(table, f"{seat} {bid}")
    assert (table.kind, table.seat, table.trump) == ("play", 6, "C")


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("bidder", range(7))
def test_4_6_anybody_may_win_the_bidding_in_any_suit(bidder: int, suit: str) -> None:
    table = only_bid(seven(), bidder, f"4_{suit}")
    assert (table.kind, table.seat, table.trump) == ("bury", bidder, suit)


def test_A23_min_bid_seven_handed() -> None:
    assert rules_for("seven_handed").min_bid == 1
    table = seven(min_bid=3)
    assert table.legal == bids(3, 4, 5, 6, 7, 10, 20)
    assert tell(table, "1 pass", "2 bid_3_S").legal == bids(4, 5, 6, 7, 10, 20)
    assert scored_bid("seven_handed", 3, 3, (3, 4), min_bid=3)["points"] == [0, 3, 0, 3, 3, 0, 0]
    assert scored_bid("seven_handed", 6, 5, (3, 4, 5), min_bid=3)["points"] == [6, 0, 6, 0, 0, 0, 6]


def test_4_6_after_a_void_deal_the_deal_passes_to_the_left() -> None:
    tables = VectorEuchre("seven_handed", num_tables=1, seed=0)
    dealers = []
    for deal in range(8):
        dealers.append(int(tables.dealer[0]))
        for _ in range(7):
            reward, deal_over, episode_over = tables.step([tables.parse_action(0, "pass")])
        assert (deal_over.tolist(), episode_over.tolist(), reward.tolist()) == ([True], [deal == 6], [[0.0] * 7])
    assert dealers == [0, 1, 2, 3, 4, 5, 6, 0]


# ---- the widow and the partners --------------------------------------------------------------------------------------


@pytest.mark.parametrize("worth", [1, 2, 3, 4, 5, 6, 7, 10])
def test_4_6_the_bidder_takes_the_widow_and_buries_as_many(worth: int) -> None:
    """Ten takes the widow too. His own cards and the widow's alike may go; nothing buried is played."""
    table = only_bid(seven("", "JS AS 8D 9D TD 2C 3C", widow="AC AD AH JK"), 1, f"{worth}_S")
    for buried, left in [
        ("AS", "JS AS 8D 9D TD 2C 3C AC AD AH JK"),
        ("AD", "JS 8D 9D TD 2C 3C AC AD AH JK"),
        ("8D", "JS 8D 9D TD 2C 3C AC AH JK"),
        ("JK", "JS 9D TD 2C 3C AC AH JK"),
    ]:
        assert (table.kind, table.seat, table.legal) == ("bury", 1, actions("bury", left))
        bury(table, buried)
    assert set(table.hands[1]) == {"JS", "9D", "TD", "2C", "3C", "AC", "AH"}
    choose(table, *CHOSEN[PARTNERS[worth]])
    assert (table.kind, table.seat, table.legal) == ("play", 1, actions("play", "JS 9D TD 2C 3C AC AH"))


def test_4_6_the_widow_stays_untouched_under_a_bid_of_twenty() -> None:
    table = only_bid(seven("", "JS AS 8D 9D TD 2C 3C", widow="AC AD AH JK"), 1, "20_S")
    assert (table.kind, table.seat, table.legal) == ("play", 1, actions("play", "JS AS 8D 9D TD 2C 3C"))


@pytest.mark.parametrize("worth", SEVEN)
def test_4_6_how_many_partners(worth: int) -> None:
    """Two up to five, three for six and seven, none for ten and twenty; chosen after the burying, without refusal."""
    table = only_bid(seven(), 1, f"{worth}_S")
    if worth != 20:
        bury(table, " ".join(table.hands[1][:4]))
    for _ in range(PARTNERS[worth]):
        assert (table.kind, table.seat) == ("partner", 1)
        table.step(table.legal[-1])
    assert (table.kind, table.seat) == ("play", 1)


@pytest.mark.parametrize("bidder", range(7))
@pytest.mark.parametrize("count, worth", [(2, 5), (3, 6)])
def test_4_6_partners_are_named_from_the_bidders_left(count: int, worth: int, bidder: int) -> None:
    """Each sits to the left of the one before, and none is taken who leaves too few: every set is named in one way."""
    others = [(bidder + step) % 7 for step in range(1, 7)]
    for named in combinations(others, count):
        table = only_bid(seven(dealer=(bidder + 3) % 7), bidder, f"{worth}_D")
        bury(table, " ".join(table.hands[bidder][:4]))
        first = 0
        for place, seat in enumerate(named):
            still_to_come = count - 1 - place
            assert (table.kind, table.seat) == ("partner", bidder)
            assert table.legal == partners(*others[first : 6 - still_to_come])
            choose(table, seat)
            first = others.index(seat) + 1
        assert (table.kind, table.seat) == ("play", bidder)


# ---- the play --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bidder", range(7))
@pytest.mark.parametrize("worth", SEVEN)
def test_P4_the_bidder_leads_and_nobody_sits_out(worth: int, bidder: int) -> None:
    chosen = [(bidder + step) % 7 for step in range(1, 1 + PARTNERS[worth])]
    table = to_the_play("seven_handed", worth, chosen, bidder, dealer=4)
    assert in_turn(table)[-1] == 4
    for step in range(7):
        assert (table.kind, table.seat) == ("play", (bidder + step) % 7)
        table.step(table.legal[0])
    while not table.over:
        table.step(table.legal[0])
    assert sum(action.startswith("play_") for _, action in table.actions) == 49
    assert table.result is not None
    assert (table.result["maker"], table.result["trump"]) == (bidder, "S")
    assert (table.result["alone"], table.result["opposed_by"]) == (worth in (10, 20), None)
