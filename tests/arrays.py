"""Arrays compared: quickly while they are equal, and with NumPy's long message when they are not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


def assert_equal(left: ArrayLike, right: ArrayLike, name: str = "") -> None:
    """As `np.testing.assert_array_equal`, which takes eight times as long to find out that all is well."""
    if not np.array_equal(left, right):
        np.testing.assert_array_equal(left, right, err_msg=name)


def assert_all_equal(left: Iterable[Any], right: Iterable[Any]) -> None:
    """As many arrays on both sides, and each equals its counterpart."""
    for one, other in zip(left, right, strict=True):
        assert_equal(one, other)
