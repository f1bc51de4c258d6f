"""Replay finds whatever differs between a record and the game it tells of, and nothing else."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_env.__main__ import main
from euchre_env.deals import deal_cards
from euchre_env.records import write_record
from euchre_env.replay import Disagreement, replay_lines, replay_record
from euchre_env.rules import Rules
from euchre_env.table import Table
from euchre_env.variants import rules_for, variants

RULES = rules_for("four_handed")


def played(rules: Rules, seed: int, stop: int | None = None, **beginning: Any) -> Table:
    """A table after `stop` decisions (all if None), each the seed-th legal action."""
    table = Table(rules, deal_cards(rules, seed, 0, 0, beginning.get("dealer", 0)), **beginning)
    while not table.over and len(table.actions) != stop:
        table.step(table.legal[seed % len(table.legal)])
    return table


def match(rules: Rules) -> Iterator[dict[str, Any]]:
    """Records of deal after deal, match after match, as they follow upon one another."""
    dealer, number, scores, games = 0, 1, None, None
    for seed in range(10_000):
        table = played(rules, seed, dealer=dealer, number=number, scores=scores, games=games)
        yield table.record()
        assert table.result is not None
        over = bool(table.result["winners"])
        dealer, number = (dealer + 1) % rules.players, 1 if over else number + 1
        scores, games = table.result["scores"], None if over else table.result["games"]


@pytest.fixture
def record() -> dict[str, Any]:
    """A whole deal: seat 1 passes, ..., somebody makes it, five tricks."""
    copied: dict[str, Any] = json.loads(write_record(played(RULES, 1).record()))
    assert copied["result"]["maker"] is not None
    return copied


def only(disagreements: list[Disagreement]) -> Disagreement:
    (disagreement,) = disagreements
    return disagreement


WRONG = {
    "trump": [None, "X", 1],
    "maker": [None, 9, "1"],
    "alone": ["no", None, 0],
    "opposed_by": [0, False, []],
    "tricks": [[], [5, 0, 0, 0, 0], "5 0 0 0", None],
    "points": [[3, 3], [0], {"0": 1}],
    "scores": [[4, 4], [0, 0, 0], [0.0, 0.0], [False, False]],
    "games": [[1, 1], [0], None],
    "winners": [[0], [0, 1], None, 0],
}


@pytest.mark.parametrize(("field", "wrong"), [(field, wrong) for field, all_of in WRONG.items() for wrong in all_of])
def test_every_field_of_the_result_is_checked(record: dict[str, Any], field: str, wrong: object) -> None:
    expected = record["result"][field]
    record["result"][field] = wrong
    assert only(replay_record(record, line=3)) == Disagreement(3, None, f"result.{field}", expected, wrong)


@pytest.mark.parametrize("field", WRONG)
def test_a_field_missing_from_the_result_disagrees(record: dict[str, Any], field: str) -> None:
    del record["result"][field]
    assert f"result.{field}: expected " in str(only(replay_record(record)))
    assert "found nothing" in str(only(replay_record(record)))


def test_unknown_fields_of_the_result_are_ignored(record: dict[str, Any]) -> None:
    record["result"]["time"] = 1.5
    assert replay_record(record) == []


@pytest.mark.parametrize("result", [None, [], "won", 1])
def test_a_result_that_is_no_object(record: dict[str, Any], result: object) -> None:
    record["result"] = result
    assert only(replay_record(record)).what == "result"


def test_a_finished_deal_without_result(record: dict[str, Any]) -> None:
    del record["result"]
    assert only(replay_record(record)).what == "result"
    assert "found nothing" in str(only(replay_record(record)))


def test_every_actor_is_checked(record: dict[str, Any]) -> None:
    for step, (seat, action) in enumerate(record["actions"], 1):
        wrong = json.loads(json.dumps(record))
        wrong["actions"][step - 1] = [(seat + 1) % 4, action]
        assert replay_record(wrong) == [Disagreement(1, step, "actor", seat, (seat + 1) % 4)]


@pytest.mark.parametrize("seat", [-1, 4, 10**40])
def test_a_seat_that_does_not_exist(record: dict[str, Any], seat: int) -> None:
    record["actions"][0][0] = seat
    assert only(replay_record(record)).what == "actor"


def test_every_action_must_be_legal(record: dict[str, Any]) -> None:
    table = Table(RULES, played(RULES, 1).deal)
    for step, (_, action) in enumerate(record["actions"], 1):
        for illegal in ("play_7X", "name_C_alone ", "", "PASS", "give_9S", "bid_3_H"):
            wrong = json.loads(json.dumps(record))
            wrong["actions"][step - 1][1] = illegal
            assert replay_record(wrong) == [Disagreement(1, step, "action", list(table.legal), illegal, table.seat)]
        table.step(action)


def test_a_card_is_not_played_twice(record: dict[str, Any]) -> None:
    """The last card of the deal, replaced by the card that its seat played first."""
    seat = record["actions"][-1][0]
    first = next(action for who, action in record["actions"] if who == seat and action.startswith("play_"))
    record["actions"][-1] = [seat, first]
    found = only(replay_record(record))
    assert (found.step, found.what, found.found) == (len(record["actions"]), "action", first)


def test_actions_after_the_end_of_the_deal(record: dict[str, Any]) -> None:
    record["actions"].append([0, "pass"])
    assert only(replay_record(record)) == Disagreement(
        1, len(record["actions"]), "action", "the end of the deal", "pass"
    )


def test_a_result_before_the_end_of_the_deal(record: dict[str, Any]) -> None:
    record["actions"].pop()
    found = only(replay_record(record))
    assert (found.step, found.what, found.found) == (len(record["actions"]) + 1, "action", "the end of the record")


@pytest.mark.parametrize("stop", [0, 1, 6, 12])
def test_records_cut_short_are_checked_against_actor_and_legal(stop: int) -> None:
    table = played(RULES, 1, stop)
    short = table.record()
    assert "result" not in short
    assert replay_record(short) == []
    good = short | {"actor": table.seat, "legal": list(table.legal)}
    assert replay_record(good) == []
    assert only(replay_record(good | {"actor": None})) == Disagreement(1, stop + 1, "actor", table.seat, None)
    for wrong in ([], list(table.legal)[1:], [*table.legal, "play_ZZ"], list(table.legal)[::-1][:-1], "pass", None):
        assert only(replay_record(good | {"legal": wrong})).what == "legal"


def test_legal_must_be_sorted() -> None:
    table = played(RULES, 1, 0)
    assert only(replay_record(table.record() | {"legal": list(table.legal)[::-1]})).what == "legal"


def test_nobody_is_to_act_after_the_end(record: dict[str, Any]) -> None:
    assert replay_record(record | {"actor": None, "legal": []}) == []
    assert [d.what for d in replay_record(record | {"actor": 1, "legal": ["pass"]})] == ["actor", "legal"]


def test_disagreements_say_line_step_expected_and_found() -> None:
    assert str(Disagreement(4, 7, "actor", 2, 1)) == "line 4, step 7: actor: expected 2, found 1"
    assert str(Disagreement(4, 7, "action", ["pass"], "pas", 2)) == (
        'line 4, step 7: action of seat 2: expected ["pass"], found "pas"'
    )
    assert str(Disagreement(4, None, "result.trump", "S", None)) == 'line 4: result.trump: expected "S", found null'


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def places(value: object) -> list[tuple[Any, Any]]:
    """Every (container, key) in a record, where something else could stand."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in items for place in [(value, key), *places(inner)]]


