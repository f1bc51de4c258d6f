"""The review of files: the deals that were looked at, and what comes of them all, player by player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.advice import Unit
from agents.measuring.phases import PHASES
from agents.review.decisions import Decision
from agents.review.file import GivenFile
from agents.review.reviewer import ReviewedDeal, Reviewer


@dataclass(frozen=True)
class Review:
    """Files of deals, looked at.

    Attributes:
        files: what they hold.
        deals: those that were looked at, in the order of the files.
        unfinished: whether there are more, to which it did not come.
    """

    files: Sequence[GivenFile]
    deals: Sequence[ReviewedDeal]
    unfinished: bool

    @property
    def reviewers(self) -> list[Reviewer]:
        """One for each game of the files, in the order of their first deals."""
        return list(dict.fromkeys(deal.reviewer for deal in self.deals))

    @property
    def unit(self) -> Unit:
        """What decisions are judged in."""
        return self.deals[0].reviewer.unit

    @property
    def judged(self) -> bool:
        """Whether the agents know what decisions can be expected to bring."""
        return all(decision.judged for deal in self.deals for decision in deal.decisions)

    @property
    def decided(self) -> bool:
        """Whether there was any decision to look at."""
        return any(deal.decisions for deal in self.deals)

    def deals_of(self, reviewer: Reviewer) -> list[ReviewedDeal]:
        """The deals of the game that one reviewer has looked at."""
        return [deal for deal in self.deals if deal.reviewer is reviewer]

    def costliest(self) -> list[tuple[ReviewedDeal, Decision]]:
        """The mistakes, those first that lose most even less two standard errors; of agents that judge nothing the
        decisions that they would make otherwise, the surest first."""

        def weight(entry: tuple[ReviewedDeal, Decision]) -> tuple[float, float]:
            _, decision = entry
            return (decision.cautious_cost, decision.cost) if self.judged else (decision.surprise, 0.0)

        entries = [(deal, decision) for deal in self.deals for decision in deal.decisions]
        return sorted((entry for entry in entries if max(weight(entry)) > 0), key=weight, reverse=True)

    @property
    def untold(self) -> int:
        """How many decisions seem mistakes, but are not to be told from chance."""
        return sum(decision.untold for deal in self.deals for decision in deal.decisions)

    def players(self, reviewer: Reviewer) -> list[PlayerSummary]:
        """How everybody did in the deals of a game that one reviewer has looked at."""
        found: dict[str, PlayerSummary] = {}
        for deal in self.deals_of(reviewer):
            for seat in sorted({decision.seat for decision in deal.decisions}):
                name = deal.deal.players[seat]
                decisions = [decision for decision in deal.decisions if decision.seat == seat]
                found.setdefault(name, PlayerSummary(name)).add(decisions)
        return list(found.values())


@dataclass
class PlayerSummary:
    """How a player did.

    Attributes:
        deals: in which he had a choice that was looked at.
        decisions: how many choices; `agreed`: as the agent would have made them; `mistakes`: behind the best for sure.
        lost: what mistakes lost, by phase.
        variance: of the sum of what was lost.
    """

    name: str
    deals: int = 0
    decisions: int = 0
    agreed: int = 0
    mistakes: int = 0
    lost: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PHASES, 0.0))
    variance: float = 0.0

    def add(self, decisions: Sequence[Decision]) -> None:
        """Enter what was decided in one more deal."""
        self.deals += 1
        self.decisions += len(decisions)
        for decision in decisions:
            self.agreed += decision.agrees
            self.mistakes += decision.is_mistake
            self.lost[decision.phase] += decision.cost
            self.variance += (decision.error or 0.0) ** 2 * decision.is_mistake

    @property
    def agreement(self) -> float:
        """The share of choices made as the agent would have made them."""
        return self.agreed / self.decisions

    @property
    def lost_a_deal(self) -> float:
        """What mistakes lost, a deal."""
        return sum(self.lost.values()) / self.deals

    @property
    def error(self) -> float:
        """The standard error of `lost_a_deal`, as far as it comes from the worlds that were tried."""
        return self.variance**0.5 / self.deals
