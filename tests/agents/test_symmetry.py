"""The mirror: where the two cross suits change places, what is seen, legal, encoded and answered does so too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from agents.networks.policy import Policy
from agents.networks.symmetry import Mirror, Orientation, exchanged
from agents.neural_agent import NeuralAgent
from euchre_env import Deal, Rules, Table, VectorEuchre, deal_cards, rules_for, variants

DEALS = 16
BIDDING = ("five_handed", "seven_handed")


def cross_suits(rules: Rules, deal: Deal) -> str:
    """The two suits that are not of the colour from which the cards are seen at first (C9: of a Joker turned up that
    of the suit agreed on, or clubs; clubs as well where nothing is turned up)."""
    upcard = "JK" if deal.upcard is None else deal.upcard
    base = upcard[1] if upcard != "JK" else rules.joker_suit if rules.applies("joker_suit") else "C"
    return "CS" if base in "DH" else "DH"


def mirrored(rules: Rules, deal: Deal) -> Deal:
    """The deal with the cards of the two cross suits exchanged."""
    first, second = cross_suits(rules, deal)
    turned = {first: second, second: first}

    def exchange(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card if card == "JK" else card[0] + turned.get(card[1], card[1]) for card in cards)

    upcard = None if deal.upcard is None else exchange((deal.upcard,))[0]
    return Deal(tuple(map(exchange, deal.hands)), upcard, exchange(deal.stock))


@dataclass
class Moment:
    """What is seen and legal at tables whose deals go on, and at those with the mirrored deals."""

    tables: VectorEuchre
    bits: list[np.ndarray]
    hidden: list[np.ndarray]
    mask: list[np.ndarray]


def whole_deals(policy: Policy, variant: str) -> Iterator[Moment]:
    """Deals and their mirror images, played to the end with the actions that a policy draws and their mirror images.

    That the same seats decide, and get the same points, is seen to on the way.
    """
    rules, rng = policy.encoding.games[policy.encoding.variants.index(variant)], np.random.default_rng(1)
    deals = [deal_cards(rules, 5, table, 0, table % rules.players) for table in range(DEALS)]
    if rules.pack == 25:
        deals[0] = next(deal for n in range(200) if (deal := deal_cards(rules, 5, 0, n, 0)).upcard == "JK")
    both = [*deals, *(mirrored(rules, deal) for deal in deals)]
    tables = VectorEuchre(rules, num_tables=2 * DEALS)
    dealers = [table % rules.players for table in range(DEALS)] * 2
    tables.reset(records=[Table(rules, *dealt).record() for dealt in zip(both, dealers, strict=True)])
    agent, actions_mirror = NeuralAgent(policy, variant, "", greedy=False), Mirror(tables.actions.names)
    playing = np.arange(DEALS)
    while playing.size:
        parts = playing, playing + DEALS
        assert (tables.seat[parts[0]] == tables.seat[parts[1]]).all()
        bits, hidden = tables.observe(), tables.hidden_layout.unpack(tables.observe_hidden())
        yield Moment(tables, *([array[part] for part in parts] for array in (bits, hidden, tables.action_mask)))
        actions = tables.forced_action.copy()
        actions[playing] = agent.act(bits[playing], tables.action_mask[playing], rng)
        actions[playing + DEALS] = actions_mirror.columns[actions[playing]]
        reward, over, _ = tables.step(actions)
        np.testing.assert_array_equal(reward[playing], reward[playing + DEALS])
        assert (over[playing] == over[playing + DEALS]).all()
        playing = playing[~over[playing]]


def reflection(names: tuple[str, ...], bits: np.ndarray) -> np.ndarray:
    """All rows reflected."""
    turned = bits.copy()
    Mirror(names).reflect(turned, np.arange(len(bits)))
    return turned


@pytest.mark.parametrize("variant", variants())
def test_what_a_mirrored_deal_shows_is_the_reflection(family: Policy, variant: str) -> None:
    """The engine's own word, at every decision of whole deals: what is seen, what is hidden and what is legal."""
    bids = 0
    for now in whole_deals(family, variant):
        layout = now.tables.layout
        np.testing.assert_array_equal(reflection(layout.names, now.bits[0]), now.bits[1])
        np.testing.assert_array_equal(reflection(now.tables.hidden_layout.names, now.hidden[0]), now.hidden[1])
        np.testing.assert_array_equal(now.mask[0][:, Mirror(now.tables.actions.names).columns], now.mask[1])
        high = [n for n, name in enumerate(layout.names) if name.startswith("bid_suit_") and name.endswith("[bit1]")]
        bids += int(now.bits[0][:, high].sum())
    assert (bids > 100) == (variant in BIDDING)  # cross suits were bid, which stand there as numbers


