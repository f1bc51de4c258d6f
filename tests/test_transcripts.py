"""Transcripts of a few deals, as each seat saw them: written once, read by people, held to the letter.

Every decision is told from the observation alone (`decode`), with what was decided in real cards beside it. When
behaviour is meant to change, `python -m tests.test_transcripts` writes them anew; read what it changed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from euchre_env import KINDS, Sight, VectorEuchre, decode

FOLDER = Path(__file__).parent / "transcripts"
DEALS = [  # variant, seed
    *(("two_handed", 5), ("three_handed", 34), ("four_handed", 195), ("north_american", 4)),
    *(("railroad", 20), ("railroad_full", 8), ("british", 52), ("five_handed", 4397), ("seven_handed", 4389)),
]


def transcript(variant: str, seed: int) -> str:
    """One deal of random play, decision by decision."""
    tables, rng = VectorEuchre(variant, seed=seed, episode="deal"), np.random.default_rng(seed)
    start = tables.record(0)
    laid = f"{start['upcard']} turned up" if start["upcard"] else f"the widow is {start['stock']}"
    lines = [f"{variant}, seed {seed}, dealt by seat {start['dealer']}, {laid}"]
    lines += [f"seat {seat} holds {hand}" for seat, hand in enumerate(start["hands"])]
    over = False
    while not over:
        sight = decode(tables.rules, tables.observe()[0])
        action = rng.choice(np.flatnonzero(tables.action_mask[0]))
        lines += ["", f"seat {tables.seat[0]}: {tables.action_name(0, int(action))}", *seen(sight)]
        over = bool(tables.step(np.array([action]))[1][0])
    result = tables.finished_record(0)["result"]
    return "\n".join([*lines, "", *(f"{name}: {value}" for name, value in result.items())]) + "\n"


def seen(sight: Sight) -> list[str]:
    """What the seat knew, a line each, as far as there is something to say."""
    facts = {
        "asked to": sight.kind,
        "hand": ", ".join(sight.hand),
        "turn-up": f"{sight.turn_up}, given away" if sight.turn_up_given else sight.turn_up,
        "widow": ", ".join(sight.widow),
        "given": sight.given,
        "best": sight.best,
        "put away": ", ".join(sight.discards),
        "exposed": ", ".join(sight.exposed),
        "calls": ", ".join(f"+{seat} {call}" for seat, call in sight.calls),
        "partners": ", ".join(f"+{seat}" for seat in sight.partners),
        "opposed": None if sight.opposed_by is None else f"+{sight.opposed_by}",
        "sits out": ", ".join(f"+{seat}" for seat in sight.sits_out),
        "tricks": " / ".join(", ".join(f"+{seat} {card}" for seat, card in trick) or "-" for trick in sight.tricks),
        "taken": " ".join(map(str, sight.taken)) if any(sight.taken) else None,
        "void": ", ".join(f"+{seat} in {suit}" for seat, suits in enumerate(sight.voids) for suit in suits),
    }
    return [f"  {name:9s} {value}" for name, value in facts.items() if value]


@pytest.mark.parametrize(("variant", "seed"), DEALS)
def test_a_deal_goes_as_it_was_written_down(variant: str, seed: int) -> None:
    assert transcript(variant, seed) == (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")


SHOWN = {
    "four_handed": ["name_", "void "],
    "north_american": ["_alone", "sits out", "put away"],
    "railroad": ["ask_best", "give_", "best_", "  given", "  best", "oppose_alone", "  opposed"],
    "railroad_full": ["announce_jambone", "call_", "  exposed", "play_"],
    "british": ["name_blind", "JK turned up", "Joker", "discard_", "play_"],
    "five_handed": ["bury_", "  widow", "partner_", "  partners", "play_"],
    "seven_handed": ["bury_", "  widow", "partner_", "  partners", "play_"],
}


@pytest.mark.parametrize("variant", SHOWN)
def test_the_transcripts_show_what_they_are_for(variant: str) -> None:
    """A lone hand with a seat that sits out, an exchange, a Jambone whose cards are called, a blind maker, bids."""
    told = (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")
    for event in SHOWN[variant]:
        assert event in told, event


def test_every_kind_of_decision_and_hidden_voids_are_among_them() -> None:
    told = "\n".join((FOLDER / f"{variant}.txt").read_text(encoding="utf-8") for variant, _ in DEALS)
    for kind in KINDS:
        assert f"asked to  {kind}\n" in told, kind
    assert "void " in told
    assert "name_" in told


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, number in DEALS:
        (FOLDER / f"{name}.txt").write_text(transcript(name, number), encoding="utf-8")
