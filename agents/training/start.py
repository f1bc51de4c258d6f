"""A run that begins with what another has learnt."""

from __future__ import annotations

from agents.errors import CheckpointError, ConfigError
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.registry import open_checkpoint
from agents.training.config import Config
from agents.training.model import load_weights, recorded
from euchre_env import VectorEuchre


def load_start(policy: Policy, config: Config) -> None:
    """Fill an untrained policy with the weights of the agent that `config.start` names.

    Only the weights are taken: the schedules, the optimiser and the deals are the new run's own.

    Raises:
        ConfigError: the agent's networks are of another form.
        AgentError, CheckpointError: there is no such agent, it is broken, or its weights are absurd.
    """
    checkpoint = open_checkpoint(config.start, policy.encoding.variants[0])
    trained = recorded(checkpoint)
    if trained.games != config.games():
        theirs, ours = (f"{', '.join(c.variants)} with options {c.options}" for c in (trained.config, config))
        raise ConfigError(f"start: {config.start} was trained for {theirs}; this run is for {ours}")
    if trained.config.network != config.network:
        raise ConfigError(f"start: {config.start} has {trained.config.network}, this run has {config.network}")
    load_weights(policy.network, checkpoint)
    for rules in config.games():  # told before anything is written
        tables, agent = VectorEuchre(rules, num_tables=1), NeuralAgent(policy, rules.variant, config.start)
        try:
            agent.leanings(tables.observe())
        except CheckpointError as error:
            raise CheckpointError(f"start: {error}") from error
