"""Every history that agrees with what a seat knows is as likely as any other: counted by brute force, and drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.worlds import Worlds, WorldSampler
from euchre_env import Deal, IllegalAction, Sight, Table, VectorEuchre, decode
from tests.agents.positions import random_play

DRAWN = 40_000


def find(
    variant: str, seed: int, wanted: Callable[[Sight], bool]
) -> tuple[WorldSampler, NDArray[np.uint8], Sight, Table]:
    """A position of random play: its observation uint8 [1, F], what it says, and the real deal so far."""
    tables, rng = VectorEuchre(variant, num_tables=256, seed=seed), np.random.default_rng(seed)
    for observation in random_play(tables, rng, 60):
        last_trick = observation[:, tables.layout["trick"]][:, -1]
        for table in np.flatnonzero(last_trick):
            sight = decode(tables.rules, observation[table])
            if wanted(sight):
                return WorldSampler(tables.rules), observation[[table]], sight, tables.table(int(table))
    raise AssertionError("there is no such position among these")


def fits(found: Counter[Any], expected: dict[Any, float]) -> None:
    """Chi-square: what was found has the frequencies expected. The bound is one that a fair draw fails once in some
    thousand times."""
    share = sum(found.values()) / sum(expected.values())
    assert set(found) <= set(expected)
    assert min(expected.values()) * share > 5, "too few draws to tell"
    chi_square = sum((found[what] - many * share) ** 2 / (many * share) for what, many in expected.items())
    freedom = len(expected) - 1
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom) + 4


# ---- voids, the stock, the dealer's discard --------------------------------------------------------------------------


def legal_histories(told: Table) -> Iterator[tuple[str, ...]]:
    """(last card of each other seat that has one, discard, *stock) by name, of every deal that can have gone like this
    one to the eyes of the seat that decides; whether it can, the rules themselves say."""
    me, players, dealer = told.seat or 0, told.rules.players, told.dealer
    played = [{card.partition("_")[2] for who, card in told.actions if who == s and card.startswith("play_")}
              for s in range(players)]  # fmt: skip
    hidden = [card for seat, hand in enumerate(told.hands) if seat != me for card in hand]
    discard = next(action.partition("_")[2] for _, action in told.actions if action.startswith("discard_"))
    pile = sorted({*hidden, discard, *told.deal.stock})
    seats = [seat for seat in range(players) if seat != me and told.hands[seat]]
    for laid in permutations(pile, len(seats) + 1):
        stock = tuple(card for card in pile if card not in laid)
        held = [set(cards) for cards in played]
        held[me] |= set(told.hands[me])
        for seat, card in zip(seats, laid[:-1], strict=True):
            held[seat].add(card)
        held[dealer].add(laid[-1])
        held[dealer].discard(told.deal.upcard or "")
        if any(len(hand) != told.rules.hand_size for hand in held) or told.deal.upcard in stock:
            continue
        table = Table(told.rules, Deal(tuple(tuple(sorted(hand)) for hand in held), told.deal.upcard, stock), dealer)
        try:
            for _, action in told.actions:
                table.step(f"discard_{laid[-1]}" if action.startswith("discard_") else action)
        except IllegalAction:
            continue
        yield (*laid, *stock)


@pytest.mark.parametrize("turn_up_played", [True, False])
def test_hands_discard_and_stock_are_uniform_under_voids(turn_up_played: bool) -> None:
    """The turn-up too, where it may have been put away."""

    def wanted(sight: Sight) -> bool:
        taken = any(call == "order_up" for _, call in sight.calls)
        seen = {card for trick in sight.tricks for _, card in trick} | set(sight.hand)
        voids = sum(map(len, sight.voids[1:]))
        return taken and sight.dealer != 0 and voids > 2 and (sight.turn_up in seen) == turn_up_played

    sampler, observation, _, told = find("north_american", 3, wanted)
    possible = set(legal_histories(told))
    assert len(possible) > 20
    assert sampler.count(observation).tolist() == [len(possible)]
    worlds, pack = sampler.sample(observation, DRAWN, np.random.default_rng(1)), sampler.view.pack
    trump = "CSDH".index(told.trump or "")
    me, players = told.seat or 0, told.rules.players
    steps = [(seat - me) % players for seat in range(players) if seat != me and told.hands[seat]]
    columns = [*(worlds.hands[0, :, step] for step in steps), worlds.discard[0], worlds.stock[0]]
    found = Counter(
        tuple(name for word in row for name in sorted(pack.names(int(word), trump)))
        for row in zip(*columns, strict=True)
    )
    fits(found, dict.fromkeys(possible, 1.0))


# ---- the best card that passed unseen (R9, R10) ----------------------------------------------------------------------

RANKS = ("9", "10", "J", "Q", "K", "A")


def better_to_give(labels: tuple[str, ...], card: str) -> int:
    """The word of the cards that a partner would have to give rather than `card`."""
    trumps = [label for label in labels if label.startswith("trump ") or label == "Joker"]  # upwards
    if card in trumps:
        return sum(1 << labels.index(label) for label in trumps[trumps.index(card) + 1 :])
    rank = RANKS.index(card.split()[1])
    higher = [label for label in labels if label not in trumps and RANKS.index(label.split()[1]) > rank]
    return sum(1 << labels.index(label) for label in (*trumps, *higher))


def test_the_best_card_given_is_as_likely_as_it_leaves_histories() -> None:
    """An adversary's view of a lone maker who named trump in the second round and asked for the best card."""

    def wanted(sight: Sight) -> bool:
        calls = [call for _, call in sight.calls]
        named = any(call.startswith("name_alone") for call in calls)
        return named and "ask_best" in calls and sight.maker in (1, 3) and "oppose_alone" not in calls

    sampler, observation, sight, _ = find("railroad", 4, wanted)
    labels = sampler.view.pack.labels
    word = {label: 1 << bit for bit, label in enumerate(labels)}
    suit = {label: "trump" if label == "Joker" else label.split()[0] for label in labels}
    lone, other = sight.maker or 0, 2
    played = {seat: [card for trick in sight.tricks for who, card in trick if who == seat] for seat in range(4)}
    assert sight.sits_out == ((lone + 2) % 4,)
    known = {*sight.hand, sight.turn_up, *(card for cards in played.values() for card in cards)}
    unseen = [label for label in labels if label not in known]
    better = {label: better_to_give(labels, label) for label in labels}
    bests: Counter[str] = Counter()
    last: Counter[tuple[str, str]] = Counter()
    for held in permutations(unseen, sum(len(played[seat]) < 5 for seat in (lone, other))):
        holds = dict(zip((seat for seat in (lone, other) if len(played[seat]) < 5), held, strict=True))
        if any(suit[card] in sight.voids[seat] for seat, card in holds.items()):
            continue
        rest = [label for label in unseen if label not in held]
        for left in combinations(rest, 4):
            giver = sum(word[label] for label in left)
            gifts = len(rest) - 4  # any of the others may have been passed over
            for best in (*played[lone], *([holds[lone]] if lone in holds else [])):
                if not better[best] & giver:
                    bests[best] += gifts
                    last[held] += gifts
    assert sampler.count(observation).tolist() == [sum(bests.values())]
    worlds = sampler.sample(observation, DRAWN, np.random.default_rng(2))
    drawn = Counter(label_of(labels, worlds.bests[0, :, 0]))
    fits(drawn, {card: float(many) for card, many in bests.items()})
    columns = [label_of(labels, worlds.hands[0, :, seat]) for seat in (lone, other) if len(played[seat]) < 5]
    fits(Counter(zip(*columns, strict=True)), {cards: float(many) for cards, many in last.items()})


