"""How an agent behaves against itself: who makes trump, how often it goes wrong, what lone hands bring.

Play at the table has been counted often enough to say what decent play of the 24-card game looks like. A figure outside
its band means a fault, of the agent or of the program, until it is explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.measuring.chunks import Progress, Spread, chunks_of, here, ignore
from agents.measuring.episodes import first_episodes
from euchre_env import KINDS, RecordError, Rules, VectorEuchre

CARD = 2  # a counter: other random numbers than for deals and matches between agents

Score = tuple[int, int]
"""The points of a side, and those that every other side has."""

BANDS = {
    "euchred": (0.10, 0.25),
    "marches": (0.13, 0.24),
    "points_per_deal": (1.40, 1.60),
    "dealer_side": (0.25, 0.55),
    "dealer_takes_up": (0.28, 0.52),
    "lone_hands": (0.04, 0.26),
    "lone_success": (0.28, 0.65),
}
"""What decent play of the 24-card game for four comes to, by the name of the figure in `BehaviourCard`."""


@dataclass(frozen=True)
class DealFacts:
    """What became of n deals; seats count from the dealer, who is 0."""

    maker: NDArray[np.int64]
    """int64 [n]: the seat that made trump, -1 where everybody passed"""
    round: NDArray[np.int64]
    """int64 [n]: 1 the turn-up, 2 another suit; 0 bids, or void"""
    alone: NDArray[np.bool_]
    """bool [n]"""
    points: NDArray[np.int64]
    """int64 [n, sides], sides count from the dealer's"""
    asked: NDArray[np.bool_]
    """bool [n, S, 2]: whether a seat was asked in the first round of the making, and in the second"""
    counted: NDArray[np.bool_]
    """bool [n, S]: the seats whose making is looked at; all, unless a score tells the sides apart"""

    @classmethod
    def concatenate(cls, parts: Sequence[DealFacts]) -> DealFacts:
        """The facts of several lots of deals as those of one."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


@dataclass(frozen=True)
class BehaviourCard:
    """An agent's habits over `deals` deals against itself; None where there was no case, or no such thing in the game.

    Rates are shares of the deals that were made, unless said otherwise; at a score, made by the side that has it.
    """

    deals: int
    made: dict[str, tuple[float | None, ...]]
    """by seat, in the order they are asked, how often it makes when asked, in each round; in the bidding games one
    figure, how often it gets the contract"""
    void: float
    """share of all deals in which everybody passed"""
    euchred: float | None
    """the makers are euchred, or miss their bid"""
    marches: float | None
    """the makers take all tricks; none in the bidding games, where they pay nothing"""
    lone_hands: float | None
    """the maker plays alone"""
    lone_success: float | None
    """share of the lone hands that take all tricks, or make their bid"""
    points_per_deal: float
    """scored by all sides together, void deals included"""
    dealer_side: float
    """points a deal of the dealer's side less those of the other side, or the mean of the others"""
    dealer_takes_up: float | None
    """share of all deals, at a score of those that the side deals, in which the dealer makes in the first round"""

    def outside(self) -> list[str]:
        """The names of the figures that lie outside their bands, for the 24-card game."""
        named = {name: getattr(self, name) for name in BANDS}
        return [n for n, value in named.items() if value is None or not BANDS[n][0] <= value <= BANDS[n][1]]


def has_bands(rules: Rules) -> bool:
    """Whether it is known what decent play comes to: in the 24-card game for four."""
    return (rules.players, rules.pack) == (4, 24)


def behaviour_of(
    rules: Rules,
    agent: Agent,
    deals: int,
    seed: int,
    progress: Progress = ignore,
    spread: Spread = here,
    score: Score | None = None,
) -> BehaviourCard:
    """Let an agent play against itself, every deal once, and count; at a score, what the side does that has it."""
    work = partial(deal_facts, rules, agent, seed, score)
    return card_of(rules, DealFacts.concatenate(list(spread(work, chunks_of(deals), progress))))


def deal_facts(
    rules: Rules, agent: Agent, seed: int, score: Score | None, chunk: range, progress: Progress
) -> DealFacts:
    """What becomes of the deals of a chunk when an agent plays all seats."""
    tables = VectorEuchre(rules, len(chunk), seed, table_numbers=chunk)
    if score is not None:
        begin_at(tables, seed, score)
    seating = (0,) * rules.players
    witness, points = _Witness(tables), np.zeros((len(chunk), rules.sides), np.int64)
    dealers = tables.dealer.astype(int)
    for rows in first_episodes(tables, (agent,), seating, (seed, CARD, chunk.start), deal_limit=1, watch=witness):
        sides = (dealers[rows, None] + np.arange(rules.sides)) % rules.sides
        points[rows] = np.take_along_axis(tables.points[rows], sides, axis=1)
        progress(len(rows))
    first_side = (dealers[:, None] + np.arange(rules.players)) % rules.sides == 0
    counted = np.ones_like(first_side) if score is None else first_side
    return DealFacts(witness.maker, witness.round, witness.alone, points, witness.asked, counted)


