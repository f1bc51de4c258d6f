"""The observation: lossless, free of leaks, and every bit of it of use."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from euchre_env import Deal, Table, VectorEuchre, rules_for, variants
from euchre_env.cards import SUITS, pack_of
from euchre_env.decoding import Sight, decode

CASES: list[tuple[str, dict[str, Any]]] = [(variant, {}) for variant in variants()] + [
    ("four_handed", {"pack": 33, "target": 11, "match_games": 3, "laps": True, "slams": True}),
    ("four_handed", {"pack": 25, "joker_suit": "C", "lone_lead": "left_of_lone_player", "assist_must_be_alone": True}),
    ("three_handed", {"pack": 24, "may_discard_turnup": True, "stick_the_dealer": True, "match_games": 2}),
    ("four_handed", {"lone_hands": False, "pack": 28}),
]
NAMES = [f"{variant}-{'-'.join(map(str, options.values()))}" for variant, options in CASES]


def play(tables: VectorEuchre, rng: np.random.Generator, steps: int) -> Any:
    """Random play; yields before every step."""
    for step in range(steps):
        yield step
        tables.step(random_actions(tables, rng))


def random_actions(tables: VectorEuchre, rng: np.random.Generator) -> np.ndarray:
    mask = tables.action_mask
    return (mask * rng.random(mask.shape)).argmax(1)


def expected_sight(told: Table, tables: VectorEuchre, table: int) -> Sight:
    """What the seat may know, put together from the record of the deal: another road than the engine's."""
    record, rules, seat = told.record(), tables.rules, told.seat
    assert seat is not None
    players, me = rules.players, seat
    pack = pack_of(rules.pack)
    base = pack.suit_turned(record["upcard"], rules.joker_suit)
    turned, trump, maker, round_number, plays = base, base, None, 0, []
    calls, discard = [], None
    for who, action in record["actions"]:
        verb, _, rest = action.partition("_")
        if verb == "play":
            plays.append((who, rest))
        elif verb == "discard":
            discard = rest if who == me else None
        elif verb == "name":
            trump, maker, round_number = SUITS.index(rest[0]), who, 2
            calls.append(((who - me) % players, who, rest[1:]))
        elif verb == "order":
            maker, round_number = who, 1
            calls.append(((who - me) % players, who, action))
        else:
            calls.append(((who - me) % players, who, "pass"))
    label = lambda card: pack.labels[pack.parse(card, trump)]  # noqa: E731 - a word for a long expression
    named = ("next", "cross1", "cross2")[(turned ^ trump) - 1] if round_number == 2 else None
    spelled = [(who, f"name{text}[{named}]" if text in ("", "_alone") else text) for who, _, text in calls]
    alone = bool(maker is not None and spelled[-1][1].removesuffix(f"[{named}]").endswith("_alone"))
    out = (maker + 2 - me) % players if alone and maker is not None else None
    tricks, trick, active = [], [], players - alone
    for who, card in plays:
        trick.append(((who - me) % players, label(card)))
        if len(trick) == active:
            tricks.append(tuple(trick))
            trick = []
    if told.kind == "play":
        tricks.append(tuple(trick))
    side = rules.side_of(me)
    voids: list[list[str]] = [[] for _ in range(players)]
    for cards in tricks:
        for who, card in cards[1:]:
            led, own = suit_of(cards[0][1]), suit_of(card)
            if led != own and led not in voids[who]:
                voids[who].append(led)
    order = ("trump", "next", "cross1", "cross2")
    names = tables.actions.names
    return Sight(
        kind=told.kind or "",
        legal=tuple(names[a] for a in np.flatnonzero(tables.action_mask[table])),
        hand=tuple(sorted((label(card) for card in told.hands[me]), key=pack.labels.index)),
        turn_up=label(record["upcard"]),
        discard=None if discard is None else label(discard),
        dealer=(record["dealer"] - me) % players,
        calls=tuple(spelled),
        maker=None if maker is None else (maker - me) % players,
        alone=alone,
        sits_out=out if told.kind == "play" else None,
        tricks=tuple(tricks),
        taken=tuple(told.tricks[(me + k) % players] for k in range(players)),
        scores=tuple(record["scores"][(side + k) % rules.sides] for k in range(rules.sides)),
        games=tuple(record["games"][(side + k) % rules.sides] for k in range(rules.sides)),
        voids=tuple(tuple(sorted(suits, key=order.index)) for suits in voids),
    )


def suit_of(label: str) -> str:
    """C5, C6: the bowers and the Joker are trumps."""
    return "trump" if label == "Joker" else label.split()[0]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_decode_gives_back_all_that_the_seat_has_seen(case: tuple[str, dict[str, Any]]) -> None:
    variant, options = case
    tables, rng = VectorEuchre(variant, num_tables=5, seed=11, **options), np.random.default_rng(1)
    for _ in play(tables, rng, 250):
        observations = tables.observe()
        for table in range(5):
            assert decode(tables.rules, observations[table]) == expected_sight(tables.table(table), tables, table)


