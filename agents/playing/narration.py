"""What has happened at the table since one last looked."""

from __future__ import annotations

from collections.abc import Iterator

from agents.playing.seat_scene import SeatScene
from agents.playing.words import addressed

Trick = list[tuple[int, str]]


def told_since(before: SeatScene, now: SeatScene) -> Iterator[str]:
    """What was said, what changed hands and the tricks that were completed since `before`, an earlier moment of the
    same deal, as far as the viewer knows it."""
    for heard, earlier in (now.calls(), before.calls()), (now.exchanges(), before.exchanges()):
        news = list(heard)[len(list(earlier)) :]
        if news:
            yield addressed(", ".join(news))
    done, size = len(complete_tricks(before)), len(complete_tricks(now))
    for number, trick in enumerate(complete_tricks(now)[done:size], done + 1):
        yield addressed(f"trick {number}: {laid(now, trick)}; {now.name(now.winner(trick))} takes it")


def complete_tricks(scene: SeatScene) -> list[Trick]:
    """All tricks that have been taken, in order: (seat, card) as they were played."""
    plays, size = scene.story.cards_played(), scene.rules.players - len(scene.story.sits_out)
    return [plays[first : first + size] for first in range(0, len(plays) - size + 1, size)]


def laid(scene: SeatScene, trick: Trick) -> str:
    """The cards of a trick in the order played."""
    return ", ".join(f"{scene.name(seat)} {scene.style.card(card)}" for seat, card in trick)
