"""Perfect-information Monte Carlo: legal everywhere, right where the right card is known, the same every time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.double_dummy import ILLEGAL, OpenPlay, payoffs, solve_cards
from agents.measuring.arena import play_deals
from agents.pimc import PIMCAgent
from agents.pimc.rule_player import Surprises
from agents.rule import RuleAgent
from agents.worlds.decision import surely_best
from agents.worlds.replay import replayed
from euchre_env import KINDS, VectorEuchre, rules_for
from tests.agents.positions import GAMES, NAMES, random_play

QUICK = [("three_handed", {}), ("north_american", {}), ("railroad_full", {"may_discard_turnup": True})]


DEALS = {
    ("two_handed", 1): (
        "pass order_up discard_TD play_QH play_7S play_JC play_8S play_JS play_9S play_QD play_7H play_TS play_KC"
    ),
    ("north_american", 1): (
        "pass pass pass order_up discard_TH play_KD play_9D play_TD play_9S play_JS play_TS play_9H play_JC "
        "play_AS play_KS play_JD play_AD play_QS play_9C play_AC play_QH play_JH play_QD play_AH play_KH"
    ),
    ("railroad_full", 1): (
        "pass pass pass order_up_alone ask_best give_9D best_AH discard_QH play_on oppose_alone ask_best "
        "give_9H best_JK play_AC play_9S play_JC play_JK play_9C play_QS play_JS play_TS play_AH play_KS"
    ),
    ("five_handed", 1): (
        "bid_2_H bid_3_H bid_4_D bid_5_D pass bury_JC bury_8H bury_9S partner_2 partner_3 play_JD play_TD "
        "play_8D play_JH play_KD play_AH play_9H play_9D play_KH play_TH play_JS play_8S play_KS play_TS "
        "play_9C play_AS play_QS play_KC play_8C play_TC play_AD play_QD play_QH play_QC play_AC"
    ),
    ("seven_handed", 1): (
        "bid_3_C bid_4_S bid_6_H pass pass pass pass bury_6C bury_8C bury_8D bury_QD partner_0 partner_1 "
        "partner_2 play_4H play_6H play_9H play_JD play_2C play_JH play_QH play_AD play_3D play_8H play_2D "
        "play_AH play_6D play_4D play_6S play_4S play_KS play_JS play_2S play_3S play_9S play_5D play_7D "
        "play_KD play_TH play_KC play_7C play_9D play_AS play_TS play_2H play_5S play_5C play_KH play_QS "
        "play_9C play_4C play_7S play_7H play_TC play_QC play_AC play_JK play_3H play_5H play_TD play_3C "
        "play_JC play_8S"
    ),
}
"""(variant, seed): the first deal as `pimc:8` plays it in every seat. It changes only with `VERSION`, or with the rule
agent."""


def generator() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.mark.parametrize(("variant", "options"), QUICK)
def test_it_plays_whole_deals_legally(variant: str, options: dict[str, Any]) -> None:
    plays_legally(variant, options, tables=4)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "options"), GAMES, ids=NAMES)
def test_it_plays_every_game_legally(variant: str, options: dict[str, Any]) -> None:
    plays_legally(variant, options, tables=2 if variant == "seven_handed" else 6)


def plays_legally(variant: str, options: dict[str, Any], tables: int) -> None:
    """Until every table has ended a deal. Two worlds are enough to be illegal; `step` refuses what is."""
    playing = VectorEuchre(variant, num_tables=tables, seed=1, **options)
    agent, rng = PIMCAgent(playing.rules, 2), generator()
    while not playing.deal_number.all():
        playing.step(agent.act(playing.observe(), playing.action_mask, rng))


@pytest.mark.parametrize(
    ("variant", "seed"),
    [pytest.param(*deal, marks=[pytest.mark.slow] * (deal[0] in ("five_handed", "seven_handed"))) for deal in DEALS],
)
def test_it_plays_these_deals_as_ever(variant: str, seed: int) -> None:
    tables, rng, told = VectorEuchre(variant, seed=seed), generator(), list[str]()
    agent = PIMCAgent(tables.rules, 8)
    while not tables.deal_number[0]:
        actions = agent.act(tables.observe(), tables.action_mask, rng)
        told.append(tables.action_name(0, int(actions[0])))
        tables.step(actions)
    assert " ".join(told) == DEALS[variant, seed]


def test_what_a_card_is_worth_in_a_world_is_its_exact_value() -> None:
    """Each world by itself, put before the solver from its record, without a table."""
    tables = VectorEuchre("north_american", num_tables=64, seed=2)
    agent, rng = PIMCAgent(tables.rules, 6), generator()
    compared = 0
    for step, observation in enumerate(random_play(tables, rng, 24)):
        mask = tables.action_mask
        rows = np.flatnonzero((tables.decision_kind == KINDS.index("play")) & (mask.sum(1) > 1))[:2]
        if step % 4 or not rows.size:
            continue
        for chunk, values in agent.values(observation[rows], mask[rows], generator()):
            for row, of_row in zip(rows[chunk], values, strict=True):
                expected = by_hand(tables, agent, observation, int(row))
                legal = np.flatnonzero(mask[row])
                assert of_row[:, legal].tolist() == expected[:, legal].tolist()
                compared += 1
    assert compared > 5


def by_hand(tables: VectorEuchre, agent: PIMCAgent, observation: np.ndarray, row: int) -> np.ndarray:
    """The values float64 [N, A] of one position, found without tables: from its worlds and its record."""
    rules, told, pack = tables.rules, tables.table(row), tables.actions.pack
    me, trump = told.seat or 0, "CSDH".index(told.trump or "")
    key = int(generator().integers(1 << 63))
    draws = np.random.default_rng(key)
    worlds = agent.sampler.sample(observation[[row]], 8 * agent.worlds, draws)
    surprises = Surprises(agent.player, 8 * agent.worlds, draws)
    replayed(agent.view, observation[[row]], worlds, surprises.hear)
    likely = np.argsort(surprises.count, kind="stable")[: agent.worlds]
    seats = (np.arange(4) - me) % 4  # of absolute seats, counted from the own
    on_table = np.zeros((1, 4), np.uint64)
    for seat, card in told.trick:
        on_table[0, seat] = 1 << pack.parse(card, trump)
    out = [(seat + 2) % 4 for seat in [(told.contract.maker + told.dealer) % 4] if told.contract.alone]
    makers = np.array([(seat - told.contract.maker - told.dealer) % 2 == 0 for seat in range(4)])
    values = np.zeros((agent.worlds, tables.num_actions))
    for place, world in enumerate(likely):
        position = OpenPlay(
            suits=np.array(pack.suits, np.uint64),
            hands=worlds.hands[0, world][seats][None],
            on_table=on_table,
            seat=np.array([me]),
            active=np.array([[seat not in out for seat in range(4)]]),
            makers=makers[None],
            taken=np.array([sum(np.array(told.tricks)[makers])]),
        )
        worth = solve_cards(position, payoffs(rules, told.contract))[0]
        assert ((worth != ILLEGAL) == (tables.action_mask[row, : pack.size] != 0)).all()
        values[place, : pack.size] = worth if makers[me] else -worth
    return values


def test_it_takes_a_march_that_nothing_can_stop() -> None:
    """The dealer holds the five highest trumps with the turn-up: it takes it up alone."""
    tables = VectorEuchre("north_american")
    record = tables.record(0) | {
        "dealer": 0,
        "hands": ["JS JC KS QS 9D", "9H TH QH KH AH", "9C TC QC KC AC", "TD JD QD KD AD"],
        "upcard": "AS",
        "stock": "9S TS JH",
    }
    tables.reset(records=[record])
    agent = PIMCAgent(tables.rules, 8)
    for _ in range(3):
        tables.step(np.array([tables.parse_action(0, "pass")]))
    action = agent.act(tables.observe(), tables.action_mask, generator())
    assert tables.action_name(0, int(action[0])) == "order_up_alone"


def test_the_same_call_is_answered_alike_and_other_rows_do_not_matter() -> None:
    tables = VectorEuchre("railroad", num_tables=34, seed=4)
    agent = PIMCAgent(tables.rules, 3)
    for step, observation in enumerate(random_play(tables, np.random.default_rng(4), 12)):
        if step % 4:
            continue
        mask = tables.action_mask
        together = agent.act(observation, mask, generator())
        assert np.array_equal(together, agent.act(observation, mask, generator()))
        some = np.array([31, 2, 7, 18])
        assert np.array_equal(together[some], agent.act(observation[some], mask[some], generator()))


def test_against_itself_it_scores_exactly_nothing() -> None:
    rules = rules_for("two_handed")
    assert play_deals(rules, (PIMCAgent(rules, 2), PIMCAgent(rules, 2)), 20, seed=1).histogram == {0.0: 20}


def test_of_equally_good_actions_the_rule_agents_choice_is_taken() -> None:
    values = np.zeros((3, 5, 4))
    values[1, :, 2] = 1
    values[2, :, 3] = 1  # not legal
    legal = np.array([[True, True, True, False]] * 3)
    assert surely_best(values, legal, np.array([1, 1, 1])).tolist() == [1, 2, 1]


def test_the_last_card_of_a_deal_is_no_choice_at_all() -> None:
    """Where all is decided, the rule agent's card is played."""
    tables = VectorEuchre("four_handed", num_tables=16, seed=5)
    agent, rule = PIMCAgent(tables.rules, 2), RuleAgent(tables.rules)
    for observation in random_play(tables, np.random.default_rng(5), 24):
        rows = np.flatnonzero(tables.forced)
        if rows.size:
            here, mask = observation[rows], tables.action_mask[rows]
            assert np.array_equal(agent.act(here, mask, generator()), rule.act(here, mask, generator()))


@pytest.mark.parametrize("worlds", [1, 0, -3])
def test_it_must_look_into_two_worlds(worlds: int) -> None:
    with pytest.raises(ValueError, match=f"pimc:{worlds}: must look into 2 worlds at least"):
        PIMCAgent(rules_for("british"), worlds)


def test_agents_that_decide_alike_have_the_same_hash() -> None:
    twenty, again, eighty = (PIMCAgent(rules_for("four_handed"), worlds) for worlds in (20, 20, 80))
    assert twenty.hash == again.hash != eighty.hash
    assert (twenty.name, eighty.name) == ("pimc:20", "pimc:80")
