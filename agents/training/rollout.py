"""Self-play: many tables of one variant, played until enough deals are complete to learn from.

Decisions with one legal action are taken without asking the network. The learner's others are recorded, and when their
deal has ended they are handed over, chained seat by seat. Deals still in progress wait for the next rollout.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents.agent import Agent
from agents.networks.policy import Policy
from agents.training.experience import Decisions, Experience, deal_key
from agents.training.objective import Objective
from agents.training.opponents import AVERAGE, SELF, OpponentPool
from agents.training.stopwatch import Stopwatch
from euchre_env import KINDS, Rules, VectorEuchre

TRIAL = 128
"""More steps than any deal takes: seven players bid, choose and bury, and play seven tricks."""


class Rollout:
    """The tables of one variant and the decisions of their unfinished deals.

    Args:
        rules: what is played; `variant` is its place in the policy's encoding.
        policy: the learner; `pool`: its opponents.
        objective: what deals are worth; `first_standing` numbers the first of its standings among those of all games.
        num_tables: B; `first_table` numbers the first of them, so that processes never play the same deals.
        watch: told what the time goes into.
    """

    def __init__(
        self,
        rules: Rules,
        variant: int,
        policy: Policy,
        pool: OpponentPool,
        objective: Objective,
        first_standing: int,
        num_tables: int,
        first_table: int,
        seed: int,
        watch: Stopwatch,
    ):
        numbers = np.arange(first_table, first_table + num_tables)
        self.tables = VectorEuchre(rules, num_tables=num_tables, seed=seed, table_numbers=numbers)
        self.variant, self.policy, self.pool, self._watch = variant, policy, pool, watch
        self.objective, self.first_standing = objective, first_standing
        self._side_of = np.array([rules.side_of(seat) for seat in range(rules.players)])
        self.teacher: Agent | None = None  # plays at all seats, and what it does is recorded
        self.opponent = pool.for_tables(np.arange(num_tables), num_tables)
        self.unfinished = self._record(np.zeros(0, np.intp), np.random.default_rng(0))[0]

    def collect(self, needed: int, rng: np.random.Generator) -> Experience:
        """Play until complete deals hold at least `needed` recorded decisions, and return all of these."""
        tables, recorded = self.tables, [self.unfinished]
        ended: list[tuple[NDArray[np.int64], NDArray[np.float32]]] = []  # (deal key, rewards by seat) a step
        waiting = np.bincount(self.unfinished.table, minlength=len(tables.seat))  # decisions of each table's open deal
        complete = 0
        while complete < needed:
            with self._watch("engine"):
                rows = np.flatnonzero(~tables.forced)
            decisions, actions = self._record(rows, rng)
            recorded.append(decisions)
            waiting[decisions.table] += 1
            with self._watch("engine"):
                deal = tables.deal_number.copy()
                reward, deal_over, _ = tables.step(actions)
                over = np.flatnonzero(deal_over)
                ended.append((deal_key(over, deal[over]), reward[over]))
                complete += int(waiting[over].sum())
                waiting[over] = 0
                self.opponent[over] = self.pool.for_tables(over, tables.num_tables)
        with self._watch("sorting"):
            return self._complete(Decisions.concatenate(recorded), ended)

    def _record(self, rows: NDArray[np.intp], rng: np.random.Generator) -> tuple[Decisions, NDArray[np.intp]]:
        """Decide for `rows`; return what is recorded of them and the actions of all tables, intp [B]."""
        tables, encoding = self.tables, self.policy.encoding
        actions = tables.forced_action.copy()
        with self._watch("observation"):
            observation = tables.layout.unpack(tables.observe_packed()[rows])
            encoded = encoding.encode(self.variant, observation)
        with self._watch("acting"):
            if self.teacher is None:
                players = self._players(rows)
                chosen, log_prob = self._choose(encoded.features, players, rng.random(len(rows), np.float32))
                actions[rows] = encoding.own_actions(self.variant, chosen, encoded.reflected)
            else:
                players, log_prob = np.full(len(rows), SELF), np.zeros(len(rows), np.float32)
                actions[rows] = self.teacher.act(observation, tables.action_mask[rows], rng)
                chosen = encoding.union_actions(self.variant, actions[rows], encoded.reflected)
        with self._watch("observation"):
            hidden = tables.hidden_layout.unpack(tables.observe_hidden()[rows])
            decisions = Decisions(
                features=encoded.features,
                hidden=encoding.encode_hidden(self.variant, hidden, encoded.reflected),
                action=chosen.astype(np.int16),
                log_prob=log_prob,
                kind=tables.decision_kind[rows],
                seat=tables.seat[rows],
                table=rows.astype(np.int32),
                deal=tables.deal_number[rows],
                standing=(self.first_standing + self.objective.standing(tables, rows)).astype(np.int32),
            )
        return decisions.take(np.flatnonzero(players == SELF)), actions

    def dismiss_teacher(self) -> None:
        """Let the learner and its opponents play from now on; what the teacher did in unfinished deals is left out."""
        self.teacher, self.unfinished = None, self.unfinished.take(np.zeros(0, np.intp))

    def _players(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Who decides at some tables, int64 [n]: the learner (`SELF`) or an opponent's number.

        The learner's side changes when everybody has dealt once, so that each side of a table deals as often.
        """
        tables = self.tables
        sides = tables.rules.sides
        learner = tables.deal_number[rows] // tables.num_seats % sides
        return np.where(self._side_of[tables.seat[rows]] == learner, SELF, self.opponent[rows])

    def _choose(
        self, features: NDArray[np.uint8], players: NDArray[np.int64], uniform: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Actions of the union, int64 [n], drawn by each player's own policy, and their log-probabilities there."""
        chosen, log_prob = np.zeros(len(players), np.int64), np.zeros(len(players), np.float32)
        for player in np.unique(players).tolist():
            part = np.flatnonzero(players == player)
            actor = None if player == SELF else self.pool.actor(player)
            distribution = self.policy.distribution(features[part], actor)
            sample = distribution.sample(torch.from_numpy(uniform[part]))
            chosen[part], log_prob[part] = sample.numpy(), distribution.log_prob(sample).numpy()
        if not np.isfinite(log_prob).all():
            raise ValueError("the network gives no finite probabilities: its weights are absurd; nothing is saved")
        return chosen, log_prob

    def _complete(self, recorded: Decisions, ended: list[tuple[NDArray[np.int64], NDArray[np.float32]]]) -> Experience:
        """Split what is recorded into complete deals, which are returned, and `unfinished` ones, which are kept."""
        keys, rewards = (np.concatenate(part) for part in zip(*ended, strict=True))
        order = np.argsort(keys)
        keys, rewards = keys[order], rewards[order]
        key = deal_key(recorded.table, recorded.deal)
        place = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
        finished = keys[place] == key
        self.unfinished = recorded.take(np.flatnonzero(~finished))
        rows = np.flatnonzero(finished)
        chain = key[rows] * rewards.shape[1] + recorded.seat[rows]
        by_chain = np.argsort(chain, kind="stable")  # stable: within a chain the order of play
        rows, chain = rows[by_chain], chain[by_chain]
        decisions = recorded.take(rows)
        last, variant = np.diff(chain, append=-1) != 0, np.full(len(rows), self.variant, np.uint8)
        return Experience(decisions, rewards[place[rows], decisions.seat], last, variant)

    def state_dict(self) -> dict[str, NDArray[Any]]:
        """Everything that the next rollout depends on, for a checkpoint."""
        tables = {f"tables.{name}": array for name, array in self.tables.state_dict().items()}
        unfinished = {f"unfinished.{name}": column for name, column in self.unfinished.columns().items()}
        return tables | {"opponent": self.opponent} | unfinished

    def load_state_dict(self, state: dict[str, NDArray[Any]]) -> None:
        """Go on from what `state_dict` returned.

        Raises:
            ValueError: an array is missing, unknown, of another shape or dtype, or holds what these tables cannot.
        """
        parts: dict[str, dict[str, NDArray[Any]]] = {"tables": {}, "unfinished": {}, "opponent": {}}
        for name, array in state.items():
            part, _, rest = name.partition(".")
            if part not in parts or (part == "opponent" and rest):
                raise ValueError(f"{name}: unknown")
            parts[part][rest] = array
        own = self.tables.state_dict()
        self.tables.load_state_dict(parts["tables"])
        for name in ("engine.table_numbers", "seed"):
            if not np.array_equal(own[name], parts["tables"][name]):
                raise ValueError(f"tables.{name}: other deals than those of this process")
        self._check_unfinished(parts["unfinished"])
        self._check_opponents(parts["opponent"].get(""))
        self.unfinished, self.opponent = Decisions(**parts["unfinished"]), parts["opponent"][""].copy()
        self._play_on_trial()
        self.tables.load_state_dict(parts["tables"])

    def _play_on_trial(self) -> None:
        """Step every table through the end of its deal: what the engine keeps has too many forms to check one by one.

        Raises:
            ValueError: the tables cannot be played.
        """
        try:
            for _ in range(TRIAL):
                self.tables.observe_packed()
                self.tables.observe_hidden()
                self.tables.step(self.tables.forced_action)
        except (ValueError, LookupError, ArithmeticError, TypeError, RuntimeError) as error:
            raise ValueError(f"tables: saved in a state that cannot be played on: {error}") from error

    def _check_unfinished(self, columns: dict[str, NDArray[Any]]) -> None:
        """That saved decisions are ones which the deals in progress at these tables can hold."""
        like = self.unfinished.columns()
        for name in sorted(columns.keys() ^ like.keys()):
            raise ValueError(f"unfinished.{name}: {'missing' if name in like else 'unknown'}")
        rows = len(columns["action"]) if columns["action"].ndim else 0
        for name, array in like.items():
            wanted = (rows, *array.shape[1:])
            if columns[name].dtype != array.dtype or columns[name].shape != wanted:
                found = f"{columns[name].dtype} {list(columns[name].shape)}"
                raise ValueError(f"unfinished.{name}: {found}, not {array.dtype} {list(wanted)}")
        limits = {
            "action": (0, self.policy.encoding.actions),
            "kind": (0, len(KINDS)),
            "seat": (0, self.tables.num_seats),
            "table": (0, self.tables.num_tables),
            "standing": (self.first_standing, self.first_standing + len(self.objective.worth)),
        }
        for name, (first, end) in limits.items():
            if rows and not first <= columns[name].min() <= columns[name].max() < end:
                raise ValueError(f"unfinished.{name}: numbers that are not from {first} to {end - 1}")
        if rows and not (np.isfinite(columns["log_prob"]).all() and columns["log_prob"].max() <= 0):
            raise ValueError("unfinished.log_prob: numbers that are no log-probabilities")
        if rows and (columns["deal"] != self.tables.deal_number[columns["table"]]).any():
            raise ValueError("unfinished.deal: deals that are not in progress at their tables")

    def _check_opponents(self, opponent: NDArray[Any] | None) -> None:
        """That every table is saved with an opponent that there is."""
        if opponent is None or opponent.dtype != np.int64 or opponent.shape != self.opponent.shape:
            raise ValueError(f"opponent: missing, or not int64 [{len(self.opponent)}]")
        known = {SELF, AVERAGE, *self.pool.past}
        if unknown := set(opponent.tolist()) - known:
            raise ValueError(f"opponent: {min(unknown)} is no opponent; there are {sorted(known)}")