@pytest.mark.parametrize("variant", variants())
def test_every_bit_is_one_somewhere_and_zero_somewhere(variant: str) -> None:
    tables, rng = VectorEuchre(variant, num_tables=4096, seed=2), np.random.default_rng(2)
    ones = np.zeros(tables.layout.size, bool)
    zeros = np.zeros(tables.layout.size, bool)
    for _ in play(tables, rng, 160):
        bits = tables.observe().astype(bool)
        ones |= bits.any(0)
        zeros |= ~bits.all(0)
    names = np.array(tables.layout.names)
    assert zeros.all(), names[~zeros]
    assert ones.all(), names[~ones]


@pytest.mark.parametrize("variant", variants())
def test_bits_in_front_are_the_action_mask(variant: str) -> None:
    tables, rng = VectorEuchre(variant, num_tables=64, seed=3), np.random.default_rng(3)
    for _ in play(tables, rng, 60):
        np.testing.assert_array_equal(tables.observe()[:, : tables.num_actions], tables.action_mask)


@pytest.mark.parametrize("variant", variants())
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_hidden_cards_do_not_show(variant: str, data: st.DataObject) -> None:
    """Two deals that differ only in what the seat cannot see give the same bytes."""
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    tables = VectorEuchre(variant, num_tables=1, seed=data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(0, 12))):
        tables.step(random_actions(tables, rng))
    told = tables.table(0)
    other = with_hidden_cards_exchanged(told, rng)
    assume(other is not told)
    twin = VectorEuchre(variant, num_tables=1)
    twin.reset(records=[other.record() | {"scores": told.scores, "games": told.games}])
    for _, action in other.actions:
        twin.step(np.array([twin.parse_action(0, action)]))
    assert twin.table(0).deal != told.deal
    np.testing.assert_array_equal(twin.observe_packed(), tables.observe_packed())


def with_hidden_cards_exchanged(told: Table, rng: np.random.Generator) -> Table:
    """The same deal and decisions with two unseen cards exchanged, all of them still legal; or the deal itself."""
    rules, me = told.rules, told.seat
    owners = [*range(rules.players), "stock"]
    unseen = [
        (who, card)
        for who in owners
        if who != me
        for card in (told.deal.stock if who == "stock" else told.deal.hands[who])
    ]
    played = {action.partition("_")[2] for _, action in told.actions}
    unseen = [(who, card) for who, card in unseen if card not in played]
    for k in rng.permutation(len(unseen) ** 2):
        (a, x), (b, y) = unseen[k // len(unseen)], unseen[k % len(unseen)]
        if a == b:
            continue
        exchange = {x: y, y: x}
        hands = tuple(tuple(exchange.get(card, card) for card in hand) for hand in told.deal.hands)
        deal = Deal(hands, told.deal.upcard, tuple(exchange.get(card, card) for card in told.deal.stock))
        twin = Table(rules, deal, told.dealer, told.scores, told.games, told.number)
        try:
            for _, action in told.actions:
                twin.step(action)
        except ValueError:
            continue
        if twin.seat == me and twin.legal == told.legal:
            return twin
    return told


def test_the_dealers_discard_is_known_to_the_dealer_alone() -> None:
    tables, rng = VectorEuchre("north_american", num_tables=256, seed=4), np.random.default_rng(4)
    block = tables.layout["own_discard"]
    shown = 0
    for _ in play(tables, rng, 100):
        discards = tables.observe()[:, block].sum(1)
        shown += int(discards.sum())
        assert (discards[tables.seat != tables.dealer] == 0).all()
        assert (discards <= 1).all()
    assert shown > 100


def test_hidden_boards_hold_every_card_the_seat_cannot_see() -> None:
    tables, rng = VectorEuchre("four_handed", num_tables=32, seed=5), np.random.default_rng(5)
    layout, cards = tables.hidden_layout, tables.actions.pack.size
    for _ in play(tables, rng, 60):
        hidden = layout.unpack(tables.observe_hidden())
        for table in range(0, 32, 7):
            told, me = tables.table(table), int(tables.seat[table])
            trump = int(tables.engine.trump[table])
            for k in (1, 2, 3):
                held = tables.actions.pack.parse_all(told.hands[(me + k) % 4], trump)
                board = hidden[table, layout[f"hand_seat+{k}"]]
                assert [bit for bit in range(cards) if held >> bit & 1] == np.flatnonzero(board).tolist()


def test_two_histories_that_the_seat_can_tell_apart_differ() -> None:
    """Perfect recall: over many deals, different sights never share their bytes (decode is a function of them)."""
    tables, rng = VectorEuchre("three_handed", num_tables=64, seed=6), np.random.default_rng(6)
    seen: dict[bytes, Sight] = {}
    for _ in play(tables, rng, 80):
        packed = tables.observe_packed().copy()
        for table in range(64):
            sight = expected_sight(tables.table(table), tables, table)
            assert seen.setdefault(packed[table].tobytes(), sight) == sight
    assert len(seen) > 4000


@pytest.mark.parametrize("bad", [np.zeros(3, np.uint8), np.zeros((1, 3), np.uint8)])
def test_decode_refuses_another_games_observation(bad: np.ndarray) -> None:
    with pytest.raises(ValueError, match="this game's has shape"):
        decode(rules_for("four_handed"), bad)
