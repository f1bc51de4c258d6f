"""The statements of the rule book that a page cites, a line each: a page need not be read beside the book."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping

STATEMENTS: Mapping[str, str] = {
    "C1": "the packs: 24 cards from the nine up, 28 from the eight, 32 from the seven, 52 all; one more with a Joker",
    "C3": "trumps from the top: Joker, right bower (jack of trumps), left bower (jack of the same colour), A K Q ...",
    "C5": "the left bower is a trump for every purpose, and no card of the suit printed on it",
    "C9": "a Joker turned up stands for a suit agreed beforehand, or its dealer makes trump before he sees his hand",
    "P1": "follow suit if you can; without the suit any card, a trump or not",
    "P2": "the highest trump takes the trick, without one the highest card of the suit led; its winner leads next",
    "P3": "the first in play on the dealer's left leads first; beside a lone hand as lone_lead says",
    "P4": "in the bidding games the bidder leads first",
    "P5": "the cards of a partner who sits out stay face down",
    "P6": "the dealer who takes the turn-up puts a card away, unseen: the turn-up itself with may_discard_turnup only",
    "M1": "first round: accept the suit turned up, or pass; the first who accepts makes trump",
    "M2": "second round: name another suit, or pass; the first who names one makes trump",
    "M3": "all pass twice: void, and the next player deals; with stick_the_dealer the dealer must name a suit",
    "M5": "only who makes trump may play alone, and says so at once; with assist_must_be_alone who assists must",
    "4.1": "the game for two",
    "4.2": "the games for three, the maker against both others; A, B and C are ways to score",
    "4.3": "the game for four",
    "4.4": "the game for six, which is not among these games",
    "4.5": "the game for five, with bids and a widow",
    "4.6": "the game for seven, with bids and a widow",
    "4.9": "the modern games for four",
    "R9": "a lone player may pass a card to his partner, unseen, and gets his best for it; it cannot be refused",
    "R10": "the best is the highest trump, or without one a card of the highest rank; best_card_mode=free: any card",
    "R11": "when the turn-up was turned down it cannot be given, and one card goes for one",
    "R12": "a dealer who takes up alone passes a card, sees the best, and only then puts one away for the turn-up",
    "R13": "when the dealer's partner plays alone, the dealer may give him the turn-up as his best",
    "R14": "when an adversary of the dealer orders up alone, the dealer takes the turn-up and discards as always",
    "R15": "the partner of a lone player sits out; the card passed to him is out of play and never shown",
    "R16": "either adversary may play alone against a lone maker, after an exchange like his",
    "R17": "the maker's exchange comes first; then the adversaries say whether they oppose",
    "R18": "they are asked from the maker's left on; the first who opposes has it, whatever his partner says",
    "R19": "a dealer ordered up who opposes alone comes by best and turn-up in the same order as in R12",
    "R20": "of two lone hands the first from the dealer's left leads first, as P3 has it",
    "R21": "against a lone hand a maker's tricks count as ever, but fewer than 3: the others 4",
    "R22": "not opposed alone, a lone maker with fewer than 3 gives the others lone_euchre_points",
    "R25": "laps: points beyond a game count in the winners' next one; the others begin it at 0",
    "R26": "slams: a game in which the others have nothing counts two",
    "R27": "laps in one deal: the games after the first are slams; with slam_on_lapped_games=false they never are",
    "R27a": "games count towards match_games, a slam as two",
    "R28": "a pat hand, alone without a card from outside: all five 5; 3 or 4: the others 1; fewer: the others 3",
    "R29": "nobody plays alone against a pat hand",
    "R30": "Jambone: a lone maker lays his hand open; all five 8, 3 or 4 count 1, with fewer than 3 he loses two",
    "R30a": "the two that a Jambone loses: 2 for the others, or with jambone_euchre=deduct 2 off the makers' score",
    "R31": "the adversary on its left says what the open hand leads, the one on its right what it follows with",
    "R32": "they call a card that the hand may play, each by what he knows himself",
    "R33": "nobody plays alone against a Jambone",
    "R34": "Jambone is announced after the exchange, before the first lead",
    "R35": "a Jambone counts as a Jambone, pat or not",
    "R36": "only the Jambone hand lies open",
    "R37": "Jamboree: a maker who shows the five highest trumps scores 16 without play",
    "R38": "turn-up and partner's best may complete the five",
    "R39": "when somebody else made trump, there is no Jamboree; the hand is played",
    "R40": "the dealer who takes the turn-up may announce it before he discards, others after the exchange",
    "R41": "a Jamboree hand that is played takes all tricks",
    "R42": "without laps 16 points win one game, like 5",
    "A1": "a march counts two; three is Foster's for three players (4.2), elsewhere taken for a slip of the book",
    "A3": "two who go out in the same deal: both win, or only the elder hand",
    "A4": "a euchre among three: 2 for each of the others, or 2 off the maker's score",
    "A7": "a lone maker euchred: 2 for the others, or 4",
    "A23": "the book is silent on bids below 3: they choose one partner, or with min_bid=3 nobody can bid so low",
}
"""By number, in the book's order: letters number statements, 4.x the sections on the games."""

CITED = re.compile(r"\b(?:(?P<series>[ACMPR]|4\.)(?P<first>\d+)(?:-(?P=series)(?P<last>\d+))?(?P<letter>[a-z]?))\b")


def numbers_cited(text: str) -> set[str]:
    """The numbers that a text names; a span names all in it.

    >>> sorted(numbers_cited("may play alone (M5, R16-R18), 4.2 A; R27a"))
    ['4.2', 'M5', 'R16', 'R17', 'R18', 'R27a']
    """
    found = set()
    for match in CITED.finditer(text):
        series, first = match["series"], int(match["first"])
        last = int(match["last"] or first)
        found |= {f"{series}{number}{match['letter']}" for number in range(first, last + 1)}
    return found


def statements_cited(text: str, width: int) -> Iterator[str]:
    """What the numbers in a text stand for, in the book's order, in lines of at most about `width` characters.

    Raises:
        KeyError: nobody has said yet what a number stands for.
    """
    cited, places = numbers_cited(text), {number: place for place, number in enumerate(STATEMENTS)}
    for number in sorted(cited, key=places.__getitem__):
        yield from textwrap.wrap(f"{number:5s}{STATEMENTS[number]}", width, subsequent_indent=" " * 5)
