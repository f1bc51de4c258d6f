"""Actions: one number a choice, `Discrete(A)` a variant, with their names.

The cards come first, by bit, seen from the trump suit; playing one, discarding, giving or calling it is the same
number, and the kind of decision tells which. Then come the calls, kind by kind. A record spells an action with real
cards, suits and seats (`play_QH`, `name_S_alone`, `partner_4`); `names` spells it as the number means it
(`card[trump Q]`, `name_alone[cross1]`, `partner[seat+2]`).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from euchre_env.cards import SUIT_NAMES, SUITS, pack_of
from euchre_env.rules import Rules, check_rules
from euchre_env.scripts import CARD_KINDS, CHOICES, KINDS, announcements, suit_named
from euchre_env.spelling import cut, shown


class IllegalAction(ValueError):  # noqa: N818 - it names the fault, as PettingZoo's own messages do
    """An action that the rules do not allow at this moment; nothing has been changed."""


class ActionTable:
    """The actions of one game.

    Attributes:
        names: tuple of A names, card actions first.
        size: A.
        first_call: the number of the first call, which is the number of cards in the pack.
        offset: by kind of decision, what is added to an engine's bit or call number to get the action.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, self.pack = rules, pack_of(rules.pack)
        self.first_call = self.pack.size
        self.calls = calls_of(rules)
        self.offset = dict.fromkeys(CARD_KINDS, 0)
        names = [f"card[{label}]" for label in self.pack.labels]
        for kind, called in self.calls.items():
            self.offset[kind] = len(names)
            names += called
        self.names = tuple(names)
        self.size = len(self.names)

    def action(self, kind: str, number: int) -> int:
        """The action for bit or call `number` of a decision of this kind."""
        return number + self.offset[kind]

    def number(self, kind: str, action: int) -> int:
        """The bit or call that the action stands for in a decision of this kind; negative where it cannot be meant."""
        number = action - self.offset[kind]
        choices = self.first_call if kind in CARD_KINDS else len(self.calls[kind])
        return number if number < choices else -1

    def spell(self, kind: str, number: int, trump: int, seat: int) -> str:
        """The record's name of bit or call `number`, decided by the absolute `seat`, when cards are seen from suit
        number `trump`.

        >>> from euchre_env.variants import rules_for
        >>> actions = ActionTable(rules_for("four_handed"))
        >>> actions.spell("make", 2, SUITS.index("S"), 0), actions.spell("play", 0, SUITS.index("S"), 0)
        ('name_C', 'play_7S')
        """
        if kind in CARD_KINDS:
            return f"{kind}_{self.pack.name(number, trump)}"
        return spelled_calls(self.rules, kind, trump, seat)[number]

    def parse(self, kind: str, text: str, trump: int, seat: int) -> int:
        """The bit or call of a record's action name.

        Raises:
            ValueError: no action of this kind of decision has that name.
        """
        if not isinstance(text, str):
            raise ValueError(f"{shown(text)} is no action's name")
        if kind in CARD_KINDS:
            verb, _, card = text.partition("_")
            if verb != kind:
                raise ValueError(f"{cut(repr(text), 200)} is not a {kind}")
            return self.pack.parse(card, trump)
        calls = spelled_calls(self.rules, kind, trump, seat)
        if text not in calls:
            told = cut(repr(text), 200)
            raise ValueError(f"{told} is not a call of kind {kind!r}; there are {', '.join(calls)}")
        return calls.index(text)

    def columns_in(self, names: tuple[str, ...]) -> NDArray[np.intp]:
        """intp [A]: where each of these actions stands among `names` (see `union_names`)."""
        place = {name: i for i, name in enumerate(names)}
        return np.array([place[name] for name in self.names], np.intp)

    @staticmethod
    def union_names(tables: list[ActionTable]) -> tuple[str, ...]:
        """Every name of several games' actions once, in order of appearance: one action space for all of them."""
        return tuple(dict.fromkeys(name for table in tables for name in table.names))


def calls_of(rules: Rules) -> dict[str, tuple[str, ...]]:
    """By kind of decision the calls that these rules know, by call number, as their numbers mean them."""
    levels = ("", "_alone") if rules.lone_hands else ("",)
    others = tuple(f"seat+{step}" for step in range(1, rules.players))
    calls: dict[str, tuple[str, ...]] = {}
    if rules.bids:
        on_suits = (f"bid_{bid.worth}[{suit}]" for bid in rules.bids for suit in SUIT_NAMES)
        return {"bid": ("pass", *on_suits), "partner": tuple(f"partner[{seat}]" for seat in others)}
    made = (name for level in levels for name in (f"order_up{level}", *(f"name{level}[{s}]" for s in SUIT_NAMES[1:])))
    calls["make"] = ("pass", *made)
    if rules.joker_turnup == "dealer_blind_maker":
        calls["name_blind"] = tuple(f"name_blind[{SUITS[suit_named(call)]}]" for call in range(4))
    if rules.partners_best:
        calls["choose"] = CHOICES
    if len(announcements(rules)) > 1:
        calls["announce"] = announcements(rules)
    if rules.defend_alone == "vs_lone":
        calls["oppose"] = ("defend", "oppose_alone")
    assert list(calls) == [kind for kind in KINDS if kind in calls]
    return calls


@lru_cache(maxsize=4096)
def spelled_calls(rules: Rules, kind: str, trump: int, seat: int) -> tuple[str, ...]:
    """The records' names of the calls of one kind, by call number, said by `seat` when cards are seen from `trump`."""
    suits = tuple(SUITS[suit ^ trump] for suit in range(4))
    match kind:
        case "make":
            levels = ("", "_alone")[: 1 + rules.lone_hands]
            named = [("order_up", *(f"name_{suit}" for suit in suits[1:])) for _ in levels]
            return ("pass", *(name + level for names, level in zip(named, levels, strict=True) for name in names))
        case "name_blind":
            return tuple(f"name_{suits[suit_named(call)]}" for call in range(4))
        case "bid":
            return ("pass", *(f"bid_{bid.worth}_{suit}" for bid in rules.bids for suit in suits))
        case "partner":
            return tuple(f"partner_{(seat + step) % rules.players}" for step in range(1, rules.players))
    return calls_of(rules)[kind]


@lru_cache(maxsize=64)
def actions_of(rules: Rules) -> ActionTable:
    """The action table of a game, made once for each set of rules.

    Raises:
        RulesError: these are no rules.
    """
    check_rules(rules)
    return ActionTable(rules)
