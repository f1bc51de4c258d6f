"""Uniformly random play of the 24-card four-handed game: many tables at once beside OpenSpiel driven from Python.

    pip install -e '.[bench]' && python tests/benchmarks/compare_openspiel.py

Both are measured in turn in one process; printed are decisions a second, the median of `--runs` (default 5), and two
ratios: stepping alone to OpenSpiel's bare loop (`legal_actions`, `apply_action`), and stepping with the observation
(packed words, the legal actions among them) to the same loop with `information_state_tensor`, a list. Dealing and
scoring are included on both sides. Pin one core (`taskset -c 0 python ...`). Nothing is reported without OpenSpiel.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from euchre_env.commands.bench import decisions_per_second

VARIANT = "north_american"  # OpenSpiel's game: 24 cards, the dealer is stuck


def openspiel_rate(game: Any, tensor: bool, seconds: float, seed: int) -> float:
    """Decisions a second of whole deals for at least `seconds`; chance nodes are played but not counted."""
    draw = random.Random(seed).random
    decisions = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                decisions += 1
                if tensor:
                    state.information_state_tensor(state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
        state.returns()
    return decisions / elapsed


def our_rate(tables: int, observation: bool) -> float:
    """Decisions a second as `python -m euchre_env bench` measures them."""
    return decisions_per_second(VARIANT, tables, observation, runs=1)[0]


def main() -> int:
    """Measure and print; 0 also where there is nothing to compare with."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="measurements of each, the median is printed (default 5)")
    parser.add_argument("--tables", type=int, default=4096, help="tables played at once on our side (default 4096)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one measurement of OpenSpiel (default 1)")
    options = parser.parse_args()
    try:
        import pyspiel
    except ImportError as error:
        print(f"skipped: {error}; `pip install -e '.[bench]'` brings what this comparison needs")
        return 0

    game = pyspiel.load_game("euchre")
    loops: dict[str, tuple[Callable[[int], float], Callable[[int], float]]] = {
        "stepping : bare loop": (
            lambda run: our_rate(options.tables, observation=False),
            lambda run: openspiel_rate(game, False, options.seconds, seed=run),
        ),
        "with packed observation : with information-state tensor": (
            lambda run: our_rate(options.tables, observation=True),
            lambda run: openspiel_rate(game, True, options.seconds, seed=run),
        ),
    }
    versions = f"open-spiel {version('open-spiel')}, numpy {version('numpy')}"
    print(f"{versions}, {options.tables:,} tables, medians of {options.runs}")
    for name, (ours, theirs) in loops.items():
        pairs = [(ours(run), theirs(run)) for run in range(options.runs)]
        our_median, their_median = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{name}: {our_median:,.0f} : {their_median:,.0f} decisions/s = {our_median / their_median:.1f} x")
    return 0


if __name__ == "__main__":
    sys.exit(main())
