"""Observations read as words: every block of n observations as n numbers, a board of cards as n words of bits.

Shapes: n decisions, S seats, F observation bits. Seats count from the one that decides, as in the observation; cards
are bits seen from the trump suit. A set of seats is a word, too: bit 0 the own seat, bit 1 the seat on the left, ...
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env import Rules, VectorEuchre

Words = NDArray[np.uint64]
U64 = np.uint64
REACH = 8  # octets read at once: a block of up to 57 bits, wherever it begins


class HandView:
    """How the observations of one game are read.

    Attributes:
        rules, layout, actions, pack: of the game.
        seat_names: "own", "seat+1", ...: the names of the seats in the layout, by step to the left.
        all, trumps, suits: words of all cards, of the trumps, and of the four suits seen from trumps.

    >>> from euchre_env import rules_for
    >>> view = HandView(rules_for("four_handed"))
    >>> seen = view.read(VectorEuchre("four_handed", num_tables=3).observe())
    >>> np.bitwise_count(seen.hand).tolist(), seen.dealer.tolist()
    ([5, 5, 5], [3, 3, 3])
    """

    def __init__(self, rules: Rules) -> None:
        tables = VectorEuchre(rules, num_tables=1)
        self.rules, self.layout, self.actions = rules, tables.layout, tables.actions
        self.pack = self.actions.pack
        self.seat_names = ("own", *(f"seat+{step}" for step in range(1, rules.players)))
        self.all, self.trumps = U64(self.pack.all), U64(self.pack.trumps)
        self.suits = [U64(suit) for suit in self.pack.suits]
        self.everybody = U64((1 << rules.players) - 1)
        choices = self.layout.labels("choice") if rules.partners_best else ()
        self.pat = U64(1 << choices.index("pat") if choices else 0)
        # Where each block begins (octet and bit in it), and as many ones as it has bits.
        self.fields = {
            block: (bits.start // 8, U64(bits.start % 8), U64((1 << bits.stop - bits.start) - 1))
            for block, bits in self.layout.blocks.items()
        }

    def read(self, observation: NDArray[np.uint8]) -> Seen:
        """The observations uint8 [n, F] as words."""
        packed = np.packbits(observation, axis=1, bitorder="little")
        octets = np.zeros((len(packed), packed.shape[1] + REACH), np.uint8)  # one row after the other, whatever came
        octets[:, :-REACH] = packed
        return Seen(self, octets)


class Seen:
    """What n seats see. `seen[block]` is a block as a number, uint64 [n]; zeros for a block that the game lacks."""

    def __init__(self, view: HandView, octets: NDArray[np.uint8]) -> None:
        self.view, self._octets = view, octets
        self._blocks: dict[str, Words] = {}

    def __len__(self) -> int:
        return len(self._octets)

    def __getitem__(self, block: str) -> Words:
        if block not in self._blocks:
            self._blocks[block] = self._load(block)
        return self._blocks[block]

    def _load(self, block: str) -> Words:
        if block not in self.view.fields or not len(self):
            return np.zeros(len(self), U64)
        octet, shift, ones = self.view.fields[block]
        row = self._octets.strides[0]
        words = np.ndarray(len(self), "<u8", self._octets, octet, (row,))  # no matter where it begins in memory
        return words >> shift & ones

    def rows(self, rows: NDArray[np.intp]) -> Seen:
        """Some of the decisions."""
        return Seen(self.view, self._octets.take(rows, axis=0))

    # ---- cards -------------------------------------------------------------------------------------------------------

    @property
    def hand(self) -> Words:
        """The cards held (a blind maker sees none)."""
        return self["own_hand"]

    @property
    def legal(self) -> Words:
        """The cards that may be put down."""
        return self["legal_cards"]

    @cached_property
    def played_by(self) -> list[Words]:
        """The cards each seat has played, those on the table too."""
        return [self[f"played_{seat}"] for seat in self.view.seat_names]

    @cached_property
    def played(self) -> Words:
        """All cards played."""
        return np.bitwise_or.reduce(self.played_by)

    @cached_property
    def on_table(self) -> list[Words]:
        """The card each seat has on the table; nothing for a seat that has not played to the trick."""
        return [self[f"on_table_{seat}"] for seat in self.view.seat_names]

    @cached_property
    def table(self) -> Words:
        """The cards on the table."""
        return np.bitwise_or.reduce(self.on_table)

    @cached_property
    def winning_card(self) -> Words:
        """The card that wins the trick so far; nothing before the lead."""
        steps = self._steps_of("winning")
        cards = [np.where(steps >> U64(step) & U64(1), card, 0) for step, card in enumerate(self.on_table)]
        return np.bitwise_or.reduce(cards)

    @cached_property
    def with_us(self) -> NDArray[np.bool_]:
        """bool [n]: whether a friend's card wins the trick so far."""
        return self._steps_of("winning") & self.friends != 0

    @cached_property
    def led_suit(self) -> Words:
        """All cards of the suit led; nothing before the lead."""
        led = self["led"] & self.table
        return np.bitwise_or.reduce([np.where(led & suit, suit, U64(0)) for suit in self.view.suits])

    @cached_property
    def turn_up_with(self) -> NDArray[np.intp]:
        """intp [n]: the seat that has taken the turn-up, -1 for none: the dealer in the first round unless his lone
        partner plays without it (P7) or he plays pat (R28); or the lone player whom he gave it (R13)."""
        dealer_makes = self.maker == self.dealer
        pat = dealer_makes & (self["choice"] == self.view.pat)
        blind = dealer_makes & (self["round"] == 0)  # C9: no round of making came before
        sits_out = self.sits_out >> self.dealer.astype(U64) & U64(1) != 0
        took = ((self["round"] == 1) & (self.maker >= 0) | blind) & ~sits_out & ~pat
        lone = (self.dealer + 2) % self.view.rules.players
        return np.where(self["turn_up_given"] != 0, lone, np.where(took, self.dealer, -1))

    @cached_property
    def known(self) -> list[Words]:
        """By seat, the cards that it is known to hold: the turn-up until it is played, a Jambone laid open (R30)."""
        turn_up, holder = self["turn_up"] & ~self.played & ~self["own_discard"] & ~self.hand, self.turn_up_with
        steps = range(self.view.rules.players)
        known = [np.where(holder == step, turn_up, U64(0)) for step in steps]
        if self.view.rules.jambone:
            known = [k | np.where(self.maker == s, self["exposed"], U64(0)) for s, k in zip(steps, known, strict=True)]
        return [np.zeros(len(self), U64), *known[1:]]

    @cached_property
    def hidden(self) -> Words:
        """The cards of which the seat does not know where they are."""
        own = self.hand | self["own_discard"] | self["own_given"] | self["turn_up"] | self["exposed"]
        return self.view.all & ~(own | self.played)

    @cached_property
    def unseen(self) -> Words:
        """The cards that another seat may still play: the hidden ones and the known ones."""
        return self.hidden | np.bitwise_or.reduce(self.known)

    # ---- seats -------------------------------------------------------------------------------------------------------

    @cached_property
    def dealer(self) -> NDArray[np.intp]:
        """intp [n]: the seat that dealt."""
        return place_of(self["dealer"])

    @cached_property
    def maker(self) -> NDArray[np.intp]:
        """intp [n]: the seat that made trump or has bid highest so far, -1 for nobody."""
        return place_of(self["maker"])

    @cached_property
    def position(self) -> NDArray[np.intp]:
        """intp [n]: the own seat counted from the dealer: 0 the dealer, 1 the eldest hand, ..."""
        return -self.dealer % self.view.rules.players

    @cached_property
    def sits_out(self) -> Words:
        """The seats that do."""
        return self._steps_of("sits_out")

    def _steps_of(self, block: str) -> Words:
        """A set of seats from a block that may leave the own seat away."""
        slots = self.view.layout.blocks.get(block)
        others_only = slots is not None and slots.stop - slots.start < self.view.rules.players
        return self[block] << U64(others_only)

    @cached_property
    def makers(self) -> Words:
        """The seats that play for the contract; none before it is made."""
        maker, players = self["maker"], self.view.rules.players
        if players != 4:
            return maker | self["partners"]
        return maker | (maker << U64(2) | maker >> U64(2)) & self.view.everybody  # who sits across, too

    @cached_property
    def friends(self) -> Words:
        """The seats on the own side, itself among them: in this deal where trump is made, else as scores are kept."""
        ours = self.makers & U64(1) != 0
        before = U64(0b0101) if self.view.rules.players == 4 else U64(1)
        return np.where(self.makers == 0, before, np.where(ours, self.makers, self.makers ^ self.view.everybody))

    @cached_property
    def to_come(self) -> Words:
        """The other seats that have not played to this trick yet."""
        done = np.bitwise_or.reduce(
            [np.where(card != 0, U64(1 << step), U64(0)) for step, card in enumerate(self.on_table)]
        )
        return ~(done | self.sits_out | U64(1)) & self.view.everybody

    @cached_property
    def we_make(self) -> NDArray[np.bool_]:
        """bool [n]: whether the own side plays for the contract."""
        return self.makers & U64(1) != 0

    def void_cards(self, step: int) -> Words:
        """The cards that a seat cannot hold, as it has shown to be void of their suits."""
        voids = self[f"void_{self.view.seat_names[step]}"]
        suits = enumerate(self.view.suits)
        return np.bitwise_or.reduce([np.where(voids >> U64(k) & U64(1), suit, U64(0)) for k, suit in suits])

    # ---- the score ---------------------------------------------------------------------------------------------------

    @cached_property
    def trick(self) -> NDArray[np.intp]:
        """intp [n]: tricks played before this one."""
        return place_of(self["trick"])

    @cached_property
    def needs(self) -> NDArray[np.intp]:
        """intp [n]: tricks that the makers need: more than half of them (M6), in the bidding games as they have bid."""
        rules = self.view.rules
        if not rules.bids:
            return np.full(len(self), rules.hand_size // 2 + 1)
        return np.array([0, *(bid.needs for bid in rules.bids)]).take(place_of(self["bid"]) + 1)

    @cached_property
    def makers_tricks(self) -> NDArray[np.intp]:
        """intp [n]: tricks that the makers have taken."""
        tricks = [self[f"tricks_{seat}"].astype(np.intp) for seat in self.view.seat_names]
        ours = [np.where(self.makers >> U64(step) & U64(1), taken, 0) for step, taken in enumerate(tricks)]
        return np.add.reduce(ours)

    def score(self, side: int) -> NDArray[np.intp]:
        """intp [n]: the points of a side before the deal, the own side 0."""
        block = f"score_side+{side}"
        value = self[block].astype(np.intp)
        rules = self.view.rules
        if block in self.view.fields and (rules.euchre_mode == "set_back" or rules.jambone_euchre == "deduct"):
            bits = int(self.view.fields[block][2]).bit_length()
            return np.where(value >> bits - 1, value - (1 << bits), value)
        return value

    def needed(self, side: int) -> NDArray[np.intp]:
        """intp [n]: the points that a side is short of the game; where a match ends by deals alone, more than any deal
        pays."""
        target = self.view.rules.target
        return (1000 if target is None else target) - self.score(side)


def bit_of(place: NDArray[np.intp]) -> Words:
    """The word with the bit at `place` intp [...] up; nothing for -1."""
    return np.where(place < 0, U64(0), U64(1) << np.maximum(place, 0).astype(U64))


def place_of(word: NDArray[Any]) -> NDArray[np.intp]:
    """intp [...]: where the only bit of a word stands; -1 for an empty word."""
    return np.where(word == 0, -1, np.bitwise_count(word - U64(1)).astype(np.intp))
