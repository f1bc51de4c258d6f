"""The double-dummy solver against plain minimax, against positions worked out by hand, and against the game itself.

Whatever needs the compiled search is in this file, so that it is compiled for one file of tests.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.double_dummy import ILLEGAL, OpenPlay, best_cards, payoffs, solve, solve_cards
from euchre_env import Contract, Table, deal_cards, makers, rules_for, sits_out
from euchre_env.cards import SUITS, pack_of
from tests.agents.brute_force import Minimax, random_payoffs, random_positions

pytest.importorskip("numba", reason="the solver needs the extra `search`")

MARCH_COUNTS = np.array([-2, -2, -2, 1, 1, 2], np.int16)


def assert_exact(position: OpenPlay, payoff: NDArray[np.int16]) -> None:
    """Positions, cards and best cards are worth what minimax says; payoff int16 [n, T + 1]."""
    values, of_cards, best = solve(position, payoff), solve_cards(position, payoff), best_cards(position, payoff)
    assert values.dtype == of_cards.dtype == np.int16
    assert best.dtype == np.uint64
    for row, (value, cards) in enumerate(zip(values.tolist(), of_cards.tolist(), strict=True)):
        minimax = Minimax(position, row, payoff[row].tolist())
        expected, by_card = minimax.value(), minimax.values()
        assert value == expected
        assert cards == [by_card.get(card, ILLEGAL) for card in range(position.cards)]
        assert best[row] == sum(1 << card for card, worth in by_card.items() if worth == expected)


# ---- against minimax -------------------------------------------------------------------------------------------------

SMALL = [  # pack, seats, tricks left, of how many, positions
    (8, 2, 3, 3, 200),
    (24, 4, 2, 5, 600),
    (24, 4, 3, 5, 200),
    (24, 3, 3, 5, 300),
    (25, 4, 3, 5, 100),
    (28, 5, 2, 5, 300),
    (29, 4, 2, 5, 300),
    (32, 2, 5, 5, 30),
    (32, 3, 3, 5, 300),
    (33, 4, 3, 5, 100),
    (53, 7, 1, 7, 100),
    (53, 7, 2, 7, 100),
]


@pytest.mark.parametrize("size, seats, left, tricks, rows", SMALL)
def test_small_positions_are_worth_what_minimax_says(size: int, seats: int, left: int, tricks: int, rows: int) -> None:
    rng = np.random.default_rng([size, seats, left])
    position = random_positions(rng, pack_of(size), seats, left, tricks, rows)
    assert_exact(position, random_payoffs(rng, tricks, rows))


FULL = [(24, 4, 5, 60), (25, 4, 5, 40), (32, 4, 5, 60), (33, 3, 5, 40), (28, 5, 4, 10), (53, 7, 3, 10)]


@pytest.mark.slow
@pytest.mark.parametrize("size, seats, left, rows", FULL)
def test_full_deals_are_worth_what_minimax_says(size: int, seats: int, left: int, rows: int) -> None:
    rng = np.random.default_rng([size, seats])
    position = random_positions(rng, pack_of(size), seats, left, left, rows, whole=True)
    assert_exact(position, random_payoffs(rng, left, rows))


@pytest.mark.parametrize("size, seats, tricks", [(24, 4, 5), (33, 4, 5), (28, 5, 5), (53, 7, 4)])
def test_the_best_card_is_worth_what_the_position_is(size: int, seats: int, tricks: int) -> None:
    rng = np.random.default_rng([size, seats])
    position = random_positions(rng, pack_of(size), seats, tricks, tricks, 500)
    payoff = random_payoffs(rng, tricks, 500)
    of_cards = np.ma.masked_equal(solve_cards(position, payoff), ILLEGAL)
    to_makers = position.makers_choose[np.arange(500), position.seat]
    best = np.where(to_makers, of_cards.max(axis=1), of_cards.min(axis=1))
    np.testing.assert_array_equal(best, solve(position, payoff))


def test_what_is_known_of_one_deal_says_nothing_about_another() -> None:
    """Eight cards in two hands: the same cards are left in many of the deals, and other seats hold them."""
    position = random_positions(np.random.default_rng(0), pack_of(8), 2, 4, 4, 200, whole=True)
    assert_exact(position, np.tile(np.arange(5, dtype=np.int16), (200, 1)))


# ---- worked out by hand ----------------------------------------------------------------------------------------------


def two_hands(own: str, other: str, on_table: str) -> OpenPlay:
    """Seat 1, a maker, is to follow to what seat 0 has led, hearts being trumps; 24 cards, two tricks of two left."""
    pack, hearts = pack_of(24), SUITS.index("H")
    hands, led = [pack.parse_all(cards.split(), hearts) for cards in (other, own)], pack.parse_all([on_table], hearts)
    return OpenPlay(
        suits=np.array(pack.suits, np.uint64),
        hands=np.array([hands], np.uint64),
        on_table=np.array([[led, 0]], np.uint64),
        seat=np.array([1]),
        active=np.ones((1, 2), bool),
        makers=np.array([[False, True]]),
        taken=np.array([0]),
    )


def values_by_name(position: OpenPlay) -> dict[str, int]:
    """Tricks of the makers after each legal card."""
    values = solve_cards(position, np.arange(3, dtype=np.int16))[0].tolist()
    named = {pack_of(24).name(card, SUITS.index("H")): value for card, value in enumerate(values)}
    return {name: value for name, value in named.items() if value != ILLEGAL}


def test_cards_are_not_equal_with_the_card_to_beat_between_them() -> None:
    """The queen of spades is in no hand any more, and yet the king takes the trick and the jack does not."""
    assert values_by_name(two_hands("KS JS", "9C", on_table="QS")) == {"KS": 2, "JS": 0}


def test_cards_are_not_equal_with_a_card_of_another_hand_between_them() -> None:
    assert values_by_name(two_hands("KS JS", "QS", on_table="9S")) == {"KS": 1, "JS": 2}


def test_cards_are_equal_with_none_in_play_between_them() -> None:
    assert values_by_name(two_hands("AS TS", "9C", on_table="9S")) == {"AS": 2, "TS": 2}


def test_C5_the_left_bower_is_a_trump() -> None:
    """It must follow to a trump, and it takes the ace of trumps."""
    assert values_by_name(two_hands("JD AD", "9S", on_table="AH")) == {"JD": 2}


def test_R31_the_cards_of_a_called_hand_are_chosen_by_the_other_side() -> None:
    position = two_hands("KS JS", "9C", on_table="QS")
    called = OpenPlay(**vars(position) | {"called": np.array([[False, True]])})
    tricks = np.arange(3, dtype=np.int16)
    assert solve(position, tricks).tolist() == [2]
    assert solve(called, tricks).tolist() == [0]
    assert best_cards(called, tricks).tolist() == [pack_of(24).parse_all(["JS"], SUITS.index("H"))]


def test_where_all_cards_are_played_the_payoff_is_the_value() -> None:
    pack, nothing = pack_of(24), np.zeros((2, 4), np.uint64)
    everybody, seat = np.ones((2, 4), bool), np.zeros(2, np.intp)
    over = OpenPlay(np.array(pack.suits, np.uint64), nothing, nothing, seat, everybody, everybody, np.array([3, 5]))
    assert solve(over, MARCH_COUNTS).tolist() == [1, 2]
    assert (solve_cards(over, MARCH_COUNTS) == ILLEGAL).all()
    assert best_cards(over, MARCH_COUNTS).tolist() == [0, 0]


def test_no_positions_have_no_values() -> None:
    none = random_positions(np.random.default_rng(0), pack_of(24), 4, 5, 5, 0)
    assert solve(none, MARCH_COUNTS).shape == (0,)
    assert solve_cards(none, MARCH_COUNTS).shape == (0, 24)
    assert best_cards(none, MARCH_COUNTS).shape == (0,)


# ---- against the game ------------------------------------------------------------------------------------------------


def as_seen_by_all(table: Table) -> OpenPlay:
    """The play at a table with open cards."""
    rules, contract, trump = table.rules, table.contract, SUITS.index(table.trump or "")
    pack, shape = pack_of(rules.pack), (1, rules.players)
    on_table, active = np.zeros(shape, np.uint64), np.ones(shape, bool)
    making, called = np.zeros(shape, bool), np.zeros(shape, bool)
    for owner, card in table.trick:
        on_table[0, owner] = pack.parse_all([card], trump)
    absolute = [(seat + table.dealer) % rules.players for seat in range(rules.players)]
    for seat in makers(rules, contract):
        making[0, absolute[seat]] = True
    for seat in sits_out(rules, contract):
        active[0, absolute[seat]] = False
    called[0, absolute[contract.maker]] = contract.jambone
    return OpenPlay(
        suits=np.array(pack.suits, np.uint64),
        hands=np.array([[pack.parse_all(hand, trump) for hand in table.hands]], np.uint64),
        on_table=on_table,
        seat=np.array([absolute[contract.maker] if table.kind == "call" else table.seat]),
        active=active,
        makers=making,
        taken=np.array([np.array(table.tricks)[making[0]].sum()]),
        called=called,
    )


GAMES = [  # variant, deals, Jambone hands and hands opposed alone among them
    ("two_handed", 10, 0, 0),
    ("three_handed", 10, 0, 0),
    ("three_handed_set_back", 10, 0, 0),
    ("four_handed", 10, 0, 0),
    ("north_american", 10, 0, 0),
    ("british", 10, 0, 0),
    ("railroad_full", 40, 1, 1),
    ("five_handed", 10, 0, 0),
    ("seven_handed", 1, 0, 0),
]


@pytest.mark.parametrize("variant, deals, jambones, opposed", GAMES)
def test_best_play_of_both_sides_pays_what_was_predicted(variant: str, deals: int, jambones: int, opposed: int) -> None:
    """After random making; a table records and judges the play."""
    rng, rules, contracts = np.random.default_rng(3), rules_for(variant), list[Contract]()
    number = 0
    while len(contracts) < deals:
        number += 1
        table = Table(
            rules,
            deal_cards(rules, seed=1, table=0, number=number, dealer=number % rules.players),
            number % rules.players,
        )
        while table.kind not in ("play", "call", None):
            table.step(table.legal[rng.integers(len(table.legal))])
        if table.over:
            continue
        contracts.append(table.contract)
        payoff = payoffs(rules, table.contract)
        making = as_seen_by_all(table).makers[0]
        predicted = int(solve(as_seen_by_all(table), payoff)[0])
        while not table.over:
            card = int(best_cards(as_seen_by_all(table), payoff)[0]).bit_length() - 1
            assert card in table.legal_numbers
            table.step_number(card)
        assert table.result is not None
        of_seats = np.array(table.result["points"])[[rules.side_of(seat) for seat in range(rules.players)]]
        assert set(of_seats[making]) == {of_seats[making][0]}
        assert set(of_seats[~making]) == {of_seats[~making][0]}
        assert of_seats[making][0] - of_seats[~making][0] == predicted
    assert sum(contract.jambone for contract in contracts) >= jambones
    assert sum(contract.opposed_by >= 0 for contract in contracts) >= opposed
