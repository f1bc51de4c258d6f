"""One table through PettingZoo's loop: our `raw_env` and `env` beside OpenSpiel's euchre wrapped by Shimmy.

    pip install -e '.[bench]' && python tests/benchmarks/compare_shimmy.py

All loops are the one of PettingZoo's tutorial: `last`, `action_space(agent).sample(mask)`, `step`. They are measured in
turn in one process; printed are decisions a second, the median of `--runs` (default 5), and the ratio to Shimmy's.
Nothing is reported where Shimmy or OpenSpiel is missing.
"""

import argparse
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from euchre_env import env, raw_env


def decisions_per_second(game: Any, seconds: float, first_seed: int) -> float:
    """Random play of whole episodes for at least `seconds`."""
    decisions, episode = 0, 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        game.reset(seed=first_seed + episode)
        for agent in game.agent_iter():
            _, _, terminated, truncated, info = game.last()
            if terminated or truncated:
                game.step(None)
                continue
            game.step(game.action_space(agent).sample(info["action_mask"]))
            decisions += 1
        episode += 1
    return decisions / (time.perf_counter() - start)


def main() -> int:
    """Measure and print; 0 also where there is nothing to compare with."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="measurements of each, the median is printed (default 5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement (default 2)")
    options = parser.parse_args()
    try:
        from shimmy import OpenSpielCompatibilityV0
    except ImportError as error:
        print(f"skipped: {error}; `pip install -e '.[bench]'` brings what this comparison needs")
        return 0

    warnings.filterwarnings("ignore", module="(shimmy|gymnasium|pettingzoo).*")  # Shimmy's wrapper warns at every step
    print(", ".join(f"{name} {version(name)}" for name in ("shimmy", "open-spiel", "pettingzoo", "numpy")))
    games: dict[str, Callable[[], Any]] = {
        "shimmy": lambda: OpenSpielCompatibilityV0(game_name="euchre", render_mode=None),
        "euchre_env.raw_env": lambda: raw_env("north_american", episode="deal"),
        "euchre_env.env": lambda: env("north_american", episode="deal"),
    }
    built = {name: build() for name, build in games.items()}
    rates: dict[str, list[float]] = {name: [] for name in games}
    for run in range(options.runs):
        for name, game in built.items():
            rates[name].append(decisions_per_second(game, options.seconds, 100_000 * run))
    base = statistics.median(rates["shimmy"])
    for name, measured in rates.items():
        median = statistics.median(measured)
        print(f"{name:20s} {median:12,.0f} decisions/s   {median / base:5.2f} x shimmy")
    return 0


if __name__ == "__main__":
    sys.exit(main())
