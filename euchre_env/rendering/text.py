"""A table as text: seats, hands, turn-up or widow, trump, calls, tricks, and the score as it is marked with cards."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from euchre_env.cards import JOKER, SUITS, pack_of
from euchre_env.records import open_record
from euchre_env.rendering.story import Story, player, players, plural
from euchre_env.rendering.style import UNICODE, Style
from euchre_env.rules import Rules
from euchre_env.spelling import shown

# Row and column of every seat, clockwise from the one at the bottom, by number of players.
PLACES: Mapping[int, tuple[tuple[int, int], ...]] = {
    2: ((2, 1), (0, 1)),
    3: ((2, 1), (0, 0), (0, 2)),
    4: ((2, 1), (1, 0), (0, 1), (1, 2)),
    5: ((2, 1), (1, 0), (0, 0), (0, 2), (1, 2)),
    7: ((3, 1), (2, 0), (1, 0), (0, 0), (0, 2), (1, 2), (2, 2)),
}
MIDDLE = (1, 1)
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
LONGEST_LINE = 120
MARKERS = {1: "[3[#]", 2: "[4[#]", 3: "[#[3]", 4: "[#[4]"}


DUE = {  # what neither the cards nor the calls so far tell
    "give": "to give a card to the partner",
    "best": "to give the partner the best card",
    "discard": "to discard",
    "bury": "to bury a card",
    "choose": "to take a card or none",
    "announce": "to announce or to play on",
    "oppose": "to oppose or to defend",
    "partner": "to choose a partner",
}


class TableView(Protocol):
    """What a picture needs to know of a table; `Table` has it. `record()` is the deal so far."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102  the protocol's docstring says it
    @property
    def seat(self) -> int | None: ...  # noqa: D102
    @property
    def kind(self) -> str | None: ...  # noqa: D102
    @property
    def trump(self) -> str | None: ...  # noqa: D102
    @property
    def hands(self) -> tuple[tuple[str, ...], ...]: ...  # noqa: D102
    @property
    def trick(self) -> list[tuple[int, str]]: ...  # noqa: D102
    @property
    def tricks(self) -> list[int]: ...  # noqa: D102
    def record(self) -> dict[str, Any]: ...  # noqa: D102


def score_marker(points: int) -> str:
    """The score as players mark it with a three and a four, 1 to 4 points; nothing for any other number (A25).

    The card on the right lies on the other; `#` is the back of a card. One point is the three face up under the four,
    two the four under the three; three is the three face up on the four, four the four on the three.

    >>> [score_marker(points) for points in range(6)]
    ['', '[3[#]', '[4[#]', '[#[3]', '[#[4]', '']
    """
    return MARKERS.get(points, "")


def render_record(
    record: Mapping[str, Any],
    *,
    steps: int | None = None,
    viewer: int | None = None,
    all_hands: bool = False,
    style: Style = UNICODE,
) -> str:
    """The table of a deal record after its first `steps` actions (None: all of them); otherwise as `render_text`.

    Raises:
        RecordError: no deal can begin with this record.
        IllegalAction: one of its actions is not legal.
        ValueError: `viewer` is no seat.
    """
    table = open_record(record)
    for _, action in record["actions"][:steps]:
        table.step(action)
    return render_text(table, viewer=viewer, all_hands=all_hands, style=style)


def render_text(table: TableView, *, viewer: int | None = None, all_hands: bool = False, style: Style = UNICODE) -> str:
    """A table as several lines of text, without a newline at the end.

    Args:
        table: for instance a `Table`.
        viewer: the absolute seat that looks: it sits at the bottom and its hand lies open, unless it must make trump
            before it looks (C9). What it does not know is shown from behind. None: the seat to move, or the dealer once
            the deal is over.
        all_hands: show every hand, every card exchanged or put away, and the stock or the widow too.
        style: how suits and backs are written, and whether in colour (`Style.of(sys.stdout)`).

    Raises:
        ValueError: `viewer` is no seat.
    """
    if viewer is not None and (type(viewer) is not int or viewer not in range(table.rules.players)):
        raise ValueError(f"viewer={shown(viewer)}: must be None or a seat from 0 to {table.rules.players - 1}")
    return style.coloured("\n".join(_Picture(table, viewer, all_hands, style).lines()))


