"""What has happened at a table, told from its record: who plays for what, what was said, what a viewer may know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from euchre_env.cards import JOKER
from euchre_env.rendering.style import Style
from euchre_env.rules import Bid, Rules

CARD_ACTION = re.compile(r"(discard|give|best|bury|play|call)_([2-9TJQKA][CDHS]|JK)")
MAKES = ("order_up", "name_", "bid_")
WORDS = {
    "pass": "passes",
    "ask_best": "asks for the best",
    "take_up": "takes only the turn-up",
    "pat": "takes nothing",
    "oppose_alone": "opposes alone",
    "defend": "defends",
    "announce_jambone": "announces Jambone",
    "announce_jamboree": "announces Jamboree",
    "play_on": "plays on",
}


class Story:
    """A deal so far. Seats are absolute and called by `names`, or `player_0`, `player_1`, ...

    Attributes:
        actions: (seat, action) in order.
        bid: the rung of the highest bid, `bid_suit` its suit's letter; None where none has been made.
        maker: who made trump or, once the bidding is over, bid highest; None before.
        partners: whom a bidder has chosen.
        opposed_by: who plays alone against the maker, or None.
        sits_out: the partners of lone hands.
        exposed: a hand that lies open for all to see (R30, R37), or None.
    """

    def __init__(
        self,
        rules: Rules,
        record: Mapping[str, Any],
        seat: int | None,
        kind: str | None,
        names: Sequence[str] | None = None,
    ) -> None:
        """The story that a record tells, now that `seat` is to decide on `kind` (None: the deal is over)."""
        self.rules, self.dealer, self.upcard = rules, record["dealer"], record["upcard"]
        self._names = names or [f"player_{number}" for number in range(rules.players)]
        self.actions: list[tuple[int, str]] = [(who, action) for who, action in record["actions"]]
        self._next = seat, kind
        makes = [(who, action) for who, action in self.actions if action.startswith(MAKES)]
        self.bid: Bid | None = None
        self.bid_suit: str | None = None
        if makes and rules.bids:
            self.bid, self.bid_suit = read_bid(rules, makes[-1][1])  # the highest is the last
        self.maker = makes[-1][0] if makes and kind != "bid" else None
        self.partners = [int(action[8:]) for _, action in self.actions if action.startswith("partner_")]
        opposing = [who for who, action in self.actions if action == "oppose_alone"]
        self.opposed_by = opposing[0] if opposing else None
        alone = {who for who, action in self.actions if action.endswith("_alone")}
        self.sits_out = {(who + 2) % 4 for who in alone}  # P5, R15
        shown = [who for who, action in self.actions if action.startswith("announce_")]
        self.exposed = shown[0] if shown else None
        self.jambone = any(action == "announce_jambone" for _, action in self.actions)

    @property
    def makers(self) -> list[int]:
        """The seats that play for the contract."""
        if self.maker is None:
            return []
        if self.rules.players == 4:
            return [self.maker, (self.maker + 2) % 4]
        return [self.maker, *self.partners]

    @property
    def turned_down(self) -> bool:
        """Whether everybody has passed in the first round (M2)."""
        return [action for _, action in self.actions].count("pass") >= self.rules.players

    @property
    def turn_up_taken(self) -> bool:
        """Whether the turn-up is in a hand: the dealer's, who puts another card away, or as a best card (R13)."""
        told = [action for _, action in self.actions]
        return (
            self._next[1] == "discard" or f"best_{self.upcard}" in told or any(a.startswith("discard_") for a in told)
        )

    @property
    def widow_taken(self) -> bool:
        """Whether the widow is in the bidder's hand (4.5, 4.6)."""
        return self.maker is not None and self.bid is not None and self.bid.widow

    def player(self, seat: int) -> str:
        """The name of a seat."""
        return self._names[seat]

    def players(self, seats: Iterable[int]) -> str:
        """Several seats: `player_1, player_2 and player_4`."""
        *names, last = map(self.player, seats)
        return f"{', '.join(names)} and {last}" if names else last

    # ---- what was said ----------------------------------------------------------------------------------------------

    def calls(self, viewer: int | None, style: Style) -> Iterator[str]:
        """Every call in words, as far as `viewer` has heard it (None: all that was said)."""
        for seat, call in self._heard(viewer):
            yield f"{self.player(seat)} {self._spoken(seat, call, style)}"

    def latest_calls(self, viewer: int | None, style: Style) -> dict[int, str]:
        """By seat its latest call, as far as `viewer` has heard it."""
        return {seat: self._spoken(seat, call, style) for seat, call in self._heard(viewer)}

    def latest(self, viewer: int | None, style: Style) -> str:
        """What was done last, as far as `viewer` knows it; nothing at the beginning and of a secret."""
        if not self.actions or (viewer not in (None, self.actions[-1][0]) and self._kept_secret(len(self.actions) - 1)):
            return ""
        seat, action = self.actions[-1]
        if match := CARD_ACTION.fullmatch(action):
            verb, card = match[1], match[2]
            return self._moved(seat, verb, style.cards([card if self._known(seat, verb, card, viewer) else None]))
        return f"{self.player(seat)} {self._spoken(seat, action, style)}"

    def _heard(self, viewer: int | None) -> Iterator[tuple[int, str]]:
        """(seat, call) in order."""
        for place, (seat, action) in enumerate(self.actions):
            if not CARD_ACTION.fullmatch(action) and (viewer in (None, seat) or not self._kept_secret(place)):
                yield seat, action

    def _kept_secret(self, place: int) -> bool:
        """Whether this is a Jamboree declined, of which only its holder knows (R40); everybody hears whether a lone
        maker announces Jambone (R30). Who is yet to discard has been asked about the Jamboree alone."""
        seat, action = self.actions[place]
        if action != "play_on":
            return False
        then_seat, then = [*self.actions, (self._next[0], f"{self._next[1]}_")][place + 1]
        asked_for_jambone = self.rules.jambone and (seat + 2) % 4 in self.sits_out
        return not asked_for_jambone or (then_seat == seat and then.startswith("discard_"))

    def _spoken(self, seat: int, call: str, style: Style) -> str:
        """A call in the words of the game (M1): "orders up alone", "assists", "takes up", "makes it ♠"."""
        alone = " alone" if call.endswith("_alone") else ""
        if call in WORDS:
            return WORDS[call]
        if call.startswith("order_up"):
            assists = self.rules.players == 4 and seat == (self.dealer + 2) % 4
            return ("takes up" if seat == self.dealer else "assists" if assists else "orders up") + alone
        if call.startswith("name_"):
            blind = " blind" if self.rules.joker_turnup == "dealer_blind_maker" and self.upcard == JOKER else ""  # C9
            return f"makes it {style.suit(call[5])}{alone}{blind}"
        if call.startswith("bid_"):
            bid, suit = read_bid(self.rules, call)
            return f"bids {bid.worth} {style.suit(suit)}" + " alone" * bid.alone
        return f"chooses {self.player(int(call.removeprefix('partner_')))}"

    # ---- what changed hands -----------------------------------------------------------------------------------------

    def exchanges(self, viewer: int | None, style: Style) -> Iterator[str]:
        """Every card given or put away, from behind where `viewer` must not know it (None: knows all)."""
        moved = [(seat, verb, card) for seat, verb, card in self._cards() if verb not in ("play", "call")]
        for (seat, verb), moves in groupby(moved, key=lambda move: move[:2]):
            cards = style.cards(card if self._known(seat, verb, card, viewer) else None for *_, card in moves)
            yield self._moved(seat, verb, cards)

    def _moved(self, seat: int, verb: str, cards: str) -> str:
        """Cards that somebody puts down, in the words of the game."""
        match verb:
            case "give":
                deed = f"passes {cards} to {self.player((seat + 2) % 4)}"
            case "best":
                deed = f"gives {cards} back"
            case "bury":
                deed = f"buries {cards}"
            case _:
                deed = f"{verb}s {cards}"
        return f"{self.player(seat)} {deed}"

    def _known(self, seat: int, verb: str, card: str, viewer: int | None) -> bool:
        """R9: the best card is seen by giver and receiver, other exchanges by who puts the card down; R13: the turn-up
        lay open."""
        if viewer in (None, seat) or verb in ("play", "call"):
            return True
        return verb == "best" and (card == self.upcard or viewer == (seat + 2) % 4)

    # ---- the play ---------------------------------------------------------------------------------------------------

    def cards_played(self) -> list[tuple[int, str]]:
        """(seat, card) in order; a card that was called comes from the Jambone hand (R31)."""
        maker = self.maker
        plays = ((maker if verb == "call" else seat, verb, card) for seat, verb, card in self._cards())
        return [(seat, card) for seat, verb, card in plays if seat is not None and verb in ("play", "call")]

    def _cards(self) -> Iterator[tuple[int, str, str]]:
        """(seat that decided, what was done, card) in order."""
        for seat, action in self.actions:
            if match := CARD_ACTION.fullmatch(action):
                yield seat, match[1], match[2]

    # ---- the end ----------------------------------------------------------------------------------------------------

    def deed(self, result: Mapping[str, Any]) -> str:
        """What the makers have done, of a deal with this result."""
        maker = self.player(result["maker"])
        if self.exposed is not None and not self.jambone:
            return f"{maker} showed the Jamboree"
        taken = plural(sum(result["tricks"][seat] for seat in self.makers), "trick")
        if self.bid is None:
            return f"{maker} made it{self._manner()} and took {taken}"
        together = f"with {self.players(self.partners)}" if self.partners else "alone"
        return f"{maker} bid {self.bid.worth} and took {taken} {together}"

    def _manner(self) -> str:
        """How the maker of a turn-up game plays: alone, pat, against an opposing lone hand, with his cards open."""
        if self.jambone:
            return ", a Jambone,"
        pat = " pat" * (self.rules.pat_lone and (self.maker, "pat") in self.actions)
        opposed = "" if self.opposed_by is None else f" against {self.player(self.opposed_by)} alone"
        return f" alone{pat}{opposed}" if self.sits_out else ""


def read_bid(rules: Rules, call: str) -> tuple[Bid, str]:
    """The rung and the suit's letter of `bid_3_H`."""
    _, worth, suit = call.split("_")
    return next(bid for bid in rules.bids if bid.worth == int(worth)), suit


def plural(count: int, noun: str) -> str:
    """`1 trick`, `2 tricks`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
