"""What is made of decisions: whether they are mistakes, what they cost, how players are added up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.advice import SecondOpinion
from agents.errors import AgentError
from agents.playing.sitting import Outlook
from agents.random_agent import RandomAgent
from agents.review.decisions import Compared, Decision
from agents.review.file import GivenFile
from agents.review.given import GivenDeal
from agents.review.review import PlayerSummary, Review
from agents.review.reviewer import ReviewedDeal, Reviewer, reviewer_for
from agents.rule import RuleAgent
from euchre_env import VectorEuchre, decode, rules_for
from tests.agents.review_cases import WORLDS, given, one_pretrained, outlook, played, rule_reviewer


def decision(outlooks: Mapping[str, Outlook], action: str = "pass", kind: str = "make", step: int = 0) -> Decision:
    return Decision(step, 0, kind, action, outlooks)


# ---- one decision ----------------------------------------------------------------------------------------------------


def test_a_mistake_costs_what_the_best_brings_more() -> None:
    made = decision({"order_up": outlook(0.3, 0.75), "pass": outlook(0.7, 0.25, 0.1)})
    assert (made.loss, made.error, made.cost, made.is_mistake) == (0.5, 0.1, 0.5, True)
    assert made.ranked == ["order_up", "pass"]
    assert (made.likeliest, made.agrees, made.surprise) == ("pass", True, 0.0)


@pytest.mark.parametrize(
    ("loss", "error", "is_mistake"),
    [
        (0.5, 0.25, True),
        (0.5, 0.2501, False),
        (0.5, 0.0, True),
        (0.02, 0.0, True),
        (0.009, 0.0, False),
        (0.0, 0.0, False),
    ],
)
def test_a_loss_within_two_errors_or_below_a_hundredth_is_no_mistake(
    loss: float, error: float, is_mistake: bool
) -> None:
    made = decision({"order_up": outlook(1, 1.0), "pass": outlook(0, 1.0 - loss, error)})
    assert made.loss == pytest.approx(loss)
    assert made.is_mistake is is_mistake
    assert made.cost == (made.loss if is_mistake else 0)


def test_the_best_choice_costs_nothing() -> None:
    made = decision({"order_up": outlook(0.9, 0.5, 0.3), "pass": outlook(0.1, 0.75)})
    assert (made.loss, made.cost, made.agrees, made.alike) == (0, 0, False, False)
    assert made.surprise == pytest.approx(0.8)
    assert decision({"order_up": outlook(1, 0.5), "pass": outlook(0, 0.5)}).alike


def test_without_points_choices_are_ranked_by_the_agents_chances() -> None:
    made = decision({"order_up": outlook(0.3), "pass": outlook(0.2), "order_up_alone": outlook(0.5)})
    assert made.ranked == ["order_up_alone", "order_up", "pass"]
    assert (made.loss, made.error, made.cost, made.judged) == (None, None, 0, False)


def test_phases() -> None:
    kinds = {"make": "making", "discard": "making", "bid": "making", "play": "play", "call": "play"}
    assert {kind: decision({"pass": outlook(1)}, kind=kind).phase for kind in kinds} == kinds


def looked_at_again(rival: float, done: float, error: float, effective: float = 100.0, other: float = -9.0) -> Decision:
    """A pass that looked worse than `order_up`; with a third action, lucky at the second look or not."""
    outlooks = {
        "order_up": outlook(1, rival, 0.7),
        "pass": outlook(0, done, 0.7),
        "order_up_alone": outlook(0, other, 0.0),
    }
    return replace(decision(outlooks), compared=Compared("order_up", error, effective))


@pytest.mark.parametrize(
    ("made", "loss", "is_mistake", "untold"),
    [
        (looked_at_again(1.0, 0.5, 0.25), 0.5, True, False),
        (looked_at_again(1.0, 0.5, 0.25, other=9.0), 0.5, True, False),
        (looked_at_again(1.0, 0.5, 0.26), 0.5, False, False),
        (looked_at_again(0.25, 0.5, 0.01, other=9.0), 0.0, False, False),
        (looked_at_again(1.0, 0.5, 0.25, effective=16.0), 0.5, True, False),
        (looked_at_again(1.0, 0.5, 0.25, effective=15.9), 0.5, False, True),
        (looked_at_again(1.0, 0.5, 0.26, effective=15.9), 0.5, False, False),
        (looked_at_again(1.0, 0.5, 0.0, effective=1.0), 0.5, True, False),
    ],
    ids=["mistake", "another is lucky", "unsure", "no worse", "enough worlds", "too few", "unsure, few", "all agree"],
)
def test_after_a_second_look_what_looked_best_before_counts(
    made: Decision, loss: float, is_mistake: bool, untold: bool
) -> None:
    assert (made.loss, made.is_mistake, made.untold) == (loss, is_mistake, untold)
    assert made.cost == (loss if is_mistake else 0)


# ---- the reviewer ----------------------------------------------------------------------------------------------------


def test_a_march_that_is_not_played_alone_is_two_points_lost_for_sure() -> None:
    """The dealer holds the five highest trumps: alone he makes four points, with his partner two, whatever is led."""
    deal = given()
    (taken_up, *rest) = rule_reviewer(deal).look_at(deal, [0]).decisions
    assert (taken_up.step, taken_up.action, taken_up.ranked[0]) == (3, "order_up", "order_up_alone")
    assert taken_up.outlooks["order_up_alone"][1:] == (4.0, 0.0, 0.0)
    assert taken_up.outlooks["order_up"][1:] == (2.0, 0.0, 0.0)
    assert (taken_up.loss, taken_up.error, taken_up.cost) == (2.0, 0.0, 2.0)
    assert [made.kind for made in rest] == ["discard", *["play"] * (len(rest) - 1)]
    assert all(made.alike and made.cost == 0 for made in rest[1:])


def test_every_decision_with_a_choice_is_looked_at() -> None:
    deal = given()
    found = rule_reviewer(deal).look_at(deal, range(4))
    table, choices = deal.table_at(0), {}
    for step, (_, action) in enumerate(deal.actions):
        if len(table.legal) > 1:
            choices[step] = (table.seat, table.kind, action, set(table.legal))
        table.step(action)
    told = {made.step: (made.seat, made.kind, made.action, set(made.outlooks)) for made in found.decisions}
    assert told == choices
    assert list(told) == sorted(told)
    assert found.left_out == {}


def test_what_seems_behind_is_looked_at_again_sure_or_not() -> None:
    """A first look is sure of little: a mistake must not be missed for that."""
    tables, deal_over = VectorEuchre("north_american", seed=1), np.zeros(1, bool)
    while not deal_over[0]:
        _, deal_over, _ = tables.step(tables.forced_action)
    deal = given(tables.finished_record(0))
    found = rule_reviewer(deal).look_at(deal, range(4)).decisions
    assert not any(made.behind for made in found if made.compared is None)
    assert {made.is_mistake for made in found if made.compared is not None} == {True, False}


def test_what_is_said_depends_on_the_deal_alone() -> None:
    """Not on the seats that are looked at, nor on the deals before; but on the seed."""
    deals = [given(number=number) for number in (1, 2)]
    reviewer = rule_reviewer(deals[0])
    whole = [reviewer.look_at(deal, range(4)).decisions for deal in deals]
    alone = rule_reviewer(deals[1]).look_at(deals[1], [2]).decisions
    assert alone == tuple(made for made in whole[1] if made.seat == 2)
    assert whole[0] != whole[1]
    assert rule_reviewer(deals[1], seed=1).look_at(deals[1], [2]).decisions != alone


class Onlooker:
    """Chooses the first action and remembers what it was shown."""

    name = hash = "onlooker"

    def __init__(self) -> None:
        self.shown: list[np.ndarray[Any, Any]] = []

    def act(self, observation: Any, action_mask: Any, rng: np.random.Generator) -> np.ndarray[Any, Any]:
        self.shown.extend(observation.copy())
        return action_mask.argmax(axis=1)


def test_the_agent_is_shown_what_the_seat_knew() -> None:
    deal, onlooker = given(played(scores=[3, 7])), Onlooker()
    Reviewer(deal.rules, onlooker, WORLDS, 0).look_at(deal, [0])
    making, discarding = (decode(deal.rules, observation) for observation in onlooker.shown[:2])
    hand = {"trump right bower", "trump left bower", "trump K", "trump Q", "cross2 9"}
    assert (making.kind, set(making.hand), making.scores) == ("make", hand, (3, 7))
    assert making.calls == ((1, "pass"), (2, "pass"), (3, "pass"))
    assert (discarding.kind, set(discarding.hand)) == ("discard", hand | {"trump A"})


def test_decisions_of_hands_that_are_not_known_are_counted_and_left_out() -> None:
    deal = given(played() | {"unknown": {"hands": ["9D", "", "9C TC", ""], "stock": ""}})
    found = rule_reviewer(deal).look_at(deal, range(4))
    everything = rule_reviewer(deal).look_at(given(), range(4)).decisions
    assert found.left_out == {0: 2, 2: sum(made.seat == 2 for made in everything)}
    assert [made.step for made in found.decisions] == [
        made.step for made in everything if made.seat in (1, 3) or (made.seat == 0 and made.step > 4)
    ]
    assert rule_reviewer(deal).look_at(deal, [1, 3]).left_out == {}


def test_an_agent_that_knows_of_no_points() -> None:
    deal = given()
    found = Reviewer(deal.rules, RandomAgent(), WORLDS, 0).look_at(deal, [0])
    assert found.reviewer.worlds == 1
    for made in found.decisions:
        assert made.judged is False
        assert made.agrees
        assert all(told.probability == 1 / len(made.outlooks) for told in made.outlooks.values())
    assert found.cost == 0


def test_what_looks_like_a_mistake_is_looked_at_again_in_eight_times_as_many_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There all that is told comes from, but for the agent's own choice; other decisions are left as they are."""
    deal = given()
    reviewer = rule_reviewer(deal)
    asked: list[tuple[int, tuple[int, ...]]] = []
    look = reviewer.second_look

    def second_look(observation: Any, mask: Any, rival: int, seed: np.random.SeedSequence) -> SecondOpinion:
        asked.append((rival, tuple(seed.spawn_key)))
        assert (look.worlds, seed.entropy) == (8 * WORLDS, 0)
        numbers = np.arange(len(mask), dtype=float)
        return SecondOpinion(numbers, numbers / 100, numbers / 200, np.full(len(mask), 0.125), 20.0)

    monkeypatch.setattr(reviewer, "second_look", second_look)
    (made, *rest) = reviewer.look_at(deal, [0]).decisions
    numbers = VectorEuchre(deal.rules)
    rival, done = (numbers.parse_action(0, name) for name in ("order_up_alone", "order_up"))
    assert asked == [(rival, (1, 0, 3))]
    assert made.compared == Compared("order_up_alone", 0.125, 20.0)
    assert made.outlooks["order_up"] == (0.0, done, done / 100, done / 200)
    assert made.outlooks["order_up_alone"].probability == 1
    assert (made.loss, made.error) == (max(rival - done, 0), 0.125)
    assert all(other.compared is None for other in rest)


