"""Actions: one number a choice, `Discrete(A)` a variant, with their names.

The cards come first, by bit, seen from the trump suit; putting one down, discarding it or playing it is the same
number, and the kind of decision tells which. Then come the calls. A record spells an action with real cards and suits
(`play_QH`,
`name_S_alone`); `names` spells it as the number means it (`card[trump Q]`, `name_alone[cross1]`).
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from euchre_env.cards import SUIT_NAMES, SUITS, pack_of
from euchre_env.rules import Rules
from euchre_env.scripts import CARD_KINDS, PASS
from euchre_env.spelling import shown


class IllegalAction(ValueError):  # noqa: N818 - it names the fault, as PettingZoo's own messages do
    """An action that the rules do not allow at this moment; nothing has been changed."""


class ActionTable:
    """The actions of one game.

    Attributes:
        names: tuple of A names, card actions first.
        size: A.
        first_call: the number of the first call, which is the number of cards in the pack.
    """

    def __init__(self, rules: Rules) -> None:
        self.pack = pack_of(rules.pack)
        self.first_call = self.pack.size
        levels = ("", "_alone") if rules.lone_hands else ("",)
        calls = ["pass"]
        for level in levels:
            calls += [f"order_up{level}", *(f"name{level}[{suit}]" for suit in SUIT_NAMES[1:])]
        self.names = (*(f"card[{label}]" for label in self.pack.labels), *calls)
        self.size = len(self.names)

    def action(self, kind: str, number: int) -> int:
        """The action for bit or call `number` of a decision of this kind."""
        return number if kind in CARD_KINDS else self.first_call + number

    def number(self, kind: str, action: int) -> int:
        """The bit or call that the action stands for in a decision of this kind; negative where it cannot be meant."""
        if kind in CARD_KINDS:
            return action if action < self.first_call else -1
        return action - self.first_call

    def spell(self, kind: str, number: int, trump: int) -> str:
        """The record's name of bit or call `number`, when cards are seen from suit number `trump`.

        >>> from euchre_env.variants import rules_for
        >>> actions = ActionTable(rules_for("four_handed"))
        >>> actions.spell("make", 2, SUITS.index("S")), actions.spell("play", 0, SUITS.index("S"))
        ('name_C', 'play_7S')
        """
        if kind in CARD_KINDS:
            return f"{kind}_{self.pack.name(number, trump)}"
        return spelled_call(number, trump)

    def parse(self, kind: str, text: str, trump: int) -> int:
        """The bit or call of a record's action name.

        Raises:
            ValueError: no action of this kind of decision has that name.
        """
        if not isinstance(text, str):
            raise ValueError(f"{shown(text)} is no action's name")
        if kind in CARD_KINDS:
            verb, _, card = text.partition("_")
            if verb != kind:
                raise ValueError(f"{text!r} is not a {kind}")
            return self.pack.parse(card, trump)
        for call in range(self.size - self.first_call):
            if spelled_call(call, trump) == text:
                return call
        raise ValueError(f"{text!r} is not a call")

    def columns_in(self, names: tuple[str, ...]) -> NDArray[np.intp]:
        """intp [A]: where each of these actions stands among `names` (see `union_names`)."""
        place = {name: i for i, name in enumerate(names)}
        return np.array([place[name] for name in self.names], np.intp)

    @staticmethod
    def union_names(tables: list[ActionTable]) -> tuple[str, ...]:
        """Every name of several games' actions once, in order of appearance: one action space for all of them."""
        return tuple(dict.fromkeys(name for table in tables for name in table.names))


@cache
def spelled_call(call: int, trump: int) -> str:
    """The record's name of a call of the making (M1, M2)."""
    if call == PASS:
        return "pass"
    alone, suit = divmod(call - 1, 4)
    return ("order_up" if suit == 0 else f"name_{SUITS[suit ^ trump]}") + "_alone" * alone


@lru_cache(maxsize=64)
def actions_of(rules: Rules) -> ActionTable:
    """The action table of a game, made once for each set of rules."""
    return ActionTable(rules)
