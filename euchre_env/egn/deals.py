"""A deal of a file becomes a deal record, with the score that stands before it."""

from __future__ import annotations

from euchre_env.cards import JOKER, pack_of
from euchre_env.egn.course import Course, course_of
from euchre_env.egn.fields import Margin, WrittenDeal, written_deal
from euchre_env.egn.following import Follower
from euchre_env.egn.game import EgnDeal, EgnError
from euchre_env.egn.hands import lay_out
from euchre_env.egn.notation import card_named
from euchre_env.rules import Rules
from euchre_env.spelling import shown
from euchre_env.table import Table


class Standing:
    """Where the game stands before a deal.

    Attributes:
        scores: by side; `known` as long as they follow from the file.
        number: of the deal in its game.
        total: the scores after the last deal, also where it won the game.
    """

    def __init__(self, target: int, scores: list[int] | None, notes: list[str]) -> None:
        self.target, self.scores = target, scores or [0, 0]
        self.known, self.number = True, 1
        self._remarks: list[str] = []  # on the next deal
        self._next_dealer: int | None = None
        if scores is None:
            notes.append("initialScore is missing: 0 to 0 is taken")
        elif not all(0 <= score < target for score in scores):
            notes.append(f"initialScore: {shown(scores)} cannot stand in a game to {target}; 0 to 0 is taken")
            self.scores, self.known = [0, 0], False
        self.total = self.scores

    def begin(self, dealer: int) -> list[str]:
        """What is remarkable about the beginning of the next deal."""
        found, self._remarks = self._remarks, []
        if self._next_dealer not in (None, dealer):
            found.append(f"dealt by seat {dealer}, and after the last deal it is seat {self._next_dealer}'s turn")
        self._next_dealer = (dealer + 1) % 4
        return found

    def add(self, points: list[int]) -> None:
        """Enter the points of a deal."""
        self.total = [score + point for score, point in zip(self.scores, points, strict=True)]
        self.scores, self.number = self.total, self.number + 1
        if max(self.total) >= self.target:
            self.scores, self.number = [0, 0], 1
            self._remarks.append("the game was won before it; it is taken as the first of another")

    def lose(self, dealer_known: bool = False) -> None:
        """A deal whose points nobody knows."""
        if self.known:
            self._remarks.append("the scores before it do not follow from the file; the last that do are taken")
        self.known, self.number = False, self.number + 1
        if not dealer_known:
            self._next_dealer = None


def read_deal(rules: Rules, value: object, number: int, standing: Standing, margin: Margin) -> EgnDeal:
    """One deal of a file, `number` in it.

    Raises:
        EgnError: nothing can be made of it; the standing is as before.
    """
    if isinstance(value, str):
        raise EgnError("packed as base64, which is not read; as an object with its phases it would be")
    deal = written_deal(value, margin)
    if deal.exchanges:
        raise EgnError("cards are exchanged before the play, for which the rules of the file have no room")
    upcard = _upcard(rules, deal.upcard)
    course = course_of(rules, deal, upcard)
    hands = lay_out(rules, deal, upcard, course)
    remarks, scores_known = standing.begin(deal.dealer) + list(hands.doubts), standing.known
    follower = Follower(
        Table(rules, hands.deal, deal.dealer, standing.scores, None, standing.number), deal, course, hands
    )
    if deal.alone_defender >= 0 > course.contract.opposed_by:
        remarks.append(f"aloneDefender: seat {deal.alone_defender} cannot play alone against the maker here")
    if follower.stopped:
        remarks.append(follower.stopped)
    remarks += _enter(rules, follower.table, deal, course, standing)
    filled = hands.filled
    return EgnDeal(
        number,
        follower.record(),
        tuple(map(follower.known_steps, range(rules.players))),
        tuple(tuple(card for card in hand if card in filled) for hand in hands.deal.hands),
        tuple(card for card in hands.deal.stock if card in filled),
        scores_known,
        tuple(f"deal {number}: {remark}" for remark in remarks),
    )


def _upcard(rules: Rules, text: str) -> str:
    """The card turned up; without it nobody knows what is bid on."""
    try:
        card = card_named(text)
        if card is not None and card != JOKER:
            pack_of(rules.pack).parse(card, 0)
    except ValueError as error:
        raise EgnError(f"upCard: {error}") from None
    if card is None:
        raise EgnError(f"upCard {shown(text)} is not known")
    if card == JOKER:
        raise EgnError("the Joker is turned up, and the notation does not say for which suit it stands")
    return card


def _enter(rules: Rules, table: Table, deal: WrittenDeal, course: Course, standing: Standing) -> list[str]:
    """Enter what the deal counts, whether the rules allow it or not; what is to be said of that."""
    points = course.points(rules, deal.dealer) if table.result is None else table.result["points"]
    if points is None:
        standing.lose(dealer_known=True)
        return []
    standing.add(points)
    return [] if table.result is not None else [f"it is scored as it was played, {points[0]} to {points[1]}"]
