"""One decision that was made, and what an agent makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from agents.advice import POINTS, Unit
from agents.measuring.phases import PHASES, PLAY_KINDS
from agents.playing.sitting import Outlook

SURE = 2.0
"""By how many standard errors a decision must be behind the best to be called a mistake."""


@dataclass(frozen=True)
class Decision:
    """A decision with a choice.

    Attributes:
        step: how many decisions came before it in its deal.
        seat: who made it, absolute.
        kind: what was to be decided, one of `KINDS`.
        action: what was done, as records spell it.
        outlooks: what the agent says of every legal action.
        unit: what they are judged in.
    """

    step: int
    seat: int
    kind: str
    action: str
    outlooks: Mapping[str, Outlook]
    unit: Unit = POINTS

    @property
    def phase(self) -> str:
        """One of `PHASES`."""
        return PHASES[self.kind in PLAY_KINDS]

    # ---- what the agent would do -------------------------------------------------------------------------------------

    @cached_property
    def likeliest(self) -> str:
        """What the agent would do, or most probably would."""
        return max(self.outlooks, key=lambda action: self.outlooks[action].probability)

    @property
    def agrees(self) -> bool:
        """Whether the agent would do the same, or as probably as anything else."""
        return self.outlooks[self.action].probability == self.outlooks[self.likeliest].probability

    @property
    def surprise(self) -> float:
        """How much rather the agent would do something else: a difference of probabilities."""
        return self.outlooks[self.likeliest].probability - self.outlooks[self.action].probability

    # ---- what it costs -----------------------------------------------------------------------------------------------

    @property
    def judged(self) -> bool:
        """Whether the agent knows what its choices can be expected to bring."""
        return self.outlooks[self.action].expected is not None

    @cached_property
    def ranked(self) -> list[str]:
        """The legal actions, the best first: by what is expected, or where that is not known by probability."""

        def merit(action: str) -> tuple[float, float]:
            outlook = self.outlooks[action]
            return outlook.expected or 0.0, outlook.probability

        return sorted(self.outlooks, key=merit, reverse=True)

    @property
    def loss(self) -> float | None:
        """What the best action is expected to bring more, from 0; None where that is not known."""
        best, done = self.outlooks[self.ranked[0]].expected, self.outlooks[self.action].expected
        return None if best is None or done is None else best - done

    @property
    def error(self) -> float | None:
        """The standard error of `loss`."""
        return self.outlooks[self.action].lead_error

    @property
    def alike(self) -> bool:
        """Whether all that can be done is expected to bring as much."""
        return len({outlook.expected for outlook in self.outlooks.values()}) == 1

    @property
    def is_mistake(self) -> bool:
        """Whether it is behind the best for sure."""
        return self.cost > 0

    @property
    def cost(self) -> float:
        """What a mistake loses; 0 for everything that is none for sure."""
        if self.loss is None or self.error is None or self.loss < max(SURE * self.error, self.unit.smallest):
            return 0.0
        return self.loss
