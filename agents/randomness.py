"""Counter-based randomness: what is drawn depends on what it is for, never on what was drawn before.

So a run that is resumed draws what an undisturbed run would have drawn, and there is no generator state to save.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import torch


class Purpose(IntEnum):
    """What random numbers are drawn for; each purpose has its own streams."""

    WEIGHTS = 0
    ACTIONS = 1
    MINIBATCHES = 2
    EVALUATION = 3
    OPPONENTS = 4


def generator(purpose: Purpose, seed: int, *counters: int) -> np.random.Generator:
    """The generator for a purpose, a seed and counters (rank, update, ...); equal arguments, equal numbers."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence([purpose, seed, *counters])))


def torch_generator(purpose: Purpose, seed: int, *counters: int) -> torch.Generator:
    """The same for torch."""
    return torch.Generator().manual_seed(int(generator(purpose, seed, *counters).integers(2**63)))
