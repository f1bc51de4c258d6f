"""One table in plain Python, run straight from the scripts: for records, for replay, and as the reference for the
engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from euchre_env.actions import IllegalAction, actions_of
from euchre_env.cards import JOKER, SUITS, Deal, pack_of
from euchre_env.contract import VOID, Contract, deal_points, makers
from euchre_env.deal_checks import check_beginning, check_deal
from euchre_env.deals import talon_of
from euchre_env.match import settle
from euchre_env.rules import Rules, check_rules
from euchre_env.scripts import (
    CARD_KINDS,
    DEAL_OVER,
    PLAY_KINDS,
    Ask,
    Effect,
    Script,
    Settled,
    Taken,
    Taking,
    Test,
    beginning,
    suit_named,
)
from euchre_env.spelling import cut

FORMAT = "euchre-deal/1"


class Table:
    """One deal at one table. Seats, sides and cards are absolute and real; actions are spelled as in records.

    >>> from euchre_env.variants import rules_for
    >>> from euchre_env.deals import deal_cards
    >>> rules = rules_for("two_handed")
    >>> table = Table(rules, deal_cards(rules, seed=0, table=0, number=0, dealer=0))
    >>> table.seat, table.legal
    (1, ('order_up', 'pass'))
    >>> for action in ("pass", "pass", "pass", "pass"):
    ...     table.step(action)
    >>> table.over, table.result["maker"], table.result["points"]
    (True, None, [0, 0])
    """

    def __init__(
        self,
        rules: Rules,
        deal: Deal,
        dealer: int = 0,
        scores: list[int] | None = None,
        games: list[int] | None = None,
        number: int = 1,
    ) -> None:
        """Lay out `deal`, dealt by the seat `dealer`; `scores` and `games` by side before it, its `number` in the
        match.

        Raises:
            RulesError: these are no rules.
            DealError: the cards are not a deal of this game, or it cannot begin with this dealer, number or scores.
        """
        check_rules(rules)
        check_deal(rules, deal)
        check_beginning(rules, dealer, scores, games, number)
        self.rules, self.deal, self.dealer, self.number = rules, deal, dealer, number
        self.scores = list(scores or [0] * rules.sides)
        self.games = list(games or [0] * rules.sides)
        self.actions: list[tuple[int, str]] = []
        self.result: dict[str, Any] | None = None
        self._pack, self._names = pack_of(rules.pack), actions_of(rules)
        self._trump, self._talon = talon_of(rules, deal)
        self._hands = [
            self._pack.parse_all(deal.hands[self._absolute(seat)], self._trump) for seat in range(rules.players)
        ]
        self._everything = (1 << self._pack.bits) - 1
        self._led = self._still = self._everything
        self._on_table: list[tuple[int, int]] = []
        self._tricks = [0] * rules.players
        self._contract = VOID
        self._ask: Ask | None = None
        first = beginning(rules)
        self._script: Script = first.scene(rules, *first.memory)
        self._run(None, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        """A running script cannot be copied; the deal and the actions so far can, and lead to the same place."""
        start = (self.rules, self.deal, self.dealer, self.scores, self.games, self.number)
        return (_replayed, (start, [action for _, action in self.actions]))

    # ---- what is to be seen ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self._ask is None

    @property
    def seat(self) -> int | None:
        """The absolute seat that decides, None when the deal is over."""
        return None if self._ask is None else self._absolute(self._ask.seat)

    @property
    def kind(self) -> str | None:
        """What is to be decided, one of `KINDS`; None when the deal is over."""
        return None if self._ask is None else self._ask.kind

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions as records spell them, sorted; none when the deal is over."""
        if self._ask is None:
            return ()
        return tuple(sorted(self._spell(self._ask, number) for number in self.legal_numbers))

    @property
    def legal_numbers(self) -> tuple[int, ...]:
        """The legal bits or calls, in order: what an engine's `legal` holds."""
        return tuple(n for n in range(self._pack.bits) if self._legal >> n & 1)

    @property
    def trump(self) -> str | None:
        """The trump suit's letter once it is made (a bid may yet be overbid)."""
        ask = self._ask
        made = self._contract != VOID or (ask is not None and ask.kind != "bid" and ask.known.contract.maker >= 0)
        return SUITS[self._trump] if made else None

    @property
    def contract(self) -> Contract:
        """What the deal is played for, seats from the dealer; `VOID` until the making is over."""
        return self._contract

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards each absolute seat holds now, trumps first and downwards in each suit."""
        return tuple(
            tuple(
                card
                for suit in self._pack.suits
                for card in self._pack.names(
                    self._hands[(seat - self.dealer) % self.rules.players] & suit, self._trump
                )[::-1]
            )
            for seat in range(self.rules.players)
        )

    @property
    def trick(self) -> list[tuple[int, str]]:
        """(absolute seat, card) of the cards on the table, in the order played."""
        return [(self._absolute(seat), self._pack.name(bit, self._trump)) for seat, bit in self._on_table]

    @property
    def tricks(self) -> list[int]:
        """Tricks taken by each absolute seat."""
        players = self.rules.players
        return [self._tricks[(seat - self.dealer) % players] for seat in range(players)]

    def record(self) -> dict[str, Any]:
        """The deal record, with its result if the deal is over."""
        record: dict[str, Any] = {
            "format": FORMAT,
            "variant": self.rules.variant,
            "rules": self.rules.options(),
            "deal": self.number,
            "dealer": self.dealer,
            "hands": [" ".join(hand) for hand in self.deal.hands],
            "upcard": self.deal.upcard,
            "stock": " ".join(self.deal.stock),
            "scores": list(self.scores),
            "games": list(self.games),
            "actions": [list(action) for action in self.actions],
        }
        return record if self.result is None else record | {"result": self.result}

    # ---- one decision ------------------------------------------------------------------------------------------------

    def step(self, action: str) -> None:
        """Carry out an action, spelled as in records.

        Raises:
            IllegalAction: it is not legal now; nothing has been changed.
        """
        if self._ask is None:
            raise IllegalAction(f"{cut(repr(action), 200)}: the deal is over")
        try:
            number = self._names.parse(self._ask.kind, action, self._trump, self._absolute(self._ask.seat))
        except ValueError:
            number = -1
        if number < 0 or not self._legal >> number & 1:
            told = cut(repr(action), 200)
            raise IllegalAction(f"{told} is not legal for seat {self.seat}; legal: {', '.join(self.legal)}")
        self.step_number(number)

    def step_number(self, number: int) -> None:
        """Carry out a legal bit or call, as an engine's `step` does (not checked)."""
        ask = self._ask
        assert ask is not None
        self.actions.append((self._absolute(ask.seat), self._spell(ask, number)))
        if ask.kind not in CARD_KINDS:
            self._run(number, number)
            return
        bit = 1 << number
        self._hands[ask.holder] ^= bit
        beats = int((self._led | self._pack.trumps) & self._still & bit != 0)
        if ask.opens:
            self._led = int(self._pack.SUIT[number])
        self._still &= int(self._pack.STILL[number])
        if ask.kind in PLAY_KINDS:
            self._on_table.append((ask.holder, number))
        self._run(beats, number)

    def _run(self, answer: int | None, number: int) -> None:
        """Let the scripts run to the next decision, or to the end of the deal."""
        while True:
            try:
                step = self._script.send(answer)  # type: ignore[arg-type]  # a generator starts with None
            except StopIteration as end:
                if end.value == DEAL_OVER:
                    return self._finish()
                self._script, answer = end.value.scene(self.rules, *end.value.memory), None
                continue
            answer = None
            if isinstance(step, Ask):
                return self._put(step)
            if isinstance(step, Test):
                answer = self._answer(step)
            else:
                self._happen(step, number)

    def _happen(self, effect: Effect | Taking | Settled | Taken, number: int) -> None:
        if isinstance(effect, Taken):
            self._tricks[effect.seat] += 1
            self._on_table = []
        elif isinstance(effect, Settled):
            self._contract = effect.contract
        elif isinstance(effect, Taking):
            self._hands[effect.seat] |= self._talon if effect.what is Effect.TAKE_TALON else 1 << number
        elif effect is Effect.NAME_SUIT:
            suit = suit_named(number)
            self._hands = [self._pack.rebase_one(hand, suit) for hand in self._hands]
            self._talon = self._pack.rebase_one(self._talon, suit)
            self._trump ^= suit

    def _answer(self, test: Test) -> int:
        """What the cards say."""
        if test.question == "joker_turned":
            return int(self.deal.upcard == JOKER)
        talon = self._talon if test.question == "jamboree_with_turn_up" else 0
        return int(not self._pack.jamboree & ~(self._hands[test.seat] | talon))

    def _put(self, ask: Ask) -> None:
        """The next question: what may the seat do?"""
        self._ask = ask
        if ask.opens:
            self._led = self._still = self._everything
        if ask.calls is not None:
            self._legal = sum(1 << call for call in ask.calls)
        else:
            hand = self._hands[ask.holder]
            self._legal = hand & self._led or hand  # P1
            if ask.kind == "best" and self.rules.best_card_mode == "strict":
                self._legal = self._pack.strict_best(hand)  # R10

    def _finish(self) -> None:
        self._ask, self._legal = None, 0
        rules, contract = self.rules, self._contract
        taken = sum(self._tricks[seat] for seat in makers(rules, contract))
        from_dealer = deal_points(rules, contract, taken)
        points = [from_dealer[(side - self.dealer) % rules.sides] for side in range(rules.sides)]
        made = contract != VOID
        seats = (np.array([self.dealer]), np.array([self._absolute(contract.maker) if made else -1]))
        number = np.array([self.number])
        standing = settle(rules, column(self.scores), column(self.games), column(points), *seats, number)
        self.result = {
            "trump": SUITS[self._trump] if made else None,
            "maker": self._absolute(contract.maker) if made else None,
            "alone": contract.alone,
            "opposed_by": self._absolute(contract.opposed_by) if contract.opposed_by >= 0 else None,
            "tricks": self.tricks,
            "points": points,
            "scores": standing.scores[:, 0].tolist(),
            "games": standing.games[:, 0].tolist(),
            "winners": np.flatnonzero(standing.winners[:, 0]).tolist(),
        }

    def _spell(self, ask: Ask, number: int) -> str:
        return self._names.spell(ask.kind, number, self._trump, self._absolute(ask.seat))

    def _absolute(self, seat: int) -> int:
        return (seat + self.dealer) % self.rules.players


def column(values: list[int]) -> np.ndarray[Any, np.dtype[np.int32]]:
    """int32 [n, 1]: one table's column."""
    return np.array(values, np.int32)[:, None]


def _replayed(start: tuple[Any, ...], actions: list[str]) -> Table:
    table = Table(*start)
    for action in actions:
        table.step(action)
    return table
