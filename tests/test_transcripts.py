"""Transcripts of a few deals, as each seat saw them: written once, read by people, held to the letter.

Every decision is told from the observation alone (`decode`), with what was decided in real cards beside it. When
behaviour is meant to change, `python -m tests.test_transcripts` writes them anew; read what it changed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from euchre_env import Sight, VectorEuchre, decode

FOLDER = Path(__file__).parent / "transcripts"
DEALS = [("two_handed", 5), ("three_handed", 34), ("four_handed", 195), ("north_american", 4)]  # variant, seed


def transcript(variant: str, seed: int) -> str:
    """One deal of random play, decision by decision."""
    tables, rng = VectorEuchre(variant, seed=seed, episode="deal"), np.random.default_rng(seed)
    start = tables.record(0)
    lines = [f"{variant}, seed {seed}, dealt by seat {start['dealer']}, {start['upcard']} turned up"]
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
        "turn-up": sight.turn_up,
        "put away": sight.discard,
        "calls": ", ".join(f"+{seat} {call}" for seat, call in sight.calls),
        "sits out": None if sight.sits_out is None else f"+{sight.sits_out}",
        "tricks": " / ".join(", ".join(f"+{seat} {card}" for seat, card in trick) or "-" for trick in sight.tricks),
        "taken": " ".join(map(str, sight.taken)) if any(sight.taken) else None,
        "void": ", ".join(f"+{seat} in {suit}" for seat, suits in enumerate(sight.voids) for suit in suits),
    }
    return [f"  {name:9s} {value}" for name, value in facts.items() if value]


@pytest.mark.parametrize(("variant", "seed"), DEALS)
def test_a_deal_goes_as_it_was_written_down(variant: str, seed: int) -> None:
    assert transcript(variant, seed) == (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")


def test_the_transcripts_show_what_they_are_for() -> None:
    """A discard, a lone hand with a seat that sits out, voids, and a maker who is euchred are among them."""
    told = "\n".join((FOLDER / f"{variant}.txt").read_text(encoding="utf-8") for variant, _ in DEALS)
    for event in ("discard_", "_alone", "sits out", "put away", "void ", "name_"):
        assert event in told, event


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, number in DEALS:
        (FOLDER / f"{name}.txt").write_text(transcript(name, number), encoding="utf-8")
