"""Self-play: many tables of one variant, played until enough deals are complete to learn from.

Decisions with one legal action are taken without asking the network. The others are recorded, and when their deal has
ended they are handed over, chained seat by seat. Deals still in progress wait for the next rollout.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents.policy import Policy
from euchre_env import KINDS, Rules, VectorEuchre

TRIAL = 128
"""More steps than any deal takes: seven players bid, choose and bury, and play seven tricks."""


@dataclass
class Decisions:
    """Recorded decisions, one a row; all arrays have n rows."""

    features: NDArray[np.uint8]
    """uint8 [n, bytes]: features as packed bits"""
    hidden: NDArray[np.uint8]
    """uint8 [n, bytes]: the critic's additional features as packed bits"""
    action: NDArray[np.int16]
    """int16 [n]: action of the union that was taken"""
    log_prob: NDArray[np.float32]
    """float32 [n]: its log-probability when it was taken"""
    kind: NDArray[np.uint8]
    """uint8 [n]: kind of decision, an index into `KINDS`"""
    seat: NDArray[np.uint8]
    """uint8 [n]: absolute seat that decided"""
    table: NDArray[np.int32]
    """int32 [n]: table, numbered from 0 in its set"""
    deal: NDArray[np.int64]
    """int64 [n]: number of the deal at that table"""

    def __len__(self) -> int:
        return len(self.action)

    def take(self, rows: NDArray[np.intp]) -> Decisions:
        """The decisions of some rows, in their order."""
        return Decisions(**{name: column[rows] for name, column in self.columns().items()})

    def columns(self) -> dict[str, NDArray[Any]]:
        """The arrays by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @staticmethod
    def concatenate(parts: list[Decisions]) -> Decisions:
        """All rows of all parts."""
        names = [field.name for field in fields(Decisions)]
        return Decisions(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


@dataclass
class Experience:
    """Decisions of complete deals, chain by chain (table, deal, seat), and what they led to."""

    decisions: Decisions
    deal_return: NDArray[np.float32]
    """float32 [n]: point difference that the deal ended with for the seat"""
    last: NDArray[np.bool_]
    """bool [n]: the last decision of its chain"""
    variant: NDArray[np.uint8]
    """uint8 [n]: place of the variant in the policy's encoding"""

    def __len__(self) -> int:
        return len(self.last)

    @staticmethod
    def concatenate(parts: list[Experience]) -> Experience:
        """All rows of all parts; chains stay whole."""
        return Experience(
            Decisions.concatenate([part.decisions for part in parts]),
            np.concatenate([part.deal_return for part in parts]),
            np.concatenate([part.last for part in parts]),
            np.concatenate([part.variant for part in parts]),
        )


class Rollout:
    """The tables of one variant and the decisions of their unfinished deals.

    Args:
        rules: what is played; `variant` is its place in the policy's encoding.
        num_tables: B; `first_table` numbers the first of them, so that processes never play the same deals.
    """

    def __init__(self, rules: Rules, variant: int, policy: Policy, num_tables: int, first_table: int, seed: int):
        numbers = np.arange(first_table, first_table + num_tables)
        self.tables = VectorEuchre(rules, num_tables=num_tables, seed=seed, table_numbers=numbers)
        self.variant, self.policy = variant, policy
        self.unfinished = self._record(np.zeros(0, np.intp), np.random.default_rng(0))[0]

    def collect(self, needed: int, rng: np.random.Generator) -> Experience:
        """Play until complete deals hold at least `needed` recorded decisions, and return all of these."""
        tables, recorded = self.tables, [self.unfinished]
        ended: list[tuple[NDArray[np.int64], NDArray[np.float32]]] = []  # (deal key, rewards by seat) a step
        waiting = np.bincount(self.unfinished.table, minlength=len(tables.seat))  # decisions of each table's open deal
        complete = 0
        while complete < needed:
            rows = np.flatnonzero(~tables.forced)
            decisions, actions = self._record(rows, rng)
            recorded.append(decisions)
            waiting[rows] += 1
            deal = tables.deal_number.copy()
            reward, deal_over, _ = tables.step(actions)
            over = np.flatnonzero(deal_over)
            ended.append((deal_key(over, deal[over]), reward[over]))
            complete += int(waiting[over].sum())
            waiting[over] = 0
        return self._complete(Decisions.concatenate(recorded), ended)

    def _record(self, rows: NDArray[np.intp], rng: np.random.Generator) -> tuple[Decisions, NDArray[np.intp]]:
        """Decide for `rows`; return what is recorded of them and the actions of all tables, intp [B]."""
        tables, encoding = self.tables, self.policy.encoding
        observation = tables.layout.unpack(tables.observe_packed()[rows])
        hidden = tables.hidden_layout.unpack(tables.observe_hidden()[rows])
        features = encoding.features_of(self.variant, observation)
        distribution = self.policy.distribution(features)
        chosen = distribution.sample(torch.from_numpy(rng.random(len(rows), np.float32)))
        actions = tables.forced_action.copy()
        actions[rows] = encoding.own_actions(self.variant, chosen.numpy())
        decisions = Decisions(
            features=np.packbits(features, axis=1),
            hidden=np.packbits(encoding.hidden_features_of(self.variant, hidden), axis=1),
            action=chosen.numpy().astype(np.int16),
            log_prob=distribution.log_prob(chosen).numpy(),
            kind=tables.decision_kind[rows],
            seat=tables.seat[rows],
            table=rows.astype(np.int32),
            deal=tables.deal_number[rows],
        )
        return decisions, actions

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
        return tables | {f"unfinished.{name}": column for name, column in self.unfinished.columns().items()}

    def load_state_dict(self, state: dict[str, NDArray[Any]]) -> None:
        """Go on from what `state_dict` returned.

        Raises:
            ValueError: an array is missing, unknown, of another shape or dtype, or holds what these tables cannot.
        """
        parts: dict[str, dict[str, NDArray[Any]]] = {"tables": {}, "unfinished": {}}
        for name, array in state.items():
            part, _, rest = name.partition(".")
            if part not in parts:
                raise ValueError(f"{name}: unknown")
            parts[part][rest] = array
        own = self.tables.state_dict()
        self.tables.load_state_dict(parts["tables"])
        for name in ("engine.table_numbers", "seed"):
            if not np.array_equal(own[name], parts["tables"][name]):
                raise ValueError(f"tables.{name}: other deals than those of this process")
        self._check_unfinished(parts["unfinished"])
        self.unfinished = Decisions(**parts["unfinished"])
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
            "action": self.policy.encoding.actions,
            "kind": len(KINDS),
            "seat": self.tables.num_seats,
            "table": self.tables.num_tables,
        }
        for name, limit in limits.items():
            if rows and not 0 <= columns[name].min() <= columns[name].max() < limit:
                raise ValueError(f"unfinished.{name}: numbers that are not from 0 to {limit - 1}")
        if rows and not (np.isfinite(columns["log_prob"]).all() and columns["log_prob"].max() <= 0):
            raise ValueError("unfinished.log_prob: numbers that are no log-probabilities")
        if rows and (columns["deal"] != self.tables.deal_number[columns["table"]]).any():
            raise ValueError("unfinished.deal: deals that are not in progress at their tables")


def deal_key(table: NDArray[np.integer], deal: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number for a deal at a table, int64 [n]; larger for later deals of the same table."""
    return table.astype(np.int64) << 40 | deal
