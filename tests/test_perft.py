"""How many ways a deal can go, counted three ways: by the engine, by the script, by hand from the rule book's words.

A count is the number of sequences of so many decisions. The constants were counted by `legal_by_the_book` below, which
shares no code with the package; `python -m pytest -m slow tests/test_perft.py` counts the long ones again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from euchre_env import Deal, Rules, Table, rules_for
from euchre_env.engine import Engine
from tests.witnesses import nth_bit


class Listed(NamedTuple):
    """A deal after some decisions, and how many sequences of 1, 2, 3 ... decisions can follow."""

    title: str
    rules: Rules
    dealer: int
    hands: str  # seats divided by commas
    upcard: str
    stock: str
    decisions: str
    counts: list[int]

    @property
    def deal(self) -> Deal:
        return Deal(
            tuple(tuple(hand.split()) for hand in self.hands.split(",")), self.upcard, tuple(self.stock.split())
        )


DEALS = [
    Listed(
        "two-handed from the beginning",
        rules_for("two_handed"),
        0,
        "7S TS JC TD QD,8S 9S KC 7H QH",
        "JS",
        "QS KS AS 7C 8C 9C TC QC AC 8H 9H TH JH KH AH 7D 8D 9D JD KD AD",
        "",
        [2, 7, 34, 153, 605, 1913, 5608, 13848, 28956],
    ),
    Listed(
        "two-handed to the end",
        rules_for("two_handed"),
        1,
        "7D 9H TH 8C KC,AD JC QC JS KS",
        "KD",
        "8D 9D TD QD JH JD 7H 8H QH KH AH 7C 9C TC AC 7S 8S 9S TS QS AS",
        "pass order_up discard_AD",
        [5, 15, 60, 140, 420, 828, 1656, 2624, 2624, 2624],
    ),
    Listed(
        "three-handed from the beginning",
        rules_for("three_handed"),
        2,
        "TH JH 8D QD KC,JD 7S 8S QS KS,QH TD 8C JC AC",
        "7H",
        "8H 9H KH AH 7D 9D KD AD 9S TS JS AS 7C 9C TC QC",
        "",
        [2, 7, 32, 119, 297, 991, 2810],
    ),
    Listed(
        "three-handed three tricks to the end",
        rules_for("three_handed", pack=24),
        0,
        "TH QH AH QS KS,9D TD AD TS 9C,9H 9S TC KC AC",
        "JH",
        "KH JD QD KD JS AS JC QC",
        "pass pass pass name_D play_TS play_9S play_QS play_KS play_9D play_9H",
        [3, 9, 27, 54, 108, 216, 216, 216, 216],
    ),
    Listed(
        "four-handed from the beginning",
        rules_for("four_handed"),
        3,
        "7D 8D JS 9C AC,QH JH 7S QS KC,7H 9D AS 8C QC,9H JD QD KS JC",
        "AH",
        "8H TH KH TD KD AD 8S 9S TS 7C TC",
        "",
        [3, 13, 63, 192, 359, 979, 2523, 5841, 15439],
    ),
    Listed(
        "four-handed dealer's partner alone",
        rules_for("four_handed"),
        1,
        "7H 7D QD 9S QS,TH 9D TS 9C KC,QH KH AH AD 8C,JH 8D KD 7C AC",
        "9H",
        "8H JD TD 7S 8S JS KS AS TC JC QC",
        "pass order_up_alone",
        [5, 7, 17, 68, 128, 264, 792],
    ),
    Listed(
        "four-handed pone alone",
        rules_for("four_handed", lone_lead="left_of_lone_player"),
        2,
        "JC JS TC 7D JD,AS KC 9H TD QD,7S 9C JH QH KD,TS 7C AC AH 9D",
        "8S",
        "9S QS KS 8C QC 7H 8H TH KH 8D AD",
        "pass pass order_up_alone",
        [5, 25, 70, 78, 312, 665],
    ),
    Listed(
        "four-handed lone hand to the end",
        rules_for("four_handed"),
        0,
        "7C 9C TC 9H QH,8C AC JS JC KD,KS 7D 8H KH AH,TS 8D 9D QD AD",
        "QC",
        "KC 7S 8S 9S QS AS TD JD 7H TH JH",
        "pass pass pass pass pass name_D_alone play_JC play_KH play_TS play_KD play_7D play_AD",
        [3, 9, 27, 54, 108, 216, 216, 216, 216],
    ),
    Listed(
        "four-handed with the Joker turned up and 33 cards",
        rules_for("four_handed", pack=33, joker_suit="D", may_discard_turnup=True),
        1,
        "KH 8C JC 8S AS,TD QD AD TH TS,8D QH AH QS KS,JH TC KC AC 7S",
        "JK",
        "7D 9D KD JD 7H 8H 9H 7C 9C QC 9S JS",
        "",
        [3, 15, 74, 214, 430],
    ),
    Listed(
        "Canadian loners",
        rules_for("four_handed", pack=25, assist_must_be_alone=True),
        0,
        "QS 9D TD JD AD,JK 9S KS 9H JH,QC KC JS TH QH,TC JC QD KD AH",
        "9C",
        "AC TS AS KH",
        "",
        [3, 12, 58, 200, 632, 1852],
    ),
    Listed(
        "north american from the beginning",
        rules_for("north_american"),
        0,
        "JH KC AC TS JS,KD TH AH 9S AS,TD AD JD QH QC,9D 9H TC JC KS",
        "QD",
        "KH 9C QS",
        "pass pass pass pass",
        [7, 37, 129, 282, 715, 2083, 4656, 11886, 26796],
    ),
    Listed(
        "north american stuck dealer to the end",
        rules_for("north_american"),
        3,
        "TC QC AC KS TH,JC 9S TS QS QH,9C JS JD KD AH,TD QD AD 9H JH",
        "KC",
        "AS 9D KH",
        "pass pass pass pass pass pass pass name_D "
        "play_TH play_QH play_AH play_9H play_JS play_AD play_KS play_QS play_QD",
        [3, 9, 18, 36, 72, 144, 240, 240, 240, 240, 240],
    ),
]

# ---- by hand ---------------------------------------------------------------------------------------------------------


def suit_of(card: str, trump: str) -> str:
    """C5, C6: the left bower and the Joker are trumps."""
    pairs = {"C": "S", "S": "C", "D": "H", "H": "D"}
    return trump if card == "JK" or card == "J" + pairs[trump] else card[1]


def strength(card: str, trump: str, led: str) -> int:
    """C2, C3, P2: trumps above the suit led above all others."""
    ranks = "23456789TJQKA"
    if suit_of(card, trump) == trump:
        return (
            200
            if card == "JK"
            else 199
            if card == "J" + trump
            else 198
            if card[0] == "J"
            else 100 + ranks.index(card[0])
        )
    return ranks.index(card[0]) if card[1] == led else -1


def legal_by_the_book(listed: Listed, decisions: list[str]) -> list[str]:
    """What the seat to decide may do after `decisions`; nothing at the end of the deal."""
    rules, dealer, rest = listed.rules, listed.dealer, list(decisions)
    hands, turned = [list(hand) for hand in listed.deal.hands], listed.upcard
    proposed = rules.joker_suit if turned == "JK" else turned[1]  # C9
    order = [(dealer + 1 + k) % rules.players for k in range(rules.players)]
    levels = ["", "_alone"] if rules.lone_hands else [""]
    for turn, seat in enumerate(order * 2):
        if not rest:
            named = [f"name_{suit}" for suit in "CDHS" if suit != proposed]
            names = ["order_up"] if turn < rules.players else named  # M1, M2
            stuck = rules.stick_the_dealer and turn + 1 == 2 * rules.players  # M3
            canadian = rules.assist_must_be_alone and turn < rules.players and seat == (dealer + 2) % 4  # M5
            calls = [name + level for name in names for level in levels if level or not canadian]
            return calls if stuck else ["pass", *calls]
        call = rest.pop(0)
        if call != "pass":
            break
    else:
        return []  # M3
    first_round, alone = turn < rules.players, call.endswith("_alone")
    trump, out = proposed if first_round else call[5], (seat + 2) % 4 if alone else None
    if first_round and out != dealer:  # P6, P7, P8
        if not rest:
            return [f"discard_{card}" for card in hands[dealer] + [turned] * rules.may_discard_turnup]
        hands[dealer].append(turned)
        hands[dealer].remove(rest.pop(0).removeprefix("discard_"))
    after = seat if alone and rules.lone_lead == "left_of_lone_player" else dealer
    leader = next(s for s in ((after + 1 + k) % rules.players for k in range(4)) if s != out)  # P3
    return legal_plays(hands, trump, out, leader, rest)


def legal_plays(hands: list[list[str]], trump: str, out: int | None, leader: int, rest: list[str]) -> list[str]:
    """The same in the play: `rest` are the cards played so far, the seat `out` plays none of its own (P5)."""
    while hands[leader]:
        trick: dict[str, int] = {}
        for seat in ((leader + k) % len(hands) for k in range(len(hands))):
            if seat == out:
                continue
            led = suit_of(next(iter(trick)), trump) if trick else ""
            if not rest:  # P1
                return [f"play_{card}" for card in [c for c in hands[seat] if suit_of(c, trump) == led] or hands[seat]]
            card = rest.pop(0).removeprefix("play_")
            hands[seat].remove(card)
            trick[card] = seat
        led = suit_of(next(iter(trick)), trump)
        leader = trick[max(trick, key=lambda card: strength(card, trump, led))]
    return []


def count_by_the_book(listed: Listed, depth: int) -> list[int]:
    counts, paths = [], [listed.decisions.split()]
    for _ in range(depth):
        paths = [[*path, action] for path in paths for action in legal_by_the_book(listed, path)]
        counts.append(len(paths))
    return counts


# ---- by script and by engine -----------------------------------------------------------------------------------------


def table_after(listed: Listed, decisions: list[str]) -> Table:
    table = Table(listed.rules, listed.deal, listed.dealer)
    for action in decisions:
        table.step(action)
    return table


def count_by_script(listed: Listed, depth: int) -> list[int]:
    counts, paths = [], [listed.decisions.split()]
    for _ in range(depth):
        paths = [[*path, action] for path in paths for action in table_after(listed, path).legal]
        counts.append(len(paths))
    return counts


def count_by_engine(listed: Listed, depth: int) -> list[int]:
    """All sequences side by side: each table is copied once for every legal action."""
    engine = Engine(listed.rules, 1)
    nothing = np.zeros((listed.rules.sides, 1), int)
    columns = engine.deal_cards.columns_of(listed.deal, listed.dealer)
    engine.place(columns, np.array([listed.dealer]), nothing, nothing, np.array([1]))
    told = Table(listed.rules, listed.deal, listed.dealer)
    for action in listed.decisions.split():
        number = next(n for n in told.legal_numbers if spelled(told, n) == action)
        told.step(action)
        engine.step(np.array([number]))
    counts = []
    for _ in range(depth):
        choices = np.bitwise_count(engine.legal).astype(np.intp)
        rows = np.repeat(np.arange(engine.num_tables), choices)
        ranks = np.arange(len(rows)) - np.repeat(choices.cumsum() - choices, choices)
        counts.append(len(rows))
        engine = engine.subset(rows)
        engine.step(nth_bit(engine.legal, ranks))
        engine = engine.subset(np.setdiff1d(np.arange(len(rows)), engine.over))
    return counts


def spelled(table: Table, number: int) -> str:
    """The action of a legal bit or call, as a copy that takes it records it."""
    copied = Table(table.rules, table.deal, table.dealer)
    for _, action in table.actions:
        copied.step(action)
    copied.step_number(number)
    return copied.actions[-1][1]


def affordable(listed: Listed, most: int) -> int:
    """The depth up to which no more than so many sequences are counted."""
    return sum(int(total) <= most for total in np.cumsum(listed.counts))


def by_title(listed: Any) -> str:
    return listed.title.replace(" ", "_")


@pytest.mark.parametrize("listed", DEALS, ids=by_title)
def test_the_engine_counts_as_many(listed: Listed) -> None:
    assert count_by_engine(listed, len(listed.counts)) == listed.counts


@pytest.mark.parametrize("listed", DEALS, ids=by_title)
def test_the_script_counts_as_many(listed: Listed) -> None:
    depth = affordable(listed, 2500)
    assert depth >= 3
    assert count_by_script(listed, depth) == listed.counts[:depth]


@pytest.mark.parametrize("listed", DEALS, ids=by_title)
def test_the_book_counts_as_many(listed: Listed) -> None:
    depth = affordable(listed, 8000)
    assert count_by_the_book(listed, depth) == listed.counts[:depth]


@pytest.mark.slow
@pytest.mark.parametrize("listed", DEALS, ids=by_title)
def test_the_book_counts_as_many_to_the_end(listed: Listed) -> None:
    assert count_by_the_book(listed, len(listed.counts)) == listed.counts
