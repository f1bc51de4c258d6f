"""Mutations of the turn-up games: each is one fault in the program, beside it tests that must not survive it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from euchre_env import actions, contract, match, table
from euchre_env.cards import Pack
from euchre_env.contract import Contract
from euchre_env.rules import Rules
from euchre_env.scripts import exchange, making, play
from euchre_env.scripts.language import DEALER, Effect, Known, Part, Taking, ask_card

from . import test_cards, test_making, test_matches, test_play, test_variants
from .mutations import Check, Mutation, must_break, named


def use_pack(patch: pytest.MonkeyPatch, break_it: Callable[[Pack], None]) -> None:
    """Let the table play with packs that have been tampered with."""

    def broken(size: int) -> Pack:
        pack = Pack(size)
        break_it(pack)
        return pack

    patch.setattr(table, "pack_of", broken)
    patch.setattr(actions, "pack_of", broken)


# ---- the mutations --------------------------------------------------------------------------------------------------


def bowers_swapped(patch: pytest.MonkeyPatch) -> None:
    def swap(pack: Pack) -> None:
        left, right = pack.bit_of[1, "J"], pack.bit_of[0, "J"]
        pack.cards[left], pack.cards[right] = pack.cards[right], pack.cards[left]
        pack.bit_of |= {(1, "J"): right, (0, "J"): left}

    use_pack(patch, swap)


def left_bower_need_not_follow(patch: pytest.MonkeyPatch) -> None:
    """To a trump lead the left bower counts as a card of its printed suit."""

    def excuse(pack: Pack) -> None:
        left = pack.dtype(1 << pack.bit_of[1, "J"])
        for bit in range(pack.size):
            if pack.trumps >> bit & 1:
                pack.SUIT[bit] &= ~left

    use_pack(patch, excuse)


def left_bower_follows_its_printed_suit(patch: pytest.MonkeyPatch) -> None:
    def misplace(pack: Pack) -> None:
        left = pack.dtype(1 << pack.bit_of[1, "J"])
        for bit in range(pack.size):
            if pack.suits[1] >> bit & 1:
                pack.SUIT[bit] |= left

    use_pack(patch, misplace)


def jack_of_the_other_colour_above_the_queen(patch: pytest.MonkeyPatch) -> None:
    def lift(pack: Pack) -> None:
        for suit in (2, 3):
            jack, queen = pack.bit_of[suit, "J"], pack.bit_of[suit, "Q"]
            pack.cards[jack], pack.cards[queen] = pack.cards[queen], pack.cards[jack]
            pack.bit_of |= {(suit, "J"): queen, (suit, "Q"): jack}

    use_pack(patch, lift)


def any_suit_beats(patch: pytest.MonkeyPatch) -> None:
    """A higher card of any suit wins the trick, not only of the suit led."""

    def forget(pack: Pack) -> None:
        pack.SUIT[: pack.size] = np.array(pack.all, pack.dtype)

    use_pack(patch, forget)


def a_pass_moved_one_slot(patch: pytest.MonkeyPatch) -> None:
    def late(rules: Rules) -> tuple[int, ...]:
        return (*range(2, rules.players), 0, 1)

    patch.setattr(making, "turn_order", late)


def dealer_has_no_turn_in_the_second_round(patch: pytest.MonkeyPatch) -> None:
    honest = making.calls

    def calls(rules: Rules, round_number: int, seat: int) -> tuple[int, ...]:
        return (0,) if (round_number, seat) == (2, 0) else honest(rules, round_number, seat)

    patch.setattr(making, "calls", calls)


def the_suit_turned_down_may_be_named(patch: pytest.MonkeyPatch) -> None:
    honest = making.calls

    def calls(rules: Rules, round_number: int, seat: int) -> tuple[int, ...]:
        return tuple(sorted({*honest(rules, round_number, seat), 1}))

    patch.setattr(making, "calls", calls)


def pone_leads_when_the_eldest_sits_out(patch: pytest.MonkeyPatch) -> None:
    """The wrong leader beside a lone hand: when the eldest sits out, the pone leads, not the dealer's partner."""

    def leader(rules: Rules, contract: Contract, playing: tuple[int, ...]) -> int:
        return 1 if 1 in playing else 3

    patch.setattr(play, "first_leader", leader)


def the_lone_partner_plays_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(play, "sits_out", lambda rules, contract: ())


