"""The house rules of Euchre Game Notation as rule options, and back; the others refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_env import EgnError, rules_for
from euchre_env.egn.rule_sets import rule_set_of
from tests.egn_games import file, read

MEANT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"std": True, "min_rank": 9, "winning_score": 10, "num_players": 4, "joker": False, "farmers": False}, {}),
    ({"std": False}, {"stick_the_dealer": False}),
    ({"min_rank": 7}, {"pack": 32}),
    ({"min_rank": 8, "joker": True}, {"pack": 29}),
    ({"joker": True}, {"pack": 25}),
    ({"winning_score": 11}, {"target": 11}),
    ({"canadian": True}, {"assist_must_be_alone": True}),
    ({"loner_lead": "LEFT_OF_DEALER"}, {}),
    ({"loner_lead": "LEFT_OF_LONER"}, {"lone_lead": "left_of_lone_player"}),
    ({"loner_march_score": 5, "loner_euchred_score": 4}, {"lone_march_points": 5, "lone_euchre_points": 4}),
    ({"defend_alone": True}, {"defend_alone": "vs_lone"}),
    ({"num_deals": None, "std": None}, {}),
]


@pytest.mark.parametrize(("given", "options"), MEANT)
def test_rules_that_are_options_here(given: dict[str, Any], options: dict[str, Any]) -> None:
    game = read(file(ruleset=given))
    assert game.rules == rules_for("north_american", **options)
    assert game.deals[0].record["rules"] == game.rules.options()
    assert game.notes == ()


@pytest.mark.parametrize("options", [options for _, options in MEANT])
def test_options_become_rules_that_are_read_back(options: dict[str, Any]) -> None:
    rules = rules_for("north_american", **options)
    assert read(file(ruleset=rule_set_of(rules))).rules == rules


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"partners_best": True}, "ruleset.partners_best=true: the lone player discards after he has seen"),
        ({"farmers": True}, "ruleset.farmers=true: poor hands are exchanged"),
        ({"go_under": True}, "ruleset.go_under=true: cards are exchanged with the kitty"),
        ({"allow_no_trump": True}, "ruleset.allow_no_trump=true: every variant here has a trump suit"),
        ({"fast_break": True}, "ruleset.fast_break=true: no variant"),
        ({"four_trick_tokens": True}, "ruleset.four_trick_tokens=true: no variant"),
        ({"num_players": 3}, "ruleset.num_players=3: only games of four can be read"),
        ({"min_rank": 6}, "ruleset.min_rank=6: must be 9, 8, 7"),
        ({"loner_march_score": 6}, "ruleset.loner_march_score=6: only 4 or 3 or 5 can be represented"),
        ({"loner_euchred_score": 3}, "ruleset.loner_euchred_score=3: only 2 or 4 can be represented"),
        ({"loner_lead": "LONER"}, "ruleset.loner_lead=LONER: must be LEFT_OF_DEALER or LEFT_OF_LONER"),
        ({"winning_score": 1001}, "ruleset.winning_score=1001: must be a whole number from 0 to 1000"),
        ({"winning_score": 10**4000}, "ruleset.winning_score: must be a whole number, not 1000"),
        ({"winning_score": 10.0}, "ruleset.winning_score: must be a whole number, not 10.0"),
        ({"std": 1}, "ruleset.std: must be true or false, not 1"),
        ({"joker": "yes"}, 'ruleset.joker: must be true or false, not "yes"'),
    ],
)
def test_other_rules_are_refused_by_name(given: dict[str, Any], message: str) -> None:
    with pytest.raises(EgnError) as caught:
        read(file(ruleset=given))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("given", "target", "notes"),
    [
        ({"winning_score": 0}, 1000, ["no score wins the game; target=1000 stands for that"]),
        (
            {"num_deals": 8},
            1000,
            [
                "the game ends after num_deals=8, which is no rule option here; the deals are the same",
                "no score wins the game; target=1000 stands for that",
            ],
        ),
        (
            {"max_deals": 8, "winning_score": 5},
            5,
            ["the game ends after num_deals=8, which is no rule option here; the deals are the same"],
        ),
    ],
)
def test_games_that_end_otherwise(given: dict[str, Any], target: int, notes: list[str]) -> None:
    game = read(file(ruleset=given))
    assert (game.rules.target, list(game.notes)) == (target, notes)


def test_unknown_rules_are_named() -> None:
    assert read(file(ruleset={"quick": True, "std": True})).notes == ("unknown fields, not read: ruleset.quick",)


def test_a_missing_rule_set_is_the_usual_one() -> None:
    value = file()
    del value["metadata"]["ruleset"]
    assert read(value).notes == ("ruleset is missing: the usual rules of the notation are taken",)
    assert read(value).rules == rules_for("north_american")
