"""Every bit of an observation has a name of its own, and the names of several games can be brought together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from euchre_env import ActionTable, Layout, Rules, VectorEuchre, actions_of, rules_for, variants
from euchre_env.observation import hidden_layout_of, layout_of
from tests.witnesses import any_rules

SMALL = Layout([("hand", ["A", "K", "Q"], 2), ("alone", [""], 64), ("score", ["bit0", "bit1"], 70)])


@settings(max_examples=20)
@given(rules=any_rules())
def test_names_are_unique_and_blocks_lie_together(rules: Rules) -> None:
    for layout in (layout_of(rules), hidden_layout_of(rules)):
        assert len(set(layout.names)) == layout.size == len(layout.names)
        assert layout.positions is not None
        assert len(set(layout.positions.tolist())) == layout.size, "two names for one bit"
        assert int(layout.positions.max()) < 64 * layout.words
        edges = [(block.start, block.stop) for block in layout.blocks.values()]
        assert [stop for _, stop in edges] == [*(start for start, _ in edges[1:]), layout.size]
        assert edges[0][0] == 0
        for name, block in layout.blocks.items():
            assert layout[name] == block
            assert {bit.partition("[")[0] for bit in layout.names[block]} == {name}


@settings(max_examples=20)
@given(rules=any_rules())
def test_the_action_mask_comes_first(rules: Rules) -> None:
    layout, actions = layout_of(rules), actions_of(rules)
    assert layout["legal_cards"] == slice(0, rules.pack)
    assert layout["legal_calls"] == slice(rules.pack, actions.size)
    for bit, action in zip(layout.names[: actions.size], actions.names, strict=True):
        block, _, label = bit.partition("[")
        assert label.removesuffix("]") == (action if block == "legal_calls" else action[len("card[") : -1])


def test_unpack() -> None:
    words = np.array([[0b10100, 1 | 1 << 7], [0b01000, 1 << 6], [2**64 - 1 - 0b11100, 2]], np.uint64)
    assert SMALL.unpack(words).tolist() == [[1, 0, 1, 1, 0, 1], [0, 1, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0]]
    assert SMALL.unpack(words).dtype == np.uint8
    assert SMALL.unpack(words[:0]).shape == (0, 6)
    assert SMALL.unpack(np.asfortranarray(words)).tolist() == SMALL.unpack(words).tolist()


@pytest.mark.parametrize("shape", [(2,), (3, 1), (3, 3), (1, 2, 2), ()])
def test_words_of_another_width_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"words of shape .* 2 words a row"):
        SMALL.unpack(np.zeros(shape, np.uint64))


def test_blocks_labels_and_hash() -> None:
    assert SMALL.names == ("hand[A]", "hand[K]", "hand[Q]", "alone", "score[bit0]", "score[bit1]")
    assert (SMALL["hand"], SMALL["alone"]) == (slice(0, 3), slice(3, 4))
    assert SMALL.labels("score") == ("bit0", "bit1")
    with pytest.raises(KeyError, match=r"no block 'hands'.*hand, alone, score"):
        SMALL["hands"]
    moved = Layout([("hand", ["A", "K", "Q"], 0), ("alone", [""], 3), ("score", ["bit0", "bit1"], 4)])
    turned = Layout([("hand", ["K", "A", "Q"], 2), ("alone", [""], 64), ("score", ["bit0", "bit1"], 70)])
    assert SMALL.hash == moved.hash != turned.hash


def test_a_name_twice_is_refused() -> None:
    with pytest.raises(AssertionError, match="name of its own"):
        Layout([("hand", ["A", "A"], 0)])


def test_hashes_tell_layouts_apart() -> None:
    """The same names have the same hash, others another; games may share a layout, but not these."""
    hashes = {variant: layout_of(rules_for(variant)).hash for variant in variants()}
    assert hashes["three_handed"] == hashes["three_handed_hoffmann"]
    assert len({hashes[v] for v in ("two_handed", "three_handed", "four_handed", "north_american")}) == 4


def test_the_union_of_all_variants() -> None:
    layouts = [layout_of(rules_for(variant)) for variant in variants()]
    union = Layout.union(layouts)
    assert set(union.names) == {name for layout in layouts for name in layout.names}
    assert len(set(union.names)) == union.size
    for layout in layouts:
        columns = layout.columns_in(union)
        assert tuple(union.names[column] for column in columns) == layout.names
    with pytest.raises(ValueError, match="union"):
        union.unpack(np.zeros((1, 1), np.uint64))
    with pytest.raises(KeyError):
        layouts[-1].columns_in(layouts[0])


def test_the_union_of_actions() -> None:
    tables = [actions_of(rules_for(variant)) for variant in variants()]
    names = ActionTable.union_names(tables)
    assert len(set(names)) == len(names)
    assert set(names) == {name for table in tables for name in table.names}
    for table in tables:
        assert tuple(names[column] for column in table.columns_in(names)) == table.names


@pytest.mark.parametrize("variant", variants())
def test_unpacked_observations_are_the_packed_ones(variant: str) -> None:
    tables = VectorEuchre(variant, num_tables=5, seed=1)
    for _ in range(30):
        packed = tables.observe_packed().copy()
        bits = tables.observe()
        assert tables.layout.positions is not None
        word, bit = np.divmod(tables.layout.positions, 64)
        np.testing.assert_array_equal(bits, packed[:, word] >> bit.astype(np.uint64) & np.uint64(1))
        hidden = tables.hidden_layout.unpack(tables.observe_hidden().copy())
        assert hidden.shape == (5, tables.hidden_layout.size)
        tables.step(tables.forced_action)
