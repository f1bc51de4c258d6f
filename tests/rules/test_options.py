"""Section 8: the presets in full, and every value of every option on every preset."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_env import OPTIONS, RulesError, rules_for, variants

from .notation import lay

EVERYWHERE = {"match_games": 1, "stick_the_dealer": False, "may_discard_turnup": False, "laps": False, "slams": False}
EVERYWHERE |= {"slam_on_lapped_games": True}
TWO = {"pack": 32, "target": 5, "march_points": 2} | EVERYWHERE
THREE = TWO | {"euchre_mode": "award", "tie_rule": "both_win"}
FOUR = TWO | {"lone_hands": True, "lone_march_points": 4, "lone_euchre_points": 2, "assist_must_be_alone": False}
FOUR |= {"lone_lead": "first_active_left_of_dealer", "partners_best": False, "defend_alone": "never"}
FOUR |= {"pat_lone": False, "jambone": False, "jambone_euchre": "award", "jamboree": False}
RAILROAD = FOUR | {"pack": 25, "joker_turnup": "agreed", "joker_suit": "H"}
RAILROAD |= {"partners_best": True, "best_card_mode": "strict", "defend_alone": "vs_lone"}
BIDDING = {"match_games": 1, "min_bid": 1}
PRESETS: dict[str, dict[str, Any]] = {
    "two_handed": TWO,
    "three_handed": THREE | {"march_points": 3},
    "three_handed_hoffmann": THREE | {"tie_rule": "elder_wins"},
    "three_handed_set_back": THREE | {"euchre_mode": "set_back"},
    "four_handed": FOUR,
    "north_american": FOUR | {"pack": 24, "target": 10, "stick_the_dealer": True, "may_discard_turnup": True},
    "railroad": RAILROAD,
    "railroad_full": RAILROAD
    | {"laps": True, "slams": True, "pat_lone": True, "jambone": True, "jamboree": True, "match_games": 3},
    "british": FOUR
    | {"pack": 25, "target": 11, "joker_turnup": "dealer_blind_maker", "may_discard_turnup": True}
    | {"lone_euchre_points": 4},
    "five_handed": BIDDING | {"pack": 28, "target": 100, "num_deals": None},
    "seven_handed": BIDDING | {"pack": 53, "target": None, "num_deals": 7},
}
PLAYERS = {"two": 2, "three": 3, "four": 4, "north": 4, "railroad": 4, "british": 4, "five": 5, "seven": 7}


def players(variant: str) -> int:
    """How many play."""
    return PLAYERS[variant.split("_")[0]]


def test_8_there_are_eleven_presets() -> None:
    assert variants() == tuple(PRESETS)
    assert len(PRESETS) == 11


@pytest.mark.parametrize("variant", PRESETS)
def test_8_presets(variant: str) -> None:
    """Every option that applies, and no other, is in the rules of a record."""
    assert rules_for(variant).options() == PRESETS[variant]
    assert rules_for(variant).players == players(variant)
    turned = "9S" if players(variant) <= 4 else None
    assert lay(variant, turned).record()["rules"] == PRESETS[variant]


# ---- every value -----------------------------------------------------------------------------------------------------

VALUES: dict[str, list[Any]] = {
    "pack": [24, 25, 28, 29, 32, 33, 53],
    "target": [1, 5, 10, 11, 100, None],
    "num_deals": [None, 1, 7, 30],
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
    "joker_turnup": ["agreed", "dealer_blind_maker"],
    "joker_suit": ["H", "C", "D", "S"],
    "partners_best": [False, True],
    "best_card_mode": ["strict", "free"],
    "defend_alone": ["never", "vs_lone"],
    "pat_lone": [False, True],
    "jambone": [False, True],
    "jambone_euchre": ["award", "deduct"],
    "jamboree": [False, True],
    "laps": [False, True],
    "slams": [False, True],
    "slam_on_lapped_games": [True, False],
    "min_bid": [1, 3],
}


def test_8_only_these_options_exist() -> None:
    assert set(OPTIONS) == set(VALUES)


CLASHES: dict[tuple[str, str, Any], str] = {  # a value that needs another option otherwise than the preset has it
    ("railroad", "lone_hands", False): "partners_best=true",
    ("railroad_full", "lone_hands", False): "partners_best=true",
    ("railroad_full", "partners_best", False): "pat_lone=true",
    ("four_handed", "pat_lone", True): "partners_best=false",
    ("north_american", "pat_lone", True): "partners_best=false",
    ("british", "pat_lone", True): "partners_best=false",
    ("british", "pack", 24): "joker_turnup",
    ("british", "pack", 28): "joker_turnup",
    ("british", "pack", 32): "joker_turnup",
    ("seven_handed", "num_deals", None): "target=null",
}
CLASHES |= {(variant, "target", None): "num_deals" for variant in PRESETS if variant != "seven_handed"}
CLASHES |= {(variant, "pack", 53): f"players={players(variant)}" for variant in PRESETS if players(variant) <= 4}
CLASHES |= {("five_handed", "pack", pack): "players=5" for pack in VALUES["pack"] if pack != 28}
CLASHES |= {("seven_handed", "pack", pack): "players=7" for pack in VALUES["pack"] if pack != 53}


def with_value(variant: str, option: str, value: Any) -> dict[str, Any]:
    """The options of a preset with one set otherwise: those that apply only with a Joker, an agreed suit or partner's
    best come, at their default, or go with it."""
    options = PRESETS[variant] | {option: value}
    has_joker = options["pack"] % 2 == 1 and players(variant) <= 4
    agreed = has_joker and options.get("joker_turnup", "agreed") == "agreed"
    for name, applies, default in [
        ("joker_turnup", has_joker, "agreed"),
        ("joker_suit", agreed, "H"),
        ("best_card_mode", options.get("partners_best", False), "strict"),
    ]:
        if applies:
            options.setdefault(name, default)
        else:
            options.pop(name, None)
    return options


def why_not(variant: str, option: str) -> str:
    """What rules an option out in a preset."""
    if players(variant) == 4 and option == "best_card_mode":
        return "partners_best=false"
    if variant == "british" and option == "joker_suit":
        return "joker_turnup=dealer_blind_maker"
    if players(variant) <= 4 and option in ("joker_turnup", "joker_suit"):
        return f"pack={PRESETS[variant]['pack']}"
    return f"players={players(variant)}"


@pytest.mark.parametrize("variant", PRESETS)
@pytest.mark.parametrize("option", VALUES)
def test_8_every_value_can_be_set_where_the_option_applies(variant: str, option: str) -> None:
    """And nothing else changes with it. Where the option does not apply, or needs another one, both are named."""
    for value in VALUES[option]:
        clash = CLASHES.get((variant, option, value))
        if option not in PRESETS[variant]:
            with pytest.raises(RulesError, match=rf"^{option} applies only.*{why_not(variant, option)}"):
                rules_for(variant, **{option: value})
        elif clash:
            with pytest.raises(RulesError) as refusal:
                rules_for(variant, **{option: value})
            assert option in str(refusal.value)
            assert clash in str(refusal.value)
        else:
            assert rules_for(variant, **{option: value}).options() == with_value(variant, option, value)


@pytest.mark.parametrize("joker_suit", "HCDS")
@pytest.mark.parametrize("pack", [25, 29, 33])
@pytest.mark.parametrize("variant", [variant for variant in PRESETS if players(variant) <= 4 and variant != "british"])
def test_8_a_joker_brings_its_own_options(variant: str, pack: int, joker_suit: str) -> None:
    expected = with_value(variant, "pack", pack)
    assert (expected["joker_turnup"], expected["joker_suit"]) == ("agreed", "H")
    assert rules_for(variant, pack=pack).options() == expected
    assert rules_for(variant, pack=pack, joker_suit=joker_suit).options() == expected | {"joker_suit": joker_suit}
    del expected["joker_suit"]
    blind = rules_for(variant, pack=pack, joker_turnup="dealer_blind_maker").options()
    assert blind == expected | {"joker_turnup": "dealer_blind_maker"}


TOGETHER: list[tuple[str, dict[str, Any]]] = [  # a need met by another option that is set with it
    ("four_handed", {"partners_best": True, "pat_lone": True}),
    ("four_handed", {"partners_best": True, "best_card_mode": "free"}),
    ("north_american", {"partners_best": True, "pat_lone": True, "jambone": True, "jamboree": True}),
    ("british", {"joker_turnup": "agreed", "joker_suit": "S"}),
    ("british", {"pack": 33}),
    ("railroad", {"partners_best": False, "defend_alone": "never", "lone_hands": False}),
    ("railroad_full", {"partners_best": False, "pat_lone": False}),
    ("five_handed", {"target": None, "num_deals": 4}),
    ("five_handed", {"target": 50, "num_deals": 4, "min_bid": 3, "match_games": 2}),
    ("seven_handed", {"target": 100, "num_deals": None}),
    ("seven_handed", {"target": 100}),
]
NO_EFFECT: list[tuple[str, dict[str, Any]]] = [
    ("four_handed", {"jambone_euchre": "deduct"}),
    ("four_handed", {"slam_on_lapped_games": False}),
    ("two_handed", {"slam_on_lapped_games": False}),
    ("two_handed", {"laps": True, "slams": True}),  # in a match of one game
    ("four_handed", {"lone_hands": False, "lone_march_points": 5, "lone_euchre_points": 4}),
    ("four_handed", {"lone_hands": False, "lone_lead": "left_of_lone_player", "jamboree": True}),
    ("four_handed", {"lone_hands": False, "jambone_euchre": "deduct"}),
    ("three_handed_set_back", {"tie_rule": "elder_wins"}),  # no tie can occur
]


@pytest.mark.parametrize("variant, options", TOGETHER + NO_EFFECT)
def test_8_options_that_go_together_or_have_no_effect_are_accepted(variant: str, options: dict[str, Any]) -> None:
    assert rules_for(variant, **options).options().items() >= options.items()
