"""Railroad Euchre: the pat lone hand, R28 and R29, and the score table of a deal. The dealer is seat 0."""

from typing import Any

import pytest

from euchre_env import Table

from .notation import actions, lay, scored, tell, trick
from .railroad import asked, ended, lone_hand, made, play_out, to_the_play

PAT: dict[str, Any] = {"pat_lone": True}
OPPOSE = ("defend", "oppose_alone")


# ---- what it pays ---------------------------------------------------------------------------------------------------

PAT_PAYS = {5: [0, 5], 4: [1, 0], 3: [1, 0], 2: [3, 0], 1: [3, 0], 0: [3, 0]}
ORDINARY = {5: [0, 4], 4: [0, 1], 3: [0, 1], 2: [2, 0], 1: [2, 0], 0: [2, 0]}


@pytest.mark.parametrize("tricks", PAT_PAYS)
def test_R28_pat_pays_five_or_one_or_three_to_the_opponents(tricks: int) -> None:
    """Three or four tricks count one for the opponents, not for the maker."""
    table = play_out(tell(lone_hand(tricks, target=11, **PAT), "1 pat"))
    ended(table, "S", 1, [5 - tricks, tricks, 0, 0], PAT_PAYS[tricks])


@pytest.mark.parametrize("stopped_by, tricks", [(0, 0), (0, 2), (2, 0), (2, 2)])
def test_R28_either_adversary_may_make_the_euchre(stopped_by: int, tricks: int) -> None:
    taken = [0, tricks, 0, 0]
    taken[stopped_by] = 5 - tricks
    ended(play_out(tell(lone_hand(tricks, stopped_by=stopped_by, **PAT), "1 pat")), "S", 1, taken, [3, 0])


@pytest.mark.parametrize("options", [{"lone_euchre_points": 4}, {"lone_march_points": 3}, {"lone_march_points": 4}])
def test_R28_the_points_of_an_ordinary_lone_hand_do_not_matter(options: dict[str, Any]) -> None:
    for tricks in (5, 4, 2):
        table = play_out(tell(lone_hand(tricks, target=11, **PAT, **options), "1 pat"))
        ended(table, "S", 1, [5 - tricks, tricks, 0, 0], PAT_PAYS[tricks])


@pytest.mark.parametrize("tricks", ORDINARY)
def test_R29a_without_pat_lone_an_ordinary_lone_hand(tricks: int) -> None:
    table = tell(lone_hand(tricks), "1 pat")
    assert asked(table) == ("oppose", 2, OPPOSE)
    ended(play_out(to_the_play(table)), "S", 1, [5 - tricks, tricks, 0, 0], ORDINARY[tricks])


def test_R28_who_asked_for_the_best_is_not_pat() -> None:
    """The partner's best makes one trick more; the points are the ordinary ones."""
    for tricks, gift, best in ((4, "9D", "QS"), (3, "QH", "AS"), (2, "9C", "JC"), (1, "TC", "JS")):
        table = tell(lone_hand(tricks, **PAT), "1 ask_best", f"1 give_{gift}", f"3 best_{best}")
        assert asked(table) == ("oppose", 2, OPPOSE)
        result = play_out(to_the_play(table)).result
        assert result is not None
        assert (result["tricks"][1], result["points"]) == (tricks + 1, ORDINARY[tricks + 1])


def test_R28_who_got_a_useless_card_is_not_pat_either() -> None:
    hands = ["TD JD QD KD AD", "JK JS JC 9D QH", "AC KC QC AH KH", "TC TH 9C JH 9H"]
    table = tell(made(lay("railroad", "9S", *hands, **PAT), 1, "order_up_alone"), "1 ask_best")
    tell(table, "1 give_QH", "3 best_JH", "2 defend", "0 defend", "0 discard_TD")
    trick(table, 1, "JK AC 9S", takes=1)
    trick(table, 1, "JS KC JD", takes=1)
    trick(table, 1, "JC QC QD", takes=1)
    trick(table, 1, "9D KH AD", takes=0)
    trick(table, 0, "KD JH AH", takes=0)
    ended(table, "S", 1, [2, 3, 0, 0], [0, 1])


