"""Tables brought to the very decision that a seat is asked for, in each of its worlds.

The deal of every world is laid out, and everything that has happened is done again: the calls and the cards that the
seat has heard and seen, and the cards that others have passed on and put away as the world has it. At the decision of
the seat its tables stand as the real one does, but for what it cannot see.

Shapes: B tables, n positions, N worlds. In here the dealer is the seat 0; positions count seats from the one that
decides.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from agents.view import U64, HandView, Seen, Words, place_of
from agents.worlds.past import NOTHING, Past
from agents.worlds.world import Worlds
from euchre_env import KINDS, ActionTable, WorldEngine

Numbers = NDArray[np.intp]
Bools = NDArray[np.bool_]
Hear = Callable[[WorldEngine, Numbers, Numbers, Bools], None]

PLAY, CALL, ANNOUNCE = (KINDS.index(kind) for kind in ("play", "call", "announce"))
GIVE, BEST, DISCARD, BURY = (KINDS.index(kind) for kind in ("give", "best", "discard", "bury"))
PLAY_ON = 0  # of `announce`


def replayed(view: HandView, observation: NDArray[np.uint8], worlds: Worlds, hear: Hear) -> WorldEngine:
    """The engine of n * N tables, the N worlds of a position side by side, at the decisions of n observations uint8
    [n, F].

    Args:
        hear: is told of every step on the way: the tables that take it, as an engine before it is taken, and which of
            all they are, intp [k]; what is done, as numbers of bits or calls, intp [k]; and where the position's own
            seat does it, bool [k].
    """
    seen, number = view.read(observation), worlds.talon.shape[1]
    position = np.repeat(np.arange(len(seen)), number)
    whole = engine = laid_out(view, seen, worlds, position)
    past, hidden = Past(view, observation, seen, position), Hidden(worlds)
    rows, decider = np.arange(len(position)), seen.position[position]
    while True:
        own = engine.seat_from_dealer == decider[rows]
        numbers = next_numbers(engine, past, hidden, rows, own)
        done = numbers == NOTHING
        if done.any():
            stopped, going = np.flatnonzero(done), np.flatnonzero(~done)
            whole.replace(rows[stopped], engine.subset(stopped))
            if not going.size:
                return whole
            engine, rows, numbers, own = engine.subset(going), rows[going], numbers[going], own[going]
        hear(engine, rows, numbers, own)
        engine.step(numbers)


def next_numbers(engine: WorldEngine, past: Past, hidden: Hidden, rows: Numbers, own: Bools) -> Numbers:
    """What happened next at the tables `rows` intp [k], as numbers of bits or calls, intp [k]; `NOTHING` where the
    decision has been reached. `own` bool [k]: whether the position's own seat decides."""
    kind = engine.kind.astype(np.intp)
    numbers = np.full(len(rows), NOTHING)
    for card_kind, cards in hidden.by_kind.items():
        due = np.flatnonzero(kind == card_kind)
        numbers[due] = lowest(cards[rows[due]] & engine.legal[due].astype(U64))
    in_play = np.isin(kind, (PLAY, CALL))
    numbers[in_play] = past.next_cards(rows[in_play])
    called = ~engine.card_due
    heard = past.next_calls(rows[called], kind[called])
    # R40: of a Jamboree that another has declined nobody has heard.
    unheard = np.where((kind[called] == ANNOUNCE) & ~own[called], PLAY_ON, NOTHING)
    numbers[called] = np.where(heard == NOTHING, unheard, heard)
    return numbers


class Hidden:
    """The cards that left a hand unseen, by world: uint64 [B] by kind of decision."""

    def __init__(self, worlds: Worlds) -> None:
        gifts, bests = (np.bitwise_or.reduce(cards, 2).ravel() for cards in (worlds.gifts, worlds.bests))
        discard = worlds.discard.ravel()
        self.by_kind = {GIVE: gifts, BEST: bests, DISCARD: discard, BURY: discard}


def laid_out(view: HandView, seen: Seen, worlds: Worlds, position: Numbers) -> WorldEngine:
    """Tables at the beginning of the deals of all worlds."""
    rules, tables = view.rules, len(position)
    dealer = seen.dealer[position]
    dealt = worlds.dealt.reshape(tables, rules.players)
    from_dealer = (np.arange(rules.players) + dealer[:, None]) % rules.players
    turned = np.maximum(place_of(seen["named"]) + 1, 0)[position]  # from the suit named back to the one turned up
    # The seat's own side comes first where it counts them.
    sides = np.arange(rules.sides)[:, None]
    own_side = -dealer % rules.players % rules.sides
    scores, games = (fact[(sides - own_side) % rules.sides, position] for fact in (_scores(seen), _games(seen)))
    return WorldEngine.laid_out(
        rules,
        hands=np.take_along_axis(dealt, from_dealer, 1),
        talon=worlds.talon.reshape(tables),
        turned=turned,
        scores=scores,
        games=games,
        number=seen["deals_played"][position].astype(np.intp) + 1,
    )


def _scores(seen: Seen) -> Numbers:
    return np.stack([seen.score(side) for side in range(seen.view.rules.sides)])


def _games(seen: Seen) -> Numbers:
    return np.stack([seen[f"games_side+{side}"].astype(np.intp) for side in range(seen.view.rules.sides)])


def offsets_of(actions: ActionTable) -> Numbers:
    """intp [kinds]: by kind of decision, what an action of the game is more than the bit or call that it stands for."""
    return np.array([actions.offset.get(kind, 0) for kind in KINDS], np.intp)


def lowest(cards: Words) -> Numbers:
    """intp [k]: the lowest bit of each word, `NOTHING` where there is none."""
    return place_of(cards & (~cards + U64(1)))
