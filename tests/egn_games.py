"""A small game in Euchre Game Notation to read, and ways to change it."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from euchre_env import EgnDeal, EgnGame, Rules, read_egn
from euchre_env.commands.matches import deals_in_order

BIDDING: dict[str, Any] = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": ["Pass", "Pass", "Pass", "Order"]}
TRICKS = [
    ["As", "9c", "9d", "9h"],
    ["Jh", "9s", "Tc", "Td"],
    ["Ah", "Ts", "Qc", "Qd"],
    ["Kh", "Qs", "Kc", "Kd"],
    ["Qh", "Ks", "Ac", "Ad"],
]
"""Seat 1 leads; the dealer, seat 0, takes up the nine of hearts and makes a march: a suit to each seat."""
PLAYED = ["AH KH QH JH", "AS KS QS TS 9S", "AC KC QC TC 9C", "AD KD QD TD 9D"]  # the dealer's without the turn-up
HANDS = [["Ah", "Kh", "Qh", "Jh", "Th"], *([rank + suit for rank in "AKQT9"] for suit in "scd")]


def deal(
    *,
    dealer: int = 0,
    upcard: str = "9h",
    tricks: list[list[str]] = TRICKS,
    state: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A deal of a file; `more` are fields of its bidding."""
    phases = [BIDDING | {"isAlone": False} | more]
    if tricks:
        phases.append({"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": deepcopy(tricks)})
    return {"dealNumber": 0, "initialState": {"dealer": dealer, "upCard": upcard} | (state or {}), "phases": phases}


def turned(times: int) -> dict[str, Any]:
    """The same deal, dealt by the seat `times` to the left."""
    return deal(dealer=times % 4)


def file(*deals: Any, ruleset: dict[str, Any] | None = None, **metadata: Any) -> dict[str, Any]:
    """A file; `metadata` beside or instead of the usual."""
    usual = {
        "title": "A game",
        "players": ["Ann", "Bob", "Cy", "Dee"],
        "initialScore": [0, 0],
        "ruleset": ruleset or {},
    }
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": usual | metadata,
        "deals": list(deals) or [deal()],
    }


def read(value: dict[str, Any]) -> EgnGame:
    """What a file says."""
    return read_egn(json.dumps(value))


def only(value: dict[str, Any]) -> EgnDeal:
    """The deal of a file that has one."""
    (found,) = read(value).deals
    return found


def a_match(rules: Rules, seed: int) -> list[dict[str, Any]]:
    """The records of one match, played at random."""
    match = []
    for record in deals_in_order(rules, seed):
        match.append(record)
        if record["result"]["winners"]:
            break
    return match
