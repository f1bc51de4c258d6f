"""What the human is shown: what has happened, the table wide and narrow, advice, how the deals have gone."""

from __future__ import annotations

import numpy as np
import pytest

from agents.playing.choices import choices_of
from agents.playing.hints import MOST_ROWS, foremost, hint_rows, likeliest
from agents.playing.narration import told_since
from agents.playing.picture import picture
from agents.playing.sitting import Outlook
from agents.playing.tally import deal_rows, summary
from agents.playing.words import addressed, seat_names
from euchre_env import Style, Table, VectorEuchre, open_record, variants
from tests.agents.at_the_table import PLAIN, choices, seen
from tests.agents.positions import random_play
from tests.rules.notation import lay, passes, play_out, tell

NAMES = seat_names(4, 0)


def at(table: Table, steps: int) -> Table:
    """The deal after its first so many actions."""
    earlier = open_record(table.record())
    for _, action in table.actions[:steps]:
        earlier.step(action)
    return earlier


def told(table: Table, since: int, viewer: int) -> list[str]:
    return list(told_since(seen(at(table, since), viewer), seen(table, viewer)))


def test_only_what_is_new_is_told_and_only_what_the_viewer_knows() -> None:
    table = lay("railroad", "9H", "", "JK JH JD AH KH", "AS KS QS JS TS", "AC KC QC TC 9C")
    tell(table, "1 order_up_alone", "1 ask_best", "1 give_KH", "3 best_AC")
    assert told(table, 0, viewer=2) == [
        "right orders up alone, right asks for the best",
        "right passes # to left, left gives # back",
    ]
    assert told(table, 0, viewer=3) == [
        "partner orders up alone, partner asks for the best",
        "partner passes # to you, you give AC back",
    ]
    assert told(table, 1, viewer=1) == ["you ask for the best", "you pass KH to partner, partner gives AC back"]
    assert told(table, 4, viewer=2) == []


def test_tricks_are_told_with_who_took_them() -> None:
    table = lay("four_handed", "9H", "7C 8C 9C TC QC", "AS KS QS JS TS", "AC KC JC 7D 8D", "7S 8S 9S 9D TD")
    tell(table, "1 order_up", "0 discard_7C", "1 play_AS", "2 play_7D", "3 play_7S", "0 play_9H", "0 play_8C")
    assert told(table, 3, viewer=1) == ["trick 1: you AS, left 7D, partner 7S, right 9H; right takes it"]
    assert told(table, 3, viewer=0) == ["trick 1: left AS, partner 7D, right 7S, you 9H; you take it"]
    assert told(table, 5, viewer=0) == told(table, 3, viewer=0)
    assert told(table, 6, viewer=0) == []


@pytest.mark.parametrize("variant", variants())
def test_the_picture_fits_wide_and_narrow_terminals_and_hides_what_is_hidden(variant: str) -> None:
    tables = VectorEuchre(variant, num_tables=4, seed=8)
    names = seat_names(tables.num_seats, 0)
    for step, _ in enumerate(random_play(tables, np.random.default_rng(1), 12)):
        if step % 3:
            continue
        for number in range(4):
            scene = seen(tables.table(number), 0)
            closed = [seat for seat in range(tables.num_seats) if seat not in (0, scene.story.exposed)]
            others = {card for seat in closed for card in scene.table.hands[seat]} - {scene.record["upcard"]}
            for width in (120, 30):
                lines = picture(scene, names, width)
                assert width == 30 or max(map(len, lines)) <= width
                said = [line for line in lines if line.startswith("cards  ")]
                known = " ".join(line for line in lines if line not in said)
                assert not [card for card in others if card in known.replace(",", "").split()]
                assert "you" in known


