"""From what a user writes to an agent: `random`, or the path of a checkpoint or of a run."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from agents.agent import Agent
from agents.checkpoint import Checkpoint
from agents.model import games_of, load_policy
from agents.neural_agent import NeuralAgent
from agents.random_agent import RandomAgent
from euchre_env import Rules, VectorEuchre, rules_for, variants

AGENTS: dict[str, Callable[[Rules], Agent]] = {
    "random": lambda rules: RandomAgent(),  # noqa: ARG005 - it plays every game alike
}
"""Agents that have a name; each is made for one game."""


class AgentError(ValueError):
    """No agent is meant by what was written; the message says what may have been."""


def load_agent(name: str, rules: Rules) -> Agent:
    """The agent that `name` means, to play by `rules`.

    Args:
        name: a name of `AGENTS`, the folder of a checkpoint, or the folder of a run, which means its latest checkpoint.
        rules: the game.

    Raises:
        AgentError: there is no such name and no such path, or the agent was trained for another game.
        CheckpointError: the checkpoint is broken. Never does an untrained network play in its stead.

    >>> from euchre_env import rules_for
    >>> load_agent("random", rules_for("four_handed")).name
    'random'
    >>> load_agent("randon", rules_for("four_handed"))
    Traceback (most recent call last):
    agents.registry.AgentError: no agent 'randon': neither a name (random) nor a path; did you mean 'random'?
    """
    if name in AGENTS:
        return AGENTS[name](rules)
    checkpoint = open_checkpoint(name)
    trained = {game.variant: game for game in games_of(checkpoint)}
    if rules.variant not in trained:
        raise AgentError(f"{name} plays {', '.join(trained)}, not {rules.variant}")
    layouts = [VectorEuchre(game, num_tables=1).layout.hash for game in (rules, trained[rules.variant])]
    if layouts[0] != layouts[1]:
        raise AgentError(f"{name} {difference(trained[rules.variant], rules)}")
    torch.set_num_threads(1)  # the batches of play are small: more threads cost three times the time and save none
    return NeuralAgent(load_policy(checkpoint), rules.variant, name, checkpoint.hash)


def difference(trained: Rules, rules: Rules) -> str:
    """In which options the rules that an agent was trained for differ from those it should play by."""
    theirs, here = trained.options(), rules.options()
    names = [name for name in theirs | here if theirs.get(name) != here.get(name)]
    if not names:
        return f"was trained on another observation of {rules.variant}, by another version of this program"
    was, now = (", ".join(f"{name}={options.get(name)}" for name in names) for options in (theirs, here))
    return f"was trained for {rules.variant} with {was}, and here {now}"


def variants_of(names: Sequence[str]) -> list[str]:
    """The variants that all of some agents play, in the order of the rule book.

    Raises:
        AgentError: there is none, or a name means no agent.
    """
    common = list(variants())
    for name in names:
        if name not in AGENTS:
            trained = [game.variant for game in games_of(open_checkpoint(name))]
            common = [variant for variant in common if variant in trained]
    if not common:
        raise AgentError(f"{' and '.join(names)} have no variant in common")
    return common


def game_for(variant: str, names: Sequence[str]) -> Rules:
    """The rules by which some agents play a variant: those that checkpoints were trained with, else the preset.

    Raises:
        AgentError: two checkpoints were trained with different options.
        RulesError: there is no such variant.
    """
    rules, decided_by = rules_for(variant), None
    for name in names:
        if name in AGENTS:
            continue
        trained = {game.variant: game for game in games_of(open_checkpoint(name))}.get(variant)
        if trained is not None and decided_by is not None and trained != rules:
            raise AgentError(f"{decided_by} and {name} were trained with different options of {variant}")
        if trained is not None:
            rules, decided_by = trained, name
    return rules


def open_checkpoint(name: str) -> Checkpoint:
    """The checkpoint at a path.

    Raises:
        AgentError: the path does not exist; the message names the nearest thing that does.
        CheckpointError: what lies there is no checkpoint.
    """
    if not name:
        raise AgentError(f"no agent is called by an empty name; give a name ({', '.join(AGENTS)}) or a path")
    if not Path(name).exists():
        nearest = difflib.get_close_matches(name, [*AGENTS, *_neighbours(Path(name))], n=1, cutoff=0.5)
        hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
        raise AgentError(f"no agent {name!r}: neither a name ({', '.join(AGENTS)}) nor a path{hint}")
    return Checkpoint(Path(name))


def _neighbours(path: Path) -> list[str]:
    """Paths that exist where `path` leaves what exists, with the rest of it if that exists there too."""
    parts = path.parts
    for depth in range(len(parts) - 1, -1, -1):
        folder = Path(*parts[:depth])
        if folder.is_dir():
            there = [child for child in folder.iterdir() if child.is_dir() and not child.name.startswith(".")]
            completed = [child.joinpath(*parts[depth + 1 :]) for child in there]
            return [str(child) for child in completed if child.exists()]
    return []
