"""One input and one output format for all variants that a network plays.

The features of a row are the union of the variants' observation layouts, block by block and name by name (a variant
that lacks a bit leaves it 0), followed by a one-hot of the variant and one of every rule option in which the variants
differ: what is learnt about a rule in one variant is there for the others. The actions are the union of the variants'
actions. With one variant the union is that variant's own layout. Positions that differ by an exchange of the two cross
suits are encoded alike (`symmetry`).

Shapes: n rows, V variants; F and A bits and actions of one variant; G and U features and actions of the union. Rows of
features are packed, eight bits a byte, as they are kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.networks.symmetry import CROSS_SUITS, Mirror, Orientation
from euchre_env import OPTIONS, ActionTable, Layout, Rules, VectorEuchre, point_differences


@dataclass(frozen=True)
class Encoded:
    """Observations as a network takes them.

    `features` uint8 [n, bytes]: packed; `reflected` intp [k]: the rows in which the cross suits are exchanged.
    """

    features: NDArray[np.uint8]
    reflected: NDArray[np.intp]


class Encoding:
    """Translates between the tables of each variant and one network for all of them.

    Args:
        games: the rules of each variant, in the order of the one-hot.
    """

    def __init__(self, games: Sequence[Rules]):
        self.games = tuple(games)
        self.variants = tuple(rules.variant for rules in games)
        tables = [VectorEuchre(rules, num_tables=1) for rules in games]
        self.layout = Layout.union([t.layout for t in tables])
        self.hidden_layout = Layout.union([t.hidden_layout for t in tables])
        self.action_names = tuple(ActionTable.union_names([t.actions for t in tables]))
        self._game_bits, self.game_names = describe_games(games)
        self.features = self.layout.size + len(self.game_names)
        self.hidden_features = self.hidden_layout.size
        self.actions = len(self.action_names)
        self.outcomes = np.unique(np.array([d for rules in games for d in point_differences(rules)], np.float32))
        self._columns = [t.layout.columns_in(self.layout) for t in tables]  # intp [F] -> G
        self._hidden_columns = [t.hidden_layout.columns_in(self.hidden_layout) for t in tables]
        self._union_action = [t.actions.columns_in(self.action_names) for t in tables]  # intp [A] -> U
        self._own_action = [np.full(self.actions, -1, np.intp) for _ in tables]  # intp [U] -> A, -1 for none
        # The first A bits of an observation are its action mask, so each action's legality is one of the features.
        self._legal_columns = np.zeros(self.actions, np.intp)
        for columns, union, own in zip(self._columns, self._union_action, self._own_action, strict=True):
            own[union] = np.arange(len(union))
            self._legal_columns[union] = columns[: len(union)]
        self._orientations = [Orientation(t.layout.names) for t in tables]
        self._mirrors = [Mirror(t.layout.names) for t in tables]
        self._hidden_mirrors = [Mirror(t.hidden_layout.names) for t in tables]
        self._action_mirrors = [Mirror(t.actions.names) for t in tables]

    @property
    def hash(self) -> str:
        """What a network depends on: the names of all features and actions, which suits are exchanged, the outcomes."""
        parts = (*self.layout.names, *self.game_names, *self.hidden_layout.names, *self.action_names, *CROSS_SUITS)
        return hashlib.sha256("\n".join([*parts, *map(str, self.outcomes.tolist())]).encode()).hexdigest()

    def encode(self, variant: int, observation: NDArray[np.uint8]) -> Encoded:
        """Observations, uint8 [n, F], of one variant as a network takes them."""
        rows = self._orientations[variant].reflected(observation)
        if rows.size:
            observation = observation.copy()
            self._mirrors[variant].reflect(observation, rows)
        if len(self.games) == 1:
            return Encoded(np.packbits(observation, axis=1), rows)
        features = np.zeros((len(observation), self.features), np.uint8)
        features[:, self._columns[variant]] = observation
        features[:, self.layout.size :] = self._game_bits[variant]
        return Encoded(np.packbits(features, axis=1), rows)

    def encode_hidden(self, variant: int, hidden: NDArray[np.uint8], reflected: NDArray[np.intp]) -> NDArray[np.uint8]:
        """Hidden bits, uint8 [n, H] of one variant, as packed features, uint8 [n, bytes].

        Args:
            reflected: what `encode` said of the same rows.
        """
        hidden = hidden.copy()
        self._hidden_mirrors[variant].reflect(hidden, reflected)
        if len(self.games) == 1:
            return np.packbits(hidden, axis=1)
        features = np.zeros((len(hidden), self.hidden_features), np.uint8)
        features[:, self._hidden_columns[variant]] = hidden
        return np.packbits(features, axis=1)

    def legal(self, features: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which actions of the union packed features, uint8 [n, bytes], allow: bool [n, U]."""
        return np.unpackbits(features, axis=1)[:, self._legal_columns].view(np.bool_)

    def own_actions(self, variant: int, actions: NDArray[np.integer], reflected: NDArray[np.intp]) -> NDArray[np.intp]:
        """The variant's own ids, intp [n], of actions of the union, integers [n], chosen for what `encode` gave."""
        own = self._own_action[variant][actions]
        own[reflected] = self._action_mirrors[variant].columns[own[reflected]]
        return own

    def union_actions(self, variant: int, actions: NDArray[np.intp], reflected: NDArray[np.intp]) -> NDArray[np.intp]:
        """Actions of the union, intp [n], for the variant's own, intp [n], at what `encode` gave: the way back from
        `own_actions`."""
        own = actions.copy()
        own[reflected] = self._action_mirrors[variant].columns[own[reflected]]
        return self._union_action[variant][own]

    def own_probabilities(
        self, variant: int, probabilities: NDArray[np.floating], reflected: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        """Probabilities of the variant's own actions, float64 [n, A], of those of the union, [n, U], for what `encode`
        gave."""
        own = probabilities[:, self._union_action[variant]].astype(np.float64)
        own[reflected] = own[reflected][:, self._action_mirrors[variant].columns]
        return own


def describe_games(games: Sequence[Rules]) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """What tells the games apart: bits, uint8 [V, k], and the k names of these bits; of one game there is nothing.

    First which variant it is, then every option in which two of the games differ, a bit for each value that occurs.

    >>> from euchre_env import rules_for
    >>> bits, names = describe_games([rules_for("four_handed"), rules_for("four_handed", pack=24)])
    >>> names[2:]
    ('rules[pack=32]', 'rules[pack=24]')
    >>> bits.tolist()
    [[1, 0, 1, 0], [0, 1, 0, 1]]
    """
    if len(games) == 1:
        return np.zeros((1, 0), np.uint8), ()
    names, columns = [f"variant[{rules.variant}]" for rules in games], list(np.eye(len(games), dtype=np.uint8))
    for option in OPTIONS:
        values = [getattr(rules, option) for rules in games]
        occurring = list(dict.fromkeys(values))
        for value in occurring if len(occurring) > 1 else []:
            names.append(f"rules[{option}={value}]")
            columns.append(np.array([its == value for its in values], np.uint8))
    return np.stack(columns, axis=1), tuple(names)
