"""Deals as numbers: (seed, table, deal) decides the cards, whatever else is dealt beside them.

A deal is drawn as the rank of a subset: of all ways to take five cards out of those left, the n-th, once a seat. The
random numbers are counter-based (splitmix64, Steele, Lea and Flood 2014), so no state is kept and any deal can be had
by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.cards import SUITS, Deal, Words, pack_of
from euchre_env.checks import is_index
from euchre_env.rules import Rules, check_rules
from euchre_env.spelling import shown

U64 = np.uint64
GOLDEN, DEAL_STEP = U64(0x9E3779B97F4A7C15), U64(0xD1342543DE82EF95)


def mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The splitmix64 finaliser, in place: uint64 [...]."""
    x ^= x >> U64(30)
    x *= U64(0xBF58476D1CE4E5B9)
    x ^= x >> U64(27)
    x *= U64(0x94D049BB133111EB)
    x ^= x >> U64(31)
    return x


def random_words(key: NDArray[np.uint64]) -> Iterator[NDArray[np.uint64]]:
    """Without end, uint64 [n] below 2**32: two from every turn of the generator."""
    while True:
        key = key + GOLDEN
        both = mix(key.copy())
        yield both >> U64(32)
        yield both & U64(0xFFFFFFFF)


def scaled(words: NDArray[np.uint64], below: int) -> NDArray[np.intp]:
    """intp [n]: words below 2**32 brought to 0 .. below - 1."""
    return (words * U64(below) >> U64(32)).view(np.intp)


def spread_round(x: Words, hole: Words) -> Words:
    """The bits of x put, in order, everywhere but where `hole` has its only one."""
    below = x & (hole - hole.dtype.type(1))
    return below | (x ^ below) << hole.dtype.type(1)


@cache
def subsets(size: int, count: int, pack_size: int) -> Words:
    """Words [size over count], as wide as the pack's: every way to take `count` of `size` places, as masks."""
    places = np.fromiter((place for chosen in combinations(range(size), count) for place in chosen), np.uint64)
    return np.bitwise_or.reduce(U64(1) << places.reshape(-1, count), 1).astype(pack_of(pack_size).dtype)


@cache
def turned_cards(rules: Rules) -> tuple[Words, Words]:
    """Words [C] twice: each card of the pack as it is seen from the suit it proposes when turned up, and that suit
    (C9)."""
    pack, bits, suits = pack_of(rules.pack), [], []
    for bit in range(pack.size):
        name = pack.name(bit, SUITS.index("C"))
        suit = pack.suit_turned(name, rules.joker_stands_for)
        bits.append(1 << pack.parse(name, suit))
        suits.append(suit)
    return np.array(bits, pack.dtype), np.array(suits, pack.dtype)


@cache
def deposit_table() -> NDArray[np.uint8]:
    """uint8 [256 * mask + x]: the bits of the byte x put, in order, where the byte mask has ones."""
    table = np.zeros((256, 256), np.uint8)
    x = np.arange(256)
    for mask in range(256):
        for k, place in enumerate(p for p in range(8) if mask >> p & 1):
            table[mask] |= ((x >> k & 1) << place).astype(np.uint8)
    return table.ravel()


def owner_planes(players: int) -> int:
    """In how many bits a seat is written."""
    return (players - 1).bit_length()


LARGEST_PACKET = 5  # cards taken at once: the ways to take more, or as many of more than 33, are too many to list


