"""What holds of every game: cards are conserved, every trick is complete, points are those of the rule book (T1-T9)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_env import KINDS, Rules, Table, VectorEuchre, deal_cards, point_differences, rules_for, variants
from euchre_env.cards import SUITS, pack_of
from euchre_env.contract import VOID, is_pat, makers, sits_out
from tests.scouting import StackedEngine
from tests.stacked import StackedDealer
from tests.witnesses import any_rules, choose, choose_action

LEAVES_THE_HANDS = ("give", "discard", "bury", "play", "call")


def in_hands(table: Table) -> list[str]:
    return [card for hand in table.hands for card in hand]


def active(table: Table) -> list[int]:
    """The absolute seats that play (P3, P5, R20)."""
    out = sits_out(table.rules, table.contract)
    return [seat for seat in range(table.rules.players) if (seat - table.dealer) % table.rules.players not in out]


def assert_question_is_sound(table: Table, legal: tuple[str, ...]) -> None:
    """Before a decision: somebody can act, and who is asked may be asked that (T4, T6)."""
    assert legal, "nothing is legal"
    assert len(set(legal)) == len(legal)
    rules, seat, contract = table.rules, table.seat, table.contract
    assert seat is not None
    if table.kind in ("play", "call"):
        assert seat in active(table), "a seat that sits out is asked to play"
        if sum(table.tricks) == 0 and not table.trick:  # the first lead
            assert all(len(table.hands[other]) == rules.hand_size for other in active(table))
    if table.kind == "call":
        assert contract.jambone
    if table.kind == "oppose":
        said = {action for _, action in table.actions}
        assert any(action.endswith("_alone") for action in said)
        assert "announce_jambone" not in said
        assert "oppose_alone" not in said
        assert not (rules.pat_lone and "pat" in said)
    if table.kind == "give":  # R12: any of his own five cards, the turn-up not among them
        assert set(legal) == {f"give_{card}" for card in table.hands[seat]}
        assert len(table.hands[seat]) == 5
        assert table.deal.upcard not in table.hands[seat]


def assert_cards_moved(
    before: list[str], after: list[str], table: Table, away: list[str], kind: str, card: str
) -> None:
    """After a decision: each card is where the rules have put it, and no card is there twice."""
    talon = set(table.deal.stock) if table.rules.bids else {table.deal.upcard}
    assert len(set(after)) == len(after)
    assert not set(away) & set(after), "a card is back"
    come, gone = set(after) - set(before), set(before) - set(after)
    if table.rules.bids:
        assert come in (set(), talon)
    assert come <= talon
    if kind in LEAVES_THE_HANDS:
        assert gone == {card} - come
    else:
        assert not gone


@settings(max_examples=40)
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_T1_T9_at_every_decision_of_random_deals(rules: Rules, seed: int) -> None:
    rng, dealer = np.random.default_rng(seed), seed % rules.players
    for number in range(2):
        table, away = Table(rules, deal_cards(rules, seed, 0, number, dealer), dealer), list[str]()
        after = in_hands(table)
        while not table.over:
            legal = table.legal
            assert_question_is_sound(table, legal)
            before, seat, kind = after, table.seat, table.kind or ""
            action = legal[int(rng.integers(len(legal)))]
            table.step(action)
            assert table.actions[-1] == (seat, action)
            card = action.partition("_")[2]
            after = in_hands(table)
            assert_cards_moved(before, after, table, away, kind, card)
            away += [card] * (kind in LEAVES_THE_HANDS)
        assert_end_is_sound(table)


def assert_end_is_sound(table: Table) -> None:
    """T2, T5, T7: complete tricks; points that the rules know, and only one side's."""
    rules, contract, result = table.rules, table.contract, table.result
    assert result is not None
    plays = [action for _, action in table.actions if action.startswith(("play_", "call_"))]
    plays = [action for action in plays if action != "play_on"]
    if contract == VOID or contract.jamboree:
        assert not plays
        assert not any(result["tricks"])
    else:
        assert sum(result["tricks"]) == rules.hand_size
        assert len(set(plays)) == len(plays) == rules.hand_size * len(active(table))
    if contract == VOID:
        assert (result["points"], result["maker"]) == ([0] * rules.sides, None)  # M3
        return
    ours = {(seat + table.dealer) % rules.sides for seat in makers(rules, contract)}
    scored = {side for side, points in enumerate(result["points"]) if points}
    assert scored in (ours, set(range(rules.sides)) - ours)
    allowed = {bid.worth for bid in rules.bids} or {1, 2, 3, 4, 5, 8, 16}
    assert {abs(points) for points in result["points"] if points} <= allowed
    difference = (rules.sides * result["points"][0] - sum(result["points"])) / (rules.sides - 1)
    assert difference in point_differences(rules)
    if contract.round == 2:
        turned = table.deal.upcard or ""
        assert result["trump"] != (rules.joker_suit if turned == "JK" else turned[1])


