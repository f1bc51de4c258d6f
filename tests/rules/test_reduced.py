"""C1, 4.1: the reduced pack: two players, jacks and aces, hands of three; every deal of it can be listed."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from euchre_env import RulesError, Table, VectorEuchre, decode, replay_record, rules_for, variants
from euchre_env.cards import pack_of
from euchre_env.engine import Engine
from euchre_env.pages import rules_in_short
from euchre_env.records import open_record
from tests.witnesses import Witnesses, choose

RULES = rules_for("two_handed", pack=8)


def lay(turned: str, dealers: str, eldests: str, **options: object) -> Table:
    """A table dealt by seat 0; the card that is left is the stock."""
    rules = rules_for("two_handed", pack=8, **options)
    left = {rank + suit for rank, suit in product("JA", "CDHS")} - {turned, *dealers.split(), *eldests.split()}
    start = {"variant": "two_handed", "rules": rules.options(), "deal": 1, "dealer": 0, "actions": []}
    cards = {"hands": [dealers, eldests], "upcard": turned, "stock": " ".join(left)}
    return open_record(start | cards | {"scores": [0, 0], "games": [0, 0]})


def play(table: Table, actions: str) -> Table:
    for action in actions.split():
        table.step(action)
    return table


def test_C1_C3_the_pack_is_jacks_and_aces_with_both_bowers() -> None:
    pack = pack_of(8)
    assert pack.labels[:4] == ("trump A", "trump left bower", "trump right bower", "next A")
    assert pack.labels[4:] == ("cross1 J", "cross1 A", "cross2 J", "cross2 A")
    assert pack.names(pack.all, 3) == ("AH", "JD", "JH", "AD", "JS", "AS", "JC", "AC")


def test_4_1_three_cards_a_hand_one_turned_up_one_left() -> None:
    assert (RULES.hand_size, RULES.widow) == (3, 0)
    record = VectorEuchre(RULES).record(0)
    assert [len(hand.split()) for hand in (*record["hands"], record["stock"])] == [3, 3, 1]


def test_4_1_there_are_1120_deals_and_all_are_dealt() -> None:
    cards = [rank + suit for rank, suit in product("JA", "CDHS")]
    possible = {
        (frozenset(one), frozenset(other), turned)
        for one in combinations(cards, 3)
        for other in combinations([card for card in cards if card not in one], 3)
        for turned in cards
        if turned not in one + other
    }
    tables = VectorEuchre(RULES, num_tables=20_000, table_numbers=2 * np.arange(20_000))
    engine, dealt = tables.engine, set()
    for columns in engine.columns.T:
        deal = engine.deal_cards.deal_of(columns, 0)
        dealt.add((*map(frozenset, deal.hands), deal.upcard))
    assert dealt == possible
    assert len(possible) == 1120


def test_the_options_of_a_record_are_the_same_but_for_the_pack() -> None:
    assert RULES.options() == rules_for("two_handed").options() | {"pack": 8}


@pytest.mark.parametrize("variant", [variant for variant in variants() if variant != "two_handed"])
def test_only_two_can_play_with_it(variant: str) -> None:
    players = rules_for(variant).players
    with pytest.raises(RulesError, match=rf"^pack=8: must be .* in a game with players={players}$"):
        rules_for(variant, pack=8)


def test_what_needs_a_joker_is_refused() -> None:
    with pytest.raises(RulesError, match=r"^joker_suit applies only.*pack=8$"):
        rules_for("two_handed", pack=8, joker_suit="H")


# ---- a deal ----------------------------------------------------------------------------------------------------------


BOWERS = ("AH", "JC AC JS", "JD JH AD")  # the eldest holds both bowers of the suit turned up
ACES = ("AH", "JH JD JC", "AS AC JS")  # the dealer does


@pytest.mark.parametrize(
    ("deal", "actions", "tricks", "points"),
    [
        (BOWERS, "order_up discard_JS play_JH play_AH play_JD play_JC play_AD play_AC", [0, 3], [0, 2]),
        (BOWERS, "order_up discard_AC play_AD play_AH play_JC play_JD play_JH play_JS", [1, 2], [0, 1]),
        (BOWERS, "pass order_up discard_AC play_AD play_AH play_JC play_JD play_JH play_JS", [1, 2], [0, 2]),
        (ACES, "order_up discard_JC play_AS play_JH play_JD play_AC play_AH play_JS", [3, 0], [2, 0]),
        (ACES, "pass order_up discard_JC play_AS play_JH play_JD play_AC play_AH play_JS", [3, 0], [2, 0]),
        (ACES, "pass pass name_S play_JS play_JC play_AS play_JH play_AC play_JD", [0, 3], [0, 2]),
        (ACES, "pass pass pass pass", [0, 0], [0, 0]),
    ],
)
def test_4_1_two_tricks_make_one_point_all_three_two_and_fewer_than_two_give_two_away(
    deal: tuple[str, str, str], actions: str, tricks: list[int], points: list[int]
) -> None:
    table = play(lay(*deal), actions)
    assert table.result is not None
    assert (table.result["tricks"], table.result["points"]) == (tricks, points)


def test_P6_the_dealer_discards_one_of_his_own_three() -> None:
    table = play(lay("AH", "JC AC JS", "JD JH AD"), "order_up")
    assert (table.seat, table.legal) == (0, ("discard_AC", "discard_JC", "discard_JS"))
    table = play(lay("AH", "JC AC JS", "JD JH AD", may_discard_turnup=True), "order_up")
    assert table.legal == ("discard_AC", "discard_AH", "discard_JC", "discard_JS")


def test_C5_the_left_bower_follows_trumps() -> None:
    table = play(lay("AH", "JD AC JS", "JC JH AD"), "order_up discard_AC play_JH")
    assert table.legal == ("play_AH", "play_JD")
    table = play(lay("AH", "JD AC JS", "JC JH AD"), "order_up discard_AC play_AD")
    assert table.legal == ("play_AH", "play_JD", "play_JS"), "it follows no diamond"


# ---- machinery -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"target": 1}, {"may_discard_turnup": True, "stick_the_dealer": True}])
def test_engine_and_script_agree(options: dict[str, object]) -> None:
    engine = Engine(rules_for("two_handed", pack=8, **options), 30, seed=1)
    witnesses, rng = Witnesses(engine), np.random.default_rng(1)
    while witnesses.finished < 600:
        witnesses.compare(spelled=True)
        witnesses.step(choose(engine.legal, rng.random(30)))


@pytest.mark.parametrize("target", [1, 5])
def test_records_replay_and_observations_are_read_back(target: int) -> None:
    rules = rules_for("two_handed", pack=8, target=target)
    tables, rng = VectorEuchre(rules, num_tables=12, seed=2), np.random.default_rng(2)
    for _ in range(30):
        observation = tables.observe()
        for table in range(12):
            own = tables.table(table).hands[int(tables.seat[table])]
            assert set(decode(rules, observation[table]).hand) == own_names(tables, table, own)
        mask = tables.action_mask
        _, deal_over, _ = tables.step((mask * rng.random(mask.shape)).argmax(axis=1))
        for table in np.flatnonzero(deal_over):
            assert not list(replay_record(tables.finished_record(int(table))))


def own_names(tables: VectorEuchre, table: int, hand: tuple[str, ...]) -> set[str]:
    """The cards of a hand as an observation tells of them, seen from trumps."""
    pack, trump = pack_of(8), int(tables.engine.trump[table])
    return {pack.labels[pack.parse(card, trump)] for card in hand}


def test_the_rules_in_short_count_three_tricks() -> None:
    text = "\n".join(rules_in_short(RULES))
    assert "8 cards (C1), 3 a seat, one turned up" in text
    assert "right bower, left bower, A (C3, C5)" in text
    assert "one of his own three" in text
    assert "2 count 1, all three 2; fewer than 2: the others 2" in text
