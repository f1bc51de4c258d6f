"""One human at a table with agents: what happens between his decisions, and how it is taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from agents.advice import Adviser
from agents.agent import Agent
from euchre_env import Rules, Table, VectorEuchre

OWN, ADVICE = 0, 1
"""What random numbers are drawn for: the choices of the others, advice."""


class Outlook(NamedTuple):
    """What is said of one choice: see `agents.advice.Advice`, whose numbers these are; None where nothing is known."""

    probability: float
    expected: float | None
    error: float | None
    lead_error: float | None


class Sitting:
    """Deals played one after the other, match after match, with a human in one seat.

    What an agent draws depends on the seed, the deal and how many decisions came before: whoever takes a decision back
    and makes it again the same way is answered the same way.

    Args:
        rules: the game.
        seat: the human's, absolute.
        agents: who plays each of the other seats.
        seed: of the cards and of what agents draw.

    Attributes:
        table: the deal in progress, or the one that has just ended.
        settled: whether that one counts, and cannot be taken back any more.
        forced: how many of the human's decisions left him no choice and were made for him since he last decided.
        records: those of the deals that count.
    """

    def __init__(self, rules: Rules, seat: int, agents: Mapping[int, Agent], seed: int):
        self.rules, self.seat, self.agents, self.seed = rules, seat, agents, seed
        self.records: list[dict[str, Any]] = []
        self._tables = VectorEuchre(rules, num_tables=1, seed=seed)
        self._begin()

    def _begin(self) -> None:
        self._start = self._tables.branch([0])
        self.table: Table = self._start.table(0)
        self.settled = False
        self._own: list[int] = []  # how many decisions came before each of the human's
        self._go_on()

    # ---- deciding ----------------------------------------------------------------------------------------------------

    @property
    def since(self) -> int:
        """How many decisions of the deal came before the human's last one; 0 before his first."""
        return self._own[-1] if self._own else 0

    def decide(self, action: str) -> None:
        """The human's decision, spelled as in records; then the others go on until he has a choice again, or the deal
        is over. What leaves him no choice is done for him.

        Raises:
            IllegalAction: it is not legal now; nothing has been changed.
        """
        before = len(self.table.actions)
        self._step(action)
        self._own.append(before)
        self._go_on()

    def _go_on(self) -> None:
        self.forced = 0
        while not self.table.over and (self.table.seat != self.seat or len(self.table.legal) == 1):
            self.forced += self.table.seat == self.seat
            self._step(self._choice_of_others())

    def _choice_of_others(self) -> str:
        if len(self.table.legal) == 1:
            return self.table.legal[0]
        agent = self.agents[self.table.seat or 0]
        chosen = agent.act(self._tables.observe(), self._tables.action_mask, self._generator(OWN))
        return self._tables.action_name(0, int(chosen[0]))

    def _step(self, action: str) -> None:
        self.table.step(action)
        self._tables.step(np.array([self._number_of(action)]))

    def _number_of(self, action: str) -> int:
        return self._tables.parse_action(0, action)

    def _generator(self, purpose: int) -> np.random.Generator:
        counters = len(self.records), len(self.table.actions), purpose
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=counters))

    # ---- taking back, going on ---------------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Back to the human's last decision in this deal, as if nothing had happened since; whether there is one."""
        if not self._own:
            return False
        actions = [action for _, action in self.table.actions[: self._own.pop()]]
        self._tables = self._start.branch([0])
        self.table = self._tables.table(0)
        for action in actions:
            self._step(action)
        self.forced = 0
        return True

    def settle(self) -> dict[str, Any]:
        """The record of the deal that is over, which counts from now on."""
        self.records.append(self.record())
        self.settled = True
        return self.records[-1]

    def record(self) -> dict[str, Any]:
        """The record of the deal as far as it has come, with the players' names."""
        players = ["human" if seat == self.seat else self.agents[seat].name for seat in range(self.rules.players)]
        return self.table.record() | {"players": players}

    def next_deal(self) -> None:
        """Begin the next deal, of a new match if one has been won."""
        self._begin()

    # ---- advice ------------------------------------------------------------------------------------------------------

    def outlooks(self, adviser: Adviser) -> dict[str, Outlook]:
        """What an adviser says of every legal action, spelled as in records, of the decision that is due."""
        advice = adviser.advise(self._tables.observe(), self._tables.action_mask, self._generator(ADVICE))
        found = {}
        for action in self.table.legal:
            number = self._number_of(action)
            numbers = (advice.expected, advice.error, advice.lead_error)
            told = (None if known is None else float(known[0, number]) for known in numbers)
            found[action] = Outlook(float(advice.probabilities[0, number]), *told)
        return found
