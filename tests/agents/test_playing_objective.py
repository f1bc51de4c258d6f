"""Hints by the match: what a choice makes of the chance to win it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest

from agents.advice import MATCH
from agents.match_chances import objective
from agents.playing.choices import Choice
from agents.playing.hints import hint_rows
from agents.playing.sitting import Outlook
from tests.agents.review_cases import outcome_of

Play = Callable[..., tuple[int | str | None, str, str]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Play with arguments and lines that are typed."""
    monkeypatch.setattr(objective, "MEASURED_DEALS", 256)

    def run(arguments: str, *typed: str) -> tuple[int | str | None, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return outcome_of(capsys, *arguments.split())

    return run


def test_chances_are_told_in_per_cent_and_losses_in_percentage_points() -> None:
    offered = [Choice("1", action, action, frozenset()) for action in ("pass", "order_up")]
    outlooks = {"pass": Outlook(0.75, 48.26, 0.51, 0.4), "order_up": Outlook(0.25, 55.0, 1.24, 0.0)}
    assert hint_rows(offered, outlooks, "+-", MATCH) == (
        ["choice", "chosen", "chance to win, %", "behind"],
        [["order_up", "25 %", "55.0 +- 1.2", "best"], ["pass", "75 %", "48.3 +- 0.5", "-6.7 +- 0.4"]],
    )


def test_hints_by_the_match(play: Play) -> None:
    pytest.importorskip("rich")
    _, told, _ = play("--variant two_handed --agents random --adviser rule --seed 5 --objective match", "hint", "quit")
    assert re.search(r"rule:\s+chosen\s+chance to win, %\s+behind", told)
    assert "The chance that your side wins the match, in per cent, with the standard error." in " ".join(told.split())
    shares = [float(share) for share in re.findall(r"(\d+\.\d) (?:±|\+-) \d+\.\d\s+(?:best|-)", told)]
    assert len(shares) > 1
    assert all(0 <= share <= 100 for share in shares)


def test_a_game_without_chances_is_refused(play: Play) -> None:
    pytest.importorskip("rich")
    status, told, complaints = play("--variant three_handed --agents rule --objective match")
    assert (status, told) == (1, "")
    why = "--objective=match is for games of two sides; three_handed has 3; take --objective points"
    assert complaints == f"play.py: {why}\n"
