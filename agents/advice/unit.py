"""What choices are judged in: points of the deal, or chances of winning the match."""

from __future__ import annotations

from dataclasses import dataclass

SURE = 2.0
"""By how many standard errors a choice must be behind the best for that to be no chance."""


@dataclass(frozen=True)
class Unit:
    """How values and losses are told.

    Attributes:
        objective: one of `agents.objectives.OBJECTIVES`.
        value: what is expected of a choice.
        loss: what a worse one loses, as a count of many.
        sign: what stands behind a loss where there is no room for words.
        decimals: how many are told.
        signed: whether values are told with their sign, as points are.
        smallest: a loss that is worth a word.
        grave: a loss from which a mistake is a grave one.
    """

    objective: str
    value: str
    loss: str
    sign: str
    decimals: int
    signed: bool
    smallest: float
    grave: float

    def amount(self, number: float) -> str:
        """A loss as it is told.

        >>> POINTS.amount(0.5), MATCH.amount(0.5)
        ('0.50', '0.5')
        """
        return f"{number:.{self.decimals}f}"

    def as_good(self, loss: float, error: float) -> bool:
        """Whether a choice with this loss, of this standard error, is as good as the best: nothing worth a word, or
        nothing beyond chance.

        >>> POINTS.as_good(0.3, 0.2), POINTS.as_good(0.3, 0.1), POINTS.as_good(0.001, 0.0)
        (True, False, True)
        """
        return loss < self.smallest or loss < SURE * error

    def expectation(self, number: float) -> str:
        """What is expected of a choice as it is told.

        >>> POINTS.expectation(0.5), MATCH.expectation(50)
        ('+0.50', '50.0')
        """
        return f"{number:{'+' * self.signed}.{self.decimals}f}"


POINTS = Unit("points", "expected points", "points", "", decimals=2, signed=True, smallest=0.01, grave=0.3)
MATCH = Unit("match", "chance to win, %", "percentage points", " %", decimals=1, signed=False, smallest=0.1, grave=2.0)
