"""Records of the games with exchanges, opposing lone hands, bids and a widow: what a deal can begin with, and the one
line that says what is wrong with an action."""

import json
from typing import Any

import pytest

from euchre_env import (
    DealError,
    RecordError,
    Table,
    VectorEuchre,
    open_record,
    read_record,
    replay_record,
    rules_for,
    variants,
)
from euchre_env import write_record as written
from euchre_env.replay import Disagreement, replay_lines
from tests.family_deals import BRITISH, DEALS, FIVE_HANDED, JAMBONE, JAMBOREE, RAILROAD, SEVEN_HANDED, record_of


def played_out(deal: dict[str, Any]) -> Table:
    """The deal to its end, with the first legal action where its own end."""
    table = open_record(deal)
    for _, action in deal["actions"]:
        table.step(action)
    while not table.over:
        table.step(table.legal[0])
    return table


@pytest.mark.parametrize("name", DEALS)
def test_whole_deals_are_written_read_and_replayed(name: str) -> None:
    record = played_out(DEALS[name]).record()
    assert read_record(written(record)) == record
    assert list(replay_lines([written(record)])) == [[]]


# ---- what a deal begins with -----------------------------------------------------------------------------------------


def test_4_5_nothing_is_turned_up_where_bids_are_made() -> None:
    assert open_record(FIVE_HANDED).deal.upcard is None
    with pytest.raises(RecordError, match="upcard: must be null where bids are made in five_handed, not 8C"):
        open_record(FIVE_HANDED | {"upcard": "8C"})
    with pytest.raises(RecordError, match="upcard: must be a card in railroad_full, not null"):
        open_record(RAILROAD | {"upcard": None})
    with pytest.raises(RecordError, match="stock: must be 3 cards, not 2; missing: KC"):
        open_record(FIVE_HANDED | {"stock": "AC AS"})


@pytest.mark.parametrize(
    ("variant", "options", "scores", "message"),
    [
        ("five_handed", {}, [99, 99, 0, 50, 1], ""),
        ("five_handed", {}, [102, 102, 0, 50, 1], ""),  # 4.5: the bidder is not among them, nobody wins yet
        ("five_handed", {}, [105, 102, 105, 103, 1], ""),
        ("five_handed", {}, [102, 101, 0, 50, 1], "scores: 102 with target=100 has won; only several sides level"),
        ("five_handed", {}, [0, 0, 0, 0, 100], "scores: 100 with target=100 has won"),
        ("five_handed", {}, [0, -1, 0, 0, 0], "scores, side 1: before a deal from 0 to 1,000,000,000, not -1"),
        ("five_handed", {"target": None, "num_deals": 9}, [120, 0, 0, 0, 0], ""),
        ("seven_handed", {}, [60, 0, 0, 0, 0, 0, 0], ""),
        ("seven_handed", {"target": 50}, [60, 0, 0, 0, 0, 0, 0], "scores: 60 with target=50 has won"),
        ("seven_handed", {"target": 50}, [60, 0, 0, 60, 0, 0, 0], ""),
        ("seven_handed", {}, [0] * 6, "scores: must be 7 of them in seven_handed, not 6"),
        ("railroad_full", {}, [4, 4], ""),
        ("railroad_full", {}, [5, 0], "scores, side 0: before a deal from 0 to 4, not 5"),
        ("railroad_full", {"jambone_euchre": "deduct"}, [-2, 0], ""),  # R30a, without a floor
        ("railroad", {"jambone_euchre": "deduct"}, [-2, 0], "scores, side 0: before a deal from 0 to 4, not -2"),
        ("british", {}, [10, 10], ""),
        ("british", {}, [11, 0], "scores, side 0: before a deal from 0 to 10, not 11"),
    ],
)
def test_scores_before_a_deal(variant: str, options: dict[str, Any], scores: list[int], message: str) -> None:
    """A record says why not, and so does a table laid out by hand."""
    dealt = _dealt(variant, **options)
    record, deal = dealt | {"scores": scores}, open_record(dealt).deal
    if message:
        with pytest.raises(RecordError) as raised:
            open_record(record)
        assert str(raised.value).startswith(message)
        with pytest.raises(DealError) as refused:
            Table(rules_for(variant, **options), deal, scores=scores)
        assert str(refused.value) == str(raised.value)
    else:
        assert open_record(record).scores == scores


