"""Perfect-information Monte Carlo: `PIMCAgent`, an opponent of known strength (`pimc:20`, `pimc:80`, ...)."""

from agents.pimc.agent import PIMCAgent

__all__ = ["PIMCAgent"]
