"""A decision in words: what was done, what the player saw of the table, what the agent says of every choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from agents.playing.choices import choice_of, choices_of
from agents.playing.hints import AS_GOOD, foremost, hint_rows, percentage, ranking
from agents.playing.narration import laid
from agents.playing.words import counted
from agents.review.decisions import Decision
from agents.review.given import GivenDeal, place_of
from agents.review.known_scene import KnownScene
from euchre_env import Style

WITHIN = "within two standard errors"
UNTOLD = "but too few worlds are likely to tell it from chance"


class Choices(NamedTuple):
    """What the agent says of every choice, as a table.

    Attributes:
        rows: the best first; of very many choices the best, the likeliest and what was done.
        done: the number of the row of what was done.
    """

    header: list[str]
    rows: list[list[str]]
    done: int


class Telling:
    """A decision of a deal, as the seat that made it saw the table.

    Attributes:
        scene: the table before the decision.
    """

    def __init__(self, deal: GivenDeal, decision: Decision, agent: str, style: Style) -> None:
        """`agent`: what it is called that the decision was looked at by."""
        self.decision, self.agent, self.style = decision, agent, style
        self.scene = KnownScene(deal, decision.step, decision.seat, style)
        self.place = place_of(self.scene.table)
        self.deed = KnownScene(deal, decision.step + 1, decision.seat, style).latest()

    # ---- the table ---------------------------------------------------------------------------------------------------

    def situation(self) -> Iterator[str]:
        """What the player saw, each a line without end: his hand; trump and score; what was said; what was played."""
        scene, seat = self.scene, self.decision.seat
        yield f"{self._with_roles(seat)} holds {self.style.cards(scene.hand(seat))}"
        yield "; ".join(self._standing())
        own = [words for words in scene.exchanges() if words.startswith(f"{scene.name(seat)} ")]
        if said := [*scene.calls(), *own]:
            yield ", ".join(said)
        if self.place.startswith("trick"):
            yield "; ".join(self._played())

    def _with_roles(self, seat: int) -> str:
        roles = ", ".join(self.scene.roles(seat))
        return self.scene.name(seat) + (f" ({roles})" if roles else "")

    def _standing(self) -> Iterator[str]:
        """Turn-up, trump, what is played for, the score."""
        scene, upcard, trump = self.scene, self.scene.record["upcard"], self.scene.table.trump
        if upcard:
            yield f"{scene.name(scene.dealer)} deals, turn-up {self.style.card(upcard)}"
        if trump:
            yield f"trump {self.style.suit(trump)}"
        if aim := scene.aim():
            yield aim
        yield "score " + ", ".join(f"{side} {points}" for side, points, _ in scene.standings())

    def _played(self) -> Iterator[str]:
        """The trick on the table, the tricks taken."""
        scene, table = self.scene, self.scene.table
        yield f"played {laid(scene, table.trick)}" if table.trick else f"{scene.name(self.decision.seat)} leads"
        taken = [(seat, count) for seat, count in enumerate(table.tricks) if count]
        yield from (f"{scene.name(seat)} has {counted(count, 'trick')}" for seat, count in taken)

    # ---- the choices -------------------------------------------------------------------------------------------------

    def verdict(self, brief: bool = False) -> str:
        """What the agent says of it, in short; `brief`: where there is little room."""
        decision = self.decision
        better, likeliest = self._label(decision.better), self._label(decision.likeliest)
        if decision.loss is None or decision.error is None:
            chance = percentage(decision.outlooks[decision.likeliest].probability)
            would = f"as {self.agent} would" if decision.agrees else f"{self.agent} would rather {likeliest}"
            return f"{would} ({chance})"
        unit = decision.unit
        lead = f"{unit.amount(decision.loss)} {self._plus_minus} {unit.amount(decision.error)} {unit.loss}"
        if decision.is_mistake:
            return f"{lead} behind {better}"
        if decision.untold:
            return f"behind {better} by {lead}, " + ("not to be told" if brief else UNTOLD)
        if decision.loss >= unit.smallest:
            return f"behind {better} by {lead}, {WITHIN}" + ("" if brief else ", so no mistake")
        if decision.alike:
            return "as good as any"
        if decision.action == decision.ranked[0]:
            rivals = [self._label(action) for action in decision.rivals]
            if len(rivals) > 1:
                return f"as good as {len(rivals)} others"
            return f"as good as {rivals[0]}" if rivals else "the best choice"
        return f"as good as {better}" if decision.compared else "as good as the best"

    def own_choice(self) -> str:
        """What the agent would do, in short, where the verdict does not tell."""
        decision = self.decision
        if not decision.judged:
            return ""
        chance = percentage(decision.outlooks[decision.likeliest].probability)
        own = "" if decision.agrees else f": {self._label(decision.likeliest)}"
        return f"{self.agent}{own} {chance}"

    def choices(self) -> Choices:
        """The table of choices."""
        decision = self.decision
        few = foremost(choices_of(self.scene), decision.outlooks, {decision.action, decision.better})
        header, rows = hint_rows(few, decision.outlooks, self._plus_minus, decision.unit)
        if decision.better != decision.ranked[0] != decision.action:  # the verdict compares with another than the best
            header = [*header[:-1], "difference"]
            ranked = ranking(few, decision.outlooks)
            rows = [[*row[:-1], self._difference(choice.action)] for row, choice in zip(rows, ranked, strict=True)]
        done = [row[0] for row in rows].index(self._label(decision.action))
        return Choices([header[0], self.agent, *header[2:]], rows, done)

    def _difference(self, action: str) -> str:
        """What a choice is expected to bring more than the one that the verdict compares with. The error is told where
        it is known: of what was done, and of the best."""
        decision, unit = self.decision, self.decision.unit
        if action == decision.better:
            return "compared with"
        compared = decision.outlooks[decision.better]
        more = (decision.outlooks[action].expected or 0.0) - (compared.expected or 0.0)
        if abs(more) < unit.smallest:
            return AS_GOOD
        told = f"{more:+.{unit.decimals}f}"
        error = {decision.action: decision.error, decision.ranked[0]: compared.lead_error}.get(action)
        if error is None:
            return told
        within = f"{AS_GOOD}, " if unit.as_good(abs(more), error) else ""
        return f"{within}{told} {self._plus_minus} {unit.amount(error)}"

    def _label(self, action: str) -> str:
        return choice_of(self.scene, action, "").label

    @property
    def _plus_minus(self) -> str:
        return "±" if self.style.unicode else "+-"