@pytest.mark.parametrize(
    ("variant", "options", "games", "message"),
    [
        ("railroad_full", {}, [2, 2], ""),
        ("railroad_full", {}, [0, 3], "games, side 1: before a deal from 0 to 2, not 3"),
        ("railroad", {}, [1, 0], "games, side 0: before a deal from 0 to 0, not 1"),
        ("five_handed", {"match_games": 2}, [1, 0, 1, 0, 0], ""),
        ("seven_handed", {}, [0, 0, 0, 0, 0, 0, 1], "games, side 6: before a deal from 0 to 0, not 1"),
    ],
)
def test_R26_games_before_a_deal(variant: str, options: dict[str, Any], games: list[int], message: str) -> None:
    record = _dealt(variant, **options) | {"games": games}
    if message:
        with pytest.raises(RecordError, match=message):
            open_record(record)
    else:
        assert open_record(record).games == games


def test_4_6_a_match_has_so_many_deals() -> None:
    assert open_record(SEVEN_HANDED | {"deal": 7}).number == 7
    with pytest.raises(RecordError, match="deal: must be a number from 1 to num_deals=7, not 8"):
        open_record(SEVEN_HANDED | {"deal": 8})
    assert open_record(FIVE_HANDED | {"deal": 800}).number == 800


def test_a_tie_at_the_target_goes_on_from_record_to_record() -> None:
    """4.5: level at 100 and the bidder not among them; the next deal begins with those scores, in one chain."""
    fails = {"actions": [[3, "bid_2_S"], [4, "pass"], [0, "pass"], [1, "pass"], [2, "bid_5_D"]]}
    first = played_out(FIVE_HANDED | fails | {"scores": [95, 95, 3, 15, 0]})
    assert first.result is not None
    assert first.result["points"][:2] == [5, 5], "the bid was to fail, 0 and 1 against it"
    assert (first.result["scores"][:2], first.result["winners"]) == ([100, 100], [])
    next_deal = FIVE_HANDED | {"deal": 3, "dealer": 3, "scores": first.result["scores"]}
    second = played_out(next_deal | {"actions": [[seat, "pass"] for seat in (4, 0, 1, 2, 3)]})
    assert second.result is not None
    assert second.result["winners"] == [], "a void deal decides nothing"
    assert list(replay_lines([written(first.record()), written(second.record())], chain=True)) == [[], []]


def _dealt(variant: str, **options: Any) -> dict[str, Any]:
    return VectorEuchre(variant, num_tables=1, seed=3, **options).record(0)


# ---- one line that names the culprit, the seat and what is legal -----------------------------------------------------

