"""The variants and what a deal pays: 4.1, 4.2, 4.3, 4.9, with the options that change it."""

import pytest

from euchre_env import Table, deal_cards, rules_for

from .notation import lay, pack_of_names, passes, scored, tell

THREE_HANDED = ["three_handed", "three_handed_hoffmann", "three_handed_set_back"]


def finished(table: Table) -> Table:
    """The same deal played to its end with whatever is legal."""
    while not table.over:
        table.step(table.legal[0])
    return table


@pytest.mark.parametrize(
    "variant, players, sides, pack, unseen, target",
    [
        ("two_handed", 2, 2, 32, 21, 5),
        *((variant, 3, 3, 32, 16, 5) for variant in THREE_HANDED),
        ("four_handed", 4, 2, 32, 11, 5),
        ("north_american", 4, 2, 24, 3, 10),
    ],
)
def test_4_1_to_4_3_players_pack_deal_target(
    variant: str, players: int, sides: int, pack: int, unseen: int, target: int
) -> None:
    """Five cards each, one turned up, the rest unseen: every card of the pack once."""
    rules = rules_for(variant)
    assert (rules.players, rules.sides, rules.pack, rules.target) == (players, sides, pack, target)
    deal = deal_cards(rules, seed=7, table=0, number=0, dealer=0)
    assert [len(hand) for hand in deal.hands] == [5] * players
    assert len(deal.stock) == unseen
    assert sorted([*sum(deal.hands, ()), deal.upcard, *deal.stock]) == sorted(pack_of_names(pack))


@pytest.mark.parametrize("pack, unseen", [(24, 3), (25, 4), (28, 7), (29, 8), (32, 11), (33, 12)])
def test_4_3_stock_after_the_turnup(pack: int, unseen: int) -> None:
    assert len(deal_cards(rules_for("four_handed", pack=pack), seed=7, table=0, number=0, dealer=0).stock) == unseen


def test_4_1_two_handed_with_a_joker_leaves_22_unseen() -> None:
    assert len(deal_cards(rules_for("two_handed", pack=33), seed=7, table=0, number=0, dealer=0).stock) == 22


# ---- two-handed -----------------------------------------------------------------------------------------------------


def test_4_1_course_of_the_bidding() -> None:
    table = lay("two_handed", "7S")
    expected = [(1, ("order_up", "pass")), (0, ("order_up", "pass"))]
    expected += [(seat, ("name_C", "name_D", "name_H", "pass")) for seat in (1, 0)]  # alone has no meaning
    for seat, legal in expected:
        assert (table.seat, table.legal) == (seat, legal)
        tell(table, f"{seat} pass")
    assert table.over


@pytest.mark.parametrize(
    "steps", [("1 order_up",), ("1 pass", "0 order_up"), ("1 pass", "0 pass", "1 pass", "0 name_H")]
)
def test_4_1_the_other_player_leads(steps: tuple[str, ...]) -> None:
    table = tell(lay("two_handed", "7S"), *steps)
    if table.kind == "discard":
        table.step(table.legal[0])
    assert (table.kind, table.seat) == ("play", 1)


@pytest.mark.parametrize(
    "tricks, points", [(0, [2, 0]), (1, [2, 0]), (2, [2, 0]), (3, [0, 1]), (4, [0, 1]), (5, [0, 2])]
)
def test_4_1_two_handed_scoring(tricks: int, points: list[int]) -> None:
    assert scored("two_handed", tricks)["points"] == points
    assert scored("two_handed", tricks, dealer=1)["points"] == points[::-1]


@pytest.mark.parametrize("tricks, winner", [(0, 0), (2, 0), (3, 1), (5, 1)])
def test_4_1_no_ties(tricks: int, winner: int) -> None:
    """Only one player scores in a deal: at four all it decides the game."""
    assert scored("two_handed", tricks, scores=[4, 4])["winners"] == [winner]


def test_4_1_the_dealer_as_maker() -> None:
    """The dealer takes up and wins four of five: a point for him."""
    table = lay("two_handed", "9S", "JS JC AS 7H 7D", "AH KH AD KD QD")
    tell(table, "1 pass", "0 order_up", "0 discard_7D", "1 play_AH", "0 play_7H", "1 play_KH", "0 play_9S")
    tell(table, "0 play_JS", "1 play_AD", "0 play_JC", "1 play_KD", "0 play_AS", "1 play_QD")
    assert table.result is not None
    assert (table.result["tricks"], table.result["points"]) == ([4, 1], [1, 0])


# ---- three-handed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", THREE_HANDED)
@pytest.mark.parametrize("maker", [1, 2, 0])
@pytest.mark.parametrize("round_number", [1, 2])
def test_4_2_eldest_leads_whoever_made_it(variant: str, maker: int, round_number: int) -> None:
    table = passes(lay(variant, "7S"), (maker - 1) % 3 + 3 * (round_number - 1))
    tell(table, f"{maker} order_up" if round_number == 1 else f"{maker} name_H")
    if table.kind == "discard":
        table.step(table.legal[0])
    assert (table.kind, table.seat) == ("play", 1)
    assert sum(action.startswith("play_") for _, action in finished(table).actions) == 15  # all three play


