"""Matches of the bidding games played on by the engine, deal after deal (4.5, 4.6, section 8 "Matches")."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_env import VectorEuchre

from .bidding import in_turn
from .notation import lay, passes


@pytest.mark.parametrize("variant", ["five_handed", "seven_handed"])
def test_8_after_the_last_deal_a_new_match_begins_and_the_deal_passes_on(variant: str) -> None:
    """Three void deals are a match: everybody shares it; the fourth deal is number 1 again, dealt by the next seat."""
    tables = VectorEuchre(variant, num_tables=1, seed=0, num_deals=3)
    players = 5 if variant == "five_handed" else 7
    for deal in range(7):
        record = tables.record(0)
        assert (record["deal"], record["dealer"]) == (deal % 3 + 1, deal % players)
        assert (record["scores"], record["games"]) == ([0] * players, [0] * players)
        for _ in range(players):
            _, deal_over, episode_over = tables.step([tables.parse_action(0, "pass")])
        assert (deal_over.tolist(), episode_over.tolist()) == ([True], [deal % 3 == 2])


def test_4_5_after_a_hundred_a_new_match_begins() -> None:
    """The eldest, with the five highest trumps, bids fifteen; all start again at 0 with deal 1."""
    tables = VectorEuchre("five_handed", num_tables=1, seed=0)
    start = lay("five_handed", None, "JS JC AS KS QS", dealer=4, scores=[99] * 5, number=12)
    tables.reset(records=[start.record()])
    assert tables.dealer.tolist() == [4]
    assert in_turn(start)[0] == 0
    for action in ("bid_15_S", "pass", "pass", "pass", "pass"):
        tables.step([tables.parse_action(0, action)])
    for _ in range(25):
        _, deal_over, episode_over = tables.step([int(tables.action_mask[0].nonzero()[0][0])])
    assert (deal_over.tolist(), episode_over.tolist()) == ([True], [True])
    assert (tables.scores.tolist(), tables.games.tolist(), tables.dealer.tolist()) == ([[0] * 5], [[0] * 5], [0])
    assert tables.record(0)["deal"] == 1


@pytest.mark.parametrize("dealer", range(5))
def test_4_5_a_void_deal_decides_no_tie(dealer: int) -> None:
    """It has no bidder who could count first: with all five level the match goes on, at a single table and at many."""
    level = [102] * 5
    start = lay("five_handed", None, dealer=dealer, scores=level)
    tables = VectorEuchre("five_handed", num_tables=1, seed=0)
    tables.reset(records=[start.record()])
    for _ in range(5):
        _, deal_over, episode_over = tables.step([tables.parse_action(0, "pass")])
    assert (deal_over.tolist(), episode_over.tolist(), tables.scores.tolist()) == ([True], [False], [level])
    table = passes(start, 5)
    assert table.result is not None
    assert (table.result["scores"], table.result["games"], table.result["winners"]) == (level, [0] * 5, [])


@pytest.mark.parametrize("options", [{"num_deals": 1}, {"num_deals": 30}, {"num_deals": 1000}, {"target": 1000}])
@pytest.mark.parametrize("variant", ["five_handed", "seven_handed"])
def test_8_matches_of_every_legal_length_can_be_played(variant: str, options: dict[str, Any]) -> None:
    """By deals alone or by points alone, from the shortest to the longest that the options admit."""
    length = {"target": None, "num_deals": None} | options
    tables = VectorEuchre(variant, num_tables=2, seed=0, **length)
    players = 5 if variant == "five_handed" else 7
    for _ in range(players):
        tables.observe()
        _, deal_over, episode_over = tables.step([tables.parse_action(table, "pass") for table in range(2)])
    assert deal_over.tolist() == [True, True]
    assert episode_over.tolist() == [options == {"num_deals": 1}] * 2
