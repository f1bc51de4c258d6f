"""What is learnt from: recorded decisions as columns of arrays, and what they led to."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass
class Decisions:
    """Recorded decisions, one a row; all arrays have n rows."""

    features: NDArray[np.uint8]
    """uint8 [n, bytes]: features as packed bits"""
    hidden: NDArray[np.uint8]
    """uint8 [n, bytes]: the critic's additional features as packed bits"""
    action: NDArray[np.int16]
    """int16 [n]: action of the union that was taken"""
    log_prob: NDArray[np.float32]
    """float32 [n]: its log-probability when it was taken"""
    kind: NDArray[np.uint8]
    """uint8 [n]: kind of decision, an index into `KINDS`"""
    seat: NDArray[np.uint8]
    """uint8 [n]: absolute seat that decided"""
    table: NDArray[np.int32]
    """int32 [n]: table, numbered from 0 in its set"""
    deal: NDArray[np.int64]
    """int64 [n]: number of the deal at that table"""
    standing: NDArray[np.int32]
    """int32 [n]: how the match stood for the seat, a row of the objective's `worth`"""

    def __len__(self) -> int:
        return len(self.action)

    def take(self, rows: NDArray[np.intp]) -> Decisions:
        """The decisions of some rows, in their order."""
        return Decisions(**{name: column[rows] for name, column in self.columns().items()})

    def columns(self) -> dict[str, NDArray[Any]]:
        """The arrays by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @staticmethod
    def concatenate(parts: list[Decisions]) -> Decisions:
        """All rows of all parts."""
        names = [field.name for field in fields(Decisions)]
        return Decisions(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


@dataclass
class Experience:
    """Decisions of complete deals, chain by chain (table, deal, seat), and what they led to."""

    decisions: Decisions
    margin: NDArray[np.float32]
    """float32 [n]: point difference that the deal ended with for the seat"""
    last: NDArray[np.bool_]
    """bool [n]: the last decision of its chain"""
    variant: NDArray[np.uint8]
    """uint8 [n]: place of the variant in the policy's encoding"""

    def __len__(self) -> int:
        return len(self.last)

    @staticmethod
    def concatenate(parts: list[Experience]) -> Experience:
        """All rows of all parts; chains stay whole."""
        return Experience(
            Decisions.concatenate([part.decisions for part in parts]),
            np.concatenate([part.margin for part in parts]),
            np.concatenate([part.last for part in parts]),
            np.concatenate([part.variant for part in parts]),
        )


def deal_key(table: NDArray[np.integer], deal: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number for a deal at a table, int64 [n]; larger for later deals of the same table."""
    return table.astype(np.int64) << 40 | deal
