"""What has happened in a deal, as its seat has seen it, in the numbers that lead tables there.

Shapes: n positions, L the most calls or cards that any of them has seen. Seats count from the one that decides.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from agents.view import U64, HandView, Seen
from euchre_env import KINDS, Rules, actions_of, decode

Numbers = NDArray[np.intp]

NOTHING = -1

# Of an observation, what its calls can be told from; the cards count where a Jamboree may have been declined (R40).
CALL_BLOCKS = (
    *("kind", "round", "dealer", "maker", "alone", "named", "bid", "partners"),
    *("choice", "opposed_by", "opposed_choice", "jambone", "own_discard"),
)
CARD_BLOCKS = ("own_hand", "turn_up")


class Past:
    """The calls heard and the cards played at n positions, told again at B tables, one call or card after the other.

    Attributes:
        kinds, calls: intp [n, L] the kind of each decision, as an index into `KINDS`, and the number of the call made;
            -1 after the last.
        plays: intp [n, L] the cards played in order, by bit; -1 after the last.
        position: intp [B] the position of each table.
        called, played: intp [B] how many calls and cards have been told there.
    """

    def __init__(self, view: HandView, observation: NDArray[np.uint8], seen: Seen, position: NDArray[np.intp]) -> None:
        told = _calls(view, observation)
        longest = max((len(calls) for calls in told), default=0) + 1  # -1 follows the last of the longest, too
        self.kinds, self.calls = np.full((2, len(seen), longest), NOTHING)
        for row, calls in enumerate(told):
            for place, (kind, number) in enumerate(calls):
                self.kinds[row, place], self.calls[row, place] = kind, number
        self.plays, self.position = cards_in_order(view, seen), position
        self.called, self.played = np.zeros((2, len(position)), np.intp)

    def next_calls(self, tables: Numbers, kind: Numbers) -> Numbers:
        """intp [k]: the next call at each of some tables, if it is of this kind, intp [k]; else, and after the last,
        -1."""
        at, next_call = self.position[tables], self.called[tables]
        heard = self.kinds[at, next_call] == kind
        self.called[tables] += heard
        return np.where(heard, self.calls[at, next_call], NOTHING)

    def next_cards(self, tables: Numbers) -> Numbers:
        """intp [k]: the next card at each of some tables; -1 after the last."""
        cards = self.plays[self.position[tables], self.played[tables]]
        self.played[tables] += 1
        return cards


def _calls(view: HandView, observation: NDArray[np.uint8]) -> list[tuple[tuple[int, int], ...]]:
    """By position, (kind, number) of each call heard."""
    rules, blocks = view.rules, view.layout.blocks
    relevant = np.zeros(view.layout.size, np.uint8)
    wanted = CALL_BLOCKS + CARD_BLOCKS * rules.jamboree
    for block, place in blocks.items():
        relevant[place] = block in wanted or block.startswith("bid_")
    told = observation & relevant
    if rules.jamboree:  # cards played are as good as held, and a trick would have to be told of
        told[:, blocks["own_hand"]] |= observation[:, blocks["played_own"]]
    return [numbered_calls(rules, row.tobytes()) for row in told]


@lru_cache(maxsize=1 << 14)
def numbered_calls(rules: Rules, observation: bytes) -> tuple[tuple[int, int], ...]:
    """(kind as an index into `KINDS`, number of the call) for every call that an observation, uint8 [F], tells of.

    Seats may be anywhere and the first suit any: a blind maker's, and the first bid's, are said to be the one that the
    cards are seen from. What counts is how later ones relate to them.
    """
    actions, frame, numbered = actions_of(rules), 0, []
    for _, call in decode(rules, np.frombuffer(observation, np.uint8)).calls:
        if call == "name_blind":
            numbered.append((KINDS.index("name_blind"), 1))
            continue
        kind, number = next((kind, calls.index(call)) for kind, calls in actions.calls.items() if call in calls)
        if kind == "bid" and number:  # 1 + 4 * rung + suit, from the suit that the bids before have led to
            suit = number - 1 & 3
            number, frame = 1 + (number - 1 & ~3) + (suit ^ frame), suit
        numbered.append((KINDS.index(kind), number))
    return tuple(numbered)


def cards_in_order(view: HandView, seen: Seen) -> Numbers:
    """intp [n, L]: the cards that have been played, by bit; -1 after the last."""
    players, size, rows = view.rules.players, view.pack.size, np.arange(len(seen))[:, None]
    bits = np.arange(size, dtype=U64)
    by_seat = np.stack([cards[:, None] >> bits & U64(1) for cards in seen.played_by]) != 0  # bool [S, n, C]
    seat, played = by_seat.argmax(0), by_seat.any(0)
    trick = np.zeros(played.shape, np.intp)
    for plane in range((view.rules.hand_size - 2).bit_length()):
        trick |= (seen[f"trick_number_bit{plane}"][:, None] >> bits & U64(1)).astype(np.intp) << plane
    trick = np.where(seen.table[:, None] >> bits & U64(1), seen.trick[:, None], trick)
    leader = np.zeros((len(seen), view.rules.hand_size + 1), np.intp)
    led = (seen["led"][:, None] >> bits & U64(1)) != 0
    leader[rows, np.where(led, trick, view.rules.hand_size)] = seat
    turn = (seat - leader[rows, trick]) % players
    last = players * view.rules.hand_size
    order = np.where(played, trick * players + turn, last)
    most = int(played.sum(1).max(initial=0))
    cards = np.argsort(order, axis=1, kind="stable")[:, :most]
    in_order = np.where(played[rows, cards], cards, NOTHING)
    return np.pad(in_order, ((0, 0), (0, 1)), constant_values=NOTHING)
