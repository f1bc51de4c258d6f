"""What all tests share: one thread a process, reproducible hypotheses, the places of files."""

import os

# Two processes of tests on two cores, each with two threads, are many times slower than with one thread each.
os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when NumPy and torch are first imported

import signal
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: nothing here measures time. Derandomised: a failure in CI is a failure everywhere.
settings.register_profile("euchre", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("euchre")

# A shell that starts us in the background lets us ignore interrupts, and so would the programs that we start and stop.
signal.signal(signal.SIGINT, signal.default_int_handler)

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout: the folder that holds pyproject.toml."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared_cases() -> Path:
    """The folder of clause cases beside the checkout; a test that needs it is skipped without it."""
    cases = REPOSITORY.parent / "shared" / "cases"
    if not cases.is_dir():
        pytest.skip("no folder shared/cases beside the checkout")
    return cases
