"""How long exact play takes: `python -m agents.double_dummy [--deals N] [--seed N]`.

Printed are microseconds of one core a deal: the median of batches of a hundred random deals, clubs being trumps, first
for the value of the deal, then for the value of every card that the eldest hand may lead.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from agents import console
from agents.arguments import count, program_parser, seed
from agents.double_dummy.open_play import OpenPlay
from agents.double_dummy.payoffs import payoffs
from agents.double_dummy.solver import solve, solve_cards
from euchre_env import Contract, Rules, actions_of, deal_cards, rules_for

BATCH = 100
CASES = (  # variant, seats of the makers, tricks that are left
    ("two_handed", (0,), 5),
    ("three_handed", (0,), 5),
    ("four_handed", (0, 2), 5),
    ("north_american", (0, 2), 5),
    ("railroad", (0, 2), 5),
    ("five_handed", (0, 2), 5),
    ("seven_handed", (0, 2, 4), 3),
    ("seven_handed", (0, 2, 4), 5),
)


def random_deals(rules: Rules, makers: Sequence[int], tricks: int, numbers: Sequence[int], seed: int) -> OpenPlay:
    """The deals of these numbers as they lie when the last tricks begin and seat 1 leads.

    The cards of the tricks before are drawn blindly; the makers have taken half of those, rounded down.
    """
    pack = actions_of(rules).pack
    deals = [deal_cards(rules, seed=seed, table=0, number=number, dealer=0) for number in numbers]
    hands = [[pack.parse_all(hand[:tricks], trump=0) for hand in deal.hands] for deal in deals]
    shape = (len(deals), rules.players)
    return OpenPlay(
        suits=np.array(pack.suits, np.uint64),
        hands=np.array(hands, np.uint64),
        on_table=np.zeros(shape, np.uint64),
        seat=np.ones(len(deals), np.intp),
        active=np.ones(shape, bool),
        makers=np.broadcast_to(np.isin(np.arange(rules.players), makers), shape),
        taken=np.full(len(deals), (rules.hand_size - tricks) // 2),
    )


def microseconds(work: Callable[..., Any], batches: Sequence[OpenPlay], *arguments: Any) -> float:
    """The median time a position that `work` takes for a batch."""
    times = []
    for batch in batches:
        start = time.process_time()
        work(batch, *arguments)
        times.append((time.process_time() - start) / len(batch.hands))
    return 1e6 * statistics.median(times)


def main() -> int:
    """Measure and print."""
    parser = program_parser("python -m agents.double_dummy", __doc__)
    parser.add_argument("--deals", type=count, default=2000, help="deals of each case, in hundreds (default 2000)")
    parser.add_argument("--seed", type=seed, default=0, help="of the deals (default 0)")
    asked = parser.parse_args()
    if asked.deals < BATCH or asked.deals % BATCH:
        raise ValueError(f"--deals {asked.deals}: must be a multiple of {BATCH}")
    print(f"{'variant':15s} {'tricks left':>11s} {'solve':>9s} {'solve_cards':>12s}  microseconds a deal")
    for variant, makers, tricks in CASES:
        rules = rules_for(variant)
        payoff = payoffs(rules, Contract(maker=0, bid=3 if rules.bids else -1))
        numbers = range(asked.deals)
        parts = [numbers[first : first + BATCH] for first in range(0, asked.deals, BATCH)]
        batches = [random_deals(rules, makers, tricks, part, asked.seed) for part in parts]
        solve(batches[0], payoff)  # compiled with the first case
        plain, cards = (microseconds(work, batches, payoff) for work in (solve, solve_cards))
        print(f"{variant:15s} {tricks:11d} {plain:9.1f} {cards:12.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(console.run("python -m agents.double_dummy", main))
