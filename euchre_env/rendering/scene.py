"""What a picture of a table shows to a viewer, whatever it is drawn with: text and graphics say the same."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from euchre_env.cards import JOKER, SUITS, pack_of
from euchre_env.records import LONGEST_NAME
from euchre_env.rendering.story import Story, plural
from euchre_env.rendering.style import Style
from euchre_env.rules import Rules
from euchre_env.spelling import one_line, shown

# What is to be decided. The first group neither the cards nor the calls so far tell.
UNSPOKEN = {
    "give": "to give a card to the partner",
    "best": "to give the partner the best card",
    "discard": "to discard",
    "bury": "to bury a card",
    "choose": "to take a card or none",
    "announce": "to announce or to play on",
    "oppose": "to oppose or to defend",
    "partner": "to choose a partner",
}
DUE = UNSPOKEN | {
    "make": "to make trump or to pass",
    "name_blind": "to name trump unseen",
    "bid": "to bid or to pass",
    "play": "to play a card",
    "call": "to call a card",
}

# Points as players mark them with a three and a four: the card below and the one that lies on it, None a back (A25).
MARKED: Mapping[int, tuple[str | None, str | None]] = {
    1: ("3", None),
    2: ("4", None),
    3: (None, "3"),
    4: (None, "4"),
}


@runtime_checkable
class TableView(Protocol):
    """What a picture needs to know of a table; `Table` has it. `record()` is the deal so far."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102 - see the class
    @property
    def seat(self) -> int | None: ...  # noqa: D102 - see the class
    @property
    def kind(self) -> str | None: ...  # noqa: D102 - see the class
    @property
    def trump(self) -> str | None: ...  # noqa: D102 - see the class
    @property
    def hands(self) -> tuple[tuple[str, ...], ...]: ...  # noqa: D102 - see the class
    @property
    def trick(self) -> list[tuple[int, str]]: ...  # noqa: D102 - see the class
    @property
    def tricks(self) -> list[int]: ...  # noqa: D102 - see the class
    def record(self) -> dict[str, Any]: ...  # noqa: D102 - see the class


class Standing(NamedTuple):
    """How a side stands: points, and games won where a match has several (else None)."""

    side: str
    points: int
    games: int | None


