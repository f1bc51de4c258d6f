"""Random numbers by what they are for: a position, a world, a step in drawing it.

Counter-based (splitmix64, Steele, Lea and Flood 2014): nothing depends on how many positions are asked about at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from euchre_env import mix

U64 = np.uint64
GOLDEN, WORLD_STEP = U64(0x9E3779B97F4A7C15), U64(0xD1342543DE82EF95)
UNIT = 2.0**-53
OCTETS = 8


def position_keys(observation: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint64]:
    """uint64 [n]: a key for each observation uint8 [n, F], the same for equal ones; one number is drawn from `rng`.

    >>> rng = np.random.default_rng(0)
    >>> keys = position_keys(np.array([[1, 0], [0, 1], [1, 0]], np.uint8), rng)
    >>> bool(keys[0] == keys[2]), bool(keys[0] == keys[1])
    (True, False)
    """
    octets = np.packbits(observation, axis=1, bitorder="little")
    words = np.pad(octets, ((0, 0), (0, -octets.shape[1] % OCTETS))).view("<u8").astype(U64)
    key = np.full(len(words), rng.integers(0, 1 << 64, dtype=U64))
    for word in words.T:
        key = mix(key * GOLDEN + word)
    return key


def world_keys(keys: NDArray[np.uint64], worlds: int) -> NDArray[np.uint64]:
    """uint64 [n, N]: a key for each of N worlds of each position."""
    return mix(keys[:, None] + np.arange(1, worlds + 1, dtype=U64) * WORLD_STEP)


def chances(keys: NDArray[np.uint64], step: int) -> NDArray[np.float64]:
    """float64 [...] in [0, 1): the number of each key at a step."""
    return (mix(keys + GOLDEN * np.array([step + 1], U64)) >> U64(11)).astype(np.float64) * UNIT