# ---- who looks at it -------------------------------------------------------------------------------------------------


def test_the_usual_reviewer_is_the_best_that_comes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_pretrained(tmp_path, monkeypatch)
    larger = rules_for("north_american", pack=32)
    assert reviewer_for(rules_for("north_american"), None, WORLDS, 0).agent.name == "pretrained"
    for rules, why in [
        (rules_for("five_handed"), "this version comes with no agent 'pretrained' for five_handed"),
        (
            larger,
            "pretrained was trained for north_american with pack=24, and here pack=32",
        ),
    ]:
        reviewer = reviewer_for(rules, None, WORLDS, 0)
        assert isinstance(reviewer.agent, RuleAgent)
        assert reviewer.notes == (f"{why}: rule looks at the deals",)


def test_an_agent_that_is_asked_for_by_name_is_refused_where_it_cannot_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_pretrained(tmp_path, monkeypatch)
    for name, rules in [("pretrained", rules_for("five_handed")), ("pretrained", rules_for("north_american", pack=32))]:
        with pytest.raises(AgentError, match="pretrained"):
            reviewer_for(rules, name, WORLDS, 0)
    with pytest.raises(AgentError, match="did you mean 'rule'"):
        reviewer_for(rules_for("five_handed"), "rul", WORLDS, 0)


