"""Railroad Euchre: the lone maker and his partner's best card, R9 to R11, R14, R15; T3. The dealer is seat 0."""

from itertools import chain
from typing import Any

import pytest

from euchre_env import Table

from .notation import actions, lay, tell, trick
from .railroad import asked, ended, made, observed, play_out, to_the_play

DEAL = [  # the 9 of spades is turned up; QS JK 9C JH are not dealt
    "TC TD JD 9D QC",
    "JS AS KS AH 9H",
    "QD KD AD TH QH",
    "JC TS KC AC KH",
]
FREE: dict[str, Any] = {"best_card_mode": "free"}


def eldest_alone(**options: Any) -> Table:
    """The eldest has ordered up spades alone."""
    return made(lay("railroad", "9S", *DEAL, **options), 1, "order_up_alone")


def test_R9_a_card_is_passed_and_the_best_comes_back() -> None:
    """The eldest passes a card, takes his partner's left bower, and makes all five: four."""
    table = eldest_alone()
    assert asked(table) == ("choose", 1, ("ask_best", "pat"))
    tell(table, "1 ask_best")
    assert asked(table) == ("give", 1, actions("give", "JS AS KS AH 9H"))
    tell(table, "1 give_9H")
    assert asked(table) == ("best", 3, ("best_JC",))
    tell(table, "3 best_JC")
    assert [len(table.hands[seat]) for seat in (0, 1, 2)] == [5, 5, 5]
    assert set(table.hands[1]) == {"JS", "AS", "KS", "AH", "JC"}
    tell(table, "2 defend", "0 defend", "0 discard_TC")
    trick(table, 1, "JS QD 9S", takes=1)
    trick(table, 1, "JC KD TD", takes=1)
    trick(table, 1, "AS AD JD", takes=1)
    trick(table, 1, "KS QH 9D", takes=1)
    trick(table, 1, "AH TH QC", takes=1)
    ended(table, "S", 1, [0, 5, 0, 0], [0, 4])


def test_R9_he_may_but_need_not_ask() -> None:
    table = tell(eldest_alone(), "1 pat")
    assert asked(table) == ("oppose", 2, ("defend", "oppose_alone"))
    assert [set(hand) for hand in table.hands] == [set(hand.split()) for hand in DEAL]


def test_R9_the_best_cannot_be_refused_even_if_no_better() -> None:
    """All he can pass is a high trump, and what comes back is a ten."""
    table = made(lay("railroad", "9H", "", "JK JS JC AS KS", "", "TC 9C 9D TD TH"), 1, "name_S_alone")
    tell(table, "1 ask_best", "1 give_KS")
    assert asked(table) == ("best", 3, actions("best", "TC TD TH"))  # the partner cannot decline either
    tell(table, "3 best_TC")
    assert set(table.hands[1]) == {"JK", "JS", "JC", "AS", "TC"}
    assert asked(table) == ("oppose", 2, ("defend", "oppose_alone"))


BEST = [  # spades are trump: what the partner holds, what he may pass
    ("9S AH AD KH KD", "9S"),
    ("AS KS JC AH AD", "JC"),
    ("JC JS AS KS QS", "JS"),
    ("9S JK JS JC AC", "JK"),
    ("QS AS KS AC AH", "AS"),
    ("AH AD KC QC TC", "AH AD"),
    ("AC QH QD TH TD", "AC"),
    ("KH KD QH QC JH", "KH KD"),
    ("QH QD QC JH JD", "QH QD QC"),
    ("JH JD TH TC 9H", "JH JD"),
    ("TH TD TC 9H 9D", "TH TD TC"),
]


@pytest.mark.parametrize("partners, best", BEST)
def test_R10_strict_highest_trump_or_a_plain_card_of_the_highest_rank(partners: str, best: str) -> None:
    table = made(lay("railroad", "TS", "", "", "", partners), 1, "order_up_alone")
    tell(table, "1 ask_best")
    table.step(table.legal[0])
    assert asked(table) == ("best", 3, actions("best", best))


def test_R10_strict_goes_by_the_suit_that_is_trump() -> None:
    """Hearts are named over a turned spade: the jack of diamonds is a trump, the jack of clubs is not."""
    for partners, best in (("JC AS KS JD AC", "JD"), ("JC TS 9C 9D TD", "JC")):
        table = tell(made(lay("railroad", "9S", "", "", "", partners), 1, "name_H_alone"), "1 ask_best")
        table.step(table.legal[0])
        assert asked(table) == ("best", 3, actions("best", best))


@pytest.mark.parametrize("partners", [partners for partners, _ in BEST])
def test_R10_free_any_card_of_his_own(partners: str) -> None:
    table = made(lay("railroad", "TS", "", "", "", partners, **FREE), 1, "order_up_alone")
    tell(table, "1 ask_best")
    table.step(table.legal[0])
    assert asked(table) == ("best", 3, actions("best", partners))


