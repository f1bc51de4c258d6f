"""Cards and tricks in compiled functions: what may be played, who takes it, what is as good as taken."""

from __future__ import annotations

from agents.double_dummy.compiler import compiled
from agents.double_dummy.records import Record, Records

ALL = -1


@compiled
def legal_cards(game: Record, node: Record) -> int:
    """P1: a seat follows suit if it can."""
    hand = game.hands[node.seat]
    following = hand & node.led
    return following if following else hand


@compiled
def beating(game: Record, node: Record) -> int:
    """P2: the cards that would win the trick as it stands."""
    return (node.led | game.suits[3]) & ~up_to(node.best)


@compiled
def lay(game: Record, nodes: Records, depth: int, card: int) -> None:
    """Write the node after the seat in turn has put a card on the table."""
    node, after = nodes[depth], nodes[depth + 1]
    wins = card & beating(game, node)
    winner = node.seat if wins else node.winner
    if node.laid + 1 == game.players:
        begin_trick(after, winner, node.taken + game.sides[winner], node.left - 1, node.live ^ card)
        return
    after.seat = node.seat + 1 if node.seat + 1 < game.players else 0
    after.laid = node.laid + 1
    after.led = node.led if node.laid else suit_of(game, card)
    after.best = card if wins else node.best
    after.winner = winner
    after.taken, after.left, after.live = node.taken, node.left, node.live ^ card


@compiled
def begin_trick(node: Record, leader: int, taken: int, left: int, live: int) -> None:
    """Write the node at which `leader` is to lead."""
    node.seat, node.winner, node.taken, node.left, node.live = leader, leader, taken, left, live
    node.laid, node.led, node.best = 0, ALL, 0


@compiled
def last_winner(game: Record, leader: int) -> int:
    """The seat that takes the last trick, in which nobody has a choice."""
    winner, best = leader, game.hands[leader]
    can_win = suit_of(game, best) | game.suits[3]
    for seat in range(game.players):
        card = game.hands[seat]
        if card > best and card & can_win:
            winner, best = seat, card
    return winner


@compiled
def sure_tricks(game: Record, side: int) -> int:
    """Tricks that a side takes however both play: the most that one of its hands takes with trumps.

    A trump wins unless a higher one falls on it, and a trump against a hand falls on one of its trumps at most. So the
    hand takes as many tricks as trumps are left to it when each of those against it has taken a lower one away.
    """
    against = 0
    for seat in range(game.players):
        if game.sides[seat] != side:
            against |= game.hands[seat] & game.suits[3]
    most = 0
    for seat in range(game.players):
        own = game.hands[seat] & game.suits[3]
        if own and game.sides[seat] == side:
            most = max(most, unbeaten(own, against))
    return most


@compiled
def unbeaten(own: int, against: int) -> int:
    """How many of some cards are left when each of those against them takes a lower one away, if there is one."""
    left, rest = 0, own | against
    while rest:
        card = lowest(rest)
        rest ^= card
        if card & own:
            left += 1
        elif left:
            left -= 1
    return left


@compiled
def one_of_equals(game: Record, node: Record, cards: int) -> int:
    """The lowest of each run of the seat's cards between which no other lies: such cards are worth the same.

    Others are the cards in all hands and that which wins the trick as it stands; those under it decide nothing more.
    """
    others = (node.live | node.best) & ~game.hands[node.seat]
    kept, before, rest = 0, 0, cards
    while rest:
        card = lowest(rest)
        rest ^= card
        if not before or others & card - before or suit_of(game, card) != suit_of(game, before):
            kept |= card
        before = card
    return kept


# ---- words -----------------------------------------------------------------------------------------------------------


@compiled
def suit_of(game: Record, card: int) -> int:
    """All cards of the card's suit."""
    for number in range(3):
        if card & game.suits[number]:
            return game.suits[number]
    return game.suits[3]


@compiled
def lowest(word: int) -> int:
    """The lowest bit of a word, 0 of none."""
    return word & -word


@compiled
def highest(word: int) -> int:
    """The highest bit of a word, 0 of none."""
    return up_to(word) + 1 >> 1


@compiled
def up_to(word: int) -> int:
    """All bits up to the highest of a word, none of 0."""
    for shift in (1, 2, 4, 8, 16, 32):
        word |= word >> shift
    return word
