"""Worlds agree with all that a seat knows, the real one is among them, and nothing hidden shows in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.view import HandView
from agents.worlds import WorldSampler
from agents.worlds.replay import replayed
from euchre_env import VectorEuchre
from tests.agents.positions import GAMES, NAMES, QUICK, random_play, real_world
from tests.test_observation import with_hidden_cards_exchanged

WORLDS = 3


def sampler_of(tables: VectorEuchre) -> WorldSampler:
    return WorldSampler(tables.rules, HandView(tables.rules))


@pytest.mark.parametrize(("variant", "options"), QUICK)
def test_the_deal_of_a_world_shows_the_seat_what_it_has_seen(variant: str, options: dict[str, Any]) -> None:
    """The strongest oracle there is: the engine plays the world's deal and decisions, and the bytes are the same."""
    worlds_are_replayed(variant, options, tables=10, steps=24)


@pytest.mark.parametrize(("variant", "options"), QUICK)
def test_the_real_world_is_possible_and_so_are_those_sampled(variant: str, options: dict[str, Any]) -> None:
    worlds_are_admitted(variant, options, tables=6, steps=24)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "options"), GAMES, ids=NAMES)
def test_worlds_agree_with_thousands_of_positions_of_every_game(variant: str, options: dict[str, Any]) -> None:
    worlds_are_replayed(variant, options, tables=64, steps=40)
    worlds_are_admitted(variant, options, tables=40, steps=40)


def worlds_are_replayed(variant: str, options: dict[str, Any], tables: int, steps: int) -> None:
    playing, rng = VectorEuchre(variant, num_tables=tables, seed=5, **options), np.random.default_rng(5)
    sampler = sampler_of(playing)
    for observation in random_play(playing, rng, steps):
        worlds = sampler.sample(observation, WORLDS, rng)
        engine = replayed(sampler.view, observation, worlds, lambda *step: None)
        shown = playing.layout.unpack(engine.observe().T).reshape(tables, WORLDS, -1)
        differs = (shown != observation[:, None]).any((0, 1))
        assert not differs.any(), np.array(playing.layout.names)[differs]


def worlds_are_admitted(variant: str, options: dict[str, Any], tables: int, steps: int) -> None:
    playing, rng = VectorEuchre(variant, num_tables=tables, seed=6, **options), np.random.default_rng(6)
    sampler = sampler_of(playing)
    for observation in random_play(playing, rng, steps):
        assert sampler.admits(observation, real_world(playing, sampler.view)).all()
        assert sampler.admits(observation, sampler.sample(observation, WORLDS, rng)).all()


def test_what_does_not_agree_is_not_admitted() -> None:
    tables, rng = VectorEuchre("north_american", num_tables=32, seed=8), np.random.default_rng(8)
    sampler = sampler_of(tables)
    list(random_play(tables, rng, 12))
    real, observation = real_world(tables, sampler.view), tables.observe()
    own_first = real.hands[:, :, [1, 0, 2, 3]]  # two hands exchanged, one of them the seat's own
    assert not sampler.admits(observation, real._replace(hands=own_first)).any()
    assert not sampler.admits(observation, real._replace(stock=real.discard, discard=real.stock)).any()


@pytest.mark.parametrize("variant", ["three_handed", "north_american", "railroad_full", "seven_handed"])
def test_cards_that_the_seat_cannot_see_do_not_show(variant: str) -> None:
    """Cards exchanged between the other seats and the stock: the same worlds from the same generator."""
    tables, rng = VectorEuchre(variant, num_tables=1, seed=9), np.random.default_rng(9)
    sampler, twin, compared = sampler_of(tables), VectorEuchre(variant, num_tables=1), 0
    for observation in random_play(tables, rng, 16):
        told = tables.table(0)
        other = with_hidden_cards_exchanged(told, rng)
        if other is told:
            continue
        twin.reset(records=[other.record() | {"scores": told.scores, "games": told.games}])
        for _, action in other.actions:
            twin.step(np.array([twin.parse_action(0, action)]))
        here, there = (sampler.sample(bits, 5, np.random.default_rng(1)) for bits in (observation, twin.observe()))
        assert all(np.array_equal(a, b) for a, b in zip(here, there, strict=True))
        compared += 1
    assert compared > 5


def test_worlds_depend_on_the_observation_and_the_generator_alone() -> None:
    """Not on the others in a batch, among them some with a billion times as many worlds."""
    tables, rng = VectorEuchre("railroad", num_tables=40, seed=10), np.random.default_rng(10)
    sampler = sampler_of(tables)
    observation = np.concatenate([*random_play(tables, rng, 16)])
    together = sampler.sample(observation, 4, np.random.default_rng(3))
    for some in np.split(rng.permutation(len(observation))[:200], 10):
        apart = sampler.sample(observation[some], 4, np.random.default_rng(3))
        assert all(np.array_equal(a[some], b) for a, b in zip(together, apart, strict=True))
    other = sampler.sample(observation, 4, np.random.default_rng(4))
    assert not np.array_equal(together.hands, other.hands)


def test_an_observation_that_no_deal_leads_to_is_refused() -> None:
    tables, rng = VectorEuchre("four_handed", num_tables=2, seed=11), np.random.default_rng(11)
    *_, observation = random_play(tables, rng, 10)
    for seat in ("seat+1", "seat+2", "seat+3"):
        observation[1, tables.layout[f"void_{seat}"]] = 1  # nobody could hold a card
    with pytest.raises(ValueError, match="observation 1 is none that a deal of this game leads to"):
        sampler_of(tables).sample(observation, 2, rng)
