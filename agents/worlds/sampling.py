"""Worlds: complete placements of the cards, each as likely as any other that agrees with all that a seat knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.view import U64, HandView, Words
from agents.worlds.counting import NO_CARD, Pools, Ways
from agents.worlds.draws import chances, position_keys, world_keys
from agents.worlds.facts import Facts
from agents.worlds.knowledge import Cases, Knowledge
from agents.worlds.world import Worlds, laid_in, worlds_of
from euchre_env import Rules

CHOICE_OF_CASE = 64  # a step after all cards
POSITIONS = 256  # at once, so that memory is bounded


class WorldSampler:
    """Samples worlds for the seats that decide in one game.

    What is drawn is uniform over *histories*: a deal together with the cards that others have put away, given and
    passed on unseen, such that the seat would have seen exactly what it has seen. So among the six cards of a dealer
    who took the turn-up, each that he may put away is as likely to have been; likewise the card that a lone player
    passed over, the widow's cards that a bidder buried, and, of several best cards, the one given. Nothing is concluded
    from what the others have called and played but what the rules make certain: the suits in which they have shown a
    void (P1), the partner's best of R10.

    Where the dealer's discard is all that is hidden, every history is another placement of the unseen cards in the
    hands, the discard and the stock; placements are uniform, too.

    >>> from euchre_env import VectorEuchre, rules_for
    >>> tables = VectorEuchre("north_american", num_tables=2, seed=1)
    >>> worlds = WorldSampler(tables.rules).sample(tables.observe(), 3, np.random.default_rng(0))
    >>> np.bitwise_count(worlds.hands[0, 0]).tolist(), worlds.hands.shape
    ([5, 5, 5, 5], (2, 3, 4))
    """

    def __init__(self, rules: Rules, view: HandView | None = None) -> None:
        self.rules, self.view = rules, view or HandView(rules)
        self.knowledge = Knowledge(self.view)

    def count(self, observation: NDArray[np.uint8]) -> NDArray[np.float64]:
        """float64 [n]: how many histories agree with each observation uint8 [n, F]."""
        cases = self._cases(observation)[2]
        pools, total = Pools.of(cases), np.zeros(len(cases))
        for rows in pools.batches():
            total[rows] = Ways(pools, rows).total
        return np.bincount(cases.position, total, len(observation)).astype(np.float64)

    def admits(self, observation: NDArray[np.uint8], worlds: Worlds) -> NDArray[np.bool_]:
        """bool [n, N]: whether each of N worlds agrees with all that the seat knows, observations uint8 [n, F]."""
        facts, _, cases = self._cases(observation)
        laid, best = laid_in(facts, worlds)  # uint64 [n, N, P], uint64 [n, N]
        laid, best = laid[cases.position], best[cases.position]
        there = laid & ~cases.placed[:, None]
        known = (cases.placed[:, None] & ~laid == 0) & (there & ~cases.allowed[:, None] == 0)
        fits = (known & (np.bitwise_count(there) == cases.room[:, None])).all(2)
        fits &= np.bitwise_or.reduce(there, 2) == cases.unseen[:, None]
        fits &= best == cases.best[:, None]
        admitted = np.zeros((len(observation), fits.shape[1]), bool)
        np.logical_or.at(admitted, cases.position, fits)
        return admitted

    def sample(self, observation: NDArray[np.uint8], worlds: int, rng: np.random.Generator) -> Worlds:
        """N = `worlds` worlds for each of n observations uint8 [n, F].

        One number is drawn from `rng`. With it, the worlds of an observation depend on nothing else: not on what is
        hidden from the seat, nor on the other observations.

        Raises:
            ValueError: an observation that no deal leads to.
        """
        keys = world_keys(position_keys(observation, rng), worlds)
        firsts = range(0, len(observation), POSITIONS)
        parts = [
            self._sample(observation[first : first + POSITIONS], keys[first : first + POSITIONS]) for first in firsts
        ]
        return Worlds(*(np.concatenate(cards) for cards in zip(*parts, strict=True)))

    def _sample(self, observation: NDArray[np.uint8], keys: Words) -> Worlds:
        facts, own_best, cases = self._cases(observation)
        laid, case = drawn(cases, keys)
        return worlds_of(facts, own_best, laid | cases.placed[case], cases.best[case])

    def _cases(self, observation: NDArray[np.uint8]) -> tuple[Facts, Words, Cases]:
        """What n observations say, the best cards that the seats have got, uint64 [n], and everything possible."""
        facts, own_best = Facts(self.view, self.view.read(observation)), self.knowledge.own_best(observation)
        return facts, own_best, self.knowledge.cases(facts, own_best)


def drawn(cases: Cases, keys: Words) -> tuple[Words, NDArray[np.intp]]:
    """N worlds of each of n positions by their keys uint64 [n, N]: the cards laid in every place, uint64 [n, N, P], and
    in which case, intp [n, N]."""
    pools = Pools.of(cases)
    batches = [(rows, Ways(pools, rows)) for rows in pools.batches()]
    total, place = np.zeros(len(cases)), np.zeros(len(cases), np.intp)
    batch = np.zeros(len(cases), np.intp)
    for number, (rows, ways) in enumerate(batches):
        total[rows], batch[rows], place[rows] = ways.total, number, np.arange(len(rows))
    case = chosen_cases(cases.position, total, keys)
    laid = np.zeros((*keys.shape, cases.room.shape[1]), U64)
    for number, (rows, ways) in enumerate(batches):
        wanted = batch[case] == number
        laid[wanted] = lay(ways, cases.room[rows], place[case[wanted]], keys[wanted])
    return laid, case


def chosen_cases(position: NDArray[np.intp], total: NDArray[np.float64], keys: Words) -> NDArray[np.intp]:
    """intp [n, N]: a case of each position for each world, drawn with chances in proportion to the ways `total`."""
    positions = np.arange(len(keys))
    of_position = np.bincount(position, total, len(keys))
    if not of_position.all():
        raise ValueError(f"observation {int(of_position.argmin())} is none that a deal of this game leads to")
    first, end = np.searchsorted(position, positions), np.searchsorted(position, positions, side="right")
    if (end - first == 1).all():
        return np.repeat(first[:, None], keys.shape[1], 1)
    until = np.cumsum(total / of_position[position])  # a position adds 1, however many ways it has
    at = positions[:, None] + chances(keys, CHOICE_OF_CASE)
    case = np.searchsorted(until, at.ravel(), side="right").reshape(keys.shape)
    return np.clip(case, first[:, None], end[:, None] - 1)


def lay(ways: Ways, room: NDArray[np.intp], case: NDArray[np.intp], keys: Words) -> Words:
    """uint64 [W, P]: the cards laid in the places, for W worlds of the cases `case` intp [W].

    Card by card: a place is as likely as there are ways to lay the rest when this card is there.
    """
    places = np.flatnonzero(room.any(0))
    left = np.ascontiguousarray(room.T[places].astype(np.float64).take(case, 1))  # [places, W]
    stride = ways.stride.T[places].take(case, 1)
    state = ways.start.take(case)
    laid = np.zeros((len(places) + 1, len(case)), U64)
    world = np.arange(len(case))
    chances_up_to = np.empty_like(left)
    for step, cards in enumerate(ways.cards):
        allowed = ways.allowed[step][places].astype(np.float64)
        for k in range(len(places)):
            weight = allowed[k].take(case) * left[k]
            if ways.pools:
                weight *= ways.left[step + 1].take(state - stride[k], mode="wrap")
            np.add(weight, chances_up_to[k - 1] if k else 0, out=chances_up_to[k])
        at = chances(keys, len(ways.cards) - step) * chances_up_to[-1]  # the same ones in every batch
        place = (chances_up_to <= at).sum(0)  # one beyond the last where no card is laid
        card = cards.take(case)
        place[card == NO_CARD] = len(places)
        laid[place, world] |= U64(1) << card.astype(U64)
        some = np.minimum(place, len(places) - 1)
        moved = place < len(places)
        left[some, world] -= moved
        state -= stride[some, world] * moved
    whole = np.zeros((len(case), room.shape[1]), U64)
    whole[:, places] = laid[:-1].T
    return whole
