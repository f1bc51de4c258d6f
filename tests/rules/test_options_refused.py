"""Section 8: what is refused: options that make no sense together, impossible values, names that do not exist."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_env import RulesError, rules_for

SENSELESS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("four_handed", {"joker_suit": "H"}, ("joker_suit", "pack=32")),
    ("four_handed", {"joker_turnup": "agreed"}, ("joker_turnup", "pack=32")),
    ("three_handed", {"joker_turnup": "dealer_blind_maker"}, ("joker_turnup", "pack=32")),
    ("north_american", {"joker_suit": "S"}, ("joker_suit", "pack=24")),
    ("two_handed", {"pack": 28, "joker_suit": "S"}, ("joker_suit", "pack=28")),
    ("railroad", {"pack": 24, "joker_suit": "S"}, ("joker_suit", "pack=24")),
    ("railroad", {"pack": 24, "joker_turnup": "dealer_blind_maker"}, ("joker_turnup", "pack=24")),
    ("railroad", {"joker_turnup": "dealer_blind_maker", "joker_suit": "H"}, ("joker_suit", "joker_turnup")),
    ("british", {"joker_suit": "H"}, ("joker_suit", "joker_turnup=dealer_blind_maker")),
    ("british", {"pack": 24}, ("pack=24", "joker_turnup")),
    ("british", {"pack": 32, "joker_turnup": "agreed"}, ("pack=32", "joker_turnup")),
    ("four_handed", {"euchre_mode": "set_back"}, ("euchre_mode", "players=4")),
    ("two_handed", {"euchre_mode": "set_back"}, ("euchre_mode", "players=2")),
    ("british", {"euchre_mode": "award"}, ("euchre_mode", "players=4")),
    ("five_handed", {"euchre_mode": "set_back"}, ("euchre_mode", "players=5")),
    ("four_handed", {"tie_rule": "elder_wins"}, ("tie_rule", "players=4")),
    ("two_handed", {"tie_rule": "both_win"}, ("tie_rule", "players=2")),
    ("five_handed", {"tie_rule": "both_win"}, ("tie_rule", "players=5")),
    ("two_handed", {"lone_hands": True}, ("lone_hands", "players=2")),
    ("three_handed", {"lone_hands": False}, ("lone_hands", "players=3")),
    ("seven_handed", {"lone_hands": False}, ("lone_hands", "players=7")),
    ("three_handed", {"lone_march_points": 4}, ("lone_march_points", "players=3")),
    ("two_handed", {"lone_euchre_points": 4}, ("lone_euchre_points", "players=2")),
    ("three_handed_set_back", {"lone_lead": "left_of_lone_player"}, ("lone_lead", "players=3")),
    ("five_handed", {"lone_lead": "left_of_lone_player"}, ("lone_lead", "players=5")),
    ("three_handed", {"assist_must_be_alone": True}, ("assist_must_be_alone", "players=3")),
    ("two_handed", {"partners_best": False}, ("partners_best", "players=2")),
    ("three_handed", {"defend_alone": "never"}, ("defend_alone", "players=3")),
    ("three_handed", {"pat_lone": False}, ("pat_lone", "players=3")),
    ("two_handed", {"jambone": False}, ("jambone", "players=2")),
    ("two_handed", {"jambone_euchre": "deduct"}, ("jambone_euchre", "players=2")),
    ("three_handed", {"jamboree": False}, ("jamboree", "players=3")),
    ("five_handed", {"jamboree": True}, ("jamboree", "players=5")),
    ("four_handed", {"best_card_mode": "free"}, ("best_card_mode", "partners_best=false")),
    ("railroad", {"partners_best": False, "best_card_mode": "free"}, ("best_card_mode", "partners_best=false")),
    # an unmet need
    ("four_handed", {"assist_must_be_alone": True, "lone_hands": False}, ("assist_must_be_alone", "lone_hands=false")),
    ("four_handed", {"partners_best": True, "lone_hands": False}, ("partners_best", "lone_hands=false")),
    ("four_handed", {"defend_alone": "vs_lone", "lone_hands": False}, ("defend_alone", "lone_hands=false")),
    ("four_handed", {"jambone": True, "lone_hands": False}, ("jambone", "lone_hands=false")),
    ("british", {"pat_lone": True}, ("pat_lone", "partners_best=false")),
    ("railroad", {"lone_hands": False}, ("partners_best", "lone_hands=false")),
    ("railroad", {"lone_hands": False, "partners_best": False}, ("defend_alone", "lone_hands=false")),
    ("railroad_full", {"partners_best": False}, ("pat_lone", "partners_best=false")),
    # the bidding games
    ("seven_handed", {"pack": 24}, ("pack=24", "players=7")),
    ("seven_handed", {"pack": 28}, ("pack=28", "players=7")),
    ("five_handed", {"pack": 53}, ("pack=53", "players=5")),
    ("five_handed", {"pack": 29}, ("pack=29", "players=5")),
    ("four_handed", {"pack": 53}, ("pack=53", "players=4")),
    ("two_handed", {"pack": 53}, ("pack=53", "players=2")),
    ("five_handed", {"joker_suit": "H"}, ("joker_suit", "players=5")),
    ("seven_handed", {"joker_suit": "H"}, ("joker_suit", "players=7")),
    ("seven_handed", {"joker_turnup": "agreed"}, ("joker_turnup", "players=7")),
    ("five_handed", {"stick_the_dealer": True}, ("stick_the_dealer", "players=5")),
    ("seven_handed", {"may_discard_turnup": True}, ("may_discard_turnup", "players=7")),
    ("five_handed", {"march_points": 2}, ("march_points", "players=5")),
    ("seven_handed", {"laps": True}, ("laps", "players=7")),
    ("five_handed", {"slams": False}, ("slams", "players=5")),
    ("five_handed", {"slam_on_lapped_games": False}, ("slam_on_lapped_games", "players=5")),
    ("four_handed", {"min_bid": 1}, ("min_bid", "players=4")),
    ("three_handed", {"min_bid": 3}, ("min_bid", "players=3")),
    ("railroad", {"num_deals": None}, ("num_deals", "players=4")),
    ("four_handed", {"num_deals": 7}, ("num_deals", "players=4")),
    ("two_handed", {"target": None}, ("target=null", "num_deals")),
    ("four_handed", {"target": None, "num_deals": 7}, ("num_deals", "players=4")),
    ("five_handed", {"target": None}, ("target=null", "num_deals")),
    ("seven_handed", {"num_deals": None}, ("target=null", "num_deals")),
]


@pytest.mark.parametrize("variant, options, culprits", SENSELESS)
def test_8_senseless_combinations_are_refused_with_both_names(
    variant: str, options: dict[str, Any], culprits: tuple[str, ...]
) -> None:
    with pytest.raises(RulesError) as refusal:
        rules_for(variant, **options)
    assert all(culprit in str(refusal.value) for culprit in culprits), refusal.value


WRONG_VALUES: list[tuple[str, str, Any, str]] = [
    ("four_handed", "pack", 20, "24 or 25 or 28 or 29 or 33"),
    ("four_handed", "pack", 52, "24 or 25"),
    ("four_handed", "pack", 24.0, "24 or 25"),
    ("four_handed", "pack", "24", "24 or 25"),
    ("four_handed", "pack", None, "24 or 25"),
    ("five_handed", "pack", 28.0, "28"),
    ("seven_handed", "pack", 52, "53"),
    ("four_handed", "target", 0, "from 1"),
    ("four_handed", "target", -5, "from 1"),
    ("four_handed", "target", 5.0, "whole number"),
    ("four_handed", "target", True, "whole number"),
    ("seven_handed", "target", 0, "from 1.*null"),
    ("seven_handed", "num_deals", 0, "from 1"),
    ("seven_handed", "num_deals", -7, "from 1"),
    ("seven_handed", "num_deals", 7.0, "whole number"),
    ("five_handed", "num_deals", True, "whole number.*null"),
    ("four_handed", "match_games", 0, "from 1"),
    ("four_handed", "match_games", None, "whole number"),
    ("five_handed", "match_games", "2", "whole number"),
    ("four_handed", "march_points", 4, "2 or 3"),
    ("four_handed", "lone_march_points", 6, "4 or 3 or 5"),
    ("four_handed", "lone_euchre_points", 3, "2 or 4"),
    ("four_handed", "lone_hands", 1, "true or false"),
    ("three_handed", "euchre_mode", "deduct", "award or set_back"),
    ("three_handed", "tie_rule", "elder", "both_win or elder_wins"),
    ("four_handed", "stick_the_dealer", "false", "false or true"),
    ("four_handed", "may_discard_turnup", 0, "false or true"),
    ("four_handed", "assist_must_be_alone", None, "false or true"),
    ("four_handed", "lone_lead", "eldest", "first_active_left_of_dealer or left_of_lone_player"),
    ("four_handed", "lone_lead", "lone_player_leads", "first_active_left_of_dealer or left_of_lone_player"),
    ("british", "joker_turnup", "next_card", "agreed or dealer_blind_maker"),
    ("railroad", "joker_turnup", "dealer_names_blind_then_bid", "agreed or dealer_blind_maker"),
    ("railroad", "joker_suit", "hearts", "H or C or D or S"),
    ("railroad", "joker_suit", "h", "H or C or D or S"),
    ("railroad", "joker_suit", "JK", "H or C or D or S"),
    ("railroad", "partners_best", 1, "false or true"),
    ("railroad", "best_card_mode", "best", "strict or free"),
    ("railroad", "defend_alone", True, "never or vs_lone"),
    ("four_handed", "defend_alone", "always", "never or vs_lone"),
    ("railroad", "pat_lone", "yes", "false or true"),
    ("railroad", "jambone", 1, "false or true"),
    ("railroad", "jambone_euchre", "none", "award or deduct"),
    ("railroad", "jamboree", 16, "false or true"),
    ("four_handed", "laps", 0, "false or true"),
    ("four_handed", "slams", 2, "false or true"),
    ("four_handed", "slam_on_lapped_games", 1, "true or false"),
    ("five_handed", "min_bid", 2, "1 or 3"),
    ("seven_handed", "min_bid", 4, "1 or 3"),
    ("five_handed", "min_bid", True, "1 or 3"),
]


@pytest.mark.parametrize("variant, option, value, right", WRONG_VALUES)
def test_8_an_impossible_value_is_refused_with_what_would_be_right(
    variant: str, option: str, value: Any, right: str
) -> None:
    with pytest.raises(RulesError, match=rf"^{option}=.*must be.*{right}"):
        rules_for(variant, **{option: value})


@pytest.mark.parametrize("variant, wrong", [("four_handed", "53"), ("british", "53"), ("five_handed", "24")])
def test_8_a_wrong_pack_is_not_answered_with_another_games_pack(variant: str, wrong: str) -> None:
    with pytest.raises(RulesError) as refusal:
        rules_for(variant, pack=20)
    assert wrong not in str(refusal.value)


@pytest.mark.parametrize(
    "name, meant",
    [("stick_dealer", "stick_the_dealer"), ("revoke", None), ("joker_suite", "joker_suit"), ("Pack", "pack")],
)
def test_8_an_option_that_does_not_exist_is_refused(name: str, meant: str | None) -> None:
    with pytest.raises(RulesError, match=f"{name!r}" + (f".*{meant!r}" if meant else ".*march_points")):
        rules_for("four_handed", **{name: True})


@pytest.mark.parametrize(
    "variant, name",
    [("three_handed", "three_march"), ("four_handed", "dealer_alone_on_assist")]
    + [("four_handed", "partner_may_supersede_alone"), ("four_handed", "match_scoring")]
    + [("railroad", name) for name in ("counter_timing", "counter_priority", "dealer_counter_order")]
    + [("railroad", name) for name in ("dealer_gift_pool", "unopposed_lone_euchre", "laps_multi")]
    + [("railroad_full", name) for name in ("jambone_call", "jambone_timing", "jambone_with_best")]
    + [("five_handed", name) for name in ("partner_by_card", "scores_visible", "widow", "bids", "players")],
)
def test_8_readings_that_the_rule_book_mentions_only_are_no_options(variant: str, name: str) -> None:
    with pytest.raises(RulesError, match=f"no rule option {name!r}"):
        rules_for(variant, **{name: True})


@pytest.mark.parametrize(
    "name, offered",
    [
        ("four_hand", "four_handed"),
        ("euchre", "four_handed"),
        ("", "four_handed"),
        ("call_ace", "four_handed"),
        ("six_handed", "_handed"),
        ("Railroad", "'railroad'"),
    ],
)
def test_8_a_variant_that_does_not_exist_is_refused(name: str, offered: str) -> None:
    with pytest.raises(RulesError, match=f"no variant {name!r}.*{offered}"):
        rules_for(name)
