"""Duplicate play: exact where it must be, and the figures are what the definition says."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

from agents.agent import Agent
from agents.measuring import arena, chunks, episodes
from agents.measuring.arena import DealResult, MatchResult, block_points, play_deals, play_matches
from agents.measuring.chunks import here, ignore
from agents.measuring.seating import deal_seatings, match_seatings
from agents.measuring.statistics import elo_of, wilson_interval
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.random_agent import RandomAgent
from euchre_env import Rules, VectorEuchre, rules_for, variants


class FirstAgent:
    """Always the lowest legal action: it never passes while it holds a card, and differs from random play."""

    name = hash = "first"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return action_mask.argmax(axis=1)


class LastAgent:
    """Always the highest legal action."""

    name = hash = "last"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return action_mask.shape[1] - 1 - action_mask[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("agent", [RandomAgent(), FirstAgent()], ids=["random", "first"])
def test_an_agent_against_itself_scores_exactly_zero(variant: str, agent: Agent) -> None:
    result = play_deals(rules_for(variant), (agent, agent), deals=40, seed=3)
    assert result.points_per_deal == 0
    assert result.interval == (0, 0)


@pytest.mark.parametrize("variant", variants())
def test_an_agent_against_itself_wins_exactly_its_fair_share(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if variant == "three_handed_set_back":
        monkeypatch.setattr(arena, "deal_limit", lambda rules: 20)
    rules = rules_for(variant)
    result = play_matches(rules, (RandomAgent(), RandomAgent()), matches=3, seed=3)
    assert result.played == 3 * rules.sides
    assert (result.unfinished > 0) == (variant == "three_handed_set_back")  # there random players sink for ever
    assert result.fair_share == 1 / rules.sides
    assert result.win_rate == 1 / rules.sides
    assert result.interval[0] < 1 / rules.sides < result.interval[1]


@pytest.mark.parametrize("greedy", [True, False])
@pytest.mark.parametrize("variant", ["two_handed", "four_handed"])
def test_a_network_against_itself_scores_exactly_zero(policy: Policy, variant: str, greedy: bool) -> None:
    agent = NeuralAgent(policy, variant, "network", greedy=greedy)
    rules = rules_for(variant)
    assert play_deals(rules, (agent, agent), deals=60, seed=0).points_per_deal == 0
    assert play_matches(rules, (agent, agent), matches=5, seed=0).win_rate == 0.5


@pytest.mark.parametrize("variant", variants())
def test_changing_places_changes_the_sign(variant: str) -> None:
    rules, a, b = rules_for(variant), RandomAgent(), FirstAgent()
    forth, back = play_deals(rules, (a, b), 60, seed=1), play_deals(rules, (b, a), 60, seed=1)
    assert forth.points_per_deal == -back.points_per_deal
    assert forth.points_per_deal != 0


def one_deal(rules: Rules, table: int, seating: tuple[int, ...], agents: tuple[Agent, Agent]) -> list[int]:
    """Points of each seat in the first deal of a table, played with nothing but the engine."""
    tables = VectorEuchre(rules, num_tables=1, seed=9, episode="deal", table_numbers=np.array([table]))
    rng = np.random.default_rng(0)
    while True:
        agent = agents[seating[int(tables.seat[0])]]
        _, over, _ = tables.step(agent.act(tables.observe(), tables.action_mask, rng))
        if over[0]:
            return [int(tables.points[0, rules.side_of(seat)]) for seat in range(rules.players)]


@pytest.mark.parametrize("variant", ["two_handed", "three_handed", "four_handed", "railroad_full", "five_handed"])
def test_points_are_the_mean_over_seatings_of_the_difference_of_the_agents_means(variant: str) -> None:
    agents, blocks = (FirstAgent(), LastAgent()), []
    for table in range(12):
        differences = []
        for seating in deal_seatings(rules_for(variant)):
            points = one_deal(rules_for(variant), table, seating, agents)
            means = [np.mean([p for p, its in zip(points, seating, strict=True) if its == agent]) for agent in (0, 1)]
            differences.append(means[0] - means[1])
        blocks.append(np.mean(differences))
    result = play_deals(rules_for(variant), agents, deals=12, seed=9)
    assert result.points_per_deal == pytest.approx(np.mean(blocks))
    half = 1.959964 * np.std(blocks, ddof=1) / math.sqrt(12)
    assert result.interval == pytest.approx((np.mean(blocks) - half, np.mean(blocks) + half))


@pytest.mark.parametrize("variant", ["three_handed", "five_handed", "seven_handed"])
def test_every_seating_meets_the_same_deals(monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    seen: list[tuple[tuple[int, ...], np.ndarray]] = []
    decide = episodes._decide

    def watch(tables, agents, seating, playing, counters):  # type: ignore[no-untyped-def]
        if counters[-1] == 0:
            seen.append((seating, tables.observe_packed().copy()))
        return decide(tables, agents, seating, playing, counters)

    monkeypatch.setattr(episodes, "_decide", watch)
    play_deals(rules_for(variant), (RandomAgent(), FirstAgent()), deals=50, seed=2)
    assert [seating for seating, _ in seen] == deal_seatings(rules_for(variant))
    assert all(np.array_equal(first, seen[0][1]) for _, first in seen)


def test_seatings_of_matches_put_a_on_every_side_once() -> None:
    for variant in variants():
        rules = rules_for(variant)
        sides = [{rules.side_of(seat) for seat, agent in enumerate(s) if agent == 0} for s in match_seatings(rules)]
        assert sides == [{side} for side in range(rules.sides)]


@pytest.mark.parametrize("variant", ["three_handed", "five_handed", "seven_handed"])
def test_one_among_others_sits_in_every_seat_for_a_and_for_b(variant: str) -> None:
    players = rules_for(variant).players
    ones = [tuple(int(seat != one) for seat in range(players)) for one in range(players)]
    others = [tuple(int(seat == one) for seat in range(players)) for one in range(players)]
    assert deal_seatings(rules_for(variant)) == ones + others


@pytest.mark.parametrize("variant", ["five_handed", "seven_handed"])
def test_the_best_after_so_many_deals_share_a_match(variant: str) -> None:
    """4.6: ties share, so each of k winners gets 1/k."""
    rules, agents, shares = rules_for(variant, target=None, num_deals=1), (FirstAgent(), LastAgent()), []
    for seating in match_seatings(rules):
        for table in range(8):
            points = one_deal(rules, table, seating, agents)
            best = [seat for seat, its in enumerate(points) if its == max(points)]
            shares.append((seating.index(0) in best) / len(best))
    result = play_matches(rules, agents, matches=8, seed=9)
    assert sum(0 < share < 1 for share in shares) > 0  # there were ties
    assert result.win_rate == pytest.approx(np.mean(shares), abs=1e-12)
    assert (result.unfinished, result.fair_share) == (0, 1 / rules.players)


def test_matches_without_end_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "deal_limit", lambda rules: 3)
    result = play_matches(rules_for("four_handed"), (RandomAgent(), RandomAgent()), matches=200, seed=0)
    assert 0 < result.unfinished < result.played == 400
    assert result.win_rate == 0.5
    monkeypatch.setattr(arena, "deal_limit", lambda rules: 1)
    result = play_matches(rules_for("north_american"), (RandomAgent(), RandomAgent()), matches=5, seed=0)
    assert (result.unfinished, result.played) == (10, 10)
    assert result.win_rate == 0.5


def test_the_seed_decides_the_matches() -> None:
    rules, agents = rules_for("two_handed"), (FirstAgent(), RandomAgent())
    results = [play_matches(rules, agents, 64, seed) for seed in (5, 5, 6)]
    assert results[0] == results[1] != results[2]


def test_results_do_not_depend_on_how_many_tables_play_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents that draw nothing: the matches of a table are the same among 64 and among 7."""
    rules, agents = rules_for("three_handed"), (FirstAgent(), LastAgent())
    together = play_matches(rules, agents, 64, seed=5)
    monkeypatch.setattr(chunks, "CHUNK", 7)
    assert play_matches(rules, agents, 64, seed=5) == together