# ---- who is pat -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", [1, 2, 3])
@pytest.mark.parametrize("call", ["order_up_alone", "name_H_alone"])
@pytest.mark.parametrize("dealer", range(4))
def test_R28_R29b_a_maker_who_does_not_deal_is_pat_without_the_best(maker: int, call: str, dealer: int) -> None:
    """In either round, the dealer's partner too. Nobody may oppose him; after the dealer's discard come the cards."""
    maker = (maker + dealer) % 4
    table = made(lay("railroad", "9S", dealer=dealer, **PAT), maker, call)
    assert asked(table) == ("choose", maker, ("ask_best", "pat"))
    tell(table, f"{maker} pat")
    if call == "order_up_alone" and maker != (dealer + 2) % 4:  # P7
        assert (table.kind, table.seat) == ("discard", dealer)
        table.step(table.legal[0])
    assert table.kind == "play"
    paid_as_pat(table, maker)


@pytest.mark.parametrize("dealer", range(4))
def test_R28_the_dealer_in_the_second_round_is_pat_without_the_best(dealer: int) -> None:
    table = made(lay("railroad", "9S", dealer=dealer, **PAT), dealer, "name_H_alone")
    assert asked(table) == ("choose", dealer, ("ask_best", "pat"))
    tell(table, f"{dealer} pat")
    assert table.kind == "play"
    paid_as_pat(table, dealer)


def paid_as_pat(table: Table, maker: int) -> None:
    """Whatever is played, the points are those of a pat hand, and 15 cards are played."""
    before = len(table.actions)
    while not table.over:
        assert table.kind == "play"
        table.step(table.legal[0])
    assert len(table.actions) == before + 15
    assert table.result is not None
    points = PAT_PAYS[table.result["tricks"][maker]]
    assert (table.result["maker"], table.result["opposed_by"]) == (maker, None)
    assert table.result["points"] == (points if maker % 2 else points[::-1])


def test_R28_the_dealer_in_the_first_round_takes_neither_turn_up_nor_best() -> None:
    """The turn-up stays on the pack, its suit is trump; he plays the five cards that were dealt to him."""
    hands = ["JK JS JC AS QC", "QD KD KC AD AH", "9C 9D 9H TC TD", "TH JD JH QS QH"]
    table = made(lay("railroad", "9S", *hands, target=11, **PAT), 0, "order_up_alone")
    assert asked(table) == ("choose", 0, ("ask_best", "pat", "take_up"))
    tell(table, "0 pat")
    assert table.trump == "S"
    assert asked(table) == ("play", 1, actions("play", hands[1]))
    assert [set(hand) for hand in table.hands] == [set(hand.split()) for hand in hands]
    trick(table, 1, "AH TH JK", takes=0)
    trick(table, 0, "JS AD QS", takes=0)
    trick(table, 0, "JC KD JD", takes=0)
    trick(table, 0, "AS QD JH", takes=0)
    trick(table, 0, "QC KC QH", takes=1)
    ended(table, "S", 0, [4, 1, 0, 0], [0, 1])


def test_R28_the_pat_dealers_march_counts_five() -> None:
    hands = ["JK JS JC AS KS", "QD KD KC AD AH", "9C 9D 9H TC TD", "TH JD JH QC QH"]
    table = tell(made(lay("railroad", "9S", *hands, target=11, **PAT), 0, "order_up_alone"), "0 pat")
    ended(play_out(table), "S", 0, [5, 0, 0, 0], [5, 0])
    table = made(lay("railroad", "9S", *hands, target=11, **PAT), 0, "order_up_alone")
    tell(table, "0 take_up", "0 discard_KS", "1 defend", "3 defend")
    ended(play_out(table), "S", 0, [5, 0, 0, 0], [4, 0])


def test_R28_without_pat_lone_the_dealer_must_take_the_turn_up() -> None:
    table = made(lay("railroad", "9S"), 0, "order_up_alone")
    assert asked(table) == ("choose", 0, ("ask_best", "take_up"))


# ---- nobody opposes a pat hand, and the opposing hand is never pat --------------------------------------------------


