"""An engine to look ahead with: deals are laid out at will, and no card is hidden.

Shapes: B tables, S seats. W is uint32 for packs up to 32 cards, else uint64.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from euchre_env.automaton import TRICK_BITS, compile_rules
from euchre_env.cards import Deal, Words, pack_of
from euchre_env.contract import Contract
from euchre_env.engine_state import CONTRACT, SEVEN, U32, U64, Row
from euchre_env.observer import ObservedEngine
from euchre_env.rules import Rules, check_rules


def possible_contracts(rules: Rules) -> tuple[Contract, ...]:
    """Every contract that a deal of this game can be played for, in the order of `WorldEngine.contract`.

    The first is that of a void deal, and of every deal until trump is made.

    Raises:
        RulesError: these are no rules.

    >>> from euchre_env.variants import rules_for
    >>> [contract.maker for contract in possible_contracts(rules_for("two_handed"))]
    [-1, 1, 1, 0, 0]
    """
    check_rules(rules)
    return compile_rules(rules).contracts


class WorldEngine:
    """B tables in worlds, deals that somebody takes for possible: one decision each a step.

    Seats and sides count from the dealer, who is seat 0. A decision is a number: the bit of a card, or a call's place
    among those of its kind; `ActionTable.offset` has what the action is more than that. A table whose deal is over goes
    on with a deal that nobody has laid out: leave it away (`subset`). Arrays handed out are reused and valid until the
    next step; copy what must last.
    """

    def __init__(self, engine: ObservedEngine) -> None:
        """The tables of an engine; `laid_out` makes new ones."""
        self._engine, self.rules = engine, engine.rules

    @classmethod
    def laid_out(
        cls,
        rules: Rules,
        hands: NDArray[np.unsignedinteger[Any]],
        talon: NDArray[np.unsignedinteger[Any]],
        turned: Row,
        scores: NDArray[np.integer[Any]],
        games: NDArray[np.integer[Any]],
        number: Row,
    ) -> Self:
        """B tables at the beginning of their deals, as if clubs had been turned up everywhere: what a suit is called
        changes nothing.

        Args:
            rules: of the game.
            hands: unsigned [B, S] the cards dealt to each seat, by bit, seen from any suit.
            talon: unsigned [B] the turn-up, or in the bidding games the widow, seen from the same suit.
            turned: intp [B] the suit turned up, in the bidding games the first: 0 that same one, 1 the other of its
                colour, 2 and 3 the two others in the order of the bits.
            scores, games: int [sides, B] before the deal.
            number: intp [B] of the deal in its match, from 1.

        Raises:
            RulesError: these are no rules.
            ValueError: no table; an array of another shape or type, or out of its range; cards that are no deal.
        """
        check_rules(rules)
        check_laid_out(rules, hands, talon, turned, scores, games, number)
        engine = ObservedEngine(rules, len(hands), keep_scores=False)
        pack, seats = engine.pack, range(rules.players)
        dealt = hands.T.astype(pack.dtype)
        owned = [np.bitwise_or.reduce(dealt[[s for s in seats if s >> plane & 1]]) for plane in range(engine.planes)]
        words = np.stack([np.bitwise_or.reduce(dealt), *owned, talon.astype(pack.dtype)])
        columns = np.concatenate([pack.rebase(words, turned), np.zeros((1, len(hands)), pack.dtype)])
        engine.place(columns, np.zeros(len(hands), np.intp), scores, games, number)
        return cls(engine)

    def deal(self, table: int) -> Deal:
        """The deal laid out at a table where nothing has been decided yet, as if clubs had been turned up."""
        return self._engine.deal_cards.deal_of(self._engine.columns[:, table], 0)

    # ---- what is due -------------------------------------------------------------------------------------------------

    @property
    def seat_from_dealer(self) -> NDArray[np.uint8]:
        """uint8 [B]: the seat that decides."""
        return self._engine.seat_from_dealer

    @property
    def kind(self) -> NDArray[np.uint8]:
        """uint8 [B]: what is to be decided, as an index into `KINDS`."""
        return self._engine.kind

    @property
    def legal(self) -> Words:
        """W [B]: what may be done: cards by bit, or calls by number."""
        return self._engine.legal

    @property
    def card_due(self) -> NDArray[np.bool_]:
        """bool [B]: whether that is a card."""
        return self._engine.card != 0

    @property
    def holder(self) -> NDArray[np.intp]:
        """intp [B]: the seat whose card is due: the one that decides, unless the card is called (R31)."""
        return (self._engine.word & U32(7)).astype(np.intp)

    @property
    def hand(self) -> Words:
        """W [B]: the cards that this seat holds."""
        return self._engine.hand

    # ---- what has come of it -----------------------------------------------------------------------------------------

    @property
    def scores(self) -> NDArray[np.int32]:
        """int32 [sides, B]: the scores before the deal."""
        return self._engine.scores

    @property
    def games(self) -> NDArray[np.int32]:
        """int32 [sides, B]: games won in the match before the deal."""
        return self._engine.games

    @property
    def contract(self) -> NDArray[np.intp]:
        """intp [B]: what the deal is played for, as an index into `possible_contracts(rules)`."""
        return (self._engine.tally >> CONTRACT).astype(np.intp) // self.rules.players

    @property
    def tricks(self) -> NDArray[np.intp]:
        """intp [B, S]: the tricks that each seat has taken."""
        shifts = U64(TRICK_BITS) * np.arange(self.rules.players, dtype=U64)
        return (self._engine.tally[:, None] >> shifts & SEVEN).astype(np.intp)

    @property
    def hands(self) -> NDArray[np.uint64]:
        """uint64 [B, S]: the cards that each seat holds, seen from the trump suit (before it is made as dealt)."""
        return self._by_owner(self._engine.live)

    @property
    def cards_on_table(self) -> NDArray[np.uint64]:
        """uint64 [B, S]: the card of each seat that lies on the table."""
        return self._by_owner(self._engine.on_table)

    def _by_owner(self, cards: Words) -> NDArray[np.uint64]:
        parts = []
        for seat in range(self.rules.players):
            owned = cards
            for plane, owner in enumerate(self._engine.owner):
                owned = owned & (owner if seat >> plane & 1 else ~owner)
            parts.append(owned.astype(U64))
        return np.stack(parts, 1)

    def observe(self) -> NDArray[np.uint64]:
        """uint64 [words, B]: what the seat that decides may know, packed as `VectorEuchre.layout` has it."""
        return self._engine.observe()

    def observe_hidden(self) -> NDArray[np.uint64]:
        """uint64 [S, B]: the cards that it does not see, packed as `VectorEuchre.hidden_layout` has it."""
        return self._engine.observe_hidden()

    # ---- going on ----------------------------------------------------------------------------------------------------

    def step(self, numbers: Row) -> None:
        """One decision at every table, intp [B]; whether they are legal is not checked."""
        self._engine.step(numbers)

    @property
    def over(self) -> NDArray[np.intp]:
        """intp [n]: the tables whose deal ended with the last step."""
        return self._engine.over

    @property
    def points(self) -> NDArray[np.int32]:
        """int32 [sides, n]: what these deals have paid."""
        return self._engine.points

    def subset(self, rows: Row) -> Self:
        """An engine of its own that goes on with these tables, rows intp [n], each as often as it is named."""
        return type(self)(self._engine.subset(rows))

    def replace(self, rows: Row, few: Self) -> None:
        """Put other tables, `few`, in the places of these, rows intp [n]."""
        self._engine.replace(rows, few._engine)


def check_laid_out(
    rules: Rules,
    hands: NDArray[Any],
    talon: NDArray[Any],
    turned: NDArray[Any],
    scores: NDArray[Any],
    games: NDArray[Any],
    number: NDArray[Any],
) -> None:
    """The arguments of `WorldEngine.laid_out`.

    Raises:
        ValueError: one of them is not what it has to be; the message names it.
    """
    tables, pack = len(talon), pack_of(rules.pack)
    if not tables:
        raise ValueError("talon: must be at least one table's")
    by_side = (rules.sides, tables)
    shapes = {"hands": (tables, rules.players), "talon": (tables,), "scores": by_side, "games": by_side}
    given = {"hands": hands, "talon": talon, "scores": scores, "games": games, "turned": turned, "number": number}
    for name, array in given.items():
        shape, kinds = shapes.get(name, (tables,)), "u" if name in ("hands", "talon") else "iu"
        if array.shape != shape or array.dtype.kind not in kinds:
            wanted = "unsigned words" if kinds == "u" else "whole numbers"
            raise ValueError(f"{name}: {array.dtype} {list(array.shape)}, must be {wanted} {list(shape)}")
    beside = pack.size - rules.players * rules.hand_size if rules.bids else 1
    dealt = np.stack([*hands.T, talon])  # [S + 1, B]: sums over seats are fast so
    count, together = np.bitwise_count(dealt), np.bitwise_or.reduce(dealt)
    refuse("turned", "a suit from 0 to 3", (turned < 0) | (turned > 3))
    refuse("number", "1 or more", number < 1)
    refuse("hands", f"{rules.hand_size} cards a seat", (count[:-1] != rules.hand_size).any(0))
    refuse("talon", f"{beside} of the {pack.size} cards", count[-1] != beside)
    twice = np.bitwise_count(together) != rules.players * rules.hand_size + beside
    refuse("hands", "cards of the pack, each of them once", twice | (together > pack.all))


def refuse(name: str, wanted: str, at_fault: NDArray[np.bool_]) -> None:
    """Raise ValueError if a table, bool [B], is at fault; the message names the first."""
    if at_fault.any():
        raise ValueError(f"{name}: must be {wanted}, which it is not at table {int(at_fault.argmax())}")