def test_seed_zero_is_a_seed() -> None:
    rules, agents = rules_for("four_handed"), (FirstAgent(), RandomAgent())
    results = [play_deals(rules, agents, 100, seed) for seed in (0, 0, 1)]
    assert results[0] == results[1] != results[2]


def test_the_first_deals_are_the_same_however_many_there_are() -> None:
    """Block n is the first deal of table n."""
    rules, agents = rules_for("north_american"), (FirstAgent(), LastAgent())
    many, few = (np.concatenate(list(block_points(rules, agents, deals, seed=7))) for deals in (1100, 40))
    assert np.array_equal(many[:40], few)
    assert DealResult.of(many) == play_deals(rules, agents, 1100, seed=7)


def test_what_a_chunk_comes_to_does_not_depend_on_those_before() -> None:
    """With agents that draw, too."""
    rules, agents = rules_for("two_handed"), (RandomAgent(), FirstAgent())
    together = list(block_points(rules, agents, 2500, seed=7))
    assert [len(blocks) for blocks in together] == [1024, 1024, 452]
    (last,) = here(partial(arena._margins, rules, agents, 7), [range(2048, 2500)], ignore)
    assert np.array_equal(together[2], last / 2)


def test_a_result_tells_how_far_its_blocks_spread() -> None:
    result = DealResult.of(np.array([1.0, -1.0, 0.5, 0.5]))
    assert result.deviation == pytest.approx(np.std([1, -1, 0.5, 0.5], ddof=1))
    assert result.histogram == {-1.0: 1, 0.5: 2, 1.0: 1}
    assert DealResult.of(np.array([1.0])).deviation == 0


def test_elo_has_the_interval_of_the_win_rate() -> None:
    result = MatchResult(100, 0, 0.64, wilson_interval(0.64, 100), 0.5, 100)
    low, high = result.elo_interval
    assert result.elo == pytest.approx(100, abs=0.5)
    assert (low, high) == (elo_of(result.interval[0]), elo_of(result.interval[1]))
    won = MatchResult(100, 0, 1.0, wilson_interval(1.0, 100), 0.5, 100)
    assert (won.elo, won.elo_interval[1]) == (None, None)
    assert won.elo_interval[0] == elo_of(won.interval[0])
    three = MatchResult(100, 0, 0.5, wilson_interval(0.5, 100), 1 / 3, 100)
    assert (three.elo, three.elo_interval) == (None, (None, None))
