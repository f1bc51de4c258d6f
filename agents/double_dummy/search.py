"""The search: how many tricks the makers can take, in compiled loops over many positions.

One question is asked: can the makers take `target` tricks in the whole deal? There is no bound but true and false, and
a payoff of k values takes at most k - 1 questions. What has been found out between two tricks is kept as the least and
the most tricks that the makers can take from there on, so it serves all questions about one deal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.double_dummy.compiler import compiled, compiled_once
from agents.double_dummy.records import Record, Records
from agents.double_dummy.tricks import (
    beating,
    begin_trick,
    highest,
    last_winner,
    lay,
    legal_cards,
    lowest,
    one_of_equals,
    sure_tricks,
    up_to,
)

SPREAD = 0x1E3779B97F4A7C15  # a multiplication that brings every bit of a key to bear on the high ones
SLOT_SHIFT = 40
SEAT_SHIFT = 53  # a key is the cards in all hands, with the leader above the largest pack
FALSE, TRUE, OPEN = 0, 1, 2


@compiled_once
def evaluate(
    games: Records,
    payoffs: NDArray[np.int16],
    each_card: bool,
    nodes: Records,
    memory: Records,
    values: NDArray[np.int16],
) -> None:
    """Write the values of positions to `values`.

    Args:
        games: GAME [n], the same after the search as before it.
        payoffs: int16 [n, T + 1], what the makers' tricks in the whole deal are worth.
        each_card: whether the cards are valued, or the positions as they stand.
        nodes: NODE [all cards + 1], room for one line of play.
        memory: FINDING [a power of two], zeros.
        values: int16 [n, C] of every legal card, which leaves the others as they are; or int16 [n, 1].
    """
    for row in range(len(games)):
        game = games[row]
        root = lay_out(game, nodes)
        if each_card:
            value_cards(game, nodes, root, memory, payoffs[row], values[row])
        else:
            values[row, 0] = value(game, nodes, root, memory, payoffs[row])


@compiled
def lay_out(game: Record, nodes: Records) -> int:
    """Write the nodes from the beginning of the trick in progress to where a card is due; the number of the last."""
    live = 0
    for seat in range(game.players):
        live |= game.hands[seat] | game.on_table[seat]
    begin_trick(nodes[0], 0, game.taken, game.left, live)
    root = 0
    while game.on_table[root]:
        lay(game, nodes, root, game.on_table[root])
        root += 1
    return root


@compiled
def value_cards(
    game: Record, nodes: Records, root: int, memory: Records, payoff: NDArray[np.int16], values: NDArray[np.int16]
) -> None:
    """Write the value of every card that is legal at the root, int16 [C]; of equivalent cards one is searched."""
    node = nodes[root]
    legal = legal_cards(game, node)
    searched = one_of_equals(game, node, legal)
    found = payoff[0]
    for place in range(len(values)):
        card = 1 << place
        if not legal & card:
            continue
        if searched & card:
            game.hands[node.seat] ^= card
            lay(game, nodes, root, card)
            found = value(game, nodes, root + 1, memory, payoff)
            game.hands[node.seat] ^= card
        values[place] = found


@compiled
def value(game: Record, nodes: Records, root: int, memory: Records, payoff: NDArray[np.int16]) -> int:
    """What the position at node `root` is worth, by a payoff int16 [T + 1] that does not fall."""
    least, most = nodes[root].taken, nodes[root].taken + nodes[root].left
    while payoff[least] != payoff[most]:
        target = least + 1
        while payoff[target] == payoff[least]:
            target += 1
        if can_take(game, nodes, root, memory, target):
            least = target
        else:
            most = target - 1
    return payoff[least]


# ---- one question ----------------------------------------------------------------------------------------------------


@compiled
def can_take(game: Record, nodes: Records, root: int, memory: Records, target: int) -> bool:
    """Whether the makers can take `target` tricks, those already taken included."""
    depth, arrived, answer = root, True, OPEN
    while True:
        node = nodes[depth]
        if arrived:
            answer = OPEN if node.laid else at_once(game, node, memory, target)
            if answer == OPEN:
                find_cards(game, node)
        if answer == OPEN:
            try_card(game, nodes, depth)
            depth, arrived = depth + 1, True
            continue
        if depth == root:
            return answer == TRUE
        depth, arrived = depth - 1, False
        node = nodes[depth]
        game.hands[node.seat] |= node.played
        if answer != game.choosers[node.seat] and node.untried:
            answer = OPEN  # another card may do better
        elif not node.laid:
            remember(game, node, memory, target, answer)


@compiled
def at_once(game: Record, node: Record, memory: Records, target: int) -> int:
    """The answer between two tricks, as far as it can be given without a search."""
    needed = target - node.taken
    if needed <= 0:
        return TRUE
    if needed > node.left:
        return FALSE
    if node.left == 1:
        return game.sides[last_winner(game, node.seat)]
    key = key_of(node)
    known = memory[slot_of(key, memory)]
    if known.key == key and known.deal == game.number:
        if needed <= known.least:
            return TRUE
        if needed > known.most:
            return FALSE
    if needed <= sure_tricks(game, 1):
        return TRUE
    return FALSE if needed > node.left - sure_tricks(game, 0) else OPEN


@compiled
def find_cards(game: Record, node: Record) -> None:
    """Write which cards are to be tried, and first of them those that take the trick as it stands."""
    hand = game.hands[node.seat]
    node.untried = one_of_equals(game, node, legal_cards(game, node))
    node.urgent = 0
    if not node.laid:
        for number in range(4):
            suit = game.suits[number]
            node.urgent |= node.untried & suit & ~up_to(node.live & ~hand & suit)
    elif game.sides[node.winner] != game.sides[node.seat]:
        node.urgent = node.untried & beating(game, node)


@compiled
def try_card(game: Record, nodes: Records, depth: int) -> None:
    """Play the next card to be tried and write the node after it: of cards to lead the best, else the least."""
    node = nodes[depth]
    urgent = node.untried & node.urgent
    card = lowest(urgent if urgent else node.untried)
    if urgent and not node.laid:
        card = highest(urgent)
    node.untried ^= card
    node.played = card
    game.hands[node.seat] ^= card
    lay(game, nodes, depth, card)


@compiled
def remember(game: Record, node: Record, memory: Records, target: int, answer: int) -> None:
    """Note what the answer between two tricks says about all targets."""
    key = key_of(node)
    known = memory[slot_of(key, memory)]
    if known.key != key or known.deal != game.number:
        known.key, known.deal, known.least, known.most = key, game.number, 0, node.left
    needed = target - node.taken
    if answer == TRUE:
        known.least = max(known.least, needed)
    else:
        known.most = min(known.most, needed - 1)


@compiled
def key_of(node: Record) -> int:
    """What tells a position between tricks from the others of a deal: the cards in play; who holds one is known."""
    return node.live | node.seat << SEAT_SHIFT


@compiled
def slot_of(key: int, memory: Records) -> int:
    """Where in the memory it is noted."""
    return key * SPREAD >> SLOT_SHIFT & len(memory) - 1
