"""Starts the processes of a run: one a core, each with one thread, talking through gloo.

Rank 0 is the process that was started by hand: it owns the terminal, the log and the signals. If one process dies, the
others notice at their next exchange and end with an error. Under `torchrun`, which spans machines, the processes are
there already: each takes the rank that it was given, and the run's folder must be one that all of them share.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import torch
import torch.distributed as dist

from agents.errors import CheckpointError, ConfigError
from agents.measuring.processes import available_cores
from agents.networks.precision import choose_precision
from agents.registry import load_agent
from agents.saving.checkpoint import DESCRIPTION, OPPONENTS, TRAINING, WEIGHTS, Checkpoint
from agents.training.command_line import as_yaml
from agents.training.config import Config
from agents.training.model import new_policy, recorded
from agents.training.ranks import LostProcessError, Ranks, exchanging, rank_here, torchrun_size
from agents.training.run_folder import CONFIG, check_empty, locked
from agents.training.signals import stop_on_signals
from agents.training.start import load_start
from agents.training.trainer import Trainer
from agents.training.workers import Workers, telling

LOOPBACK = {"linux": "lo", "darwin": "lo0"}
"""The network interface that leads back to the same machine."""


def decided(config: Config) -> Config:
    """The config with everything that was left to the machine decided, as the run is recorded.

    Raises:
        ConfigError: a number of processes that cannot share a minibatch, or is not the one that torchrun has started.
    """
    minibatch, given = config.ppo.minibatch, torchrun_size()
    processes = config.processes
    if processes == "auto":
        processes = given or max(n for n in range(1, available_cores() + 1) if minibatch % n == 0)
    if given not in (None, processes):
        raise ConfigError(f"processes is {processes}, but torchrun has started {given}; leave it at auto")
    if minibatch % int(processes):
        raise ConfigError(f"ppo.minibatch ({minibatch}) cannot be shared evenly by {processes} processes")
    return replace(config, processes=int(processes), precision=choose_precision(config.precision))


def begin(config: Config, folder: Path, announcement: str | None = None) -> Trainer | None:
    """Train a new run in `folder`; the trainer at the end, or None if a signal stopped it.

    The announcement is printed when nothing stands in the way of the run.

    Raises:
        ConfigError: the folder is not empty, or another process works in it.
        AgentError, CheckpointError: an opponent, start or teacher that there is not, or a broken one; nothing has been
            written.
    """
    teachers = (config.imitation.agent,) if config.imitation.agent else ()
    for rules in config.games():
        for agent in (*config.evaluation.opponents, *teachers):
            load_agent(agent, rules)
    if config.start:
        load_start(new_policy(config.games(), config.network, str(config.precision), config.seed), config)
    if rank_here() > 0:  # the folder is made and filled by rank 0
        return _join(config, folder, None)
    check_empty(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot make {folder}: {error.strerror}; choose another --run_dir") from error
    with locked(folder):
        check_empty(folder)  # again: until it was locked, somebody else may have begun here
        try:
            (folder / CONFIG).write_text(as_yaml(config), encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"cannot write {folder / CONFIG}: {error.strerror}") from error
        if announcement is not None:
            print(announcement, flush=True)
        return _run(config, folder, None)


def resume(folder: Path) -> Trainer | None:
    """Go on with the run in `folder` from its latest checkpoint.

    Raises:
        ConfigError: it is not the folder of a run.
        CheckpointError: there is no checkpoint, or it is broken.
    """
    checkpoint = Checkpoint(folder)  # a wrong path is told before anything is made there
    if checkpoint.path.parent != folder / "checkpoints":
        raise ConfigError(
            f"{folder} is not the folder of a run: that is where a run's config.yaml and checkpoints/ are"
        )
    if rank_here() > 0:
        return _join(recorded(checkpoint).config, folder, checkpoint)
    with locked(folder):
        checkpoint = Checkpoint(folder)  # again: until it was locked, another process may have gone on
        config = _decided_again(checkpoint)
        check_same(folder / CONFIG, config)
        check_files(checkpoint, int(config.processes))
        return _run(config, folder, checkpoint)


def _decided_again(checkpoint: Checkpoint) -> Config:
    """The config of a checkpoint, found to fit the processes that are there."""
    try:
        return decided(recorded(checkpoint).config)
    except ConfigError as error:
        raise CheckpointError(f"{checkpoint.path / DESCRIPTION}: config: {error}") from error


def check_same(file: Path, config: Config) -> None:
    """Say on standard error if a run's `config.yaml` was edited: what counts is the config in its checkpoint."""
    try:
        edited = not file.is_file() or file.read_text(encoding="utf-8") != as_yaml(config)
    except (OSError, ValueError):
        edited = True
    if edited:
        print(f"note: {file} was changed; the run goes on with the config in its checkpoint", file=sys.stderr)


