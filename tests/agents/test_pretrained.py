"""The agents that come with the program: small, whole, of this version, and better than random."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.measuring.arena import play_deals
from agents.registry import GENERALIST, OWN, PRETRAINED, load_agent
from agents.saving.checkpoint import Checkpoint
from agents.training.model import games_of
from euchre_env import rules_for, variants

FOLDERS = sorted(path for path in PRETRAINED.iterdir() if path.is_dir())
MOST_BYTES = 2_000_000
PLAYED = [folder.name for folder in FOLDERS if folder.name != GENERALIST]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_it_is_small_and_named_after_what_it_plays(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.iterdir()) <= MOST_BYTES
    games = [rules.variant for rules in games_of(Checkpoint(folder))]
    assert games == (list(variants()) if folder.name == GENERALIST else [folder.name])


@pytest.mark.parametrize("variant", PLAYED)
def test_it_is_far_better_than_random(variant: str) -> None:
    rules = rules_for(variant)
    result = play_deals(rules, (load_agent(OWN, rules), load_agent("random", rules)), deals=40, seed=1)
    assert result.interval[0] > 0.4


def test_each_is_told_of() -> None:
    told = (PRETRAINED / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{folder.name}` |" in told for folder in FOLDERS)
