"""Play for the tests of the engine: choices, random rules, and a plain table beside every table of an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import reject
from hypothesis import strategies as st
from numpy.typing import NDArray

from euchre_env import KINDS, OPTIONS, Deal, Rules, RulesError, Table, VectorEuchre, actions_of, rules_for, variants
from euchre_env.engine import Engine
from euchre_env.rules import PACKS, TURN_UP_PACKS, first_unmet
from euchre_env.variants import PRESETS


def nth_bit(words: NDArray[Any], rank: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
    """intp [B]: the number of each word's `rank`-th set bit, from 0 and from below."""
    words = words.astype(np.uint64)
    for k in range(int(rank.max(initial=0))):
        words = np.where(rank > k, words & (words - np.uint64(1)), words)
    return np.bitwise_count(~words & (words - np.uint64(1))).astype(np.intp)


def choose(legal: NDArray[Any], chance: NDArray[np.float64]) -> NDArray[np.intp]:
    """A set bit of each word, decided by `chance` float64 [B] in [0, 1).

    Below one half the lowest, so that passes go round the table and deals turn out void now and then; else any.
    """
    share = np.maximum(2 * chance - 1, 0)
    return nth_bit(legal, (share * np.bitwise_count(legal)).astype(np.intp))


def choose_action(tables: VectorEuchre, chance: NDArray[np.float64]) -> NDArray[np.intp]:
    """A legal action a table, as `choose`, found from the action mask alone."""
    mask = tables.action_mask
    assert mask.any(1).all(), "a seat without a legal action"
    rank = (np.maximum(2 * chance - 1, 0) * mask.sum(1)).astype(np.intp)
    return (mask.cumsum(1) > rank[:, None]).argmax(1)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules of any variant with every option that applies drawn at random, targets and matches short."""
    variant = draw(st.sampled_from(variants()))
    players = rules_for(variant).players
    drawn: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        so_far = SimpleNamespace(players=players, **{name: option.default for name, option in OPTIONS.items()} | drawn)
        if first_unmet(option.applies, so_far) is None:
            met = first_unmet(option.needs, so_far) is None
            drawn[name] = draw(values_of(name, players, drawn)) if met else option.default
    try:
        return rules_for(variant, **drawn)
    except RulesError:
        assert PRESETS[variant].options.keys() - drawn.keys(), f"{variant} cannot be played with {drawn}"
        reject()  # what the preset sets does not go with the pack drawn


def values_of(name: str, players: int, drawn: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """The values of an option that so many can play with, after the values `drawn` for the options before it."""
    values = OPTIONS[name].values
    if name == "pack":
        return st.sampled_from([size for size in PACKS.get(players, TURN_UP_PACKS) if size > 5 * players])
    if values is not None:
        return st.sampled_from(values)
    nullable = players > 4 and (name == "target" or (name == "num_deals" and drawn["target"] is not None))
    return st.one_of(st.none(), st.integers(1, 12)) if nullable else st.integers(1, 12)


KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


class Witness(Table):
    """A table that answers in numbers, as the arrays of an engine do."""

    @property
    def asked(self) -> tuple[int, int, int]:
        """The seat that decides, from the dealer; the kind of decision, an index into KINDS; the word of what is
        legal."""
        ask = self._ask
        assert ask is not None
        return ask.seat, KIND_NUMBERS[ask.kind], self._legal


class Witnesses:
    """A `Table` beside every table of an engine: it carries its own scores from deal to deal and is asked the same.

    `finished` counts the deals that both have ended alike; of the last step `played` keeps the tables whose deal ended
    and `results` their results.
    """

    def __init__(self, engine: Engine, starts: Sequence[Witness] | None = None) -> None:
        """Every table of `engine` stands at the beginning of a deal, where no `starts` are given of a match.

        `starts`: the same deals and standings as were laid out with `Engine.place`.
        """
        self.engine, self.rules = engine, engine.rules
        self.finished, self.results, self.played = 0, list[dict[str, Any]](), list[Witness]()
        self.deals = engine.deal_number.copy()
        if starts is None:
            rows = np.arange(engine.num_tables)
            dealers = ((engine.table_numbers.astype(np.int64) + self.deals) % self.rules.players).tolist()
            dealt = zip(self._deals(rows, dealers), dealers, strict=True)
            starts = [Witness(self.rules, deal, dealer) for deal, dealer in dealt]
        self.tables = list(starts)
        self.sheets = [sheet_of(table) for table in self.tables]

    def _deals(self, rows: NDArray[np.intp], dealers: list[int]) -> list[Deal]:
        """The deals to come at some tables, by their numbers, dealt by the seats `dealers`."""
        dealer = self.engine.deal_cards
        columns = dealer(self.engine.table_numbers[rows], self.deals[rows])
        return [dealer.deal_of(columns[:, k], seat) for k, seat in enumerate(dealers)]

    def compare(self, spelled: bool = False) -> None:
        """Both ask the same seat for the same decision, allow the same at the same score; `spelled`: also by name."""
        engine = self.engine
        columns = (engine.seat_from_dealer, engine.kind, engine.legal, engine.sheet.T)
        found = list(zip(*(column.tolist() for column in columns), strict=True))
        expected = [(*table.asked, sheet) for table, sheet in zip(self.tables, self.sheets, strict=True)]
        if found != expected:  # all tables in one comparison; at which table, only if they differ
            at = next(at for at, both in enumerate(zip(found, expected, strict=True)) if both[0] != both[1])
            record = self.tables[at].record()
            raise AssertionError(f"table {at}: engine {found[at]}, script {expected[at]}, after {record}")
        if spelled:
            self._compare_names()

    def _compare_names(self) -> None:
        spell = actions_of(self.rules).spell
        for at, table in enumerate(self.tables):
            trump = int(self.engine.trump[at])
            legal = nth_bits(int(self.engine.legal[at]))
            names = tuple(sorted(spell(table.kind or "", number, trump, table.seat or 0) for number in legal))
            assert names == table.legal, f"table {at}: engine {names}, script {table.legal}, after {table.record()}"

    def step(self, numbers: NDArray[np.intp]) -> None:
        """Both carry out the same decisions; deals that end pay the same, and the next ones begin."""
        engine = self.engine
        engine.step(numbers)
        for table, number in zip(self.tables, numbers.tolist(), strict=True):
            table.step_number(number)
        over = those_over(self.tables)
        assert over == engine.over.tolist(), f"deals over: engine {engine.over.tolist()}, script {over}"
        self.results, self.played = [self.tables[at].result or {} for at in over], []
        if over:
            self._compare_results(over)
            self._deal(np.array(over))
        self.finished += len(over)

    def _compare_results(self, over: list[int]) -> None:
        standing = self.engine.standing
        assert standing is not None
        columns = (self.engine.points, standing.scores, standing.games, standing.winners.astype(np.int64))
        paid = zip(*(column.T.tolist() for column in columns), strict=True)
        for at, result, found in zip(over, self.results, paid, strict=True):
            winners = [int(side in result["winners"]) for side in range(self.rules.sides)]
            expected = (result["points"], result["scores"], result["games"], winners)
            assert found == expected, f"engine {found}, script {expected}, after {self.tables[at].record()}"

    def _deal(self, rows: NDArray[np.intp]) -> None:
        """The next deals where one is over: the deal passes to the left, a match that is won starts again."""
        self.deals[rows] += 1
        self.played = [self.tables[at] for at in rows]
        dealers = [(last.dealer + 1) % self.rules.players for last in self.played]
        for at, deal, dealer, last in zip(rows, self._deals(rows, dealers), dealers, self.played, strict=True):
            result = last.result or {}
            if result["winners"]:
                self.tables[at] = Witness(self.rules, deal, dealer)
            else:
                self.tables[at] = Witness(self.rules, deal, dealer, result["scores"], result["games"], last.number + 1)
            self.sheets[at] = sheet_of(self.tables[at])


class Followers:
    """A plain `Table` beside each of some tables that skip nothing: what `VectorEuchre.table` tells of the deal in
    progress, but not told from its beginning at every decision."""

    def __init__(self, tables: VectorEuchre) -> None:
        self.tables, self.told = tables, [tables.table(at) for at in range(tables.num_tables)]

    def step(self, actions: NDArray[np.intp]) -> None:
        """All carry out the same actions, intp [B]; where a deal ends the next one is told."""
        names = [self.tables.action_name(at, action) for at, action in enumerate(actions.tolist())]
        _, deal_over, _ = self.tables.step(actions)
        for at, (told, name) in enumerate(zip(self.told, names, strict=True)):
            told.step(name)
            assert told.over == deal_over[at]
        for at in np.flatnonzero(deal_over).tolist():
            self.told[at] = self.tables.table(at)


def sheet_of(table: Table) -> list[int]:
    """Dealer, number of the deal in the match, scores and games: a column of `Engine.sheet`."""
    return [table.dealer, table.number, *table.scores, *table.games]


def those_over(tables: Sequence[Table]) -> list[int]:
    """The tables whose deal is over."""
    return [at for at, table in enumerate(tables) if table.over]


def nth_bits(word: int) -> list[int]:
    """The numbers of all set bits."""
    return [number for number in range(word.bit_length()) if word >> number & 1]
