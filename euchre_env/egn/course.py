"""The course of a deal as a file tells it: who made trump, and who played which card, whether he might or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from euchre_env.cards import SUITS, Pack, pack_of
from euchre_env.contract import VOID, Contract, deal_points, makers
from euchre_env.egn.fields import WrittenDeal
from euchre_env.egn.notation import card_named, is_order, is_pass, suit_called
from euchre_env.rules import Rules
from euchre_env.scripts.play import first_trick


class Play(NamedTuple):
    """A card on the table: the number of its trick, from 1, and the absolute seat that played it."""

    trick: int
    seat: int
    card: str


@dataclass(frozen=True)
class Course:
    """A deal from the first call to the last card.

    Attributes:
        contract: what is played for, seats from the dealer; `VOID` if trump is not made.
        trump: its suit's letter, None if it is not made.
        plays: the cards as far as it follows from the file who played them.
        tricks: the winners of the whole tricks, absolute seats.
        stopped: why no more can be said; empty if all cards of the file are told.
    """

    contract: Contract
    trump: str | None
    plays: tuple[Play, ...]
    tricks: tuple[int, ...]
    stopped: str

    def points(self, rules: Rules, dealer: int) -> list[int] | None:
        """Points by side if all tricks were played, whether they might be or not; None if not."""
        if len(self.tricks) < rules.hand_size:
            return None
        making = {(seat + dealer) % rules.players for seat in makers(rules, self.contract)}
        taken = sum(seat in making for seat in self.tricks)
        from_dealer = deal_points(rules, self.contract, taken)
        return [from_dealer[(side - dealer) % rules.sides] for side in range(rules.sides)]


def course_of(rules: Rules, deal: WrittenDeal, upcard: str) -> Course:
    """Follow a deal from its calls to its last card; what the rules forbid is followed like anything else."""
    contract, trump = _contract(rules, deal, upcard)
    if trump is None:
        return Course(VOID, None, (), (), "cards are played, but trump is not made" if deal.tricks else "")
    _, playing, leader, _ = first_trick(rules, contract)
    if deal.lead is not None and deal.lead != (first := (leader + deal.dealer) % rules.players):
        return Course(contract, trump, (), (), f"seat {deal.lead} is said to lead, and by the rules seat {first} does")
    plays: list[Play] = []
    winners: list[int] = []
    stopped = ""
    for number, texts in enumerate(deal.tricks, 1):
        if number > rules.hand_size:
            stopped = f"trick {number}: all cards have been played"
            break
        start = playing.index(leader)
        seats = [(seat + deal.dealer) % rules.players for seat in playing[start:] + playing[:start]]
        trick, stopped = _trick(pack_of(rules.pack), trump, number, seats, texts)
        plays += trick
        if stopped:
            break
        winners.append(_winner(pack_of(rules.pack), trump, trick))
        leader = (winners[-1] - deal.dealer) % rules.players
    return Course(contract, trump, tuple(plays), tuple(winners), stopped)


def _contract(rules: Rules, deal: WrittenDeal, upcard: str) -> tuple[Contract, str | None]:
    """What the calls come to, and the trump suit; `VOID` and None if nobody makes it, or in no way that is known."""
    place = next((number for number, call in enumerate(deal.calls) if not is_pass(call)), len(deal.calls))
    if place in range(4):
        trump = upcard[1] if place < len(deal.calls) and is_order(deal.calls[place]) else None
    else:
        trump = suit_called(deal.calls[place]) if place < min(len(deal.calls), 8) else None
    if trump is None:
        return VOID, None
    contract = Contract((place + 1) % 4, deal.alone, 1 + place // 4)
    opponent = (deal.alone_defender - deal.dealer) % 4
    if deal.alone_defender >= 0 and opposes(rules, contract, opponent):
        contract = contract._replace(opposed_by=opponent)
    return contract, trump


def opposes(rules: Rules, contract: Contract, seat: int) -> bool:
    """Whether `seat`, counted from the dealer, may play alone against the maker (R16)."""
    return rules.defend_alone == "vs_lone" and contract.alone and (seat - contract.maker) % 2 == 1


def _trick(pack: Pack, trump: str, number: int, seats: list[int], texts: tuple[str, ...]) -> tuple[list[Play], str]:
    """The cards of a trick by who played them, up to the first that cannot be told, and why there is one."""
    plays: list[Play] = []
    for seat, text in zip(seats, texts, strict=False):
        try:
            card = card_named(text, trump)
            if card is not None:
                pack.parse(card, SUITS.index(trump))
        except ValueError as error:
            return plays, f"trick {number}: {error}"
        if card is None:
            return plays, f"trick {number}: the card of seat {seat} is not known"
        plays.append(Play(number, seat, card))
    if len(texts) < len(seats):
        return plays, f"trick {number} ends after {len(texts)} of {len(seats)} cards"
    return plays, f"trick {number} has {len(texts)} cards, and {len(seats)} play" * (len(texts) > len(seats))


def _winner(pack: Pack, trump: str, trick: list[Play]) -> int:
    """P2: the seat that takes a trick."""
    bits = [pack.parse(play.card, SUITS.index(trump)) for play in trick]
    led = int(pack.SUIT[bits[0]])
    best = max(bits, key=lambda bit: (pack.trumps >> bit & 1, led >> bit & 1, bit))
    return trick[bits.index(best)].seat