@given(st.integers(0, 10_000), ANYTHING)
def test_whatever_stands_in_the_place_of_a_value_is_a_disagreement_or_the_same(place: int, thing: object) -> None:
    copied = json.loads(write_record(played(RULES, 1).record()))
    everywhere = places(copied)
    container, key = everywhere[place % len(everywhere)]
    before, container[key] = container[key], thing
    found = replay_record(copied)
    assert all(str(disagreement).isascii() and "\n" not in str(disagreement) for disagreement in found)
    # Another number, another score before the deal, an option that did not matter in it: as right as before.
    as_right = container is copied["scores"] or container is copied["rules"] or key == "deal"
    assert found or as_right or before == thing


@given(st.binary(max_size=40), st.integers(0, 2000), st.integers(0, 2000))
def test_whatever_bytes_stand_in_a_line_it_is_one_deal(junk: bytes, begin: int, length: int) -> None:
    line = write_record(played(RULES, 1).record()).encode()
    broken = line[:begin] + junk.replace(b"\n", b"") + line[begin + length :]
    (found,) = replay_lines([broken])
    assert all(str(disagreement).isascii() for disagreement in found)


# ---- from line to line ----------------------------------------------------------------------------------------------


def chained(records: list[dict[str, Any]], chain: bool = True) -> list[Disagreement]:
    lines = [write_record(record) for record in records]
    return [disagreement for found in replay_lines(lines, chain) for disagreement in found]


@pytest.mark.parametrize("variant", variants())
def test_deals_in_order_make_a_chain(variant: str) -> None:
    records = list(islice(match(rules_for(variant)), 60))
    assert chained(records) == []
    if variant != "three_handed_set_back":
        assert any(record["result"]["winners"] for record in records), "a match should have ended"


