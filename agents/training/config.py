"""The settings of a run, as frozen dataclasses that refuse what makes no sense."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from functools import reduce
from typing import Any, Literal

from agents.errors import ConfigError
from agents.match_chances import refusal
from agents.measuring.deal_seeds import FIRST_FINAL_SEED
from agents.networks.network import NetworkSize
from agents.own_agent import names_a_class
from agents.training.imitation import ImitationConfig
from agents.training.opponents import OpponentConfig
from agents.training.ppo import PPOConfig
from euchre_env import Rules, rules_for


def listed(names: tuple[str, ...] | str) -> tuple[str, ...]:
    """Names as a list, also from a text: `--variants a,b` is easier to type than `--variants [a,b]`."""
    return tuple(names.split(",")) if isinstance(names, str) else names


@dataclass(frozen=True)
class RolloutConfig:
    """How much is played before each update."""

    tables: int = 4096
    """tables over all processes, shared among the variants, fewer for one with longer deals"""
    decisions: int = 65536
    """recorded decisions an update, over all processes; every variant gets the same share"""


@dataclass(frozen=True)
class EvaluationConfig:
    """How progress is measured: on duplicate deals that are never trained on."""

    every: int = 25
    """updates between evaluations; the last update is always followed by one"""
    deals: int = 1024
    """distinct deals, each in every seating"""
    matches: int = 256
    """distinct matches, each in every seating"""
    opponents: tuple[str, ...] | str = ("random", "rule")
    """names or checkpoints"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "opponents", listed(self.opponents))


@dataclass(frozen=True)
class Config:
    """Everything that decides what a run learns; the same config gives the same network, bit by bit."""

    variants: tuple[str, ...] | str = ("four_handed",)
    """what is played; several variants are learnt by one network"""
    options: dict[str, str | bool | int | None] = field(default_factory=dict)
    """rule options, set in every variant: on the command line --options.pack 24"""
    seed: int = 1
    start: str = ""
    """the agent whose weights the run begins with, a name, run or checkpoint of the same games; empty: untrained"""
    updates: int = 170
    """the length of the run, which the schedules are laid out for"""
    processes: int | Literal["auto"] = "auto"
    """processes that learn together, one a core; auto: all cores, or all that torchrun has started"""
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    """what the networks calculate in; auto: bfloat16 where the processor multiplies it itself"""
    checkpoint_every: int = 50
    """updates between checkpoints"""
    keep_checkpoints: int = 3
    """how many of the latest checkpoints are kept"""
    objective: Literal["points", "match"] = "points"
    """what a deal is worth: its points, or what they change in the chance of winning the match"""
    imitation: ImitationConfig = ImitationConfig()
    network: NetworkSize = NetworkSize()
    rollout: RolloutConfig = RolloutConfig()
    ppo: PPOConfig = PPOConfig()
    opponents: OpponentConfig = OpponentConfig()
    evaluation: EvaluationConfig = EvaluationConfig()

    def __post_init__(self) -> None:
        object.__setattr__(self, "variants", listed(self.variants))
        for name, (low, high) in RANGES.items():
            value: Any = reduce(getattr, name.split("."), self)
            if value != "auto" and not low <= value <= high:
                raise ConfigError(f"{name} must be from {low} to {high}, not {value}")
        if not self.variants or len(set(self.variants)) != len(self.variants):
            raise ConfigError(f"variants must be different from each other, at least one, not {list(self.variants)}")
        if self.rollout.decisions < self.ppo.minibatch:
            raise ConfigError(
                f"rollout.decisions ({self.rollout.decisions}) is less than ppo.minibatch ({self.ppo.minibatch})"
            )
        for name in (*self.evaluation.opponents, self.imitation.agent, self.start):
            if names_a_class(name):
                raise ConfigError(f"{name!r} would run code that settings must not name; measure it with evaluate.py")
        for rules in self.games():
            if reason := refusal(self.objective, rules):
                raise ConfigError(reason)

    def games(self) -> list[Rules]:
        """The rules of every variant.

        Raises:
            RulesError: an unknown variant or option, or options that do not go together.
        """
        options: dict[str, Any] = dict(self.options)
        return [rules_for(variant, **options) for variant in self.variants]

    def tables_of(self, processes: int) -> list[int]:
        """How many tables of each variant one of so many processes plays.

        Variants get equal shares of the decisions, so one with long deals gets few tables, in proportion to the cards
        that are dealt. Else its decisions would wait for the end of their deals through many updates, and teach when
        the network that took them is long gone.

        >>> Config(variants=("two_handed", "four_handed")).tables_of(processes=2)
        [1365, 682]
        """
        cards = [rules.players * rules.hand_size for rules in self.games()]
        weights = [math.lcm(*cards) // dealt for dealt in cards]
        return [max(1, self.rollout.tables * weight // (sum(weights) * processes)) for weight in weights]

    def as_dict(self) -> dict[str, Any]:
        """The settings as plain data, for JSON."""
        return asdict(self)


WHOLE = (1, 2**31)
RANGES: dict[str, tuple[float, float]] = {
    "seed": (0, FIRST_FINAL_SEED - 1),
    "updates": WHOLE,
    "processes": (1, 1024),
    "checkpoint_every": WHOLE,
    "keep_checkpoints": WHOLE,
    "rollout.tables": (1, 2**20),
    "rollout.decisions": (1, 2**26),
    "imitation.updates": WHOLE,
    "ppo.epochs": (1, 1000),
    "ppo.minibatch": (1, 2**26),
    "ppo.learning_rate": (0, 1),
    "ppo.learning_rate_end": (0, 1),
    "ppo.clip": (0, 1),
    "ppo.gae_lambda": (0, 1),
    "ppo.entropy": (0, 10),
    "ppo.entropy_end": (0, 10),
    "ppo.magnet": (0, 10),
    "ppo.magnet_end": (0, 10),
    "ppo.average_decay": (0, 1),
    "ppo.value_coefficient": (0, 100),
    "ppo.max_gradient_norm": (0, 1e6),
    "opponents.average": (0, 0.5),
    "opponents.past": (0, 0.5),
    "opponents.past_selves": (1, 1000),
    "opponents.keep_every": WHOLE,
    "evaluation.every": WHOLE,
    "evaluation.deals": (1, 2**24),
    "evaluation.matches": (1, 2**24),
}
"""What settings may be, both ends included."""
