"""Section 8: the presets in full, every option's values, and what is refused when options make no sense together."""

from typing import Any

import pytest

from euchre_env import RulesError, rules_for, variants

from .notation import lay

EVERYWHERE = {"match_games": 1, "stick_the_dealer": False, "may_discard_turnup": False, "laps": False, "slams": False}
EVERYWHERE |= {"slam_on_lapped_games": True}
THREE = {"pack": 32, "target": 5, "march_points": 2, "euchre_mode": "award", "tie_rule": "both_win"} | EVERYWHERE
FOUR = {"pack": 32, "target": 5, "march_points": 2, "lone_hands": True, "lone_march_points": 4, "lone_euchre_points": 2}
FOUR |= {"assist_must_be_alone": False, "lone_lead": "first_active_left_of_dealer", "partners_best": False}
FOUR |= {
    "defend_alone": "never",
    "pat_lone": False,
    "jambone": False,
    "jambone_euchre": "award",
    "jamboree": False,
} | EVERYWHERE
PRESETS: dict[str, dict[str, Any]] = {
    "two_handed": {"pack": 32, "target": 5, "march_points": 2} | EVERYWHERE,
    "three_handed": THREE | {"march_points": 3},
    "three_handed_hoffmann": THREE | {"tie_rule": "elder_wins"},
    "three_handed_set_back": THREE | {"euchre_mode": "set_back"},
    "four_handed": FOUR,
    "north_american": FOUR | {"pack": 24, "target": 10, "stick_the_dealer": True, "may_discard_turnup": True},
}


@pytest.mark.parametrize("variant", PRESETS)
def test_8_presets(variant: str) -> None:
    """Every option that applies, and no other, is in the rules of a record."""
    assert variant in variants()
    assert rules_for(variant).options() == PRESETS[variant]
    assert lay(variant, "9S").record()["rules"] == PRESETS[variant]


def test_8_a_joker_brings_its_own_options() -> None:
    assert rules_for("four_handed", pack=25).options() == FOUR | {
        "pack": 25,
        "joker_turnup": "agreed",
        "joker_suit": "H",
    }
    assert rules_for("two_handed", pack=33).options()["joker_suit"] == "H"


VALUES: dict[str, list[Any]] = {
    "pack": [24, 25, 28, 29, 32, 33],
    "target": [1, 5, 10, 11, 100],
    "match_games": [1, 2, 3],
    "march_points": [2, 3],
    "lone_hands": [True, False],
    "lone_march_points": [4, 3, 5],
    "lone_euchre_points": [2, 4],
    "euchre_mode": ["award", "set_back"],
    "tie_rule": ["both_win", "elder_wins"],
    "stick_the_dealer": [False, True],
    "may_discard_turnup": [False, True],
    "assist_must_be_alone": [False, True],
    "lone_lead": ["first_active_left_of_dealer", "left_of_lone_player"],
    "jambone_euchre": ["award", "deduct"],  # without effect as long as there is no Jambone
    "laps": [False, True],
    "slams": [False, True],
    "slam_on_lapped_games": [True, False],  # without laps too
}


@pytest.mark.parametrize("variant", PRESETS)
@pytest.mark.parametrize("option", VALUES)
def test_8_every_value_can_be_set_where_the_option_applies(variant: str, option: str) -> None:
    for value in VALUES[option]:
        if option in PRESETS[variant]:
            assert rules_for(variant, **{option: value}).options()[option] == value
        else:
            with pytest.raises(RulesError, match=rf"^{option} applies only.*players={rules_for(variant).players}"):
                rules_for(variant, **{option: value})


@pytest.mark.parametrize("joker_suit", "HCDS")
@pytest.mark.parametrize("pack", [25, 29, 33])
def test_8_joker_suit_with_every_pack_with_a_joker(pack: int, joker_suit: str) -> None:
    assert rules_for("three_handed", pack=pack, joker_suit=joker_suit).joker_suit == joker_suit


