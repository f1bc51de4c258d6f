"""A table as text: seats, hands, turn-up, trump, calls, the trick, and the score as it is marked with cards."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from euchre_env.cards import SUITS, pack_of
from euchre_env.records import open_record
from euchre_env.rendering.style import UNICODE, Style
from euchre_env.rules import Rules

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
CARD_ACTION = re.compile(r"(discard|give|best|bury|play|call)_([2-9TJQKA][CDHS]|JK)")
MARKERS = {1: "[3[#]", 2: "[4[#]", 3: "[#[3]", 4: "[#[4]"}


class TableView(Protocol):
    """What a picture needs to know of a table; `Table` has it. `record()` is the deal so far."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102  the protocol's docstring says it
    @property
    def seat(self) -> int | None: ...  # noqa: D102
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
    """
    table = open_record(record)
    for _, action in record["actions"][:steps]:
        table.step(action)
    return render_text(table, viewer=viewer, all_hands=all_hands, style=style)


def render_text(table: TableView, *, viewer: int | None = None, all_hands: bool = False, style: Style = UNICODE) -> str:
    """A table as several lines of text, without a newline at the end.

    Args:
        table: for instance a `Table`.
        viewer: the absolute seat that looks: it sits at the bottom and its hand lies open. None: the seat to move, or
            the dealer once the deal is over.
        all_hands: show every hand, and the discards and the stock too.
        style: how suits and backs are written, and whether in colour (`Style.of(sys.stdout)`).
    """
    return style.coloured("\n".join(_Picture(table, viewer, all_hands, style).lines()))


class _Picture:
    """One picture being put together."""

    def __init__(self, table: TableView, viewer: int | None, all_hands: bool, style: Style) -> None:
        self.table, self.rules, self.record = table, table.rules, table.record()
        self.style, self.all_hands = style, all_hands
        self.dealer: int = self.record["dealer"]
        self.viewer = viewer if viewer is not None else self.dealer if table.seat is None else table.seat
        self.actions: list[tuple[int, str]] = [(seat, action) for seat, action in self.record["actions"]]
        self.calls = [(seat, action) for seat, action in self.actions if not CARD_ACTION.fullmatch(action)]
        makes = [seat for seat, call in self.calls if call.startswith(("order_up", "name_", "bid_"))]
        self.maker = makes[-1] if makes else None  # the last bid stands, anything else is final at once
        alone = {seat for seat, call in self.calls if call.endswith("_alone")}
        self.sits_out = {(seat + 2) % 4 for seat in alone} if self.rules.players == 4 else set()  # P5
        self.pack, upcard = pack_of(self.rules.pack), self.record["upcard"]
        turned = self.pack.suit_turned(upcard, self.rules.joker_suit) if upcard else 0
        self.seen_from = SUITS.index(table.trump) if table.trump else turned

    def lines(self) -> Iterator[str]:
        """The whole picture, top down."""
        yield f"{self.rules.variant}, deal {self.record['deal']}, dealt by {player(self.dealer)}"
        yield ""
        yield from self.round_the_table()
        yield ""
        if self.calls:
            yield "calls  " + ", ".join(f"{player(seat)} {self.spoken(seat, call)}" for seat, call in self.calls)
        yield from self.tricks()
        if self.all_hands:
            yield from self.hidden_cards()
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
        roles = ["dealer"] * (seat == self.dealer) + ["maker"] * (seat == self.maker)
        name = player(seat) + (f" ({', '.join(roles)})" if roles else "")
        laid = [f"[{self.style.card(card)}]" for who, card in self.table.trick if who == seat]
        taken = self.table.tricks[seat]
        turn = "> " if seat == self.table.seat else "  "
        return turn + name, "  " + self.hand(seat), "  " + " ".join(laid + [plural(taken, "trick")] * (taken > 0))

    def hand(self, seat: int) -> str:
        """The cards of a hand, face up or from behind."""
        cards = self.table.hands[seat]
        if self.all_hands or seat == self.viewer:
            text = self.names(sorted(cards, key=self.in_hand))
        else:
            text = " ".join(self.style.back for _ in cards)
        return f"{text} (sits out)" if seat in self.sits_out else text

    def in_hand(self, card: str) -> tuple[int, int]:
        """Trumps first (before they are made, the suit turned up), each suit from the top down."""
        bit = self.pack.parse(card, self.seen_from)
        return bisect_right(self.pack.suit_starts, bit), -bit

    def middle(self) -> tuple[str, str, str]:
        """Turn-up and trump."""
        upcard, trump = self.record["upcard"], self.table.trump
        everybody_passed = [call for _, call in self.calls].count("pass") >= self.rules.players
        turn_up = f"turn-up {self.style.card(upcard)}" + " (turned down)" * everybody_passed if upcard else ""
        return turn_up, f"trump {self.style.suit(trump)} {SUIT_WORDS[trump]}" if trump else "no trump yet", ""

    # ---- below the table --------------------------------------------------------------------------------------------

    def spoken(self, seat: int, call: str) -> str:
        """A call in the words of the game (M1): "orders up alone", "assists", "takes up", "makes it ♠"."""
        alone = " alone" if call.endswith("_alone") else ""
        if call.startswith("order_up"):
            assists = self.rules.players == 4 and seat == (self.dealer + 2) % 4
            return ("takes up" if seat == self.dealer else "assists" if assists else "orders up") + alone
        if call.startswith("name_"):
            return f"makes it {self.style.suit(call[5])}{alone}"
        return "passes" if call == "pass" else call.replace("_", " ")

    def tricks(self) -> Iterator[str]:
        """The trick on the table in the order played, and the one before it."""
        plays = [(seat, action[5:]) for seat, action in self.actions if is_card_played(action)]
        size, now = self.rules.players - len(self.sits_out), len(self.table.trick)
        for title, trick in ("last trick", plays[: len(plays) - now][-size:]), ("trick", self.table.trick):
            if trick:
                yield f"{title}  " + ", ".join(f"{player(seat)} {self.style.card(card)}" for seat, card in trick)

    def hidden_cards(self) -> Iterator[str]:
        """The cards that nobody, or one or two seats only, have seen."""
        for seat, action in self.actions:
            if (card := CARD_ACTION.fullmatch(action)) and not is_card_played(action):
                yield f"{card[1]}  {player(seat)} {self.style.card(card[2])}"
        yield "stock  " + self.names(self.record["stock"].split())

    def outcome(self) -> Iterator[str]:
        """What came of the deal, once it is over."""
        result = self.record.get("result")
        if result is None:
            return
        if result["maker"] is None:
            yield "result  everybody passed, no score"
        else:
            side_of, makers = self.rules.side_of, self.rules.side_of(result["maker"])
            taken = sum(count for seat, count in enumerate(result["tricks"]) if side_of(seat) == makers)
            points = ", ".join(f"{self.side(side)} {won:+d}" for side, won in enumerate(result["points"]) if won)
            yield f"result  {player(result['maker'])} made it and took {plural(taken, 'trick')}: {points}"
        if result["winners"]:
            yield f"match won by {' and '.join(self.side(side) for side in result['winners'])}"

    def score(self) -> Iterator[str]:
        """Each side's score as a number and as it is marked, and games where a match has several."""
        now = self.record.get("result") or self.record
        scores = now["scores"]
        if now.get("winners"):  # the next match begins at 0; of interest is how this one ended
            scores = [before + won for before, won in zip(self.record["scores"], now["points"], strict=True)]
        for side, points in enumerate(scores):
            games = [plural(now["games"][side], "game")] * (self.rules.match_games > 1)
            yield "  ".join(filter(None, ["score", self.side(side), str(points), score_marker(points), *games]))

    def names(self, cards: Iterable[str]) -> str:
        """Cards in a row."""
        return " ".join(self.style.card(card) for card in cards)

    def side(self, side: int) -> str:
        """The players of a side."""
        return " and ".join(player(seat) for seat in range(self.rules.players) if self.rules.side_of(seat) == side)


def is_card_played(action: str) -> bool:
    """Whether the action puts a card on the table for everybody to see."""
    card = CARD_ACTION.fullmatch(action)
    return card is not None and card[1] in ("play", "call")


def player(seat: int) -> str:
    """The name of a seat."""
    return f"player_{seat}"


def plural(count: int, noun: str) -> str:
    """`1 trick`, `2 tricks`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
