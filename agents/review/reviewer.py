"""An agent that looks at the decisions of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from agents.advice import MATCH, POINTS, SecondLook, adviser_for, second_look_for
from agents.agent import Agent
from agents.errors import AgentError
from agents.match_chances import MatchChances, usual_chances
from agents.neural_agent import NeuralAgent
from agents.playing.sitting import Outlook
from agents.registry import OWN, difference, game_for, load_agent
from agents.review.decisions import Compared, Decision
from agents.review.given import GivenDeal
from agents.search import SearchAgent
from euchre_env import KINDS, Rules, VectorEuchre

FALLBACK = "rule"


@dataclass(frozen=True)
class Position:
    """A decision with a choice as the seat saw it that made it.

    Attributes:
        step, seat, kind, action: as in `Decision`.
        legal: the number of every legal action by its name in records.
        observation: uint8 [F].
        mask: int8 [A].
    """

    step: int
    seat: int
    kind: str
    action: str
    legal: Mapping[str, int]
    observation: NDArray[np.uint8]
    mask: NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class ReviewedDeal:
    """A deal, looked at.

    Attributes:
        deal: as the file tells it.
        reviewer: who looked at it.
        seats: whose decisions were looked at.
        decisions: all of theirs with a choice, in order, as far as their hands are known.
        left_out: how many decisions with a choice were not looked at as the hand is not known, by seats that have any.
    """

    deal: GivenDeal
    reviewer: Reviewer
    seats: Sequence[int]
    decisions: tuple[Decision, ...]
    left_out: Mapping[int, int]

    @property
    def cost(self) -> float:
        """What mistakes lost."""
        return sum(decision.cost for decision in self.decisions)


class Reviewer:
    """Looks at deals of one game.

    The decisions of one seat in one deal are looked at together, with a generator of their own, and each of them that
    seems behind another choice once more, with one of its own: what is said of them depends on the agent, the number of
    worlds, the seed, the deal and its number, not on what else is looked at.

    Args:
        rules: of the game.
        agent: gives its opinion.
        worlds: in which decisions are looked at, for agents that have no number of worlds of their own.
        seed: of what is drawn.
        notes: what is to be said of the agent.
        chances: of the match, by which decisions are judged; without them by points.

    Attributes:
        unit: what decisions are judged in.
    """

    def __init__(
        self,
        rules: Rules,
        agent: Agent,
        worlds: int,
        seed: int,
        notes: tuple[str, ...] = (),
        chances: MatchChances | None = None,
    ):
        self.rules, self.agent, self.seed, self.notes, self._chances = rules, agent, seed, notes, chances
        self._adviser, self._tables = adviser_for(agent, rules, worlds, chances), VectorEuchre(rules, num_tables=1)
        self.worlds, self.unit = self._adviser.worlds, POINTS if chances is None else MATCH

    def look_at(self, deal: GivenDeal, seats: Sequence[int]) -> ReviewedDeal:
        """Look at what some seats have decided in a deal."""
        known: dict[int, list[Position]] = {seat: [] for seat in seats}
        left_out = dict.fromkeys(seats, 0)
        for position in self._positions(deal):
            if position.seat not in known:
                continue
            if position.step in deal.known[position.seat]:
                known[position.seat].append(position)
            else:
                left_out[position.seat] += 1
        decisions = [decision for positions in known.values() for decision in self._judged(deal, positions)]
        decisions.sort(key=lambda decision: decision.step)
        missing = {seat: count for seat, count in left_out.items() if count}
        return ReviewedDeal(deal, self, seats, tuple(decisions), missing)

    def _positions(self, deal: GivenDeal) -> Iterator[Position]:
        """The decisions with a choice, in order."""
        tables = self._tables
        tables.reset(records=[deal.record])
        for step, (seat, action) in enumerate(deal.actions):
            mask, number = tables.action_mask[0], tables.parse_action(0, action)
            if np.count_nonzero(mask) > 1:
                legal = {tables.action_name(0, int(other)): int(other) for other in np.flatnonzero(mask)}
                kind = KINDS[tables.decision_kind[0]]
                yield Position(step, seat, kind, action, legal, tables.observe()[0].copy(), mask.copy())
            tables.step(np.array([number]))

    def _judged(self, deal: GivenDeal, positions: list[Position]) -> Iterator[Decision]:
        """What the agent makes of the decisions of one seat."""
        if not positions:
            return
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(deal.number, positions[0].seat)))
        observation = np.stack([position.observation for position in positions])
        mask = np.stack([position.mask for position in positions])
        advice = self._adviser.advise(observation, mask, rng)
        points = (advice.expected, advice.error, advice.lead_error)
        for row, position in enumerate(positions):
            outlooks = {}
            for action, number in position.legal.items():
                told = (None if known is None else float(known[row, number]) for known in points)
                outlooks[action] = Outlook(float(advice.probabilities[row, number]), *told)
            made = Decision(position.step, position.seat, position.kind, position.action, outlooks, self.unit)
            yield self._looked_at_again(made, position, deal) if made.behind else made

    @cached_property
    def second_look(self) -> SecondLook:
        """Made when it is needed."""
        return second_look_for(self.agent, self.rules, self.worlds, self._chances)

    def _looked_at_again(self, first: Decision, position: Position, deal: GivenDeal) -> Decision:
        """What a second look finds of what seems behind; what the agent would do stays."""
        seed = np.random.SeedSequence(self.seed, spawn_key=(deal.number, first.seat, first.step))
        rival, legal = first.ranked[0], position.legal
        found = self.second_look(position.observation, position.mask, legal[rival], seed)
        outlooks = {
            action: Outlook(before.probability, *(float(told[legal[action]]) for told in found[:3]))
            for action, before in first.outlooks.items()
        }
        compared = Compared(rival, float(found.behind_error[legal[first.action]]), found.effective)
        return replace(first, outlooks=outlooks, compared=compared)


def reviewer_for(rules: Rules, name: str | None, worlds: int, seed: int, objective: str = POINTS.objective) -> Reviewer:
    """The reviewer of a game.

    Args:
        name: of the agent; None: the best that comes with the program for this game.
        objective: what decisions are judged by, one of `agents.objectives.OBJECTIVES`.

    Raises:
        AgentError, CheckpointError, MissingCompilerError: the agent that is named cannot be had for this game.
        ChancesError: there is no table of winning chances for the game.
    """
    agent, notes = named_agent(rules, name) if name is not None else usual_agent(rules)
    chances = usual_chances(rules, seed) if objective == MATCH.objective else None
    return Reviewer(rules, agent, worlds, seed, notes, chances)


def usual_agent(rules: Rules) -> tuple[Agent, tuple[str, ...]]:
    """The best agent that comes with the program for a game, and what is to be said of it."""
    try:
        return named_agent(rules, OWN)
    except AgentError as error:  # none for this variant, or for other options
        return load_agent(FALLBACK, rules), (f"{error}: {FALLBACK} looks at the deals",)


def named_agent(rules: Rules, name: str) -> tuple[Agent, tuple[str, ...]]:
    """An agent that may have been trained by somewhat different rules, and what is to be said of it."""
    agent = load_agent(name, rules)
    trained = game_for(rules.variant, [name]) if isinstance(agent, NeuralAgent | SearchAgent) else rules
    return agent, (f"{name} {difference(trained, rules)}",) * (trained != rules)
