"""Play for the tests of the engine: choices, random rules, and a plain table beside every table of an engine."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from euchre_env import KINDS, OPTIONS, Deal, Rules, Table, VectorEuchre, actions_of, rules_for, variants
from euchre_env.engine import Engine


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
    seats = rules_for(variant).players
    pack = draw(st.sampled_from([size for size in OPTIONS["pack"].values or () if size > 5 * seats]))
    plain, options = rules_for(variant, pack=pack), {"pack": pack}
    for name, option in OPTIONS.items():
        if name != "pack" and plain.applies(name):
            values = st.integers(1, 12) if option.values is None else st.sampled_from(option.values)
            options[name] = draw(values)
    if not options.get("lone_hands", True):
        del options["assist_must_be_alone"]  # needs them
    return rules_for(variant, **options)


class Witnesses:
    """A `Table` beside every table of an engine: it carries its own scores from deal to deal and is asked the same.

    `finished` counts the deals that both have ended alike, `results` keeps the witnesses' results of the last step.
    """

    def __init__(self, engine: Engine) -> None:
        """Every table of `engine` stands at the beginning of a deal and of a match."""
        self.engine, self.rules = engine, engine.rules
        self.finished, self.results = 0, list[dict[str, Any]]()
        nothing, seats = [0] * self.rules.sides, self.rules.players
        rows = np.arange(engine.num_tables)
        self.deals = engine.deal_number.copy()
        dealers = (engine.table_numbers.astype(np.int64) + self.deals) % seats
        self.tables = [
            Table(self.rules, deal, int(dealer), nothing, nothing, 1)
            for dealer, deal in zip(dealers, self._deals(rows), strict=True)
        ]
        self.sheets = [sheet_of(table) for table in self.tables]

    def _deals(self, rows: NDArray[np.intp]) -> list[Deal]:
        """The deals to come at some tables, by their numbers; with every deal the dealer moves one seat to the left."""
        engine, seats = self.engine, self.rules.players
        columns = engine.deal_cards(engine.table_numbers[rows], self.deals[rows])
        dealers = (engine.table_numbers[rows].astype(np.int64) + self.deals[rows]) % seats
        return [engine.deal_cards.deal_of(columns[:, k], int(dealer)) for k, dealer in enumerate(dealers)]

    def compare(self, spelled: bool = False) -> None:
        """Both ask the same seat for the same decision, allow the same at the same score; `spelled`: also by name."""
        engine = self.engine
        seats = ((engine.seat_from_dealer + engine.dealer) % self.rules.players).tolist()
        asked = zip(seats, engine.kind.tolist(), engine.legal.tolist(), engine.sheet.T.tolist(), strict=True)
        for at, (found, table) in enumerate(zip(asked, self.tables, strict=True)):
            legal = sum(1 << number for number in table.legal_numbers)
            expected = (table.seat, KINDS.index(table.kind or ""), legal, self.sheets[at])
            if found != expected:
                raise AssertionError(f"table {at}: engine {found}, script {expected}, after {table.record()}")
        if spelled:
            self._compare_names()

    def _compare_names(self) -> None:
        spell = actions_of(self.rules).spell
        for at, table in enumerate(self.tables):
            trump = int(self.engine.trump[at])
            legal = nth_bits(int(self.engine.legal[at]))
            names = tuple(sorted(spell(table.kind or "", number, trump) for number in legal))
            assert names == table.legal, f"table {at}: engine {names}, script {table.legal}, after {table.record()}"

    def step(self, numbers: NDArray[np.intp]) -> None:
        """Both carry out the same decisions; deals that end pay the same, and the next ones begin."""
        engine = self.engine
        engine.step(numbers)
        for table, number in zip(self.tables, numbers.tolist(), strict=True):
            table.step_number(number)
        over = those_over(self.tables)
        assert over == engine.over.tolist(), f"deals over: engine {engine.over.tolist()}, script {over}"
        self.results = [self.tables[at].result or {} for at in over]
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
        nothing = [0] * self.rules.sides
        for at, deal, result in zip(rows, self._deals(rows), self.results, strict=True):
            last = self.tables[at]
            dealer = (last.dealer + 1) % self.rules.players
            if result["winners"]:
                self.tables[at] = Table(self.rules, deal, dealer, nothing, nothing, 1)
            else:
                self.tables[at] = Table(self.rules, deal, dealer, result["scores"], result["games"], last.number + 1)
            self.sheets[at] = sheet_of(self.tables[at])


def sheet_of(table: Table) -> list[int]:
    """Dealer, number of the deal in the match, scores and games: a column of `Engine.sheet`."""
    return [table.dealer, table.number, *table.scores, *table.games]


def those_over(tables: list[Table]) -> list[int]:
    """The tables whose deal is over."""
    return [at for at, table in enumerate(tables) if table.over]


def nth_bits(word: int) -> list[int]:
    """The numbers of all set bits."""
    return [number for number in range(word.bit_length()) if word >> number & 1]