def test_in_a_narrow_terminal_seats_stand_one_below_the_other() -> None:
    table = tell(lay("four_handed", "9H", "", "AS"), "1 order_up", "0 discard_7C", "1 play_AS")
    assert picture(seen(table), seat_names(4, 2), 30) == [
        "  left # # # # #",
        "  partner # # # # # (dealer)",
        "  right # # # # (maker)",
        f"> you {' '.join(seen(table).held)}",
        "table  turn-up 9H, trump H",
        "",
        "calls  right orders up",
        "cards  partner discards #",
        "trick  right AS",
        "score  partner and you  0",
        "score  right and left  0",
    ]


def test_lists_break_between_two_things() -> None:
    table = tell(lay("five_handed", None), "1 bid_2_H", "2 pass", "3 bid_3_S", "4 pass")
    lines = picture(seen(table), seat_names(5, 0), 60)
    assert lines[-3:] == [
        "calls  player_1 bids 2 H, player_2 passes,",
        "       player_3 bids 3 S, player_4 passes",
        "score  you 0, player_1 0, player_2 0, player_3 0, player_4 0",
    ]


def test_what_is_told_anyway_is_not_drawn() -> None:
    table = tell(passes(lay("four_handed", "9H"), 3), "0 order_up")
    lines = picture(seen(table), NAMES, 100)
    assert "calls  left passes, partner passes, right passes, you take up" in lines
    assert not [line for line in lines if line.startswith(("due", "last trick", "four_handed"))]


def test_verbs_are_in_the_second_person_only_where_you_are_meant() -> None:
    assert (
        addressed("you announces Jambone, left passes, you defends") == "you announce Jambone, left passes, you defend"
    )
    assert addressed("you announces Jambone, left passes") == "you announce Jambone, left passes"
    assert addressed("right passes # to you, you gives AC back") == "right passes # to you, you give AC back"
    assert addressed("score  you and partner  3") == "score  you and partner  3"


# ---- advice ----------------------------------------------------------------------------------------------------------


def test_hints_begin_with_the_best_and_say_how_far_behind_the_others_are() -> None:
    offered = choices(lay("four_handed", "9H"))
    outlooks = {
        "pass": Outlook(0.75, -0.5, 0.1, 0.2),
        "order_up": Outlook(0.245, 0.25, 0.12, 0.0),
        "order_up_alone": Outlook(0.005, -1.0, 0.1, 0.3),
    }
    header, rows = hint_rows(offered, outlooks, "+-")
    assert header == ["choice", "chosen", "expected points", "behind"]
    assert rows == [
        ["order it up", "24 %", "+0.25 +- 0.12", "best"],
        ["pass", "75 %", "-0.50 +- 0.10", "-0.75 +- 0.20"],
        ["order it up alone", "under 1 %", "-1.00 +- 0.10", "-1.25 +- 0.30"],
    ]


def test_hints_without_points_begin_with_the_likeliest() -> None:
    offered = choices(lay("four_handed", "9H"))
    chances = {"pass": 0.2, "order_up": 0.8, "order_up_alone": 0.0}
    outlooks = {action: Outlook(chance, None, None, None) for action, chance in chances.items()}
    header, rows = hint_rows(offered, outlooks, "+-")
    assert header == ["choice", "chosen"]
    assert rows == [["order it up", "80 %"], ["pass", "20 %"], ["order it up alone", ""]]


@pytest.mark.parametrize(
    ("order_up", "alone", "told"),
    [
        ((0.2, 0.1), (-1.0, 0.3), ["as good", "as good, -0.05 +- 0.10", "-1.25 +- 0.30"]),
        ((0.2, 0.02), (-0.25, 0.3), ["as good", "-0.05 +- 0.02", "as good, -0.50 +- 0.30"]),
        ((0.246, 0.0), (-1.0, 0.3), ["as good", "as good", "-1.25 +- 0.30"]),
        ((0.2, 0.02), (-1.0, 0.3), ["best", "-0.05 +- 0.02", "-1.25 +- 0.30"]),
    ],
)
def test_what_another_is_as_good_as_within_two_standard_errors_is_not_called_best(
    order_up: tuple[float, float], alone: tuple[float, float], told: list[str]
) -> None:
    outlooks = {
        "pass": Outlook(0.5, 0.25, 0.1, 0.0),
        "order_up": Outlook(0.25, order_up[0], 0.1, order_up[1]),
        "order_up_alone": Outlook(0.25, alone[0], 0.1, alone[1]),
    }
    header, rows = hint_rows(choices(lay("four_handed", "9H")), outlooks, "+-")
    assert header[-1] == "behind"
    assert [row[-1] for row in rows] == told


