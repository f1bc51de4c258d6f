"""The words that the heuristics read are what `decode` tells of the same observation."""

from __future__ import annotations

import numpy as np
import pytest

from agents.random_agent import RandomAgent
from agents.rule.cards import Chances, Lookup, side_by_side
from agents.view import U64, HandView, Seen
from euchre_env import Sight, VectorEuchre, decode, variants
from tests.family_deals import JAMBONE, RAILROAD


def labels(view: HandView, word: np.uint64) -> set[str]:
    return {label for bit, label in enumerate(view.pack.labels) if int(word) >> bit & 1}


def seats(word: np.uint64) -> set[int]:
    return {step for step in range(7) if int(word) >> step & 1}


def check(view: HandView, seen: Seen, row: int, sight: Sight) -> None:
    """One row of words against the same observation in words a player knows."""
    players = view.rules.players
    assert labels(view, seen.hand[row]) == set(sight.hand)
    assert seen.dealer[row] == sight.dealer
    assert seen.position[row] == -sight.dealer % players
    assert seen.maker[row] == (-1 if sight.maker is None else sight.maker)
    assert seats(seen.sits_out[row]) == set(sight.sits_out)
    played = [(seat, card) for trick in sight.tricks for seat, card in trick]
    for seat in range(players):
        assert labels(view, seen.played_by[seat][row]) == {card for its, card in played if its == seat}
        voids = {label for suit in sight.voids[seat] for label in view.pack.labels if in_suit(view, label, suit)}
        assert labels(view, seen.void_cards(seat)[row]) == voids
    table = sight.tricks[-1] if sight.tricks and sight.kind in ("play", "call") else ()
    assert labels(view, seen.table[row]) == {card for _, card in table}
    assert {seat for seat, _ in table}.isdisjoint(seats(seen.to_come[row]))
    for side, score in enumerate(sight.scores):
        assert seen.score(side)[row] == score


def in_suit(view: HandView, label: str, suit: str) -> bool:
    """Whether a card belongs to a suit seen from trumps, by the names (C5, C6)."""
    return label.startswith(suit) or (label == "Joker" and suit == "trump")


@pytest.mark.parametrize("variant", variants())
def test_words_are_what_decode_tells(variant: str) -> None:
    tables, rng = VectorEuchre(variant, num_tables=24, seed=5), np.random.default_rng(1)
    view = HandView(tables.rules)
    for step in range(45):
        observation = tables.observe()
        seen = view.read(observation)
        for row in range(step % 6, 24, 6):
            check(view, seen, row, decode(tables.rules, observation[row]))
        tables.step(RandomAgent().act(observation, tables.action_mask, rng))


@pytest.mark.parametrize("variant", variants())
def test_some_rows_read_like_all_rows(variant: str) -> None:
    tables = VectorEuchre(variant, num_tables=9, seed=2)
    seen, rows = HandView(tables.rules).read(tables.observe()), np.array([7, 1, 4])
    for block in tables.layout.blocks:
        assert np.array_equal(seen.rows(rows)[block], seen[block][rows])
    assert not seen["no such block"].any()


def at(record: dict[str, object], decisions: int) -> Seen:
    """What the seat sees that is to decide after so many decisions of a record."""
    tables = VectorEuchre(str(record["variant"]), num_tables=1)
    tables.reset(records=[record])
    for _, action in record["actions"][:decisions]:  # type: ignore[index]
        tables.step(np.array([tables.parse_action(0, action)]))
    return HandView(tables.rules).read(tables.observe())


def test_R13_the_turn_up_given_to_the_lone_partner_is_known_to_be_there() -> None:
    """Seat 3 plays alone and was given the queen of diamonds by the dealer; seat 0 knows that it is there."""
    opposing = at(RAILROAD, 6)  # seat 0, on his left, is asked to oppose
    assert opposing.turn_up_with.tolist() == [3]
    assert labels(opposing.view, opposing.known[3][0]) == {"trump Q"}


def test_R30_the_cards_of_a_jambone_are_known() -> None:
    seen = at(JAMBONE, 7)  # the seat on the maker's right calls a card
    maker = int(seen.maker[0])
    assert labels(seen.view, seen.known[maker][0]) == labels(seen.view, seen["exposed"][0])
    assert int(seen.hidden[0]) & int(seen["exposed"][0]) == 0


def test_P7_nobody_holds_the_turn_up_when_the_dealer_sits_out() -> None:
    tables = VectorEuchre("four_handed", num_tables=1, seed=3)
    tables.step(np.array([tables.parse_action(0, "pass")]))
    tables.step(np.array([tables.parse_action(0, "order_up_alone")]))
    seen = HandView(tables.rules).read(tables.observe())
    assert seen.turn_up_with.tolist() == [-1]
    assert int(seen.unseen[0]) & int(seen["turn_up"][0]) == 0


def test_cards_side_by_side_are_the_bits_of_the_word() -> None:
    cards = side_by_side(np.array([0b1010, 0, 1 << 52 | 1], U64))
    assert cards.tolist() == [[1, 3], [63, 63], [0, 52]]


def test_chance_that_nobody_holds_a_card() -> None:
    """Of 18 hidden cards, 5 in a hand: it has none of 2 with 13 x 12 / 18 x 17."""
    chance = Chances(24, 5).of_none(np.array([18, 18, 3]), np.array([2, 0, 3]), np.array([5, 5, 1]))
    assert chance == pytest.approx([13 * 12 / (18 * 17), 1, 0])


def test_a_bower_beats_the_ace_and_the_left_belongs_to_trumps() -> None:
    view = HandView(VectorEuchre("north_american").rules)
    lookup, bit = Lookup.of(view), {label: bit for bit, label in enumerate(view.pack.labels)}
    assert labels(view, lookup.beaten_by[bit["trump A"]]) == {"trump right bower", "trump left bower"}
    assert lookup.trump[bit["trump left bower"]]
    assert not lookup.trump[bit["next A"]]
