"""What there is to say about decisions: chances, expected points, and how far they can be trusted.

Shapes: n decisions, A actions, N worlds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Advice(NamedTuple):
    """What an agent makes of n decisions.

    A forced decision, with one legal action, needs no advice: it has the probability 1, and its points are not looked
    into.

    Attributes:
        probabilities: float64 [n, A] with which the agent would choose each action; they sum to 1.
        expected: float64 [n, A] the points of the deal that the deciding seat can expect as its reward (those of its
            side less those of the other, with more than two sides less the mean of the others'), or where it is judged
            by the match the chance that its side wins it, from 0 to 100; nan for actions that are not legal and for
            forced decisions. None where the agent cannot say.
        error: float64 [n, A] the standard error of `expected`; None with it.
        lead_error: float64 [n, A] the standard error of what the best action is expected to bring more than this one.
            Both were tried in the same worlds, so it is mostly far smaller than `error`. None with `expected`.
    """

    probabilities: Floats
    expected: Floats | None = None
    error: Floats | None = None
    lead_error: Floats | None = None

    def best(self) -> NDArray[np.intp]:
        """intp [n]: the action that is expected to bring most; the likeliest one where nothing is expected of any."""
        if self.expected is None:
            return self.probabilities.argmax(1)
        known = ~np.isnan(self.expected)
        best = np.where(known, self.expected, -np.inf).argmax(1)
        return np.where(known.any(1), best, self.probabilities.argmax(1))


def weighed(values: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The mean of values float64 [n, N, A] over worlds of weights float64 [n, N] that sum to 1, and its standard error:
    both float64 [n, A].

    The error is that of as many equal worlds as the weights come to, 1 / sum of their squares, with the spread over all
    worlds: where one or two have nearly all the weight, their own spread would seem to be nothing. That is what agents
    choose by (`agents.worlds.decision.gain_errors`); where all weigh alike it is the same.

    >>> mean, error = weighed(np.array([[[1.0], [3.0]]]), np.array([[0.5, 0.5]]))
    >>> mean.tolist(), error.tolist()
    ([[2.0]], [[1.0]])
    """
    share = weights[:, :, None]
    mean = np.round((values * share).sum(1), 9)  # so that what is equal stays equal in whatever order it was summed up
    spread = values.var(1, ddof=1)
    return mean, np.sqrt(spread * (share**2).sum(1))


def lead_errors(values: Floats, weights: Floats, legal: NDArray[np.bool_]) -> Floats:
    """float64 [n, A]: the standard error of what the best of the `legal` actions, bool [n, A], gains over each, by
    values float64 [n, N, A] in worlds of weights float64 [n, N]."""
    expected = np.where(legal, weighed(values, weights)[0], -np.inf)
    best = np.take_along_axis(values, expected.argmax(1)[:, None, None], 2)
    return weighed(best - values, weights)[1]