@pytest.mark.parametrize("variant", variants())
def test_mirror_images_are_encoded_and_answered_alike(family: Policy, variant: str) -> None:
    """Whatever is not its own mirror image is turned round in one of two mirrored deals, and then the two are the same
    to a network; the answers are mirror images."""
    encoding, number = family.encoding, family.encoding.variants.index(variant)
    agent = NeuralAgent(family, variant, "", greedy=False)
    for now in whole_deals(family, variant):
        lopsided = np.flatnonzero((now.bits[0] != now.bits[1]).any(axis=1))
        if not lopsided.size:
            continue
        bits, hidden, mask = ([part[lopsided] for part in parts] for parts in (now.bits, now.hidden, now.mask))
        one, other = (encoding.encode(number, part) for part in bits)
        assert sorted([*one.reflected, *other.reflected]) == list(range(len(lopsided)))
        np.testing.assert_array_equal(one.features, other.features)
        np.testing.assert_array_equal(
            encoding.encode_hidden(number, hidden[0], one.reflected),
            encoding.encode_hidden(number, hidden[1], other.reflected),
        )
        mirror = Mirror(now.tables.actions.names)
        chances, images = (agent.probabilities(*part) for part in zip(bits, mask, strict=True))
        np.testing.assert_array_equal(chances[:, mirror.columns], images)
        chosen, images = (agent.act(*part, np.random.default_rng(2)) for part in zip(bits, mask, strict=True))
        np.testing.assert_array_equal(mirror.columns[chosen], images)


@pytest.mark.parametrize("variant", variants())
def test_reflecting_twice_is_the_identity(variant: str) -> None:
    tables, rng = VectorEuchre(variant), np.random.default_rng(0)
    for names in (tables.layout.names, tables.hidden_layout.names, tables.actions.names):
        bits = rng.integers(2, size=(50, len(names)), dtype=np.uint8)  # any bits: more than any position shows
        once = reflection(names, bits)
        assert (once != bits).any()
        np.testing.assert_array_equal(reflection(names, once), bits)


def test_only_the_rows_asked_for_are_reflected() -> None:
    bits = np.array([[1, 0, 0], [1, 0, 1], [1, 1, 0]], np.uint8)
    Mirror(("own_hand[cross1 A]", "own_hand[cross2 A]", "own_hand[trump A]")).reflect(bits, np.array([1]))
    assert bits.tolist() == [[1, 0, 0], [0, 1, 1], [1, 1, 0]]


def test_a_suit_that_is_a_number_is_exchanged() -> None:
    """Trump 0 and next 1 stay, cross1 2 and cross2 3 change places."""
    names = ("bid_suit_own[bit0]", "bid_suit_own[bit1]")
    numbers = np.array([[value & 1, value >> 1] for value in range(4)], np.uint8)
    assert (reflection(names, numbers) @ [1, 2]).tolist() == [0, 1, 3, 2]


def test_names_are_exchanged() -> None:
    names = ("card[cross1 A]", "name_alone[cross2]", "card[next K]", "bid_5[cross1]", "pass")
    assert [exchanged(name) for name in names] == [
        *("card[cross2 A]", "name_alone[cross1]", "card[next K]", "bid_5[cross2]", "pass")
    ]


@pytest.mark.parametrize(
    "up, reflected",
    [
        (["own_hand[cross2 A]", "own_hand[cross1 K]"], True),  # the ace is more than the king
        (["own_hand[cross1 A]", "own_hand[cross2 K]"], False),
        (["own_hand[cross2 9]", "played_seat+1[cross1 A]"], True),  # the own hand comes first
        (["own_hand[cross1 9]", "own_hand[cross2 9]", "played_seat+1[cross2 A]"], True),
        (["own_hand[cross1 9]", "own_hand[cross2 9]", "played_seat+1[cross1 A]"], False),
        (["own_hand[trump 9]"], False),  # its own mirror image
    ],
)
def test_cross1_is_the_suit_that_holds_more(up: list[str], reflected: bool) -> None:
    names = VectorEuchre(rules_for("north_american")).layout.names
    bits = np.array([[name in up for name in names]], np.uint8)
    assert bits.sum() == len(up)
    assert Orientation(names).reflected(bits).tolist() == [0] * reflected


def test_what_the_cards_do_not_tell_apart_is_told_by_the_rest() -> None:
    """The same ranks of both cross suits were played, but by different seats: one of the two images is shown."""
    names = VectorEuchre(rules_for("north_american")).layout.names
    up = {"played_seat+1[cross1 A]", "played_seat+2[cross2 A]"}
    images = np.array([[name in shown for name in names] for shown in (up, set(map(exchanged, up)))], np.uint8)
    assert images.sum() == 4
    assert len(Orientation(names).reflected(images)) == 1