@pytest.mark.parametrize("variant", THREE_HANDED)
def test_4_2_no_lone_hands(variant: str) -> None:
    table = lay(variant, "7S")
    assert table.legal == ("order_up", "pass")
    assert passes(table, 3).legal == ("name_C", "name_D", "name_H", "pass")


MAKER_1 = {0: [2, 0, 2], 1: [2, 0, 2], 2: [2, 0, 2], 3: [0, 1, 0], 4: [0, 1, 0]}  # the eldest is the maker, by tricks


@pytest.mark.parametrize("tricks, points", (MAKER_1 | {5: [0, 3, 0]}).items())
def test_4_2_A_foster_scoring(tricks: int, points: list[int]) -> None:
    assert scored("three_handed", tricks)["points"] == points


@pytest.mark.parametrize("tricks, points", (MAKER_1 | {5: [0, 2, 0]}).items())
def test_4_2_B_hoffmann_scoring(tricks: int, points: list[int]) -> None:
    assert scored("three_handed_hoffmann", tricks)["points"] == points


SET_BACK = {tricks: [0, -2, 0] for tricks in (0, 1, 2)}


@pytest.mark.parametrize("tricks, points", (MAKER_1 | SET_BACK | {5: [0, 2, 0]}).items())
def test_4_2_C_set_back_scoring(tricks: int, points: list[int]) -> None:
    result = scored("three_handed_set_back", tricks)
    assert result["points"] == points
    assert result["scores"] == points  # from 0 the score may go below 0: seven points are still needed


def test_4_2_C_set_back_adds_up_below_nothing() -> None:
    assert scored("three_handed_set_back", 0, scores=[4, -3, 4])["scores"] == [4, -5, 4]
    assert scored("three_handed_set_back", 3, scores=[4, -5, 4])["scores"] == [4, -4, 4]


@pytest.mark.parametrize("dealer, points", [(0, [2, 0, 2]), (1, [2, 2, 0]), (2, [0, 2, 2])])
def test_4_2_the_maker_loses_to_the_other_two_whoever_deals(dealer: int, points: list[int]) -> None:
    assert scored("three_handed", 2, dealer=dealer)["points"] == points


def test_4_2_tricks_of_both_adversaries_count_against_the_maker() -> None:
    """The eldest takes two tricks, the second seat two, the dealer one: the maker is euchred."""
    table = lay("three_handed", "7S", "AD KD 8C 9C 7D", "JS JC 8H 9H QD", "AH KH 8D 9D TC")
    tell(table, "1 order_up", "0 discard_7D")
    tell(table, "1 play_JS", "2 play_TC", "0 play_7S", "1 play_JC", "2 play_8D", "0 play_8C")
    tell(table, "1 play_8H", "2 play_KH", "0 play_9C", "2 play_AH", "0 play_KD", "1 play_9H")
    tell(table, "2 play_9D", "0 play_AD", "1 play_QD")
    assert table.result is not None
    assert (table.result["tricks"], table.result["points"]) == ([1, 2, 2], [2, 0, 2])


# Both adversaries go out with one euchre; the eldest, in the column of his seat, was the maker.


@pytest.mark.parametrize("scores", [[4, 0, 4], [3, 4, 4], [4, 4, 3]])
def test_4_2_tie_both_win(scores: list[int]) -> None:
    result = scored("three_handed", 0, scores=scores)
    assert (result["winners"], result["games"], result["scores"]) == ([0, 2], [1, 0, 1], [0, 0, 0])


@pytest.mark.parametrize("dealer, scores, elder", [(0, [4, 0, 4], 2), (1, [4, 4, 0], 0), (2, [0, 4, 4], 1)])
def test_4_2_tie_elder_wins(dealer: int, scores: list[int], elder: int) -> None:
    """Seats 2 and 0 are adversaries of seat 1 when seat 0 deals: seat 2 comes first in the order 1, 2, 0."""
    result = scored("three_handed_hoffmann", 0, dealer=dealer, scores=scores)
    assert result["winners"] == [elder]
    assert result["games"] == [int(seat == elder) for seat in range(3)]
    assert result["scores"] == [0, 0, 0]


@pytest.mark.parametrize("scores", [[4, 0, 3], [4, 0, 4], [3, 0, 4]])
def test_4_2_tie_elder_wins_whatever_the_surplus(scores: list[int]) -> None:
    """Both are out, one with five points, one with six: not the higher total decides, but the seat."""
    assert scored("three_handed_hoffmann", 0, scores=scores)["winners"] == [2]


@pytest.mark.parametrize("variant", ["three_handed", "three_handed_hoffmann"])
def test_4_2_only_one_out_is_no_tie(variant: str) -> None:
    assert scored(variant, 0, scores=[4, 4, 2])["winners"] == [0]
    assert scored(variant, 0, scores=[2, 4, 4])["winners"] == [2]


