"""Write deal records as Euchre Game Notation 1.4: one game, one file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from euchre_env.cards import JOKER
from euchre_env.egn.game import EgnError
from euchre_env.egn.notation import (
    BIDDING,
    FILE_TYPE,
    LONGEST_NAME,
    LONGEST_TITLE,
    ORDER,
    PASS,
    PLAY,
    UNKNOWN_CARD,
    spelled_card,
)
from euchre_env.egn.rule_sets import rule_set_of
from euchre_env.records import is_list_of, is_whole, record_rules, told_apart, write_record
from euchre_env.replay import replay_lines
from euchre_env.spelling import shown

VERSION = "1.4"


def write_egn(
    records: Sequence[Mapping[str, Any]],
    players: Sequence[str] | None = None,
    title: str = "",
    first_line: int = 1,
) -> str:
    """The text of a file that tells one game, the deals of `records` in order; the last may be cut short.

    The names of the `players`, by seat, are those that the first record has in its field `players` unless they are
    given, else those of agents. Cards that a record says to be filled in (its field `unknown`) are written as unknown.
    Whether a seat may play alone or the dealer put the turn-up away is no rule of the notation: it always may. Messages
    number the records from `first_line`.

    Raises:
        EgnError: there is no record, one is wrong or does not go on where the one before it ended, they are of more
            than one game, or of a game that the notation cannot tell; names that are not four texts.

    >>> from euchre_env import VectorEuchre
    >>> deal = VectorEuchre("north_american", seed=1).record(0)
    >>> write_egn([deal], players=["Ada", "Ben", "Cleo", "Dan"]).splitlines()[:3]
    ['{', ' "fileType": "Euchre Game Notation",', ' "version": "1.4",']
    """
    check_game(records, first_line)
    rules = record_rules(records[0])
    names = _names(told_apart(records[0].get("players"), rules) if players is None else players)
    _check_title(title)
    metadata = {"title": title, "players": names, "initialScore": records[0]["scores"]}
    if "result" in records[-1]:
        points = records[-1]["result"]["points"]
        metadata["finalScore"] = [score + points[side] for side, score in enumerate(records[-1]["scores"])]
    file = {
        "fileType": FILE_TYPE,
        "version": VERSION,
        "metadata": metadata | {"ruleset": rule_set_of(rules)},
        "deals": [_deal(record, number) for number, record in enumerate(records)],
    }
    return json.dumps(file, indent=1)


def _names(players: object) -> list[str]:
    """The names, if there are four."""
    if isinstance(players, Sequence) and not isinstance(players, str | bytes) and len(players) == 4:
        names = list(players)
        if all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in names):
            return names
    raise EgnError(f"players: must be four names of at most {LONGEST_NAME} characters, not {shown(players)}")


def _check_title(title: object) -> None:
    if not isinstance(title, str):
        raise EgnError(f"title: must be a text, not {shown(title)}")
    if len(title) > LONGEST_TITLE:
        raise EgnError(f"title: must be at most {LONGEST_TITLE} characters, not {len(title)}")


def ends_game(record: Mapping[str, Any]) -> bool:
    """Whether a record says that its deal is the last of a game."""
    result = record.get("result")
    return isinstance(result, dict) and bool(result.get("winners"))


def check_game(records: Sequence[Mapping[str, Any]], first_line: int = 1) -> None:
    """See that records, the first of them on `first_line` of its file, are one game that the notation can tell.

    Raises:
        EgnError: they are not.
    """
    _check_records(records)
    if not is_whole(first_line, 1):
        raise EgnError(f"first_line: must be a whole number from 1, not {shown(first_line)}")
    for found in replay_lines(map(write_record, records), chain=True):
        for disagreement in found:
            raise EgnError(str(replace(disagreement, line=disagreement.line + first_line - 1)))
    rule_set_of(record_rules(records[0]))
    for line, record in enumerate(records, first_line):
        if record["upcard"] == JOKER:
            raise EgnError(f"line {line}: the Joker is turned up, for which the notation has no suit")
        if ends_game(record) and record is not records[-1]:
            raise EgnError(f"line {line + 1} begins another game; a file holds one")


def _check_records(records: object) -> None:
    if not isinstance(records, Sequence) or isinstance(records, str | bytes):
        raise EgnError(f"records: must be a list of deal records, not {shown(records)}")
    if not records:
        raise EgnError("no deal record")
    for number, record in enumerate(records):
        if not isinstance(record, Mapping):
            raise EgnError(f"record {number}: must be a JSON object, not {shown(record)}")


def _deal(record: Mapping[str, Any], number: int) -> dict[str, Any]:
    """One deal of the file."""
    filled = _filled(record)
    hands = [
        [UNKNOWN_CARD if card in filled else spelled_card(card) for card in hand.split()] for hand in record["hands"]
    ]
    phases = [_bidding(record, filled)]
    if tricks := _tricks(record):
        phases.append({"phaseNumber": 1, "type": PLAY, "tricks": tricks})
    state = {"dealer": record["dealer"], "upCard": spelled_card(record["upcard"]), "playerCards": hands}
    return {"dealNumber": number, "initialState": state, "phases": phases}


def _filled(record: Mapping[str, Any]) -> set[str]:
    """The cards of the hands that the record says to be filled in."""
    unknown = record.get("unknown")
    hands = unknown.get("hands") if isinstance(unknown, dict) else None
    return {card for hand in hands for card in hand.split()} if hands and is_list_of(str)(hands) else set()


def _bidding(record: Mapping[str, Any], filled: set[str]) -> dict[str, Any]:
    calls, more = [], {}
    alone = False
    for seat, action in record["actions"]:
        verb, _, rest = action.partition("_")
        if verb == "pass":
            calls.append(PASS)
        elif verb in ("order", "name"):
            calls.append(ORDER if verb == "order" else rest[0].lower())
            alone = rest.endswith("alone")
        elif action == "oppose_alone":
            more["aloneDefender"] = seat
        elif verb == "discard" and rest not in filled:
            more["discard"] = spelled_card(rest)
    return {"phaseNumber": 0, "type": BIDDING, "calls": calls, "isAlone": alone} | more


def _tricks(record: Mapping[str, Any]) -> list[list[str]]:
    actions = [action for _, action in record["actions"]]
    cards = [spelled_card(action.removeprefix("play_")) for action in actions if action.startswith("play_")]
    resting = sum(action.endswith("_alone") for action in actions)  # the partner of each lone hand
    size = 4 - resting
    return [cards[start : start + size] for start in range(0, len(cards), size)]
