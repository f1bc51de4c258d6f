"""The hands of a deal from all that a file tells of them; what it does not tell is filled in, as the play allows it.

A card is somewhere: turned up, in one of the hands dealt, or in the stock. Cards that nothing is said of fill what room
is left; if it is left in one place only, they are known after all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from euchre_env.cards import RANKS, SUITS, Deal, pack_of
from euchre_env.contract import sits_out
from euchre_env.egn.course import Course, Play
from euchre_env.egn.fields import WrittenDeal
from euchre_env.egn.notation import card_named
from euchre_env.rules import Rules

STOCK, TURNED = 4, 5  # places beside the seats

Slot = tuple[int, int]  # a place that lacks a card, and the cards, as a word, that it cannot be


@dataclass(frozen=True)
class Hands:
    """The cards of a deal, complete, and what of them is known.

    Attributes:
        deal: the cards by their names.
        discard: what the dealer puts away for the turn-up, None if he does not take it.
        discard_known: whether that follows from the file.
        filled: the cards, in hands or stock, that do not follow from it.
        doubtful: the seats of which it says what cannot be.
        doubts: what cannot be, as far as it is not a card played.
    """

    deal: Deal
    discard: str | None
    discard_known: bool
    filled: frozenset[str]
    doubtful: frozenset[int]
    doubts: tuple[str, ...]


def lay_out(rules: Rules, deal: WrittenDeal, upcard: str, course: Course) -> Hands:
    """The hands with which a deal can have begun."""
    places = Places(rules, upcard, course.trump)
    takes = course.contract.round == 1 and 0 not in sits_out(rules, course.contract)  # P6, P7
    for seat, hand in enumerate(deal.hands):
        places.add_written(hand, seat, f"playerCards of seat {seat}")
    discard = places.add_discard(deal.discard, deal.dealer, takes)
    places.add_plays(course.plays, deal.dealer if takes else None)
    places.add_written(deal.kitty, STOCK, "kitty", beside=discard)
    places.add_last()
    known, voids = discard is not None, places.shown_voids(course.plays)
    if takes and not known:
        discard, known = places.deduce_discard(deal.dealer, course.plays, voids[deal.dealer])
    anything = [(deal.dealer, 0)] if takes and discard is None else []  # a discard may be of any suit
    filled = places.fill(anything, voids)
    if anything:
        discard = filled[0]
    return Hands(
        places.as_deal(),
        discard if takes else None,
        takes and known,
        frozenset(filled),
        frozenset(places.doubtful),
        tuple(places.doubts),
    )


class Places:
    """Where the cards are, as far as it is known; grows with everything that a file says."""

    def __init__(self, rules: Rules, upcard: str, trump: str | None) -> None:
        self.doubtful: set[int] = set()
        self.doubts: list[str] = []
        self._pack, self._upcard, self._suit = pack_of(rules.pack), upcard, trump
        self._trump = SUITS.index(trump or upcard[1])  # the suit from which the cards are seen
        seats = range(rules.players)
        self._size = dict.fromkeys(seats, rules.hand_size) | {TURNED: 1}
        self._size[STOCK] = rules.pack - sum(self._size.values())
        self._place = {upcard: TURNED}

    def cards_of(self, place: int) -> list[str]:
        """The cards known to be there."""
        return [card for card, at in self._place.items() if at == place]

    def _room(self, place: int) -> int:
        return self._size[place] - len(self.cards_of(place))

    def _put(self, card: str, place: int) -> bool:
        """Whether the card is there, or can be: then it is."""
        at = self._place.get(card)
        if at is None and self._room(place):
            at = self._place[card] = place
        if at != place:
            self.doubtful |= {seat for seat in (at, place) if seat is not None and seat < STOCK}
        return at == place

    # ---- what a file says --------------------------------------------------------------------------------------------

    def add_written(self, texts: Iterable[str], place: int, where: str, beside: str | None = None) -> None:
        """Cards that are written down; those of the kitty may have the turn-up and the discard `beside` them."""
        for text in texts:
            card = self._card(text, where)
            if card is None or (place == STOCK and card in (self._upcard, beside)):
                continue
            if not self._put(card, place):
                self.doubts.append(f"{where}: {card} cannot be there as well, or there is no room for it")

    def add_discard(self, text: str, dealer: int, takes: bool) -> str | None:
        """The dealer's discard if it is given, one of his cards or the turn-up."""
        card = self._card(text, "discard")
        if card is None:
            return None
        if not takes:
            self.doubts.append("a discard is given, and the dealer takes no card")
        elif card == self._upcard or self._put(card, dealer):
            return card
        else:
            self.doubts.append(f"discard: the dealer does not hold {card}")
        return None

    def add_plays(self, plays: Iterable[Play], taker: int | None) -> None:
        """The cards played, whether they might be or not; the `taker` of the turn-up may play it."""
        played: dict[str, int] = {}
        for _, seat, card in plays:
            if card in played:
                self.doubtful |= {seat, played[card]}
            elif not (card == self._upcard and seat == taker):
                self._put(card, seat)
            played.setdefault(card, seat)

    def add_last(self) -> None:
        """All other cards, if there is room for them in one place only."""
        lacking = [place for place in self._size if self._room(place)]
        if len(lacking) == 1:
            self._place |= dict.fromkeys(self._free(), lacking[0])

    def _card(self, text: str, where: str) -> str | None:
        try:
            card = card_named(text, self._suit)
            if card is not None:
                self._pack.parse(card, self._trump)
        except ValueError as error:
            self.doubts.append(f"{where}: {error}")
            return None
        return card

    # ---- what follows from the play ----------------------------------------------------------------------------------

    def shown_voids(self, plays: Iterable[Play]) -> dict[int, int]:
        """By seat the cards, as a word, of the suits that it has not followed."""
        voids = dict.fromkeys(range(STOCK), 0)
        number = led = 0
        for play in plays:
            bit = self._bit(play.card)
            if play.trick != number:
                number, led = play.trick, int(self._pack.SUIT[bit])
            elif not led >> bit & 1:
                voids[play.seat] |= led
        return voids

    def deduce_discard(self, dealer: int, plays: Iterable[Play], void: int) -> tuple[str | None, bool]:
        """The discard of a dealer who took the turn-up, and whether he can have put away nothing else; None if it is
        a card that is not known."""
        played = {play.card for play in plays if play.seat == dealer}
        kept_or_not = sorted({*self.cards_of(dealer), self._upcard} - played, key=self._weakness)
        unfit = [card for card in kept_or_not if void >> self._bit(card) & 1]
        if self._room(dealer) and not unfit:
            return None, False
        return (unfit or kept_or_not)[0], len(unfit or kept_or_not) == 1

    # ---- what is left ------------------------------------------------------------------------------------------------

    def fill(self, first: Sequence[Slot], voids: dict[int, int]) -> list[str]:
        """Cards for all that is lacking, `first` of all for these slots: the weakest that can be there, and nothing in
        a hand that has shown that it is void of the suit."""
        slots = list(first)
        for place in (*voids, STOCK):
            lacking = self._room(place) - sum(slot[0] == place for slot in first)
            slots += [(place, voids.get(place, 0))] * lacking
        bits = {self._bit(card): card for card in self._free()}
        chosen = assign([barred for _, barred in slots], list(bits)) or list(bits)
        self._place |= {bits[bit]: place for bit, (place, _) in zip(chosen, slots, strict=True)}
        return [bits[bit] for bit in chosen]

    def as_deal(self) -> Deal:
        """The cards, when all have their place."""
        hands, stock = [self.cards_of(seat) for seat in range(STOCK)], self.cards_of(STOCK)
        return Deal(tuple(map(tuple, hands)), self._upcard, tuple(stock))

    def _free(self) -> list[str]:
        """The cards that nothing is said of, the weakest first."""
        names = self._pack.names(self._pack.all, self._trump)
        return sorted((name for name in names if name not in self._place), key=self._weakness)

    def _bit(self, card: str) -> int:
        return self._pack.parse(card, self._trump)

    def _weakness(self, card: str) -> tuple[bool, int, int]:
        """Plain cards by rank, then trumps."""
        bit = self._bit(card)
        return bool(self._pack.trumps >> bit & 1), RANKS.find(card[0]), bit


def assign(barred: Sequence[int], bits: Sequence[int]) -> list[int] | None:
    """For every slot one of the `bits`, not among those `barred` from it, each bit once; None if there is no way.

    A slot takes the first bit it may have that is free, or else one whose present slot can take another: augmenting
    paths.

    >>> assign([0b00, 0b10], [0, 1])
    [1, 0]
    """
    slot_of: dict[int, int] = {}

    def take(slot: int, tried: set[int]) -> bool:
        fitting = [bit for bit in bits if not barred[slot] >> bit & 1]
        for bit in sorted(fitting, key=slot_of.__contains__):
            if bit not in tried:
                tried.add(bit)
                if bit not in slot_of or take(slot_of[bit], tried):
                    slot_of[bit] = slot
                    return True
        return False

    if not all(take(slot, set()) for slot in range(len(barred))):
        return None
    bit_of = {slot: bit for bit, slot in slot_of.items()}
    return [bit_of[slot] for slot in range(len(barred))]