# ---- points ----------------------------------------------------------------------------------------------------------

FOUR_HANDED = {(1, 0), (2, 0), (4, 0), (0, 2)}
PAID = {  # (each side of the makers, each side of the adversaries)
    "two_handed": {(1, 0), (2, 0), (0, 2)},
    "three_handed": {(1, 0), (3, 0), (0, 2)},
    "three_handed_hoffmann": {(1, 0), (2, 0), (0, 2)},
    "three_handed_set_back": {(1, 0), (2, 0), (-2, 0)},
    "four_handed": FOUR_HANDED,
    "north_american": FOUR_HANDED,
    "railroad": FOUR_HANDED | {(0, 4)},
    "railroad_full": FOUR_HANDED | {(0, 4), (5, 0), (0, 1), (0, 3), (8, 0), (16, 0)},
    "british": FOUR_HANDED | {(0, 4)},
    "five_handed": {paid for worth in (1, 2, 3, 4, 5, 8, 15) for paid in ((worth, 0), (0, worth))},
    "seven_handed": {paid for worth in (1, 2, 3, 4, 5, 6, 7, 10, 20) for paid in ((worth, 0), (0, worth))},
}


@pytest.mark.parametrize("variant", variants())
def test_points_are_those_of_the_rule_book(variant: str) -> None:
    """4.1-4.6, 5, and nothing else: all of them are seen, but for the hardest bids, which chance
    seldom makes."""
    rules, rng, seen = rules_for(variant), np.random.default_rng(1), Counter[tuple[int, int]]()
    engine = StackedEngine(rules, 500, seed=1)
    for _ in range(500):
        engine.step(choose(engine.legal, rng.random(500)))
        if not engine.over.size:
            continue
        dealers = (engine.dealer[engine.over] - 1) % rules.players  # of the deals that have ended
        for number, dealer, points in zip(engine.contracts, dealers, engine.points.T, strict=True):
            ours = {(seat + dealer) % rules.sides for seat in makers(rules, engine.tables.contracts[number])}
            paid = [{int(points[side]) for side in range(rules.sides) if (side in ours) == mine} for mine in (1, 0)]
            if not ours:
                assert paid == [set(), {0}]
                continue
            assert len(paid[0]) == len(paid[1]) == 1
            seen[paid[0].pop(), paid[1].pop()] += 1
    rare = {(bid.worth, 0) for bid in rules.bids if bid.needs == rules.hand_size and (bid.alone or rules.players == 7)}
    assert PAID[variant] - rare <= seen.keys() <= PAID[variant]


@pytest.mark.parametrize("variant", variants())
def test_hands_tricks_and_stock_make_up_the_pack_at_every_table(variant: str) -> None:
    """T1, of the engine: what the decider sees and what the critic sees beside are all the cards, each once - but for
    a blind maker, who does not see his own (C9)."""
    tables, rng, rules = VectorEuchre(variant, num_tables=40, seed=2), np.random.default_rng(2), rules_for(variant)
    layout, hidden, blind = tables.layout, tables.hidden_layout, KINDS.index("name_blind")
    for _ in range(120):
        bits, beside = tables.observe(), tables.hidden_layout.unpack(tables.observe_hidden())
        whole = bits[:, layout["own_hand"]].astype(int)
        for seat in ("own", *(f"seat+{k}" for k in range(1, tables.num_seats))):
            whole += bits[:, layout[f"played_{seat}"]]
            if seat != "own":
                whole += beside[:, hidden[f"hand_{seat}"]]
        whole += beside[:, hidden["out_of_play"]]
        unseen = 5 * (tables.decision_kind == blind)
        assert whole.max() == 1
        np.testing.assert_array_equal((whole == 0).sum(1), unseen)
        assert whole.shape == (40, rules.pack)
        tables.step(choose_action(tables, rng.random(40)))


