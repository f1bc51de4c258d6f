"""What stands below the felt, as SVG: the score, also as two cards mark it, and what was said, in words."""

from __future__ import annotations

from collections.abc import Iterator

from euchre_env.rendering.cards_svg import card
from euchre_env.rendering.felt_svg import FELT_BOTTOM, SIZE
from euchre_env.rendering.scene import MARKED, Scene, Standing, listed
from euchre_env.rendering.shapes import CREAM, DIM, GOLD, CardArt, fitted, rectangle, text, width_of
from euchre_env.rendering.story import plural

LINES, LONGEST_LINE, LINE_HEIGHT = 6, 88, 18
MARKER_SUIT = "S"


def draw_panel(scene: Scene, art: CardArt) -> Iterator[str]:
    """The score and the words."""
    standings = scene.standings()
    width = (SIZE[0] - 24) / len(standings)
    for side, standing in enumerate(standings):
        yield from _score(scene, art, standing, 16 + side * width, width - 8)
    yield from _words(scene)


def _score(scene: Scene, art: CardArt, standing: Standing, left: float, width: float) -> Iterator[str]:
    """A side: its players, points, games where a match has several, and the three and the four (A25)."""
    top = FELT_BOTTOM + 10
    yield rectangle(left, top, width, 48, 8, "#22332b")
    yield text(left + 10, top + 19, fitted(standing.side, width - 20, 13), 13, DIM)
    points = str(standing.points)
    yield text(left + 10, top + 41, points, 20)
    if standing.games is not None:
        yield text(left + 22 + width_of(points, 20), top + 41, plural(standing.games, "game"), 13, DIM)
    if standing.points in MARKED and not scene.rules.bids:
        for place, rank in enumerate(MARKED[standing.points]):
            name = None if rank is None else rank + MARKER_SUIT
            yield card(name, left + width - 60 + 18 * place, top + 4, 0.48, linked=art.linked)


def _words(scene: Scene) -> Iterator[str]:
    """What came of the deal or is to be decided, what was said, what changed hands; where it is too much, the end."""
    outcome = list(scene.outcome()) or [f"due  {scene.due()}"]
    first = [line for entry in outcome for line in _wrapped(entry)]
    said = [*_listed("calls", scene.calls()), *_listed("cards", scene.exchanges())]
    room = LINES - len(first)
    if len(said) > room:
        said = [("", "…"), *said[len(said) - room + 1 :]]
    for place, (title, words) in enumerate([*first, *said]):
        y = FELT_BOTTOM + 79 + LINE_HEIGHT * place
        if title:
            yield text(24, y, title, colour=DIM)
        yield text(76, y, fitted(words, SIZE[0] - 92), colour=GOLD if place < len(first) else CREAM)


def _listed(title: str, items: Iterator[str]) -> list[tuple[str, str]]:
    """Lines of text, the first with its title."""
    lines = [line.lstrip() for line in listed("", items, LONGEST_LINE)]
    return [("" if place else title, line) for place, line in enumerate(lines)]


def _wrapped(sentence: str) -> list[tuple[str, str]]:
    """A sentence, perhaps with a title before it, in lines that break after commas."""
    title, _, words = sentence.rpartition("  ")
    return _listed(title, iter(words.split(", ")))
