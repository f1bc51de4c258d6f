"""The rules of one euchre game as data: every option of the rule book's section 8, checked as soon as they are put
together."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

from euchre_env.spelling import shown, spelled


class RulesError(ValueError):
    """Rules that make no sense; the message names the options at odds and what would be right."""


@dataclass(frozen=True)
class Condition:
    """A state of the rules that an option depends on: `holds(rules)`, and the option that decides it."""

    option: str
    holds: Callable[[Any], bool]
    says: str

    def contradicted(self, rules: Any) -> str:
        """What is asked for and what these rules have instead."""
        return f"{self.says}, and here {self.option}={spelled(getattr(rules, self.option))}"


def first_unmet(conditions: tuple[Condition, ...], rules: Any) -> Condition | None:
    """The first of the conditions that `rules`, checked or not, do not meet."""
    return next((condition for condition in conditions if not condition.holds(rules)), None)


@dataclass(frozen=True)
class Option:
    """One rule option: its values (default first), the games it applies to, and what its other values need.

    `values` None means a whole number from 1 to `highest`, or, where `nullable`, None.
    `elsewhere` is the value that stands for the option in a game it does not apply to.
    """

    values: tuple[Any, ...] | None
    statements: str
    applies: tuple[Condition, ...] = ()
    needs: tuple[Condition, ...] = ()
    default: Any = None
    elsewhere: Any = None
    highest: int = 0
    nullable: bool = False

    def allowed(self) -> str:
        """The values in words, for messages."""
        if self.values is not None:
            return " or ".join(spelled(value) for value in self.values)
        return f"a whole number from 1 to {self.highest}" + (" or null" if self.nullable else "")

    def admits(self, value: object) -> bool:
        """Whether `value` is of the right type and range; True is not 1 here."""
        if self.values is not None:
            return any(type(value) is type(v) and value == v for v in self.values)
        if value is None:
            return self.nullable
        return type(value) is int and 1 <= value <= self.highest


TURN_UP = Condition("players", lambda r: r.players <= 4, "a game with a turn-up (two to four players)")
BIDDING = Condition("players", lambda r: r.players > 4, "a bidding game (five or seven players)")
THREE_HANDED = Condition("players", lambda r: r.players == 3, "a three-handed game")
FOUR_HANDED = Condition("players", lambda r: r.players == 4, "a four-handed game")
JOKER = Condition("pack", lambda r: r.pack % 2 == 1, "a pack with a Joker (25, 29 or 33)")
AGREED = Condition("joker_turnup", lambda r: r.joker_turnup == "agreed", "joker_turnup=agreed")
LONE_HANDS = Condition("lone_hands", lambda r: r.lone_hands, "lone_hands=true")
PARTNERS_BEST = Condition("partners_best", lambda r: r.partners_best, "partners_best=true")


def flag(
    statements: str, default: bool, applies: tuple[Condition, ...], needs: tuple[Condition, ...] = (), **more: Any
) -> Option:
    """An option that is on or off."""
    return Option((default, not default), statements, applies, needs, default, more.pop("elsewhere", default), **more)


def choice(
    statements: str, values: tuple[Any, ...], applies: tuple[Condition, ...], needs: tuple[Condition, ...] = ()
) -> Option:
    """An option with a few named values, the default first."""
    return Option(values, statements, applies, needs, values[0], values[0])


REDUCED_PACK = 8
"""Jacks and aces, three cards a hand: a two-handed game of 1,120 deals, small enough to be solved exactly."""

TURN_UP_PACKS = (32, 24, 25, 28, 29, 33)
PACKS = {2: (*TURN_UP_PACKS, REDUCED_PACK), 5: (28,), 7: (53,)}
"""The packs of the games with a turn-up, and by players those of two, who have one more, and of the bidding games
(section 8)."""

OPTIONS: Mapping[str, Option] = {
    "pack": choice("C1", (*TURN_UP_PACKS, REDUCED_PACK, 53), ()),
    "target": Option(None, "4.1-4.6", default=5, elsewhere=5, highest=1000, nullable=True),
    "num_deals": Option(None, "4.6", (BIDDING,), highest=1000, nullable=True),
    "match_games": Option(None, "R26, R27a", default=1, elsewhere=1, highest=100),
    "march_points": choice("4.2, A1", (2, 3), (TURN_UP,)),
    "lone_hands": flag("M5", True, (FOUR_HANDED,), elsewhere=False),
    "lone_march_points": choice("4.3", (4, 3, 5), (FOUR_HANDED,)),
    "lone_euchre_points": choice("A7, R21, R22", (2, 4), (FOUR_HANDED,)),
    "euchre_mode": choice("4.2, A4", ("award", "set_back"), (THREE_HANDED,)),
    "tie_rule": choice("4.2, A3", ("both_win", "elder_wins"), (THREE_HANDED,)),
    "stick_the_dealer": flag("M3", False, (TURN_UP,)),
    "may_discard_turnup": flag("P6", False, (TURN_UP,)),
    "assist_must_be_alone": flag("M5", False, (FOUR_HANDED,), (LONE_HANDS,)),
    "lone_lead": choice("P3", ("first_active_left_of_dealer", "left_of_lone_player"), (FOUR_HANDED,)),
    "joker_turnup": choice("C9", ("agreed", "dealer_blind_maker"), (TURN_UP, JOKER)),
    "joker_suit": choice("C9", ("H", "C", "D", "S"), (TURN_UP, JOKER, AGREED)),
    "partners_best": flag("R9-R15", False, (FOUR_HANDED,), (LONE_HANDS,)),
    "best_card_mode": choice("R10", ("strict", "free"), (FOUR_HANDED, PARTNERS_BEST)),
    "defend_alone": choice("R16-R21", ("never", "vs_lone"), (FOUR_HANDED,), (LONE_HANDS,)),
    "pat_lone": flag("R28, R29", False, (FOUR_HANDED,), (PARTNERS_BEST,)),
    "jambone": flag("R30-R36", False, (FOUR_HANDED,), (LONE_HANDS,)),
    "jambone_euchre": choice("R30a", ("award", "deduct"), (FOUR_HANDED,)),
    "jamboree": flag("R37-R42", False, (FOUR_HANDED,)),
    "laps": flag("R25", False, (TURN_UP,)),
    "slams": flag("R26", False, (TURN_UP,)),
    "slam_on_lapped_games": flag("R27", True, (TURN_UP,)),
    "min_bid": choice("A23", (1, 3), (BIDDING,)),
}


class Bid(NamedTuple):
    """One rung of a bidding game's ladder (4.5, 4.6): the points it is `worth`, the tricks that `needs`, how many
    `partners` the bidder chooses, and whether he takes the `widow`."""

    worth: int
    needs: int
    partners: int
    widow: bool

    @property
    def alone(self) -> bool:
        """Whether the bidder plays against everybody."""
        return not self.partners


LADDERS = {
    5: (*(Bid(n, n, 1 if n <= 3 else 2, True) for n in range(1, 6)), Bid(8, 5, 0, True), Bid(15, 5, 0, False)),
    7: (*(Bid(n, n, 2 if n <= 5 else 3, True) for n in range(1, 8)), Bid(10, 7, 0, True), Bid(20, 7, 0, False)),
}
"""The bids of the five-handed (4.5, A23) and the seven-handed game (4.6), lowest first."""


@dataclass(frozen=True)
class Rules:
    """One game's rules; `rules_for(variant, **options)` makes them from a preset.

    Every option of `OPTIONS` is a field. An option that does not apply to the game holds its `elsewhere` value.

    Raises:
        RulesError: a value out of range, an option that does not apply, or one whose need is not met.
    """

    variant: str
    players: int
    pack: int
    target: int | None
    num_deals: int | None
    match_games: int
    march_points: int
    lone_hands: bool
    lone_march_points: int
    lone_euchre_points: int
    euchre_mode: str
    tie_rule: str
    stick_the_dealer: bool
    may_discard_turnup: bool
    assist_must_be_alone: bool
    lone_lead: str
    joker_turnup: str
    joker_suit: str
    partners_best: bool
    best_card_mode: str
    defend_alone: str
    pat_lone: bool
    jambone: bool
    jambone_euchre: str
    jamboree: bool
    laps: bool
    slams: bool
    slam_on_lapped_games: bool
    min_bid: int

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4, 5, 7) or type(self.players) is not int:
            raise RulesError(f"players={self.players!r}: must be 2, 3, 4, 5 or 7")
        for name, option in OPTIONS.items():
            self._check(name, option)
        needed = self.players * self.hand_size + 1
        if self.pack < needed:
            raise RulesError(
                f"pack={self.pack} is too small for players={self.players}: {needed} cards are dealt and turned"
            )
        if self.target is None and self.num_deals is None:
            needs = "target=null needs num_deals: a match must end by points or after a number of deals"
            unmet = first_unmet(OPTIONS["num_deals"].applies, self)
            raise RulesError(f"{needs}; num_deals applies only to {unmet.contradicted(self)}" if unmet else needs)

    def _check(self, name: str, option: Option) -> None:
        value = getattr(self, name)
        check_value(name, value, self.players)
        if value != option.elsewhere and (unmet := first_unmet(option.applies, self)):
            raise RulesError(f"{name} applies only to {unmet.contradicted(self)}")
        if value != option.default and (unmet := first_unmet(option.needs, self)):
            raise RulesError(f"{name}={spelled(value)} needs {unmet.contradicted(self)}")

    def applies(self, name: str) -> bool:
        """Whether the option has a meaning in this game (section 8, "applies to")."""
        return first_unmet(OPTIONS[name].applies, self) is None

    def options(self) -> dict[str, Any]:
        """Every option that applies, in the rule book's order: the `rules` of a deal record."""
        return {name: getattr(self, name) for name in OPTIONS if self.applies(name)}

    @property
    def hand_size(self) -> int:
        """Cards dealt to a seat (4.1-4.6), and so the tricks of a deal."""
        if self.pack == REDUCED_PACK:
            return 3
        return 7 if self.players == 7 else 5

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """The ladder of a bidding game, lowest bid first; empty in the games with a turn-up."""
        return tuple(bid for bid in LADDERS.get(self.players, ()) if bid.worth >= self.min_bid)

    @property
    def widow(self) -> int:
        """Cards in the widow of a bidding game (4.5, 4.6); 0 in the games with a turn-up."""
        return self.pack - self.players * self.hand_size if self.players > 4 else 0

    @property
    def joker_stands_for(self) -> str:
        """The suit from which the cards are seen when the Joker is turned up (C9): of a blind maker none yet, so
        clubs."""
        return self.joker_suit if self.joker_turnup == "agreed" else "C"

    @property
    def sides(self) -> int:
        """Scores kept: two in the partnership game, else one a player."""
        return 2 if self.players == 4 else self.players

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return seat % self.sides


