"""What lies on the felt, as SVG: the trick, turn-up or widow, trump, the trick before; and which deal it is."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from euchre_env.rendering.cards_svg import HEIGHT, WIDTH, suit
from euchre_env.rendering.scene import Scene
from euchre_env.rendering.shapes import CREAM, DARK, DIM, GOLD, CardArt, disc, fitted, pill, rectangle, text
from euchre_env.rendering.style import SUIT_WORDS

SIZE = 800, 768  # of a whole picture, in its own units: multiples of 16, as films want them
FELT_BOTTOM = 584
X, Y = 400, 290  # the middle of the felt
CORNER = 180  # how wide the words in a corner may be
SMALL = 0.56  # the scale of cards that lie in a corner
PER_ROW = 11  # cards of the stock


def felt() -> str:
    """The table without anything on it, on the ground of the picture."""
    width, height = SIZE
    return (
        rectangle(0, 0, width, height, 0, "#15211b")
        + rectangle(4, 4, width - 8, FELT_BOTTOM, 44, "#5b3a20")
        + rectangle(13, 13, width - 26, FELT_BOTTOM - 18, 36, "#17613f", DARK)
        + f'<ellipse cx="{X}" cy="{Y}" rx="205" ry="140" fill="#1e7049"/>'
    )


def draw_felt(scene: Scene, art: CardArt) -> Iterator[str]:
    """The middle and the four corners."""
    yield from _which_deal(scene)
    yield from _trump(scene)
    if scene.play_begun:
        yield from _trick(scene, art)
        yield from _aside(scene, art)
        yield from _trick_before(scene, art)
    else:
        yield from _talon(scene, art)
    if scene.all_hands:
        yield from _stock(scene, art)


# ---- the middle ------------------------------------------------------------------------------------------------------


def _talon(scene: Scene, art: CardArt) -> Iterator[str]:
    """Before the play: the turn-up on the stock, or the widow."""
    if scene.rules.bids:
        if not scene.story.widow_taken:
            yield from art.fan([None] * scene.rules.widow, X, Y - 46, 1.1, room=300)
            yield text(X, Y + 66, "widow", anchor="middle")
        return
    story, left, top, scale = scene.story, X - 36, Y - 56, 1.2
    yield art.card(None, left + 6, top + 6, scale) + art.card(None, left + 3, top + 3, scale)
    turn_up = art.card(None if story.turn_up_taken else scene.record["upcard"], left, top, scale)
    yield f'<g opacity=".45">{turn_up}</g>' if story.turned_down else turn_up
    words = "turned down" if story.turned_down else "turn-up taken" if story.turn_up_taken else "turn-up"
    yield text(X, Y + 70, words, anchor="middle")
    if letter := scene.joker_stands_for():
        yield text(X, Y + 88, f"stands for {SUIT_WORDS[letter]}", anchor="middle")


def _trick(scene: Scene, art: CardArt) -> Iterator[str]:
    """The trick, or the one just taken, each card before its seat; the one that leads and the one that wins marked."""
    trick, taken = scene.table.trick or scene.last_trick(), not scene.table.trick
    players = scene.rules.players
    scale, across, down = (0.85, 140, 92) if players > 4 else (1.05, 110, 70)
    leader, winner = trick[0][0], scene.winner(trick)
    labels = {leader: "leads", winner: "wins"}
    if taken:
        labels = {winner: "takes it"}
    elif leader == winner:
        labels = {winner: "leads" if len(trick) == 1 else "leads, wins"}
    for seat, name in trick:
        angle = 2 * math.pi * ((seat - scene.viewer) % players) / players
        left = X - across * math.sin(angle) - WIDTH * scale / 2
        top = Y + down * math.cos(angle) - HEIGHT * scale / 2
        if seat == winner:
            yield rectangle(left - 4, top - 4, WIDTH * scale + 8, HEIGHT * scale + 8, 8, GOLD)
        yield art.card(name, left, top, scale)
        if seat in labels:
            label, paper = labels[seat], GOLD if seat == winner else CREAM
            yield pill(left + WIDTH * scale / 2, top + HEIGHT * scale - 4, label, paper, 12)


# ---- the corners -----------------------------------------------------------------------------------------------------


def _which_deal(scene: Scene) -> Iterator[str]:
    """Upper left: variant, number and dealer."""
    variant, *more = scene.title_parts()
    yield text(34, 46, fitted(variant, 200, 16), 16)
    for line, words in enumerate(more, 1):
        yield text(34, 46 + 19 * line, fitted(words, CORNER - 14), colour=DIM)


def _aside(scene: Scene, art: CardArt) -> Iterator[str]:
    """Upper left, during the play: what the turn-up was, or where the widow is."""
    words = "turned down" if scene.story.turned_down else "turn-up"
    cards: list[str | None] = [scene.record["upcard"]]
    if scene.rules.bids:
        words = "widow taken" if scene.story.widow_taken else "widow"
        cards = [None] * (0 if scene.story.widow_taken else scene.rules.widow)
    yield text(34, 114, words, 13, DIM)
    yield from art.fan(cards, 120, 96, SMALL, room=70, align=0)


def _stock(scene: Scene, art: CardArt) -> Iterator[str]:
    """Lower left, for those who see all: the stock or the widow, in rows from the bottom up."""
    cards = scene.record["stock"].split()
    rows = range(0, len(cards), PER_ROW)
    top = 564 - 50 * len(rows)
    if cards:
        yield text(34, top - 6, "widow" if scene.rules.bids else "stock", 13, DIM)
    for row, first in enumerate(rows):
        yield from art.fan(cards[first : first + PER_ROW], 34, top + 50 * row, SMALL, room=CORNER, align=0)


def _trump(scene: Scene) -> Iterator[str]:
    """Upper right: the trump suit, and what is played for."""
    letter, y = scene.table.trump, 98
    if letter:
        yield disc(742, 54, 23, suit(letter, 742, 54, 1.5))
        yield text(710, 47, "trump", 13, DIM, "end") + text(710, 67, SUIT_WORDS[letter], 18, anchor="end")
    else:
        yield text(766, 46, "no trump yet", 16, anchor="end")
        y = 68
    for line, words in enumerate(re.split(r"(?<=[:,]) ", scene.aim())):
        yield text(766, y + 18 * line, fitted(words, CORNER), anchor="end") if words else ""


def _trick_before(scene: Scene, art: CardArt) -> Iterator[str]:
    """Lower right, while a trick lies on the table: the one before it, and who took it."""
    trick = scene.last_trick() if scene.table.trick else []
    if trick:
        words = f"last trick: {scene.name(scene.winner(trick))}"
        yield text(766, 508, fitted(words, CORNER, 13), 13, DIM, "end")
        yield from art.fan([name for _, name in trick], 766, 516, SMALL, room=CORNER, align=1)
