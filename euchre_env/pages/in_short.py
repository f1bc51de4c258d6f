"""A game's rules in short, for its page: what is dealt, made, played for and won, a line each.

Numbers in brackets are statements of the rule book.
"""

from __future__ import annotations

from collections.abc import Iterator

from euchre_env.rules import REDUCED_PACK, Rules, check_rules
from euchre_env.spelling import spelled
from euchre_env.variants import PRESETS

NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

# What is decided, by kind of decision.
DECISIONS = {
    "make": "accept the turn-up suit, name another one, or pass (M1, M2, M5)",
    "name_blind": "the dealer who turned up the Joker names the trump suit before he sees his hand (C9)",
    "bid": "bid more than the highest bid, on any suit, or pass (4.5, 4.6)",
    "choose": "a lone player asks for his partner's best, takes only the turn-up, or takes nothing (R9, R12, R28)",
    "announce": "the maker announces Jambone or Jamboree, or plays on (R30, R37, R40)",
    "oppose": "an adversary of a lone maker plays alone against him, or defends with his partner (R16-R18)",
    "partner": "the bidder chooses a partner for the deal (4.5, 4.6)",
    "give": "a lone player passes a card face down to his partner (R9)",
    "best": "the partner of a lone player gives him his best card (R9, R10, R13)",
    "discard": "the dealer who took the turn-up puts a card away (P6)",
    "bury": "the bidder who took the widow puts a card away (4.5, 4.6)",
    "play": "a card to the trick (P1)",
    "call": "an adversary says which card the Jambone hand plays (R31, R32)",
}


def rules_in_short(rules: Rules) -> Iterator[str]:
    """The lines.

    Raises:
        RulesError: these are no rules.
    """
    check_rules(rules)
    yield from _dealt(rules)
    yield from _bid(rules) if rules.bids else _made(rules)
    yield "follow suit if you can (P1); who wins a trick leads the next (P2)"
    yield f"{_opener(rules)} leads first ({'P4' if rules.bids else 'P3'})"
    yield from _bidders_points(rules) if rules.bids else _makers_points(rules)
    yield from _match(rules)


def _dealt(rules: Rules) -> Iterator[str]:
    seating = "partners sit opposite" if rules.players == 4 else "each for himself"
    rest = f"a widow of {rules.widow}" if rules.bids else "one turned up"
    yield f"{rules.players} players, {seating}; {rules.pack} cards (C1), {rules.hand_size} a seat, {rest}"
    joker = "Joker, " if rules.pack % 2 else ""
    plain = "A" if rules.pack == REDUCED_PACK else "A K Q 10 9 ..."
    yield f"trumps from the top: {joker}right bower, left bower, {plain} (C3, C5)"


def _opener(rules: Rules) -> str:
    if rules.bids:
        return "the bidder"
    beside_lone = ", beside a lone hand the first in play on its left" * (rules.lone_lead == "left_of_lone_player")
    return f"the first in play on the dealer's left{beside_lone}"


def _made(rules: Rules) -> Iterator[str]:
    yield "first round: accept the suit turned up, or pass (M1); second round: name another suit, or pass (M2)"
    yield "the dealer may not pass in the second round (M3)" if rules.stick_the_dealer else "all pass twice: void (M3)"
    if rules.joker_turnup == "dealer_blind_maker":
        yield "the Joker turned up: the dealer takes it and names the trump suit before he sees his hand (C9)"
    elif rules.pack % 2:
        yield f"the Joker turned up stands for {SUITS[rules.joker_suit]} (C9)"
    own = rules.hand_size
    discarded = f"any of his {NUMBERS[own + 1]} cards" if rules.may_discard_turnup else f"one of his own {NUMBERS[own]}"
    yield f"the dealer who takes the turn-up discards {discarded} (P6)"
    if rules.lone_hands:
        yield "the maker may play alone, his partner sits out (M5, P5)"
    if rules.partners_best:
        strict = "his highest trump, or without one a card of his highest rank"
        best = strict if rules.best_card_mode == "strict" else "any card"
        yield "a lone player may pass a card to his partner, unseen, and gets one back (R9):"
        yield f"  {best} (R10); a dealer may give the turn-up (R13)"
    if rules.defend_alone == "vs_lone":
        yield "an adversary may play alone against a lone maker (R16)"
    if rules.jambone:
        yield "Jambone: a lone maker lays his hand open, the adversaries call his cards (R30-R33)"
    if rules.jamboree:
        yield "Jamboree: a maker shows the five highest trumps, and the deal is won without play (R37-R40)"


