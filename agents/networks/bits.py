"""Packed bits as the numbers that a network takes."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

_BITS_OF_BYTE = torch.from_numpy(np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1))
_NUMBERS_OF_BYTE = {
    torch.float32: _BITS_OF_BYTE.float().numpy(),
    torch.bfloat16: _BITS_OF_BYTE.bfloat16().view(torch.int16).numpy(),  # NumPy has no such type, but can carry it
}


def numbers_of(packed: NDArray[np.uint8]) -> Tensor:
    """Zeros and ones, [n, 8 * bytes], of packed bits, uint8 [n, bytes], in the precision that autocast is set to.

    Eight at a time, by look-up: converting them one by one takes as long as two layers of the network.

    >>> numbers_of(np.array([[0b10100000]], np.uint8))
    tensor([[1., 0., 1., 0., 0., 0., 0., 0.]])
    """
    dtype = torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else torch.float32
    numbers = torch.from_numpy(_NUMBERS_OF_BYTE[dtype].take(packed, axis=0))
    return numbers.view(dtype).flatten(1)


def padded(array: NDArray[np.uint8], multiple: int) -> NDArray[np.uint8]:
    """The rows of an array, uint8 [n, k], and rows of zeros up to the next multiple.

    >>> padded(np.ones((3, 1), np.uint8), 4).ravel()
    array([1, 1, 1, 0], dtype=uint8)
    """
    rows = -(-len(array) // multiple) * multiple
    if rows == len(array):
        return array
    return np.concatenate([array, np.zeros((rows - len(array), array.shape[1]), np.uint8)])
