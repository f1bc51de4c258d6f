"""From a checkpoint to a policy and back: the one place that knows what a model consists of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.errors import CheckpointError, ConfigError
from agents.networks.encoding import Encoding
from agents.networks.network import ActorCritic, NetworkSize, tensor_shapes
from agents.networks.policy import Policy
from agents.randomness import Purpose, torch_generator
from agents.saving.checkpoint import DESCRIPTION, WEIGHTS, Checkpoint, check_tensors
from agents.training.config import Config
from agents.training.settings import config_from
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


def tensors_of(module: nn.Module) -> dict[str, NDArray[Any]]:
    """All tensors of a network, or a part of one, by name."""
    return {name: tensor.detach().numpy() for name, tensor in module.state_dict().items()}


def load_weights(network: ActorCritic, checkpoint: Checkpoint) -> None:
    """Fill a network with a checkpoint's weights; every tensor must be there in its shape."""
    tensors = widened(checkpoint.tensors(WEIGHTS))
    wanted = {name: (array.shape, array.dtype) for name, array in tensors_of(network).items()}
    check_tensors(tensors, wanted, checkpoint.path / f"{WEIGHTS}.safetensors")
    network.load_state_dict({name: torch.from_numpy(array) for name, array in tensors.items()})


def widened(tensors: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Tensors in float32 where they are stored in half precision, as exported agents are."""
    return {n: array.astype(np.float32) if array.dtype == np.float16 else array for n, array in tensors.items()}


@dataclass(frozen=True)
class Recorded:
    """What a checkpoint says it is, found to agree with itself and with this version."""

    config: Config
    games: list[Rules]


def recorded(checkpoint: Checkpoint) -> Recorded:
    """Check all that a checkpoint says against its parts; whoever plays or trains on asks here first.

    Raises:
        CheckpointError: its config or rules make no sense or contradict each other, its observation layout is not the
            one of this version, or its tensors are not those of its networks.
    """
    file, said = checkpoint.path / DESCRIPTION, checkpoint.description
    games = games_of(checkpoint)
    try:
        config = config_from(said["config"])
    except (ConfigError, RulesError) as error:
        raise CheckpointError(f"{file}: config: {error}") from error
    if type(config.processes) is not int:
        raise CheckpointError(f"{file}: config: processes must be a whole number, not {config.processes}")
    if said["precision"] != config.precision or config.precision == "auto":
        raise CheckpointError(f"{file}: precision {said['precision']!r} is not that of config ({config.precision})")
    if config.games() != games:
        raise CheckpointError(f"{file}: 'variants' and 'rules' are not those of 'config'")
    if checkpoint.update > config.updates:
        raise CheckpointError(f"{file}: 'update' is {checkpoint.update}, but config.updates is {config.updates}")
    encoding = Encoding(games)
    found, here = said["layout_hash"], encoding.hash
    if found != here:
        raise CheckpointError(
            f"{checkpoint.path} was trained on another observation layout ({found[:12]}, this version has {here[:12]}):"
            " use the version that trained it, or train again"
        )
    shapes = tensor_shapes(
        encoding.features, encoding.hidden_features, encoding.actions, len(encoding.outcomes), config.network
    )
    wanted = {name: (shape, np.dtype(np.float32)) for name, shape in shapes.items()}
    check_tensors(widened(checkpoint.tensors(WEIGHTS)), wanted, checkpoint.path / f"{WEIGHTS}.safetensors")
    return Recorded(config, games)


def load_policy(checkpoint: Checkpoint) -> Policy:
    """The policy that a checkpoint holds.

    Raises:
        CheckpointError: its observation layout is not the one of this version, or its contents are broken.
    """
    said = recorded(checkpoint)
    policy = new_policy(said.games, said.config.network, str(said.config.precision), seed=0)
    load_weights(policy.network, checkpoint)
    return policy


def games_of(checkpoint: Checkpoint) -> list[Rules]:
    """The rules of each variant that a checkpoint was trained for.

    Raises:
        CheckpointError: they are no rules of this version.
    """
    file, said = checkpoint.path / DESCRIPTION, checkpoint.description
    if not said["variants"] or said["rules"].keys() != set(said["variants"]):
        raise CheckpointError(f"{file}: 'variants' must name at least one, and 'rules' those same variants")
    try:
        return [rules_for(variant, **said["rules"][variant]) for variant in said["variants"]]
    except (RulesError, TypeError) as error:
        raise CheckpointError(f"{file}: rules that this version does not know: {error}") from error
