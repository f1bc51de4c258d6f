"""What the blocks of an observation say, a line each."""

from __future__ import annotations

import re

from euchre_env.layout import Layout

MEANINGS = {
    "legal_cards": "the cards that may be chosen; with legal_calls the action mask",
    "legal_calls": "the calls that may be made",
    "own_hand": "the cards held",
    "beats_trick": "of these the ones that would win the trick as it lies",
    "turn_up": "the card turned up, wherever it is now",
    "own_discard": "what the seat has put away, unseen by others",
    "own_widow": "the widow that the seat took",
    "own_given": "the card that the seat gave his partner, or got from him for his best",
    "own_best": "his best card that the seat gave, or was given",
    "exposed": "what is left of a Jambone hand laid open",
    "led": "the card led to the trick",
    "played_*": "the cards that a seat has played",
    "on_table_*": "the card of a seat in the trick",
    "trick_number_bit*": "of every card played, a bit of the number of its trick, from 0",
    "kind": "what is to be decided",
    "round": "first or second round of the making",
    "dealer": "who deals",
    "maker": "who made trump, or holds the highest bid",
    "trick": "the number of the trick",
    "winning": "who wins the trick as it lies",
    "alone": "the maker plays alone",
    "sits_out": "the partner of a lone hand",
    "opposed_by": "the adversary who plays alone against the lone maker",
    "choice": "what the lone maker took from outside his hand",
    "opposed_choice": "what the lone adversary took",
    "jambone": "the maker plays Jambone",
    "bid": "the highest bid",
    "partners": "whom the bidder chose for the deal",
    "tricks_*": "tricks taken by a seat, in binary",
    "void_*": "the suits that a seat has failed to follow",
    "named": "the suit named instead of the turn-up's",
    "turn_up_given": "the dealer gave the turn-up to his partner",
    "bid_*": "the last bid of a seat: 0 none or pass, else its number from 1, in binary",
    "bid_suit_*": "the suit of that bid, in binary",
    "deals_played": "deals of the match before this one, in binary",
    "score_side+*": "the score of a side before the deal, in binary; side+0 is the seat's own",
    "games_side+*": "games that a side has won, in binary",
}
"""By name of the block; `*` stands for a seat (`own`, `seat+1` on its left, ...), a side or a number."""


def meaning(block: str) -> str:
    """What a block says.

    Raises:
        KeyError: nobody has said so yet.

    >>> meaning("played_seat+2")
    'the cards that a seat has played'
    """
    return MEANINGS[family(block)]


def family(block: str) -> str:
    """The name under which a block stands in `MEANINGS`: seats, sides and numbers are one.

    >>> family("bid_suit_own"), family("trick_number_bit1"), family("bid")
    ('bid_suit_*', 'trick_number_bit*', 'bid')
    """
    return block if block in MEANINGS else re.sub(r"(own|seat\+\d|\d)$", "*", block)


def families(layout: Layout) -> list[tuple[str, str, str]]:
    """The blocks of a layout as (bits, name, meaning), those of several seats, sides or numbers as one.

    >>> families(Layout([("played_own", ["A", "K"], 0), ("played_seat+1", ["A", "K"], 2), ("alone", [""], 4)]))
    [('0-3', 'played_*', 'the cards that a seat has played'), ('4', 'alone', 'the maker plays alone')]
    """
    spans: dict[str, slice] = {}
    for block, at in layout.blocks.items():
        name = family(block)
        spans[name] = slice(spans[name].start if name in spans else at.start, at.stop)
    return [
        (f"{at.start}-{at.stop - 1}" if at.stop - at.start > 1 else f"{at.start}", name, MEANINGS[name])
        for name, at in spans.items()
    ]
