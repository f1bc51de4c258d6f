"""Deal records written as Euchre Game Notation and read back; games that it has no words for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from euchre_env import EgnError, read_egn, rules_for, write_egn
from tests.egn_games import TRICKS, a_match, deal, file, only, read

GAMES = {
    "north_american": {},
    "north_american, 32 cards, no stuck dealer": {"pack": 32, "stick_the_dealer": False, "target": 7},
    "north_american, a Joker": {"pack": 25, "target": 4},
    "north_american, 29 cards": {"pack": 29, "lone_lead": "left_of_lone_player", "target": 3},
    "north_american, lone hands": {"defend_alone": "vs_lone", "lone_march_points": 5, "lone_euchre_points": 4},
    "north_american, Canadian": {"assist_must_be_alone": True, "pack": 33, "target": 4},
    "four_handed": {},
    "four_handed, together": {"lone_hands": False},
    "british": {"target": 5},
}


def joker_free(variant: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    """A match in which no Joker is turned up."""
    rules = rules_for(variant, **options)
    matches = (a_match(rules, seed) for seed in range(50))
    return next(match for match in matches if all(record["upcard"] != "JK" for record in match))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_is_read_back(name: str) -> None:
    """The same hands, calls, cards and results; what the notation cannot say may be allowed beside."""
    variant = name.split(",")[0]
    match = joker_free(variant, GAMES[name])
    game = read_egn(write_egn(match))
    assert list(game.all_notes()) == []
    for found, original in zip(game.deals, match, strict=True):
        changed = {key for key in original if found.record[key] != original[key]}
        assert changed <= {"stock", "variant", "rules"}
        assert set(found.record["stock"].split()) == set(original["stock"].split())
        assert found.known == (range(len(original["actions"])),) * 4
    if variant == "north_american":
        assert game.rules == rules_for("north_american", **GAMES[name])


def test_the_file_is_of_version_1_4() -> None:
    match = a_match(rules_for("north_american"), 3)
    value = json.loads(write_egn(match, ["Ann", "Bob", "Cy", "Dee"], "A game"))
    assert [value[key] for key in ("fileType", "version")] == ["Euchre Game Notation", "1.4"]
    assert value["metadata"]["players"] == ["Ann", "Bob", "Cy", "Dee"]
    assert value["metadata"]["initialScore"] == [0, 0]
    assert max(value["metadata"]["finalScore"]) >= 10
    assert [found["dealNumber"] for found in value["deals"]] == list(range(len(match)))
    assert value["deals"][0].keys() == {"dealNumber", "initialState", "phases"}
    assert value["deals"][0]["initialState"].keys() == {"dealer", "upCard", "playerCards"}


def test_calls_and_cards_are_spelled_as_the_notation_has_them() -> None:
    record = only(file(deal(discard="Th"))).record
    (found,) = json.loads(write_egn([record]))["deals"]
    assert found["phases"][0] == {
        "phaseNumber": 0,
        "type": "EUCHRE_BIDDING",
        "calls": ["Pass", "Pass", "Pass", "Order"],
        "isAlone": False,
        "discard": "Th",
    }
    assert found["phases"][1] == {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": TRICKS}
    assert found["initialState"]["upCard"] == "9h"


def test_cards_that_were_filled_in_are_not_written_as_known() -> None:
    game = read(file())
    text = write_egn([game.deals[0].record])
    (found,) = json.loads(text)["deals"]
    assert sorted(found["initialState"]["playerCards"][0]) == ["Ah", "Jh", "Kh", "Qh", "Xx"]
    assert "discard" not in found["phases"][0]
    assert read_egn(text).deals[0] == game.deals[0]


def test_a_deal_cut_short_is_written_as_far_as_it_goes() -> None:
    for tricks in ([], TRICKS[:2], [*TRICKS[:2], TRICKS[2][:1]]):
        record = only(file(deal(tricks=tricks, discard="Th"))).record
        text = write_egn([record])
        assert "finalScore" not in json.loads(text)["metadata"]
        assert read_egn(text).deals[0].record == record


# ---- refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "options", "message"),
    [
        ("two_handed", {}, "players=2: Euchre Game Notation has only players=4"),
        ("five_handed", {}, "players=5: "),
        ("railroad", {}, "partners_best=true: Euchre Game Notation has only partners_best=false"),
        (
            "railroad_full",
            {},
            "match_games=3: Euchre Game Notation has only match_games=1, partners_best=false, jambone=false, "
            "jamboree=false, laps=false, slams=false; games played so, as those of north_american are, can be written",
        ),
        ("four_handed", {"laps": True}, "laps=true: "),
        ("four_handed", {"slams": True}, "slams=true: "),
        ("four_handed", {"march_points": 3}, "march_points=3: Euchre Game Notation has only march_points=2"),
        ("four_handed", {"jamboree": True}, "jamboree=true: "),
        ("four_handed", {"jambone": True}, "jambone=true: "),
        ("four_handed", {"match_games": 2}, "match_games=2: "),
    ],
)
def test_games_without_words_are_refused_by_name(variant: str, options: dict[str, Any], message: str) -> None:
    match = a_match(rules_for(variant, **options), 1)
    with pytest.raises(EgnError) as caught:
        write_egn(match)
    assert str(caught.value).startswith(message)


def test_a_turned_up_joker_is_refused() -> None:
    rules = rules_for("north_american", pack=25)
    match = next(m for m in (a_match(rules, seed) for seed in range(50)) if any(r["upcard"] == "JK" for r in m))
    line = next(number for number, record in enumerate(match, 1) if record["upcard"] == "JK")
    with pytest.raises(EgnError, match=f"^line {line}: the Joker is turned up"):
        write_egn(match)


def test_records_that_are_not_one_game_are_refused() -> None:
    rules = rules_for("north_american")
    match = a_match(rules, 1)
    with pytest.raises(EgnError, match=r"^no deal record$"):
        write_egn([])
    with pytest.raises(EgnError, match=r"^line 2: chain: scores: expected "):
        write_egn([match[0], match[1] | {"scores": [9, 9]}])
    with pytest.raises(EgnError, match=r"^line 1: result.points: "):
        write_egn([match[0] | {"result": match[0]["result"] | {"points": [7, 7]}}])
    with pytest.raises(EgnError, match=r"^line 1: unreadable: hands is missing"):
        write_egn([{name: value for name, value in match[0].items() if name != "hands"}])
    again = [record | {"dealer": (record["dealer"] + len(match)) % 4} for record in match[:1]]
    first = a_match(rules, 1)[0]
    following = first | again[0] | {"actions": [], "deal": 1}
    del following["result"]
    with pytest.raises(EgnError, match=f"^line {len(match) + 1} begins another game; a file holds one$"):
        write_egn([*match, following])


@pytest.mark.parametrize("players", [["a"] * 3, ["a"] * 5, ["a", "b", "c", 4], ["a", "b", "c", "d" * 65]])
def test_names_must_be_four(players: list[Any]) -> None:
    with pytest.raises(EgnError, match=r"^players: must be four names of at most 64 characters"):
        write_egn([only(file()).record], players)
    with pytest.raises(EgnError, match=r"^title: must be at most 128 characters, not 129$"):
        write_egn([only(file()).record], title="x" * 129)
