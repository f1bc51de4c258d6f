"""The deal record: what is written is read back, and whatever else stands in a line is refused by name."""

import io
import json
from typing import Any

import pytest

from euchre_env.deals import deal_cards
from euchre_env.records import LONGEST_LINE, RecordError, open_record, read_record, record_lines, write_record
from euchre_env.replay import replay_lines, replay_record
from euchre_env.table import Table
from euchre_env.variants import rules_for, variants

# Spades are turned up; seat 1 orders up with the right bower and loses one trick, to the left bower JC.
TEXT = """{"format": "euchre-deal/1", "variant": "two_handed", "rules": {"pack": 24, "target": 5, "match_games": 1,
 "march_points": 2, "stick_the_dealer": false, "may_discard_turnup": false, "laps": false, "slams": false,
 "slam_on_lapped_games": true}, "deal": 1, "dealer": 0, "hands": ["9S JC QC AC JH", "TS JS KC KD AD"], "upcard": "AS",
 "stock": "QS KS 9C TC 9H TH QH KH AH 9D TD JD QD", "scores": [0, 0], "games": [0, 0], "actions": [[1, "order_up"],
 [0, "discard_9S"], [1, "play_AD"], [0, "play_AC"], [1, "play_JS"], [0, "play_AS"], [1, "play_KC"], [0, "play_QC"],
 [1, "play_KD"], [0, "play_JC"], [0, "play_JH"], [1, "play_TS"]], "result": {"trump": "S", "maker": 1, "alone": false,
 "opposed_by": null, "tricks": [1, 4], "points": [0, 1], "scores": [0, 1], "games": [0, 0], "winners": []}}"""
LINE = TEXT.replace("\n", "")


def changed(**fields: Any) -> dict[str, Any]:
    return json.loads(LINE) | fields


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in json.loads(LINE).items() if key != name}


def with_rules(**options: Any) -> dict[str, Any]:
    return changed(rules=json.loads(LINE)["rules"] | options)


def hands(*cards: str) -> dict[str, Any]:
    return changed(hands=list(cards))


def test_a_record_is_read_and_written_unchanged() -> None:
    assert write_record(read_record(LINE)) == LINE


@pytest.mark.parametrize("variant", variants())
def test_a_played_deal_is_written_read_and_replayed(variant: str) -> None:
    rules = rules_for(variant)
    table = Table(rules, deal_cards(rules, seed=5, table=0, number=0, dealer=1), dealer=1, number=4)
    while not table.over:
        table.step(table.legal[-1])
    line = write_record(table.record())
    assert json.loads(line) == table.record()
    assert line.isascii()
    assert "\n" not in line
    assert list(replay_lines([line])) == [[]]


def test_format_may_be_absent_and_unknown_fields_are_ignored() -> None:
    assert replay_record(without("format") | {"note": "by hand", "clause": ["4.1"]}) == []


def test_format_comes_first_when_written() -> None:
    assert write_record(without("format")).startswith('{"format": "euchre-deal/1", ')


def test_cards_of_a_hand_come_in_any_order() -> None:
    assert replay_record(hands("JH 9S AC JC QC", "AD KD KC JS TS")) == []


