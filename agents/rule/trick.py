"""The chance that the own side wins the trick in progress with a card, by counting what may still be held."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.rule.cards import Bools, Cards, Chances, Floats, Lookup, Rows, count
from agents.view import U64, HandView, Seen, Words, place_of


class Ways(NamedTuple):
    """How a seat can beat the best card, words [n, k]: with `higher` cards of the suit `led`, or void of it with trumps
    of `ruffs`."""

    higher: Words
    ruffs: Words
    led: Words


class TrickChances:
    """Chances in one game; made once for its pack."""

    def __init__(self, view: HandView, lookup: Lookup, makers_trumps: float, rescue: float) -> None:
        """`makers_trumps`: how many times more trumps a maker holds than chance says. `rescue`: how often a friend who
        could win a trick that is being lost does so."""
        self.view, self.lookup = view, lookup
        self.makers_trumps, self.rescue = np.float32(makers_trumps), np.float32(rescue)
        self.chances = Chances(view.rules.pack, view.rules.hand_size)

    def of(self, seen: Seen, cards: Cards) -> tuple[Floats, Bools]:
        """(float32 [n, k] the chance that the own side wins the trick if the card is played, bool [n, k] whether the
        card is then the best on the table)."""
        winning = place_of(seen.winning_card)
        led, beats = self._put_down(seen, cards, winning)
        best = np.where(beats, cards, winning[:, None])
        ours = beats | seen.with_us[:, None]
        safe, friends_fail = self._survival(seen, best, led)
        lost = 1 - safe
        won = np.where(ours, safe + lost * (1 - friends_fail) * self.rescue, (1 - friends_fail) * safe)
        return won.astype(np.float32), beats

    def of_the_open_hand(self, seen: Seen, cards: Cards) -> Floats:
        """float32 [n, k]: the chance that the maker wins the trick with a card that an adversary calls (R31)."""
        led, beats = self._put_down(seen, cards, place_of(seen.winning_card))
        above, hand = self.lookup.beaten_by[cards], seen.hand[:, None]
        mine = np.where(hand & led != 0, hand & led & above, hand & above & self.view.trumps)
        i_beat = (mine != 0) & (seen.on_table[0] == 0)[:, None]
        _, friends_fail = self._survival(seen, cards, led)
        return np.where(beats & ~i_beat, friends_fail, np.float32(0))

    def _put_down(self, seen: Seen, cards: Cards, winning: Cards) -> tuple[Words, Bools]:
        """(words [n, k] the suit led once the card is played, bool [n, k] whether it is then the best card)."""
        lookup = self.lookup
        led = np.where((seen.led_suit == 0)[:, None], lookup.suit[cards], seen.led_suit[:, None])
        may_win = lookup.beaten_by[winning][:, None] & (led | self.view.trumps)
        return led, (winning < 0)[:, None] | (lookup.word[cards] & may_win != 0)

    def _survival(self, seen: Seen, best: Cards, led: Words) -> tuple[Floats, Floats]:
        """The chances [n, k] that no adversary, and that no friend, who is still to play beats the best card."""
        above = self.lookup.beaten_by[best]
        ways = Ways(above & led, above & self.view.trumps & ~led, led)
        safe, friends_fail = (np.ones(best.shape, np.float32) for _ in range(2))
        for step in range(1, self.view.rules.players):
            rows = np.flatnonzero(seen.to_come & U64(1 << step))
            if rows.size:
                fails = 1 - self._beats(seen, step, rows, ways)
                friend = (seen.friends[rows] & U64(1 << step) != 0)[:, None]
                safe[rows] *= np.where(friend, np.float32(1), fails)
                friends_fail[rows] *= np.where(friend, fails, np.float32(1))
        return safe, friends_fail

    def _beats(self, seen: Seen, step: int, rows: Rows, ways: Ways) -> Floats:
        """float32 [rows, k]: the chance that a seat can beat the best card."""
        higher, ruffs, led = (words[rows] for words in ways)
        known, pool = seen.known[step][rows, None], (seen.hidden & ~seen.void_cards(step))[rows, None]
        held = np.maximum(self.cards_left(seen, step)[rows, None] - count(known), 0)
        hidden, follows = count(pool), count(pool & led)
        no_higher = self.chances.of_none(hidden, count(pool & higher), held)
        void = self.chances.of_none(hidden, follows, held)
        no_ruff = self.chances.of_none(hidden - follows, count(pool & ruffs), held)
        made = np.flatnonzero(seen.maker[rows] == step)
        no_ruff[made] **= self.makers_trumps
        holder = np.flatnonzero(known)
        for chance, cards in ((no_higher, higher), (void, led), (no_ruff, ruffs)):
            chance[holder] *= known[holder] & cards[holder] == 0
        return 1 - no_higher + void * (1 - no_ruff)  # who holds a higher card of the suit is not void of it

    def cards_left(self, seen: Seen, step: int) -> NDArray[np.intp]:
        """intp [n]: the cards in the hand of a seat that plays."""
        return self.view.rules.hand_size - count(seen.played_by[step])