class Dealer:
    """Deals of one game: `dealer(table, deal)` gives the columns an engine keeps for a table.

    The columns are, top down: the cards in hand, the owner's seat (from the dealer) bit by bit, the talon, and the
    suit the cards are seen from. The talon is the turn-up, which counts as the dealer's from the start (its owner is
    seat 0), or the widow.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.pack, self.planes = rules, pack_of(rules.pack), owner_planes(rules.players)
        self.seed = U64(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]))
        self.packets = list(self._packets())
        self.turned_bit, self.turned_suit = turned_cards(rules)

    def _packets(self) -> Iterator[tuple[int, Words]]:
        """(seat, the ways to take its next cards out of those left), seat by seat; what is left is nobody's."""
        left = self.pack.size - (not self.rules.bids)
        largest = LARGEST_PACKET if self.pack.size <= 33 else LARGEST_PACKET - 1
        for seat in range(self.rules.players):
            wanted = self.rules.hand_size
            while wanted:
                count = min(wanted, largest)
                yield seat, subsets(left, count, self.pack.size)
                left, wanted = left - count, wanted - count

    def __call__(self, table: NDArray[np.uint64], deal: NDArray[np.int64]) -> Words:
        """Words [3 + planes, n] of the deals numbered (seed, table [n], deal [n])."""
        key = mix(table.astype(U64) * GOLDEN + self.seed)
        key = mix(key + deal.astype(U64) * DEAL_STEP)

        draws = random_words(key)
        columns = np.zeros((3 + self.planes, len(table)), self.pack.dtype)
        left = np.full(len(table), self.pack.all, self.pack.dtype)
        if not self.rules.bids:
            turned = scaled(next(draws), self.pack.size)
            columns[-2], columns[-1] = self.turned_bit.take(turned), self.turned_suit.take(turned)
            left ^= columns[-2]
        for number, (seat, masks) in enumerate(self.packets):
            places = masks.take(scaled(next(draws), len(masks)))
            simple = number == 0 and not self.rules.bids  # only the turn-up is gone
            cards = spread_round(places, columns[-2]) if simple else self._deposit(places, left)
            left ^= cards
            columns[0] |= cards
            for plane in range(self.planes):
                if seat >> plane & 1:
                    columns[1 + plane] |= cards
        if self.rules.bids:
            columns[-2] = left
        return columns

    def _deposit(self, x: Words, mask: Words) -> Words:
        """The bits of x put, in order, where the mask has ones (the PDEP instruction, a byte at a time)."""
        dtype, out, table = self.pack.dtype, np.zeros_like(mask), deposit_table()
        for byte in range((self.pack.size + 7) // 8):
            here = mask >> dtype(8 * byte) & dtype(255)
            out |= table.take((here << dtype(8) | x & dtype(255)).astype(np.intp)).astype(dtype) << dtype(8 * byte)
            x = x >> np.bitwise_count(here)
        return out

    def columns_of(self, deal: Deal, dealer: int) -> Words:
        """Words [3 + planes, 1] of a deal given by card names, dealt by the absolute seat `dealer`."""
        pack, players = self.pack, self.rules.players
        base, talon = talon_of(self.rules, deal)
        columns = np.zeros((3 + self.planes, 1), pack.dtype)
        columns[-2], columns[-1] = talon, base
        for seat in range(players):
            hand = pack.parse_all(deal.hands[(dealer + seat) % players], base)
            columns[0] |= pack.dtype(hand)
            for plane in range(self.planes):
                if seat >> plane & 1:
                    columns[1 + plane] |= pack.dtype(hand)
        return columns

    def deal_of(self, columns: NDArray[Any], dealer: int) -> Deal:
        """The deal by card names from one table's columns, words [3 + planes]."""
        pack, players = self.pack, self.rules.players
        live, *owner, talon, suit = (int(word) for word in columns)
        hands = [live] * players
        for seat in range(players):
            for plane, word in enumerate(owner):
                hands[seat] &= word if seat >> plane & 1 else ~word
        named = [pack.names(hand, suit) for hand in hands]
        laid = tuple(named[(seat - dealer) % players] for seat in range(players))
        if self.rules.bids:
            return Deal(laid, None, pack.names(talon, suit))
        return Deal(laid, pack.names(talon, suit)[0], pack.names(pack.all & ~live & ~talon, suit))


def talon_of(rules: Rules, deal: Deal) -> tuple[int, int]:
    """The suit from which the cards of a deal are seen at its beginning, and its turn-up or widow as a word."""
    pack = pack_of(rules.pack)
    if deal.upcard is None:
        return 0, pack.parse_all(deal.stock, 0)
    suit = pack.suit_turned(deal.upcard, rules.joker_stands_for)
    return suit, pack.parse_all([deal.upcard], suit)


@lru_cache(maxsize=64)
def dealer_of(rules: Rules, seed: int) -> Dealer:
    """The dealer of a game and a seed; it keeps no state, so one of each is enough."""
    return Dealer(rules, seed)


def deal_cards(rules: Rules, seed: int, table: int, number: int, dealer: int) -> Deal:
    """The deal numbered (seed, table, number), its hands laid at absolute seats from `dealer`.

    Raises:
        RulesError: these are no rules.
        ValueError: one of the numbers is no whole number from 0, or not below its limit.

    >>> from euchre_env.variants import rules_for
    >>> deal_cards(rules_for("two_handed"), seed=0, table=0, number=0, dealer=0).upcard
    'AD'
    """
    check_rules(rules)
    for name, value, below in (("seed", seed, 1 << 64), ("table", table, 1 << 64), ("number", number, 1 << 63)):
        if not is_index(value, below):
            raise ValueError(f"{name}={shown(value)}: must be a whole number from 0 to {below - 1}")
    if not is_index(dealer, rules.players):
        raise ValueError(f"dealer={shown(dealer)}: must be a seat from 0 to {rules.players - 1}")
    shuffler = dealer_of(rules, seed)
    columns = shuffler(np.array([table], np.uint64), np.array([number], np.int64))
    return shuffler.deal_of(columns[:, 0], dealer)
