"""The deals that are to be reviewed, from deal records or Euchre Game Notation: what of them can be judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.measuring.phases import PLAY_KINDS
from euchre_env import EgnDeal, EgnGame, RecordError, Rules, Table, open_record, replay_record, shown, told_apart

BEFORE_PLAY = {
    "name_blind": "making",
    "bid": "bidding",
    "bury": "the widow",
    "partner": "partners",
    "choose": "exchange",
    "give": "exchange",
    "best": "exchange",
    "discard": "discard",
    "announce": "announcement",
    "oppose": "opposing",
}
"""What the parts of a deal before the play are called, by the kind of decision."""


@dataclass(frozen=True, eq=False)
class GivenDeal:
    """A deal as a file tells it.

    Attributes:
        number: its place in the file, from 1: the line of a record.
        record: a deal record whose actions are all legal; what the file tells beyond is left out.
        rules: by which it was played.
        players: the names by seat, no two alike, harmless to a terminal.
        known: by seat the steps, counted from 0 in `record["actions"]`, at which the file knows the seat's hand.
        unknown: cards that it does not know; the record holds them somewhere.
        notes: what is wrong with the deal, a sentence each that names deal and trick.
        file: the short name of its file where several are reviewed together, else empty.
    """

    number: int
    record: Mapping[str, Any]
    rules: Rules
    players: tuple[str, ...]
    known: tuple[range, ...]
    unknown: frozenset[str]
    notes: tuple[str, ...]
    file: str = ""

    @property
    def title(self) -> str:
        """What it is called: `deal 3`, or with its file where there are several."""
        return self.from_file(f"deal {self.number}")

    def from_file(self, text: str) -> str:
        """A text about the deal, its file before it where there are several."""
        return f"{self.file}, {text}" if self.file else text

    @property
    def actions(self) -> Sequence[tuple[int, str]]:
        """(absolute seat, action) in order."""
        return [(seat, action) for seat, action in self.record["actions"]]

    def table_at(self, step: int) -> Table:
        """The table after so many actions."""
        table = open_record(self.record)
        for _, action in self.actions[:step]:
            table.step(action)
        return table


def recorded_deal(record: dict[str, Any], number: int) -> GivenDeal:
    """The deal that a record tells, `number` in its file.

    Raises:
        RecordError: no deal can begin with it, or what it says of unknown cards makes no sense.
    """
    table = open_record(record)
    disagreements = replay_record(record, number)
    stop = next((found.step for found in disagreements if found.what == "action"), None)
    actions = record["actions"] if stop is None else record["actions"][: stop - 1]
    places, notes = [], []
    for _, action in actions:
        places.append(place_of(table))
        table.step(action)
    places.append(place_of(table))
    for found in disagreements:
        where = f"deal {number}" if found.step is None else f"deal {number}, {places[found.step - 1]}"
        notes.append(where + str(found).removeprefix(f"line {number}"))
    if stop is None and not table.over:
        notes.append(f"deal {number}, {places[-1]}: the record ends here")
    told = [list(action) for action in table.actions]
    hands, stock = unknown_cards(record, table.rules)
    return GivenDeal(
        number,
        record | {"actions": told},
        table.rules,
        told_apart(record.get("players"), table.rules),
        tuple(known_steps(hand, seat, told) for seat, hand in enumerate(hands)),
        frozenset(stock).union(*hands),
        tuple(notes),
    )


def egn_deal(game: EgnGame, deal: EgnDeal) -> GivenDeal:
    """A deal of a game in Euchre Game Notation."""
    unknown = frozenset(deal.unknown_stock).union(*deal.unknown_hands)
    players = told_apart(list(game.players), game.rules)
    return GivenDeal(deal.number, deal.record, game.rules, players, deal.known, unknown, deal.notes)


def place_of(table: Table) -> str:
    """How far a deal has come.

    >>> from euchre_env import VectorEuchre
    >>> place_of(VectorEuchre("four_handed").table(0))
    'first round'
    """
    if table.over:
        return "the end"
    if table.kind in PLAY_KINDS:
        return f"trick {sum(table.tricks) + 1}"
    if table.kind == "make":
        passed = [action for _, action in table.actions].count("pass")
        return "second round" if passed >= table.rules.players else "first round"
    return BEFORE_PLAY[str(table.kind)]


# ---- who plays, and what is known of the hands -----------------------------------------------------------------------


def unknown_cards(record: Mapping[str, Any], rules: Rules) -> tuple[list[list[str]], list[str]]:
    """By seat the cards of the hand dealt to it that nobody knows, and those of the stock, as a record says that was
    made of a game in which they are not told.

    Raises:
        RecordError: what it says makes no sense.
    """
    unknown = record.get("unknown", {"hands": [""] * rules.players, "stock": ""})
    hands, stock = (unknown.get(name) for name in ("hands", "stock")) if isinstance(unknown, dict) else (None, None)
    if (
        isinstance(hands, list)
        and len(hands) == rules.players
        and all(isinstance(hand, str) for hand in hands)
        and isinstance(stock, str)
    ):
        return [hand.split() for hand in hands], stock.split()
    right = '{"hands": [a text of cards for each seat], "stock": a text of cards}'
    raise RecordError(f"unknown: must be {right}, not {shown(unknown)}")


def known_steps(unknown: Sequence[str], seat: int, actions: Sequence[list[Any]]) -> range:
    """The steps at which a hand is known that was dealt with these unknown cards: all, none, or those after its only
    unknown card has been discarded."""
    discards = [[seat, f"discard_{card}"] for card in unknown]
    if not unknown:
        return range(len(actions))
    if len(discards) == 1 and discards[0] in actions:
        return range(actions.index(discards[0]) + 1, len(actions))
    return range(0)
