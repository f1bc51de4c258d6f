"""From a checkpoint to a policy and back: the one place that knows what a model consists of."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents.checkpoint import WEIGHTS, Checkpoint, CheckpointError, check_tensors
from agents.encoding import Encoding
from agents.network import ActorCritic, NetworkSize
from agents.policy import Policy
from agents.precision import PRECISIONS
from agents.randomness import Purpose, torch_generator
from euchre_env import Rules, RulesError, rules_for


def new_policy(games: list[Rules], size: NetworkSize, precision: str, seed: int) -> Policy:
    """An untrained policy for some games; the seed decides its weights."""
    encoding = Encoding(games)
    network = ActorCritic(
        encoding.features,
        encoding.hidden_features,
        encoding.actions,
        torch.from_numpy(encoding.outcomes),
        size,
        torch_generator(Purpose.WEIGHTS, seed),
    )
    return Policy(network, encoding, precision)


def weights_of(network: ActorCritic) -> dict[str, NDArray[Any]]:
    """All tensors of a network by name."""
    return {name: tensor.detach().numpy() for name, tensor in network.state_dict().items()}


def load_weights(network: ActorCritic, checkpoint: Checkpoint) -> None:
    """Fill a network with a checkpoint's weights; every tensor must be there in its shape."""
    tensors = checkpoint.tensors(WEIGHTS)
    wanted = {name: (array.shape, array.dtype) for name, array in weights_of(network).items()}
    check_tensors(tensors, wanted, checkpoint.path / f"{WEIGHTS}.safetensors")
    network.load_state_dict({name: torch.from_numpy(array) for name, array in tensors.items()})


def load_policy(checkpoint: Checkpoint) -> Policy:
    """The policy that a checkpoint holds.

    Raises:
        CheckpointError: its observation layout is not the one of this version, or its contents are broken.
    """
    games = games_of(checkpoint)
    precision = checkpoint.description["precision"]
    if precision not in PRECISIONS:
        raise CheckpointError(f"{checkpoint.path}: precision {precision!r} is none of {', '.join(PRECISIONS)}")
    try:
        size = NetworkSize(**checkpoint.description["config"]["network"])
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{checkpoint.path}: no usable config.network: {error}") from error
    policy = new_policy(games, size, precision, seed=0)
    found, here = checkpoint.description["layout_hash"], policy.encoding.hash
    if found != here:
        raise CheckpointError(
            f"{checkpoint.path} was trained on another observation layout ({found[:12]}, this version has {here[:12]}):"
            " use the version that trained it, or train again"
        )
    load_weights(policy.network, checkpoint)
    return policy


def games_of(checkpoint: Checkpoint) -> list[Rules]:
    """The rules of each variant that a checkpoint was trained for.

    Raises:
        CheckpointError: they are no rules of this version.
    """
    try:
        return [
            rules_for(variant, **checkpoint.description["rules"][variant])
            for variant in checkpoint.description["variants"]
        ]
    except (RulesError, KeyError, TypeError) as error:
        raise CheckpointError(f"{checkpoint.path}: rules that this version does not know: {error}") from error


def optimizer_tensors(optimizer: torch.optim.Optimizer, network: ActorCritic) -> dict[str, NDArray[Any]]:
    """The optimiser's state as `parameter.quantity` (exp_avg, exp_avg_sq, step); empty before the first step."""
    return {
        f"{name}.{quantity}": tensor.detach().numpy()
        for name, parameter in network.named_parameters()
        for quantity, tensor in optimizer.state[parameter].items()
    }


def load_optimizer(optimizer: torch.optim.Optimizer, network: ActorCritic, checkpoint: Checkpoint, file: str) -> None:
    """Fill a fresh Adam with the state that `optimizer_tensors` gave."""
    tensors = checkpoint.tensors(file)
    wanted = {}
    for name, parameter in network.named_parameters():
        shape = tuple(parameter.shape)
        for quantity, its_shape in (("exp_avg", shape), ("exp_avg_sq", shape), ("step", ())):
            wanted[f"{name}.{quantity}"] = (its_shape, np.dtype(np.float32))
    check_tensors(tensors, wanted, checkpoint.path / f"{file}.safetensors")
    for name, parameter in network.named_parameters():
        quantities = ("exp_avg", "exp_avg_sq", "step")
        optimizer.state[parameter] = {q: torch.from_numpy(tensors[f"{name}.{q}"].copy()) for q in quantities}
