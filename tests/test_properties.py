"""What holds of every game: cards are conserved, five tricks are played, seats and suits are only names."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from euchre_env import Deal, Rules, Table, VectorEuchre, deal_cards, point_differences, rules_for, variants
from euchre_env.cards import SUITS, pack_of
from euchre_env.contract import VOID, sits_out
from tests.witnesses import any_rules, choose_action

# P2, C8: the eight ways to exchange suits that keep colours together: each colour turned over or not, colours swapped.
SYMMETRIES = [
    dict(zip("CSDH", first[::a] + second[::b], strict=True))
    for first, second in (("CS", "DH"), ("DH", "CS"))
    for a, b in product((1, -1), repeat=2)
]


def cards_in_hand(table: Table) -> list[str]:
    return [card for hand in table.hands for card in hand]


@settings(max_examples=100)
@given(
    rules=any_rules(),
    seed=st.integers(0, 2**32),
    chances=st.lists(st.floats(0, 1, exclude_max=True), min_size=40, max_size=40),
)
def test_cards_are_conserved_and_somebody_can_always_act(rules: Rules, seed: int, chances: list[float]) -> None:
    deal, dealer = deal_cards(rules, seed, 0, 0, seed % rules.players), seed % rules.players
    table, away = Table(rules, deal, dealer), list[str]()
    for chance in chances:
        if table.over:
            break
        assert table.legal, "nothing is legal"
        assert len(set(table.legal)) == len(table.legal)
        out = sits_out(rules, table.contract)
        assert out is None or table.seat != (out + dealer) % rules.players, "a seat that sits out is asked"
        seat, kind, held = table.seat, table.kind, set(cards_in_hand(table))
        action = table.legal[int(chance * len(table.legal))]
        table.step(action)
        assert table.actions[-1] == (seat, action)
        if kind == "make":
            assert set(cards_in_hand(table)) - held <= {deal.upcard}
            continue
        card = action.partition("_")[2]
        away.append(card)
        assert set(cards_in_hand(table)) - {deal.upcard} == held - {card, deal.upcard}
        assert len(set(cards_in_hand(table))) == len(cards_in_hand(table))
        assert not set(away) & set(cards_in_hand(table)), "a card is back"
    assume(table.over)
    result = table.result
    assert result is not None
    if table.contract == VOID:
        assert (result["points"], sum(result["tricks"]), result["maker"]) == ([0] * rules.sides, 0, None)  # M3
        return
    assert sum(result["tricks"]) == rules.hand_size
    played = [card for card in away if f"discard_{card}" not in [action for _, action in table.actions]]
    playing = rules.players - bool(result["alone"])
    assert len(played) == len(set(played)) == 5 * playing
    difference = result["points"][0] - sum(result["points"][1:]) / (rules.sides - 1)
    assert difference in point_differences(rules)


@pytest.mark.parametrize("variant", variants())
def test_points_are_those_of_the_rule_book(variant: str) -> None:
    """4.1-4.3, and nothing else: all of them are seen."""
    march = 3 if variant == "three_handed" else 2
    by_players: dict[int, set[tuple[int, ...]]] = {
        2: {(0, 0), (1, 0), (2, 0), (0, 2)},
        3: {(0, 0, 0), (1, 0, 0), (march, 0, 0), (-2, 0, 0) if variant == "three_handed_set_back" else (0, 2, 2)},
        4: {(0, 0), (1, 0), (2, 0), (4, 0), (0, 2)},
    }
    expected = by_players[rules_for(variant).players]
    if rules_for(variant).stick_the_dealer:  # M3: no deal is void
        expected -= {(0, 0)}
    tables, rng, seen = VectorEuchre(variant, num_tables=500, seed=1), np.random.default_rng(1), set()
    for _ in range(300):
        _, deal_over, _ = tables.step(choose_action(tables, rng.random(500)))
        for points in tables.points[deal_over].tolist():
            seen |= {tuple(points[side:] + points[:side]) for side in range(len(points))} & expected or {tuple(points)}
    assert seen == expected


@pytest.mark.parametrize("variant", variants())
def test_hands_tricks_and_stock_make_up_the_pack_at_every_table(variant: str) -> None:
    """Of the engine: what the decider sees and what the critic sees beside are all the cards, each once."""
    tables, rng, pack = VectorEuchre(variant, num_tables=40, seed=2), np.random.default_rng(2), rules_for(variant).pack
    layout, hidden = tables.layout, tables.hidden_layout
    for _ in range(80):
        bits, beside = tables.observe(), tables.hidden_layout.unpack(tables.observe_hidden())
        whole = bits[:, layout["own_hand"]].astype(int)
        for seat in ("own", *(f"seat+{k}" for k in range(1, tables.num_seats))):
            whole += bits[:, layout[f"played_{seat}"]]
            if seat != "own":
                whole += beside[:, hidden[f"hand_{seat}"]]
        whole += beside[:, hidden["out_of_play"]]
        np.testing.assert_array_equal(whole, np.ones((40, pack)))
        tables.step(choose_action(tables, rng.random(40)))


def exchanged(name: str, suits: dict[str, str]) -> str:
    """A card, or an action, with its suit exchanged."""
    for ending in ("", "_alone"):
        stem = name.removesuffix(ending) if ending else name
        if name.endswith(ending) and stem[-1] in SUITS:
            return stem[:-1] + suits[stem[-1]] + ending
    return name


def test_exchanging_suits_in_names() -> None:
    suits = dict(zip("CSDH", "DHSC", strict=True))
    given_names = (
        "QH",
        "JK",
        "play_TD",
        "play_JK",
        "discard_9C",
        "name_S",
        "name_H_alone",
        "order_up",
        "order_up_alone",
        "pass",
    )
    expected = (
        "QC",
        "JK",
        "play_TS",
        "play_JK",
        "discard_9D",
        "name_H",
        "name_C_alone",
        "order_up",
        "order_up_alone",
        "pass",
    )
    assert tuple(exchanged(name, suits) for name in given_names) == expected
    assert len({tuple(suits.items()) for suits in SYMMETRIES}) == 8


@settings(max_examples=60)
@given(rules=any_rules(), seed=st.integers(0, 2**32), suits=st.sampled_from(SYMMETRIES), turn=st.integers(0, 3))
def test_seats_and_suits_are_only_names(rules: Rules, seed: int, suits: dict[str, str], turn: int) -> None:
    """The same cards in other suits, the agreed suit with them, dealt by another seat: the same game by other names."""
    deal = deal_cards(rules, seed, 0, 0, 0)
    agreed = suits[rules.joker_suit] if rules.applies("joker_suit") else rules.joker_suit
    seats = rules.players

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(exchanged(card, suits) for card in cards)

    hands = tuple(renamed(deal.hands[(seat - turn) % seats]) for seat in range(seats))
    other_deal = Deal(hands, exchanged(deal.upcard or "", suits), renamed(deal.stock))
    one, other = Table(rules, deal, 0), Table(replace(rules, joker_suit=agreed), other_deal, turn % seats)
    rng = np.random.default_rng(seed)
    while not one.over:
        assert other.seat == ((one.seat or 0) + turn) % seats
        assert set(other.legal) == {exchanged(action, suits) for action in one.legal}
        action = one.legal[int(rng.integers(len(one.legal)))]
        one.step(action)
        other.step(exchanged(action, suits))
    assert other.over
    assert one.result is not None
    assert other.result is not None
    for name in ("tricks", "points"):
        turned = [one.result[name][(k - turn) % len(one.result[name])] for k in range(len(one.result[name]))]
        assert other.result[name] == turned
    assert other.result["alone"] == one.result["alone"]
    assert other.result["trump"] == (None if one.result["trump"] is None else suits[one.result["trump"]])


def with_crosses_exchanged(names: tuple[str, ...]) -> list[int]:
    """Where each name stands when the two cross suits change their names."""
    turned = {"cross1": "cross2", "cross2": "cross1"}
    return [names.index(re.sub("cross[12]", lambda found: turned[found[0]], name)) for name in names]


@pytest.mark.parametrize("variant", variants())
def test_observations_do_not_tell_seats_or_suits(variant: str) -> None:
    """All eight exchanges and every dealer at once, through the engine: what the decider sees is the same to the bit,
    except that in half of the exchanges the two cross suits, which only their order tells apart, change places."""
    rules, seats = rules_for(variant), rules_for(variant).players
    deal, ways = deal_cards(rules, 5, 0, 0, 0), list(product(SYMMETRIES, range(seats)))
    records = [turned_record(rules, deal, suits, turn) for suits, turn in ways]
    tables, rng = VectorEuchre(variant, num_tables=len(ways)), np.random.default_rng(5)
    place = "CSDH".index
    crossed = np.array([place(suits["C"]) ^ place(suits["D"]) != place("C") ^ place("D") for suits, _ in ways])
    assert crossed.sum() == len(ways) // 2
    bits_crossed, actions_crossed = (
        np.array(with_crosses_exchanged(names)) for names in (tables.layout.names, tables.actions.names)
    )
    for _ in range(12):  # the same deal, played in different ways
        tables.reset(records=records)
        deal_over = np.zeros(len(ways), bool)
        while not deal_over.any():
            bits = tables.observe()
            bits[crossed] = bits[crossed][:, bits_crossed]
            assert (bits == bits[0]).all()
            from_dealer = (tables.seat.astype(int) - tables.dealer) % seats
            assert (from_dealer == from_dealer[0]).all()
            legal = np.flatnonzero(tables.action_mask[0])
            action = legal[rng.integers(len(legal))]
            reward, deal_over, _ = tables.step(np.where(crossed, actions_crossed[action], action))
        assert deal_over.all()
        for (_, turn), paid in zip(ways, reward, strict=True):
            np.testing.assert_array_equal(np.roll(reward[0], turn), paid)


def turned_record(rules: Rules, deal: Deal, suits: dict[str, str], turn: int) -> dict[str, Any]:
    """The deal in other suits, dealt by the seat `turn`."""
    hands = [
        " ".join(exchanged(card, suits) for card in deal.hands[(seat - turn) % rules.players])
        for seat in range(rules.players)
    ]
    stock = " ".join(exchanged(card, suits) for card in deal.stock)
    return Table(rules, deal, turn).record() | {
        "hands": hands,
        "stock": stock,
        "upcard": exchanged(deal.upcard or "", suits),
    }


def test_the_seat_that_sits_out_is_never_asked() -> None:
    """P5, in the engine: 20 lone hands a seat at least, in both rounds; the partner neither plays nor discards."""
    tables, rng, lone = VectorEuchre("four_handed", num_tables=100, seed=7), np.random.default_rng(7), np.zeros(4, int)
    while lone.min() < 20:
        _, deal_over, _ = tables.step(choose_action(tables, rng.random(100)))
        for at in np.flatnonzero(deal_over):
            record = tables.finished_record(int(at))
            if record["result"]["alone"]:
                maker = record["result"]["maker"]
                made = next(k for k, (_, action) in enumerate(record["actions"]) if action.endswith("alone"))
                assert (maker + 2) % 4 not in [seat for seat, _ in record["actions"][made:]]
                assert record["result"]["tricks"][(maker + 2) % 4] == 0
                lone[maker] += 1


def test_pack_sizes() -> None:
    """C1, C4."""
    sizes = {
        24: [7, 5, 6, 6],
        25: [8, 5, 6, 6],
        28: [8, 6, 7, 7],
        29: [9, 6, 7, 7],
        32: [9, 7, 8, 8],
        33: [10, 7, 8, 8],
    }
    for size, suits in sizes.items():
        assert [suit.bit_count() for suit in pack_of(size).suits] == suits
