"""What the seat that decides may know, and nothing else: the plan of an observation, word by word and bit by bit.

Seats count from the player who decides ("own", "seat+1" on his left, ...); cards are seen from the trump suit.
Everything the seat has been allowed to see in the deal can be had back (`decoding.decode`). Beside it stand a few
derived helps for a network: own cards that beat the trick, the suits in which a seat has shown a void, the seat that
sits out.
`observer.ObservedEngine` fills the words.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from euchre_env.actions import actions_of
from euchre_env.automaton import SHOWN, TRICK_BITS, Tables, compile_rules
from euchre_env.cards import SUIT_NAMES
from euchre_env.contract import Contract, sits_out
from euchre_env.layout import Layout
from euchre_env.rules import Rules
from euchre_env.scripts import CHOICES, KINDS, Ask

SET_BACK_BITS = 10  # at least, where scores may sink without end: in two's complement, the lowest stands for all below
WIDE_FIELD = 16  # bits from one side's score to the next where they do not fit twice into a word


class ObservationPlan:
    """Where everything stands: boards of cards first (a word or half a word each), then the facts, a word each."""

    def __init__(self, rules: Rules, tables: Tables) -> None:
        self.rules, self.tables, self.actions = rules, tables, actions_of(rules)
        self.seat_names = ["own", *(f"seat+{k}" for k in range(1, rules.players))]
        # Who may have a card on the table when a seat decides: who calls a card of a Jambone has played before (R31).
        self.at_table = self.seat_names if rules.jambone else self.seat_names[1:]
        asked = {ask.kind for ask in tables.asks if isinstance(ask, Ask)}
        self.kinds = [kind for kind in KINDS if kind in asked]
        self.board_bits = 64 if rules.pack > 32 else 32
        # To which trick a card was played, less one, in bits; the last trick's are known from the table they lie on.
        self.trick_planes = (rules.hand_size - 2).bit_length()
        self.boards = self._boards()
        self.bid_bits = len(rules.bids).bit_length()  # a bid is the number of its rung from 1
        self.deal_bits = ((rules.num_deals or 1) - 1).bit_length()  # of deals played in the match, where these count
        self.private_boards = [b for b in self.boards if b in ("own_discard", "own_widow", "own_given", "own_best")]
        self.board_words = -(-len(self.boards) * self.board_bits // 64)
        # Bits of a side's score and games, where there are any.
        bits = {"scores": self._score_bits(), "games": (rules.match_games - 1).bit_length()}
        self.standing_bits = {fact: width for fact, width in bits.items() if width}
        # Scores and games that do not fit twice into a word have wider fields, turned to every seat beforehand.
        self.wide = 2 * rules.sides * max(self.standing_bits.values(), default=0) > 64
        self.side_words = -(-rules.sides * WIDE_FIELD // 64) if self.wide else 1
        self.facts = ["public", "tricks", "voids", *["bids"] * bool(rules.bids)]
        self.facts += [fact for fact in self.standing_bits for _ in range(self.side_words)]
        self.public_blocks = self._public_blocks()
        self.words = self.board_words + len(self.facts)
        self._look_ups()

    def _boards(self) -> list[str]:
        """The boards in order; calls that one board does not hold take the next one, too."""
        rules = self.rules
        calls = self.actions.size - self.actions.first_call
        return [
            "legal_cards",
            *["legal_calls", "more_calls"][: -(-calls // self.board_bits)],
            *("own_hand", "beats_trick", "own_widow" if rules.bids else "turn_up", "own_discard", "led"),
            *(f"played_{seat}" for seat in self.seat_names),
            *(f"on_table_{seat}" for seat in self.at_table),
            *(f"trick_number_bit{plane}" for plane in range(self.trick_planes)),
            *["own_given", "own_best"] * rules.partners_best,
            *["exposed"] * rules.jambone,
        ]

    def _score_bits(self) -> int:
        """Bits of a score before a deal. In the bidding games a tie at the target goes on (4.5); what no number of
        these bits can tell shows as the highest."""
        rules = self.rules
        if rules.euchre_mode == "set_back" or rules.jambone_euchre == "deduct":
            return max(SET_BACK_BITS, ((rules.target or 0) - 1).bit_length() + 1)
        if not rules.bids:
            return ((rules.target or 0) - 1).bit_length()
        dearest = rules.bids[-1].worth
        ends = [rules.target + dearest - 1] if rules.target is not None else []
        ends += [(rules.num_deals - 1) * dearest] if rules.num_deals is not None else []
        return min(ends).bit_length()

    def _public_blocks(self) -> list[tuple[str, list[str]]]:
        """What everybody knows by the state of the deal and its contract: the bits of the word `public`."""
        rules, seats, others = self.rules, self.seat_names, self.seat_names[1:]
        blocks = [
            ("kind", self.kinds),
            ("round", ["1", "2"]),
            ("dealer", seats),
            ("maker", seats),
            ("trick", [str(k + 1) for k in range(rules.hand_size)]),
            ("winning", self.at_table),
        ]
        if rules.bids:
            bids = [str(bid.worth) for bid in rules.bids]
            return [*blocks[:1], *blocks[2:], ("bid", bids), ("alone", [""]), ("partners", seats)]
        if rules.lone_hands:
            blocks += [("alone", [""]), ("sits_out", others)]
        if rules.defend_alone == "vs_lone":
            blocks += [("opposed_by", seats)]
        if rules.partners_best:
            blocks.append(("choice", list(CHOICES)))
        if rules.partners_best and rules.defend_alone == "vs_lone":
            blocks.append(("opposed_choice", list(CHOICES)))
        return [*blocks, *[("jambone", [""])] * rules.jambone]

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
        plays, twice = tables.word & SHOWN != 0, voids(1 | 1 << 4 * rules.players)
        self.void_places = np.where(plays, twice << (4 * (tables.word & 7)).astype(voids), voids(0))
        kinds = [ask.kind if isinstance(ask, Ask) else None for ask in tables.asks]
        self.call_shifts = np.maximum(action_offsets(rules) - self.actions.first_call, 0).astype(np.uint64)
        self.several_calls = len(self.actions.calls) > 1
        sees = [0 if kind == "name_blind" else (1 << self.board_bits) - 1 for kind in kinds]
        self.sees_hand = np.array(sees, self.actions.pack.dtype)  # C9: the blind maker does not
        exposed = [contract.jambone for contract in tables.contracts for _ in range(rules.players)]
        self.exposes = np.array(exposed, bool)
        self.bid_turns = (self.bid_bits * self.seats).astype(np.uint64)
        self.suit_turns = (2 * self.seats).astype(np.uint64)
        side = self.seats % rules.sides
        self.standing_places = {fact: self._places(bits) for fact, bits in self.standing_bits.items()}
        self.standing_turns = {fact: (side * bits).astype(np.uint64) for fact, bits in self.standing_bits.items()}

    def _places(self, bits: int) -> NDArray[np.uint64]:
        """uint64 [sides, dealer]: where an absolute side's number stands in a word of such fields, twice, from the
        dealer's side on: 1 at the two places."""
        sides = self.rules.sides
        if self.wide:  # they have no place of the kind
            return np.zeros(0, np.uint64)
        field = [[(side - dealer) % sides for dealer in range(self.rules.players)] for side in range(sides)]
        return np.array([[1 << bits * f | 1 << bits * (f + sides) for f in row] for row in field], np.uint64)

    def layout(self) -> Layout:
        """The named bits; `legal_cards` and `legal_calls` come first, so bits [:A] are the action mask."""
        actions, cards = self.actions, list(self.actions.pack.labels)
        blocks: list[tuple[str, list[str], int]] = []
        for k, board in enumerate(self.boards):
            labels = list(actions.names[actions.first_call :]) if board == "legal_calls" else cards
            if board == "own_best":
                blocks += self._possible_bests(self.board_bits * k)
            elif board != "more_calls":
                blocks.append((board, labels, self.board_bits * k))
        public, tricks, voids, *_ = (64 * (self.board_words + k) for k in range(len(self.facts)))
        for block, labels in self.public_blocks:
            blocks.append((block, labels, public))
            public += len(labels)
        seats, bits = self.seat_names, [f"bit{k}" for k in range(WIDE_FIELD)]
        blocks += [(f"tricks_{seat}", bits[:TRICK_BITS], tricks + TRICK_BITS * k) for k, seat in enumerate(seats)]
        blocks += [(f"void_{seat}", list(SUIT_NAMES), voids + 4 * k) for k, seat in enumerate(seats)]
        if self.rules.bids:
            bids = 64 * (self.board_words + self.facts.index("bids"))
            blocks += [(f"bid_{seat}", bits[: self.bid_bits], bids + self.bid_bits * k) for k, seat in enumerate(seats)]
            bids += self.bid_bits * len(seats)
            blocks += [(f"bid_suit_{seat}", bits[:2], bids + 2 * k) for k, seat in enumerate(seats)]
            blocks.append(("deals_played", bits[: self.deal_bits], bids + 2 * len(seats)))
        else:
            blocks.append(("named", list(SUIT_NAMES[1:]), voids + 4 * len(seats)))
            blocks += [("turn_up_given", [""], voids + 4 * len(seats) + 3)] * self.rules.partners_best
        for fact, width in self.standing_bits.items():
            spacing, name = WIDE_FIELD if self.wide else width, "score" if fact == "scores" else fact
            start = 64 * (self.board_words + self.facts.index(fact))
            blocks += [(f"{name}_side+{k}", bits[:width], start + spacing * k) for k in range(self.rules.sides)]
        return Layout(blocks)

    def _possible_bests(self, start: int) -> list[tuple[str, list[str], int]]:
        """The cards of the board `own_best` one by one: R10 spares a partner's lowest plain cards, of which nobody
        holds five."""
        pack, strict = self.actions.pack, self.rules.best_card_mode == "strict"
        lowest = pack.plain_by_rank[-1] if strict else 0
        bits = (bit for bit in range(pack.size) if not lowest >> bit & 1)
        return [("own_best", [pack.labels[bit]], start + bit) for bit in bits]

    def hidden_layout(self) -> Layout:
        """The named bits of what a critic may see beside: the others' hands, and the cards no longer in play."""
        cards = list(self.actions.pack.labels)
        boards = [*(f"hand_{seat}" for seat in self.seat_names[1:]), "out_of_play"]
        return Layout([(board, cards, 64 * k) for k, board in enumerate(boards)])

    # ---- what everybody knows, by state and by contract --------------------------------------------------------------

    def _public_words(self) -> NDArray[np.uint64]:
        """uint64 [T]: the facts of the state that each transition enters, seen by the seat that decides there."""
        asks = self.tables.asks
        return np.array([self._state_word(ask) if isinstance(ask, Ask) else 0 for ask in asks], np.uint64)

    def _contract_words(self) -> NDArray[np.uint64]:
        """uint64 [contracts * S]: the facts of a contract, seen from each seat counted from the dealer."""
        seats = range(self.rules.players)
        return np.array([self._contract_word(c, seat) for c in self.tables.contracts for seat in seats], np.uint64)

    def _state_word(self, ask: Ask) -> int:
        known = ask.known
        word = self._bit("kind", self.kinds.index(ask.kind)) | self._seat_bit("dealer", 0, ask.seat)
        word |= self._bit("trick", known.trick - 1) | self._seat_bit("winning", known.winning, ask.seat)
        return word | self._bit("round", known.round - 1) | self._contract_word(known.contract, ask.seat)

    def _contract_word(self, contract: Contract, seat: int) -> int:
        word = self._bit("round", contract.round - 1) | self._seat_bit("maker", contract.maker, seat)
        word |= self._seat_bit("opposed_by", contract.opposed_by, seat) | self._bit("bid", contract.bid)
        word |= self._bit("alone", contract.alone - 1) | self._bit("jambone", contract.jambone - 1)
        for block, choice in (("choice", contract.choice), ("opposed_choice", contract.opposed_choice)):
            word |= self._bit(block, CHOICES.index(choice) if choice else -1)
        for block, seats in (("sits_out", sits_out(self.rules, contract)), ("partners", contract.partners)):
            word |= sum(self._seat_bit(block, other, seat) for other in seats)
        return word

    def _seat_bit(self, block: str, who: int, seat: int) -> int:
        """The bit of a seat in a block, as `seat` counts; nothing for nobody, or for itself in a block of others."""
        if who < 0 or block not in self._starts:
            return 0
        step = (who - seat) % self.rules.players
        return self._bit(block, step if self._starts[block][1] == self.rules.players else step - 1)

    def _bit(self, block: str, index: int) -> int:
        """The public word with one bit of a block up; nothing for index -1, which is what nobody knows or is."""
        return 1 << self._starts[block][0] + index if index >= 0 else 0

    @cached_property
    def _starts(self) -> dict[str, tuple[int, int]]:
        """Where each block of the public word begins, and how many bits it has."""
        starts, at = {}, 0
        for block, labels in self.public_blocks:
            starts[block] = (at, len(labels))
            at += len(labels)
        assert at <= 64
        return starts


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


@lru_cache(maxsize=64)
def action_offsets(rules: Rules) -> NDArray[np.intp]:
    """intp [T]: by the state that a transition enters, what is added to a bit or call number to get the action."""
    offset, asks = actions_of(rules).offset, compile_rules(rules).asks
    return np.array([offset[ask.kind] if isinstance(ask, Ask) else 0 for ask in asks], np.intp)
