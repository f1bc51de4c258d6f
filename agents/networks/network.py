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
    """How large the networks are: `layers` hidden layers, of `hidden` units each in the actor."""

    hidden: int = 256
    critic_hidden: int = 128
    """units of a hidden layer of the critic"""
    layers: int = 2

    def __post_init__(self) -> None:
        for name, most in (("hidden", 8192), ("critic_hidden", 8192), ("layers", 16)):
            value = getattr(self, name)
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


def perceptron(inputs: int, hidden: int, layers: int, outputs: int, generator: torch.Generator) -> nn.Sequential:
    """Hidden layers with LayerNorm and ReLU, then a small output layer: the first policy is nearly uniform."""
    modules: list[nn.Module] = []
    for width_in in (inputs, *[hidden] * (layers - 1)):
        modules += [linear(width_in, hidden, generator), nn.LayerNorm(hidden), nn.ReLU(inplace=True)]
    return nn.Sequential(*modules, linear(hidden, outputs, generator, scale=0.1))


def whole_bytes(bits: int) -> int:
    """Numbers that a network gets for so many bits: they come packed, eight a byte."""
    return -(-bits // 8) * 8


def tensor_shapes(
    features: int, hidden_features: int, actions: int, outcomes: int, size: NetworkSize
) -> dict[str, tuple[int, ...]]:
    """The shape of every tensor of an `ActorCritic` by name, without making it."""
    shapes: dict[str, tuple[int, ...]] = {"outcomes": (outcomes,)}
    seen, all_seen = whole_bytes(features), whole_bytes(features) + whole_bytes(hidden_features)
    parts = (("actor", seen, size.hidden, actions), ("critic", all_seen, size.critic_hidden, outcomes))
    for part, inputs, hidden, outputs in parts:
        widths = [inputs, *[hidden] * size.layers, outputs]
        for layer in range(size.layers + 1):  # each takes three places: linear, LayerNorm, ReLU
            linear_name, norm_name = f"{part}.{3 * layer}", f"{part}.{3 * layer + 1}"
            width = widths[layer + 1]
            shapes |= {f"{linear_name}.weight": (width, widths[layer]), f"{linear_name}.bias": (width,)}
            if layer < size.layers:
                shapes |= {f"{norm_name}.weight": (width,), f"{norm_name}.bias": (width,)}
    return shapes


class ActorCritic(nn.Module):
    """Actor and critic over the features of an `Encoding`.

    Both take bits as numbers, [n, I] and [n, I + J]: `inputs` = I numbers for the features, J for the hidden ones. The
    actor gives logits of the actions, the critic logits of the deal's outcomes.

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
        self.inputs = whole_bytes(features)
        everything = self.inputs + whole_bytes(hidden_features)
        self.actor = perceptron(self.inputs, size.hidden, size.layers, actions, generator)
        self.critic = perceptron(everything, size.critic_hidden, size.layers, len(outcomes), generator)
        self.register_buffer("outcomes", outcomes.clone())

    def outcome_targets(self, margins: Tensor) -> Tensor:
        """Probabilities, float32 [n, K], whose mean is the margin, float32 [n].

        A margin that is one of the outcomes puts everything on it; one between two is shared in proportion; one beyond
        the last goes to the last.
        """
        margins = margins.clamp(self.outcomes[0], self.outcomes[-1])
        above = torch.searchsorted(self.outcomes, margins).clamp(min=1)
        low, high = self.outcomes[above - 1], self.outcomes[above]
        share = ((margins - low) / (high - low))[:, None]
        targets = torch.zeros(len(margins), len(self.outcomes))
        return targets.scatter_(1, above[:, None], share).scatter_(1, above[:, None] - 1, 1 - share)