def label_of(labels: tuple[str, ...], words: NDArray[np.uint64]) -> list[str]:
    return [labels[int(word).bit_length() - 1] for word in words.tolist()]


# ---- without anything to count: proportions --------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["two_handed", "north_american", "seven_handed"])
def test_before_anything_is_known_every_card_may_be_anywhere(variant: str) -> None:
    tables = VectorEuchre(variant, num_tables=1, seed=5)
    sampler, observation = WorldSampler(tables.rules), tables.observe()
    worlds = sampler.sample(observation, DRAWN, np.random.default_rng(3))
    hidden = sampler.view.pack.all & ~int(worlds.hands[0, 0, 0] | np.uint64(0)) & ~turn_up_of(sampler, observation)
    for card in [bit for bit in range(sampler.view.pack.size) if hidden >> bit & 1][::9]:
        places = [*worlds.hands[0, :, 1:].T, worlds.stock[0]]
        found = Counter(
            {place: int((words >> np.uint64(card) & np.uint64(1)).sum()) for place, words in enumerate(places)}
        )
        fits(found, {place: float(size) for place, size in enumerate(sizes_of(worlds))})


def turn_up_of(sampler: WorldSampler, observation: NDArray[np.uint8]) -> int:
    return int(sampler.view.read(observation)["turn_up"][0])


def sizes_of(worlds: Worlds) -> list[int]:
    """Cards in the other hands and in the stock."""
    return np.bitwise_count([*worlds.hands[0, 0, 1:], worlds.stock[0, 0]]).tolist()


def test_what_a_bidder_buried_is_uniform() -> None:
    """Five-handed, the last trick: four hands of a card and three cards buried, whatever the voids leave possible."""

    def wanted(sight: Sight) -> bool:
        return sight.maker != 0 and sight.bid != 15 and sum(map(len, sight.voids[1:])) > 2 and len(sight.tricks[-1]) < 3

    sampler, observation, sight, _ = find("five_handed", 6, wanted)
    labels = sampler.view.pack.labels
    known = {*sight.hand, *(card for trick in sight.tricks for _, card in trick)}
    unseen = [label for label in labels if label not in known]
    on_table = {who for who, _ in sight.tricks[-1]}
    seats = [seat for seat in range(1, 5) if seat not in on_table]
    possible = [
        held
        for held in permutations(unseen, len(seats))
        if all(card.split()[0] not in sight.voids[seat] for seat, card in zip(seats, held, strict=True))
    ]
    assert sampler.count(observation).tolist() == [len(possible)]
    worlds = sampler.sample(observation, DRAWN, np.random.default_rng(4))
    assert (np.bitwise_count(worlds.discard) == 3).all()
    columns = [label_of(labels, worlds.hands[0, :, seat]) for seat in seats]
    fits(Counter(zip(*columns, strict=True)), dict.fromkeys(possible, 1.0))