def begin_at(tables: VectorEuchre, seed: int, score: Score) -> None:
    """Let the first deals of a seed begin at a score; it is the side of seat 0 that has the first number.

    Raises:
        ValueError: the rules do not allow it before a deal.
    """
    own, others = score
    scores = [own, *[others] * (tables.rules.sides - 1)]
    try:
        tables.reset(seed, [tables.record(table) | {"scores": scores} for table in range(tables.num_tables)])
    except RecordError as error:
        raise ValueError(f"no deal of {tables.rules.variant} begins at {own} against {others}: {error}") from error


class _Witness:
    """Looks at every decision and keeps what was last known of each table's contract."""

    def __init__(self, tables: VectorEuchre):
        n = tables.num_tables
        self.maker, self.round, self.alone = np.full(n, -1), np.zeros(n, np.int64), np.zeros(n, np.bool_)
        self.asked = np.zeros((n, tables.num_seats, 2), np.bool_)
        self._make = KINDS.index("make")

    def __call__(self, tables: VectorEuchre, playing: NDArray[np.bool_]) -> None:
        seat = (tables.seat.astype(int) - tables.dealer) % tables.num_seats  # from the dealer
        rows, maker = _places(tables, "maker", playing)
        self.maker[rows] = (seat[rows] + maker) % tables.num_seats
        rounds = np.zeros(tables.num_tables, np.int64)
        if "round" in tables.layout.blocks:
            in_round, place = _places(tables, "round", playing)
            rounds[in_round] = place + 1
        self.round[rows] = rounds[rows]
        if "alone" in tables.layout.blocks:
            self.alone[rows] = _bits(tables, "alone")[rows, 0]
        asking = np.flatnonzero(playing & (tables.decision_kind == self._make))
        self.asked[asking, seat[asking], rounds[asking] - 1] = True


def _bits(tables: VectorEuchre, block: str) -> NDArray[np.bool_]:
    """bool [B, bits] of one block of the observation."""
    assert tables.layout.positions is not None
    word, bit = np.divmod(tables.layout.positions[tables.layout[block]], 64)
    return tables.observe_packed()[:, word] >> bit.astype(np.uint64) & np.uint64(1) != 0


def _places(tables: VectorEuchre, block: str, playing: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Tables, of those that are playing, where a bit of a block is up, and the place of that bit in it."""
    bits = _bits(tables, block)
    rows = np.flatnonzero(playing & bits.any(axis=1))
    return rows, bits[rows].argmax(axis=1)


def card_of(rules: Rules, facts: DealFacts) -> BehaviourCard:
    """The card that some deals add up to."""
    void = facts.maker < 0
    made = ~void & np.take_along_axis(facts.counted, np.maximum(facts.maker, 0)[:, None], axis=1)[:, 0]
    side = facts.maker % rules.sides
    ours = np.take_along_axis(facts.points, side[:, None], axis=1)[:, 0]
    theirs = np.where(np.arange(rules.sides) == side[:, None], 0, facts.points).max(axis=1)
    # A pat lone hand that wins without all tricks gives the others one point, too few for a euchre.
    failed = made & (ours <= 0 if rules.bids else (ours < 0) | (theirs >= 2))
    marched = made & (ours >= 2)
    alone = made & facts.alone
    others = (facts.points.sum(axis=1) - facts.points[:, 0]) / (rules.sides - 1)
    return BehaviourCard(
        deals=len(made),
        made={name: _made_by(rules, facts, seat) for seat, name in seats_in_order(rules)},
        void=float(void.mean()),
        euchred=_share(failed, made),
        marches=None if rules.bids else _share(marched, made),
        lone_hands=_share(alone, made) if rules.lone_hands or rules.bids else None,
        lone_success=_share(alone & (~failed if rules.bids else marched), alone),
        points_per_deal=float(facts.points.sum(axis=1).mean()),
        dealer_side=float((facts.points[:, 0] - others).mean()),
        dealer_takes_up=None if rules.bids else _share((facts.maker == 0) & (facts.round == 1), facts.counted[:, 0]),
    )


def _made_by(rules: Rules, facts: DealFacts, seat: int) -> tuple[float | None, ...]:
    """How often a seat makes when it is asked, in each round; in the bidding games, how often it gets the contract."""
    made, counted = facts.maker == seat, facts.counted[:, seat]
    if rules.bids:
        return (_share(made, counted),)
    asked = facts.asked[:, seat] & counted[:, None]
    return tuple(_share(made & (facts.round == number), asked[:, number - 1]) for number in (1, 2))


def _share(cases: NDArray[np.bool_], among: NDArray[np.bool_]) -> float | None:
    """How many of some deals are such cases; None if there are no deals."""
    return float((cases & among).sum() / among.sum()) if among.any() else None


def seats_in_order(rules: Rules) -> list[tuple[int, str]]:
    """Seats from the dealer with their names, the eldest hand first and the dealer last.

    >>> from euchre_env import rules_for
    >>> seats_in_order(rules_for("four_handed"))
    [(1, 'eldest'), (2, "dealer's partner"), (3, 'pone'), (0, 'dealer')]
    """
    named = {rules.players - 1: "pone", 1: "eldest", 0: "dealer"}
    if rules.players == 4:
        named[2] = "dealer's partner"
    return [(seat, named.get(seat, f"seat {seat}")) for seat in (*range(1, rules.players), 0)]
