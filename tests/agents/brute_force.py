"""Open play by plain minimax over every legal card, and random positions to try it on: what the solver must agree
with. It shares nothing with the solver but the pack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from agents.double_dummy import OpenPlay
from euchre_env.cards import Pack

Hands = tuple[tuple[int, ...], ...]  # cards of each seat
Laid = tuple[tuple[int, int], ...]  # (seat, card) in the order played
State = tuple[Hands, Laid, int, int]  # hands, the trick, the seat in turn, tricks that the makers have taken


class Minimax:
    """One position of an `OpenPlay`, worth `payoff[tricks of the makers]` in the end."""

    def __init__(self, position: OpenPlay, row: int, payoff: Sequence[int]) -> None:
        suits = position.suits.tolist()
        self.suit = [next(n for n, suit in enumerate(suits) if suit >> card & 1) for card in range(position.cards)]
        self.playing = np.flatnonzero(position.active[row]).tolist()
        self.makers = position.makers[row].tolist()
        called = np.zeros_like(position.makers) if position.called is None else position.called
        self.maximises = [maker != call for maker, call in zip(self.makers, called[row].tolist(), strict=True)]
        self.payoff, self.seat, self.taken = payoff, int(position.seat[row]), int(position.taken[row])
        words = np.where(position.active[row], position.hands[row], 0).tolist()
        self.hands = tuple(tuple(card for card in range(position.cards) if word >> card & 1) for word in words)
        place = self.playing.index(self.seat)
        cards = [(seat, int(position.on_table[row, seat])) for seat in self.playing[place:] + self.playing[:place]]
        self.laid: Laid = tuple((seat, word.bit_length() - 1) for seat, word in cards if word)
        self.reaches = cache(self._reaches)

    def value(self) -> int:
        """What the position is worth."""
        return self.value_of((self.hands, self.laid, self.seat, self.taken))

    def values(self) -> dict[int, int]:
        """What it is worth after each legal card."""
        return {card: self.value_of(state) for card, state in self.after(self.hands, self.laid, self.seat, self.taken)}

    def value_of(self, state: State) -> int:
        """The most that the makers can reach."""
        return max(worth for worth in set(self.payoff) if self.reaches(state, worth))

    def _reaches(self, state: State, worth: int) -> bool:
        """Whether it can be brought to at least so much against every defence."""
        hands, _, seat, taken = state
        if not hands[seat]:
            return self.payoff[taken] >= worth
        found = (self.reaches(following, worth) for _, following in self.after(*state))
        return any(found) if self.maximises[seat] else all(found)

    def after(self, hands: Hands, laid: Laid, seat: int, taken: int) -> Iterator[tuple[int, State]]:
        """Each legal card and what follows it."""
        for card in self.legal(hands[seat], laid):
            left = (*hands[:seat], tuple(held for held in hands[seat] if held != card), *hands[seat + 1 :])
            trick = (*laid, (seat, card))
            if len(trick) < len(self.playing):
                yield card, (left, trick, self.playing[(self.playing.index(seat) + 1) % len(self.playing)], taken)
            else:
                winner = self.winner(trick)
                yield card, (left, (), winner, taken + self.makers[winner])

    def legal(self, hand: tuple[int, ...], laid: Laid) -> tuple[int, ...]:
        """P1: who can follows suit."""
        following = tuple(card for card in hand if laid and self.suit[card] == self.suit[laid[0][1]])
        return following or hand

    def winner(self, trick: Laid) -> int:
        """P2: the highest trump takes the trick, without one the highest card of the suit led."""
        trumps = [(card, seat) for seat, card in trick if self.suit[card] == 0]
        following = [(card, seat) for seat, card in trick if self.suit[card] == self.suit[trick[0][1]]]
        return max(trumps or following)[1]


def random_positions(
    rng: np.random.Generator,
    pack: Pack,
    seats: int,
    tricks_left: int,
    tricks: int,
    rows: int,
    *,
    whole: bool = False,
) -> OpenPlay:
    """Positions with so many tricks left of so many in the deal: any seats sit out, any play for the makers, hands are
    called now and then, the trick is begun; `whole`: everybody plays his own cards, no trick is begun."""
    shape = (rows, seats)
    hands, on_table = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    active, seat = np.ones(shape, bool), rng.integers(seats, size=rows)
    called = rng.random(shape) < (0 if whole else 0.1)
    for row in range(rows):
        cards = rng.permutation(pack.size)[: seats * tricks_left].reshape(seats, tricks_left).tolist()
        hands[row] = [sum(1 << card for card in hand) for hand in cards]
        if whole:
            continue
        active[row, rng.permutation(seats)[: rng.integers(seats - 1)]] = False
        playing = np.flatnonzero(active[row]).tolist()
        leader, begun = rng.integers(len(playing)), rng.integers(len(playing))
        in_turn = playing[leader:] + playing[:leader]
        for owner in in_turn[:begun]:
            on_table[row, owner] = 1 << cards[owner][0]
            hands[row, owner] ^= on_table[row, owner]
        seat[row] = in_turn[begun]
    makers = rng.random(shape) < 0.5
    taken = rng.integers(tricks - tricks_left + 1, size=rows)
    return OpenPlay(np.array(pack.suits, np.uint64), hands, on_table, seat, active, makers, taken, called)


def random_payoffs(rng: np.random.Generator, tricks: int, rows: int) -> np.ndarray:
    """int16 [rows, tricks + 1]: small whole numbers that do not fall."""
    return np.sort(rng.integers(-4, 5, (rows, tricks + 1)), axis=1).astype(np.int16)
