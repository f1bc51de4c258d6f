"""A table as text: seats, hands, turn-up or widow, trump, calls, tricks, and the score as it is marked with cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from euchre_env.records import played_record, told_apart
from euchre_env.rendering.scene import MARKED, UNSPOKEN, Scene, TableView, listed
from euchre_env.rendering.story import plural
from euchre_env.rendering.style import SUIT_WORDS, UNICODE, Style

# Row and column of every seat, clockwise from the one at the bottom, by number of players.
PLACES: Mapping[int, tuple[tuple[int, int], ...]] = {
    2: ((2, 1), (0, 1)),
    3: ((2, 1), (0, 0), (0, 2)),
    4: ((2, 1), (1, 0), (0, 1), (1, 2)),
    5: ((2, 1), (1, 0), (0, 0), (0, 2), (1, 2)),
    7: ((3, 1), (2, 0), (1, 0), (0, 0), (0, 2), (1, 2), (2, 2)),
}
MIDDLE = (1, 1)
LONGEST_LINE = 120


def score_marker(points: int) -> str:
    """The score as players mark it with a three and a four, 1 to 4 points; nothing for any other number (A25).

    The card on the right lies on the other; `#` is the back of a card. One point is the three face up under the four,
    two the four under the three; three is the three face up on the four, four the four on the three.

    >>> [score_marker(points) for points in range(6)]
    ['', '[3[#]', '[4[#]', '[#[3]', '[#[4]', '']
    """
    return "".join(f"[{rank or '#'}" for rank in MARKED[points]) + "]" if points in MARKED else ""


def render_record(
    record: Mapping[str, Any],
    *,
    steps: int | None = None,
    viewer: int | None = None,
    all_hands: bool = False,
    style: Style = UNICODE,
    names: Sequence[str] | None = None,
) -> str:
    """The table of a deal record after its first `steps` actions (None: all of them); otherwise as `render_text`.

    Without `names` the seats are called as the record has them in its field `players`, if it does.

    Raises:
        RecordError: no deal can begin with this record.
        IllegalAction: one of its actions is not legal.
        ValueError: see `render_text`; `steps` is no number of actions.
    """
    table = played_record(record, steps)
    names = told_apart(record.get("players"), table.rules) if names is None else names
    return render_text(table, viewer=viewer, all_hands=all_hands, style=style, names=names)


def render_text(
    table: TableView,
    *,
    viewer: int | None = None,
    all_hands: bool = False,
    style: Style = UNICODE,
    names: Sequence[str] | None = None,
) -> str:
    """A table as several lines of text, without a newline at the end.

    Args:
        table: for instance a `Table`.
        viewer: the absolute seat that looks: it sits at the bottom and its hand lies open, unless it must make trump
            before it looks (C9). What it does not know is shown from behind. None: the seat to move, or the dealer once
            the deal is over.
        all_hands: show every hand, every card exchanged or put away, and the stock or the widow too.
        style: how suits and backs are written, and whether in colour (`Style.of(sys.stdout)`).
        names: of the seats, in the place of `player_0`, `player_1`, ...

    Raises:
        ValueError: `table` is none, `viewer` is no seat, or not one name a seat.

    >>> from euchre_env import VectorEuchre, open_record
    >>> table = open_record(VectorEuchre("two_handed", seed=1).record(0))
    >>> print(render_text(table).partition("> ")[2])
    player_1
          9♠ 8♠ K♣ Q♥ 7♥
    <BLANKLINE>
    <BLANKLINE>
    score  player_0  0
    score  player_1  0
    """
    return style.coloured("\n".join(_Picture(Scene(table, viewer, all_hands, style, names)).lines()))


class _Picture:
    """One picture being put together."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.table, self.rules, self.story = scene, scene.table, scene.rules, scene.story
        self.style = scene.style

    def lines(self) -> Iterator[str]:
        """The whole picture, top down."""
        scene = self.scene
        yield scene.title()
        yield ""
        yield from self.round_the_table()
        yield ""
        yield from listed("calls", scene.calls(), LONGEST_LINE)
        yield from listed("cards", scene.exchanges(), LONGEST_LINE)
        yield from self.tricks()
        if scene.all_hands:
            yield f"{'widow' if self.rules.bids else 'stock'}  {self.style.cards(scene.record['stock'].split())}"
        yield from scene.outcome()
        yield from self.score()

    # ---- the seats round the table ----------------------------------------------------------------------------------

    def round_the_table(self) -> Iterator[str]:
        """Three columns, the viewer at the bottom, turn-up and trump in the middle."""
        places = PLACES[self.rules.players]
        cells = {places[(seat - self.scene.viewer) % len(places)]: self.seat(seat) for seat in range(len(places))}
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
        roles = self.scene.roles(seat)
        name = self.scene.name(seat) + (f" ({', '.join(roles)})" if roles else "")
        hand = self.style.cards(self.scene.hand(seat)) + " (sits out)" * (seat in self.story.sits_out)
        laid = [f"[{self.style.card(card)}]" for who, card in self.table.trick if who == seat]
        taken = self.table.tricks[seat]
        turn = "> " if seat == self.table.seat else "  "
        return turn + name, "  " + hand, "  " + " ".join(laid + [plural(taken, "trick")] * (taken > 0))

    def middle(self) -> tuple[str, str, str]:
        """Turn-up or widow, trump, and what else everybody should have before his eyes."""
        trump = self.table.trump
        return (
            self.talon(),
            f"trump {self.style.suit(trump)} {SUIT_WORDS[trump]}" if trump else "no trump yet",
            self.scene.aim(),
        )

    def talon(self) -> str:
        """The turn-up, or the widow."""
        if self.rules.bids:
            return "widow taken" if self.story.widow_taken else f"widow {self.style.cards([None] * self.rules.widow)}"
        suit = self.scene.joker_stands_for()
        stands_for = f" for {self.style.suit(suit)}" if suit else ""
        turned_up = self.style.card(self.scene.record["upcard"])
        return f"turn-up {turned_up}{stands_for}" + " (turned down)" * self.story.turned_down

    # ---- below the table --------------------------------------------------------------------------------------------

    def tricks(self) -> Iterator[str]:
        """The trick before the one on the table, that one in the order played, and what else is to be decided."""
        for title, trick in ("last trick", self.scene.last_trick()), ("trick", self.table.trick):
            cards = (f"{self.scene.name(seat)} {self.style.card(card)}" for seat, card in trick)
            yield from listed(title, cards, LONGEST_LINE)
        if due := self.scene.due(UNSPOKEN):
            yield f"due  {due}"

    def score(self) -> Iterator[str]:
        """Each side's score as a number and as it is marked, and games where a match has several."""
        standings = self.scene.standings()
        games = [[] if standing.games is None else [plural(standing.games, "game")] for standing in standings]
        if self.rules.bids:  # many sides, and more points than two cards can mark
            sides = (
                " ".join([standing.side, str(standing.points), *won])
                for standing, won in zip(standings, games, strict=True)
            )
            yield from listed("score", sides, LONGEST_LINE)
            return
        for (side, points, _), won in zip(standings, games, strict=True):
            yield "  ".join(filter(None, ["score", side, str(points), score_marker(points), *won]))
