"""The examples for other libraries learn, and report what they have learnt; each needs the extra that it is for."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = {
    "sb3_contrib_maskable_ppo": "sb3_contrib",
    "torchrl_ppo": "torchrl",
    "tianshou_ppo": "tianshou",
    "rllib_ppo": "ray",
}
TINY = ("--decisions", "6000", "--tables", "32", "--deals", "200")
REPORT = re.compile(r"against random: ([+-]\d+\.\d+) points a deal \(95 % interval ([+-]\d+\.\d+) to ([+-]\d+\.\d+)\)")


def run(repository: Path, example: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, f"notebooks/libraries/{example}.py", *options]
    one_thread = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(repository)}
    return subprocess.run(command, cwd=repository, env=one_thread, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize(("example", "library"), EXAMPLES.items(), ids=EXAMPLES)
def test_the_example_learns_to_beat_random_play(repository: Path, example: str, library: str) -> None:
    """A few updates are enough to see that lone hands lose."""
    pytest.importorskip(library)
    finished = run(repository, example, *TINY)
    assert finished.returncode == 0, finished.stderr[-2000:]
    report = REPORT.search(finished.stdout)
    assert report, finished.stdout
    points, low, high = map(float, report.groups())
    assert low < points < high
    assert low > 0


@pytest.mark.slow
@pytest.mark.parametrize(("example", "library"), EXAMPLES.items(), ids=EXAMPLES)
def test_what_is_missing_is_said_in_one_sentence(repository: Path, example: str, library: str) -> None:
    if importlib.util.find_spec(library):
        pytest.skip(f"{library} is installed")
    finished = run(repository, example)
    assert finished.returncode == 1
    assert re.fullmatch(r"No module named '\w+'; pip install -e '\.\[\w+\]' brings .*\n", finished.stderr)


def test_every_example_is_here(repository: Path) -> None:
    assert {path.stem for path in (repository / "notebooks" / "libraries").glob("*.py")} == set(EXAMPLES)