def check_rules(value: object) -> None:
    """That it is a game's rules; the name of a variant is none.

    Raises:
        RulesError: it is not.
    """
    if not isinstance(value, Rules):
        raise RulesError(f"rules={shown(value)}: must be Rules, such as rules_for({shown('four_handed')}) makes")


def check_value(name: str, value: object, players: int) -> None:
    """That an option can have a value in a game of so many players.

    Raises:
        RulesError: it cannot; the message says what it can have.
    """
    option = OPTIONS[name]
    if name == "pack":
        option = replace(option, values=PACKS.get(players, TURN_UP_PACKS))
    if not option.admits(value):
        where = f" in a game with players={players}" if name == "pack" else ""
        raise RulesError(f"{name}={spelled(value)}: must be {option.allowed()}{where}")


def make_rules(variant: str, players: int, preset: Mapping[str, Any], options: Mapping[str, Any]) -> Rules:
    """Rules from a preset's options with the user's `options` on top.

    Raises:
        RulesError: as `Rules`, and for an option that does not exist or does not apply to the game.
    """
    for name in options:
        if name not in OPTIONS:
            close = difflib.get_close_matches(name, OPTIONS, n=1)
            raise RulesError(
                f"no rule option {name!r}"
                + (f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(OPTIONS)}")
            )
    values = {name: option.default for name, option in OPTIONS.items()} | dict(preset) | dict(options)
    for name, value in options.items():
        check_value(name, value, players)
    draft = SimpleNamespace(players=players, **values)
    for name, option in OPTIONS.items():
        unmet = first_unmet(option.applies, draft)
        if unmet and name in options:
            raise RulesError(f"{name} applies only to {unmet.contradicted(draft)}")
        if unmet and name not in preset:
            values[name] = option.elsewhere
    return Rules(variant=variant, players=players, **values)


assert [f.name for f in fields(Rules)][2:] == list(OPTIONS), "Rules and OPTIONS list the same options in the same order"