# A deal, the step whose action is replaced, what stands there instead.
WRONG: dict[str, tuple[dict[str, Any], int, str]] = {
    "R9 a card given that the seat does not hold": (RAILROAD, 4, "give_KC"),
    "R10 a best card that is not the best": (RAILROAD, 5, "best_9D"),
    "R10 a best card of the other hand": (RAILROAD, 5, "best_KD"),
    "R9 nothing given": (RAILROAD, 4, "pass"),
    "R32 a called card that revokes": (JAMBONE, 8, "call_AH"),
    "R32 a called card already played": (JAMBONE, 12, "call_TD"),
    "R31 a card played where one is called": (JAMBONE, 8, "play_TD"),
    "R33 opposing a Jambone": (JAMBONE, 7, "oppose_alone"),
    "R39 a Jamboree without the five": (RAILROAD, 6, "announce_jamboree"),
    "R12 a discard not held": (JAMBOREE, 7, "discard_AC"),
    "P6 the turn-up discarded": (JAMBOREE, 7, "discard_KS"),
    "C9 a blind maker alone": (BRITISH, 1, "name_H_alone"),
    "C9 a blind maker passes": (BRITISH, 1, "pass"),
    "4.5 a bid that does not exceed": (FIVE_HANDED, 3, "bid_2_H"),
    "4.5 no such bid": (FIVE_HANDED, 3, "bid_6_H"),
    "4.6 a lower bid": (SEVEN_HANDED, 4, "bid_2_S"),
    "4.6 a bid not on the ladder": (SEVEN_HANDED, 4, "bid_8_S"),
    "4.6 a card buried that is not held": (SEVEN_HANDED, 8, "bury_AS"),
    "4.6 a card buried twice": (SEVEN_HANDED, 9, "bury_2D"),
    "4.6 a partner named twice": (SEVEN_HANDED, 13, "partner_3"),
    "4.6 partners out of order": (SEVEN_HANDED, 13, "partner_2"),
    "4.6 himself as partner": (SEVEN_HANDED, 12, "partner_1"),
    "4.6 no such seat": (SEVEN_HANDED, 12, "partner_7"),
    "P1 a revoke": (SEVEN_HANDED, 15, "play_AC"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_illegal_action_is_one_line_with_its_seat_and_what_is_legal(name: str) -> None:
    deal, step, wrong = WRONG[name]
    told = open_record(deal)
    for _, action in deal["actions"][: step - 1]:
        told.step(action)
    seat = deal["actions"][step - 1][0]
    assert (told.seat, wrong in told.legal) == (seat, False)
    record = deal | {"actions": [*deal["actions"][: step - 1], [seat, wrong], *deal["actions"][step:]]}
    ((found,),) = replay_lines([json.dumps(record)])
    assert found == Disagreement(1, step, "action", list(told.legal), wrong, seat)
    text = str(found)
    assert text.startswith(f"line 1, step {step}: action of seat {seat}: expected [")
    assert text.endswith(f'found "{wrong}"')
    assert all(f'"{action}"' in text for action in told.legal)
    assert "\n" not in text
    assert text.isascii()


def test_the_lines_in_full() -> None:
    def line(name: str) -> str:
        deal, step, wrong = WRONG[name]
        actions = [*deal["actions"][: step - 1], [deal["actions"][step - 1][0], wrong]]
        (found,) = replay_record(deal | {"actions": actions})
        return str(found)

    assert line("R32 a called card that revokes") == (
        'line 1, step 8: action of seat 2: expected ["call_JD", "call_JH", "call_QD", "call_TD"], found "call_AH"'
    )
    assert line("4.6 a partner named twice") == (
        'line 1, step 13: action of seat 1: expected ["partner_0", "partner_4", "partner_5", "partner_6"], '
        'found "partner_3"'
    )
    assert line("R9 a card given that the seat does not hold") == (
        'line 1, step 4: action of seat 3: expected ["give_AC", "give_AH", "give_JD", "give_JH", "give_TD"], '
        'found "give_KC"'
    )


def test_a_call_by_the_wrong_adversary_is_an_actor() -> None:
    """R31: what the Jambone follows with is called by the player on its right, not by himself."""
    actions = [*JAMBONE["actions"][:7], [3, "call_TD"]]
    assert replay_record(JAMBONE | {"actions": actions}) == [Disagreement(1, 8, "actor", 2, 3)]


@pytest.mark.parametrize("variant", variants())
def test_a_record_cut_short_says_who_may_do_what(variant: str) -> None:
    """At every step of a deal."""
    rules = rules_for(variant)
    table = played_out(_dealt(variant))
    record = table.record()
    short = {name: value for name, value in record.items() if name != "result"}
    told = open_record(record)
    for step in range(len(record["actions"])):
        cut = short | {"actions": record["actions"][:step], "actor": told.seat, "legal": list(told.legal)}
        assert replay_record(cut) == []
        (found,) = replay_record(cut | {"actor": (told.seat + 1) % rules.players})
        assert found.what == "actor"
        told.step(record["actions"][step][1])
    assert told.over


def test_records_name_every_option_that_applies() -> None:
    without = {name: value for name, value in RAILROAD["rules"].items() if name != "jambone"}
    with pytest.raises(RecordError, match=r"^rules: jambone missing"):
        open_record(RAILROAD | {"rules": without})
    more = record_of("seven_handed", SEVEN_HANDED)["rules"] | {"jambone": True}
    with pytest.raises(RecordError, match=r"^rules: jambone applies only to a four-handed game"):
        open_record(SEVEN_HANDED | {"rules": more})