def test_4_2_tie_rule_is_an_option_of_every_three_handed_game() -> None:
    assert scored("three_handed", 0, scores=[4, 0, 4], tie_rule="elder_wins")["winners"] == [2]
    assert scored("three_handed_hoffmann", 0, scores=[4, 0, 4], tie_rule="both_win")["winners"] == [0, 2]


def test_4_2_C_no_tie_under_set_back() -> None:
    result = scored("three_handed_set_back", 0, scores=[4, 0, 4])
    assert (result["winners"], result["scores"]) == ([], [4, -2, 4])


def test_A4_euchre_mode_is_an_option_of_every_three_handed_game() -> None:
    assert scored("three_handed", 1, euchre_mode="set_back")["points"] == [0, -2, 0]
    assert scored("three_handed_set_back", 1, euchre_mode="award")["points"] == [2, 0, 2]


# ---- four-handed ----------------------------------------------------------------------------------------------------

EUCHRED = {0: [2, 0], 1: [2, 0], 2: [2, 0]}  # the eldest is the maker: side 1


@pytest.mark.parametrize("variant", ["four_handed", "north_american"])
@pytest.mark.parametrize("tricks, points", (EUCHRED | {3: [0, 1], 4: [0, 1], 5: [0, 2]}).items())
def test_4_3_scoring_with_partners(variant: str, tricks: int, points: list[int]) -> None:
    assert scored(variant, tricks)["points"] == points


@pytest.mark.parametrize("variant", ["four_handed", "north_american"])
@pytest.mark.parametrize("tricks, points", (EUCHRED | {3: [0, 1], 4: [0, 1], 5: [0, 4]}).items())
def test_4_3_scoring_of_a_lone_hand(variant: str, tricks: int, points: list[int]) -> None:
    result = scored(variant, tricks, alone=True)
    assert (result["points"], result["alone"]) == (points, True)


@pytest.mark.parametrize("dealer, points", [(0, [0, 2]), (1, [2, 0]), (2, [0, 2]), (3, [2, 0])])
def test_4_3_sides_are_seats_0_and_2_against_1_and_3(dealer: int, points: list[int]) -> None:
    assert scored("four_handed", 5, dealer=dealer)["points"] == points


@pytest.mark.parametrize("variant", ["four_handed", "north_american"])
@pytest.mark.parametrize("tricks, points", {0: [4, 0], 1: [4, 0], 2: [4, 0], 3: [0, 1], 4: [0, 1], 5: [0, 4]}.items())
def test_4_3_lone_euchre_points(variant: str, tricks: int, points: list[int]) -> None:
    """A7: a lone hand euchred may cost four; a euchre of two partners costs two all the same."""
    assert scored(variant, tricks, alone=True, lone_euchre_points=4)["points"] == points
    assert scored(variant, 2, lone_euchre_points=4)["points"] == [2, 0]


@pytest.mark.parametrize("march", [3, 4, 5])
def test_4_3_lone_march_points(march: int) -> None:
    assert scored("four_handed", 5, alone=True, lone_march_points=march)["points"] == [0, march]
    assert scored("four_handed", 4, alone=True, lone_march_points=march)["points"] == [0, 1]
    assert scored("four_handed", 5, lone_march_points=march)["points"] == [0, 2]


@pytest.mark.parametrize(
    "variant, made", [("two_handed", [0, 1]), ("three_handed_hoffmann", [0, 1, 0]), ("four_handed", [0, 1])]
)
def test_A1_march_points(variant: str, made: list[int]) -> None:
    assert scored(variant, 5, march_points=3)["points"] == [3 * point for point in made]
    assert scored(variant, 4, march_points=3)["points"] == made


def test_A1_march_points_do_not_touch_the_lone_hand() -> None:
    assert scored("four_handed", 5, alone=True, march_points=3)["points"] == [0, 4]


def test_A2_march_of_three_is_the_preset_of_foster_alone() -> None:
    marches = {variant: scored(variant, 5)["points"][1] for variant in THREE_HANDED}
    assert marches == {"three_handed": 3, "three_handed_hoffmann": 2, "three_handed_set_back": 2}
    assert scored("three_handed", 5, march_points=2)["points"] == [0, 2, 0]


# ---- modern ---------------------------------------------------------------------------------------------------------


def test_4_9_ten_points_up() -> None:
    result = scored("north_american", 5, alone=True, scores=[9, 5])
    assert (result["scores"], result["winners"]) == ([9, 9], [])
    result = scored("north_american", 3, scores=[9, 9])
    assert (result["scores"], result["games"], result["winners"]) == ([0, 0], [0, 1], [1])


def test_4_9_lead_beside_a_lone_hand() -> None:
    table = tell(lay("north_american", "9S"), "1 pass", "2 pass", "3 order_up_alone")
    assert (table.kind, table.seat) == ("discard", 0)
    table.step("discard_9S")
    assert (table.kind, table.seat) == ("play", 2)
