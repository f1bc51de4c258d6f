"""Opponents: whom the learner plays with, for how long, and what is recorded of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from agents.networks.policy import Policy
from agents.saving.checkpoint import Checkpoint, checkpoints
from agents.training.average import MovingAverage
from agents.training.config import Config
from agents.training.launch import begin
from agents.training.model import tensors_of
from agents.training.opponents import AVERAGE, SELF, OpponentConfig, OpponentPool
from agents.training.rollout import Rollout
from agents.training.trainer import Ranks, Trainer
from tests.agents.small_runs import rollout_of


def pool_of(policy: Policy, **settings: Any) -> OpponentPool:
    return OpponentPool(MovingAverage(policy.network.actor, 0.9), OpponentConfig(**settings))


def inclined(actor: nn.Module, slope: float) -> nn.Module:
    """Let an actor take the last of the legal actions (slope > 0) or the first, whatever it sees."""
    last = list(actor.parameters())
    with torch.no_grad():
        last[-2].zero_()
        last[-1].copy_(slope * torch.arange(len(last[-1])))
    return actor


# ---- the pool --------------------------------------------------------------------------------------------------------


def test_tables_have_their_opponents_in_shares(policy: Policy) -> None:
    pool = pool_of(policy, average=0.1, past=0.2)
    pool.drawn = 7
    found = pool.for_tables(np.arange(50), 50)
    assert found.dtype == np.int64
    assert {number: int((found == number).sum()) for number in (AVERAGE, 7, SELF)} == {AVERAGE: 5, 7: 10, SELF: 35}
    some = np.array([0, 4, 5, 14, 15, 49])  # where a deal begins decides, not how many begin with it
    assert pool.for_tables(some, 50).tolist() == found[some].tolist() == [AVERAGE, AVERAGE, 7, 7, SELF, SELF]


def test_before_there_is_a_past_self_the_learner_plays_itself(policy: Policy) -> None:
    pool = pool_of(policy, average=0, past=0.5)
    pool.draw(np.random.default_rng(0))
    assert pool.past == {}
    assert (pool.for_tables(np.arange(50), 50) == SELF).all()


def test_a_past_self_is_drawn_uniformly_from_the_latest(policy: Policy) -> None:
    pool, rng, drawn = pool_of(policy, past_selves=3), np.random.default_rng(0), []
    pool.past = dict.fromkeys((10, 20, 30, 40), policy.network.actor)  # 10 is there only because a deal still needs it
    for _ in range(3000):
        pool.draw(rng)
        drawn.append(pool.drawn)
    numbers, counts = np.unique(drawn, return_counts=True)
    assert numbers.tolist() == [20, 30, 40]
    assert np.abs(counts - 1000).max() < 4 * np.sqrt(3000 * 2 / 9)


def test_past_selves_are_copies_of_the_learner_at_their_update(policy: Policy) -> None:
    pool, actor = pool_of(policy, keep_every=2, past_selves=9), policy.network.actor
    before = {}
    for update in range(1, 7):
        actor[0].weight.data += 1
        before[update] = tensors_of(actor)["0.weight"].tobytes()
        pool.keep(update, actor, ())
    assert {number: tensors_of(past)["0.weight"].tobytes() for number, past in pool.past.items()} == {
        update: before[update] for update in (2, 4, 6)
    }
    assert not any(weights.requires_grad for past in pool.past.values() for weights in past.parameters())


def test_the_oldest_is_dropped_once_nobody_plays_against_it(policy: Policy) -> None:
    pool, actor = pool_of(policy, keep_every=1, past_selves=2), policy.network.actor
    kept = []
    for update, in_use in enumerate([(), (), {1}, {1, 3}, {3}, ()], start=1):
        pool.keep(update, actor, in_use)
        kept.append(sorted(pool.past))
    assert kept == [[1], [1, 2], [1, 2, 3], [1, 3, 4], [3, 4, 5], [5, 6]]


def test_without_a_share_of_tables_no_past_self_is_kept(policy: Policy) -> None:
    pool = pool_of(policy, past=0, keep_every=1)
    pool.keep(1, policy.network.actor, ())
    assert pool.past == {}


# ---- at the tables ---------------------------------------------------------------------------------------------------


class Observed:
    """Tables that note of every decision where it was, and whether the last or the first legal action was taken."""

    def __init__(self, rollout: Rollout):
        self._tables, self._rollout, self.noted = rollout.tables, rollout, []
        rollout.tables = self  # type: ignore[assignment]

    def __getattr__(self, name):  # type: ignore[no-untyped-def]
        return getattr(self._tables, name)

    def step(self, actions):  # type: ignore[no-untyped-def]
        tables, rows = self._tables, np.flatnonzero(~self._tables.forced)
        encoding, variant = self._rollout.policy.encoding, self._rollout.variant
        shown = encoding.encode(variant, tables.observe()[rows])
        legal = encoding.legal(shown.features)
        ends = legal.argmax(axis=1), legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1)
        first, last = (encoding.own_actions(variant, end, shown.reflected) for end in ends)
        assert ((actions[rows] == first) | (actions[rows] == last)).all()
        where = zip(rows.tolist(), tables.deal_number[rows].tolist(), tables.seat[rows].tolist(), strict=True)
        taken, opponents = (actions[rows] == last).tolist(), self._rollout.opponent[rows].tolist()
        self.noted += [(*at, took, number) for at, took, number in zip(where, taken, opponents, strict=True)]
        return tables.step(actions)


@pytest.mark.parametrize("variant", ["four_handed", "three_handed"])
def test_the_learner_has_one_side_and_only_it_is_recorded(family: Policy, variant: str) -> None:
    """The learner takes the first of its legal actions, the average the last: it shows who decides."""
    inclined(family.network.actor, -50)
    rollout = rollout_of(family, variant, num_tables=8, opponents=OpponentConfig(average=0.5, past=0))
    inclined(rollout.pool.average.actor, 50)
    seen, rules = Observed(rollout), rollout.tables.rules
    sides: dict[tuple[int, int], int] = {}
    decisions = rollout.collect(1500, np.random.default_rng(0)).decisions
    for table, deal, seat, last, opponent in seen.noted:
        assert opponent == (AVERAGE if table < 4 else SELF)
        learner = deal // rules.players % rules.sides  # changes when everybody has dealt once
        sides[table, deal] = learner
        assert last == (table < 4 and rules.side_of(seat) != learner)
    against = [side for (table, _), side in sides.items() if table < 4]
    shares = np.bincount(against, minlength=rules.sides) / len(against)
    assert np.abs(shares - 1 / rules.sides).max() < 0.1
    found = list(zip(decisions.table.tolist(), decisions.deal.tolist(), decisions.seat.tolist(), strict=True))
    waiting = rollout.unfinished
    found += zip(waiting.table.tolist(), waiting.deal.tolist(), waiting.seat.tolist(), strict=True)
    assert sorted(found) == sorted(tuple(at) for *at, last, _ in seen.noted if not last)
    assert decisions.log_prob.min() > -1e-6  # what the learner was sure of


def test_an_opponent_stays_through_a_deal_while_others_are_kept_and_dropped(policy: Policy) -> None:
    config = OpponentConfig(average=0.1, past=0.8, past_selves=1, keep_every=1)
    rollout = rollout_of(policy, "two_handed", num_tables=40, opponents=config)
    inclined(policy.network.actor, -50)
    seen, pool, survived = Observed(rollout), rollout.pool, 0
    inclined(pool.average.actor, -50)
    for update in range(1, 12):
        pool.draw(np.random.default_rng(update))
        assert pool.drawn == (update - 1 if update > 1 else SELF)  # the only one that is kept
        rollout.collect(60, np.random.default_rng([1, update]))
        survived += int(((rollout.opponent > 0) & (rollout.opponent < pool.drawn)).sum())
        pool.keep(update, inclined(policy.network.actor, 50 * (-1) ** update), set(rollout.opponent.tolist()))
    assert survived > 20  # deals in progress against one that is no longer drawn
    of_deal: dict[tuple[int, int], set[int]] = {}
    for table, deal, _, _, opponent in seen.noted:
        of_deal.setdefault((table, deal), set()).add(opponent)
    assert all(len(opponents) == 1 for opponents in of_deal.values())
    for _, deal, seat, last, opponent in seen.noted:
        if opponent > 0 and seat != deal // 2 % 2:
            assert last == (opponent % 2 == 0)  # it is the one of that number who decides, as it was then


# ---- in a run --------------------------------------------------------------------------------------------------------


def test_past_selves_in_a_run_are_what_the_learner_was(tiny: Config, tmp_path: Path) -> None:
    """Bit by bit, in every checkpoint; and they are there again when the run is resumed."""
    begin(tiny, tmp_path)
    saved = {Checkpoint(path).update: Checkpoint(path) for path in checkpoints(tmp_path)}
    latest = {update: checkpoint.tensors("training") for update, checkpoint in saved.items()}
    for update, checkpoint in saved.items():
        opponents = checkpoint.tensors("opponents")
        kept = {int(name.partition(".")[0]) for name in opponents}
        assert kept >= set(range(max(1, update - 1), update + 1))
        for name, array in opponents.items():
            number, _, parameter = name.partition(".")
            np.testing.assert_array_equal(array, latest[int(number)][f"latest.{parameter}"])
        at_tables = checkpoint.tensors("rank_0")["0.opponent"]
        assert set(at_tables.tolist()) <= {SELF, AVERAGE, *kept} - {update}
        assert (at_tables == AVERAGE).sum() == round(0.2 * 48)
    assert not (latest[1]["latest.0.weight"] == latest[2]["latest.0.weight"]).all()
    resumed = Trainer(tiny, tmp_path, Ranks(), saved[3])
    found = {f"{n}.{name}": a for n, past in resumed.pool.past.items() for name, a in tensors_of(past).items()}
    wanted = saved[3].tensors("opponents")
    assert found.keys() == wanted.keys()
    assert all(np.array_equal(found[name], array) for name, array in wanted.items())


def test_all_processes_draw_the_same_past_self(tiny: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class DrawnError(Exception):
        """Nothing is played here."""

    def collect(self: Rollout, *_: object) -> None:
        raise DrawnError

    monkeypatch.setattr(Rollout, "collect", collect)
    config = replace(tiny, processes=2, opponents=replace(tiny.opponents, past_selves=5))
    drawn = []
    for rank in (0, 1):
        trainer = Trainer(config, tmp_path, Ranks(rank, 2))
        trainer.pool.past = dict.fromkeys(range(1, 6), trainer.policy.network.actor)
        for update in range(5, 20):
            trainer.update = update
            with pytest.raises(DrawnError):
                trainer._learn()
            drawn.append((update, trainer.pool.drawn))
    assert drawn[:15] == drawn[15:]
    assert {number for _, number in drawn} == {1, 2, 3, 4, 5}