@pytest.mark.parametrize("options, best", [({}, ["JD", "AH", "QH", "KH"]), (FREE, DEAL)])
@pytest.mark.parametrize("maker", range(4))
def test_R11_after_a_turn_down(maker: int, options: dict[str, Any], best: list[str]) -> None:
    """One discard, the dealer no otherwise than the rest; the turned-down card is neither taken nor passed."""
    table = made(lay("railroad", "9S", *DEAL, **options), maker, "name_H_alone")
    assert asked(table) == ("choose", maker, ("ask_best", "pat"))
    tell(table, f"{maker} ask_best")
    assert asked(table) == ("give", maker, actions("give", DEAL[maker]))
    gift, *kept = DEAL[maker].split()
    partner = (maker + 2) % 4
    tell(table, f"{maker} give_{gift}")
    assert asked(table) == ("best", partner, actions("best", best[partner]))
    passed = table.legal[0].removeprefix("best_")
    tell(table, f"{partner} best_{passed}")
    assert set(table.hands[maker]) == {passed, *kept}
    for seat in ((maker + 1) % 4, (maker + 3) % 4):
        assert asked(table) == ("oppose", seat, ("defend", "oppose_alone"))
        tell(table, f"{seat} defend")
    assert table.kind == "play"  # nobody has a discard for a turn-up


# ---- an adversary of the dealer alone in the first round ------------------------------------------------------------


@pytest.mark.parametrize(
    "maker, gift, partner, best, adversaries, leader", [(1, "9H", 3, "JC", (2, 0), 1), (3, "KH", 1, "JS", (0, 2), 2)]
)
def test_R14_R14a_the_makers_exchange_comes_first_the_dealers_discard_last(
    maker: int, gift: str, partner: int, best: str, adversaries: tuple[int, int], leader: int
) -> None:
    table = made(lay("railroad", "9S", *DEAL), maker, "order_up_alone")
    tell(table, f"{maker} ask_best", f"{maker} give_{gift}", f"{partner} best_{best}")
    assert set(table.hands[maker]) == {best, *DEAL[maker].split()} - {gift}
    for seat in adversaries:
        assert asked(table) == ("oppose", seat, ("defend", "oppose_alone"))
        tell(table, f"{seat} defend")
    assert asked(table) == ("discard", 0, actions("discard", DEAL[0]))
    tell(table, "0 discard_TC")
    assert set(table.hands[0]) == {"9S", "TD", "JD", "9D", "QC"}
    assert (table.kind, table.seat) == ("play", leader)


def test_R14_R14a_where_nobody_may_oppose_the_discard_follows_the_exchange() -> None:
    table = tell(eldest_alone(defend_alone="never", may_discard_turnup=True), "1 ask_best", "1 give_9H", "3 best_JC")
    assert asked(table) == ("discard", 0, actions("discard", [*DEAL[0].split(), "9S"]))


# ---- who sees what --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gift", ["JS", "9H"])
def test_R15_the_partner_sits_out_and_the_card_passed_to_him_is_out_of_play(gift: str) -> None:
    table = to_the_play(tell(eldest_alone(), "1 ask_best", f"1 give_{gift}", "3 best_JC"))
    before = len(table.actions)
    play_out(table)
    plays = table.actions[before:]
    assert sorted(seat for seat, _ in plays) == [0] * 5 + [1] * 5 + [2] * 5
    assert f"play_{gift}" not in [action for _, action in plays]
    assert not {action.removeprefix("play_") for _, action in plays} & {"TS", "KC", "AC", "KH"}


@pytest.mark.parametrize("options", [{}, FREE])
def test_R15_T3_nobody_but_the_lone_player_knows_what_he_passed(options: dict[str, Any]) -> None:
    """Neither the partner before he chooses his best nor the adversaries afterwards can tell one card from another."""
    asking, opposing, discarding = [], [], []
    for gift in DEAL[1].split():
        table = tell(eldest_alone(**options), "1 ask_best", f"1 give_{gift}")
        asking.append((table.legal, observed(table)))
        tell(table, "3 best_JC")
        opposing.append((table.legal, observed(table)))
        tell(table, "2 defend", "0 defend")
        discarding.append((table.legal, observed(table)))
    assert len({*asking}) == len({*opposing}) == len({*discarding}) == 1


def test_R15_T3_nor_what_came_back() -> None:
    views = set()
    for best in DEAL[3].split():
        table = tell(eldest_alone(**FREE), "1 ask_best", "1 give_9H", f"3 best_{best}")
        views.add(observed(table))
    assert len(views) == 1
    table = tell(eldest_alone(**FREE), "1 ask_best", "1 give_9H")
    other = tell(eldest_alone(**FREE), "1 pat")
    assert observed(tell(table, "3 best_JC")) != observed(other)  # that he took a card is public


def test_R9_without_partners_best_nothing_is_asked() -> None:
    table = made(lay("railroad", "9S", *DEAL, partners_best=False), 1, "order_up_alone")
    assert asked(table) == ("oppose", 2, ("defend", "oppose_alone"))
    assert [set(hand) for hand in table.hands] == [set(hand.split()) for hand in DEAL]
    table = made(lay("railroad", "9S", *DEAL, partners_best=False), 0, "order_up_alone")
    assert asked(table) == ("discard", 0, actions("discard", DEAL[0]))
    assert set(chain(*table.hands)) == set(" ".join(DEAL).split())
