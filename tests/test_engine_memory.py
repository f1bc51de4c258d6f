"""Memory does not grow with the steps: buffers are written in place, nothing is kept of deals that are past."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from euchre_env import Table, VectorEuchre, deal_cards, rules_for, variants
from euchre_env.engine import Engine
from euchre_env.observer import ObservedEngine
from euchre_env.sampling import UniformSampler

ALLOWED = 64 * 1024  # bytes of growth, of which a few are the interpreter's own


def growth(run: Callable[[int], None], steps: int) -> int:
    """How many bytes more are held after so many steps than before them, when some have filled every cache."""
    tracemalloc.start()
    try:
        run(min(steps, 300))
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        run(steps)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return after - before


def engine_steps(engine: Engine) -> Callable[[int], None]:
    draw = UniformSampler(engine.num_tables, engine.pack.dtype, seed=1)

    def run(steps: int) -> None:
        for _ in range(steps):
            engine.step(draw(engine.legal))

    return run


def vector_steps(tables: VectorEuchre, reset_every: int = 10**9) -> Callable[[int], None]:
    """Everything a learner asks for at each step, and a new match now and then."""
    bits, packed = np.zeros((tables.num_tables, tables.layout.size), np.uint8), tables.observe_packed().copy()

    def run(steps: int) -> None:
        for step in range(steps):
            tables.observe(out=bits)
            tables.observe_packed(out=packed)
            tables.observe_hidden()
            tables.step(tables.action_mask.argmax(1))
            if step % reset_every == reset_every - 1:
                tables.reset(seed=step)

    return run


@pytest.mark.parametrize("kind", [Engine, ObservedEngine])
def test_the_engine_holds_no_more_after_many_steps(kind: type[Engine]) -> None:
    assert growth(engine_steps(kind(rules_for("four_handed"), 256, seed=1)), 400) < ALLOWED


@pytest.mark.parametrize("skip_forced", [False, True])
def test_tables_hold_no_more_after_many_steps(skip_forced: bool) -> None:
    tables = VectorEuchre("north_american", num_tables=16, seed=1, skip_forced=skip_forced)
    assert growth(vector_steps(tables, reset_every=60), 120) < ALLOWED


def test_growth_is_seen() -> None:
    """The measure is not blind: a step that keeps a copy of the mask is found out."""
    kept, tables = [], VectorEuchre("two_handed", num_tables=64)

    def run(steps: int) -> None:
        for _ in range(steps):
            kept.append(tables.action_mask)
            tables.step(tables.forced_action)

    assert growth(run, 300) > ALLOWED


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants())
def test_the_engine_holds_no_more_after_ten_million_decisions(variant: str) -> None:
    assert growth(engine_steps(ObservedEngine(rules_for(variant), 4000, seed=1)), 2500) < ALLOWED


@pytest.mark.slow
def test_one_table_holds_no_more_after_many_deals() -> None:
    tables = VectorEuchre("four_handed", seed=1)
    assert growth(vector_steps(tables, reset_every=1000), 20_000) < ALLOWED


@pytest.mark.slow
def test_plain_tables_leave_nothing_behind() -> None:
    rules = rules_for("four_handed")

    def run(steps: int) -> None:
        for number in range(steps):
            table = Table(rules, deal_cards(rules, 1, 0, number, 0))
            while not table.over:
                table.step_number(table.legal_numbers[-1])

    assert growth(run, 3000) < ALLOWED
