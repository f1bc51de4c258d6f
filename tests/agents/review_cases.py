"""Deals to be reviewed, of which it is known what is right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import play
from agents import console, registry
from agents.playing.sitting import Outlook
from agents.review.file import GivenFile
from agents.review.given import GivenDeal, recorded_deal
from agents.review.options import Request, request_from
from agents.review.review import Review
from agents.review.reviewer import Reviewer
from agents.rule import RuleAgent
from euchre_env import VectorEuchre, open_record, write_record

WORLDS = 4
QUICK = ["--agent", "rule", "--worlds", str(WORLDS)]

Outcome = Callable[..., tuple[int | str | None, str, str]]

MARCH = {
    "dealer": 0,
    "hands": ["JS JC KS QS 9D", "9H TH QH KH AH", "9C TC QC KC AC", "TD JD QD KD AD"],
    "upcard": "AS",
    "stock": "9S TS JH",
}
"""With the turn-up the dealer holds the five highest trumps, and each of the others a suit of his own."""
CALLS = ["pass", "pass", "pass", "order_up", "discard_9D"]


def played(calls: list[str] = CALLS, **fields: Any) -> dict[str, Any]:
    """The record of that deal, taken up by the dealer or as `calls` have it; whoever has a choice of cards plays his
    first. `fields` replace others of the record."""
    table = open_record(VectorEuchre("north_american").record(0) | MARCH | fields)
    for call in calls:
        table.step(call)
    while not table.over:
        table.step(table.legal[0])
    return table.record()


def lines(*records: dict[str, Any]) -> bytes:
    """A file of records."""
    return "".join(write_record(record) + "\n" for record in records).encode()


def given(record: dict[str, Any] | None = None, number: int = 1) -> GivenDeal:
    """The deal as a file tells it."""
    return recorded_deal(record or played(), number)


def rule_reviewer(deal: GivenDeal, worlds: int = WORLDS, seed: int = 0) -> Reviewer:
    """The rule agent as a reviewer."""
    return Reviewer(deal.rules, RuleAgent(deal.rules), worlds, seed)


def request(*more: str) -> Request:
    """What is asked for by these options."""
    return request_from(["--review", "deals", *more])


def review(*deals: GivenDeal, seats: Any = range(4), title: str = "", notes: tuple[str, ...] = ()) -> Review:
    """A file of deals, looked at by the rule agent."""
    reviewer = rule_reviewer(deals[0])
    file = GivenFile("deals.jsonl", "deal records", title, deals, notes)
    return Review([file], [reviewer.look_at(deal, seats) for deal in deals], unfinished=False)


def one_pretrained(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the program came with the reference agent for `north_american` alone."""
    (folder / "north_american").symlink_to(registry.PRETRAINED / "north_american")
    monkeypatch.setattr(registry, "PRETRAINED", folder)


def outlook(probability: float, expected: float | None = None, lead_error: float | None = 0.0) -> Outlook:
    """What is said of a choice."""
    return Outlook(probability, expected, None if expected is None else 0.5, None if expected is None else lead_error)


def outcome_of(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int | str | None, str, str]:
    """Run `play.py`: the exit status, what it prints and what it complains of."""
    try:
        status: int | str | None = console.run("play.py", lambda: play.main([*map(str, arguments)]))
    except SystemExit as stopped:
        status = stopped.code
    return status, *capsys.readouterr()


def squeezed(text: str) -> str:
    """A text whose lines are broken somewhere, without its breaks."""
    return " ".join(text.split())
