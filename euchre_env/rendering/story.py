"""What has happened at a table, told from its record: who plays for what, what was said, what a viewer may know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
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
    """A deal so far. Seats are absolute.

    Attributes:
        actions: (seat, action) in order.
        bid: the rung of the highest bid, `bid_suit` its suit's letter; None where none has been made.
        maker: who made trump or, once the bidding is over, bid highest; None before.
        partners: whom a bidder has chosen.
        opposed_by: who plays alone against the maker, or None.
        sits_out: the partners of lone hands.
        exposed: a hand that lies open for all to see (R30, R37), or None.
    """

    def __init__(self, rules: Rules, record: Mapping[str, Any], seat: int | None, kind: str | None) -> None:
        """The story that a record tells, now that `seat` is to decide on `kind` (None: the deal is over)."""
        self.rules, self.dealer, self.upcard = rules, record["dealer"], record["upcard"]
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
    def widow_taken(self) -> bool:
        """Whether the widow is in the bidder's hand (4.5, 4.6)."""
        return self.maker is not None and self.bid is not None and self.bid.widow

    # ---- what was said ----------------------------------------------------------------------------------------------

    def calls(self, viewer: int | None, style: Style) -> Iterator[str]:
        """Every call in words, as far as `viewer` has heard it (None: all that was said)."""
        for place, (seat, action) in enumerate(self.actions):
            if not CARD_ACTION.fullmatch(action) and (viewer in (None, seat) or not self._kept_secret(place)):
                yield f"{player(seat)} {self._spoken(seat, action, style)}"

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
        return f"chooses {player(int(call.removeprefix('partner_')))}"

    # ---- what changed hands -----------------------------------------------------------------------------------------

    def exchanges(self, viewer: int | None, style: Style) -> Iterator[str]:
        """Every card given or put away, from behind where `viewer` must not know it (None: knows all)."""
        moved = [(seat, verb, card) for seat, verb, card in self._cards() if verb not in ("play", "call")]
        for (seat, verb), moves in groupby(moved, key=lambda move: move[:2]):
            shown = (style.card(card) if self._known(seat, verb, card, viewer) else style.back for *_, card in moves)
            cards = " ".join(shown)
            match verb:
                case "give":
                    yield f"{player(seat)} passes {cards} to {player((seat + 2) % 4)}"
                case "best":
                    yield f"{player(seat)} gives {cards} back"
                case "discard":
                    yield f"{player(seat)} discards {cards}"
                case _:
                    yield f"{player(seat)} buries {cards}"

    def _known(self, seat: int, verb: str, card: str, viewer: int | None) -> bool:
        """R9: the best card is seen by giver and receiver, all else by who puts it down; R13: the turn-up lay open."""
        if viewer in (None, seat):
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


def read_bid(rules: Rules, call: str) -> tuple[Bid, str]:
    """The rung and the suit's letter of `bid_3_H`."""
    _, worth, suit = call.split("_")
    return next(bid for bid in rules.bids if bid.worth == int(worth)), suit


def player(seat: int) -> str:
    """The name of a seat."""
    return f"player_{seat}"


def players(seats: Iterable[int]) -> str:
    """Several seats: `player_1, player_2 and player_4`."""
    *names, last = map(player, seats)
    return f"{', '.join(names)} and {last}" if names else last


def plural(count: int, noun: str) -> str:
    """`1 trick`, `2 tricks`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
