"""OpenSpiel's bots at our tables and our agents at OpenSpiel's: the same games, played by the same rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.errors import AgentError
from agents.measuring.arena import play_deals
from agents.measuring.statistics import mean_interval
from agents.rule import RuleAgent
from euchre_env import Table, deal_cards, rules_for

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from agents.open_spiel.agent import OpenSpielAgent  # noqa: E402 - only where OpenSpiel is installed
from agents.open_spiel.bot import AgentBot  # noqa: E402 - likewise
from agents.open_spiel.correspondence import RULES, state_of, table_of, tables_at  # noqa: E402 - likewise


def dealt(number: int) -> Table:
    return Table(RULES, deal_cards(RULES, seed=3, table=0, number=number, dealer=number % 4), number % 4)


def random_bot(seat: int) -> Any:
    return pyspiel.make_uniform_random_bot(seat, 1 + seat)


def played_there(table: Table, bots: list[Any]) -> list[float]:
    """What OpenSpiel pays each seat for a deal of ours that its bots play."""
    state = state_of(table)
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    return list(state.returns())


def test_tables_tell_each_other() -> None:
    rng, told_alone = np.random.default_rng(1), 0
    for number in range(60):
        table = dealt(number)
        while not table.over:
            state = state_of(table)
            alone = any(action.endswith("_alone") for _, action in table.actions)
            again = table_of(state, alone)
            assert (again.actions, again.seat, again.legal) == (table.actions, table.seat, table.legal)
            assert state.current_player() == table.seat
            told_alone += alone
            table.step(table.legal[rng.integers(len(table.legal))])
        assert state_of(table).is_terminal()
    assert told_alone > 100


def test_an_agent_plays_a_deal_the_same_in_both_programs() -> None:
    """But that a dealer discards there before he hears that the maker plays alone."""
    agent, rng, both = RuleAgent(RULES), np.random.default_rng(0), []
    for number in range(40):
        table = dealt(number)
        there = played_there(table, [AgentBot(agent, rng) for _ in range(4)])
        while not table.over:
            tables = tables_at(table)
            action = int(agent.act(tables.observe(), tables.action_mask, rng)[0])
            table.step(tables.action_name(0, action))
        assert table.result is not None
        ours, theirs = table.result["points"]
        if not any(action.endswith("_alone") for _, action in table.actions):
            assert there == [ours - theirs, theirs - ours] * 2, table.record()
            both.append(ours - theirs)
    assert len(both) > 25
    assert len(set(both)) > 2


@pytest.mark.slow
def test_a_bot_scores_alike_in_both_programs() -> None:
    """The heuristics against OpenSpiel's random bot, on the same deals in both seatings."""
    deals, agent = 150, RuleAgent(RULES)
    here = play_deals(RULES, (agent, OpenSpielAgent(RULES, random_bot, "random")), deals, seed=3)
    blocks, rng = [], np.random.default_rng(2)
    for number in range(deals):
        table = Table(RULES, deal_cards(RULES, seed=3, table=number, number=0, dealer=number % 4), number % 4)
        mean = 0.0
        for first in (0, 1):
            bots = [AgentBot(agent, rng) if seat % 2 == first else random_bot(seat) for seat in range(4)]
            mean += played_there(table, bots)[first] / 2
        blocks.append(mean)
    there, (low, high) = mean_interval(np.array(blocks))
    width = max(high - low, here.interval[1] - here.interval[0])
    assert min(low, here.interval[0]) > 0
    assert abs(there - here.points_per_deal) < width


def test_a_bot_makes_legal_decisions_at_our_tables() -> None:
    agent, rng, made = OpenSpielAgent(RULES, random_bot, "random"), np.random.default_rng(5), set()
    for number in range(25):
        table = dealt(number)
        while not table.over:
            tables = tables_at(table)
            action = int(agent.act(tables.observe(), tables.action_mask, rng)[0])
            assert tables.action_mask[0, action]
            name = tables.action_name(0, action)
            made.add(name.rstrip("CDHS") if table.kind == "make" else table.kind)
            table.step(name)
    assert made >= {"pass", "order_up", "order_up_alone", "name_", "discard", "play"}


def test_another_game_is_refused() -> None:
    with pytest.raises(AgentError, match="OpenSpiel's euchre has pack=24, and here it is 32"):
        OpenSpielAgent(rules_for("four_handed"), random_bot, "random")
    OpenSpielAgent(rules_for("four_handed", **(RULES.options() | {"target": 11})), random_bot, "random")
