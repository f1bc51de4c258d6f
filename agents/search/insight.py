"""What a trained network makes of tables whose cards are all laid out: what each seat would do, how the deal would end.

Shapes: B tables, n of them asked about, U actions of the network's union.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.networks.bits import numbers_of, padded
from agents.networks.encoding import Encoded
from agents.networks.masking import MaskedCategorical
from agents.networks.policy import ROWS, Policy
from agents.worlds.replay import offsets_of
from euchre_env import Rules, VectorEuchre, WorldEngine


class Insight:
    """Asks a policy about tables of one game.

    Args:
        rules: the game.
        policy: its actor sees what the deciding seat sees, its critic every hand.
    """

    def __init__(self, rules: Rules, policy: Policy):
        self.rules, self.policy = rules, policy
        self.variant = policy.encoding.variants.index(rules.variant)
        tables = VectorEuchre(rules, num_tables=1)
        self._layout, self._hidden_layout = tables.layout, tables.hidden_layout
        self._offsets = offsets_of(tables.actions)

    def number_of(self, engine: WorldEngine, actions: NDArray[np.intp]) -> NDArray[np.intp]:
        """intp [B]: the bits or calls that actions of the game, intp [B], stand for at the decisions of B tables."""
        return actions - self._offsets[engine.kind]

    def distribution(self, engine: WorldEngine, rows: NDArray[np.intp]) -> tuple[MaskedCategorical, Encoded]:
        """What the seats that decide at some tables, intp [n], would do, and how they see the tables."""
        encoded = self._encode(engine, rows)
        return self.policy.distribution(encoded.features), encoded

    def log_prob(self, engine: WorldEngine, rows: NDArray[np.intp], numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """float64 [n]: the log-probabilities of what is done at some tables, intp [n]: bits or calls, intp [n]."""
        distribution, encoded = self.distribution(engine, rows)
        own = numbers + self._offsets[engine.kind[rows]]
        actions = self.policy.encoding.union_actions(self.variant, own, encoded.reflected)
        return distribution.log_prob(torch.from_numpy(actions)).double().numpy()

    def numbers(self, engine: WorldEngine, rows: NDArray[np.intp], uniform: NDArray[np.float32]) -> NDArray[np.intp]:
        """intp [n]: bits or calls that the seats would choose at some tables, drawn with `uniform` float32 [n]."""
        distribution, encoded = self.distribution(engine, rows)
        chosen = distribution.sample(torch.from_numpy(uniform)).numpy()
        own = self.policy.encoding.own_actions(self.variant, chosen, encoded.reflected)
        return own - self._offsets[engine.kind[rows]]

    def margins(self, engine: WorldEngine, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """float64 [n]: the point differences with which the critic expects the deals to end for the deciding seats."""
        return (self.outcomes(engine, rows) @ self.policy.network.outcomes.double()).numpy()

    @torch.no_grad()
    def outcomes(self, engine: WorldEngine, rows: NDArray[np.intp]) -> Tensor:
        """float64 [n, K]: how likely the critic finds each of the network's outcomes at some tables, intp [n]."""
        encoding, network = self.policy.encoding, self.policy.network
        encoded = self._encode(engine, rows)
        hidden = self._hidden_layout.unpack(engine.observe_hidden().T[rows].astype(np.uint64))
        packed = encoding.encode_hidden(self.variant, hidden, encoded.reflected)
        everything = np.concatenate([encoded.features, packed], axis=1)
        with self.policy.autocast():
            logits = network.critic(numbers_of(padded(everything, ROWS)))[: len(rows)]
        return logits.double().softmax(dim=1)

    def _encode(self, engine: WorldEngine, rows: NDArray[np.intp]) -> Encoded:
        return self.policy.encoding.encode(self.variant, self._layout.unpack(engine.observe().T[rows]))
