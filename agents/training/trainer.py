"""The training loop: play, learn, measure, save."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents.errors import CheckpointError
from agents.measuring.arena import DealResult, MatchResult, play_deals, play_matches
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.randomness import Purpose, generator
from agents.registry import load_agent
from agents.saving.checkpoint import OPPONENTS, TRAINING, WEIGHTS, Checkpoint, CheckpointWriter, checkpoints, remove
from agents.tables import percent
from agents.training.config import Config
from agents.training.experience import Experience
from agents.training.logbook import Logbook, interval_names
from agents.training.model import new_policy
from agents.training.objective import Objective, objective_for
from agents.training.opponents import OpponentPool
from agents.training.ppo import PPO
from agents.training.progress import Progress
from agents.training.ranks import Ranks
from agents.training.rollout import Rollout
from agents.training.start import load_start
from agents.training.stopwatch import Stopwatch
from agents.training.training_state import agent_tensors, load_training, opponent_tensors, training_tensors

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
        """The figures under their names in the log, then the ends of their 95 % intervals."""
        name = f"{self.variant}/vs_{self.opponent.strip('/').replace('/', '.')}"  # `/` makes groups in TensorBoard
        points, wins = f"points_per_deal/{name}", f"win_rate/{name}"
        figures = {points: self.points.points_per_deal, wins: self.matches.win_rate}
        for figure, interval in ((points, self.points.interval), (wins, self.matches.interval)):
            if all(map(math.isfinite, interval)):  # as it is of more than one deal
                figures |= zip(interval_names(figure), interval, strict=True)
        return figures


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
        self.watch = Stopwatch()
        self.policy = new_policy(self.games, config.network, str(config.precision), config.seed)
        if config.start and checkpoint is None:
            load_start(self.policy, config)
        outcomes = self.policy.encoding.outcomes
        objectives = [objective_for(config.objective, rules, outcomes, config.seed) for rules in self.games]
        worth = np.concatenate([objective.worth for objective in objectives])
        self.ppo = PPO(self.policy, worth, config.ppo, ranks, self.watch)
        self.pool = OpponentPool(self.ppo.average, config.opponents)
        self.rollouts = self._rollouts(objectives)
        self.opponents = {
            rules.variant: [load_agent(name, rules) for name in config.evaluation.opponents] for rules in self.games
        }
        self.update, self.decisions = 0, 0
        self.measured: dict[str, float] = {}  # what the latest evaluation found
        if checkpoint is not None:
            self._resume(checkpoint)
        if config.imitation.lasts(self.update - 1):  # after its last update the teacher is there to be dismissed
            for rules, rollout in zip(self.games, self.rollouts, strict=True):
                rollout.teacher = load_agent(config.imitation.agent, rules)

    def _rollouts(self, objectives: Sequence[Objective]) -> list[Rollout]:
        """This process's tables of every game; no two processes or games play the same deals."""
        config, ranks, rollouts = self.config, self.ranks, []
        first_table, first_standing = 0, 0
        for variant, (rules, tables) in enumerate(zip(self.games, config.tables_of(ranks.size), strict=True)):
            rollout = Rollout(
                rules,
                variant,
                self.policy,
                self.pool,
                objectives[variant],
                first_standing,
                tables,
                first_table + ranks.rank * tables,
                config.seed,
                self.watch,
            )
            rollouts.append(rollout)
            first_table += ranks.size * tables
            first_standing += len(objectives[variant].worth)
        return rollouts

    def run(self, stop: Sequence[int] = ()) -> bool:
        """Train to the end of the run, or until there is something in `stop`; whether the end was reached.

        Either way a checkpoint is left from which the run can go on.
        """
        log_of_run = Logbook(self.folder, self.update) if self.ranks.rank == 0 else nullcontext()
        config, watched = self.config, self.ranks.rank == 0
        with log_of_run as log, Progress(config.updates, config.rollout.decisions, self.update, watched) as progress:
            stopped = False
            while self.update < self.config.updates and not stopped:
                metrics = self._learn()
                stopped = self.ranks.any(bool(stop))
                self._report(log, progress, metrics)
                if stopped or self._due(self.config.checkpoint_every):
                    self.save()
        return self.update == self.config.updates

    def save(self) -> None:
        """Write a checkpoint; the older ones beyond `keep_checkpoints` are removed afterwards."""
        weights, training = agent_tensors(self.ppo), training_tensors(self.ppo)
        if not self.ranks.agree(b"".join(array.tobytes() for array in (*weights.values(), *training.values()))):
            raise DivergedError(f"update {self.update}: the processes hold different weights; nothing is saved")
        writer = CheckpointWriter(self.folder / "checkpoints", self.update)
        if self.ranks.rank == 0:
            writer.begin()
        self.ranks.wait()
        state = [(f"{i}.{name}", array) for i, r in enumerate(self.rollouts) for name, array in r.state_dict().items()]
        writer.write(f"rank_{self.ranks.rank}", dict(state))
        if self.ranks.rank == 0:
            writer.write(WEIGHTS, weights)
            writer.write(TRAINING, training)
            writer.write(OPPONENTS, opponent_tensors(self.pool))
        self.ranks.wait()
        if self.ranks.rank == 0:
            writer.finish(self._description())
            for old in checkpoints(self.folder)[: -self.config.keep_checkpoints]:
                remove(old)

    def evaluate(self) -> list[Strength]:
        """Play every opponent in every variant on duplicate deals, as the agent that a checkpoint gives."""
        evaluation, strengths = self.config.evaluation, []
        policy = Policy(self.policy.network, self.policy.encoding, self.policy.precision, self.ppo.average.actor)
        for rules in self.games:
            agent = NeuralAgent(policy, rules.variant, "current")
            for opponent in self.opponents[rules.variant]:
                agents = agent, opponent
                points = play_deals(rules, agents, evaluation.deals, EVALUATION_SEED)
                matches = play_matches(rules, agents, evaluation.matches, EVALUATION_SEED)
                strengths.append(Strength(rules.variant, opponent.name, points, matches))
        return strengths

    def _learn(self) -> dict[str, float]:
        """One update: play until there is enough, then learn from it."""
        config, rank, start = self.config, self.ranks.rank, time.perf_counter()
        self._check_weights()
        minibatches = max(1, config.rollout.decisions // config.ppo.minibatch)
        share = -(-minibatches * config.ppo.minibatch // (self.ranks.size * len(self.games)))
        self.pool.draw(generator(Purpose.OPPONENTS, config.seed, self.update))
        actions = generator(Purpose.ACTIONS, config.seed, rank, self.update)
        taught = config.imitation.lasts(self.update)
        for rollout in self.rollouts:
            if rollout.teacher and not taught:
                rollout.dismiss_teacher()
        experience = Experience.concatenate([rollout.collect(share, actions) for rollout in self.rollouts])
        shuffles = generator(Purpose.MINIBATCHES, config.seed, rank, self.update)
        progress = self.update / max(1, config.updates - 1)
        metrics = self.ppo.update(experience, minibatches, self.update + 1, progress, shuffles, taught)
        for name, value in metrics.items():
            if not math.isfinite(value):
                raise DivergedError(f"update {self.update + 1}: {name} is {value}; the last checkpoint is untouched")
        self.update += 1
        self.pool.keep(self.update, self.policy.network.actor, self._opponents_in_use())
        recorded = int(self.ranks.total(np.array([len(experience)], np.float64))[0])
        self.decisions += recorded
        seconds = time.perf_counter() - start
        shares = {f"time/{part}": share / seconds for part, share in self.watch.take().items()}
        return metrics | shares | memory_used() | {"charts/decisions_per_second": recorded / seconds}

    def _check_weights(self) -> None:
        """That nobody plays with what the last gradient step has spoilt: its figures were taken before it.

        Raises:
            DivergedError: weights are not finite.
        """
        for name, weights in self.policy.network.named_parameters():
            if not bool(weights.isfinite().all()):
                raise DivergedError(f"update {self.update}: {name} is not finite; the last checkpoint is untouched")

    def _opponents_in_use(self) -> set[int]:
        """The opponents in deals in progress, at the tables of all processes."""
        here = {number for rollout in self.rollouts for number in np.unique(rollout.opponent).tolist()}
        numbers = np.array([number in here for number in self.pool.past], np.float64)
        return {number for number, used in zip(self.pool.past, self.ranks.total(numbers), strict=True) if used}

    def _report(self, log: Logbook | None, progress: Progress, metrics: dict[str, float]) -> None:
        """Log an update, with an evaluation when one is due."""
        if log is None:
            return
        progress.advance(self.update)
        message = None
        if self._due(self.config.evaluation.every):
            strengths = self.evaluate()
            self.measured = {name: value for strength in strengths for name, value in strength.metrics().items()}
            message = "\n".join(f"update {self.update:5d}  {in_words(strength)}" for strength in strengths)
        log.log(self.update, self.decisions, metrics | (self.measured if message else {}), message)

    def _due(self, every: int) -> bool:
        return self.update % every == 0 or self.update == self.config.updates

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
        load_training(self.ppo, self.pool, checkpoint)
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


def memory_used() -> dict[str, float]:
    """The most memory that this process has used so far, where the system tells (Windows does not)."""
    if sys.platform == "win32":
        return {}
    import resource  # what Windows lacks

    unit = 2**30 if sys.platform == "darwin" else 2**20  # bytes or kilobytes
    return {"charts/memory_gigabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit}


def in_words(strength: Strength) -> str:
    """A short line about a strength."""
    matches, points = strength.matches, f"{strength.points.points_per_deal:+.3f} points a deal"
    drawn = "" if not matches.unfinished else f" ({matches.unfinished} of {matches.played} unfinished)"
    return f"{strength.variant} vs {strength.opponent}: {percent(matches.win_rate)} of matches{drawn}, {points}"