def _bid(rules: Rules) -> Iterator[str]:
    section = PRESETS[rules.variant].section
    yield f"once round the table: bid more than the highest bid, on any suit, or pass; all pass: void ({section})"
    with_partners = [bid for bid in rules.bids if not bid.alone]
    for count in sorted({bid.partners for bid in with_partners}):
        rungs = [bid.worth for bid in with_partners if bid.partners == count]
        span = f"{rungs[0]} to {rungs[-1]}" if len(rungs) > 1 else f"{rungs[0]}"
        yield f"bid {span}: so many tricks, with the widow and {_partners(count)} of the bidder's choice"
    for bid in rules.bids:
        if bid.alone:
            yield f"bid {bid.worth}: all {bid.needs} tricks, alone, {'with' if bid.widow else 'without'} the widow"


def _partners(count: int) -> str:
    return f"{count} partner" if count == 1 else f"{count} partners"


def _makers_points(rules: Rules) -> Iterator[str]:
    euchred = "each of the others 2" if rules.players == 3 else "the others 2"
    if rules.euchre_mode == "set_back":
        euchred = "the maker loses 2"
    railroad, least = PRESETS[rules.variant].section == "5", rules.hand_size // 2 + 1
    section = "4.3" if railroad else PRESETS[rules.variant].section  # what Railroad adds stands below
    made, every = " or ".join(map(str, range(least, rules.hand_size))), NUMBERS[rules.hand_size]
    points = f"{made} count 1, all {every} {rules.march_points}; fewer than {least}: {euchred}"
    yield f"the makers' tricks: {points} ({section})"
    if rules.lone_hands:
        alone, euchre = rules.lone_march_points, rules.lone_euchre_points
        yield f"the maker alone: all five {alone}; fewer than 3: the others {euchre} (4.3, A7)"
    if rules.defend_alone == "vs_lone":
        yield "  against a lone hand: fewer than 3: the others 4 (R21)"
    if rules.pat_lone:
        yield "  without a card from outside: all five 5; 3 or 4: the others 1; fewer than 3: the others 3 (R28)"
    if rules.jambone:
        lost = "the others 2" if rules.jambone_euchre == "award" else "the makers lose 2"
        yield f"  Jambone: all five 8; fewer than 3: {lost} (R30)"
    if rules.jamboree:
        yield "Jamboree: 16 (R37)"


def _bidders_points(rules: Rules) -> Iterator[str]:
    yield f"made: the bidder and each partner score the bid, else every adversary ({PRESETS[rules.variant].section})"


def _match(rules: Rules) -> Iterator[str]:
    games = "one game" if rules.match_games == 1 else f"{rules.match_games} games"
    if rules.target is not None:
        yield f"{spelled(rules.target)} points win a game, {games} the match"
    if rules.num_deals is not None:
        yield f"after {rules.num_deals} deals the highest score wins, ties share (4.6)"
    if rules.laps:
        yield "laps: points beyond a game count in the next (R25)"
    if rules.slams:
        yield "slams: a game in which the others have nothing counts two (R26)"
    if rules.players == 3 and rules.euchre_mode == "award":
        tie = "both win" if rules.tie_rule == "both_win" else "the elder wins"
        yield f"two who reach it in one deal: {tie} (4.2)"
    if rules.bids and rules.target is not None:
        yield "level at the target: the bidder first, else play goes on (4.5)"
