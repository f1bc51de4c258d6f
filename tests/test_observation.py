"""The observation: lossless, free of leaks, and every bit of it of use."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from euchre_env import Deal, Table, VectorEuchre, rules_for, variants
from euchre_env.decoding import Sight, decode
from tests.onlooker import expected_sight
from tests.stacked import StackedDealer
from tests.witnesses import Followers, choose_action

CASES: list[tuple[str, dict[str, Any]]] = [(variant, {}) for variant in variants()] + [
    ("two_handed", {"pack": 8}),
    ("four_handed", {"pack": 33, "target": 11, "match_games": 3, "laps": True, "slams": True}),
    ("four_handed", {"pack": 25, "joker_suit": "C", "lone_lead": "left_of_lone_player", "assist_must_be_alone": True}),
    ("three_handed", {"pack": 24, "may_discard_turnup": True, "stick_the_dealer": True, "match_games": 2}),
    ("four_handed", {"lone_hands": False, "pack": 28}),
    ("four_handed", {"lone_hands": False, "pack": 24, "jamboree": True, "may_discard_turnup": True}),
    ("railroad_full", {"pack": 33, "best_card_mode": "free", "may_discard_turnup": True, "jambone_euchre": "deduct"}),
    ("railroad", {"joker_turnup": "dealer_blind_maker", "jamboree": True, "defend_alone": "never"}),
    ("three_handed", {"pack": 25, "joker_turnup": "dealer_blind_maker"}),
    ("five_handed", {"min_bid": 3, "num_deals": 5, "match_games": 2}),
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


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_decode_gives_back_all_that_the_seat_has_seen(
    case: tuple[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("euchre_env.engine_state.dealer_of", StackedDealer)  # or nobody ever declines a Jamboree
    variant, options = case
    tables, rng = VectorEuchre(variant, num_tables=8, seed=11, **options), np.random.default_rng(1)
    followers = Followers(tables)
    for _ in range(64):
        observations = tables.observe()
        for at, told in enumerate(followers.told):
            assert decode(tables.rules, observations[at]) == expected_sight(told, tables, at)
        followers.step(random_actions(tables, rng))


@pytest.mark.parametrize("variant", variants())
def test_every_bit_is_one_somewhere_and_zero_somewhere(variant: str) -> None:
    """Half the decisions are the lowest legal ones, or hardly a widow would be taken."""
    tables, rng = VectorEuchre(variant, num_tables=512, seed=2), np.random.default_rng(2)
    tables.reset(records=rare_beginnings(tables))
    some, every = np.zeros((1, tables.layout.words), np.uint64), ~np.zeros((1, tables.layout.words), np.uint64)
    for _ in range(3000):
        packed = tables.observe_packed()
        some |= np.bitwise_or.reduce(packed, 0)
        every &= np.bitwise_and.reduce(packed, 0)
        (ones,), (zeros,) = (tables.layout.unpack(words).astype(bool) for words in (some, ~every))
        if ones.all() and zeros.all():
            break
        tables.step(choose_action(tables, rng.random(tables.num_tables)))
    names = np.array(tables.layout.names)
    assert zeros.all(), names[~zeros]
    assert ones.all(), names[~ones]


def rare_beginnings(tables: VectorEuchre) -> list[dict[str, Any]]:
    """The first deals, but with all kinds of scores; where it matters with a Jamboree at the eldest's, or with tens as
    partner's best."""
    records = [tables.record(table) for table in range(tables.num_tables)]
    rules = tables.rules
    highest = (rules.target or 121) - 1
    for table, record in enumerate(records):
        record["scores"] = [(37 * table + 11 * side) % (highest + 1) for side in range(rules.sides)]
    if rules.partners_best:
        hands = ["AC KC QC AD KD", "JC JS AS KS JH", "AH KH QH QD JD", "9D TD 9C TC TH"]
        for record in records[:128]:
            record |= {"dealer": 0, "hands": hands, "upcard": "9S", "stock": "TS QS JK 9H"}
    if rules.jamboree:
        hands = ["9C TC QC KC AC", "JK JS JC AS KS", "9H TH QH KH AH", "9D TD QD KD AD"]
        for record in records[128:172]:
            record |= {"dealer": 0, "hands": hands, "upcard": "9S", "stock": "TS QS JH JD"}
    return records


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
    for _ in range(data.draw(st.integers(0, 20))):
        tables.step(choose_action(tables, rng.random(1)))
    told = tables.table(0)
    other = with_hidden_cards_exchanged(told, rng)
    assume(other is not told)
    twin = VectorEuchre(variant, num_tables=1)
    twin.reset(records=[other.record() | {"scores": told.scores, "games": told.games}])
    for _, action in other.actions:
        twin.step(np.array([twin.parse_action(0, action)]))
    assert twin.table(0).deal != told.deal
    differ = twin.observe()[0] != tables.observe()[0]
    assert not differ.any(), [name for name, d in zip(tables.layout.names, differ, strict=True) if d] + [
        other.record(),
        told.record(),
    ]


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
    shown = {action.partition("_")[2] for _, action in told.actions}
    shown |= {card for who, said in told.actions if said == "announce_jambone" for card in told.hands[who]}
    if told.contract.maker >= 0 and (told.contract.maker + told.dealer) % rules.players == me:
        shown |= set(told.deal.stock)  # the widow
    if rules.bids and told.kind in ("bury", "partner"):
        shown |= set(told.deal.stock)
    unseen = [(who, card) for who, card in unseen if card not in shown]
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
    followers = Followers(tables)
    for _ in range(80):
        packed = tables.observe_packed()
        for at, told in enumerate(followers.told):
            sight = expected_sight(told, tables, at)
            assert seen.setdefault(packed[at].tobytes(), sight) == sight
        followers.step(random_actions(tables, rng))
    assert len(seen) > 4000


@pytest.mark.parametrize("bad", [np.zeros(3, np.uint8), np.zeros((1, 3), np.uint8)])
def test_decode_refuses_another_games_observation(bad: np.ndarray) -> None:
    with pytest.raises(ValueError, match="this game's is an array of shape"):
        decode(rules_for("four_handed"), bad)


@pytest.mark.parametrize(
    ("variant", "options", "scores"),
    [
        ("three_handed_set_back", {"target": 1000}, (600, 511, 512)),  # does not fit twice into a word
        ("three_handed_set_back", {}, (-512, 4, -3)),
        ("railroad_full", {"target": 1000, "jambone_euchre": "deduct"}, (900, -600)),
        ("seven_handed", {"num_deals": 1000}, (19980, 0, 1, 513, 1024, 9999, 77)),
        ("two_handed", {"target": 1}, (0, 0)),
    ],
)
def test_scores_of_any_size_come_back(variant: str, options: dict[str, Any], scores: tuple[int, ...]) -> None:
    tables = VectorEuchre(variant, **options)
    tables.reset(records=[tables.record(0) | {"scores": list(scores)}])
    own = tables.rules.side_of(int(tables.seat[0]))
    assert decode(tables.rules, tables.observe()[0]).scores == scores[own:] + scores[:own]


def test_scores_below_the_lowest_that_fits_show_as_it() -> None:
    tables = VectorEuchre("three_handed_set_back")
    tables.reset(records=[tables.record(0) | {"scores": [-513, -9000, 3]}])
    assert sorted(decode(tables.rules, tables.observe()[0]).scores) == [-512, -512, 3]
