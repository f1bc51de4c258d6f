"""What every player is to the arena, the trainer and the command line."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Agent(Protocol):
    """Plays one game (one `Rules`): n decisions at n different tables are answered in one call.

    An agent keeps no memory of a table between calls: an observation holds everything its seat has seen.
    """

    name: str
    """What reports call it: `random`, or the path of a checkpoint."""

    hash: str
    """Which version it is: two agents with the same hash are the same; the SHA-256 of the weights of a network."""

    def act(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.intp]:
        """Choose legal actions, intp [n], for observations uint8 [n, F] and masks int8 [n, A] of one game.

        Whatever is drawn is drawn from `rng`, so that equal calls give equal answers.
        """
        ...
