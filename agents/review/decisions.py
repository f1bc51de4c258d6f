"""One decision that was made, and what an agent makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from agents.advice import POINTS, SURE, Unit
from agents.measuring.phases import PHASES, PLAY_KINDS
from agents.playing.sitting import Outlook

FEWEST_EFFECTIVE = 16.0
"""Of fewer equal worlds than the second look's weights come to, a mistake is not to be told from chance."""


@dataclass(frozen=True)
class Compared:
    """What a second look has compared.

    Attributes:
        rival: the action that the first look found best.
        error: the standard error of what it is expected to bring more than what was done.
        effective: how many equal worlds the weights of the second look come to.
    """

    rival: str
    error: float
    effective: float


@dataclass(frozen=True)
class Decision:
    """A decision with a choice.

    Attributes:
        step: how many decisions came before it in its deal.
        seat: who made it, absolute.
        kind: what was to be decided, one of `KINDS`.
        action: what was done, as records spell it.
        outlooks: what the agent says of every legal action; expectations are those of the second look if there was
            one.
        unit: what they are judged in.
        compared: what the second look has compared; None where the first sufficed.
    """

    step: int
    seat: int
    kind: str
    action: str
    outlooks: Mapping[str, Outlook]
    unit: Unit = POINTS
    compared: Compared | None = None

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
    def better(self) -> str:
        """The action that it is compared with: of a second look the one that the first found best, since the greatest
        of several uncertain values is too high."""
        return self.compared.rival if self.compared else self.ranked[0]

    @property
    def loss(self) -> float | None:
        """What the better action is expected to bring more, from 0; None where that is not known."""
        better, done = self.outlooks[self.better].expected, self.outlooks[self.action].expected
        return None if better is None or done is None else max(better - done, 0.0)

    @property
    def error(self) -> float | None:
        """The standard error of `loss`."""
        return self.compared.error if self.compared else self.outlooks[self.action].lead_error

    @property
    def alike(self) -> bool:
        """Whether all that can be done is expected to bring as much."""
        return len({outlook.expected for outlook in self.outlooks.values()}) == 1

    @property
    def rivals(self) -> list[str]:
        """The other actions that are as good as the best within chance."""
        best = self.outlooks[self.ranked[0]].expected
        others = {action: self.outlooks[action] for action in self.ranked if action != self.action}
        return [
            action
            for action, other in others.items()
            if best is not None
            and other.expected is not None
            and self.unit.as_good(best - other.expected, other.lead_error or 0.0)
        ]

    @property
    def behind(self) -> bool:
        """Whether it is behind by a loss worth a word."""
        return self.loss is not None and self.loss >= self.unit.smallest

    @property
    def seems_mistake(self) -> bool:
        """Whether it is behind by more than chance explains, too."""
        loss, error = self.loss, self.error
        return loss is not None and error is not None and not self.unit.as_good(loss, error)

    @property
    def untold(self) -> bool:
        """Whether it seems a mistake, but too few worlds have nearly all the weight; not where all worlds agree."""
        if self.compared is None or self.compared.error == 0:
            return False
        return self.seems_mistake and self.compared.effective < FEWEST_EFFECTIVE

    @property
    def is_mistake(self) -> bool:
        """Whether it is behind for sure."""
        return self.seems_mistake and not self.untold

    @property
    def cost(self) -> float:
        """What a mistake loses; 0 for everything that is none for sure."""
        return (self.loss or 0.0) if self.is_mistake else 0.0

    @property
    def cautious_cost(self) -> float:
        """What a mistake loses at least, but for chance; 0 for everything that is none."""
        return max(self.cost - SURE * (self.error or 0.0), 0.0) if self.is_mistake else 0.0
