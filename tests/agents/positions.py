"""Positions of random deals, for the tests of what agents make of their observations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.view import HandView, place_of
from agents.worlds import Worlds
from euchre_env import VectorEuchre, variants

GAMES: list[tuple[str, dict[str, Any]]] = [(variant, {}) for variant in variants()] + [
    ("railroad_full", {"pack": 33, "best_card_mode": "free", "may_discard_turnup": True}),
    ("railroad_full", {"may_discard_turnup": True}),
    ("railroad", {"joker_turnup": "dealer_blind_maker", "jamboree": True, "pack": 29}),
    ("two_handed", {"pack": 8}),
    ("four_handed", {"lone_hands": False, "pack": 24, "jamboree": True, "may_discard_turnup": True}),
]
QUICK = [GAMES[variants().index(variant)] for variant in ("two_handed", "north_american", "british", "five_handed")]
QUICK += [GAMES[11], GAMES[12]]
NAMES = [f"{variant}-{'-'.join(map(str, options.values()))}" for variant, options in GAMES]


def random_play(tables: VectorEuchre, rng: np.random.Generator, steps: int) -> Iterator[NDArray[np.uint8]]:
    """The observations before each of so many steps; any legal action is as likely as any other."""
    for _ in range(steps):
        yield tables.observe().copy()
        mask = tables.action_mask
        tables.step((mask * rng.random(mask.shape)).argmax(1))


def real_world(tables: VectorEuchre, view: HandView) -> Worlds:
    """The one world that is real at each table, read from the record of its deal: words [B, 1, ...]."""
    seen, players = view.read(tables.observe()), tables.num_seats
    pack, opposer = view.pack, place_of(seen["opposed_by"])
    hands, gifts = np.zeros((tables.num_tables, players), np.uint64), np.zeros((tables.num_tables, 2), np.uint64)
    bests, others = gifts.copy(), np.zeros((tables.num_tables, 2), np.uint64)  # put away, in stock
    for table in range(tables.num_tables):
        told, trump, me = tables.table(table), int(tables.engine.trump[table]), int(tables.seat[table])
        for step in range(players):
            hands[table, step] = pack.parse_all(told.hands[(me + step) % players], trump)
        gone: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for who, action in [said for said in told.actions if said[1] != "play_on"]:
            verb, _, card = action.partition("_")
            gone[verb].append((who, card))
        for verb, cards in (("give", gifts), ("best", bests)):
            for who, card in gone[verb]:
                lone = (who - me + (2 if verb == "best" else 0)) % players
                cards[table, int(lone == opposer[table])] |= np.uint64(1 << pack.parse(card, trump))
        others[table, 0] = pack.parse_all([card for _, card in gone["discard"] + gone["bury"]], trump)
        played = pack.parse_all([card for _, card in gone["play"] + gone["call"]], trump)
        known = np.bitwise_or.reduce([*hands[table], *gifts[table], others[table, 0], seen["turn_up"][table]])
        others[table, 1] = np.uint64(pack.all & ~played) & ~known
    nothing = np.zeros((tables.num_tables, 1), np.uint64)
    discard, stock = others.T[:, :, None]
    hands, gifts, bests = (cards[:, None] for cards in (hands, gifts, bests))
    return Worlds(hands, discard, gifts, bests, stock, np.zeros_like(hands), nothing)
