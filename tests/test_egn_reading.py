"""Euchre Game Notation read: versions and fields, deals as records, the score from deal to deal, what is left out."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_env import EgnError, read_egn, replay_record
from tests.egn_games import BIDDING, HANDS, TRICKS, deal, file, only, read, turned

MAKING = [[1, "pass"], [2, "pass"], [3, "pass"], [0, "order_up"]]


def test_a_deal_becomes_a_record() -> None:
    record = only(file(deal(discard="Th"))).record
    assert record["actions"][:9] == [
        *MAKING,
        [0, "discard_TH"],
        [1, "play_AS"],
        [2, "play_9C"],
        [3, "play_9D"],
        [0, "play_9H"],
    ]
    assert len(record["actions"]) == 25
    assert record["result"]["points"] == [2, 0]
    assert [set(hand.split()) for hand in record["hands"]] == [{card.upper() for card in hand} for hand in HANDS]
    assert set(record["stock"].split()) == {"JC", "JS", "JD"}
    assert replay_record(record) == []
    assert list(read(file(deal(discard="Th"))).all_notes()) == []


# ---- versions and fields ---------------------------------------------------------------------------------------------


def test_the_first_files_are_read() -> None:
    """1.0: names in snake case, phases from 1, who leads, a kitty; empty texts and lists say nothing."""
    old = deal(state={"kitty": ["", "", ""], "player_cards": [[], [], [], []]})
    old["phases"][0] |= {"phaseNumber": 1, "discard": "Th"}
    old["phases"][0]["is_alone"] = old["phases"][0].pop("isAlone")
    old["phases"][1] |= {"phaseNumber": 2, "isAlone": False, "initialLead": 1}
    old["initial_state"] = old.pop("initialState")
    game = read(file(old, matchId="m") | {"version": "1.0.0", "timings": {"0": 0}, "views": [], "videoUrl": ""})
    assert game.version == "1.0.0"
    assert game.deals[0].record == only(file(deal(discard="Th"))).record
    assert list(game.all_notes()) == ["not read, since it is not the game: timings, views, videoUrl"]


@pytest.mark.parametrize("version", ["1.0", "1.0.0", "1.1", "1.2.3", "1.3", "1.4", "1.5", "1.6"])
def test_known_versions_need_no_note(version: str) -> None:
    game = read(file() | {"version": version})
    assert (game.version, list(game.all_notes())) == (version, [])


@pytest.mark.parametrize(
    ("version", "note"),
    [
        ("1.7", "version 1.7: 1.0 to 1.6 are known; read as far as it is understood"),
        ("2.0.1", "version 2.0.1: 1.0 to 1.6 are known; read as far as it is understood"),
        (1.4, 'version: must be a text such as "1.4", not 1.4; read as far as it is understood'),
        ("1.4\x1b[2J", 'version: must be a text such as "1.4", not "1.4\\u001b[2J"; read as far as it is understood'),
    ],
)
def test_other_versions_are_read_with_a_note(version: object, note: str) -> None:
    game = read(file() | {"version": version})
    assert (list(game.all_notes()), len(game.deals)) == ([note], 1)


def test_phases_go_by_their_type() -> None:
    changed = deal()
    changed["phases"].reverse()
    for phase in changed["phases"]:
        del phase["phaseNumber"]
    assert only(file(changed)).record == only(file()).record


def test_names_are_texts_or_objects_and_harmless() -> None:
    players = [{"name": "Ann", "playerIds": []}, " Bob ", "Cy\x1b[31m\u202e", {"id": "p"}]
    game = read(file(players=players, title="A\ngame"))
    assert game.players == ("Ann", "Bob", "Cy\\x1b[31m\\u202e", "player_3")
    assert game.title == "A\\ngame"
    assert game.notes == ('players: seat 3 has no name, but {"id": "p"}',)
    assert len(read(file(players=["\x1b" * 100] * 4)).players[0]) == 64


def test_what_is_not_the_game_is_named_once() -> None:
    marked = deal(callAnnotations={"0": ["!"]}) | {"alternativeLines": [{"branchIndex": 0, "phases": []}]}
    game = read(file(marked, turned(1) | {"alternativeLines": []}, mood="gay", gameId="7") | {"zzz\n": 1})
    assert game.notes == (
        "not read, since it is not the game: alternativeLines, callAnnotations",
        'unknown fields, not read: "zzz\\n", mood',
    )


def test_other_phases_are_named() -> None:
    changed = deal()
    changed["phases"].append({"type": "CHAT"})
    assert read(file(changed)).notes == ("unknown fields, not read: phase CHAT",)


@pytest.mark.parametrize("spelled", ["9H", "Nh", "9♥", "nH"])
def test_cards_have_several_spellings(spelled: str) -> None:
    tricks = [[*TRICKS[0][:3], spelled], *TRICKS[1:]]
    assert only(file(deal(tricks=tricks, upcard=spelled))).record == only(file()).record


def test_bowers_may_be_called_so() -> None:
    tricks = [TRICKS[0], ["R", "L", "Tc", "Td"], *TRICKS[2:]]
    actions = only(file(deal(tricks=tricks))).record["actions"]
    assert actions[9:11] == [[0, "play_JH"], [1, "play_JD"]]


# ---- lone hands and passes -------------------------------------------------------------------------------------------


def test_the_partner_of_a_lone_player_sits_out() -> None:
    lone = deal(
        isAlone=True,
        tricks=[[trick[0], *trick[2:]] if n == 0 else [*trick[:2], trick[3]] for n, trick in enumerate(TRICKS)],
    )
    found = only(file(lone))
    assert found.record["actions"][3] == [0, "order_up_alone"]
    assert found.record["result"] | {"points": [4, 0], "alone": True} == found.record["result"]
    assert (found.known[2], len(found.unknown_hands[2])) == (range(0), 5)


def test_a_lone_hand_of_the_dealers_partner_leaves_the_turn_up() -> None:
    """P7: the dealer takes no card."""
    tricks = [["9s", "9c", "9h"], ["Ac", "Kh", "Qs"], ["Kc", "Qh", "Ks"], ["Qc", "Jd", "As"], ["Tc", "Td", "Ts"]]
    alone = deal(dealer=0, upcard="Jc", calls=["Pass", "Order"], isAlone=True, tricks=tricks, discard="9d")
    found = only(file(alone))
    assert found.record["actions"][1:3] == [[2, "order_up_alone"], [1, "play_9S"]]
    assert found.notes == ("deal 1: a discard is given, and the dealer takes no card",)
    assert found.record["result"]["points"] == [4, 0]


@pytest.mark.parametrize(("lead", "first"), [("LEFT_OF_DEALER", 2), ("LEFT_OF_LONER", 0)])
def test_who_leads_beside_a_lone_player(lead: str, first: int) -> None:
    """P3: seat 3 plays alone, its partner is the eldest hand."""
    alone = deal(calls=["Pass", "Pass", "Order"], isAlone=True, tricks=[["9c"]])
    assert only(file(alone, ruleset={"loner_lead": lead})).record["actions"][-1] == [first, "play_9C"]


def test_an_adversary_may_defend_alone() -> None:
    tricks = [["As", "9h"], ["Jh", "9s"], ["Ah", "Ts"], ["Kh", "Qs"], ["Qh", "Ks"]]
    alone = deal(isAlone=True, aloneDefender=1, tricks=tricks)
    found = only(file(alone, ruleset={"defend_alone": True}))
    assert found.record["actions"][4:6] == [[0, "discard_9D"], [1, "oppose_alone"]]
    assert found.record["result"]["opposed_by"] == 1
    other = only(file(alone | {"phases": [alone["phases"][0] | {"aloneDefender": -1}]}, ruleset={"defend_alone": True}))
    assert other.record["actions"] == found.record["actions"][:4]
    assert other.notes == ("deal 1: the deal ends after call 4",)
    refused = only(file(alone))
    assert refused.notes[0] == "deal 1: aloneDefender: seat 1 cannot play alone against the maker here"


def test_all_may_pass_where_the_dealer_is_not_stuck() -> None:
    game = read(file(deal(calls=["Pass"] * 8, tricks=[]), turned(1), ruleset={"std": False}))
    assert game.deals[0].record["result"]["maker"] is None
    assert game.deals[1].record["scores"] == [0, 0]
    assert list(game.all_notes()) == []


# ---- from deal to deal -----------------------------------------------------------------------------------------------


def test_scores_go_on_and_a_won_game_ends() -> None:
    game = read(file(turned(0), turned(1), turned(2), initialScore=[7, 8], finalScore=[9, 12]))
    assert [found.record["scores"] for found in game.deals] == [[7, 8], [9, 8], [0, 0]]
    assert [found.record["deal"] for found in game.deals] == [1, 2, 1]
    assert list(game.all_notes()) == [
        "finalScore is [9, 12], and by the play the game ends with [2, 0]",
        "deal 3: the game was won before it; it is taken as the first of another",
    ]
    assert read(file(turned(0), turned(1), initialScore=[7, 8], finalScore=[9, 10])).notes == ()


def test_a_dealer_out_of_turn_is_noted() -> None:
    game = read(file(turned(0), turned(3)))
    assert list(game.all_notes()) == ["deal 2: dealt by seat 3, and after the last deal it is seat 1's turn"]


@pytest.mark.parametrize(
    ("score", "note", "known"),
    [
        (None, "initialScore is missing: 0 to 0 is taken", True),
        ([10, 2], "initialScore: [10, 2] cannot stand in a game to 10; 0 to 0 is taken", False),
        ([-1, 2], "initialScore: [-1, 2] cannot stand in a game to 10; 0 to 0 is taken", False),
    ],
)
def test_first_scores_that_cannot_be(score: object, note: str, known: bool) -> None:
    game = read(file(initialScore=score))
    assert game.notes == (note,)
    assert (game.deals[0].record["scores"], game.deals[0].scores_known) == ([0, 0], known)


# ---- what is left out, and what cannot be read -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("EAk0_x-9", "packed as base64, which is not read; as an object with its phases it would be"),
        (7, "a deal must be an object, not 7"),
        ({}, "dealer is missing"),
        (deal(upcard="Xx"), 'upCard "Xx" is not known'),
        (deal(upcard=""), 'upCard "" is not known'),
        (deal(upcard="8h"), "upCard: no card '8H' in a pack of 24"),
        (deal(upcard="B"), "the Joker is turned up, and the notation does not say for which suit it stands"),
        (deal(state={"dealer": 4}), "initialState.dealer: must be a seat from 0 to 3, not 4"),
        (deal(state={"dealer": True}), "initialState.dealer: must be a seat from 0 to 3, not true"),
        (deal(calls="Pass"), 'phase 1.calls: must be a list of at most 16 texts, not "Pass"'),
        (deal(isAlone="no"), 'phase 1.isAlone: must be true or false, not "no"'),
        (deal() | {"phases": [BIDDING, BIDDING]}, "two phases of type EUCHRE_BIDDING"),
        (deal(state={"playerCards": [[]] * 5}), "playerCards: must be four hands, not 5"),
        (
            deal(cardExchanges=[{"receiver": 1, "cards": ["9s"]}]),
            "cards are exchanged before the play, for which the rules of the file have no room",
        ),
    ],
)
def test_a_deal_that_cannot_be_read_is_left_out(value: Any, why: str) -> None:
    game = read(file(turned(0), value, turned(2)))
    assert game.notes == (f"deal 2: {why}; it is left out",)
    assert [found.number for found in game.deals] == [1, 3]
    assert [found.scores_known for found in game.deals] == [True, False]
    with pytest.raises(EgnError, match=r"^no deal can be read: deal 1: "):
        read(file(value))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x00\n\x14Euchre", r"^a binary file \(.egnb, expanded\); only JSON can be read"),
        (b"\x01\xff", r"^a binary file \(.egnb, condensed\); only JSON"),
        (b"\x02\xff", r"^a binary file of several games \(.emnb\); only JSON"),
        (b"\n\x14Euchre Game Notation", r"^a binary file \(.bin, without its first byte\); only JSON"),
        (
            '{"fileType": "Euchre Match Notation", "games": [{}, {}]}',
            "^a match of 2 games .*gameData would be readable as a file of its own$",
        ),
        ('{"fileType": "PGN"}', '^fileType: must be "Euchre Game Notation", not "PGN"$'),
        ("{}", '^fileType: must be "Euchre Game Notation", not null$'),
        ("[]", r"^a file in Euchre Game Notation must be an object, not \[\]$"),
        ('{"fileType": "Euchre Game Notation"}', "^no deal can be read: there is none$"),
        ('{"fileType": "Euchre Game Notation", "metadata": 5}', "^metadata: must be an object, not 5$"),
        ('{"fileType": "Euchre Game Notation", "deals": {}}', "^deals: must be a list, not {}$"),
        (
            '{"fileType": "Euchre Game Notation", "deals": [' + "0, " * 1000 + "0]}",
            "^deals: 1,001 of them; a game has at most 1,000$",
        ),
    ],
)
def test_what_is_no_game_is_said(data: bytes | str, message: str) -> None:
    with pytest.raises(EgnError, match=message):
        read_egn(data)