@pytest.mark.parametrize("tricks", range(6))
def test_R29_T6_nobody_may_oppose_alone_and_both_adversaries_play(tricks: int) -> None:
    table = tell(lone_hand(tricks, target=11, **PAT), "1 pat")
    assert (table.kind, table.seat) == ("play", 1)
    before = len(table.actions)
    play_out(table)
    seats = [seat for seat, _ in table.actions[before:]]
    assert [seats.count(seat) for seat in range(4)] == [5, 5, 5, 0]
    assert table.result is not None
    assert table.result["opposed_by"] is None


@pytest.mark.parametrize("choice", ["pat", "ask_best"])
def test_R29_what_the_opposing_lone_hand_takes_does_not_change_the_points(choice: str) -> None:
    """Under `pat_lone` against a maker who took a card: a euchre is four, a march four, three tricks one."""
    for tricks, gift, best in ((4, "9D", "QS"), (2, "9C", "JC"), (1, "TC", "JS")):
        table = tell(lone_hand(tricks, **PAT), "1 ask_best", f"1 give_{gift}", f"3 best_{best}")
        tell(table, "2 defend", "0 oppose_alone")
        assert asked(table) == ("choose", 0, ("ask_best", "pat"))
        tell(table, f"0 {choice}")
        if choice == "ask_best":
            tell(table, "0 give_TD")
            assert asked(table) == ("best", 2, actions("best", "AC AH"))
            tell(table, "2 best_AC")
        points = {5: [0, 4], 3: [0, 1], 2: [4, 0]}[tricks + 1]
        ended(play_out(table), "S", 1, [4 - tricks, tricks + 1, 0, 0], points, opposed_by=0)


# ---- the score table, and pat in a match ----------------------------------------------------------------------------


@pytest.mark.parametrize("tricks, points", [(5, [0, 2]), (4, [0, 1]), (3, [0, 1]), (2, [2, 0]), (0, [2, 0])])
@pytest.mark.parametrize("variant", ["railroad", "railroad_full"])
def test_R28_partners_together_are_never_pat(variant: str, tricks: int, points: list[int]) -> None:
    assert scored(variant, tricks)["points"] == points


def full(tricks: int, scores: list[int], games: list[int] | None = None) -> Table:
    """The eldest's pat hand with all that is agreed in the full game, played to the end."""
    table = tell(lone_hand(tricks, "railroad_full", scores=scores, games=games), "1 pat")
    assert asked(table) == ("announce", 1, ("announce_jambone", "play_on"))
    return play_out(tell(table, "1 play_on"))


def test_R28_R29_in_the_full_game() -> None:
    ended(full(3, [1, 2]), "S", 1, [2, 3, 0, 0], [1, 0], scores=[2, 2])
    ended(full(2, [1, 2]), "S", 1, [3, 2, 0, 0], [3, 0], scores=[4, 2])
    ended(full(5, [1, 2]), "S", 1, [0, 5, 0, 0], [0, 5], scores=[0, 2], games=[0, 1])  # R25: two carried


def test_R26_R27a_a_pat_march_from_nothing_is_a_slam_and_counts_two_games() -> None:
    ended(full(5, [0, 0]), "S", 1, [0, 5, 0, 0], [0, 5], scores=[0, 0], games=[0, 2])
    ended(full(5, [0, 3], [2, 0]), "S", 1, [0, 5, 0, 0], [0, 5], scores=[0, 3], games=[2, 2])
    ended(full(5, [0, 3], [2, 1]), "S", 1, [0, 5, 0, 0], [0, 5], scores=[0, 0], games=[2, 3], winners=[1])
    ended(full(5, [2, 3], [2, 1]), "S", 1, [0, 5, 0, 0], [0, 5], scores=[0, 3], games=[2, 2])


def test_R25_the_opponents_of_a_pat_hand_may_win_the_game_with_it() -> None:
    ended(full(4, [4, 4]), "S", 1, [1, 4, 0, 0], [1, 0], scores=[0, 0], games=[1, 0])
    ended(full(1, [3, 4]), "S", 1, [4, 1, 0, 0], [3, 0], scores=[1, 0], games=[1, 0])