def test_the_next_match_begins_at_nothing_and_the_deal_passes_on() -> None:
    records = list(islice(match(RULES), 60))
    ended = next(n for n, record in enumerate(records) if record["result"]["winners"])
    after = records[ended + 1]
    assert records[ended]["result"]["games"] != [0, 0], "the record of the last deal shows the final count"
    assert (after["deal"], after["scores"], after["games"]) == (1, [0, 0], [0, 0])
    assert after["dealer"] == (records[ended]["dealer"] + 1) % 4
    assert chained(records[ended : ended + 2]) == []


@pytest.mark.parametrize("field", ["deal", "dealer", "scores", "games"])
def test_what_does_not_follow_is_found_only_with_chain(field: str) -> None:
    """A deal by itself right, but not the one that follows."""
    rules = rules_for("four_handed", match_games=2)
    beginning: dict[str, Any] = {"dealer": 1, "number": 2, "scores": [0, 2], "games": [0, 0]}
    first = played(rules, 5)
    assert first.result is not None
    beginning |= {"scores": first.result["scores"]}
    other = {"deal": {"number": 3}, "dealer": {"dealer": 3}, "scores": {"scores": [3, 3]}, "games": {"games": [1, 1]}}
    second = played(rules, 6, **beginning)
    wrong = played(rules, 6, **(beginning | other[field]))
    assert chained([first.record(), second.record()]) == []
    assert chained([first.record(), wrong.record()], chain=False) == []
    found = only(chained([first.record(), wrong.record()]))
    assert (found.line, found.step, found.what) == (2, None, f"chain: {field}")
    assert (found.expected, found.found) == (second.record()[field], wrong.record()[field])


def test_a_chain_keeps_to_one_game() -> None:
    records = [played(rules_for("four_handed"), 1).record(), played(rules_for("four_handed", laps=True), 1).record()]
    assert only(chained(records)).what == "chain: rules"
    records[1] = played(rules_for("north_american"), 1).record()
    assert only(chained(records)).what == "chain: variant"
    assert chained(records, chain=False) == []


def test_a_wrong_result_breaks_the_chain_once() -> None:
    """What follows is judged by the game as it was played, not by what the record claims."""
    records = list(islice(match(RULES), 3))
    records[0] = records[0] | {"result": records[0]["result"] | {"scores": [4, 4]}}
    assert only(chained(records)).what == "result.scores"


def test_nothing_follows_a_record_cut_short() -> None:
    records = [played(RULES, 1, 3).record(), played(RULES, 1, dealer=1, number=2).record()]
    found = only(chained(records))
    assert (found.line, found.what) == (2, "chain")
    assert chained(records[::-1], chain=False) == []


def test_after_an_unreadable_line_the_chain_begins_anew() -> None:
    records = list(islice(match(RULES), 4))
    lines = [write_record(records[0]), "{", write_record(records[2]), write_record(records[3])]
    assert [len(found) for found in replay_lines(lines, chain=True)] == [0, 1, 0, 0]
    lines[3] = write_record(records[1])
    assert [len(found) for found in replay_lines(lines, chain=True)][:3] == [0, 1, 0]
    assert next(islice(replay_lines(lines, chain=True), 3, None)), "records[1] does not follow upon records[2]"


@pytest.mark.parametrize(
    ("stops", "told"),
    [
        ([None], ""),
        ([0], "1 unfinished: checked as far as they go\n"),
        ([None, 3, 9], "2 unfinished: checked as far as they go\n"),
    ],
)
def test_records_cut_short_are_counted(
    stops: list[int | None], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text("".join(write_record(played(RULES, 1, stop).record()) + "\n" for stop in stops))
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr() == (f"{len(stops)} deals, 0 disagreements\n", told)


def test_what_is_wrong_or_was_played_to_its_end_is_not_unfinished(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = record.pop("result")
    torn = record | {"actions": record["actions"][:4], "result": result}
    (tmp_path / "deals").write_text(f"{json.dumps(record)}\n{json.dumps(torn)}\n{{\n")
    assert main(["replay", str(tmp_path / "deals")]) == 1
    out, err = capsys.readouterr()
    assert "unfinished" not in err
    assert out.endswith("\n3 deals, 3 disagreements\n")


@pytest.mark.parametrize("field", ["winners", "trump"])
def test_a_wrong_value_is_quoted_in_short(field: str, record: dict[str, Any]) -> None:
    record["result"][field] = "x" * 5000
    told = str(only(replay_record(record)))
    assert told.endswith(f'found "{"x" * 199}...')
    assert len(told) < 300
