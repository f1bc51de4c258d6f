"""What a seat knows of where the cards are: how many unseen ones lie in each place, and which of them may.

Two things cannot be said like that, because what is possible in one place depends on another: which card a lone
player's partner has given him (no better one can be left with the giver, R10), and whether the dealer has put the
turn-up away again (P6). So a position is taken apart into cases, one for each answer; in each of them the places are
independent but for their sizes.

Shapes: n positions, S seats, K cases in all, P places. Seats count from the one that decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from agents.view import U64, HandView, Words
from agents.worlds.facts import Facts, across

Counts = NDArray[np.intp]

BESIDE_HANDS = 4  # places that are no hand
DISCARD, GIFT, OPPOSING_GIFT, STOCK = range(-BESIDE_HANDS, 0)  # places after those of the S hands


@dataclass(frozen=True)
class Cases:
    """K cases of n positions, those of a position side by side. P places: S hands, then the four `BESIDE_HANDS`.

    Attributes:
        position: intp [K] which position.
        unseen: uint64 [K] the cards that are to be placed.
        room: intp [K, P] how many of them in each place.
        allowed: uint64 [K, P] which of them may lie there.
        placed: uint64 [K, P] the cards that are known to lie there.
        best: uint64 [K] the best card that passed unseen from partner to lone player; nothing where none did.
    """

    position: NDArray[np.intp]
    unseen: Words
    room: Counts
    allowed: Words
    placed: Words
    best: Words

    def __len__(self) -> int:
        return len(self.position)

    def take(self, cases: NDArray[np.intp]) -> Cases:
        """Some of the cases, with repetitions where a case is named more than once."""
        return Cases(*(getattr(self, name)[cases] for name in self.__dataclass_fields__))

    def put(self, rows: NDArray[np.intp], place: Counts, cards: Words) -> Cases:
        """With `cards` uint64 [n], one each, put in a `place` intp [n] in the cases `rows`."""
        unseen, room, placed = self.unseen.copy(), self.room.copy(), self.placed.copy()
        unseen[rows] &= ~cards
        room[rows, place] -= 1
        placed[rows, place] |= cards
        return replace(self, unseen=unseen, room=room, placed=placed)

    def possible(self) -> Cases:
        """Those in which no place holds more than it can."""
        return self.take(np.flatnonzero((self.room >= 0).all(1)))


class Knowledge:
    """Reads what seats know from their observations."""

    def __init__(self, view: HandView) -> None:
        self.view, self.rules = view, view.rules
        self.places = view.rules.players + BESIDE_HANDS
        pack, strict = view.pack, view.rules.best_card_mode == "strict"
        # uint64 [C]: the cards that a partner can have left when he gives this one.
        left = [left_by(view, bit) if strict else pack.all for bit in range(pack.size)]
        self.left_by = np.array(left, U64)
        labels = view.layout.names
        at = [k for k, name in enumerate(labels) if name.startswith("own_best[")]
        self.best_columns = np.array(at, np.intp)
        cards = [pack.labels.index(labels[k].removeprefix("own_best[").removesuffix("]")) for k in at]
        self.best_cards = U64(1) << np.array(cards, U64)

    def own_best(self, observation: NDArray[np.uint8]) -> Words:
        """uint64 [n]: the best card the seat itself has got from its partner."""
        bits = observation[:, self.best_columns].astype(U64)
        return np.bitwise_or.reduce(bits * self.best_cards, 1, initial=U64(0))

    def cases(self, facts: Facts, own_best: Words) -> Cases:
        """Every case of n positions."""
        cases = self._before_cases(facts, own_best)
        if self.rules.may_discard_turnup:
            cases = self._turn_up_put_away(cases, facts)
        if self.rules.partners_best:
            cases = self._best_cards(cases, facts)
        return self._fill_stock(cases).possible()

    def _before_cases(self, facts: Facts, own_best: Words) -> Cases:
        """One case a position, the turn-up in the hand of the dealer who took it."""
        view, seen, players, n = self.view, facts.seen, self.rules.players, len(facts.seen)
        rows, seats = np.arange(n), np.arange(players)
        own = seen.hand | seen["own_discard"] | seen["own_given"]
        unseen = view.all & ~(own | seen["turn_up"] | seen.played | seen["exposed"])
        room, allowed = np.zeros((n, self.places), np.intp), np.full((n, self.places), view.all)
        placed = np.zeros((n, self.places), U64)
        room[:, :players] = facts.cards_held
        room[:, 0] *= facts.blind
        room[:, DISCARD] = facts.discarded_unseen * (self.rules.widow or 1)
        room[:, GIFT] = facts.given(0) & (facts.maker != 0)
        room[:, OPPOSING_GIFT] = facts.given(1) & (facts.opposer != 0)
        placed[:, 0] = seen.hand
        placed[:, 1:players] |= np.where(facts.maker[:, None] == seats[1:], seen["exposed"][:, None], U64(0))
        holder = facts.turn_up_holder
        placed[rows, holder] |= np.where(holder >= 0, facts.loose_turn_up, U64(0))
        room[:, 1:players] -= np.bitwise_count(placed[:, 1:players])
        for seat in range(1, players):
            allowed[:, seat] &= ~seen.void_cards(seat)
        if self.rules.partners_best:
            lone = (facts.lone[0] == 0) | (facts.lone[1] == 0)
            allowed[:, 2] &= np.where(lone & (own_best != 0), self._left_by(own_best), view.all)
        return Cases(rows, unseen, room, allowed, placed, np.zeros(n, U64))

    def _left_by(self, best: Words) -> Words:
        return self.left_by[np.bitwise_count(best - np.minimum(best, U64(1)))]

    def _turn_up_put_away(self, cases: Cases, facts: Facts) -> Cases:
        """P6: the dealer has the turn-up in his hand, or he has put it away."""
        rows = np.flatnonzero(facts.discarded_unseen & (facts.turn_up_holder == facts.dealer))
        dealer, turn_up = facts.dealer[rows], facts.loose_turn_up[rows]
        kept, away = cases, cases.take(rows)
        away.placed[np.arange(len(rows)), dealer] ^= turn_up
        away.placed[np.arange(len(rows)), DISCARD] |= turn_up
        away.room[np.arange(len(rows)), dealer] += 1
        away.room[np.arange(len(rows)), DISCARD] -= 1
        shown_void = rows[turn_up & ~cases.allowed[rows, dealer] != 0]
        return joined(kept.take(np.setdiff1d(np.arange(len(kept)), shown_void)), away)

    def _best_cards(self, cases: Cases, facts: Facts) -> Cases:
        """R10: every card that a partner can have given a lone player of which the seat has not seen it."""
        for exchange in (0, 1):
            at = cases.position
            lone, hidden = facts.lone[exchange][at], (facts.taken(exchange) & (facts.lone[exchange] != 0))[at]
            rows = np.flatnonzero(hidden)
            if rows.size:
                others = np.flatnonzero(~hidden)
                cases = joined(cases.take(others), self._given(cases.take(rows), facts, lone[rows]))
        return cases

    def _given(self, cases: Cases, facts: Facts, lone: Counts) -> Cases:
        """The same positions with the card that the lone players have got."""
        seen, at, rows = facts.seen, cases.position, np.arange(len(cases))
        played = np.stack(seen.played_by, 1)[at, lone]
        turn_up, dealer = seen["turn_up"][at], facts.dealer[at]
        was_turn_up = (seen["turn_up_given"][at] != 0) & (across(lone) == dealer)
        shown = np.where(was_turn_up, turn_up, (played | cases.placed[rows, lone]) & ~turn_up)
        unseen = np.where(was_turn_up, U64(0), cases.unseen)
        in_hand = unseen & cases.allowed[rows, lone] * (cases.room[rows, lone] > 0).astype(U64)
        in_discard = unseen * ((lone == dealer) & (cases.room[rows, DISCARD] > 0)).astype(U64)
        nowhere = np.full(len(cases), self.places)
        lies = [self._one_each(cases, shown, nowhere), self._one_each(cases, in_hand, lone)]
        lies.append(self._one_each(cases, in_discard, nowhere + DISCARD))
        return joined(*(self._leaving(case, across(lone[of])) for case, of in lies))

    def _one_each(self, cases: Cases, cards: Words, place: Counts) -> tuple[Cases, NDArray[np.intp]]:
        """A case for each of the `cards` as the best card, put in `place`, if there is one; and of which case it is."""
        of, bits = np.nonzero(cards[:, None] >> np.arange(self.view.pack.size, dtype=U64) & U64(1))
        best = U64(1) << bits.astype(U64)
        many = replace(cases.take(of), best=best)
        to_place = np.flatnonzero(place[of] < self.places)
        return many.put(to_place, place[of][to_place], best[to_place]), of

    def _leaving(self, cases: Cases, giver: Counts) -> Cases:
        """Those in which the giver had no better card to give."""
        rows, left = np.arange(len(cases)), self._left_by(cases.best)
        cases.allowed[rows, giver] &= left
        return cases.take(np.flatnonzero(cases.placed[rows, giver] & ~left == 0))

    def _fill_stock(self, cases: Cases) -> Cases:
        """What lies nowhere else is out of play."""
        elsewhere = cases.room.sum(1) - cases.room[:, STOCK]
        cases.room[:, STOCK] = np.bitwise_count(cases.unseen).astype(np.intp) - elsewhere
        return cases


def left_by(view: HandView, bit: int) -> int:
    """R10: the cards of which none is better to give than card number `bit`."""
    pack, card = view.pack, 1 << bit
    if pack.trumps & card:
        return pack.all & ~(pack.trumps & ~((card << 1) - 1))
    ranks = pack.plain_by_rank
    own = next(place for place, cards in enumerate(ranks) if cards & card)
    return sum(ranks[own:])


def joined(*parts: Cases) -> Cases:
    """All the cases of several, those of a position side by side."""
    names = Cases.__dataclass_fields__
    together = Cases(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
    return together.take(np.argsort(together.position, kind="stable"))