# ---- particulars -----------------------------------------------------------------------------------------------------


def test_R41_who_holds_the_jamboree_and_plays_wins_every_trick() -> None:
    """Whoever he is, whatever is led, played or called: makers, adversaries, lone hands, Jambones."""
    rules, rng, held = rules_for("railroad_full"), np.random.default_rng(3), Counter[str]()
    dealer = StackedDealer(rules, 3)
    columns = dealer(np.zeros(1600, np.uint64), np.arange(1600))
    for k in range(1600):
        table, holder = Table(rules, dealer.deal_of(columns[:, k], k % 4), k % 4), None
        while not table.over:
            if table.kind in ("play", "call") and not table.trick and not sum(table.tricks):
                holder = next((seat for seat in active(table) if holds_jamboree(table, seat)), None)
                if holder is None:
                    break
            table.step(to_play_a_jamboree(table, rng))
        if holder is None:
            continue
        assert table.result is not None
        assert table.result["tricks"][holder] == 5
        made = table.contract.maker == (holder - table.dealer) % 4
        held["Jambone" if table.contract.jambone and made else "maker" if made else "another"] += 1
        if made:
            pat = is_pat(rules, table.contract)
            lone = 8 if table.contract.jambone else 5 if pat else 4 if table.contract.alone else 2
            assert table.result["points"][holder % 2] == lone
    assert min(held[who] for who in ("Jambone", "maker", "another")) >= 10, held


def to_play_a_jamboree(table: Table, rng: np.random.Generator) -> str:
    """Who holds the set in some suit mostly makes it trump, the others mostly pass; nobody announces it."""
    legal = [action for action in table.legal if action != "announce_jamboree"]
    pack, turned = pack_of(table.rules.pack), table.deal.upcard or ""
    suits = {"order_up": pack.suit_turned(turned, "H")} | {f"name_{suit}": SUITS.index(suit) for suit in SUITS}
    hand = table.hands[table.seat or 0]
    made = [
        a
        for a in legal
        if (suit := suits.get(a.removesuffix("_alone"))) is not None and pack.parse_all(hand, suit) == pack.jamboree
    ]
    passes = [action for action in legal if action == "pass"]
    choices = (made or passes) if rng.random() < 0.85 and (made or passes) else legal
    return choices[int(rng.integers(len(choices)))]


def holds_jamboree(table: Table, seat: int) -> bool:
    pack = pack_of(table.rules.pack)
    return pack.parse_all(table.hands[seat], SUITS.index(table.trump or "")) == pack.jamboree


def test_the_seat_that_sits_out_is_never_asked() -> None:
    """P5, in the engine: 20 lone hands a seat at least, in both rounds; the partner neither plays nor discards."""
    tables, rng, lone = VectorEuchre("four_handed", num_tables=100, seed=7), np.random.default_rng(7), np.zeros(4, int)
    while lone.min() < 20:
        _, deal_over, _ = tables.step(choose_action(tables, rng.random(100)))
        for at in np.flatnonzero(deal_over):
            record = tables.finished_record(int(at))
            if record["result"]["alone"]:
                maker = record["result"]["maker"]
                made = next(k for k, (_, action) in enumerate(record["actions"]) if action.endswith("alone"))
                assert (maker + 2) % 4 not in [seat for seat, _ in record["actions"][made:]]
                assert record["result"]["tricks"][(maker + 2) % 4] == 0
                lone[maker] += 1


def test_pack_sizes() -> None:
    """C1, C4."""
    sizes = {
        24: [7, 5, 6, 6],
        25: [8, 5, 6, 6],
        28: [8, 6, 7, 7],
        29: [9, 6, 7, 7],
        32: [9, 7, 8, 8],
        33: [10, 7, 8, 8],
        53: [15, 12, 13, 13],
    }
    for size, suits in sizes.items():
        assert [suit.bit_count() for suit in pack_of(size).suits] == suits
