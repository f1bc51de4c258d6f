"""A run that begins with what another has learnt."""

from __future__ import annotations

from agents.errors import ConfigError
from agents.networks.policy import Policy
from agents.registry import open_checkpoint
from agents.training.config import Config
from agents.training.model import load_weights, recorded


def load_start(policy: Policy, config: Config) -> None:
    """Fill an untrained policy with the weights of the agent that `config.start` names.

    Only the weights are taken: the schedules, the optimiser and the deals are the new run's own.

    Raises:
        ConfigError: the agent's networks are of another form.
        AgentError, CheckpointError: there is no such agent, or it is broken.
    """
    checkpoint = open_checkpoint(config.start, policy.encoding.variants[0])
    trained = recorded(checkpoint)
    if trained.games != config.games():
        theirs, ours = (f"{', '.join(c.variants)} with options {c.options}" for c in (trained.config, config))
        raise ConfigError(f"start: {config.start} was trained for {theirs}; this run is for {ours}")
    if trained.config.network != config.network:
        raise ConfigError(f"start: {config.start} has {trained.config.network}, this run has {config.network}")
    load_weights(policy.network, checkpoint)
