"""What a run needs beyond its agent to go on: the latest weights, the optimiser's state, the past selves.

A checkpoint's weights are those that others play with: the moving average of the actor, and the critic. What only the
learner needs stands in files of its own.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.errors import CheckpointError
from agents.saving.checkpoint import OPPONENTS, TRAINING, Checkpoint, check_tensors
from agents.training.model import load_weights, tensors_of
from agents.training.opponents import OpponentPool
from agents.training.ppo import PPO

LATEST = "latest."
"""Begins the names of the actor's latest weights, beside the state of the optimiser."""

QUANTITIES = ("exp_avg", "exp_avg_sq", "step")
"""What Adam remembers of each parameter."""


def agent_tensors(ppo: PPO) -> dict[str, NDArray[Any]]:
    """The weights that others play with."""
    average = {f"actor.{name}": array for name, array in tensors_of(ppo.average.actor).items()}
    return tensors_of(ppo.network) | average


def training_tensors(ppo: PPO) -> dict[str, NDArray[Any]]:
    """The actor's latest weights, and Adam's state as `parameter.quantity`; empty before the first step."""
    latest = {LATEST + name: array for name, array in tensors_of(ppo.network.actor).items()}
    return latest | {
        f"{name}.{quantity}": tensor.detach().numpy()
        for name, parameter in ppo.network.named_parameters()
        for quantity, tensor in ppo.optimizer.state[parameter].items()
    }


def opponent_tensors(pool: OpponentPool) -> dict[str, NDArray[Any]]:
    """The past selves' weights as `update.parameter`."""
    return {
        f"{update}.{name}": array for update, actor in pool.past.items() for name, array in tensors_of(actor).items()
    }


def load_training(ppo: PPO, pool: OpponentPool, checkpoint: Checkpoint) -> None:
    """Fill a fresh learner and its pool with what a checkpoint holds.

    Raises:
        CheckpointError: tensors are missing, unknown or of another shape.
    """
    load_weights(ppo.network, checkpoint)
    ppo.average.actor.load_state_dict(ppo.network.actor.state_dict())
    tensors = checkpoint.tensors(TRAINING)
    latest = {name: (array.shape, array.dtype) for name, array in tensors_of(ppo.network.actor).items()}
    wanted = {LATEST + name: shape for name, shape in latest.items()}
    for name, parameter in ppo.network.named_parameters():
        for quantity in QUANTITIES:
            shape = () if quantity == "step" else tuple(parameter.shape)
            wanted[f"{name}.{quantity}"] = (shape, np.dtype(np.float32))
    check_tensors(tensors, wanted, checkpoint.path / f"{TRAINING}.safetensors")
    ppo.network.actor.load_state_dict({name: torch.from_numpy(tensors[LATEST + name]) for name in latest})
    for name, parameter in ppo.network.named_parameters():
        ppo.optimizer.state[parameter] = {q: torch.from_numpy(tensors[f"{name}.{q}"].copy()) for q in QUANTITIES}
    _load_past(pool, ppo.network.actor, checkpoint)


def _load_past(pool: OpponentPool, actor: nn.Module, checkpoint: Checkpoint) -> None:
    """Fill the pool with past selves shaped like `actor`."""
    file, tensors = checkpoint.path / f"{OPPONENTS}.safetensors", checkpoint.tensors(OPPONENTS)
    updates = {name.partition(".")[0] for name in tensors}
    shapes = {name: (array.shape, array.dtype) for name, array in tensors_of(actor).items()}
    check_tensors(tensors, {f"{update}.{name}": shape for update in updates for name, shape in shapes.items()}, file)
    for update in updates:
        if not (update.isdecimal() and 1 <= int(update) <= checkpoint.update):
            raise CheckpointError(f"{file}: {update!r} is no update before this checkpoint")
    for number in sorted(map(int, updates)):
        past = copy.deepcopy(actor).requires_grad_(False)
        past.load_state_dict({name: torch.from_numpy(tensors[f"{number}.{name}"]) for name in shapes})
        pool.past[number] = past
