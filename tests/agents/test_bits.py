"""Packed bits as numbers: the bits themselves, in the precision that networks calculate in."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.networks.bits import numbers_of, padded
from agents.networks.precision import autocast


@pytest.mark.parametrize("precision, dtype", [("float32", torch.float32), ("bfloat16", torch.bfloat16)])
@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (7, 5), (300, 40)])
def test_numbers_are_the_bits(precision: str, dtype: torch.dtype, shape: tuple[int, int]) -> None:
    packed = np.random.default_rng(0).integers(256, size=shape, dtype=np.uint8)
    with autocast(precision):
        numbers = numbers_of(packed)
    assert numbers.dtype == dtype
    np.testing.assert_array_equal(numbers.float().numpy(), np.unpackbits(packed, axis=1))


def test_every_byte_has_its_bits() -> None:
    every = np.arange(256, dtype=np.uint8)[:, None]
    np.testing.assert_array_equal(numbers_of(every) @ (2.0 ** torch.arange(7, -1, -1)), every[:, 0])


@pytest.mark.parametrize("rows, multiple, wanted", [(0, 4, 0), (1, 4, 4), (4, 4, 4), (5, 4, 8), (9, 1, 9)])
def test_rows_of_zeros_fill_up(rows: int, multiple: int, wanted: int) -> None:
    array = np.full((rows, 2), 255, np.uint8)
    filled = padded(array, multiple)
    assert filled.shape == (wanted, 2)
    assert (filled[:rows] == 255).all()
    assert not filled[rows:].any()
