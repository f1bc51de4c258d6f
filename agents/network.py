"""An actor that sees what its seat sees, and a critic that sees every hand (PerfectDou, arXiv 2203.16406).

The critic judges in training only. It does not estimate a number but how likely each possible point difference of the
deal is, which learns faster and says more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.utils import skip_init


@dataclass(frozen=True)
class NetworkSize:
    """How large the networks are: `layers` hidden layers of `hidden` units each."""

    hidden: int = 256
    layers: int = 2

    def __post_init__(self) -> None:
        for name, value, most in (("hidden", self.hidden, 8192), ("layers", self.layers, 16)):
            if type(value) is not int or not 1 <= value <= most:
                raise ValueError(f"network.{name} must be a whole number from 1 to {most}, not {value!r}")


def linear(inputs: int, outputs: int, generator: torch.Generator, scale: float = 1.0) -> nn.Linear:
    """A linear layer with uniform weights of the usual size (LeCun) times `scale`, and biases of 0."""
    layer: nn.Linear = skip_init(nn.Linear, inputs, outputs)  # nn.Linear itself draws from the global generator
    bound = scale * math.sqrt(1.0 / inputs)
    with torch.no_grad():
        layer.weight.uniform_(-bound, bound, generator=generator)
        layer.bias.zero_()
    return layer


def perceptron(inputs: int, outputs: int, size: NetworkSize, generator: torch.Generator) -> nn.Sequential:
    """Hidden layers with LayerNorm and ReLU, then a small output layer: the first policy is nearly uniform."""
    layers: list[nn.Module] = []
    for width_in in (inputs, *[size.hidden] * (size.layers - 1)):
        layers += [linear(width_in, size.hidden, generator), nn.LayerNorm(size.hidden), nn.ReLU()]
    return nn.Sequential(*layers, linear(size.hidden, outputs, generator, scale=0.1))


def tensor_shapes(
    features: int, hidden_features: int, actions: int, outcomes: int, size: NetworkSize
) -> dict[str, tuple[int, ...]]:
    """The shape of every tensor of an `ActorCritic` by name, without making it."""
    shapes: dict[str, tuple[int, ...]] = {"outcomes": (outcomes,)}
    for part, inputs, outputs in (("actor", features, actions), ("critic", features + hidden_features, outcomes)):
        widths = [inputs, *[size.hidden] * size.layers, outputs]
        for layer in range(size.layers + 1):  # each takes three places: linear, LayerNorm, ReLU
            linear_name, norm_name = f"{part}.{3 * layer}", f"{part}.{3 * layer + 1}"
            width = widths[layer + 1]
            shapes |= {f"{linear_name}.weight": (width, widths[layer]), f"{linear_name}.bias": (width,)}
            if layer < size.layers:
                shapes |= {f"{norm_name}.weight": (width,), f"{norm_name}.bias": (width,)}
    return shapes


class ActorCritic(nn.Module):
    """Actor and critic over the features of an `Encoding`.

    Args:
        features: bits that the seat sees, and those that tell the games apart.
        hidden_features: bits of the other hands and the stock, for the critic alone.
        actions: number of actions.
        outcomes: float32 [K], ascending: the point differences a deal can end with.
    """

    outcomes: Tensor

    def __init__(
        self,
        features: int,
        hidden_features: int,
        actions: int,
        outcomes: Tensor,
        size: NetworkSize,
        generator: torch.Generator,
    ):
        super().__init__()
        self.actor = perceptron(features, actions, size, generator)
        self.critic = perceptron(features + hidden_features, len(outcomes), size, generator)
        self.register_buffer("outcomes", outcomes.clone())

    def action_logits(self, features: Tensor) -> Tensor:
        """Logits, float [n, A], for features, uint8 [n, F]."""
        return self.actor(self._as_input(features))

    def outcome_logits(self, features: Tensor, hidden: Tensor) -> Tensor:
        """Logits over `outcomes`, float [n, K], for features, uint8 [n, F], and hidden features, uint8 [n, H]."""
        return self.critic(self._as_input(torch.cat([features, hidden], dim=1)))

    def value(self, features: Tensor, hidden: Tensor) -> Tensor:
        """Expected point difference of the deal, float32 [n]."""
        likelihood = self.outcome_logits(features, hidden).float().softmax(dim=1)
        return (likelihood * self.outcomes).sum(dim=1)  # not `@`, which autocast would do in bfloat16

    def outcome_targets(self, returns: Tensor) -> Tensor:
        """Probabilities, float32 [n, K], whose mean is the return, float32 [n].

        A return that is one of the outcomes puts everything on it; one between two is shared in proportion; one beyond
        the last goes to the last.
        """
        returns = returns.clamp(self.outcomes[0], self.outcomes[-1])
        above = torch.searchsorted(self.outcomes, returns).clamp(min=1)
        low, high = self.outcomes[above - 1], self.outcomes[above]
        share = ((returns - low) / (high - low))[:, None]
        targets = torch.zeros(len(returns), len(self.outcomes))
        return targets.scatter_(1, above[:, None], share).scatter_(1, above[:, None] - 1, 1 - share)

    def _as_input(self, bits: Tensor) -> Tensor:
        """Bits as numbers, at once in the precision that the first layer calculates in."""
        return bits.to(torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else torch.float32)