def test_a_network_trained_by_other_rules_that_it_can_play_is_said_to_be() -> None:
    rules = rules_for("north_american", lone_lead="left_of_lone_player")
    assert reviewer_for(rules, "pretrained", WORLDS, 0).notes == (
        "pretrained was trained for north_american with lone_lead=first_active_left_of_dealer, "
        "and here lone_lead=left_of_lone_player",
    )
    assert reviewer_for(rules, "rule", WORLDS, 0).notes == ()


# ---- the whole -------------------------------------------------------------------------------------------------------


def a_review(*decisions: list[Decision]) -> Review:
    deals = [given(number=number) for number in range(1, len(decisions) + 1)]
    reviewer = rule_reviewer(deals[0])
    looked = [reviewed(deal, reviewer, made) for deal, made in zip(deals, decisions, strict=True)]
    return Review([GivenFile("deals", "deal records", "", tuple(deals), ())], looked, unfinished=False)


def reviewed(deal: GivenDeal, reviewer: Reviewer, made: list[Decision]) -> ReviewedDeal:
    return ReviewedDeal(deal, reviewer, [0], tuple(made), {})


def lost(points: float, error: float = 0.0, kind: str = "make", step: int = 0) -> Decision:
    return decision({"order_up": outlook(1, points), "pass": outlook(0, 0.0, error)}, kind=kind, step=step)


