"""Which transitions of a game's automaton an engine takes beside plain tables that agree with it at every decision, and
what is rare in the deals it plays for that. `python -m tests.coverage_of_transitions` prints it for every variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_env import Rules, Table, rules_for, variants
from euchre_env.automaton import compile_rules
from euchre_env.cards import JOKER, pack_of
from euchre_env.contract import VOID, is_pat
from euchre_env.deals import talon_of
from tests.scouting import Play, TracedEngine, few_plays
from tests.stacked import roads_of
from tests.witnesses import Witness, Witnesses

SCOUTS, MOST_STEPS, TOGETHER = 1000, 1500, 500


class Coverage(NamedTuple):
    """`taken` intp [n]: how often each transition of the automaton was taken; `events`: what happened in so many
    deals."""

    taken: NDArray[np.intp]
    events: Counter[str]
    deals: int

    @property
    def share(self) -> float:
        """Of all transitions those that were taken."""
        return float((self.taken > 0).mean())


def coverage(rules: Rules, seed: int = 1) -> Coverage:
    """Scout for plays that take every transition, then play them beside tables, decision by decision.

    Raises:
        AssertionError: engine and table differ.
    """
    return confirmed(rules, few_plays(rules, SCOUTS, seed, MOST_STEPS), seed)


def confirmed(rules: Rules, plays: Sequence[Play], seed: int) -> Coverage:
    """What an engine with the same deals laid out, at scores drawn at random, takes beside tables."""
    tables, rng = compile_rules(rules), np.random.default_rng(seed)
    taken, events, deals = np.zeros(len(tables.goto), np.intp), Counter[str](), 0
    for _, alike in groupby(sorted(plays, key=lambda play: len(play.decisions)), key=lambda play: len(play.decisions)):
        group = list(alike)
        for first in range(0, len(group), TOGETHER):
            starts = [start(rules, play, rng) for play in group[first : first + TOGETHER]]
            decisions = np.array([play.decisions for play in group[first : first + TOGETHER]])
            witnesses = beside(rules, starts, decisions, taken)
            assert len(witnesses.played) == len(starts), "a play was to end its deal with its last decision"
            events.update(event for table in witnesses.played for event in events_of(table))
            deals += len(starts)
    exists = [number for number, ask in enumerate(tables.asks) if ask is not None and number]
    assert len(exists) == tables.transitions
    assert taken.sum() == taken[exists].sum(), "a transition that does not exist was taken"
    return Coverage(taken[exists], events, deals)


def start(rules: Rules, play: Play, rng: np.random.Generator) -> Witness:
    """The deal of a play at any standing of a match."""
    scores = rng.integers(0, rules.target or 50, rules.sides) * (rng.random(rules.sides) < 0.7)
    games = rng.integers(0, rules.match_games, rules.sides)
    number = int(rng.integers(1, (rules.num_deals or 9) + 1))
    return Witness(rules, play.deal, play.dealer, scores.tolist(), games.tolist(), number)


def beside(rules: Rules, starts: Sequence[Witness], decisions: NDArray[np.intp], taken: NDArray[np.intp]) -> Witnesses:
    """Play `decisions` intp [B, D] from these starts at an engine and its witnesses; count into `taken`."""
    engine = TracedEngine(rules, len(starts))
    engine.place(
        np.concatenate([engine.deal_cards.columns_of(table.deal, table.dealer) for table in starts], 1),
        np.array([table.dealer for table in starts]),
        np.array([table.scores for table in starts]).T,
        np.array([table.games for table in starts]).T,
        np.array([table.number for table in starts]),
    )
    witnesses = Witnesses(engine, starts)
    taken += engine.count()
    for numbers in decisions.T:
        witnesses.compare()
        witnesses.step(numbers)
        taken += engine.count()
    witnesses.compare()
    return witnesses


# ---- what is rare ----------------------------------------------------------------------------------------------------


def events_of(table: Table) -> Iterator[str]:
    """What happened in a deal that is over, seats from the dealer."""
    rules, contract, result = table.rules, table.contract, table.result
    assert result is not None
    if contract == VOID:
        yield "everybody passes"
        return
    if rules.bids:
        yield f"bid {rules.bids[contract.bid].worth}"
        yield partners_event([(seat - contract.maker) % rules.players for seat in contract.partners])
    if table.deal.upcard == JOKER and table.actions[0][1].startswith("name_"):
        yield f"Joker named {table.actions[0][1][-1]} blind"
    if contract.opposed_by >= 0:
        yield f"lone {contract.maker} against lone {contract.opposed_by}"
    if is_pat(rules, contract):
        yield "pat lone"
    for dealer, action in table.actions:
        if dealer == table.dealer and action == f"best_{table.deal.upcard}":
            yield "R13" if contract.maker == 2 else "R19a"
    yield from jamboree_events(table)
    yield from game_events(table)


def jamboree_events(table: Table) -> Iterator[str]:
    """R37, R38: how a Jamboree that was announced, or might have been, came about; R30."""
    said = [action for _, action in table.actions]
    contract, maker = table.contract, table.contract.maker
    if contract.jambone:
        yield "Jambone"
    if not contract.jamboree:
        return
    pack, (turned, talon), trump = pack_of(table.rules.pack), talon_of(table.rules, table.deal), table.trump or ""
    hand = pack.parse_all(table.deal.hands[(maker + table.dealer) % 4], "CSDH".index(trump))
    upcard = pack.rebase_one(talon, turned ^ "CSDH".index(trump))
    missing = pack.jamboree & ~hand
    if not missing:
        road = "deal"
    elif missing == upcard:
        road = "turn-up" if maker == 0 else "best"
    else:
        road = "both" if missing & upcard else "best"
    assert road in ("deal", "turn-up") or "ask_best" in said
    yield f"Jamboree by {road}"
    yield f"Jamboree of seat {maker} in round {contract.round}" + " alone" * contract.alone


def game_events(table: Table) -> Iterator[str]:
    """R25-R27: games and matches won with the deal."""
    rules, result = table.rules, table.result or {}
    totals = [score + points for score, points in zip(table.scores, result["points"], strict=True)]
    won = [side for side in range(rules.sides) if result["games"][side] > table.games[side]]
    yield from ["game won"] * bool(won)
    yield from ["match won"] * bool(result["winners"])
    for side in won:
        slam = rules.slams and max(totals[:side] + totals[side + 1 :]) <= 0
        yield from ["slam"] * slam
        if rules.laps and rules.target and totals[side] >= 2 * rules.target:
            yield "laps over several games" + ", slams" * slam


def partners_event(steps: Sequence[int]) -> str:
    """The partners a bidder has chosen, counted from him."""
    return f"partners {' '.join(f'+{step}' for step in sorted(steps))}" if steps else "no partners"


def expected_events(rules: Rules) -> set[str]:
    """What must be met among the deals that take every transition."""
    expected = set() if rules.stick_the_dealer else {"everybody passes"}
    others = range(1, rules.players)
    for bid in rules.bids:
        expected |= {f"bid {bid.worth}", *map(partners_event, combinations(others, bid.partners))}
    if rules.joker_turnup == "dealer_blind_maker":
        expected |= {f"Joker named {suit} blind" for suit in "CDHS"}
    if rules.partners_best:
        expected.add("R13")
    if rules.defend_alone == "vs_lone":
        pairs = [(maker, (maker + step) % 4) for maker in range(4) for step in (1, 3)]
        expected |= {f"lone {maker} against lone {other}" for maker, other in pairs}
        expected |= {"R19a"} if rules.partners_best else set()
    if rules.jamboree:
        expected |= {f"Jamboree by {road}" for road in roads_of(rules)}
        levels = [""] + [" alone"] * rules.lone_hands
        expected |= {f"Jamboree of seat {s} in round {r}{level}" for s in range(4) for r in (1, 2) for level in levels}
        if rules.assist_must_be_alone:
            expected.remove("Jamboree of seat 2 in round 1")
    expected |= {"Jambone"} if rules.jambone else set()
    expected |= {"pat lone"} if rules.pat_lone else set()
    if rules.jamboree and rules.laps:  # with other points a deal seldom wins several games
        expected |= {"laps over several games", *["slam", "laps over several games, slams"] * rules.slams}
    return expected


def main() -> None:
    """Print the coverage of every variant."""
    for variant in variants():
        found = coverage(rules_for(variant))
        print(
            f"{variant:24s}{100 * found.share:6.1f} % of {len(found.taken):5,} transitions, {found.deals:5,} deals; "
            f"missing events: {sorted(expected_events(rules_for(variant)) - found.events.keys()) or 'none'}"
        )


if __name__ == "__main__":
    main()
