"""What can be wrong with what a user hands over; every message is one line that names the culprit."""

from __future__ import annotations


class CheckpointError(ValueError):
    """A checkpoint cannot be written or read; the message names the file and what is wrong with it."""


class LogError(ValueError):
    """A run's log cannot be read; the message names the file and the line."""


class ConfigError(ValueError):
    """A setting that makes no sense; the message names it and says what would be right."""


class AgentError(ValueError):
    """No agent is meant by what was written, or it cannot play here; the message says what may have been meant."""
