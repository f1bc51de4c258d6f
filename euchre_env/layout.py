"""Named bits: what stands where in an observation, packed in words or spread out one byte a bit."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Layout:
    """F bits by name, in blocks: `own_hand[trump A]` is a bit of the block `own_hand`.

    `positions` intp [F] says where each bit stands in W packed words (64 * word + bit); the union of several layouts
    has names only.

    >>> layout = Layout([("hand", ["A", "K"], 0), ("alone", [""], 64)])
    >>> layout.names, layout["hand"], layout.words
    (('hand[A]', 'hand[K]', 'alone'), slice(0, 2, None), 2)
    >>> layout.unpack(np.array([[2, 1]], np.uint64))
    array([[0, 1, 1]], dtype=uint8)
    """

    def __init__(self, blocks: Sequence[tuple[str, Sequence[str], int]]) -> None:
        """`blocks`: (name, labels of its bits, position of its first bit); a block without labels holds one bit."""
        names, positions = [], []
        for block, labels, start in blocks:
            for offset, label in enumerate(labels):
                names.append(f"{block}[{label}]" if label else block)
                positions.append(start + offset)
        self._set(tuple(names), np.array(positions, np.intp))

    def _set(self, names: tuple[str, ...], positions: NDArray[np.intp] | None) -> None:
        assert len(set(names)) == len(names), "every bit has a name of its own"
        self.names, self.positions = names, positions
        self.size = len(names)
        self.words = 0 if positions is None else int(positions.max()) // 64 + 1

    @cached_property
    def blocks(self) -> dict[str, slice]:
        """The blocks in order, each a slice of the F bits."""
        found: dict[str, slice] = {}
        for i, name in enumerate(self.names):
            block = name.partition("[")[0]
            found[block] = slice(found[block].start if block in found else i, i + 1)
        return found

    def __getitem__(self, block: str) -> slice:
        """The slice of a block.

        Raises:
            KeyError: there is no such block; the message lists those there are.
        """
        if block not in self.blocks:
            raise KeyError(f"no block {block!r}; there are {', '.join(self.blocks)}")
        return self.blocks[block]

    def labels(self, block: str) -> tuple[str, ...]:
        """The names of a block's bits inside the block."""
        return tuple(name.partition("[")[2].removesuffix("]") for name in self.names[self[block]])

    @cached_property
    def hash(self) -> str:
        """A fingerprint of the names and their order: two layouts with the same hash mean the same bits."""
        return hashlib.sha256("\n".join(self.names).encode()).hexdigest()[:16]

    def unpack(self, words: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Packed words uint64 [n, W] as bits uint8 [n, F] of zeros and ones.

        Raises:
            ValueError: these are no words, or not of this layout's width.
        """
        if self.positions is None:
            raise ValueError("the union of layouts has no packed form of its own")
        if np.ndim(words) != 2 or np.shape(words)[1] != self.words:
            raise ValueError(
                f"words of shape {np.shape(words)} do not fit this layout, which has {self.words} words a row"
            )
        octets = np.ascontiguousarray(words, "<u8").view(np.uint8)
        return np.unpackbits(octets, axis=1, bitorder="little").take(self.positions, axis=1)

    @classmethod
    def union(cls, layouts: Iterable[Layout]) -> Layout:
        """Every name once, block after block, in order of appearance; `columns_in` says where a member's bits stand in
        it."""
        blocks: dict[str, dict[str, None]] = {}
        for layout in layouts:
            for block, at in layout.blocks.items():
                blocks.setdefault(block, {}).update(dict.fromkeys(layout.names[at]))
        union = cls.__new__(cls)
        union._set(tuple(name for names in blocks.values() for name in names), None)
        return union

    def columns_in(self, union: Layout) -> NDArray[np.intp]:
        """intp [F]: the columns of `union` that hold this layout's bits."""
        place = {name: i for i, name in enumerate(union.names)}
        return np.array([place[name] for name in self.names], np.intp)


def copied(array: NDArray[Any], out: NDArray[Any] | None) -> NDArray[Any]:
    """The array, or `out` with its contents.

    Raises:
        ValueError: `out` is of another shape or dtype.
    """
    if out is None:
        return array
    if not isinstance(out, np.ndarray) or out.shape != array.shape or out.dtype != array.dtype:
        given = f"{out.dtype} {list(out.shape)}" if isinstance(out, np.ndarray) else f"a {type(out).__name__}"
        raise ValueError(f"out={given}: must be an array of {array.dtype} {list(array.shape)}")
    np.copyto(out, array)
    return out
