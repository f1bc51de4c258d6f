"""Small learners, and what a run has left on the disk."""

from __future__ import annotations

from pathlib import Path

from agents.networks.policy import Policy
from agents.saving.checkpoint import Checkpoint
from agents.training.average import MovingAverage
from agents.training.logbook import read_metrics
from agents.training.objective import Points
from agents.training.opponents import OpponentConfig, OpponentPool
from agents.training.ppo import PPO, PPOConfig
from agents.training.ranks import Ranks
from agents.training.rollout import Rollout
from agents.training.stopwatch import Stopwatch

NOBODY = OpponentConfig(average=0, past=0)
"""The learner plays all seats of every table."""


def rollout_of(
    policy: Policy,
    variant: str,
    num_tables: int,
    first_table: int = 0,
    seed: int = 1,
    opponents: OpponentConfig = NOBODY,
) -> Rollout:
    """Tables at which a policy plays by itself, or with its average and past selves."""
    number = policy.encoding.variants.index(variant)
    pool = OpponentPool(MovingAverage(policy.network.actor, 0.9), opponents)
    objective, rules = Points(policy.encoding.outcomes), policy.encoding.games[number]
    return Rollout(rules, number, policy, pool, objective, 0, num_tables, first_table, seed, Stopwatch())


def learner_of(policy: Policy, config: PPOConfig) -> PPO:
    """A learner of points, in one process."""
    return PPO(policy, Points(policy.encoding.outcomes).worth, config, Ranks(), Stopwatch())


def everything(run: Path) -> dict[str, bytes]:
    """All tensors of a run's latest checkpoint, as bytes."""
    checkpoint = Checkpoint(run)
    files = [name.removesuffix(".safetensors") for name in checkpoint.description["sha256"]]
    return {f"{file}: {name}": a.tobytes() for file in files for name, a in checkpoint.tensors(file).items()}


def figures(run: Path) -> list[dict[str, float]]:
    """The log without what depends on the clock and the machine."""
    machine = ("time", "charts/decisions_per_second", "charts/memory_gigabytes")
    entries = read_metrics(run / "metrics.jsonl")
    return [{k: v for k, v in e.items() if k not in machine and not k.startswith("time/")} for e in entries]