def test_of_many_bids_the_best_are_shown() -> None:
    offered = choices_of(seen(lay("seven_handed", None)))
    outlooks = {choice.action: Outlook(0.0, -float(number), 0.1, 0.1) for number, choice in enumerate(offered)}
    shown = foremost(offered, outlooks)
    assert len(offered) > len(shown) == MOST_ROWS
    assert shown == offered[:MOST_ROWS]
    assert foremost(offered, outlooks, {offered[-1].action}) == [*offered[: MOST_ROWS - 1], offered[-1]]
    assert likeliest(outlooks) == []


@pytest.mark.parametrize(("own", "shown"), [(1, 12), (3, 12), (15, 16)])
def test_of_many_bids_those_that_the_agent_may_well_make_are_shown(own: int, shown: int) -> None:
    """However little they bring; and the best all the same."""
    offered = choices_of(seen(lay("seven_handed", None)))
    outlooks = {choice.action: Outlook(0.0005, -float(number), 0.1, 0.1) for number, choice in enumerate(offered)}
    last = [choice.action for choice in offered[-own:]]
    outlooks |= {action: outlooks[action]._replace(probability=0.01) for action in last}
    outlooks[last[-1]] = outlooks[last[-1]]._replace(probability=0.9)
    found = foremost(offered, outlooks)
    assert found == [*offered[: shown - own], *offered[-own:]]
    assert likeliest(outlooks) == [last[-1]]


def test_of_many_bids_all_below_one_per_cent_the_likeliest_is_shown() -> None:
    offered = choices_of(seen(lay("seven_handed", None)))
    outlooks = {choice.action: Outlook(0.0005, -float(number), 0.1, 0.1) for number, choice in enumerate(offered)}
    outlooks[offered[-1].action] = outlooks[offered[-1].action]._replace(probability=0.006)
    assert foremost(offered, outlooks)[-1] == offered[-1]


# ---- how the deals have gone -----------------------------------------------------------------------------------------


def test_deals_are_told_in_a_row_each() -> None:
    deal = play_out(tell(lay("four_handed", "9H"), "1 order_up"))
    void = passes(lay("four_handed", "9H", number=2), 8)
    records = [deal.record(), void.record()]
    header, rows = deal_rows(records, NAMES, PLAIN)
    assert header == ["deal", "trump", "outcome"]
    assert rows[0][:2] == ["1", "H"]
    assert rows[0][2].startswith("left made it and took ")
    assert rows[1] == ["2", "-", "everybody passed, no score"]
    points = deal.record()["result"]["points"]
    sides = ["you and partner", "left and right"]
    assert summary(records, deal.rules, sides) == [
        f"2 deals; points: you and partner {points[0]}, left and right {points[1]}"
    ]


def test_of_several_matches_is_told_who_won_how_many() -> None:
    won = play_out(tell(lay("four_handed", "9H", target=1), "1 order_up")).record()
    (winner,) = won["result"]["winners"]
    lines = summary([won, won, won], lay("four_handed", "9H").rules, ["we", "they"])
    assert lines[1] == f"matches won: we {3 * (winner == 0)}, they {3 * (winner == 1)}"


def test_suits_are_letters_where_symbols_cannot_be_shown() -> None:
    table = lay("four_handed", "9H")
    assert not [line for line in picture(seen(table), NAMES, 100) if not line.isascii()]
    assert [line for line in picture(seen(table, style=Style()), NAMES, 100) if "♥" in line]


def test_colour_is_added_when_printed_so_that_it_takes_no_room() -> None:
    from agents.playing.screen import Screen

    assert not Screen().style.colour
    assert not Screen(ascii_only=True).style.unicode
