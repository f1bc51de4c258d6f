"""Mutations of the bidding games and of the blind dealer: each is one fault in the program, beside it tests that must
not survive it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from euchre_env import contract, match, rules, scripts, table
from euchre_env.contract import Contract
from euchre_env.rules import Bid, Rules
from euchre_env.scripts import bidding, exchange, making, play
from euchre_env.scripts.language import Ask, Known, Part, ask_call

from . import test_bidding_matches as matches
from . import test_bidding_scores as scores
from . import test_british as british
from . import test_five_handed as five
from . import test_joker_turnup as joker
from . import test_seven_handed as seven
from .mutations import Check, Mutation, must_break, named

# ---- the bidding -----------------------------------------------------------------------------------------------------


def ask_otherwise(patch: pytest.MonkeyPatch, kind: str, calls_of: Callable[[int, tuple[int, ...], Known], Any]) -> None:
    """Let the bidding offer other calls in decisions of one kind."""

    def ask(asked: str, seat: int, calls: tuple[int, ...], known: Known) -> Ask:
        return ask_call(asked, seat, tuple(calls_of(seat, calls, known)) if asked == kind else calls, known)

    patch.setattr(bidding, "ask_call", ask)


def an_equal_bid_outbids(patch: pytest.MonkeyPatch) -> None:
    def calls(seat: int, honest: tuple[int, ...], known: Known) -> Any:
        rung = known.contract.bid
        return sorted({*honest, *(1 + 4 * rung + suit for suit in range(4) if rung >= 0)})

    ask_otherwise(patch, "bid", calls)


def the_dealer_must_bid(patch: pytest.MonkeyPatch) -> None:
    ask_otherwise(patch, "bid", lambda seat, honest, known: honest[1:] if seat == 0 and len(honest) > 1 else honest)


def the_dealer_bids_first(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bidding, "turn_order", lambda rules: tuple(range(rules.players)))


def min_bid_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Rules, "bids", property(lambda self: rules.LADDERS.get(self.players, ())))


def partners_in_any_order(patch: pytest.MonkeyPatch) -> None:
    ask_otherwise(patch, "partner", lambda seat, honest, known: range(honest[-1] + 1))


def change_rung(players: int, worth: int, **changes: Any) -> Mutation:
    """One rung of a ladder is not as it should be."""

    def mutation(patch: pytest.MonkeyPatch) -> None:
        ladder: tuple[Bid, ...] = rules.LADDERS[players]
        changed = tuple(bid._replace(**changes) if bid.worth == worth else bid for bid in ladder)
        patch.setitem(rules.LADDERS, players, changed)

    mutation.__name__ = f"{players}_handed_{worth}_with_{'_'.join(changes)}_changed"
    return mutation


# ---- the play and what it pays ---------------------------------------------------------------------------------------


def the_eldest_leads(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(play, "first_leader", lambda rules, contract, playing: 1)


def all_tricks_count(patch: pytest.MonkeyPatch) -> None:
    """Overtricks are paid."""
    honest = contract.contract_points

    def points(rules: Rules, settled: Contract, tricks: int) -> tuple[int, int]:
        ours, theirs = honest(rules, settled, tricks)
        return max(ours, tricks) if ours else 0, theirs

    patch.setattr(contract, "contract_points", points)


def failure_is_set_back(patch: pytest.MonkeyPatch) -> None:
    honest = contract.contract_points

    def points(rules: Rules, settled: Contract, tricks: int) -> tuple[int, int]:
        ours, theirs = honest(rules, settled, tricks)
        return (ours, 0) if ours else (-theirs, 0)

    patch.setattr(contract, "contract_points", points)


def partners_score_nothing(patch: pytest.MonkeyPatch) -> None:
    honest = contract.makers
    patch.setattr(contract, "makers", lambda rules, settled: honest(rules, settled)[:1])


def partners_tricks_do_not_count(patch: pytest.MonkeyPatch) -> None:
    honest = table.makers
    patch.setattr(table, "makers", lambda rules, settled: honest(rules, settled)[:1])


# ---- matches ---------------------------------------------------------------------------------------------------------


def settle_otherwise(patch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Deals are entered by another maker or under another number."""
    honest = match.settle

    def settle(rules: Rules, *columns: Any) -> match.Standing:
        *more, maker, number = columns
        return honest(rules, *more, changes.get("maker", maker), changes.get("number", number))

    patch.setattr(table, "settle", settle)


def the_bidder_has_no_first_count(patch: pytest.MonkeyPatch) -> None:
    settle_otherwise(patch, maker=np.array([-1]))


def the_number_of_deals_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    settle_otherwise(patch, number=np.array([1]))


def a_hundred_is_enough(patch: pytest.MonkeyPatch) -> None:
    """Everybody above the target wins, tied or not."""
    patch.setattr(match, "winners_of_game", lambda rules, scores, *_: scores >= (rules.target or 10_000))


# ---- the blind dealer ------------------------------------------------------------------------------------------------


def a_turned_joker_is_bid_for(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scripts, "turn_up", making.making)


