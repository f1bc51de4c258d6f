"""What is told of a run on its way where no terminal shows a bar."""

from __future__ import annotations

import io
import sys

import pytest

from agents.training import progress
from agents.training.progress import Progress


def told(capsys: pytest.CaptureFixture[str], watched: bool) -> list[str]:
    """Five updates of ten, from the third on."""
    with Progress(10, 1000, made=2, watched=watched) as run:
        for made in range(3, 8):
            run.advance(made)
    return capsys.readouterr().err.splitlines()


def test_a_line_when_one_is_due(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    lines = told(capsys, watched=True)
    assert [line.partition(",")[0] for line in lines] == [f"update {made} of 10" for made in range(3, 8)]


def test_seldom_and_never_from_the_other_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(capsys, watched=True) == []
    monkeypatch.setattr(progress, "EVERY", 0.0)
    assert told(capsys, watched=False) == []


def test_a_closed_console_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            refused.append(text)
            raise OSError(text)

    refused: list[str] = []
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(sys, "stderr", Closed())
    with Progress(10, 1000, made=0, watched=True) as run:
        run.advance(1)
        run.advance(2)
    assert [line.partition(",")[0] for line in refused] == ["update 1 of 10"]  # and then it is not tried again