SENSELESS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("four_handed", {"joker_suit": "H"}, ("joker_suit", "pack=32")),
    ("four_handed", {"joker_turnup": "agreed"}, ("joker_turnup", "pack=32")),
    ("north_american", {"joker_suit": "S"}, ("joker_suit", "pack=24")),
    ("two_handed", {"pack": 28, "joker_suit": "S"}, ("joker_suit", "pack=28")),
    ("four_handed", {"euchre_mode": "set_back"}, ("euchre_mode", "players=4")),
    ("two_handed", {"euchre_mode": "set_back"}, ("euchre_mode", "players=2")),
    ("four_handed", {"tie_rule": "elder_wins"}, ("tie_rule", "players=4")),
    ("two_handed", {"tie_rule": "both_win"}, ("tie_rule", "players=2")),
    ("two_handed", {"lone_hands": True}, ("lone_hands", "players=2")),
    ("three_handed", {"lone_hands": False}, ("lone_hands", "players=3")),
    ("three_handed", {"lone_march_points": 4}, ("lone_march_points", "players=3")),
    ("two_handed", {"lone_euchre_points": 4}, ("lone_euchre_points", "players=2")),
    ("three_handed_set_back", {"lone_lead": "left_of_lone_player"}, ("lone_lead", "players=3")),
    ("three_handed", {"assist_must_be_alone": True}, ("assist_must_be_alone", "players=3")),
    ("four_handed", {"assist_must_be_alone": True, "lone_hands": False}, ("assist_must_be_alone", "lone_hands=false")),
    ("two_handed", {"partners_best": False}, ("partners_best", "players=2")),
    ("three_handed", {"defend_alone": "never"}, ("defend_alone", "players=3")),
    ("three_handed", {"pat_lone": False}, ("pat_lone", "players=3")),
    ("two_handed", {"jambone": False}, ("jambone", "players=2")),
    ("two_handed", {"jambone_euchre": "deduct"}, ("jambone_euchre", "players=2")),
    ("three_handed", {"jamboree": False}, ("jamboree", "players=3")),
    ("four_handed", {"best_card_mode": "free"}, ("best_card_mode", "partners_best=false")),
    ("four_handed", {"num_deals": 7}, ("num_deals", "players=4")),
    ("two_handed", {"target": None}, ("target=null", "num_deals")),
    ("four_handed", {"target": None, "num_deals": 7}, ("num_deals", "players=4")),
]


@pytest.mark.parametrize("variant, options, culprits", SENSELESS)
def test_8_senseless_combinations_are_refused_with_both_names(
    variant: str, options: dict[str, Any], culprits: tuple[str, ...]
) -> None:
    with pytest.raises(RulesError) as refusal:
        rules_for(variant, **options)
    assert all(culprit in str(refusal.value) for culprit in culprits), refusal.value


WRONG_VALUES: list[tuple[str, Any, str]] = [
    ("pack", 20, "32 or 24 or 25 or 28 or 29 or 33"),
    ("pack", 52, "32 or 24"),
    ("pack", 24.0, "32 or 24"),
    ("pack", "24", "32 or 24"),
    ("target", 0, "from 1"),
    ("target", -5, "from 1"),
    ("target", 5.0, "whole number"),
    ("target", True, "whole number"),
    ("match_games", 0, "from 1"),
    ("match_games", None, "whole number"),
    ("march_points", 4, "2 or 3"),
    ("lone_march_points", 6, "4 or 3 or 5"),
    ("lone_euchre_points", 3, "2 or 4"),
    ("lone_hands", 1, "true or false"),
    ("stick_the_dealer", "false", "false or true"),
    ("lone_lead", "eldest", "first_active_left_of_dealer or left_of_lone_player"),
    ("defend_alone", "always", "never"),
    ("laps", 0, "false or true"),
]


@pytest.mark.parametrize("option, value, right", WRONG_VALUES)
def test_8_an_impossible_value_is_refused_with_what_would_be_right(option: str, value: Any, right: str) -> None:
    with pytest.raises(RulesError, match=rf"^{option}=.*{right}"):
        rules_for("four_handed", **{option: value})


@pytest.mark.parametrize(
    "name, meant",
    [("stick_dealer", "stick_the_dealer"), ("revoke", None), ("joker_suite", "joker_suit"), ("Pack", "pack")],
)
def test_8_an_option_that_does_not_exist_is_refused(name: str, meant: str | None) -> None:
    with pytest.raises(RulesError, match=f"{name!r}" + (f".*{meant!r}" if meant else ".*march_points")):
        rules_for("four_handed", **{name: True})


@pytest.mark.parametrize("name", ["four_hand", "euchre", ""])
def test_8_a_variant_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(RulesError, match=f"{name!r}.*four_handed"):
        rules_for(name)
