"""What the seat that decides may know, and nothing else: the plan of an observation, word by word and bit by bit.

Seats count from the player who decides ("own", "seat+1" on his left, ...); cards are seen from the trump suit.
Everything the seat has been allowed to see in the deal can be had back (`decoding.decode`). Beside it stand a few
derived helps for a network: own cards that beat the trick, the suits in which a seat has shown a void, the seat that
sits out.
`observer.ObservedEngine` fills the words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.actions import actions_of
from euchre_env.automaton import TRICK_BITS, Tables, compile_rules
from euchre_env.cards import SUIT_NAMES
from euchre_env.contract import Contract, sits_out
from euchre_env.layout import Layout
from euchre_env.rules import Rules
from euchre_env.scripts import KINDS, Ask, Known

SET_BACK_BITS = 10  # scores that may sink without end, in two's complement; what is below -512 shows as -512


class ObservationPlan:
    """Where everything stands: boards of cards first (a word or half a word each), then the facts, a word each."""

    def __init__(self, rules: Rules, tables: Tables) -> None:
        self.rules, self.tables, self.actions = rules, tables, actions_of(rules)
        self.seat_names = ["own", *(f"seat+{k}" for k in range(1, rules.players))]
        others = self.seat_names[1:]
        self.kinds = [kind for kind in KINDS if any(ask is not None and ask.kind == kind for ask in tables.asks)]
        self.board_bits = 64 if rules.pack > 32 else 32
        self.boards = ["legal_cards", "legal_calls", "own_hand", "beats_trick", "turn_up", "own_discard", "led"]
        self.boards += [f"played_{seat}" for seat in self.seat_names] + [f"on_table_{seat}" for seat in others]
        # To which trick a card was played, less one, in bits; the last trick's are known from the table they lie on.
        self.trick_planes = (rules.hand_size - 2).bit_length()
        self.boards += [f"trick_number_bit{plane}" for plane in range(self.trick_planes)]
        self.board_words = -(-len(self.boards) * self.board_bits // 64)
        self.score_bits = SET_BACK_BITS if rules.euchre_mode == "set_back" else ((rules.target or 0) - 1).bit_length()
        self.game_bits = (rules.match_games - 1).bit_length()
        self.facts = ["public", "tricks", "voids", "scores", "games"][: 5 if self.game_bits else 4]
        self.public_blocks: list[tuple[str, list[str]]] = [
            ("kind", self.kinds),
            ("round", ["1", "2"]),
            ("dealer", self.seat_names),
            ("maker", self.seat_names),
            ("trick", [str(k + 1) for k in range(rules.hand_size)]),
            ("winning", others),
        ]
        if rules.lone_hands:
            self.public_blocks += [("alone", [""]), ("sits_out", others)]
        self.words = self.board_words + len(self.facts)
        self._look_ups()

    def _look_ups(self) -> None:
        """What an observer looks up by transition [T], or by contract and seat.

        Facts by seat or side are kept twice side by side, so that a shift turns them to the seat that decides.
        """
        rules, tables = self.rules, self.tables
        self.public, self.terms = self._public_words(), self._contract_words()
        self.seats = tables.seat.astype(np.intp)
        self.trick_turns = (TRICK_BITS * self.seats).astype(np.uint64)
        voids: type[Any] = np.uint32 if max(8 * rules.players, rules.pack) <= 32 else np.uint64
        self.void_turns = (4 * self.seats).astype(voids)
        plays, twice = tables.kind == KINDS.index("play"), voids(1 | 1 << 4 * rules.players)
        self.void_places = np.where(plays, twice << self.void_turns, voids(0))
        self.score_places, self.game_places = self._places(self.score_bits), self._places(self.game_bits)
        side = self.seats % rules.sides
        self.score_turns = (side * self.score_bits).astype(np.uint64)
        self.game_turns = (side * self.game_bits).astype(np.uint64)

    def _places(self, bits: int) -> NDArray[np.uint64]:
        """uint64 [sides, dealer]: where an absolute side's number stands in a word of such fields, twice, from the
        dealer's side on: 1 at the two places."""
        sides = self.rules.sides
        field = [[(side - dealer) % sides for dealer in range(self.rules.players)] for side in range(sides)]
        return np.array([[1 << bits * f | 1 << bits * (f + sides) for f in row] for row in field], np.uint64)

    def layout(self) -> Layout:
        """The named bits; `legal_cards` and `legal_calls` come first, so bits [:A] are the action mask."""
        actions, cards = self.actions, list(self.actions.pack.labels)
        blocks: list[tuple[str, list[str], int]] = []
        for k, board in enumerate(self.boards):
            labels = list(actions.names[actions.first_call :]) if board == "legal_calls" else cards
            blocks.append((board, labels, self.board_bits * k))
        public, tricks, voids, scores, games = (64 * (self.board_words + k) for k in range(5))
        for block, labels in self.public_blocks:
            blocks.append((block, labels, public))
            public += len(labels)
        bits = [f"bit{k}" for k in range(TRICK_BITS)]
        blocks += [(f"tricks_{seat}", bits, tricks + TRICK_BITS * k) for k, seat in enumerate(self.seat_names)]
        blocks += [(f"void_{seat}", list(SUIT_NAMES), voids + 4 * k) for k, seat in enumerate(self.seat_names)]
        blocks.append(("named", list(SUIT_NAMES[1:]), voids + 4 * self.rules.players))
        for name, width, start in (("score", self.score_bits, scores), ("games", self.game_bits, games)):
            labels = [f"bit{k}" for k in range(width)]
            blocks += [(f"{name}_side+{side}", labels, start + width * side) for side in range(self.rules.sides)]
        return Layout(blocks)

    def hidden_layout(self) -> Layout:
        """The named bits of what a critic may see beside: the others' hands, and the cards no longer in play."""
        cards = list(self.actions.pack.labels)
        boards = [*(f"hand_{seat}" for seat in self.seat_names[1:]), "out_of_play"]
        return Layout([(board, cards, 64 * k) for k, board in enumerate(boards)])

    # ---- what everybody knows, by state and by contract --------------------------------------------------------------

    def _public_words(self) -> NDArray[np.uint64]:
        """uint64 [T]: the facts of the state that each transition enters, seen by the seat that decides there."""
        return np.array([0 if ask is None else self._state_word(ask) for ask in self.tables.asks], np.uint64)

    def _contract_words(self) -> NDArray[np.uint64]:
        """uint64 [contracts * S]: the facts of a contract, seen from each seat counted from the dealer."""
        seats = range(self.rules.players)
        return np.array([self._contract_word(c, seat) for c in self.tables.contracts for seat in seats], np.uint64)

    def _state_word(self, ask: Ask) -> int:
        return (
            self._known_word(ask.seat, ask.known)
            | self._bit("kind", self.kinds.index(ask.kind))
            | self._bit("dealer", -ask.seat % self.rules.players)
        )

    def _contract_word(self, contract: Contract, seat: int) -> int:
        word = self._known_word(seat, Known(contract.round, contract.maker, contract.alone))
        out = sits_out(self.rules, contract)
        return (
            word if out is None or out == seat else word | self._bit("sits_out", (out - seat) % self.rules.players - 1)
        )

    def _known_word(self, seat: int, known: Known) -> int:
        players = self.rules.players
        word = self._bit("round", known.round - 1) | self._bit("trick", known.trick - 1)
        if known.maker >= 0:
            word |= self._bit("maker", (known.maker - seat) % players)
        if known.winning >= 0:
            word |= self._bit("winning", (known.winning - seat) % players - 1)
        return word | self._bit("alone", 0) if known.alone else word

    def _bit(self, block: str, index: int) -> int:
        """The public word with one bit of a block up; nothing for index -1."""
        start = 0
        for name, labels in self.public_blocks:
            if name == block:
                return 1 << start + index if index >= 0 else 0
            start += len(labels)
        raise KeyError(block)


@lru_cache(maxsize=64)
def plan_of(rules: Rules) -> ObservationPlan:
    """The plan of a game's observation, made once for each set of rules."""
    return ObservationPlan(rules, compile_rules(rules))


@lru_cache(maxsize=64)
def layout_of(rules: Rules) -> Layout:
    """The layout of a game's observation."""
    return plan_of(rules).layout()


@lru_cache(maxsize=64)
def hidden_layout_of(rules: Rules) -> Layout:
    """The layout of what a critic may see beside the observation."""
    return plan_of(rules).hidden_layout()
