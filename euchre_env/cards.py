"""Cards as bits of one word, seen from the trump suit.

The bits of a word run suit by suit and upwards in strength: trumps (low ... A, left bower, right bower, Joker), the
next suit (of the same colour), the two cross suits. So "what still beats this card" is a mask, and no table depends
on which suit is trump. Suits are numbered C S D H: the suit of the same colour is `suit ^ 1`, a suit seen from trumps
is `suit ^ trump`. Before trump is made, cards are seen from the turned-up suit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

SUITS = "CSDH"
RANKS = "23456789TJQKA"
JOKER = "JK"
SUIT_NAMES = ("trump", "next", "cross1", "cross2")
RANKS_OF = {8: "JA", 24: "9TJQKA", 28: "89TJQKA", 32: "789TJQKA", 52: RANKS}  # C1; the smallest has bowers, too
REBASE_CHUNK = 14  # bits of a word looked up at once
RANK_NAMES = {"T": "10", JOKER: "Joker"}

Card = tuple[int | None, str]  # suit seen from trumps (None: the Joker), rank
Words = NDArray[Any]  # unsigned, as wide as the pack needs


@dataclass(frozen=True)
class Deal:
    """The cards of one deal by their names, absolute seats; a hand's cards in any order.

    >>> Deal((("AC", "9C"), ("JK", "TD")), "KS", ("QH",)).hands[1]
    ('JK', 'TD')
    """

    hands: tuple[tuple[str, ...], ...]
    upcard: str | None
    stock: tuple[str, ...]


class Pack:
    """One pack: which card is which bit, which bits follow suit, and which still beat a card (C1-C8).

    Attributes:
        cards: (suit seen from trumps, rank) by bit; the left bower is (1, "J"), the Joker (None, "JK").
        dtype: uint32 up to 32 cards, else uint64.
        BIT, SUIT, STILL: words [32 or 64] by bit: the card itself, the cards of its suit, the cards that beat a trick
        it
            leads or wins (a card of another suit is excluded by `engine` through the suit led). Indices past the pack
            are calls: they are no card.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        ranks = RANKS_OF[size & ~1]
        plain = [rank for rank in ranks if rank != "J"]
        trumps: list[Card] = [
            *((0, rank) for rank in plain),
            (1, "J"),
            (0, "J"),
            *[(None, JOKER)] * (size & 1),
        ]
        crosses: list[list[Card]] = [[(suit, rank) for rank in ranks] for suit in (2, 3)]
        by_suit: list[list[Card]] = [trumps, [(1, rank) for rank in plain], *crosses]
        self.cards = [card for suit in by_suit for card in suit]
        self.bit_of = {card: bit for bit, card in enumerate(self.cards)}
        self.dtype: type[Any] = np.uint32 if size <= 32 else np.uint64
        self.signed: type[Any] = np.int32 if size <= 32 else np.int64
        self.bits = 32 if size <= 32 else 64
        ends = list(accumulate(len(suit) for suit in by_suit))
        self.suits = [(1 << end) - (1 << end - len(suit)) for end, suit in zip(ends, by_suit, strict=True)]
        self.all, self.trumps = (1 << size) - 1, self.suits[0]
        self.suit_starts = [0, *ends[:3]]
        self.jamboree = self.trumps & ~(self.trumps >> 5)  # R37: the five highest trumps
        self._make_play_tables()

    def _make_play_tables(self) -> None:
        everything = (1 << self.bits) - 1
        bit, suit, still = [0] * 64, [everything] * 64, [everything] * 64
        for card in range(self.size):
            own = next(cards for cards in self.suits if cards >> card & 1)
            not_above = own & ((2 << card) - 1)
            bit[card], suit[card] = 1 << card, own
            still[card] = own & ~not_above if own == self.trumps else everything ^ not_above
        self.BIT, self.SUIT, self.STILL = (np.array(table, self.dtype) for table in (bit, suit, still))

    # ---- seeing the cards from another suit --------------------------------------------------------------------------

    @cached_property
    def _rebase_table(self) -> tuple[Words, Words, NDArray[np.intp]]:
        """Words [((chunk * 4 + suit) << REBASE_CHUNK) + value]: the cards of one chunk of a word as they are seen from
        that suit; then by chunk how far it is shifted, words [chunks, 1, 1], and where its table begins."""
        starts, value = range(0, self.size, REBASE_CHUNK), np.arange(1 << REBASE_CHUNK)
        table = np.zeros((len(starts), 4, len(value)), self.dtype)
        for chunk, start in enumerate(starts):
            for suit in range(4):
                for bit, (own, rank) in list(enumerate(self.cards))[start : start + REBASE_CHUNK]:
                    to = self.bit_of[own if own is None else own ^ suit, rank]
                    table[chunk, suit] |= (value >> bit - start & 1).astype(self.dtype) << self.dtype(to)
        first = np.arange(len(starts))[:, None, None] << REBASE_CHUNK + 2
        return table.ravel(), np.array(starts, self.dtype)[:, None, None], first

    def rebase(self, words: Words, suit: NDArray[np.intp]) -> Words:
        """Words [k, n] seen from the suits `suit` intp [n] (relative to where they are seen from now) instead."""
        table, shifts, first = self._rebase_table
        value = (words >> shifts & self.dtype((1 << REBASE_CHUNK) - 1)).astype(np.intp)
        return np.bitwise_or.reduce(table.take(value + ((suit << REBASE_CHUNK) + first)))

    def rebase_one(self, word: int, suit: int) -> int:
        """One word seen from `suit` instead."""
        return int(self.rebase(np.array([[word]], self.dtype), np.array([suit]))[0, 0])

    # ---- the best card (R10) -----------------------------------------------------------------------------------------

    @cached_property
    def plain_by_rank(self) -> list[int]:
        """Words of the plain cards of one rank, the highest rank first."""
        plain = [card for card in self.cards if not self.trumps >> self.bit_of[card] & 1]
        ranks = sorted({rank for _, rank in plain}, key=RANKS.index, reverse=True)
        return [sum(1 << self.bit_of[card] for card in plain if card[1] == rank) for rank in ranks]

    @cached_property
    def _highest_trump(self) -> Words:
        """Words [2 ** trumps]: of any trumps the highest."""
        held = np.arange(self.trumps + 1)
        return np.array([1 << trumps.bit_length() >> 1 for trumps in held.tolist()], self.dtype)

    def strict_best(self, hand: int) -> int:
        """The cards of a hand that R10 lets a partner give: the highest trump, else all of the highest rank."""
        return int(self.strict_bests(np.array([hand], self.dtype))[0])

    def strict_bests(self, hands: Words) -> Words:
        """Words [n]: `strict_best` of each hand."""
        best = self._highest_trump.take((hands & self.dtype(self.trumps)).astype(np.intp))
        without = (best == 0).nonzero()[0]
        if without.size:
            plain, ranks = hands.take(without), np.array(self.plain_by_rank, self.dtype)
            highest = (plain & ranks[:, None] != 0).argmax(0)
            best[without] = plain & ranks.take(highest)
        return best

    # ---- names -------------------------------------------------------------------------------------------------------

    def name(self, bit: int, trump: int) -> str:
        """The card's name in records, such as `QH`, when cards are seen from suit number `trump`.

        >>> Pack(24).name(6, SUITS.index("S")), Pack(24).name(5, SUITS.index("S"))
        ('JS', 'JC')
        """
        suit, rank = self.cards[bit]
        return rank if suit is None else rank + SUITS[suit ^ trump]

    def names(self, word: int, trump: int) -> tuple[str, ...]:
        """The names of a word's cards, low bit first."""
        return tuple(self.name(bit, trump) for bit in range(self.size) if word >> bit & 1)

    def parse(self, name: str, trump: int) -> int:
        """The bit of a named card.

        Raises:
            ValueError: the pack has no such card.
        """
        suit = None if name == JOKER else SUITS.find(name[1:]) if len(name) == 2 else -1
        bit = (
            None
            if suit == -1
            else self.bit_of.get((suit if suit is None else suit ^ trump, name if suit is None else name[0]))
        )
        if bit is None:
            raise ValueError(f"no card {name!r} in a pack of {self.size}")
        return bit

    def parse_all(self, names: Iterable[str], trump: int) -> int:
        """The word of several named cards (a card named twice counts once)."""
        word = 0
        for name in names:
            word |= 1 << self.parse(name, trump)
        return word

    def suit_turned(self, name: str, joker_suit: str) -> int:
        """The suit that a turned card proposes (C9: the Joker the agreed suit)."""
        return SUITS.index(joker_suit if name == JOKER else name[1])

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The cards by what they are to the deal: "trump A", "trump left bower", "next K", "cross1 9", "Joker"."""
        bowers = {(1, "J"): "trump left bower", (0, "J"): "trump right bower", (None, JOKER): "Joker"}
        return tuple(
            bowers.get(card) or f"{SUIT_NAMES[card[0] or 0]} {RANK_NAMES.get(card[1], card[1])}" for card in self.cards
        )


@cache
def pack_of(size: int) -> Pack:
    """The pack of so many cards; packs never change, so one of each is enough."""
    return Pack(size)
