"""Faults of deals in Euchre Game Notation: each is said with its place, ends that record, and nothing else is lost."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_env import replay_record
from tests.egn_games import BIDDING, HANDS, TRICKS, deal, file, read, turned

SWAPPED = [TRICKS[0], ["Jh", "Td", "Tc", "9s"], *TRICKS[2:]]  # seat 3 held the nine of spades when spades were led
TWICE = [*TRICKS[:4], ["Qh", "Ks", "9c", "Ad"]]
KNOWN_HANDS = {"playerCards": HANDS}
FAULTS: dict[str, tuple[dict[str, Any], str, int]] = {
    "a revoke": (deal(tricks=SWAPPED), "trick 1, step 8: a revoke: seat 3 plays 9D and holds 9S", 7),
    "a card twice": (
        deal(tricks=TWICE),
        "trick 5, step 24: seat 2 plays 9C, which seat 2 has played in trick 1",
        23,
    ),
    "another's card": (
        deal(tricks=[["As", "9d", "9c", "9h"]], state=KNOWN_HANDS),
        "trick 1, step 7: seat 2 plays 9D, which it cannot hold",
        6,
    ),
    "the turn-up": (deal(tricks=[["9h"]]), "trick 1, step 6: seat 1 plays 9H, which it cannot hold", 5),
    "no card": (deal(tricks=[TRICKS[0], ["Jh", "1s"]]), 'trick 2: "1s" is no card', 10),
    "not in the pack": (deal(tricks=[TRICKS[0], ["Jh", "8s"]]), "trick 2: no card '8S' in a pack of 24", 10),
    "a card unknown": (deal(tricks=[["As", "Xx"], *TRICKS[1:]]), "trick 1: the card of seat 2 is not known", 6),
    "a suit unknown": (deal(tricks=[["As", "9x"]]), "trick 1: the card of seat 2 is not known", 6),
    "too few cards": (deal(tricks=[["As", "9c"], *TRICKS[1:]]), "trick 1 ends after 2 of 4 cards", 7),
    "too many cards": (
        deal(tricks=[[*TRICKS[0], "9s"], *TRICKS[1:]]),
        "trick 1 has 5 cards, and 4 play",
        9,
    ),
    "a sixth trick": (deal(tricks=[*TRICKS, ["Js"]]), "trick 6: all cards have been played", 25),
    "unfinished": (deal(tricks=[*TRICKS[:2], []]), "the deal ends after trick 2", 13),
    "no cards": (deal(tricks=[]), "the deal ends after call 4", 4),
    "no maker": (deal(calls=["Pass"], tricks=[]), "the deal ends after call 1", 1),
    "no calls": (deal(calls=[], tricks=[]), "the deal ends before the first call", 0),
    "cards without a maker": (deal(calls=["Pass"]), "cards are played, but trump is not made", 1),
    "a call too many": (deal(calls=[*BIDDING["calls"], "Pass"]), "call 5: the bidding is over after call 4", 4),
    "a suit at once": (
        deal(calls=["h"]),
        'call 1: seat 1 cannot say "h"; possible: order_up, order_up_alone, pass',
        0,
    ),
    "the suit turned down": (
        deal(calls=["Pass"] * 4 + ["h"]),
        'call 5: seat 1 cannot say "h"; possible: name_C, name_C_alone, name_D',
        4,
    ),
    "no trump": (deal(calls=["Pass"] * 4 + ["n"]), 'call 5: seat 1 cannot say "n"; possible: name_C', 4),
    "an order too late": (
        deal(calls=["Pass"] * 4 + ["Order"]),
        'call 5: seat 1 cannot say "Order"; possible: name_C',
        4,
    ),
    "a call of records": (deal(calls=["order_up"]), 'call 1: seat 1 cannot say "order_up"; possible: order_up', 0),
    "a dealer stuck": (deal(calls=["Pass"] * 8, tricks=[]), 'call 8: seat 0 cannot say "Pass"; possible: name_C', 7),
    "another leader": (
        deal() | {"phases": [BIDDING, {"type": "TRICK_PLAY", "initialLead": 2, "tricks": TRICKS}]},
        "seat 2 is said to lead, and by the rules seat 1 does",
        4,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_ends_the_record_and_the_next_deal_is_read(name: str) -> None:
    faulty, note, actions = FAULTS[name]
    game = read(file(faulty, turned(1)))
    first, second = game.deals
    assert first.notes[0].startswith(f"deal 1: {note}")
    assert len(first.record["actions"]) == actions
    assert replay_record(first.record) == []
    assert replay_record(second.record) == []
    assert second.finished
    assert second.record["deal"] == 2


def test_faults_are_scored_as_they_were_played() -> None:
    """What the players did not see, counted; the game goes on from there."""
    game = read(file(deal(tricks=SWAPPED), turned(1), initialScore=[1, 2]))
    assert game.deals[0].notes[1] == "deal 1: it is scored as it was played, 2 to 0"
    assert not game.deals[0].finished
    assert (game.deals[1].record["scores"], game.deals[1].scores_known) == ([3, 2], True)


def test_scores_after_a_deal_without_an_end_are_those_before_it() -> None:
    game = read(file(turned(0), deal(dealer=1, tricks=TRICKS[:2]), turned(2), turned(3), finalScore=[9, 9]))
    assert [found.record["scores"] for found in game.deals] == [[0, 0], [2, 0], [2, 0], [4, 0]]
    assert [found.scores_known for found in game.deals] == [True, True, False, False]
    assert list(game.all_notes()) == [
        "deal 2: the deal ends after trick 2",
        "deal 3: the scores before it do not follow from the file; the last that do are taken",
    ]
