"""The figures of the heuristics, found once on duplicate deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class PlayWeights:
    """What is weighed when a card is played, in any unit: of the cards that may be played the highest sum decides.

    Attributes:
        considerations: by name as in `play.CONSIDERATIONS`, the weight in each of `play.ROLES`.
        makers_trumps: how many times more trumps a maker holds than chance says.
        rescue: how often a friend takes a trick that is being lost, when he could.
    """

    considerations: Mapping[str, tuple[float, ...]]
    makers_trumps: float = 1.6
    rescue: float = 0.6


@dataclass(frozen=True)
class DiscardWeights:
    """What spares a card from being put away.

    Attributes:
        rank: a rank more.
        ace: that it is the highest of its suit.
        company: every other card of its suit in the hand.
    """

    rank: float = 0.1
    ace: float = 1.0
    company: float = 0.5


@dataclass(frozen=True)
class MakingWeights:
    """What is weighed when trump is made; the unit is a point, and above 0 it is better made than passed.

    Attributes:
        holdings: what each of `strength.HOLDINGS` adds to making.
        turn_up: what a turn-up adds for each step of its height (0 to 4) when it goes to the partner, and when to an
            adversary.
        first, next, cross: what the position adds, the dealer first, then the eldest hand and on round the table:
            to accept the turn-up, to name the suit of its colour, to name one of the other colour.
        alone: what each of `strength.HOLDINGS` adds to playing alone instead.
        alone_first, alone_later: what is added to that in the first and in the second round.
        last_chance: what is added to making when others need one point to win the game.
    """

    holdings: tuple[float, ...]
    turn_up: tuple[float, float]
    first: tuple[float, ...]
    next: tuple[float, ...]
    cross: tuple[float, ...]
    alone: tuple[float, ...] = (0.0,) * 11
    alone_first: float = 0.0
    alone_later: float = 0.0
    last_chance: float = 0.3


@dataclass(frozen=True)
class LoneWeights:
    """What is weighed around a lone hand.

    Attributes:
        oppose: what each of `strength.HOLDINGS` adds to playing alone against it; above 0, with the `base`, it is done.
        base: what is added to that.
        pat: the highest trumps that must be held to ask for nothing where that pays more.
    """

    oppose: tuple[float, ...]
    base: float
    pat: int


@dataclass(frozen=True)
class BiddingWeights:
    """What is weighed in the bidding games.

    Attributes:
        holdings: what each of `strength.HOLDINGS` adds to the odds (their logarithm) of making a bid with partners.
        alone: likewise of a bid against everybody.
        bids: by the worth of a bid, what is added for it.
        enough: points that a bid must gain on average to be better than leaving the deal to others.
        same_suit: a bid on the same suit makes a partner as welcome as one that is so many steps higher.
    """

    holdings: tuple[float, ...]
    alone: tuple[float, ...]
    bids: Mapping[int, float]
    enough: float
    same_suit: float


@dataclass(frozen=True)
class Parameters:
    """Everything that is weighed in one game; None where it does not arise."""

    play: PlayWeights
    making: MakingWeights | None = None
    lone: LoneWeights | None = None
    bidding: BiddingWeights | None = None
    discard: DiscardWeights = DiscardWeights()
