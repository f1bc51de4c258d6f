"""How a run may begin: for some updates an agent plays at all seats, and the networks learn to do as it does.

What takes a learner longest to find out for itself it knows then from the first minute, and what it might never find,
since it is good only for who does it well, as to play alone against four (supervised first, then by self-play:
doi 10.1038/nature16961). In a run of many variants each may have another teacher: the variant's own `pretrained`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ImitationConfig:
    """Whom the networks imitate, and for how long."""

    agent: str = ""
    """a name or checkpoint, as `rule`; empty: nobody, the run begins with its own play"""
    updates: int = 12
    """the first updates of the run, in which that agent plays at all tables"""

    def lasts(self, update: int) -> bool:
        """Whether the agent plays when so many updates have been made."""
        return bool(self.agent) and update < self.updates