class Scene:
    """A table as `viewer` sees it, or as one who knows everything does.

    Attributes:
        viewer: the absolute seat that looks: it sits at the bottom.
        seen_from: the number of the suit that the cards are sorted by.
        story: what has happened.
    """

    def __init__(
        self, table: TableView, viewer: int | None, all_hands: bool, style: Style, names: Sequence[str] | None = None
    ) -> None:
        """`names`: of the seats, in the place of `player_0`, `player_1`, ...

        Raises:
            ValueError: `table` is none, `viewer` is no seat, or not one name a seat.
        """
        _check_table(table)
        self.table, self.rules, self.record = table, table.rules, table.record()
        if viewer is not None and (type(viewer) is not int or viewer not in range(self.rules.players)):
            raise ValueError(f"viewer={shown(viewer)}: must be None or a seat from 0 to {self.rules.players - 1}")
        if names is not None and not _are_names(names, self.rules.players):
            raise ValueError(f"names={shown(names)}: must be {self.rules.players} names, one a seat")
        self.style, self.all_hands = style, all_hands
        self.dealer: int = self.record["dealer"]
        self.viewer = viewer if viewer is not None else self.dealer if table.seat is None else table.seat
        told = None if names is None else [one_line(name, LONGEST_NAME) for name in names]
        self.story = Story(self.rules, self.record, table.seat, table.kind, told)
        self.pack, upcard = pack_of(self.rules.pack), self.record["upcard"]
        turned = self.pack.suit_turned(upcard, self.rules.joker_stands_for) if upcard else 0
        suit = table.trump or self.story.bid_suit
        self.seen_from = SUITS.index(suit) if suit else turned
        self.name = self.story.player
        self._hands = table.hands

    # ---- the seats --------------------------------------------------------------------------------------------------

    def roles(self, seat: int) -> list[str]:
        """What a seat is in this deal."""
        roles = ["dealer"] * (seat == self.dealer) + ["maker"] * (seat == self.story.maker)
        return roles + ["partner"] * (seat in self.story.partners) + ["opposes alone"] * (seat == self.story.opposed_by)

    def hand(self, seat: int) -> list[str | None]:
        """The cards of a hand as they are held; None is one that the viewer does not see."""
        cards = self._hands[seat]
        own = seat == self.viewer and not (self.table.kind == "name_blind" and seat == self.table.seat)  # C9
        if self.all_hands or own or seat == self.story.exposed:
            return [*sorted(cards, key=self._in_hand)]
        return [None] * len(cards)

    def _in_hand(self, card: str) -> tuple[int, int]:
        """Trumps first (before they are made, the suit turned up or bid), each suit from the top down."""
        bit = self.pack.parse(card, self.seen_from)
        return bisect_right(self.pack.suit_starts, bit), -bit

    def is_trump(self, card: str) -> bool:
        """Whether trump has been made and this card is one."""
        return self.table.trump is not None and bool(self.pack.trumps >> self.pack.parse(card, self.seen_from) & 1)

    # ---- what lies on the table -------------------------------------------------------------------------------------

    def joker_stands_for(self) -> str | None:
        """The letter of the suit that a turned-up Joker stands for by agreement (C9), else None."""
        agreed = self.record["upcard"] == JOKER and self.rules.joker_turnup == "agreed"
        return self.rules.joker_suit if agreed else None

    def aim(self) -> str:
        """The highest bid, the contract that came of it, or a Jambone (R31: his cards are called)."""
        if self.story.jambone and self.story.maker is not None:
            seat = self.table.seat
            caller = f", {self.name(seat)} calls" if seat is not None and self.table.kind == "call" else ""
            return f"Jambone of {self.name(self.story.maker)}{caller}"
        bid, suit = self.story.bid, self.story.bid_suit
        if bid is None or suit is None:
            return ""
        if self.story.maker is None:
            return f"highest bid {bid.worth} {self.style.suit(suit)}"
        return f"bid {bid.worth}{' alone' * bid.alone}: {plural(bid.needs, 'trick')} needed"

    @property
    def play_begun(self) -> bool:
        """Whether a card has been played."""
        return bool(self.story.cards_played())

    def last_trick(self) -> list[tuple[int, str]]:
        """(seat, card) of the trick before the one on the table; empty before the second."""
        plays = self.story.cards_played()
        size, now = self.rules.players - len(self.story.sits_out), len(self.table.trick)
        return plays[: len(plays) - now][-size:]

    def winner(self, trick: Sequence[tuple[int, str]]) -> int:
        """The seat that wins a trick, or wins it so far (P2)."""
        bits = [self.pack.parse(card, self.seen_from) for _, card in trick]
        led = int(self.pack.SUIT[bits[0]]) | self.pack.trumps
        best, still = 0, (1 << self.pack.bits) - 1
        for place, bit in enumerate(bits):
            best = place if led & still & 1 << bit else best
            still &= int(self.pack.STILL[bit])
        return trick[best][0]

    def due(self, kinds: Mapping[str, str] = DUE) -> str:
        """Who has to decide what; nothing if the deal is over or the decision is none of these `kinds`."""
        seat, kind = self.table.seat, self.table.kind
        return "" if seat is None or kind is None or kind not in kinds else f"{self.name(seat)} {kinds[kind]}"

    # ---- in words ---------------------------------------------------------------------------------------------------

    def title_parts(self) -> tuple[str, str, str]:
        """Which deal this is: game, number, dealer."""
        number = str(self.record["deal"]) + (f" of {self.rules.num_deals}" if self.rules.num_deals else "")
        return self.rules.variant, f"deal {number}", f"dealt by {self.name(self.dealer)}"

    def title(self) -> str:
        """Which deal this is, in one line."""
        return ", ".join(self.title_parts())

    def calls(self) -> Iterator[str]:
        """Every call that the viewer has heard."""
        return self.story.calls(self._knower, self.style)

    def latest_calls(self) -> dict[int, str]:
        """By seat its latest call, as far as the viewer has heard it."""
        return self.story.latest_calls(self._knower, self.style)

    def latest(self) -> str:
        """What was done last, as far as the viewer knows it."""
        return self.story.latest(self._knower, self.style)

    def exchanges(self) -> Iterator[str]:
        """Every card given or put away, as far as the viewer knows it."""
        return self.story.exchanges(self._knower, self.style)

    @property
    def _knower(self) -> int | None:
        return None if self.all_hands else self.viewer

    def outcome(self) -> Iterator[str]:
        """What came of the deal, once it is over, and of the match, once that is."""
        result = self.record.get("result")
        if result is None:
            return
        if result["maker"] is None:
            yield "result  everybody passed, no score"
        else:
            points = ", ".join(f"{self.side(side)} {won:+d}" for side, won in enumerate(result["points"]) if won)
            yield f"result  {self.story.deed(result)}: {points}"
        if result["winners"]:
            yield f"match won by {' and '.join(self.side(side) for side in result['winners'])}"

    def standings(self) -> list[Standing]:
        """Every side, after the deal if it is over."""
        now = self.record.get("result") or self.record
        scores = now["scores"]
        if now.get("winners"):  # the next match begins at 0; of interest is how this one ended
            scores = [before + won for before, won in zip(self.record["scores"], now["points"], strict=True)]
        several = self.rules.match_games > 1
        return [
            Standing(self.side(side), points, now["games"][side] if several else None)
            for side, points in enumerate(scores)
        ]

    def side(self, side: int) -> str:
        """The players of a side."""
        return self.story.players(seat for seat in range(self.rules.players) if self.rules.side_of(seat) == side)


def _check_table(table: object) -> None:
    if not isinstance(table, TableView):
        raise ValueError(f"{shown(table)}: must be a table, such as open_record(record) gives")


def _are_names(names: object, count: int) -> bool:
    if not isinstance(names, Sequence) or isinstance(names, str | bytes) or len(names) != count:
        return False
    return all(isinstance(name, str) for name in names)


def listed(title: str, items: Iterable[str], longest: int) -> Iterator[str]:
    """`title  one, two, three` in lines of at most `longest` characters that break between two items, if they can;
    nothing without items."""
    line = ""
    for item in items:
        if not line:
            line = f"{title}  {item}"
        elif len(line) + len(item) + 3 > longest:
            yield line + ","
            line = " " * (len(title) + 2) + item
        else:
            line += f", {item}"
    if line:
        yield line
