"""What a seat has seen of a deal, put together from its record: another road than the observation's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from euchre_env import Table, VectorEuchre
from euchre_env.cards import SUITS, pack_of
from euchre_env.decoding import Sight

SUIT_NAMES = ("trump", "next", "cross1", "cross2")


def expected_sight(told: Table, tables: VectorEuchre, table: int) -> Sight:
    """What the seat may know, put together from the record of the deal: another road than the engine's."""
    return Onlooker(told, tables).sight(table)


class Onlooker:
    """Reads a record action by action, as one seat hears and sees it."""

    def __init__(self, told: Table, tables: VectorEuchre) -> None:
        assert told.seat is not None
        self.told, self.tables, self.rules, self.me = told, tables, tables.rules, told.seat
        self.pack, self.players = pack_of(self.rules.pack), tables.rules.players
        self.base = (
            0 if told.deal.upcard is None else self.pack.suit_turned(told.deal.upcard, self.rules.joker_stands_for)
        )
        self.trump, self.round = self.base, 1
        self.calls: list[tuple[int, str, str]] = []  # seat, call before the suit, its real suit
        self.maker = self.opposed_by = self.bid = self.exposed = None
        self.partners: list[int] = []
        self.mine: dict[str, list[str]] = {"give": [], "discard": [], "bury": [], "best": []}
        self.given_turn_up = self.dealer_has_discarded = False
        self.choice: str | None = None
        self.plays = list[tuple[int, str]]()
        for who, action in told.actions:
            self.hear(who, action)

    def rel(self, seat: int) -> int:
        return (seat - self.me) % self.players

    def label(self, card: str) -> str:
        return self.pack.labels[self.pack.parse(card, self.trump)]

    def cards(self, held: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(map(self.label, held), key=self.pack.labels.index))

    def one(self, held: Sequence[str]) -> str | None:
        return self.label(held[0]) if held else None

    def hear(self, who: int, action: str) -> None:
        verb, _, rest = action.partition("_")
        if action == "play_on":
            public = self.rules.jambone and self.alone and not self.before_discard(who)
            self.calls += [(who, action, "")] if public or who == self.me else []
        elif verb in ("play", "call"):
            self.plays.append((who if verb == "play" else (self.exposed or 0), rest))
        elif verb in ("give", "discard", "bury"):
            self.mine[verb] += [rest] if who == self.me else []
            self.dealer_has_discarded |= verb == "discard"
        elif verb == "best":
            self.mine["best"] += [rest] if (who + 2) % 4 == self.me else []
            self.given_turn_up |= rest == self.told.deal.upcard
        elif verb == "partner":
            self.partners.append(int(rest))
            self.calls.append((who, f"partner[seat+{(int(rest) - who) % self.players}]", ""))
        else:
            self.hear_call(who, action, verb, rest)

    def hear_call(self, who: int, action: str, verb: str, rest: str) -> None:
        suit = ""
        if verb == "bid":
            worth, _, suit = rest.partition("_")
            action, self.bid = f"bid_{worth}", int(worth)
        elif verb == "name":
            blind = not self.calls and self.rules.joker_turnup == "dealer_blind_maker" and self.told.deal.upcard == "JK"
            suit, self.round = ("", 0) if blind else (rest[0], 2)
            self.trump = SUITS.index(rest[0])
            action = "name_blind" if blind else "name" + rest[1:]
        if verb in ("bid", "name", "order"):
            self.maker = who
            self.trump = SUITS.index(suit) if suit else self.trump
        self.exposed = who if action == "announce_jambone" else self.exposed
        self.opposed_by = who if action == "oppose_alone" else self.opposed_by
        self.choice = action if action in ("ask_best", "take_up", "pat") and self.choice is None else self.choice
        self.calls.append((who, action, suit))

    def before_discard(self, who: int) -> bool:
        """R40: the dealer, who is the maker and takes the turn-up, is asked before he discards."""
        takes = who == self.told.dealer and self.round == 1 and self.choice != "pat"
        return takes and not self.dealer_has_discarded

    @property
    def alone(self) -> bool:
        if self.rules.bids:
            return self.bid in (8, 15, 10, 20)
        return any(call.startswith(("order_up_alone", "name_alone")) for _, call, _ in self.calls)

    def sight(self, table: int) -> Sight:
        told, rules, rel = self.told, self.rules, self.rel
        calls = [(rel(who), f"{call}[{self.named(call, suit)}]" if suit else call) for who, call, suit in self.calls]
        lone = [seat for seat in (self.maker if self.alone else None, self.opposed_by) if seat is not None]
        out = sorted(rel((seat + 2) % 4) for seat in lone) if self.players == 4 else []
        tricks = self.tricks(self.players - len(out))
        side, names = rules.side_of(self.me), self.tables.actions.names
        hand = () if told.kind == "name_blind" else told.hands[self.me]
        jambone = self.exposed is not None
        return Sight(
            kind=told.kind or "",
            legal=tuple(names[a] for a in np.flatnonzero(self.tables.action_mask[table])),
            hand=self.cards(hand),
            turn_up=None if told.deal.upcard is None else self.label(told.deal.upcard),
            turn_up_given=self.given_turn_up,
            discards=self.cards(self.mine["discard"] + self.mine["bury"]),
            given=self.one(self.mine["give"]),
            best=self.one(self.mine["best"]),
            widow=self.cards(told.deal.stock) if self.took_widow() else (),
            exposed=self.cards(told.hands[self.exposed or 0]) if jambone else (),
            dealer=rel(told.dealer),
            deal=None if rules.num_deals is None else told.number,
            calls=tuple(calls),
            maker=None if self.maker is None else rel(self.maker),
            alone=self.alone,
            bid=self.bid,
            partners=tuple(sorted(map(rel, self.partners))),
            opposed_by=None if self.opposed_by is None else rel(self.opposed_by),
            sits_out=tuple(seat for seat in out if seat),
            tricks=tricks,
            taken=tuple(told.tricks[(self.me + k) % self.players] for k in range(self.players)),
            scores=tuple(told.scores[(side + k) % rules.sides] for k in range(rules.sides)),
            games=tuple(told.games[(side + k) % rules.sides] for k in range(rules.sides)),
            voids=self.voids(tricks),
        )

    def named(self, call: str, suit: str) -> str:
        """A suit as it stands to trumps. One named instead of the turned-up one is told by what the other is to it,
        which is the same."""
        told = SUITS.index(suit) if call.startswith("bid") else self.base
        return SUIT_NAMES[told ^ self.trump]

    def took_widow(self) -> bool:
        takes = self.told.kind in ("bury", "partner") or bool(self.plays) or self.told.kind == "play"
        return bool(self.rules.bids) and self.maker == self.me and takes and self.bid not in (15, 20)

    def tricks(self, active: int) -> tuple[Any, ...]:
        tricks = [
            tuple((self.rel(who), self.label(card)) for who, card in self.plays[k : k + active])
            for k in range(0, len(self.plays), active)
        ]
        due = self.told.kind in ("play", "call") and len(self.plays) % active == 0
        return (*tricks, *[()] * due)

    def voids(self, tricks: tuple[Any, ...]) -> tuple[tuple[str, ...], ...]:
        shown: list[list[str]] = [[] for _ in range(self.players)]
        for cards in tricks:
            for who, card in cards[1:]:
                led = suit_of(cards[0][1])
                if led != suit_of(card) and led not in shown[who]:
                    shown[who].append(led)
        return tuple(tuple(sorted(suits, key=SUIT_NAMES.index)) for suits in shown)


def suit_of(label: str) -> str:
    """C5, C6: the bowers and the Joker are trumps."""
    return "trump" if label == "Joker" else label.split()[0]
