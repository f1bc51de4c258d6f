"""One variant evaluated in the way that is asked for; results are plain data, as JSON has them."""

from __future__ import annotations

import itertools
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.agent import Agent
from agents.measuring.arena import DealResult, MatchResult, block_points, deal_limit, play_matches
from agents.measuring.behaviour import BANDS, behaviour_of, has_bands
from agents.measuring.chunks import Progress, UntilInterrupted
from agents.measuring.evaluate_options import Request
from agents.measuring.phases import PhaseAgent
from agents.measuring.portable import PortableAgent
from agents.measuring.ratings import Pair, bradley_terry, cycles
from agents.measuring.seating import deal_seatings, match_seatings
from agents.measuring.sequential import ALPHA, BETA, LOWER, UPPER, likelihood_ratios, run_test
from agents.registry import game_for

Entry = dict[str, Any]
"""What JSON says of one comparison, rating, cycle or card."""

MOST_STEPS = 400
"""Points at most of the way that JSON tells of a sequential test."""

T = TypeVar("T")


class Evaluation:
    """What is asked for, in one variant.

    Args:
        request: what is asked for.
        variant: the game.
        spread: how the work is spread over processes. After an interrupt there is what was finished.

    Raises:
        AgentError, CheckpointError, RulesError: an agent or the variant does not exist, or they do not fit.
    """

    def __init__(self, request: Request, variant: str, spread: UntilInterrupted):
        self.request, self.variant, self.spread = request, variant, spread
        self.rules = game_for(variant, request.agents)
        self.agents = [PortableAgent(text, self.rules) for text in request.agents]

    def run(self) -> dict[str, list[Entry]]:
        """Do it: lists of `results`, and where there are any `ratings`, `cycles` and `cards`."""
        if len(self.agents) > 2:
            return self.cross_table()
        found: dict[str, list[Entry]] = {"results": []}
        if len(self.agents) == 2:
            found["results"] += self._finished(self.pair if self.request.sprt is None else self.sequential)
        if self.request.card:
            found["cards"] = self._finished(self.card)
        return found

    def _finished(self, play: Callable[[], T]) -> list[T]:
        """What `play` comes to; nothing if an interrupt came before any of it was finished."""
        try:
            return [play()]
        except KeyboardInterrupt:
            if not self.spread.interrupted:  # it came while nothing was played
                raise
            return []

    def pair(self) -> Entry:
        """A against B: deals, matches, and the phases that are asked for."""
        entry = self._comparison(0, 1)[0] | self._matches(0, 1)
        if self.request.phases:
            entry["phases"] = [e for phase in self.request.phases for e in self._finished(partial(self._phase, phase))]
        return entry

    def sequential(self) -> Entry:
        """A against B until it is decided which of two hypotheses holds."""
        assert self.request.sprt is not None
        start, (low, high) = time.perf_counter(), self.request.sprt
        chunks: list[NDArray[np.float64]] = []
        result = run_test(noted(self._blocks(self.agents, f"{self.variant}, at most"), chunks), low, high)
        ratios = likelihood_ratios(np.concatenate(chunks)[: result.points.deals], low, high)
        test = {
            "decision": result.decision,
            "low": result.low,
            "high": result.high,
            "alpha": ALPHA,
            "beta": BETA,
            "log_likelihood_ratio": result.ratio,
            "log_likelihood_ratios": path_entry(ratios),
            "bounds": [LOWER, UPPER],
            "most_deals": self.request.deals,
        }
        entry = self._heading(0, 1) | points_entry(result.points) | self._speed(result.points.deals, start)
        return entry | self._matches(0, 1) | {"sprt": test}

    def cross_table(self) -> dict[str, list[Entry]]:
        """Every agent against every other on the same deals, ratings, and the cycles that no rating can tell."""
        entries: list[Entry] = []
        blocks: dict[Pair, NDArray[np.float64]] = {}
        for one, other in itertools.combinations(range(len(self.agents)), 2):
            for entry, points in self._finished(partial(self._comparison, one, other)):
                blocks[one, other] = points
                entries.append(entry | self._matches(one, other))
        if self.spread.interrupted:
            return {"results": entries, "ratings": [], "cycles": []}
        ratings = bradley_terry(blocks, len(self.agents))
        intervals = {pair: DealResult.of(points).interval for pair, points in blocks.items()}
        names = self.request.agents
        return {
            "results": entries,
            "ratings": [
                {"variant": self.variant, "agent": name, "elo": rating.elo, "interval": list(rating.interval)}
                for name, rating in zip(names, ratings, strict=True)
            ],
            "cycles": [
                {"variant": self.variant, "agents": [names[agent] for agent in cycle]}
                for cycle in cycles(intervals, len(names))
            ],
        }

    def card(self) -> Entry:
        """How A behaves against itself."""
        agent, request = self.agents[0], self.request
        with self._bar(request.deals, "deal", f"{self.variant}, card") as progress:
            card = behaviour_of(self.rules, agent, request.deals, request.seed, progress, self.spread, request.score)
        banded = has_bands(self.rules) and request.score is None
        bands = {name: list(band) for name, band in BANDS.items()} if banded else None
        heading: Entry = {"variant": self.variant, "agent": request.agents[0], "agent_hash": agent.hash}
        heading["score"] = None if request.score is None else list(request.score)
        outside = card.outside() if bands else []
        return heading | asdict(card) | {"bands": bands, "outside": outside} | self._deals_played()

    # ---- parts of entries --------------------------------------------------------------------------------------------

    def _comparison(self, one: int, other: int) -> tuple[Entry, NDArray[np.float64]]:
        """The deals of two agents, and their blocks."""
        start = time.perf_counter()
        blocks = np.concatenate(list(self._blocks((self.agents[one], self.agents[other]), self.variant)))
        points = points_entry(DealResult.of(blocks))
        return self._heading(one, other) | points | self._speed(len(blocks), start), blocks

    def _matches(self, one: int, other: int) -> Entry:
        """The matches of two agents; null where none are played."""
        entry: Entry = dict.fromkeys(("match_win_rate", "match_interval", "elo", "elo_interval"))
        entry |= {"matches": 0, "unfinished_matches": 0, "deal_limit": deal_limit(self.rules)}
        for result in self._finished(partial(self._play_matches, one, other)) if self.request.matches else ():
            entry = {
                "match_win_rate": result.win_rate,
                "match_interval": list(result.interval),
                "elo": result.elo,
                "elo_interval": list(result.elo_interval),
                "matches": result.played,
                "unfinished_matches": result.unfinished,
                "deal_limit": result.deal_limit,
            }
        return entry | {"fair_share": 1 / self.rules.sides}

    def _phase(self, phase: str) -> Entry:
        """B, with the making or the play of A in the place of its own, against B."""
        a, b = self.agents
        mixed = PhaseAgent(self.rules, a, b) if phase == "making" else PhaseAgent(self.rules, b, a)
        blocks = np.concatenate(list(self._blocks((mixed, b), f"{self.variant}, {phase}")))
        return {"phase": phase, "agent_hashes": [mixed.hash, b.hash]} | points_entry(DealResult.of(blocks))

    def _heading(self, one: int, other: int) -> Entry:
        names, agents = self.request.agents, self.agents
        return {
            "variant": self.variant,
            "agents": [names[one], names[other]],
            "agent_hashes": [agents[one].hash, agents[other].hash],
        } | self._deals_played()

    def _deals_played(self) -> Entry:
        return {"seed": self.request.seed, "final": self.request.final}

    def _speed(self, blocks: int, start: float) -> Entry:
        return {"deals_per_second": blocks * len(deal_seatings(self.rules)) / (time.perf_counter() - start)}

    # ---- playing -----------------------------------------------------------------------------------------------------

    def _blocks(self, pair: Sequence[Agent], title: str) -> Iterator[NDArray[np.float64]]:
        """The blocks of two agents, float64 [n] in points a deal, chunk after chunk."""
        request = self.request
        with self._bar(request.deals * len(deal_seatings(self.rules)), "deal", title) as progress:
            yield from block_points(self.rules, pair, request.deals, request.seed, progress, self.spread)

    def _play_matches(self, one: int, other: int) -> MatchResult:
        request, pair = self.request, (self.agents[one], self.agents[other])
        with self._bar(request.matches * len(match_seatings(self.rules)), "match", self.variant) as progress:
            return play_matches(self.rules, pair, request.matches, request.seed, progress, self.spread)

    @contextmanager
    def _bar(self, total: int, unit: str, title: str) -> Iterator[Progress]:
        """A bar on standard error, if somebody watches."""
        with tqdm(total=total, unit=unit, desc=title, disable=not sys.stderr.isatty()) as bar:
            yield bar.update


def noted(chunks: Iterable[T], seen: list[T]) -> Iterator[T]:
    """The same chunks, each put into a list before it is handed on."""
    for chunk in chunks:
        seen.append(chunk)
        yield chunk


def path_entry(ratios: NDArray[np.float64]) -> list[list[float]]:
    """A way, float64 [n], as JSON has it: pairs of deals and the ratio after them, the first and the last among them.

    >>> path_entry(np.array([0.5, 1.0]))
    [[1, 0.5], [2, 1.0]]
    """
    places = np.unique(np.linspace(0, len(ratios) - 1, MOST_STEPS).round().astype(int))
    return [[deals + 1, ratio] for deals, ratio in zip(places.tolist(), ratios[places].tolist(), strict=True)]


def points_entry(result: DealResult) -> Entry:
    """Points per deal as JSON has them; an end of an interval that is not finite is null."""
    return {
        "deals": result.deals,
        "points_per_deal": result.points_per_deal,
        "interval": [number if math.isfinite(number) else None for number in result.interval],
        "block_deviation": result.deviation,
        "block_histogram": [[points, count] for points, count in result.histogram.items()],
    }
