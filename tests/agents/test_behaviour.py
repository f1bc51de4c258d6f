"""The behaviour card: what it counts is what happened, and its figures are what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.measuring.behaviour import BANDS, DealFacts, behaviour_of, card_of, deal_facts, seats_in_order
from agents.measuring.chunks import ignore
from agents.networks.policy import Policy
from agents.neural_agent import NeuralAgent
from agents.random_agent import RandomAgent
from euchre_env import Rules, VectorEuchre, rules_for, variants


class Noting(VectorEuchre):
    """Tables that keep the record of the first deal at each."""

    records: ClassVar[dict[int, dict]] = {}

    def step(self, actions):  # type: ignore[no-untyped-def]
        result = super().step(actions)
        for table in np.flatnonzero(result[1]):
            self.records.setdefault(int(table), self.finished_record(int(table)))
        return result


def test_facts_are_those_of_the_records(family: Policy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.measuring.behaviour.VectorEuchre", Noting)
    for rules in map(rules_for, variants()):
        monkeypatch.setattr(Noting, "records", {})
        agent = NeuralAgent(family, rules.variant, "network", greedy=False)
        facts = deal_facts(rules, agent, 1, None, range(24), ignore)
        assert len(Noting.records) == 24
        for table, record in Noting.records.items():
            check_facts(rules, facts, table, record)


def check_facts(rules: Rules, facts: DealFacts, table: int, record: dict) -> None:
    """The facts of one deal against its record, whose seats and sides are absolute."""
    result, dealer = record["result"], record["dealer"]
    maker = None if facts.maker[table] < 0 else (facts.maker[table] + dealer) % rules.players
    assert (maker, bool(facts.alone[table])) == (result["maker"], result["alone"])
    points = [facts.points[table, (side - dealer) % rules.sides] for side in range(rules.sides)]
    assert points == result["points"]
    calls = [action for _, action in record["actions"] if action.startswith(("pass", "order_up", "name", "bid"))]
    if not rules.bids and rules.variant != "british":  # there a blind maker names, too
        assert facts.asked[table].sum() == len(calls)
        assert facts.round[table] == (0 if maker is None else 1 if calls[-1].startswith("order_up") else 2)


def facts_of(*deals: tuple[int, int, bool, tuple[int, int]]) -> DealFacts:
    """(maker, round, alone, points of the dealer's side and the other) of deals in which everybody was asked twice."""
    maker, rounds, alone, points = zip(*deals, strict=True)
    asked = np.ones((len(deals), 4, 2), np.bool_)
    counted = np.ones((len(deals), 4), np.bool_)
    return DealFacts(np.array(maker), np.array(rounds), np.array(alone), np.array(points), asked, counted)


def test_the_figures_of_five_deals() -> None:
    deals = [
        (0, 1, False, (1, 0)),
        (1, 2, False, (2, 0)),
        (2, 1, True, (4, 0)),
        (3, 2, True, (0, 1)),
        (-1, 0, False, (0, 0)),
    ]
    card = card_of(rules_for("north_american"), facts_of(*deals))
    assert (card.deals, card.void, card.euchred, card.marches) == (5, 0.2, 0.25, 0.25)
    assert (card.lone_hands, card.lone_success) == (0.5, 0.5)
    assert (card.points_per_deal, card.dealer_side) == (8 / 5, 6 / 5)
    assert card.made == {"eldest": (0, 0.2), "dealer's partner": (0.2, 0), "pone": (0, 0.2), "dealer": (0.2, 0)}
    assert card.dealer_takes_up == 0.2


def test_who_is_not_asked_does_not_take_up() -> None:
    """Where others make first, the share is still one of all deals."""
    facts = facts_of((1, 1, False, (0, 1)), (0, 1, False, (1, 0)))
    facts.asked[0, 0] = False
    card = card_of(rules_for("north_american"), facts)
    assert (card.dealer_takes_up, card.made["dealer"][0]) == (0.5, 1)


def test_a_set_back_is_a_euchre() -> None:
    asked = np.ones((2, 3, 2), np.bool_)
    points = np.array([[-2, 0, 0], [1, 0, 0]])
    facts = DealFacts(np.zeros(2, int), np.ones(2, int), np.zeros(2, bool), points, asked, asked[:, :, 0])
    assert card_of(rules_for("three_handed_set_back"), facts).euchred == 0.5


def test_a_pat_lone_hand_that_misses_one_trick_is_neither_euchred_nor_successful() -> None:
    """R28: it gives the others one point."""
    card = card_of(
        rules_for("railroad_full"), facts_of((0, 1, True, (0, 1)), (0, 1, True, (0, 3)), (0, 1, True, (5, 0)))
    )
    assert (card.euchred, card.marches, card.lone_success) == (1 / 3, 1 / 3, 1 / 3)


def test_a_bid_that_is_missed_is_a_euchre_and_has_no_march() -> None:
    rules = rules_for("five_handed")
    points = np.array([[5, 0, 0, 0, 5], [0, 3, 3, 3, 3]])
    asked = np.zeros((2, 5, 2), np.bool_)
    counted = np.ones((2, 5), np.bool_)
    card = card_of(rules, DealFacts(np.array([0, 0]), np.zeros(2, int), np.zeros(2, bool), points, asked, counted))
    assert (card.euchred, card.marches, card.dealer_takes_up, card.lone_success) == (0.5, None, None, None)
    assert card.made["dealer"] == (1.0,)


class Trailing:
    """Makes trump when its side is behind, passes when it can otherwise, plays its first legal card."""

    name = hash = "trailing"

    def __init__(self, rules: Rules):
        tables = VectorEuchre(rules, num_tables=1)
        self._scores = [tables.layout[f"score_side+{side}"] for side in (0, 1)]
        self._pass = tables.actions.names.index("pass")

    def act(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.intp]:
        own, others = ((observation[:, at] << np.arange(at.stop - at.start)).sum(1) for at in self._scores)
        weights = action_mask.astype(np.int64)
        weights[:, self._pass] *= np.where(own < others, 0, 2)
        forced_to_pass = weights.max(axis=1) == 0
        return np.where(forced_to_pass, self._pass, weights.argmax(axis=1))


def test_a_card_at_a_score_is_about_the_side_that_has_it() -> None:
    rules = rules_for("four_handed")
    behind = behaviour_of(rules, Trailing(rules), 200, seed=1, score=(2, 4))
    ahead = behaviour_of(rules, Trailing(rules), 200, seed=1, score=(4, 2))
    # Eldest or dealer's partner is behind and makes, so that nobody after them is asked.
    assert [rates[0] for rates in behind.made.values()] == [1, 1, None, None]
    assert [rates[0] for rates in ahead.made.values()] == [0, None, None, None]
    assert ahead.euchred is None, "the side that is ahead makes nothing"
    assert behind.dealer_takes_up == 0
    assert behaviour_of(rules, Trailing(rules), 200, seed=1).void == 1


def test_a_score_that_ends_the_game_begins_no_deal() -> None:
    rules = rules_for("four_handed")
    with pytest.raises(ValueError, match=r"no deal of four_handed begins at 1 against 5: .* from 0 to 4, not 5"):
        behaviour_of(rules, Trailing(rules), 8, seed=1, score=(1, 5))


def test_what_lies_outside_its_band_is_named() -> None:
    card = behaviour_of(rules_for("north_american"), RandomAgent(), 600, seed=0)
    decent = replace(card, **{name: sum(band) / 2 for name, band in BANDS.items()})
    assert decent.outside() == []
    assert replace(decent, euchred=0.26, dealer_side=0.24).outside() == ["euchred", "dealer_side"]
    assert set(card.outside()) >= {"euchred", "marches", "lone_hands", "lone_success"}


def test_everybody_has_a_name() -> None:
    assert seats_in_order(rules_for("two_handed")) == [(1, "eldest"), (0, "dealer")]
    assert seats_in_order(rules_for("three_handed")) == [(1, "eldest"), (2, "pone"), (0, "dealer")]
    names = [name for _, name in seats_in_order(rules_for("five_handed"))]
    assert names == ["eldest", "seat 2", "seat 3", "pone", "dealer"]
