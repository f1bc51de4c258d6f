"""One network for several variants: every bit and every action finds its place and its way back."""

from __future__ import annotations

import numpy as np
import pytest

from agents.networks.encoding import Encoding, describe_games
from agents.networks.symmetry import Mirror, exchanged
from agents.random_agent import RandomAgent
from euchre_env import KINDS, OPTIONS, VectorEuchre, rules_for, variants

GAMES = list(variants())


def played(variant: str, steps: int, num_tables: int = 64) -> VectorEuchre:
    """Tables after some random decisions."""
    tables, rng, agent = VectorEuchre(variant, num_tables=num_tables, seed=4), np.random.default_rng(1), RandomAgent()
    for _ in range(steps):
        tables.step(agent.act(tables.observe(), tables.action_mask, rng))
    return tables


def encoded(encoding: Encoding, number: int, bits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Features of observations, a bit a byte, and the observations turned round where the encoding does."""
    found, turned = encoding.encode(number, bits), bits.copy()
    Mirror(VectorEuchre(GAMES[number]).layout.names).reflect(turned, found.reflected)
    assert 0 < len(found.reflected) < len(bits)
    return np.unpackbits(found.features, axis=1, count=encoding.features), turned


@pytest.fixture(scope="module")
def encoding() -> Encoding:
    return Encoding([rules_for(variant) for variant in GAMES])


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("steps", [0, 11, 37])
def test_features_are_the_bits_by_name_and_the_variant(encoding: Encoding, variant: str, steps: int) -> None:
    tables, number = played(variant, steps), GAMES.index(variant)
    features, observation = encoded(encoding, number, tables.observe())
    of_union, own = np.array(encoding.layout.names), np.array(tables.layout.names)
    for row in range(0, len(features), 7):  # so what the variant lacks is left at 0
        assert set(of_union[features[row, : len(of_union)] == 1]) == set(own[observation[row] == 1])
    described = np.array(encoding.game_names)[features[0, len(of_union) :] == 1]
    assert f"variant[{variant}]" in described
    assert (features[:, len(of_union) :] == features[0, len(of_union) :]).all()


def test_features_say_which_variant_and_which_rules() -> None:
    games = [rules_for(variant) for variant in GAMES]
    bits, names = describe_games(games)
    for rules, row in zip(games, bits, strict=True):
        up = [name for name, bit in zip(names, row, strict=True) if bit]
        differing = [o for o in OPTIONS if len({getattr(game, o) for game in games}) > 1]
        assert up == [f"variant[{rules.variant}]", *(f"rules[{o}={getattr(rules, o)}]" for o in differing)]
        assert len(differing) > 10
    assert describe_games(games[:1])[1] == ()  # in one game there is nothing to tell apart


@pytest.mark.parametrize("layout", ["layout", "hidden_layout"])
def test_the_union_holds_every_block_once(encoding: Encoding, layout: str) -> None:
    union, members = getattr(encoding, layout), [getattr(VectorEuchre(variant), layout) for variant in GAMES]
    assert set(union.blocks) == {block for member in members for block in member.blocks}
    assert sum(at.stop - at.start for at in union.blocks.values()) == union.size
    for block in union.blocks:
        labels = {label for member in members if block in member.blocks for label in member.labels(block)}
        assert set(union.labels(block)) == labels
        assert all(labels) or labels == {""}  # a bit has a name, or its block holds no other


def test_hidden_features_are_the_bits_by_name(encoding: Encoding) -> None:
    for number, variant in enumerate(GAMES):
        tables = played(variant, 9)
        hidden, reflected = tables.hidden_layout.unpack(tables.observe_hidden()), np.arange(0, 64, 2)
        packed = encoding.encode_hidden(number, hidden, reflected)
        features = np.unpackbits(packed, axis=1, count=encoding.hidden_features)
        Mirror(tables.hidden_layout.names).reflect(hidden, reflected)
        of_union, own = np.array(encoding.hidden_layout.names), np.array(tables.hidden_layout.names)
        for row in range(0, 64, 9):
            assert set(of_union[features[row] == 1]) == set(own[hidden[row] == 1])


def test_every_kind_of_decision_has_its_actions(encoding: Encoding) -> None:
    """What is legal, by name, in every kind of decision that random play comes to."""
    cards, met = {"give", "best", "discard", "bury", "play", "call"}, set()
    starts = {
        "make": ("pass", "order_up", "name[", "name_alone["),
        "bid": ("pass", "bid_"),
        "oppose": ("defend", "opp"),
    }
    starts |= {"name_blind": ("name_blind[",), "choose": ("ask_best", "take_up", "pat"), "partner": ("partner[",)}
    starts |= {"announce": ("play_on", "announce_")} | dict.fromkeys(cards, ("card[",))
    for number, variant in enumerate(GAMES):
        tables, rng, agent = VectorEuchre(variant, num_tables=512, seed=1), np.random.default_rng(2), RandomAgent()
        for _ in range(60):
            kinds = tables.decision_kind
            legal = encoding.legal(encoding.encode(number, tables.observe()).features)
            for kind in np.unique(kinds):
                allowed = [encoding.action_names[i] for i in np.flatnonzero(legal[kinds == kind].any(axis=0))]
                assert all(name.startswith(starts[KINDS[kind]]) for name in allowed), (variant, KINDS[kind], allowed)
                met.add(KINDS[kind])
            tables.step(agent.act(tables.observe(), tables.action_mask, rng))
    assert met == set(KINDS)


@pytest.mark.parametrize("variant", GAMES)
def test_legal_columns_are_the_action_mask(encoding: Encoding, variant: str) -> None:
    number = GAMES.index(variant)
    nothing, rows = np.zeros(0, np.intp), np.arange(64)
    for steps in (0, 5, 23):
        tables = played(variant, steps)
        shown = encoding.encode(number, tables.observe())
        legal, mask = encoding.legal(shown.features), tables.action_mask
        assert (legal.sum(axis=1) == mask.sum(axis=1)).all()
        for union, name in enumerate(encoding.action_names):
            if encoding.own_actions(number, np.array([union]), nothing)[0] < 0:
                assert not legal[:, union].any()
                continue
            own = encoding.own_actions(number, np.full(64, union), shown.reflected)
            wanted = np.full(64, name, object)
            wanted[shown.reflected] = exchanged(name)
            assert [tables.actions.names[action] for action in own] == wanted.tolist()
            assert (legal[:, union] == mask[rows, own]).all()


@pytest.mark.parametrize("variant", ["two_handed", "railroad_full", "seven_handed"])
def test_probabilities_find_their_actions(encoding: Encoding, variant: str) -> None:
    """A one at an action of the union becomes a one at that which `own_actions` gives."""
    tables, number = played(variant, 9), GAMES.index(variant)
    shown = encoding.encode(number, tables.observe())
    chosen = encoding.legal(shown.features).argmax(axis=1)
    own = encoding.own_probabilities(number, np.eye(encoding.actions)[chosen], shown.reflected)
    assert own.dtype == np.float64
    assert np.array_equal(own, np.eye(len(tables.actions.names))[encoding.own_actions(number, chosen, shown.reflected)])


@pytest.mark.parametrize("variant", GAMES)
def test_one_variant_keeps_its_own_layout(variant: str) -> None:
    alone, tables = Encoding([rules_for(variant)]), played(variant, 6)
    assert alone.layout.names == tables.layout.names
    assert alone.action_names == tables.actions.names
    turned = tables.observe().copy()
    shown = alone.encode(0, turned)
    Mirror(tables.layout.names).reflect(turned, shown.reflected)
    assert alone.features == tables.layout.size
    assert np.array_equal(shown.features, np.packbits(turned, axis=1))
    hidden = tables.hidden_layout.unpack(tables.observe_hidden())
    packed = alone.encode_hidden(0, hidden, np.zeros(0, np.intp))
    assert np.array_equal(packed, np.packbits(hidden, axis=1))


def test_what_is_encoded_is_left_as_it_was(encoding: Encoding) -> None:
    for number, variant in enumerate(GAMES):
        tables = played(variant, 9)
        bits, hidden = tables.observe(), tables.hidden_layout.unpack(tables.observe_hidden())
        before = bits.copy(), hidden.copy()
        for each, place in ((encoding, number), (Encoding([rules_for(variant)]), 0)):
            each.encode_hidden(place, hidden, each.encode(place, bits).reflected)
        assert np.array_equal(bits, before[0])
        assert np.array_equal(hidden, before[1])


def test_no_outcome_stands_twice_for_want_of_precision(encoding: Encoding) -> None:
    assert (np.diff(encoding.outcomes) > 1e-3).all()
    assert encoding.outcomes[[0, -1]].tolist() == [-20, 20]


@pytest.mark.parametrize("variant", GAMES)
def test_every_reward_is_a_possible_outcome(variant: str) -> None:
    rules = rules_for(variant)
    outcomes = set(Encoding([rules]).outcomes.tolist())
    tables, rng, agent, seen = VectorEuchre(variant, num_tables=512), np.random.default_rng(0), RandomAgent(), set()
    for _ in range(300):
        reward, over, _ = tables.step(agent.act(tables.observe(), tables.action_mask, rng))
        seen |= set(reward[over].ravel().tolist())
    assert seen <= outcomes
    assert len(seen) > 3


def test_hash_tells_layouts_apart() -> None:
    hashes = {Encoding([rules_for(variant)]).hash for variant in GAMES}
    assert len(hashes) == len(GAMES)
    assert Encoding([rules_for("two_handed")]).hash == Encoding([rules_for("two_handed")]).hash
