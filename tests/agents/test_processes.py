"""Chunks of work in this process and in others: the same results in the same order, and no worker lost unnoticed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from agents.errors import AgentError
from agents.measuring.arena import block_points, play_deals, play_matches
from agents.measuring.behaviour import behaviour_of
from agents.measuring.chunks import UntilInterrupted, chunks_of, here, ignore
from agents.measuring.phases import PhaseAgent
from agents.measuring.portable import PortableAgent
from agents.measuring.processes import Processes, spread_over
from euchre_env import rules_for
from tests.agents.chunk_work import STUMBLING_BLOCK, add_up, add_up_slowly, be_interrupted, fail

SUMS = [sum(chunk) for chunk in chunks_of(3000)]


@pytest.fixture(scope="module")
def two() -> Iterator[Processes]:
    processes = Processes(2)
    yield processes
    processes.end()


def test_results_come_in_the_order_of_the_chunks(two: Processes) -> None:
    told: list[int] = []
    assert list(two(add_up_slowly, chunks_of(3000), told.append)) == SUMS
    assert sum(told) == 3000
    assert list(here(add_up, chunks_of(3000), ignore)) == SUMS
    assert list(two(add_up, chunks_of(100), ignore)) == [sum(range(100))]  # fewer chunks than processes


def test_what_nobody_asks_for_any_more_does_not_get_into_the_next_results(two: Processes) -> None:
    assert next(two(add_up_slowly, chunks_of(100_000), ignore)) == SUMS[0]
    told: list[int] = []
    assert list(two(add_up, chunks_of(3000), told.append)) == SUMS
    assert sum(told) == 3000


def test_what_goes_wrong_elsewhere_is_raised_here() -> None:
    with spread_over(2) as spread, pytest.raises(ValueError, match="the third chunk is bad"):
        list(spread(fail, chunks_of(3000), ignore))


def test_a_process_that_is_killed_is_an_error_not_a_wait() -> None:
    with spread_over(2) as spread:
        assert isinstance(spread, Processes)
        assert list(spread(add_up, chunks_of(3000), ignore)) == SUMS
        spread._processes[0].kill()
        with pytest.raises(ChildProcessError, match=r"a process that played has ended \(status -9\)"):
            list(spread(add_up, chunks_of(100_000), ignore))


def test_processes_end_with_the_context() -> None:
    with spread_over(2) as spread:
        assert isinstance(spread, Processes)
        next(spread(add_up_slowly, chunks_of(3000), ignore))
    assert [process.is_alive() for process in spread._processes] == [False, False]


def test_one_process_is_this_one() -> None:
    with spread_over(1) as spread:
        assert spread is here


def test_after_an_interrupt_the_finished_chunks_remain() -> None:
    spread = UntilInterrupted(here)
    assert list(spread(add_up, chunks_of(3000), ignore)) == SUMS
    assert not spread.interrupted
    assert list(spread(be_interrupted, chunks_of(3000), ignore)) == SUMS[:2]
    assert spread.interrupted
    with pytest.raises(KeyboardInterrupt):  # no more is begun
        next(spread(add_up, chunks_of(3000), ignore))


def test_an_interrupt_before_any_chunk_is_finished_stays_one() -> None:
    spread = UntilInterrupted(here)
    with pytest.raises(KeyboardInterrupt):
        list(spread(be_interrupted, [range(STUMBLING_BLOCK, 3000)], ignore))
    assert spread.interrupted


@pytest.mark.slow
def test_two_processes_come_to_the_same_strengths(two: Processes) -> None:
    rules = rules_for("two_handed")
    a, b = PortableAgent("rule", rules), PortableAgent("random", rules)
    told: list[int] = []
    for pair in ((a, b), (PhaseAgent(rules, a, b), b)):
        alone = play_deals(rules, pair, 1500, seed=1)
        assert play_deals(rules, pair, 1500, 1, told.append, two) == alone
    assert sum(told) == 2 * 2 * 1500
    assert play_matches(rules, (a, b), 1100, 1, spread=two) == play_matches(rules, (a, b), 1100, 1)
    assert behaviour_of(rules, b, 1100, 1, spread=two) == behaviour_of(rules, b, 1100, 1)
    first = next(block_points(rules, (a, b), 5000, 1, spread=two))
    assert np.array_equal(first, next(block_points(rules, (a, b), 1024, 1)))


@pytest.mark.slow
def test_an_agent_that_has_changed_meanwhile_is_refused(two: Processes) -> None:
    """A run may write a new checkpoint while it is evaluated."""
    rules = rules_for("two_handed")
    agent = PortableAgent("random", rules)
    agent.hash = "of an older checkpoint"
    with pytest.raises(AgentError, match="random has changed since its evaluation began"):
        play_deals(rules, (agent, agent), 600, 1, spread=two)
