"""Compare two agents on duplicate deals and in whole matches.

    python evaluate.py runs/four_handed-20250101-120000 random
    python evaluate.py A B --variant four_handed --variant two_handed --deals 20000 --matches 2000 --json result.json

An agent is a name (`random`), a checkpoint, or a run, which means its latest checkpoint. Every deal is played in every
seating, so an agent against itself scores exactly 0 and wins exactly its fair share.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")  # bounds memory; read when torch is loaded

from agents import console
from agents.tables import format_table, percent

if TYPE_CHECKING:
    from agents.arena import DealResult, MatchResult


def arguments_from(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("a", metavar="A", help="a name, a checkpoint or a run")
    parser.add_argument("b", metavar="B", help="its opponent")
    parser.add_argument(
        "--variant", action="append", metavar="V", help="repeat for several; default: all that both play"
    )
    parser.add_argument("--deals", type=count, default=4096, metavar="N", help="distinct deals (%(default)s)")
    parser.add_argument("--matches", type=count, default=1024, metavar="M", help="distinct matches (%(default)s)")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="other deals for another seed (%(default)s)")
    parser.add_argument("--json", type=new_file, metavar="FILE", help="write the results there too")
    return parser.parse_args(given)


def whole(text: str, low: int, high: int) -> int:
    """A whole number within bounds, in plain digits."""
    if not re.fullmatch("[0-9]{1,19}", text) or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}, not {text[:40]!r}")
    return int(text)


def count(text: str) -> int:
    """A number of deals or matches; the results of all are kept until the end."""
    return whole(text, 1, 2**24)


def seed(text: str) -> int:
    """A seed."""
    return whole(text, 0, 2**63 - 1)


def new_file(text: str) -> Path:
    """A file that can be written: told before hours are spent on what goes into it."""
    path = Path(text)
    if not text or path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a file")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise argparse.ArgumentTypeError(f"{path.parent} is no folder that can be written to")
    return path


def write(path: Path, results: Sequence[dict[str, Any]]) -> None:
    """Write the results, all of them or nothing. A device takes them as they are."""
    text = json.dumps({"results": results}, indent=2, allow_nan=False) + "\n"
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
        try:
            file.write(text)
            file.close()
            os.chmod(file.name, 0o644)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink()
            raise


def evaluate(variant: str, asked: argparse.Namespace) -> dict[str, Any]:
    """Play one variant; its entry in the JSON file."""
    from tqdm import tqdm  # here, so that Ctrl-C while torch is loaded is met like any other

    from agents.arena import play_deals, play_matches
    from agents.registry import game_for, load_agent
    from agents.seating import deal_seatings, match_seatings

    rules = game_for(variant, (asked.a, asked.b))
    agents = load_agent(asked.a, rules), load_agent(asked.b, rules)
    start = time.perf_counter()
    hidden = not sys.stderr.isatty()
    played = asked.deals * len(deal_seatings(rules))
    with tqdm(total=played, unit="deal", desc=variant, disable=hidden) as bar:
        deals = play_deals(rules, agents, asked.deals, asked.seed, bar.update)
    seconds = time.perf_counter() - start
    with tqdm(total=asked.matches * len(match_seatings(rules)), unit="match", desc=variant, disable=hidden) as bar:
        matches = play_matches(rules, agents, asked.matches, asked.seed, bar.update)
    hashes = [agent.hash for agent in agents]
    return entry(variant, asked, deals, matches) | {"agent_hashes": hashes, "deals_per_second": played / seconds}


def entry(variant: str, asked: argparse.Namespace, deals: DealResult, matches: MatchResult) -> dict[str, Any]:
    """The results of one variant as JSON has them; a rate that does not exist is null."""
    return {
        "variant": variant,
        "agents": [asked.a, asked.b],
        "deals": deals.deals,
        "points_per_deal": deals.points_per_deal,
        "interval": [number if math.isfinite(number) else None for number in deals.interval],
        "block_histogram": [[points, count] for points, count in deals.histogram.items()],
        "match_win_rate": matches.win_rate,
        "match_interval": list(matches.interval),
        "elo": matches.elo,
        "fair_share": matches.fair_share,
        "matches": matches.played,
        "unfinished_matches": matches.unfinished,
        "deal_limit": matches.deal_limit,
        "seed": asked.seed,
    }


def report(results: Sequence[dict[str, Any]]) -> str:
    """The table for the terminal."""
    header = ("variant", "points per deal", "95 % interval", "matches won", "95 % interval", "fair share", "deals/s")
    rows = []
    for r in results:
        low, high = r["match_interval"]
        interval = "-" if None in r["interval"] else "{:+.4f} to {:+.4f}".format(*r["interval"])
        chances = percent(r["match_win_rate"]), f"{percent(low)} to {percent(high)}", percent(r["fair_share"])
        rows.append((r["variant"], f"{r['points_per_deal']:+.4f}", interval, *chances, f"{r['deals_per_second']:,.0f}"))
    lines = [
        f"A = {results[0]['agents'][0]}, B = {results[0]['agents'][1]}: A's points per deal beyond B's, A's matches"
    ]
    lines.append(format_table(header, rows))
    for r in results:
        if r["unfinished_matches"]:
            counts = f"{r['unfinished_matches']} of {r['matches']} matches"
            lines.append(f"{r['variant']}: {counts} were unfinished after {r['deal_limit']} deals and count as drawn")
    return "\n".join(lines)


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    from agents.registry import variants_of

    asked = arguments_from(given)
    variants = asked.variant or variants_of((asked.a, asked.b))
    results = [evaluate(variant, asked) for variant in dict.fromkeys(variants)]
    print(report(results))
    if asked.json is not None:
        write(asked.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(console.run("evaluate.py", lambda: main(sys.argv[1:])))