def the_blind_dealer_leaves_the_joker(patch: pytest.MonkeyPatch) -> None:
    def nothing(rules: Rules, known: Known) -> Part:
        return
        yield

    patch.setattr(exchange, "dealers_discard", nothing)


def the_blind_dealer_may_not_name_hearts(patch: pytest.MonkeyPatch) -> None:
    def ask(kind: str, seat: int, calls: tuple[int, ...], known: Known) -> Ask:
        return ask_call(kind, seat, calls[:3] if kind == "name_blind" else calls, known)

    patch.setattr(making, "ask_call", ask)


BEFORE_A_HUNDRED = [0, 98, 0, 98, 0]
MUTATIONS: list[tuple[Mutation, list[Check]]] = [
    (
        an_equal_bid_outbids,
        [
            partial(five.test_4_5_a_bid_must_exceed_the_one_before, 4, "S"),
            partial(seven.test_4_6_a_bid_must_exceed_the_one_before, 7, "S"),
        ],
    ),
    (the_dealer_must_bid, [five.test_4_5_all_pass_and_the_deal_is_void]),
    (the_dealer_bids_first, [partial(five.test_4_5_one_round_of_bids_from_the_eldest, 2)]),
    (min_bid_is_forgotten, [five.test_A23_min_bid, seven.test_A23_min_bid_seven_handed]),
    (
        partners_in_any_order,
        [
            partial(five.test_4_5_two_partners_are_named_from_the_bidders_left, 1, 0),
            partial(seven.test_4_6_partners_are_named_from_the_bidders_left, 3, 6, 2),
        ],
    ),
    (change_rung(5, 3, partners=2), [partial(five.test_4_5_how_many_partners, 3)]),
    (change_rung(5, 4, partners=1), [partial(five.test_4_5_how_many_partners, 4)]),
    (change_rung(5, 8, widow=False), [partial(five.test_4_5_the_bidder_takes_the_widow_and_buries_as_many, 8)]),
    (change_rung(5, 15, widow=True), [five.test_4_5_the_widow_stays_untouched_under_a_bid_of_fifteen]),
    (change_rung(5, 8, needs=4), [partial(scores.test_4_5_scoring, *scores.FIVE[5], 4)]),
    (change_rung(7, 6, partners=2), [partial(seven.test_4_6_how_many_partners, 6)]),
    (change_rung(7, 10, widow=False), [partial(seven.test_4_6_the_bidder_takes_the_widow_and_buries_as_many, 10)]),
    (change_rung(7, 20, widow=True), [seven.test_4_6_the_widow_stays_untouched_under_a_bid_of_twenty]),
    (change_rung(7, 10, needs=6), [partial(scores.test_4_6_scoring, *scores.SEVEN[7])]),
    (
        the_eldest_leads,
        [
            partial(five.test_P4_the_bidder_leads_and_nobody_sits_out, 3, 4, 0),
            partial(seven.test_P4_the_bidder_leads_and_nobody_sits_out, 10, 2),
        ],
    ),
    (all_tricks_count, [partial(scores.test_4_5_scoring, *scores.FIVE[1], 5)]),
    (failure_is_set_back, [partial(scores.test_4_5_scoring, *scores.FIVE[3], 3)]),
    (partners_score_nothing, [partial(scores.test_4_6_scoring, *scores.SEVEN[0])]),
    (
        partners_tricks_do_not_count,
        [
            partial(scores.test_4_5_the_partners_tricks_count_for_the_bid, *scores.FIVE[4]),
            partial(scores.test_4_6_the_partners_tricks_count_for_the_bid, *scores.SEVEN[5]),
        ],
    ),
    (
        the_bidder_has_no_first_count,
        [partial(matches.test_4_5_of_equal_totals_the_bidder_counts_first, BEFORE_A_HUNDRED, (3,), 1)],
    ),
    (
        the_number_of_deals_is_forgotten,
        [matches.test_4_6_void_deals_count, matches.test_8_target_and_num_deals_whichever_comes_first],
    ),
    (
        a_hundred_is_enough,
        [
            partial(matches.test_4_5_of_equal_totals_the_bidder_counts_first, BEFORE_A_HUNDRED, (3,), 1),
            matches.test_4_5_a_tie_without_the_bidder_decides_nothing,
        ],
    ),
    (
        a_turned_joker_is_bid_for,
        [
            partial(british.test_C9_the_dealer_names_a_suit_as_the_first_action_of_the_deal, 0, "S"),
            partial(joker.test_C9_dealer_blind_maker_is_an_option_of_every_game_with_a_joker, "two_handed", 33),
        ],
    ),
    (the_blind_dealer_leaves_the_joker, [partial(british.test_C9_the_blind_dealer_takes_the_joker_and_discards, "H")]),
    (
        the_blind_dealer_may_not_name_hearts,
        [partial(british.test_C9_the_dealer_names_a_suit_as_the_first_action_of_the_deal, 2, "H")],
    ),
]


@pytest.mark.parametrize("mutation, checks", named(MUTATIONS))
def test_a_broken_rule_breaks_its_tests(
    monkeypatch: pytest.MonkeyPatch, mutation: Mutation, checks: list[Check]
) -> None:
    must_break(monkeypatch, mutation, checks)
