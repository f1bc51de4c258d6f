"""`WorldEngine`: deals laid out at will, against the same deals at plain tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from euchre_env import (
    KINDS,
    Deal,
    Rules,
    RulesError,
    Table,
    VectorEuchre,
    WorldEngine,
    actions_of,
    deal_cards,
    possible_contracts,
    rules_for,
)
from euchre_env.deals import talon_of

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("two_handed", {}),
    ("three_handed", {}),
    ("north_american", {}),
    ("railroad_full", {"may_discard_turnup": True}),
    ("railroad", {"joker_turnup": "dealer_blind_maker", "jamboree": True, "pack": 29}),
    ("british", {}),
    ("five_handed", {}),
    ("seven_handed", {}),
]
DEALS = 5


def arguments(rules: Rules, deals: list[Deal]) -> dict[str, Any]:
    """What `laid_out` takes for these deals: the cards of one seen from clubs, of the next from spades, and so on."""
    pack, seen_from = actions_of(rules).pack, np.arange(len(deals)) % 4
    talons = [deal.stock if deal.upcard is None else (deal.upcard,) for deal in deals]
    hands = [[pack.parse_all(hand, suit) for hand in deal.hands] for deal, suit in zip(deals, seen_from, strict=True)]
    return {
        "rules": rules,
        "hands": np.array(hands, np.uint64),
        "talon": np.array(list(map(pack.parse_all, talons, seen_from)), np.uint64),
        "turned": np.array([talon_of(rules, deal)[0] for deal in deals]) ^ seen_from,
        "scores": np.arange(len(deals)) % 3 + np.arange(rules.sides)[:, None],
        "games": np.zeros((rules.sides, len(deals)), np.intp),
        "number": np.ones(len(deals), np.intp),
    }


def with_clubs_turned(rules: Rules, deal: Deal) -> Deal:
    """The deal with the suits renamed so that clubs are turned up, cards in the order in which a pack names them."""
    pack, (suit, _) = actions_of(rules).pack, talon_of(rules, deal)

    def renamed(cards: Iterable[str]) -> tuple[str, ...]:
        return pack.names(pack.parse_all(cards, suit), 0)

    upcard = None if deal.upcard is None else renamed([deal.upcard])[0]
    return Deal(tuple(map(renamed, deal.hands)), upcard, renamed(deal.stock))


@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_it_stands_as_plain_tables_do(variant: str, options: dict[str, Any]) -> None:
    rules, rng = rules_for(variant, **options), np.random.default_rng(0)
    dealt = [deal_cards(rules, seed=1, table=table, number=0, dealer=0) for table in range(DEALS)]
    given, deals = arguments(rules, dealt), [with_clubs_turned(rules, deal) for deal in dealt]
    engine = WorldEngine.laid_out(**given)
    assert [engine.deal(table) for table in range(DEALS)] == deals
    assert engine.scores.tolist() == given["scores"].tolist()
    tables = [Table(rules, deal) for deal in deals]
    while tables:
        for row, table in enumerate(tables):
            compare(engine, row, table)
        numbers = np.array([rng.choice(table.legal_numbers) for table in tables])
        engine.step(numbers)
        for table, number in zip(tables, numbers.tolist(), strict=True):
            table.step_number(number)
        over = [row for row, table in enumerate(tables) if table.over]
        assert engine.over.tolist() == over
        assert engine.points.T.tolist() == [tables[row].result["points"] for row in over]
        going = np.array([row for row in range(len(tables)) if row not in over], np.intp)
        engine, tables = engine.subset(going), [tables[row] for row in going]


def compare(engine: WorldEngine, row: int, table: Table) -> None:
    """All that stands at a table of the engine, cards by their names."""
    pack, trump, seats = actions_of(table.rules).pack, table._trump, range(table.rules.players)
    assert KINDS[engine.kind[row]] == table.kind
    assert engine.seat_from_dealer[row] == table.seat
    legal = int(engine.legal[row])
    assert tuple(bit for bit in range(64) if legal >> bit & 1) == tuple(sorted(table.legal_numbers))
    assert engine.card_due[row] == (table.kind in ("play", "call", "give", "best", "discard", "bury"))
    assert [set(pack.names(int(engine.hands[row, seat]), trump)) for seat in seats] == list(map(set, table.hands))
    assert engine.hand[row] == engine.hands[row, engine.holder[row]]
    lying = {seat: pack.names(int(engine.cards_on_table[row, seat]), trump) for seat in seats}
    assert {seat: cards for seat, cards in lying.items() if cards} == {seat: (card,) for seat, card in table.trick}
    assert engine.tricks[row].tolist() == table.tricks
    if table.kind in ("play", "call"):
        assert possible_contracts(table.rules)[engine.contract[row]] == table.contract


def test_it_shows_what_a_vector_shows() -> None:
    tables = VectorEuchre("north_american", num_tables=8, seed=2)
    tables.reset(records=[tables.record(table) | {"dealer": 0} for table in range(8)])
    deals = [tables.table(table).deal for table in range(8)]
    given = arguments(tables.rules, deals) | {"scores": np.zeros((2, 8), np.intp)}
    engine, other = WorldEngine.laid_out(**given), WorldEngine.laid_out(**given)
    for _ in range(15):
        np.testing.assert_array_equal(engine.observe().T, tables.observe_packed())
        np.testing.assert_array_equal(engine.observe_hidden().T, tables.observe_hidden())
        actions, offset = tables.forced_action.copy(), tables._offset
        engine.step(actions - offset)
        tables.step(actions)
    other.replace(np.array([2, 5]), engine.subset(np.array([7, 0])))
    np.testing.assert_array_equal(other.observe()[:, [2, 5]], engine.observe()[:, [7, 0]])


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("hands", lambda hands: hands[:, :3], r"hands: uint64 \[2, 3\], must be unsigned words \[2, 4\]"),
        ("hands", lambda hands: hands.astype(np.int64), r"hands: int64 \[2, 4\], must be unsigned words"),
        ("hands", lambda hands: hands ^ hands[0, 0] * np.eye(2, 4, 2, np.uint64), "5 cards a seat.* at table 0"),
        (
            "hands",
            lambda hands: hands[:, [0, 1, 2, 2]],
            "hands: must be cards of the pack, each of them once.* 0",
        ),
        (
            "hands",
            lambda hands: hands << np.uint64(24),
            "hands: must be cards of the pack, each of them once.* 0",
        ),
        ("talon", lambda talon: talon[:0], "talon: must be at least one table's"),
        ("talon", lambda talon: talon * np.array([1, 3], np.uint64), "talon: must be 1 of the 24 cards.* at table 1"),
        ("turned", lambda turned: turned - 4, "turned: must be a suit from 0 to 3"),
        ("scores", lambda scores: scores[0], r"scores: int64 \[2\], must be whole numbers \[2, 2\]"),
        ("games", lambda games: games.astype(float), r"games: float64 \[2, 2\], must be whole numbers"),
        ("number", lambda number: number - 1, "number: must be 1 or more, which it is not at table 0"),
    ],
)
def test_what_is_no_deal_is_refused(name: str, change: Any, message: str) -> None:
    rules = rules_for("north_american")
    given = arguments(rules, [deal_cards(rules, seed=1, table=table, number=0, dealer=0) for table in range(2)])
    with pytest.raises(ValueError, match=message):
        WorldEngine.laid_out(**given | {name: change(given[name])})


def test_a_variant_is_no_rules() -> None:
    with pytest.raises(RulesError, match="must be Rules"):
        possible_contracts("north_american")
