"""An observation read back: everything that the seat has been allowed to see in the deal, in words a player knows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from euchre_env.actions import actions_of
from euchre_env.hearing import Facts, calls_heard
from euchre_env.observation import ObservationPlan, layout_of, plan_of
from euchre_env.rules import Rules, check_rules
from euchre_env.spelling import shown


@dataclass(frozen=True)
class Sight:
    """What the seat that decides knows. Seats count from it (0 itself, 1 on its left); cards are labels such as
    "trump A".

    Attributes:
        kind: the decision that is due.
        legal: the legal actions by name, as `ActionTable.names` has them.
        hand: the cards it holds; a blind maker does not see them (C9).
        turn_up: the card turned up, None where bids are made; `turn_up_given` whether it went as the best card (R13).
        discards: the cards it has put away face down for the turn-up or the widow.
        given: the card it has passed to its partner, `best` the one it got for it (R9); `widow` the widow it took.
        exposed: the Jambone that lies open (R30).
        dealer: the seat that dealt.
        deal: number of the deal in its match, from 1; None where a match has no end by deals.
        calls: (seat, call) in order: "pass", "name[next]", "bid_3[cross1]", "ask_best", "partner[seat+2]" (counted from
            the bidder) ...; a blind maker's is "name_blind".
        maker: the seat that made trump, or the highest bidder so far, or None; `alone` whether it plays alone, `bid`
            its bid, `partners` those it has chosen, `opposed_by` the seat that plays alone against it.
        sits_out: the seats that do.
        tricks: for each trick begun, (seat, card) in the order played, the one in progress last.
        taken: tricks taken by each seat.
        scores: points by side, the own side first, before the deal; `games` likewise the games won in the match.
        voids: for each seat, the suits in which it has shown to be void.
    """

    kind: str
    legal: tuple[str, ...]
    hand: tuple[str, ...]
    turn_up: str | None
    turn_up_given: bool
    discards: tuple[str, ...]
    given: str | None
    best: str | None
    widow: tuple[str, ...]
    exposed: tuple[str, ...]
    dealer: int
    deal: int | None
    calls: tuple[tuple[int, str], ...]
    maker: int | None
    alone: bool
    bid: int | None
    partners: tuple[int, ...]
    opposed_by: int | None
    sits_out: tuple[int, ...]
    tricks: tuple[tuple[tuple[int, str], ...], ...]
    taken: tuple[int, ...]
    scores: tuple[int, ...]
    games: tuple[int, ...]
    voids: tuple[tuple[str, ...], ...]


class Blocks:
    """The bits of one observation by block; blocks that a game lacks are empty."""

    def __init__(self, rules: Rules, observation: NDArray[np.uint8]) -> None:
        self.layout = layout_of(rules)
        self.bits = {block: observation[at] for block, at in self.layout.blocks.items()}

    def __getitem__(self, block: str) -> NDArray[np.uint8]:
        return self.bits.get(block, np.zeros(0, np.uint8))

    def labels(self, block: str) -> tuple[str, ...]:
        """The labels of the bits that are up."""
        up = self[block]
        return tuple(label for label, bit in zip(self.layout.labels(block), up, strict=True) if bit) if len(up) else ()

    def label(self, block: str) -> str | None:
        """The label of the only bit that is up, or None."""
        return next(iter(self.labels(block)), None)

    def place(self, block: str, first: int = 0) -> int | None:
        """Where the only bit that is up stands, counted from `first`, or None."""
        places = self.places(block, first)
        return places[0] if places else None

    def places(self, block: str, first: int = 0) -> tuple[int, ...]:
        """Where bits are up, counted from `first`."""
        return tuple(int(place) + first for place in np.flatnonzero(self[block]))

    def number(self, block: str) -> int:
        """A field of bits, the lowest first, as a number."""
        return sum(int(bit) << k for k, bit in enumerate(self[block]))


def decode(rules: Rules, observation: NDArray[np.uint8]) -> Sight:
    """One observation, uint8 [F] bits, as a `Sight`.

    Raises:
        RulesError: these are no rules.
        ValueError: the observation is not of this game's length.

    >>> from euchre_env.variants import rules_for
    >>> from euchre_env.vector import VectorEuchre
    >>> tables = VectorEuchre("four_handed", seed=0)
    >>> sight = decode(tables.rules, tables.observe()[0])
    >>> sight.kind, len(sight.hand), sight.dealer, sight.calls
    ('make', 5, 3, ())
    """
    check_rules(rules)
    layout, plan = layout_of(rules), plan_of(rules)
    shape = np.shape(observation)
    if not isinstance(observation, np.ndarray) or shape != (layout.size,):
        what = f"an observation of shape {shape}" if isinstance(observation, np.ndarray) else shown(observation)
        raise ValueError(f"{what}; this game's is an array of shape ({layout.size},)")
    blocks = Blocks(rules, observation)
    facts = _facts(rules, plan, blocks)
    rung = blocks.place("bid")
    return Sight(
        kind=facts.kind,
        legal=tuple(name for name, bit in zip(plan.actions.names, observation, strict=False) if bit),
        hand=blocks.labels("own_hand"),
        turn_up=blocks.label("turn_up"),
        turn_up_given=bool(blocks["turn_up_given"].any()),
        discards=blocks.labels("own_discard"),
        given=blocks.label("own_given"),
        best=blocks.label("own_best"),
        widow=blocks.labels("own_widow"),
        exposed=blocks.labels("exposed"),
        dealer=facts.dealer,
        deal=None if rules.num_deals is None else blocks.number("deals_played") + 1,
        calls=calls_heard(rules, facts),
        maker=facts.maker,
        alone=facts.alone,
        bid=None if rung is None else rules.bids[rung].worth,
        partners=facts.partners,
        opposed_by=facts.opposed_by,
        sits_out=blocks.places("sits_out", 1),
        tricks=_tricks(rules, plan, blocks),
        taken=tuple(blocks.number(f"tricks_{seat}") for seat in plan.seat_names),
        scores=tuple(_score(rules, blocks, side) for side in range(rules.sides)),
        games=tuple(blocks.number(f"games_side+{side}") for side in range(rules.sides)),
        voids=tuple(blocks.labels(f"void_{seat}") for seat in plan.seat_names),
    )


def _facts(rules: Rules, plan: ObservationPlan, blocks: Blocks) -> Facts:
    """What the observation says of the calls."""
    own = blocks["own_hand"] | blocks["played_own"]
    jamboree = np.array([plan.actions.pack.jamboree >> bit & 1 for bit in range(rules.pack)], np.uint8)
    with_turn_up = own | blocks["own_discard"] | (0 if rules.bids else blocks["turn_up"])
    mine = rules.jamboree and blocks.place("maker") == 0
    return Facts(
        kind=plan.kinds[blocks.place("kind") or 0],
        dealer=blocks.place("dealer") or 0,
        maker=blocks.place("maker"),
        round=blocks.place("round", 1),
        alone=bool(blocks["alone"].any()),
        named=blocks.label("named"),
        choice=blocks.label("choice"),
        opposed_by=blocks.place("opposed_by"),
        opposed_choice=blocks.label("opposed_choice"),
        jambone=bool(blocks["jambone"].any()),
        has_discarded=bool(blocks["own_discard"].any()),
        bids=tuple((blocks.number(f"bid_{seat}"), blocks.number(f"bid_suit_{seat}")) for seat in plan.seat_names),
        partners=blocks.places("partners"),
        declined_with_turn_up=mine and not (jamboree & ~with_turn_up).any(),
        declined=mine and not (jamboree & ~own).any(),
    )


def _score(rules: Rules, blocks: Blocks, side: int) -> int:
    field, value = blocks[f"score_side+{side}"], blocks.number(f"score_side+{side}")
    below_zero = rules.euchre_mode == "set_back" or rules.jambone_euchre == "deduct"
    return value - (1 << len(field)) if below_zero and len(field) and field[-1] else value


def _tricks(rules: Rules, plan: ObservationPlan, bits: Blocks) -> tuple[tuple[tuple[int, str], ...], ...]:
    """The cards played, trick by trick, in order: from the one led, round the table."""
    cards = actions_of(rules).pack.labels
    number = sum(bits[f"trick_number_bit{k}"].astype(int) << k for k in range(plan.trick_planes))
    on_table = np.any([bits[f"on_table_{name}"] for name in plan.at_table], 0)
    current = np.flatnonzero(bits["trick"])
    number = np.where(on_table, current[0] if len(current) else 0, number)
    tricks: list[list[tuple[int, str]]] = [[] for _ in range(int(current[0]) + 1 if len(current) else 0)]
    leaders: dict[int, int] = {}
    for seat, name in enumerate(plan.seat_names):
        for card in np.flatnonzero(bits[f"played_{name}"]):
            tricks[number[card]].append((seat, cards[card]))
            if bits["led"][card]:
                leaders[int(number[card])] = seat
    return tuple(
        tuple(sorted(played, key=lambda play: (play[0] - leaders[k]) % rules.players)) if played else ()
        for k, played in enumerate(tricks)
    )
