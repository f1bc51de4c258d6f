"""Hands of deals in Euchre Game Notation: what follows from the file, what is filled in, and why it may be."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from euchre_env import EgnDeal, VectorEuchre, read_egn, replay_record, rules_for, write_egn
from tests.egn_games import HANDS, PLAYED, TRICKS, a_match, deal, file, only, read


def hand(found: EgnDeal, seat: int) -> set[str]:
    return set(found.record["hands"][seat].split())


def test_hands_are_what_was_played() -> None:
    found = only(file())
    assert [hand(found, seat) - set(found.unknown_hands[seat]) for seat in range(4)] == [set(h.split()) for h in PLAYED]
    assert [len(cards) for cards in found.unknown_hands] == [1, 0, 0, 0]


def test_an_unknown_discard_is_the_weakest_card_left() -> None:
    """The ten of trumps, the left bower and the black jacks have not been seen."""
    found = only(file())
    assert found.unknown_hands[0] == ("JS",)
    assert set(found.unknown_stock) == {"JC", "JD", "TH"}
    assert found.record["actions"][4] == [0, "discard_JS"]
    assert found.record["unknown"]["hands"] == ["JS", "", "", ""]
    assert set(found.record["unknown"]["stock"].split()) == {"JC", "JD", "TH"}


def test_a_dealer_with_an_unknown_discard_is_known_from_his_first_card() -> None:
    found = only(file())
    assert found.known == (range(5, 25), range(25), range(25), range(25))


def test_a_given_discard_makes_the_hand_known() -> None:
    found = only(file(deal(discard="Th")))
    assert found.known == (range(25),) * 4
    assert (found.unknown_hands, found.unknown_stock) == (((),) * 4, ())
    assert "unknown" not in found.record


@pytest.mark.parametrize("kitty", [["Js", "Jc", "Jd"], ["9h", "Js", "Jc", "Jd"]])
def test_the_kitty_leaves_one_card_for_the_discard(kitty: list[str]) -> None:
    found = only(file(deal(state={"kitty": kitty})))
    assert found.record["actions"][4] == [0, "discard_TH"]
    assert found.known == (range(25),) * 4
    assert found.notes == ()


def test_a_dealer_who_never_plays_the_turn_up_has_put_it_away() -> None:
    tricks = [[*TRICKS[0][:3], "Th"], *TRICKS[1:]]
    found = only(file(deal(tricks=tricks)))
    assert found.record["actions"][4] == [0, "discard_9H"]
    assert found.known == (range(25),) * 4


def test_given_hands_are_known_without_a_play() -> None:
    found = only(file(deal(tricks=[], state={"playerCards": [HANDS[0], [], ["Ac", "", "Xx", "9c"], HANDS[3]]})))
    assert found.known == (range(4), range(0), range(0), range(4))
    assert hand(found, 2) >= {"AC", "9C"}
    assert len(found.unknown_hands[2]) == 3


def test_a_known_hand_with_an_unknown_discard_is_known_until_then() -> None:
    """The deal breaks off when the dealer may still hold any of his cards."""
    found = only(file(deal(tricks=TRICKS[:1], state={"playerCards": HANDS})))
    assert found.record["actions"][4] == [0, "discard_TH"]
    assert found.known == (range(4), range(9), range(9), range(9))


def test_a_suit_not_followed_tells_the_discard() -> None:
    """Spades are led, and the dealer, who was dealt one, plays a trump: he has put it away."""
    hands = [["Ah", "Kh", "Qh", "Jh", "Js"], *HANDS[1:]]
    found = only(file(deal(tricks=TRICKS[:1], state={"playerCards": hands})))
    assert found.record["actions"][4] == [0, "discard_JS"]
    assert found.known[0] == range(9)


def test_cards_filled_in_do_not_make_revokes() -> None:
    """After one trick seats 2 and 3, which did not follow spades, may hold anything else."""
    found = only(file(deal(tricks=TRICKS[:1])))
    assert replay_record(found.record) == []
    assert len(found.record["actions"]) == 9
    assert [len(cards) for cards in found.unknown_hands] == [5, 4, 4, 4]
    for seat in (2, 3):
        assert not {card for card in hand(found, seat) if card[1] == "S"}
    assert found.known == (range(0),) * 4


def test_hands_that_no_filling_makes_legal_end_the_record() -> None:
    """Three seats have shown that they are void of three suits: together they cannot hold what is left."""
    tricks = [["As", "9c", "9d", "9h"], ["Jh", "9s", "Tc", "Td"], ["Ah", "Ts", "Qc", "Qd"], ["Kd", "Qs", "Kc", "Js"]]
    found = only(file(deal(tricks=tricks)))
    assert replay_record(found.record) == []
    assert not found.finished


@pytest.mark.parametrize(
    ("state", "bidding", "doubt"),
    [
        ({"playerCards": [[], ["9s", "Zz"]]}, {}, 'playerCards of seat 1: "Zz" is no card'),
        ({"playerCards": [[], [], ["9h"]]}, {}, "playerCards of seat 2: 9H cannot be there as well"),
        ({"playerCards": [["9s"], ["9s"]]}, {}, "playerCards of seat 1: 9S cannot be there as well"),
        ({"kitty": ["7c"]}, {}, "kitty: no card '7C' in a pack of 24"),
        ({"kitty": ["As"]}, {}, "kitty: AS cannot be there as well"),
        ({"playerCards": [[], HANDS[1]]}, {"discard": "As"}, "discard: the dealer does not hold AS"),
    ],
)
def test_what_cannot_be_is_noted(state: dict[str, Any], bidding: dict[str, Any], doubt: str) -> None:
    found = only(file(deal(state=state, **bidding)))
    assert found.notes[0].startswith(f"deal 1: {doubt}")


def test_seats_of_which_the_file_says_what_cannot_be_are_not_known() -> None:
    twice = only(file(deal(tricks=[*TRICKS[:4], ["Qh", "Ks", "9d", "Ad"]])))
    assert [bool(steps) for steps in twice.known] == [True, True, False, False]


# ---- hidden cards do not matter --------------------------------------------------------------------------------------


def without_hands(text: str) -> str:
    """The same file as most are: only what was called and played."""
    game = json.loads(text)
    for found in game["deals"]:
        del found["initialState"]["playerCards"]
        found["phases"][0].pop("discard", None)
    return json.dumps(game)


def test_a_seat_that_knows_its_hand_sees_what_it_saw_in_the_game() -> None:
    """Byte by byte, at every step that is said to be known; only the discard that a dealer remembers may differ."""
    compared = {"cards filled in": 0, "all cards known": 0}
    for seed in range(6):
        match = a_match(rules_for("north_american", defend_alone="vs_lone"), seed)
        game = read_egn(without_hands(write_egn(match)))
        assert list(game.all_notes()) == []
        for found, original in zip(game.deals, match, strict=True):
            assert found.record["result"] == original["result"]
            tables = VectorEuchre(game.rules, num_tables=2)
            tables.reset(records=[found.record, original])
            for step, (seat, action) in enumerate(original["actions"]):
                remembers_another = seat == original["dealer"] and found.unknown_hands[seat]
                if step in found.known[seat] and not remembers_another:
                    assert found.record["actions"][step] == [seat, action]
                    assert np.array_equal(*tables.observe())
                    compared["cards filled in" if "unknown" in found.record else "all cards known"] += 1
                both = (found.record["actions"][step][1], action)
                tables.step(np.array([tables.parse_action(table, name) for table, name in enumerate(both)]))
    assert min(compared.values()) > 30


def hide(value: dict[str, Any], rng: np.random.Generator) -> None:
    """Take from a file some of the hands and discards, and the end of some deals."""
    for told in value["deals"]:
        bidding, *play = told["phases"]
        hands = told["initialState"]["playerCards"]
        for held, share in zip(hands, rng.random(4), strict=True):
            held[:] = [card if rng.random() < share else "Xx" for card in held]
        if rng.random() < 0.5:
            bidding.pop("discard", None)
        if play and rng.random() < 0.5:
            tricks = play[0]["tricks"]
            play[0]["tricks"] = [trick[: rng.integers(5)] if n == 3 else trick for n, trick in enumerate(tricks[:4])]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_to_be_known_is_true(seed: int) -> None:
    """Whatever a file does not tell: what is known of its deals is what was dealt and done."""
    rng = np.random.default_rng(seed)
    match = a_match(rules_for("north_american", defend_alone="vs_lone"), seed)
    text = write_egn(match)
    for _ in range(5):
        value = json.loads(text)
        hide(value, rng)
        for found, original in zip(read(value).deals, match, strict=True):
            assert replay_record(found.record) == []
            dealt = [set(held.split()) for held in original["hands"]]
            for seat, unknown in enumerate(found.unknown_hands):
                assert hand(found, seat) - set(unknown) <= dealt[seat]
                assert hand(found, seat) == dealt[seat] or 0 not in found.known[seat]
            for step, (told, done) in enumerate(zip(found.record["actions"], original["actions"], strict=False)):
                filled_in = told[1].startswith("discard_") and step not in found.known[told[0]]
                assert told == done or filled_in
