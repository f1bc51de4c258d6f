"""A deal played at a table as a file tells it, until the file ends or the rules forbid what it tells."""

from __future__ import annotations

from typing import Any

from euchre_env.actions import IllegalAction
from euchre_env.egn.course import Course
from euchre_env.egn.fields import WrittenDeal
from euchre_env.egn.hands import Hands
from euchre_env.egn.notation import is_order, is_pass, suit_called
from euchre_env.spelling import shown
from euchre_env.table import Table


class Follower:
    """Plays a deal of a file at `table`, action by action.

    `stopped` says, with call or trick, why the record ends where it does; it is empty if the deal is told to its end
    and nothing follows.
    """

    def __init__(self, table: Table, deal: WrittenDeal, course: Course, hands: Hands) -> None:
        self.table, self.stopped = table, ""
        self._deal, self._course, self._hands = deal, course, hands
        self._calls = self._cards = 0  # of the file that have been played
        while not table.over and not self.stopped:
            self._step()
        if table.over:
            self.stopped = self._surplus() or course.stopped

    def _step(self) -> None:
        """One action, or the reason why there is none."""
        kind, told = self.table.kind, bool(self._course.plays)
        if kind == "make":
            self._call()
        elif surplus := self._surplus():
            self.stopped = surplus
        elif kind == "oppose" and (told or self._course.contract.opposed_by >= 0):
            self.table.step("oppose_alone" if self.table.seat == self._opponent() else "defend")
        elif kind == "discard" and (told or self._hands.discard_known):
            self.table.step(f"discard_{self._hands.discard}")
        elif kind == "play" and self._cards < len(self._course.plays):
            self._play()
        else:
            self.stopped = self._course.stopped or self._end()

    def _call(self) -> None:
        if self._calls == len(self._deal.calls):
            self.stopped = self._course.stopped or self._end()
            return
        call = self._deal.calls[self._calls]
        self._calls += 1
        try:
            self.table.step(_action(call, self._deal.alone))
        except IllegalAction:
            said = shown(call) + " alone" * (self._deal.alone and not is_pass(call))
            legal = ", ".join(self.table.legal)
            self.stopped = f"call {self._calls}: seat {self.table.seat} cannot say {said}; possible: {legal}"

    def _play(self) -> None:
        trick, seat, card = self._course.plays[self._cards]
        assert seat == self.table.seat  # both count by the same rules
        try:
            self.table.step(f"play_{card}")
        except IllegalAction:
            step = len(self.table.actions) + 1
            self.stopped = f"trick {trick}, step {step}: {self._forbidden(seat, card)}"
        self._cards += 1

    def _forbidden(self, seat: int, card: str) -> str:
        """Why a seat cannot play a card."""
        before = next((play for play in self._course.plays[: self._cards] if play.card == card), None)
        if before is not None:
            return f"seat {seat} plays {card}, which seat {before.seat} has played in trick {before.trick}"
        if card not in self.table.hands[seat]:
            return f"seat {seat} plays {card}, which it cannot hold"
        legal = " or ".join(action.removeprefix("play_") for action in self.table.legal)
        return f"a revoke: seat {seat} plays {card} and holds {legal}"

    def _surplus(self) -> str:
        """Said of calls that come when the bidding is over."""
        left = self._calls < len(self._deal.calls)
        return f"call {self._calls + 1}: the bidding is over after call {self._calls}" if left else ""

    def _end(self) -> str:
        """Where the file leaves the deal."""
        if not self._course.plays:
            return f"the deal ends after call {self._calls}" if self._calls else "the deal ends before the first call"
        trick = self._course.plays[-1].trick
        return f"the deal ends after trick {trick}"

    def _opponent(self) -> int:
        contract = self._course.contract
        return (contract.opposed_by + self._deal.dealer) % 4 if contract.opposed_by >= 0 else -1

    # ---- what is known -----------------------------------------------------------------------------------------------

    def known_steps(self, seat: int) -> range:
        """The steps at which the hand of `seat`, and what it decides, do not rest on a card that was filled in."""
        end, hands = len(self.table.actions), self._hands
        dealt = not hands.filled & set(hands.deal.hands[seat]) and seat not in hands.doubtful
        if seat != self._deal.dealer or hands.discard is None or hands.discard_known:
            return range(end if dealt else 0)
        names = [action for _, action in self.table.actions]
        discarding = next((step for step, name in enumerate(names) if name.startswith("discard_")), end)
        if dealt:
            return range(discarding)
        played = {play.card for play in self._course.plays if play.seat == seat}
        whole = len(played) == self.table.rules.hand_size and seat not in hands.doubtful
        return range(discarding + 1, end) if whole else range(0)

    def record(self) -> dict[str, Any]:
        """The deal record; its field `unknown` tells which cards were filled in, if any were."""
        record, filled = self.table.record(), self._hands.filled
        if not filled:
            return record
        hands = [" ".join(card for card in hand if card in filled) for hand in self.table.deal.hands]
        stock = " ".join(card for card in self.table.deal.stock if card in filled)
        return record | {"unknown": {"hands": hands, "stock": stock}}


def _action(call: str, alone: bool) -> str:
    """A call as a record spells it; "" for one that there is not here, which no table takes."""
    if is_pass(call):
        return "pass"
    suit = suit_called(call)
    name = "order_up" if is_order(call) else f"name_{suit}" if suit else ""
    return f"{name}_alone" if name and alone else name
