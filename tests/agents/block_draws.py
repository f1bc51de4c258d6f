"""Blocks of two equal agents as they come, to try statistics on."""

from __future__ import annotations

import numpy as np

# 4,096 blocks of the 24-card game between two agents that play by rules and take every tenth decision at random, each
# for itself; both signs together, so that the mean is 0. Standard deviation 0.74 points.
POINTS = np.array([0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0])
BLOCKS = np.array([2525, 717, 152, 545, 133, 10, 14])

VALUES = np.concatenate([-POINTS[:0:-1], POINTS])
CHANCES = np.concatenate([BLOCKS[:0:-1] / 2, BLOCKS[:1], BLOCKS[1:] / 2]) / BLOCKS.sum()


def with_mean(mean: float, values: np.ndarray = VALUES, chances: np.ndarray = CHANCES) -> np.ndarray:
    """The chances tilted by a factor exp(t value), so that one agent gains `mean` points a deal."""
    low, high = -10.0, 10.0
    for _ in range(60):
        tilt = (low + high) / 2
        tilted = chances * np.exp(tilt * values)
        tilted /= tilted.sum()
        low, high = (tilt, high) if tilted @ values < mean else (low, tilt)
    return tilted
