"""Seats and suits are only names: the same cards in other suits, dealt by another seat, are the same game."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from euchre_env import KINDS, Deal, Layout, Rules, Table, VectorEuchre, deal_cards, rules_for, variants
from euchre_env.cards import SUITS
from tests.witnesses import any_rules

# P2, C8: the eight ways to exchange suits that keep colours together: each colour turned over or not, colours swapped.
SYMMETRIES = [
    dict(zip("CSDH", first[::a] + second[::b], strict=True))
    for first, second in (("CS", "DH"), ("DH", "CS"))
    for a, b in product((1, -1), repeat=2)
]


def exchanged(name: str, suits: dict[str, str], turn: int = 0, players: int = 4) -> str:
    """A card, or an action, with its suit exchanged, its seat turned."""
    if name.startswith("partner_"):
        return f"partner_{(int(name[8:]) + turn) % players}"
    for ending in ("", "_alone"):
        stem = name.removesuffix(ending) if ending else name
        if name.endswith(ending) and stem[-1] in SUITS:
            return stem[:-1] + suits[stem[-1]] + ending
    return name


def test_exchanging_suits_in_names() -> None:
    suits = dict(zip("CSDH", "DHSC", strict=True))
    names = (
        "QH JK play_TD play_JK discard_9C name_S name_H_alone order_up order_up_alone pass best_AS bid_3_D partner_6"
    )
    expected = (
        "QC JK play_TS play_JK discard_9D name_H name_C_alone order_up order_up_alone pass best_AH bid_3_S partner_1"
    )
    assert [exchanged(name, suits, turn=2, players=7) for name in names.split()] == expected.split()
    assert len({tuple(suits.items()) for suits in SYMMETRIES}) == 8


def exchanged_deal(rules: Rules, deal: Deal, suits: dict[str, str], turn: int) -> Deal:
    """The deal in other suits, laid so many seats on."""

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(exchanged(card, suits) for card in cards)

    hands = tuple(renamed(deal.hands[(seat - turn) % rules.players]) for seat in range(rules.players))
    upcard = None if deal.upcard is None else exchanged(deal.upcard, suits)
    return Deal(hands, upcard, renamed(deal.stock))


@settings(max_examples=40)
@given(rules=any_rules(), seed=st.integers(0, 2**32), suits=st.sampled_from(SYMMETRIES), turn=st.integers(0, 6))
def test_seats_and_suits_are_only_names(rules: Rules, seed: int, suits: dict[str, str], turn: int) -> None:
    """The same cards in other suits, the agreed suit with them, dealt by another seat: the same game by other names."""
    deal, players = deal_cards(rules, seed, 0, 0, 0), rules.players
    agreed = suits[rules.joker_suit] if rules.applies("joker_suit") else rules.joker_suit
    other_deal = exchanged_deal(rules, deal, suits, turn)
    one, other = Table(rules, deal, 0), Table(replace(rules, joker_suit=agreed), other_deal, turn % players)
    rng = np.random.default_rng(seed)
    while not one.over:
        assert other.seat == ((one.seat or 0) + turn) % players
        assert set(other.legal) == {exchanged(action, suits, turn, players) for action in one.legal}
        action = one.legal[int(rng.integers(len(one.legal)))]
        one.step(action)
        other.step(exchanged(action, suits, turn, players))
    assert other.over
    assert one.result is not None
    assert other.result is not None
    for name in ("tricks", "points"):
        turned = [one.result[name][(k - turn) % len(one.result[name])] for k in range(len(one.result[name]))]
        assert other.result[name] == turned
    assert other.result["alone"] == one.result["alone"]
    assert other.result["trump"] == (None if one.result["trump"] is None else suits[one.result["trump"]])


# ---- observations ----------------------------------------------------------------------------------------------------


def crosses_exchanged(layout: Layout, bits: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Observations [n, F] in which the two cross suits have changed their names."""
    turned = {"cross1": "cross2", "cross2": "cross1"}
    names = [re.sub("cross[12]", lambda found: turned[found[0]], name) for name in layout.names]
    bits = bits[:, [layout.names.index(name) for name in names]]
    for block, at in layout.blocks.items():
        if block.startswith("bid_suit"):  # a number: crosses are 2 and 3
            bits[:, at.start] ^= bits[:, at.start + 1]
    return bits


def nothing_made(tables: VectorEuchre) -> bool:
    """Whether the cards are still seen from clubs, because nobody has bid or the blind maker has not named (C9)."""
    kind = KINDS[tables.decision_kind[0]]
    return kind == "name_blind" or (kind == "bid" and tables.table(0).contract.maker < 0 and not bids_made(tables))


def bids_made(tables: VectorEuchre) -> bool:
    return any(action.startswith("bid_") for _, action in tables.table(0).actions)


@pytest.mark.parametrize("variant", variants())
def test_observations_do_not_tell_seats_or_suits(variant: str) -> None:
    """All eight exchanges and every dealer at once, through the engine: what the decider sees is the same to the bit,
    except that in half of the exchanges the two cross suits, which only their order tells apart, change places."""
    rules = rules_for(variant)
    turns = range(rules.players) if rules.players < 7 else (0, 3)
    # C9: a Joker turned up tells the agreed suit; where none is agreed one of the deals has it.
    dealt = [deal_cards(rules, 5, 0, number, 0) for number in range(100)]
    deals = [deal for deal in dealt if deal.upcard != "JK"][:2]
    if variant == "british":
        deals.append(next(deal for deal in dealt if deal.upcard == "JK"))
    ways = list(product(SYMMETRIES, turns))
    place = "CSDH".index
    crossed = np.array([place(suits["C"]) ^ place(suits["D"]) != place("C") ^ place("D") for suits, _ in ways])
    tables, rng = VectorEuchre(variant, num_tables=len(ways)), np.random.default_rng(5)
    assert crossed.sum() == len(ways) // 2
    for deal in deals * (2 if rules.players < 7 else 1):  # the same deals, played in different ways
        tables.reset(records=[turned_record(rules, deal, *way) for way in ways])
        deal_over = np.zeros(len(ways), bool)
        while not deal_over.any():
            if not nothing_made(tables):
                bits = tables.observe()
                bits[crossed] = crosses_exchanged(tables.layout, bits[crossed])
                assert (bits == bits[0]).all()
            from_dealer = (tables.seat.astype(int) - tables.dealer) % rules.players
            assert (from_dealer == from_dealer[0]).all()
            legal = np.flatnonzero(tables.action_mask[0])
            action = tables.action_name(0, int(legal[rng.integers(len(legal))]))
            actions = [exchanged(action, suits, turn, rules.players) for suits, turn in ways]
            numbers = [tables.parse_action(at, name) for at, name in enumerate(actions)]
            reward, deal_over, _ = tables.step(np.array(numbers))
        assert deal_over.all()
        for (_, turn), paid in zip(ways, reward, strict=True):
            np.testing.assert_array_equal(np.roll(reward[0], turn), paid)


def turned_record(rules: Rules, deal: Deal, suits: dict[str, str], turn: int) -> dict[str, Any]:
    """The record of the deal in other suits, dealt by the seat `turn`."""
    return Table(rules, exchanged_deal(rules, deal, suits, turn), turn).record()
