"""The table of winning chances by score and dealer, for a game between two sides.

    python -m agents.match_chances four_handed --agent random
    python -m agents.match_chances north_american --agent runs/first --deals 200000 --seed 1 --json chances.json

The agent plays deals against itself; from what they come to follows the chance of winning the match at every score.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from agents import console
from agents.arguments import count, new_file, program_parser, seed, write_json


def arguments_from(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = program_parser("python -m agents.match_chances", __doc__)
    parser.add_argument("variant", metavar="VARIANT", help="a game between two sides")
    parser.add_argument("--agent", required=True, metavar="NAME", help="a name, a checkpoint, a run or MODULE:CLASS")
    parser.add_argument("--deals", type=count, default=2**16, metavar="N", help="deals to measure on (%(default)s)")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="other deals for another seed (%(default)s)")
    parser.add_argument("--json", type=new_file, metavar="FILE", help="write distribution and chances there too")
    return parser.parse_args(given)


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    asked = arguments_from(given)
    from tqdm import tqdm  # here, so that Ctrl-C while torch is loaded is met like any other

    from agents.match_chances.chances import match_chances
    from agents.match_chances.distribution import ChancesError, measure
    from agents.match_chances.report import as_data, report
    from agents.match_chances.standings import check
    from agents.registry import game_for, load_agent

    rules = game_for(asked.variant, (asked.agent,))
    check(rules)
    if rules.sides != 2:
        raise ChancesError(f"tables by two scores are printed for two sides; {rules.variant} has {rules.sides}")
    agent = load_agent(asked.agent, rules)
    with tqdm(total=asked.deals, unit="deal", desc=rules.variant, disable=not sys.stderr.isatty()) as bar:
        distribution = measure(rules, agent, asked.deals, asked.seed, bar.update)
    chances = match_chances(rules, distribution)
    try:
        if asked.json is not None:
            source = {"agent": asked.agent, "agent_hash": agent.hash, "deals": asked.deals, "seed": asked.seed}
            game = {"variant": rules.variant, "rules": rules.options()}
            write_json(asked.json, game | source | as_data(distribution, chances))
    finally:  # the reader may have gone
        print(f"{rules.variant}, {asked.agent} against itself, {asked.deals:,} deals, seed {asked.seed}\n")
        print(report(distribution, chances))
    return 0


if __name__ == "__main__":
    sys.exit(console.run("python -m agents.match_chances", lambda: main(sys.argv[1:])))