def test_the_costliest_come_first_and_what_is_no_mistake_not_at_all() -> None:
    found = a_review([lost(0.25), lost(9, error=8)], [lost(1), lost(0), lost(0.5)]).costliest()
    assert [(deal.deal.number, made.cost) for deal, made in found] == [(2, 1), (2, 0.5), (1, 0.25)]


def test_the_costliest_are_those_that_lose_most_less_two_standard_errors() -> None:
    sure, unsure, doubtful = lost(0.5, error=0.01), lost(1, error=0.45), lost(2, error=1)
    found = a_review([doubtful, unsure, sure]).costliest()
    assert [(made.cost, round(made.cautious_cost, 9)) for _, made in found] == [(0.5, 0.48), (1, 0.1), (2, 0)]


def test_without_points_what_the_agent_would_do_otherwise_comes_first() -> None:
    sure, unsure, same = (
        decision({"order_up": outlook(p), "pass": outlook(1 - p)}, step=step) for step, p in enumerate((0.9, 0.6, 0.4))
    )
    found = a_review([unsure, same, sure])
    assert not found.judged
    assert [made for _, made in found.costliest()] == [sure, unsure]


def test_players_are_added_up_over_the_deals_in_which_they_had_a_choice() -> None:
    first = [lost(1, error=0.3), lost(0.5, kind="play"), lost(0.1, error=0.4)]
    review = a_review(first, [], [lost(0.5, error=0.1, kind="play")])
    assert review.players(review.reviewers[0]) == [
        PlayerSummary("player_0", 2, 4, 0, 3, {"making": 1.0, "play": 1.0}, pytest.approx(0.3**2 + 0.1**2))
    ]
    (player,) = review.players(review.reviewers[0])
    assert (player.lost_a_deal, player.agreement) == (1.0, 0.0)
    assert player.error == pytest.approx(0.1**0.5 / 2)


def test_players_are_told_apart_by_their_names_and_games() -> None:
    """Whoever changes seats stays the same; of another game there is another account."""
    one, other = given(played() | {"players": list("abcd")}), given(played() | {"players": list("cdab")}, 2)
    first, second = rule_reviewer(one), rule_reviewer(one)
    looked = [reviewed(one, first, [lost(1)]), reviewed(other, first, [lost(2)]), reviewed(one, second, [lost(4)])]
    review = Review([GivenFile("deals", "deal records", "", (one, other), ())], looked, unfinished=False)
    assert [[(player.name, player.lost_a_deal) for player in review.players(each)] for each in review.reviewers] == [
        [("a", 1), ("c", 2)],
        [("a", 4)],
    ]
