"""The training loop: play, learn, measure, save."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from agents.arena import DealResult, MatchResult, play_deals, play_matches
from agents.checkpoint import TRAINING, WEIGHTS, Checkpoint, CheckpointWriter, checkpoints, remove
from agents.config import Config
from agents.errors import CheckpointError
from agents.logbook import Logbook
from agents.model import load_optimizer, load_weights, new_policy, optimizer_tensors, weights_of
from agents.neural_agent import NeuralAgent
from agents.ppo import PPO
from agents.randomness import Purpose, generator
from agents.ranks import Ranks
from agents.registry import load_agent
from agents.rollout import Experience, Rollout
from agents.tables import percent

EVALUATION_SEED = 1_000_003
"""Deals for measuring are numbered from another seed than any that is trained on in practice."""


class DivergedError(ValueError):
    """Training has gone wrong beyond repair: something is not a number, or the processes have come apart."""


@dataclass(frozen=True)
class Strength:
    """How a network did against one opponent in one variant."""

    variant: str
    opponent: str
    points: DealResult
    matches: MatchResult

    def metrics(self) -> dict[str, float]:
        """The figures under their names in the log."""
        name = f"{self.variant}/vs_{self.opponent.strip('/').replace('/', '.')}"  # `/` makes groups in TensorBoard
        return {
            f"points_per_deal/{name}": self.points.points_per_deal,
            f"win_rate/{name}": self.matches.win_rate,
        }


class Trainer:
    """One process's share of a run.

    Args:
        config: what to learn, with `processes` and `precision` decided.
        folder: the run's folder.
        ranks: this process among those of the run.
        checkpoint: where to go on, or None to begin.
    """

    def __init__(self, config: Config, folder: Path, ranks: Ranks, checkpoint: Checkpoint | None = None):
        self.config, self.folder, self.ranks = config, folder, ranks
        self.games = config.games()
        self.policy = new_policy(self.games, config.network, str(config.precision), config.seed)
        self.ppo = PPO(self.policy, config.ppo, ranks)
        self.rollouts, first = [], 0
        for variant, (rules, tables) in enumerate(zip(self.games, config.tables_of(ranks.size), strict=True)):
            self.rollouts.append(Rollout(rules, variant, self.policy, tables, first + ranks.rank * tables, config.seed))
            first += ranks.size * tables  # no two processes or variants play the same deals
        self.opponents = {
            rules.variant: [load_agent(name, rules) for name in config.evaluation.opponents] for rules in self.games
        }
        self.update, self.decisions = 0, 0
        self.measured: dict[str, float] = {}  # what the latest evaluation found
        if checkpoint is not None:
            self._resume(checkpoint)

    def run(self, stop: Sequence[int] = ()) -> bool:
        """Train to the end of the run, or until there is something in `stop`; whether the end was reached.

        Either way a checkpoint is left from which the run can go on.
        """
        log = Logbook(self.folder, self.update) if self.ranks.rank == 0 else None
        try:
            with self._progress_bar() as bar:
                stopped = False
                while self.update < self.config.updates and not stopped:
                    metrics = self._learn()
                    stopped = self.ranks.any(bool(stop))
                    self._report(log, bar, metrics)
                    if stopped or self._due(self.config.checkpoint_every):
                        self.save()
        finally:
            if log is not None:
                log.close()
        return self.update == self.config.updates

    def save(self) -> None:
        """Write a checkpoint; the older ones beyond `keep_checkpoints` are removed afterwards."""
        weights = weights_of(self.policy.network)
        if not self.ranks.agree(b"".join(array.tobytes() for array in weights.values())):
            raise DivergedError(f"update {self.update}: the processes hold different weights; nothing is saved")
        writer = CheckpointWriter(self.folder / "checkpoints", self.update)
        if self.ranks.rank == 0:
            writer.begin()
        self.ranks.wait()
        state = [(f"{i}.{name}", array) for i, r in enumerate(self.rollouts) for name, array in r.state_dict().items()]
        writer.write(f"rank_{self.ranks.rank}", dict(state))
        if self.ranks.rank == 0:
            writer.write(WEIGHTS, weights)
            writer.write(TRAINING, optimizer_tensors(self.ppo.optimizer, self.policy.network))
        self.ranks.wait()
        if self.ranks.rank == 0:
            writer.finish(self._description())
            for old in checkpoints(self.folder)[: -self.config.keep_checkpoints]:
                remove(old)

    def evaluate(self) -> list[Strength]:
        """Play every opponent in every variant on duplicate deals."""
        evaluation, strengths = self.config.evaluation, []
        for rules in self.games:
            agent = NeuralAgent(self.policy, rules.variant, "current")
            for opponent in self.opponents[rules.variant]:
                agents = agent, opponent
                points = play_deals(rules, agents, evaluation.deals, EVALUATION_SEED)
                matches = play_matches(rules, agents, evaluation.matches, EVALUATION_SEED)
                strengths.append(Strength(rules.variant, opponent.name, points, matches))
        return strengths

    def _learn(self) -> dict[str, float]:
        """One update: play until there is enough, then learn from it."""
        config, rank, start = self.config, self.ranks.rank, time.perf_counter()
        minibatches = max(1, config.rollout.decisions // config.ppo.minibatch)
        share = -(-minibatches * config.ppo.minibatch // (self.ranks.size * len(self.games)))
        actions = generator(Purpose.ACTIONS, config.seed, rank, self.update)
        experience = Experience.concatenate([rollout.collect(share, actions) for rollout in self.rollouts])
        played = time.perf_counter()
        shuffles = generator(Purpose.MINIBATCHES, config.seed, rank, self.update)
        progress = self.update / max(1, config.updates - 1)
        metrics = self.ppo.update(experience, minibatches, progress, shuffles)
        for name, value in metrics.items():
            if not math.isfinite(value):
                raise DivergedError(f"update {self.update + 1}: {name} is {value}; the last checkpoint is untouched")
        self.update += 1
        recorded = int(self.ranks.total(np.array([len(experience)], np.float64))[0])
        self.decisions += recorded
        end = time.perf_counter()
        return metrics | {
            "charts/decisions_per_second": recorded / (end - start),
            "charts/rollout_share_of_time": (played - start) / (end - start),
        }

    def _report(self, log: Logbook | None, bar: tqdm[Any], metrics: dict[str, float]) -> None:
        """Log an update, with an evaluation when one is due."""
        if log is None:
            return
        try:
            bar.update(self.config.rollout.decisions)
        except OSError:  # the terminal was closed: the run matters more
            bar.disable = True
        message = None
        if self._due(self.config.evaluation.every):
            strengths = self.evaluate()
            self.measured = {name: value for strength in strengths for name, value in strength.metrics().items()}
            message = "\n".join(f"update {self.update:5d}  {in_words(strength)}" for strength in strengths)
        log.log(self.update, self.decisions, metrics | (self.measured if message else {}), message)

    def _due(self, every: int) -> bool:
        return self.update % every == 0 or self.update == self.config.updates

    def _progress_bar(self) -> tqdm[Any]:
        """A bar over the run's decisions, on standard error if that is a terminal."""
        return tqdm(
            total=self.config.updates * self.config.rollout.decisions,
            initial=self.update * self.config.rollout.decisions,
            unit="decision",
            unit_scale=True,
            disable=self.ranks.rank > 0 or not sys.stderr.isatty(),
            dynamic_ncols=True,
        )

    def _description(self) -> dict[str, Any]:
        """What is said about a checkpoint in its JSON file."""
        return {
            "update": self.update,
            "decisions": self.decisions,
            "variants": [rules.variant for rules in self.games],
            "rules": {rules.variant: dict(rules.options()) for rules in self.games},
            "layout_hash": self.policy.encoding.hash,
            "precision": self.policy.precision,
            "config": self.config.as_dict(),
            "metrics": self.measured,
        }

    def _resume(self, checkpoint: Checkpoint) -> None:
        """Take over weights, optimiser, tables, unfinished deals and counters."""
        load_weights(self.policy.network, checkpoint)
        load_optimizer(self.ppo.optimizer, self.policy.network, checkpoint, TRAINING)
        self._load_rollouts(checkpoint, f"rank_{self.ranks.rank}")
        self.update, self.decisions = checkpoint.update, int(checkpoint.description["decisions"])
        self.measured = dict(checkpoint.description["metrics"])

    def _load_rollouts(self, checkpoint: Checkpoint, name: str) -> None:
        """Take over tables and unfinished deals from this process's file."""
        file, state = checkpoint.path / f"{name}.safetensors", checkpoint.tensors(name)
        parts: list[dict[str, Any]] = [{} for _ in self.rollouts]
        for tensor, array in state.items():
            variant, _, rest = tensor.partition(".")
            if variant not in map(str, range(len(parts))):
                raise CheckpointError(f"{file}: unknown tensor {tensor!r}")
            parts[int(variant)][rest] = array
        for i, (rollout, part) in enumerate(zip(self.rollouts, parts, strict=True)):
            try:
                rollout.load_state_dict(part)
            except (ValueError, IndexError) as error:
                raise CheckpointError(f"{file}: tensors {i}.*: {error}") from error


def in_words(strength: Strength) -> str:
    """A short line about a strength."""
    matches, points = strength.matches, f"{strength.points.points_per_deal:+.3f} points a deal"
    drawn = "" if not matches.unfinished else f" ({matches.unfinished} of {matches.played} unfinished)"
    return f"{strength.variant} vs {strength.opponent}: {percent(matches.win_rate)} of matches{drawn}, {points}"
