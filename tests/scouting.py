"""Scouting: an engine alone plays towards the transitions of the automaton that it has not taken yet, and remembers by
which deals and decisions it came there. What it finds is worth nothing until a `Table` has confirmed it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_env import KINDS, Deal, Rules
from euchre_env.automaton import CONTRACT_SHIFT, ENDS, Tables
from euchre_env.cards import Words
from euchre_env.engine import Engine
from euchre_env.engine_state import Row
from euchre_env.scripts import CARD_KINDS, Test
from tests.stacked import StackedDealer, hand_of, roads_of
from tests.witnesses import nth_bit

NEARER, LUCK, AT_RANDOM = 0.9, 0.5, 0.1  # a step off counts so much; hopes of the cards; decisions made blindly


class Play(NamedTuple):
    """A deal and every decision in it, bits or calls; `takes` the transitions, `marks` what is rare beside them."""

    deal: Deal
    dealer: int
    decisions: tuple[int, ...]
    takes: frozenset[int]
    marks: frozenset[Any]


class TracedEngine(Engine):
    """An engine that tells which transitions its last step has taken.

    `tested` intp [B]: the transition that led to a test, -1 where none was due; `at` is then the test's answer.
    `given` intp [n]: tables at which the turn-up has gone as the best card. `contracts`: what the deals in `over` were
    played for, and the suits from which their cards were seen at last.
    """

    def _bind(self) -> None:
        super()._bind()
        self._forget()

    def _forget(self) -> None:
        self.tested, self.given = np.full(self.num_tables, -1), np.zeros(0, np.intp)
        self.contracts: Row = np.zeros(0, np.intp)
        self.suits: NDArray[Any] = np.zeros(0, np.intp)

    def _begin(self) -> None:
        self._forget()
        super()._begin()

    def step(self, actions: Row) -> None:
        """As `Engine.step`."""
        self._forget()
        super().step(actions)

    def count(self) -> NDArray[np.intp]:
        """intp [T]: how often each transition was taken in the last step, or at the beginning by a test."""
        size = len(self.tables.goto)
        counts = np.bincount(self.at, minlength=size) + np.bincount(self.tested[self.tested >= 0], minlength=size)
        counts[0] = 0  # the beginning of a first deal: nobody has taken it
        return counts

    def _answer_tests(self, rows: Row, word: NDArray[np.uint32]) -> NDArray[np.uint32]:
        assert (self.tested[rows] < 0).all(), "two tests in one step: these tables remember one"
        self.tested[rows] = self.at[rows]
        return super()._answer_tests(rows, word)

    def _take_best(self, rows: Row) -> None:
        self.given = rows[self.played[rows] == self.talon[rows]]
        super()._take_best(rows)

    def _settle(self, rows: Row) -> None:
        self.contracts = (self.tally[rows] >> np.uint64(CONTRACT_SHIFT)).astype(np.intp) // self.rules.players
        self.suits = self.trump[rows].copy()
        super()._settle(rows)


class StackedEngine(TracedEngine):
    """The same with stacked decks."""

    def reseed(self, seed: int) -> None:
        """From the next dealing on, deal the stacked deals of `seed`."""
        self.seed, self.deal_cards = seed, StackedDealer(self.rules, seed)


class Course:
    """The automaton as a map: how near each transition is to some that are wanted."""

    def __init__(self, tables: Tables) -> None:
        self.exists = np.array([ask is not None for ask in tables.asks])
        self.rows = np.unique(tables.goto[self.exists])
        self.state, self.ends = np.searchsorted(self.rows, tables.goto), tables.word & ENDS != 0
        self.depth = tables.longest_deal + 6  # and tests
        asks = [tables.asks[int(np.flatnonzero(self.exists & (tables.goto == row))[0])] for row in self.rows]
        self.luck = np.array([isinstance(ask, Test) or (ask is not None and ask.kind in CARD_KINDS) for ask in asks])

    def nearness(self, wanted: NDArray[np.bool_]) -> NDArray[np.float64]:
        """float64 [T]: 1 for a wanted transition, less the further the next ones are; what the cards decide is hoped
        for."""
        near = wanted.astype(float)
        for _ in range(self.depth):
            best = np.maximum.reduceat(near[1:], self.rows - 1)
            least = np.minimum.reduceat(np.where(self.exists, near, np.inf)[1:], self.rows - 1)
            follows = np.where(self.luck, LUCK * best + (1 - LUCK) * least, best)
            near = np.where(self.exists, wanted + NEARER * follows[self.state] * ~self.ends, 0)
        return near


def steer(engine: Engine, near: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.intp]:
    """A legal decision for every table, as a rule one that leads nearer to what is wanted."""
    n, goto = engine.num_tables, engine.tables.goto.take(engine.at)
    beats = engine.legal & (engine.led | engine.pack.dtype(engine.pack.trumps)) & engine.still
    cards = [engine.legal & ~beats, beats]
    words, best = engine.legal.copy(), np.full(n, -1.0)
    for call in range(int(engine.legal[engine.card == 0].max(initial=0)).bit_length()):
        value = near.take(goto + call, mode="clip") * rng.uniform(0.5, 1, n)
        better = (engine.card == 0) & (engine.legal >> engine.pack.dtype(call) & 1 != 0) & (value > best)
        words[better], best[better] = 1 << call, value[better]
    for answer, word in enumerate(cards):
        value = near.take(goto + answer, mode="clip") * rng.uniform(0.5, 1, n)
        better = (engine.card != 0) & (word != 0) & (value > best)
        words[better], best[better] = word[better], value[better]
    words = np.where(rng.random(n) < AT_RANDOM, engine.legal, kept_together(engine, words))
    return nth_bit(words, (rng.random(n) * np.bitwise_count(words)).astype(np.intp))


def kept_together(engine: Engine, words: Words) -> Words:
    """Of the cards that may be given those that do not part a Jamboree, of the best ones those that complete it."""
    kind, jamboree = engine.kind, engine.pack.dtype(engine.pack.jamboree)
    for asked, wanted in (("give", words & ~jamboree), ("best", words & jamboree)):
        words = np.where((kind == KINDS.index(asked)) & (wanted != 0), wanted, words)
    return words


class Scout:
    """Plays at many tables until every transition has been taken in a deal that has ended."""

    def __init__(self, rules: Rules, num_tables: int, seed: int) -> None:
        self.rng, self.engine = np.random.default_rng(seed), StackedEngine(rules, num_tables, seed)
        self.course = Course(self.engine.tables)
        self.taken, self.found = (~self.course.exists for _ in range(2))  # by anybody; in deals that have ended
        self.taken[0] = self.found[0] = True
        self.found_marks: set[Any] = set()
        self.roads = roads_of(rules)  # to the Jamboree, not yet met
        # Of the deals in progress: the step at which they began, their cards and dealers, what is rare in them.
        self.begun, self.starts = np.zeros(num_tables, int), self.engine.columns.copy()
        self.dealers, self.marks = self.engine.dealer.copy(), [set[Any]() for _ in range(num_tables)]
        # By step: the transitions taken, on the way to a test and at last; the decisions that led there.
        self.at, self.decisions = [self.engine.at.copy()], list[NDArray[np.intp]]()
        self.tested = [np.where(self.engine.at, 0, -1)]

    def plays(self, most_steps: int) -> Iterator[Play]:
        """Deals that ended, each with something that none before it had."""
        engine = self.engine
        for step in range(most_steps):
            if self.found.all() and not self.roads:
                return
            if step % 8 == 0:
                near = self.course.nearness(~(self.found if self.taken.all() else self.taken))
            self.decisions.append(steer(engine, near, self.rng))
            engine.step(self.decisions[-1])
            self.at.append(engine.at.copy())
            self.tested.append(engine.tested)
            self.taken |= engine.count() > 0
            for row in engine.given.tolist():
                self.marks[row].add(("turn-up given", int(engine.at[row])))
            yield from self._ended(step + 1)

    def _ended(self, now: int) -> Iterator[Play]:
        engine, tables = self.engine, self.engine.tables
        for row, number, suit in zip(*(x.tolist() for x in (engine.over, engine.contracts, engine.suits)), strict=True):
            if tables.contracts[number].jamboree:
                road = self._road(row, tables.contracts[number].maker, suit)
                self.marks[row].add((number, road))
                self.roads -= {road}
            takes = self._takes(row, now)
            if not self.found[takes].all() or self.marks[row] - self.found_marks:
                self.found[takes] = True
                self.found_marks |= self.marks[row]
                yield self._play(row, takes)
            self.marks[row] = set()
        self.begun[engine.over], self.dealers[engine.over] = now, engine.dealer[engine.over]
        self.starts[:, engine.over] = engine.columns[:, engine.over]

    def _takes(self, row: int, now: int) -> list[int]:
        """The transitions of the deal that has ended `now`. A test at its very end belongs to the next deal."""
        begun = self.begun[row]
        steps = range(begun + 1, now + 1)
        takes = [int(self.tested[step][row]) for step in steps] + [int(self.at[step][row]) for step in steps[:-1]]
        if self.tested[begun][row] >= 0:
            takes.append(int(self.at[begun][row]))
        if self.tested[now][row] < 0:
            takes.append(int(self.at[now][row]))
        return [number for number in takes if number >= 0]

    def _road(self, row: int, maker: int, suit: int) -> str:
        """How a maker who has announced the Jamboree came to it, by what he lacked at first."""
        column, pack = [int(word) for word in self.starts[:, row]], self.engine.pack
        missing = pack.rebase_one(pack.jamboree, suit ^ column[-1]) & ~hand_of(column, maker)
        if not missing:
            return "deal"
        if maker or not missing & column[-2]:
            return "best"
        return "turn-up" if missing == column[-2] else "both"

    def _play(self, row: int, takes: list[int]) -> Play:
        dealer = int(self.dealers[row])
        deal = self.engine.deal_cards.deal_of(self.starts[:, row], dealer)
        decisions = tuple(int(numbers[row]) for numbers in self.decisions[self.begun[row] :])
        return Play(deal, dealer, decisions, frozenset(takes), frozenset(self.marks[row]))


def few_plays(rules: Rules, num_tables: int, seed: int, most_steps: int) -> list[Play]:
    """Plays that take every transition the scout has found, without those that add nothing to the later ones."""
    few, found, marks = list[Play](), set[int](), set[Any]()
    for play in reversed(list(Scout(rules, num_tables, seed).plays(most_steps))):
        if play.takes - found or play.marks - marks:
            few.append(play)
            found |= play.takes
            marks |= play.marks
    return few