# A line, and what the message must name.
UNREADABLE: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "an empty line"),
    "blank": ("  \n", "an empty line"),
    "not JSON": ("variant: two_handed", "not JSON: Expecting value at column 1"),
    "truncated": (LINE[:300], "not JSON: "),
    "truncated in a text": ('{"a": "b', "not JSON: Unterminated string starting at column 7"),
    "two objects": (LINE + LINE, "not JSON: Extra data"),
    "byte-order mark": ("\ufeff" + LINE, "not JSON: Unexpected UTF-8 BOM"),
    "Latin-1": (b'{"variant": "caf\xe9"}', "not UTF-8: byte 17 of the line"),
    "UTF-16": (LINE.encode("utf-16"), "not UTF-8: byte 1 of the line"),
    "no object": ("[1, 2]", "a record is a JSON object, not [1, 2]"),
    "null": ("null", "a record is a JSON object, not null"),
    "NaN": (LINE.replace('"deal": 1', '"deal": NaN'), "NaN is no number"),
    "minus infinity": (LINE.replace('"deal": 1', '"deal": -Infinity'), "-Infinity is no number"),
    "digits": (LINE.replace('"deal": 1', '"deal": ' + "9" * 5000), "thousands of digits"),
    "twice": (LINE.replace('"deal": 1', '"deal": 1, "deal": 2'), '"deal" stands twice in one object'),
    "twice inside": (LINE.replace('"pack": 24', '"pack": 24, "pack": 32'), '"pack" stands twice in one object'),
    "nested lists": ("[" * 100_000, "nested too deeply"),
    "nested objects": ('{"a":' * 100_000, "nested too deeply"),
    "huge": (LINE[:-1] + ', "note": "' + "x" * LONGEST_LINE + '"}', "a line of more than 1,048,576 bytes"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_lines_are_one_deal_and_one_disagreement(name: str) -> None:
    line, message = UNREADABLE[name]
    with pytest.raises(RecordError) as raised:
        read_record(line)
    assert message in str(raised.value)
    encoded = line.encode() if isinstance(line, str) else line
    first, second, third = replay_lines([LINE, encoded, LINE])
    assert first == third == []
    assert [str(disagreement)[:19] for disagreement in second] == ["line 2: unreadable:"]
    assert message in str(second[0])


ODD: dict[str, tuple[dict[str, Any], str]] = {
    "another format": (
        changed(format="euchre-deal/2"),
        'format: must be "euchre-deal/1" or absent, not "euchre-deal/2"',
    ),
    "variant a number": (changed(variant=4), "variant: must be the name of a variant, not 4"),
    "variant unknown": (changed(variant="two_hands"), "did you mean 'two_handed'?"),
    "rules a list": (changed(rules=[]), "rules: must be an object of rule options, not []"),
    "option unknown": (
        with_rules(stick_dealer=True),
        "no rule option 'stick_dealer'; did you mean 'stick_the_dealer'?",
    ),
    "option called variant": (with_rules(variant="two_handed"), "no rule option 'variant'"),
    "option out of place": (with_rules(lone_hands=True), "lone_hands applies only to a four-handed game"),
    "option impossible": (with_rules(march_points=4), "march_points=4: must be 2 or 3"),
    "option 1 for true": (with_rules(laps=1), "laps=1: must be false or true"),
    "option 5.0 for 5": (with_rules(target=5.0), "target=5.0: must be a whole number"),
    "option a list": (with_rules(pack=[24]), "pack=[24]: must be"),
    "Joker option without Joker": (with_rules(joker_suit="H"), "joker_suit applies only to a pack with a Joker"),
    "option missing": (
        changed(rules={k: v for k, v in json.loads(LINE)["rules"].items() if k not in ("laps", "pack")} | {"pack": 24}),
        "rules: laps missing; a record gives every option that applies",
    ),
    "Joker option missing": (with_rules(pack=25), "rules: joker_turnup, joker_suit missing"),
    "deal 0": (changed(deal=0), "deal: must be a whole number from 1 to 1,000,000,000, not 0"),
    "deal true": (changed(deal=True), "deal: must be a whole number from 1 to 1,000,000,000, not true"),
    "deal 1.0": (changed(deal=1.0), "deal: must be a whole number from 1 to 1,000,000,000, not 1.0"),
    "deal huge": (changed(deal=10**30), "deal: must be a whole number from 1"),
    "dealer -1": (changed(dealer=-1), "dealer: must be a seat, not -1"),
    "dealer 2 of 2": (changed(dealer=2), "dealer: must be a seat from 0 to 1, not 2"),
    "hands a string": (changed(hands="9S JC"), "hands: must be a list of strings, one a seat"),
    "hands of numbers": (changed(hands=[1, 2]), "hands: must be a list of strings, one a seat, not [1, 2]"),
    "a hand missing": (hands("9S JC QC AC JH"), "hands: must be 2 of them in two_handed, not 1"),
    "a hand short": (hands("9S JC QC AC", "TS JS KC KD AD"), "seat 0 holds 4 cards, not 5: 9S JC QC AC"),
    "a hand long": (hands("9S JC QC AC JH", "TS JS KC KD AD QS"), "seat 1 holds 6 cards, not 5"),
    "a card twice in a hand": (hands("9S JC QC AC AC", "TS JS KC KD AD"), "AC is dealt twice"),
    "a card in two hands": (hands("9S JC QC AC JH", "TS JS KC KD JH"), "JH is dealt twice"),
    "turn-up in a hand": (changed(upcard="JH"), "JH is dealt twice"),
    "no such card": (hands("9S JC QC AC ZZ", "TS JS KC KD AD"), "'ZZ'"),
    "lower case": (hands("9s JC QC AC JH", "TS JS KC KD AD"), "'9s'"),
    "a ten spelled out": (hands("9S JC QC AC JH", "10S JS KC KD AD"), "'10S'"),
    "a suit sign": (hands("9\u2660 JC QC AC JH", "TS JS KC KD AD"), "9\\u2660"),
    "a card below the pack": (hands("7S JC QC AC JH", "TS JS KC KD AD"), "'7S'"),
    "a Joker without one": (hands("JK JC QC AC JH", "TS JS KC KD AD"), "'JK'"),
    "upcard empty": (changed(upcard=""), "no card ''"),
    "upcard null": (changed(upcard=None), "upcard: must be a card in two_handed, not null"),
    "upcard a list": (changed(upcard=["AS"]), 'upcard: must be a card or null, not ["AS"]'),
    "stock short": (changed(stock="QS"), "missing: "),
    "stock a list": (changed(stock=[]), "stock: must be a string of cards, not []"),
    "one score": (changed(scores=[0]), "scores: must be 2 of them in two_handed, not 1"),
    "a score of text": (
        changed(scores=[0, "1"]),
        'scores: must be a list of whole numbers up to 1,000,000,000, one a side, not [0, "1"]',
    ),
    "a score at the target": (changed(scores=[5, 0]), "scores, side 0: before a deal from 0 to 4, not 5"),
    "a score below zero": (changed(scores=[0, -2]), "scores, side 1: before a deal from 0 to 4, not -2"),
    "a score beyond all": (changed(scores=[10**12, 0]), "scores: must be a list of whole numbers"),
    "games won already": (changed(games=[0, 1]), "games, side 1: before a deal from 0 to 0, not 1"),
    "actions an object": (changed(actions={}), "actions: must be a list of [seat, action], not {}"),
    "an action alone": (changed(actions=[[1, "pass"], "pass"]), 'actions, step 2: must be [seat, action], not "pass"'),
    "an action of three": (changed(actions=[[1, "pass", 0]]), "actions, step 1: must be [seat, action]"),
    "an action without seat": (changed(actions=[[None, "pass"]]), "actions, step 1: must be [seat, action]"),
    "an action by true": (changed(actions=[[True, "pass"]]), "actions, step 1: must be [seat, action]"),
    **{
        f"no {name}": (without(name), f"{name} is missing: must be ")
        for name in ("variant", "rules", "deal", "dealer", "hands", "upcard", "stock", "scores", "games", "actions")
    },
}


@pytest.mark.parametrize("name", ODD)
def test_records_that_no_table_can_begin_with_name_the_culprit(name: str) -> None:
    record, message = ODD[name]
    (disagreements,) = replay_lines([json.dumps(record)])
    assert [d.what for d in disagreements] == ["unreadable"]
    text = str(disagreements[0])
    assert text.startswith("line 1: unreadable: ")
    assert message in text
    assert text.isascii()
    assert "\n" not in text
    assert replay_record(record) == disagreements, "a record given as a dict is judged alike"


@pytest.mark.parametrize("thing", [None, 3, "text", [], {}, {"variant": "two_handed"}])
def test_replay_record_never_raises(thing: object) -> None:
    (disagreement,) = replay_record(thing, line=7)
    assert str(disagreement).startswith("line 7: unreadable: ")


def test_messages_stay_short_and_printable_whatever_a_record_holds() -> None:
    hostile = "\x1b[2J\r\n\u202e\udfff" + "x" * 10_000
    for record in (changed(variant=hostile), with_rules(**{hostile: 1}), changed(upcard=hostile), hands(hostile, "")):
        (disagreement,) = replay_record(record)
        text = str(disagreement)
        assert len(text) < 600
        assert text.isascii()
        assert text.isprintable()


@pytest.mark.parametrize(
    ("variant", "options", "lowest"),
    [("three_handed_set_back", {}, -1_000_000_000), ("three_handed", {}, 0), ("four_handed", {"laps": True}, 0)],
)
def test_scores_below_zero_only_where_points_can_be_lost(variant: str, options: dict[str, Any], lowest: int) -> None:
    """4.2 C: under set-back a score may go below zero."""
    rules = rules_for(variant, **options)
    record = Table(rules, deal_cards(rules, seed=0, table=0, number=0, dealer=0)).record()
    record["scores"] = [lowest] * rules.sides
    assert open_record(record).scores == record["scores"]
    record["scores"] = [lowest - 1] * rules.sides
    with pytest.raises(RecordError, match="scores"):
        open_record(record)


@pytest.mark.parametrize("ending", [b"\n", b""])
def test_lines_too_long_are_skipped_without_being_held(ending: bytes) -> None:
    first, huge, last = b"[1]\n", b"x" * (3 * LONGEST_LINE) + b"\n", b"[2]" + ending
    lines = list(record_lines(io.BytesIO(first + huge + last)))
    assert (lines[0], lines[2]) == (first, last)
    assert len(lines) == 3
    assert len(lines[1]) == LONGEST_LINE + 1


def test_a_line_just_short_enough_is_read() -> None:
    padded = LINE[:-1] + ', "note": "' + "x" * (LONGEST_LINE - len(LINE) - 13) + '"}'
    assert len(padded) == LONGEST_LINE - 1
    (line,) = record_lines(io.BytesIO(padded.encode() + b"\n"))
    assert list(replay_lines([line])) == [[]]