class _Picture:
    """One picture being put together."""

    def __init__(self, table: TableView, viewer: int | None, all_hands: bool, style: Style) -> None:
        self.table, self.rules, self.record = table, table.rules, table.record()
        self.style, self.all_hands = style, all_hands
        self.dealer: int = self.record["dealer"]
        self.viewer = viewer if viewer is not None else self.dealer if table.seat is None else table.seat
        self.story = Story(self.rules, self.record, table.seat, table.kind)
        self.pack, upcard = pack_of(self.rules.pack), self.record["upcard"]
        turned = self.pack.suit_turned(upcard, self.rules.joker_stands_for) if upcard else 0
        suit = table.trump or self.story.bid_suit
        self.seen_from = SUITS.index(suit) if suit else turned

    def lines(self) -> Iterator[str]:
        """The whole picture, top down."""
        number = str(self.record["deal"]) + (f" of {self.rules.num_deals}" if self.rules.num_deals else "")
        yield f"{self.rules.variant}, deal {number}, dealt by {player(self.dealer)}"
        yield ""
        yield from self.round_the_table()
        yield ""
        knower = None if self.all_hands else self.viewer
        yield from listed("calls", self.story.calls(knower, self.style))
        yield from listed("cards", self.story.exchanges(knower, self.style))
        yield from self.tricks()
        if self.all_hands:
            yield f"{'widow' if self.rules.bids else 'stock'}  {self.names(self.record['stock'].split())}"
        yield from self.outcome()
        yield from self.score()

    # ---- the seats round the table ----------------------------------------------------------------------------------

    def round_the_table(self) -> Iterator[str]:
        """Three columns, the viewer at the bottom, turn-up and trump in the middle."""
        places = PLACES[self.rules.players]
        cells = {places[(seat - self.viewer) % len(places)]: self.seat(seat) for seat in range(len(places))}
        cells[MIDDLE] = self.middle()
        columns = [[cell for place, cell in cells.items() if place[1] == column] for column in range(3)]
        widths = [max((len(line) for cell in column for line in cell), default=0) for column in columns]
        for row in range(1 + max(row for row, _ in cells)):
            if row:
                yield ""
            for lines in zip(*(cells.get((row, column), ("", "", "")) for column in range(3)), strict=True):
                yield "    ".join(line.ljust(width) for line, width in zip(lines, widths, strict=True)).rstrip()

    def seat(self, seat: int) -> tuple[str, str, str]:
        """A seat in three lines: who it is, the hand, the card laid down and the tricks taken."""
        roles = ["dealer"] * (seat == self.dealer) + ["maker"] * (seat == self.story.maker)
        roles += ["partner"] * (seat in self.story.partners) + ["opposes alone"] * (seat == self.story.opposed_by)
        name = player(seat) + (f" ({', '.join(roles)})" if roles else "")
        laid = [f"[{self.style.card(card)}]" for who, card in self.table.trick if who == seat]
        taken = self.table.tricks[seat]
        turn = "> " if seat == self.table.seat else "  "
        return turn + name, "  " + self.hand(seat), "  " + " ".join(laid + [plural(taken, "trick")] * (taken > 0))

    def hand(self, seat: int) -> str:
        """The cards of a hand, face up or from behind."""
        cards = self.table.hands[seat]
        own = seat == self.viewer and not (self.table.kind == "name_blind" and seat == self.table.seat)  # C9
        if self.all_hands or own or seat == self.story.exposed:
            text = self.names(sorted(cards, key=self.in_hand))
        else:
            text = self.backs(len(cards))
        return f"{text} (sits out)" if seat in self.story.sits_out else text

    def in_hand(self, card: str) -> tuple[int, int]:
        """Trumps first (before they are made, the suit turned up or bid), each suit from the top down."""
        bit = self.pack.parse(card, self.seen_from)
        return bisect_right(self.pack.suit_starts, bit), -bit

    def middle(self) -> tuple[str, str, str]:
        """Turn-up or widow, trump, and what else everybody should have before his eyes."""
        trump = self.table.trump
        return (
            self.talon(),
            f"trump {self.style.suit(trump)} {SUIT_WORDS[trump]}" if trump else "no trump yet",
            self.aim(),
        )

    def talon(self) -> str:
        """The turn-up, or the widow."""
        if self.rules.bids:
            return "widow taken" if self.story.widow_taken else f"widow {self.backs(self.rules.widow)}"
        upcard = self.record["upcard"]
        agreed = upcard == JOKER and self.rules.joker_turnup == "agreed"  # C9
        stands_for = f" for {self.style.suit(self.rules.joker_suit)}" if agreed else ""
        return f"turn-up {self.style.card(upcard)}{stands_for}" + " (turned down)" * self.story.turned_down

    def aim(self) -> str:
        """The highest bid, the contract that came of it, or a Jambone (R31: his cards are called)."""
        if self.story.jambone and self.story.maker is not None:
            seat = self.table.seat
            caller = f", {player(seat)} calls" if seat is not None and self.table.kind == "call" else ""
            return f"Jambone of {player(self.story.maker)}{caller}"
        bid, suit = self.story.bid, self.story.bid_suit
        if bid is None or suit is None:
            return ""
        if self.story.maker is None:
            return f"highest bid {bid.worth} {self.style.suit(suit)}"
        return f"bid {bid.worth}{' alone' * bid.alone}: {plural(bid.needs, 'trick')} needed"

    # ---- below the table --------------------------------------------------------------------------------------------

    def tricks(self) -> Iterator[str]:
        """The trick on the table in the order played, and the one before it."""
        plays = self.story.cards_played()
        size, now = self.rules.players - len(self.story.sits_out), len(self.table.trick)
        for title, trick in ("last trick", plays[: len(plays) - now][-size:]), ("trick", self.table.trick):
            yield from listed(title, (f"{player(seat)} {self.style.card(card)}" for seat, card in trick))
        if self.table.seat is not None and self.table.kind in DUE:
            yield f"due  {player(self.table.seat)} {DUE[self.table.kind]}"

    def outcome(self) -> Iterator[str]:
        """What came of the deal, once it is over."""
        result = self.record.get("result")
        if result is None:
            return
        if result["maker"] is None:
            yield "result  everybody passed, no score"
        else:
            points = ", ".join(f"{self.side(side)} {won:+d}" for side, won in enumerate(result["points"]) if won)
            yield from listed("result", [f"{self.deed(result)}: {points}"])
        if result["winners"]:
            yield f"match won by {' and '.join(self.side(side) for side in result['winners'])}"

    def deed(self, result: Mapping[str, Any]) -> str:
        """What the makers have done."""
        maker, story = player(result["maker"]), self.story
        if story.exposed is not None and not story.jambone:
            return f"{maker} showed the Jamboree"
        taken = plural(sum(result["tricks"][seat] for seat in story.makers), "trick")
        if story.bid is None:
            return f"{maker} made it{self.manner()} and took {taken}"
        together = f"with {players(story.partners)}" if story.partners else "alone"
        return f"{maker} bid {story.bid.worth} and took {taken} {together}"

    def manner(self) -> str:
        """How the maker of a turn-up game plays: alone, pat, against an opposing lone hand, with his cards open."""
        story = self.story
        if story.jambone:
            return ", a Jambone,"
        pat = " pat" * (self.rules.pat_lone and (story.maker, "pat") in story.actions)
        opposed = "" if story.opposed_by is None else f" against {player(story.opposed_by)} alone"
        return f" alone{pat}{opposed}" if story.sits_out else ""

    def score(self) -> Iterator[str]:
        """Each side's score as a number and as it is marked, and games where a match has several."""
        now = self.record.get("result") or self.record
        scores = now["scores"]
        if now.get("winners"):  # the next match begins at 0; of interest is how this one ended
            scores = [before + won for before, won in zip(self.record["scores"], now["points"], strict=True)]
        games = [[plural(count, "game")] * (self.rules.match_games > 1) for count in now["games"]]
        if self.rules.bids:  # many sides, and more points than two cards can mark
            yield from listed(
                "score", (" ".join([self.side(side), str(points), *games[side]]) for side, points in enumerate(scores))
            )
            return
        for side, points in enumerate(scores):
            yield "  ".join(filter(None, ["score", self.side(side), str(points), score_marker(points), *games[side]]))

    def names(self, cards: Iterable[str]) -> str:
        """Cards in a row."""
        return " ".join(self.style.card(card) for card in cards)

    def backs(self, count: int) -> str:
        """Cards in a row, from behind."""
        return " ".join([self.style.back] * count)

    def side(self, side: int) -> str:
        """The players of a side."""
        return players(seat for seat in range(self.rules.players) if self.rules.side_of(seat) == side)


def listed(title: str, items: Iterable[str]) -> Iterator[str]:
    """`title  one, two, three` in lines that break between two items; nothing without items."""
    line = ""
    for item in items:
        if not line:
            line = f"{title}  {item}"
        elif len(line) + len(item) + 3 > LONGEST_LINE:
            yield line + ","
            line = " " * (len(title) + 2) + item
        else:
            line += f", {item}"
    if line:
        yield line