def dealer_takes_the_turnup_for_his_lone_partner(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(making, "DEALERS_PARTNER", 4)  # a seat that nobody has: P7 never holds


def the_turnup_is_taken_before_the_discard(patch: pytest.MonkeyPatch) -> None:
    def discard(rules: Rules, known: Known) -> Part:
        yield Taking(Effect.TAKE_TALON, DEALER)
        yield ask_card("discard", DEALER, known)

    patch.setattr(exchange, "dealers_discard", discard)


def four_tricks_are_the_contract(patch: pytest.MonkeyPatch) -> None:
    honest = contract.contract_points

    def points(rules: Rules, settled: Contract, tricks: int) -> tuple[int, int]:
        return honest(rules, settled, tricks - (tricks == 3))

    patch.setattr(contract, "contract_points", points)


def the_dealer_counts_as_the_eldest(patch: pytest.MonkeyPatch) -> None:
    """In a tie the seats are counted from the dealer instead of from his left."""
    honest = match.settle

    def settle(
        rules: Rules, scores: object, games: object, points: object, dealer: np.ndarray, *more: object
    ) -> match.Standing:
        return honest(rules, scores, games, points, dealer - 1, *more)

    patch.setattr(table, "settle", settle)


def a_slam_counts_one_game(patch: pytest.MonkeyPatch) -> None:
    honest = match.games_won

    def won(rules: Rules, scores: np.ndarray, winners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return honest(rules, np.where(winners, scores, 1), winners)

    patch.setattr(match, "games_won", won)


MUTATIONS: list[tuple[Mutation, list[Check]]] = [
    (bowers_swapped, [partial(test_cards.test_C3_trump_order, "S", 24)]),
    (left_bower_need_not_follow, [test_cards.test_C5_left_bower_follows_trumps]),
    (left_bower_follows_its_printed_suit, [test_cards.test_C5_left_bower_does_not_follow_its_printed_suit]),
    (
        jack_of_the_other_colour_above_the_queen,
        [
            partial(test_cards.test_C7_the_other_two_jacks_rank_between_queen_and_ten, "S", "HD"),
            partial(test_cards.test_C2_plain_suit_order, "AH KH QH JH TH 9H 8H 7H", 32),
        ],
    ),
    (any_suit_beats, [partial(test_play.test_P2_a_card_of_another_plain_suit_never_wins, "S")]),
    (
        a_pass_moved_one_slot,
        [
            partial(test_making.test_M1_first_round_goes_once_round_from_the_eldest, "four_handed"),
            partial(test_making.test_M2_second_round_names_another_suit_in_the_same_order, "two_handed"),
            test_variants.test_4_1_course_of_the_bidding,
        ],
    ),
    (
        dealer_has_no_turn_in_the_second_round,
        [
            partial(test_making.test_M2_first_naming_is_final, "three_handed", "H"),
            partial(test_making.test_M3_stick_the_dealer, "four_handed"),
        ],
    ),
    (
        the_suit_turned_down_may_be_named,
        [partial(test_making.test_M4_the_suit_turned_down_cannot_be_named, "7S", "CDH")],
    ),
    (pone_leads_when_the_eldest_sits_out, [partial(test_play.test_P3_opening_lead_beside_a_lone_hand, 3, 2, 1)]),
    (
        the_lone_partner_plays_on,
        [
            partial(test_play.test_P3_partner_of_the_lone_hand_sits_out, 2, [1, 2, 3]),
            partial(test_play.test_P5_the_cards_that_sit_out_stay_where_they_are, 0),
        ],
    ),
    (
        dealer_takes_the_turnup_for_his_lone_partner,
        [
            partial(test_play.test_P7_dealers_partner_alone_leaves_the_turnup_on_the_pack, False),
            test_making.test_M5_assist_must_be_alone,
        ],
    ),
    (
        the_turnup_is_taken_before_the_discard,
        [partial(test_play.test_P8_an_adversary_alone_makes_the_dealer_discard, 0, 1, 1)],
    ),
    (
        four_tricks_are_the_contract,
        [
            partial(test_making.test_M6_the_contract_is_three_tricks, 3, [0, 1]),
            test_making.test_M6_makers_are_the_maker_and_his_partner,
            partial(test_variants.test_4_2_C_set_back_scoring, 3, [0, 1, 0]),
        ],
    ),
    (the_dealer_counts_as_the_eldest, [partial(test_variants.test_4_2_tie_elder_wins, 1, [4, 4, 0], 0)]),
    (a_slam_counts_one_game, [test_matches.test_R26_a_slam_counts_two_games]),
]


@pytest.mark.parametrize("mutation, checks", named(MUTATIONS))
def test_a_broken_rule_breaks_its_tests(
    monkeypatch: pytest.MonkeyPatch, mutation: Mutation, checks: list[Check]
) -> None:
    must_break(monkeypatch, mutation, checks)
