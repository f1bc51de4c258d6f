"""What a deal must be to be laid out: all cards of the pack once, hands of the right size, a dealer who sits there."""

from __future__ import annotations

from euchre_env.cards import Deal, pack_of
from euchre_env.checks import is_index
from euchre_env.rules import Rules
from euchre_env.spelling import shown

HIGHEST = 1_000_000_000  # of a deal number or a score: what the engine's integers hold with room to spare


class DealError(ValueError):
    """A deal that cannot have been dealt; the message names the culprit."""


def check_beginning(rules: Rules, dealer: int, scores: list[int] | None, games: list[int] | None, number: int) -> None:
    """See that there are such a dealer and deal number, and that a deal of a match can begin at these scores and games.

    Raises:
        DealError: there are not, or it cannot.
    """
    if not is_index(dealer, rules.players):
        raise DealError(f"dealer: must be a seat from 0 to {rules.players - 1}, not {shown(dealer)}")
    if number < 1 or (rules.num_deals is not None and number > rules.num_deals):
        right = f"a number from 1 to num_deals={rules.num_deals}" if rules.num_deals else "a number from 1"
        raise DealError(f"deal: must be {right}, not {number}")
    for name, values in (("scores", scores), ("games", games)):
        if values is not None and len(values) != rules.sides:
            raise DealError(f"{name}: must be {rules.sides} of them in {rules.variant}, not {len(values)}")
    if scores is not None:
        _check_range("scores", scores, score_bounds(rules))
        highest = max(scores)
        if rules.target is not None and highest >= rules.target and scores.count(highest) == 1:
            raise DealError(
                f"scores: {highest:,} with target={rules.target:,} has won; only several sides level at the top play on"
            )
    if games is not None:
        _check_range("games", games, (0, rules.match_games - 1))


def _check_range(name: str, values: list[int], bounds: tuple[int, int]) -> None:
    low, high = bounds
    for side, value in enumerate(values):
        if not low <= value <= high:
            raise DealError(f"{name}, side {side}: before a deal from {low:,} to {high:,}, not {value:,}")


def score_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest score before a deal.

    4.2 C, R30a: under two options points are lost. A game ends with `target` points; only in the bidding games may
    sides level at the target play on (4.5), or a match have no target.
    """
    loses = rules.euchre_mode == "set_back" or (rules.jambone and rules.jambone_euchre == "deduct")
    return -HIGHEST if loses else 0, HIGHEST if rules.target is None or rules.bids else rules.target - 1


def _check_is_deal(deal: object) -> None:
    if not isinstance(deal, Deal):
        raise DealError(f"deal={shown(deal)}: must be a Deal; open_record makes a table from a record")


def check_deal(rules: Rules, deal: Deal) -> None:
    """See that these are the cards of one deal of this game.

    Raises:
        DealError: it is no deal; a card the pack does not have, or twice or missing; a hand of the wrong size.
    """
    _check_is_deal(deal)
    pack = pack_of(rules.pack)
    if len(deal.hands) != rules.players:
        raise DealError(f"hands: must be {rules.players} of them in {rules.variant}, not {len(deal.hands)}")
    for seat, hand in enumerate(deal.hands):
        if len(hand) != rules.hand_size:
            raise DealError(f"seat {seat} holds {len(hand)} cards, not {rules.hand_size}: {' '.join(hand)}")
    if (deal.upcard is None) != bool(rules.bids):
        right = "null where bids are made" if rules.bids else "a card"
        raise DealError(f"upcard: must be {right} in {rules.variant}, not {deal.upcard or 'null'}")
    seen: set[str] = set()
    turned = () if deal.upcard is None else (deal.upcard,)
    for card in (*(card for hand in deal.hands for card in hand), *turned, *deal.stock):
        try:
            pack.parse(card, 0)
        except ValueError as error:
            raise DealError(str(error)) from None
        if card in seen:
            raise DealError(f"{card} is dealt twice")
        seen.add(card)
    if len(seen) != pack.size:
        missing = [name for name in pack.names(pack.all, 0) if name not in seen]
        stock = pack.size - len(seen) + len(deal.stock)
        raise DealError(f"stock: must be {stock} cards, not {len(deal.stock)}; missing: {' '.join(missing)}")
