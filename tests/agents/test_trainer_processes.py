"""Processes that learn together: what they share, what each has for itself, and that they resume together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agents.errors import ConfigError
from agents.randomness import Purpose, generator
from agents.saving.checkpoint import checkpoints, remove
from agents.training import trainer as module
from agents.training.config import Config
from agents.training.launch import begin, resume
from tests.agents.small_runs import everything, figures


def test_processes_and_variants_play_different_deals(tiny: Config, tmp_path: Path) -> None:
    config = replace(tiny, processes=2, variants=("three_handed", "three_handed_hoffmann"))
    rollouts = [r for rank in (0, 1) for r in module.Trainer(config, tmp_path, module.Ranks(rank, 2)).rollouts]
    deals = [{row.tobytes() for row in rollout.tables.observe_hidden()} for rollout in rollouts]
    assert len(set.union(*deals)) == sum(map(len, deals)) == 2 * 2 * 12


def test_processes_draw_actions_and_minibatches_apart_and_opponents_alike(
    tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: dict[Purpose, list[int]] = {}

    def updated(*_: object) -> None:
        raise InterruptedError

    def noted(purpose: Purpose, *counters: int) -> np.random.Generator:
        drawn.setdefault(purpose, []).append(int(generator(purpose, *counters).integers(2**62)))
        return generator(purpose, *counters)

    monkeypatch.setattr(module, "generator", noted)
    monkeypatch.setattr(module.PPO, "update", updated)
    for rank in (0, 1):
        with pytest.raises(InterruptedError):
            module.Trainer(replace(tiny, processes=2), tmp_path, module.Ranks(rank, 2))._learn()
    assert {purpose: len(set(numbers)) for purpose, numbers in drawn.items()} == {
        Purpose.ACTIONS: 2,
        Purpose.MINIBATCHES: 2,
        Purpose.OPPONENTS: 1,
    }


def test_two_processes_learn_together_from_different_deals(tiny: Config, tmp_path: Path) -> None:
    """That they still hold the same weights is checked whenever they save."""
    assert begin(replace(tiny, processes=2, updates=1), tmp_path / "two") is not None
    assert begin(replace(tiny, processes=1, updates=1), tmp_path / "one") is not None
    two, one = everything(tmp_path / "two"), everything(tmp_path / "one")
    assert two["rank_0: 0.unfinished.features"] != two["rank_1: 0.unfinished.features"]
    assert two["weights: actor.0.weight"] != one["weights: actor.0.weight"]
    assert {name for name in two if not name.startswith("rank")} == {n for n in one if not n.startswith("rank")}


def test_processes_that_come_apart_are_not_saved(tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([True, False])  # about the settings, about the weights
    monkeypatch.setattr(module.Ranks, "agree", lambda self, data: next(answers))
    with pytest.raises(module.DivergedError, match="different weights"):
        begin(tiny, tmp_path)
    assert checkpoints(tmp_path) == []


def test_processes_with_different_settings_do_not_begin(
    tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module.Ranks, "agree", lambda self, data: False)
    with pytest.raises(ConfigError, match="different settings"):
        begin(tiny, tmp_path)


@pytest.mark.slow
def test_two_processes_resume_to_the_same_bits(tiny: Config, tmp_path: Path) -> None:
    """And a second run with two gives them as well."""
    config = replace(tiny, processes=2, updates=4, checkpoint_every=2)
    assert begin(config, tmp_path / "run") is not None
    before, logged = everything(tmp_path / "run"), figures(tmp_path / "run")
    remove(checkpoints(tmp_path / "run")[-1])
    assert resume(tmp_path / "run") is not None
    assert begin(config, tmp_path / "other") is not None
    for run in ("run", "other"):
        assert everything(tmp_path / run) == before
        assert figures(tmp_path / run) == logged
