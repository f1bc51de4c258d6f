"""Which seeds of deals are for what, so that no agent is measured on deals that it was made with."""

from __future__ import annotations

FIRST_FINAL_SEED = 2**62
"""Seeds from here up to 2**63 - 1 number the deals of final measurements. Training and tuning never use them."""


def final_seed(number: int) -> int:
    """The seed of a final measurement, numbered from 0 to 2**62 - 1.

    >>> final_seed(3) - FIRST_FINAL_SEED
    3
    """
    return FIRST_FINAL_SEED + number