def check_files(checkpoint: Checkpoint, processes: int) -> None:
    """That a checkpoint has whole files for just as many processes, before any is started.

    Raises:
        CheckpointError: one is missing or damaged, or there is another.
    """
    wanted = {
        f"{name}.safetensors" for name in (WEIGHTS, TRAINING, OPPONENTS, *(f"rank_{rank}" for rank in range(processes)))
    }
    if different := sorted(wanted ^ checkpoint.description["sha256"].keys()):
        fault = "lists no" if different[0] in wanted else "lists an unknown file"
        raise CheckpointError(f"{checkpoint.path / DESCRIPTION} {fault} {different[0]} for {processes} processes")
    for name in sorted(wanted):
        checkpoint.check(name.removesuffix(".safetensors"))


def _run(config: Config, folder: Path, checkpoint: Checkpoint | None) -> Trainer | None:
    """Start the other processes, train as rank 0, and see the others end."""
    if torchrun_size() is not None:
        return _join(config, folder, checkpoint)
    size = int(config.processes)
    with tempfile.TemporaryDirectory() as meeting:
        store = Path(meeting) / "store"
        arguments = (config, folder, size, store, checkpoint.path if checkpoint else None)
        context = multiprocessing.get_context("spawn")
        with Workers(context, size, _work, arguments) as others:
            try:
                with stop_on_signals() as stop:
                    others.wait_until_begun()
                    trainer, finished = _train(config, folder, 0, size, store, checkpoint, stop)
                others.join()
            except LostProcessError as error:
                raise ChildProcessError(others.last_words() or str(error)) from error
    return trainer if finished else None


def _join(config: Config, folder: Path, checkpoint: Checkpoint | None) -> Trainer | None:
    """Train as the process that torchrun has started this one to be."""
    with stop_on_signals() as stop:
        rank, size = rank_here(), int(config.processes)
        trainer, finished = _train(config, folder, rank, size, None, checkpoint, stop)
    return trainer if finished else None


def _work(rank: int, pipe: Connection, config: Config, folder: Path, size: int, store: Path, path: Path | None) -> None:
    """What the other processes do."""
    with telling(rank, pipe):
        _train(config, folder, rank, size, store, Checkpoint(path) if path is not None else None)


def _train(
    config: Config,
    folder: Path,
    rank: int,
    size: int,
    store: Path | None,
    checkpoint: Checkpoint | None,
    stop: Sequence[int] = (),
) -> tuple[Trainer, bool]:
    """Train as one of the processes; the trainer, and whether it reached the end of the run."""
    torch.set_num_threads(1)
    with _connected(rank, size, store):
        ranks = Ranks(rank, size)
        if not ranks.agree(as_yaml(config).encode()):
            raise ConfigError(
                "the processes have different settings: give all the same, and a --precision if auto differs"
            )
        trainer = Trainer(config, folder, ranks, checkpoint)
        return trainer, trainer.run(stop)


@contextmanager
def _connected(rank: int, size: int, store: Path | None) -> Iterator[None]:
    """Within it the processes can exchange tensors; they meet at a file, or where torchrun tells them to."""
    if size == 1:
        yield
        return
    if store is not None and sys.platform in LOOPBACK:
        # gloo asks the host's name for an address otherwise, which not every machine knows
        os.environ.setdefault("GLOO_SOCKET_IFNAME", LOOPBACK[sys.platform])
    with exchanging():
        meeting = "env://" if store is None else store.as_uri()
        dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=size)
    try:
        yield
    finally:
        dist.destroy_process_group()
