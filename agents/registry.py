"""From what a user writes to an agent: a name such as `rule` or `pimc:20`, the path of a checkpoint or of a run, or the
user's own class."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from agents.agent import Agent
from agents.double_dummy.compiler import require_compiler
from agents.errors import AgentError, CheckpointError
from agents.neural_agent import NeuralAgent
from agents.own_agent import OwnAgent, names_a_class
from agents.pimc import PIMCAgent
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from agents.saving.checkpoint import Checkpoint, latest
from agents.search import SearchAgent
from agents.training.model import games_of, load_policy
from euchre_env import Rules, VectorEuchre, rules_for, shown, variants

PRETRAINED = Path(__file__).parent / "pretrained"
"""The reference agents that come with the program: a folder a variant, and one for all variants."""
OWN, GENERALIST = "pretrained", "generalist"
MOST_WORLDS = 10_000


def _random(rules: Rules, argument: str) -> Agent:  # noqa: ARG001 - it plays every game alike
    _check_alone("random", argument)
    return RandomAgent()


def _rule(rules: Rules, argument: str) -> Agent:
    _check_alone("rule", argument)
    return RuleAgent(rules)


def _check_alone(name: str, argument: str) -> None:
    if argument:
        raise AgentError(f"{name}:{argument}: {name} takes nothing after a colon; write {name!r}")


def _pimc(rules: Rules, argument: str) -> Agent:
    if not (re.fullmatch("[0-9]{1,5}", argument) and 2 <= int(argument) <= MOST_WORLDS):
        raise AgentError(f"pimc:{argument[:40]}: the number of worlds must be from 2 to {MOST_WORLDS}, such as pimc:20")
    require_compiler()
    return PIMCAgent(rules, int(argument))


MAKERS: dict[str, Callable[[Rules, str], Agent]] = {"random": _random, "rule": _rule, "pimc": _pimc}
"""Agents that need no checkpoint: made for a game from what stands after the colon."""
SEARCH = "search"
USAGE = {
    "random": "random",
    "rule": "rule",
    "pimc": "pimc:N",
    SEARCH: "search:AGENT",
    OWN: OWN,
    GENERALIST: GENERALIST,
    "module": "MODULE:CLASS",
}
"""How each name is written."""


def load_agent(name: str | Path, rules: Rules) -> Agent:
    """The agent that `name` means, to play by `rules`.

    Args:
        name: `random`, `rule`, `pimc:N` (N worlds), `pretrained` (the variant's reference agent), `generalist` (the one
            for all variants), the folder of a checkpoint, or the folder of a run, which means its latest checkpoint;
            `search:` before one of the last four: that network with search on top. `MODULE:CLASS`, such as
            `my_agents:Careful`: an `OwnAgent`, whose code is run.
        rules: the game.

    Raises:
        AgentError: there is no such name and no such path, the agent was trained for another game, or `rules` are none.
        CheckpointError: the checkpoint is broken. Never does an untrained network play in its stead.
        MissingCompilerError: it plays exactly with open hands, and numba is not installed.

    >>> from euchre_env import rules_for
    >>> load_agent("random", rules_for("four_handed")).name
    'random'
    >>> load_agent("randon", rules_for("four_handed"))
    Traceback (most recent call last):
    agents.errors.AgentError: no agent 'randon': neither a name (random, rule, pimc:N, search:AGENT, pretrained,
    generalist, MODULE:CLASS) nor a path; did you mean 'random'?
    """
    name = _checked(name, rules)
    kind, _, argument = name.partition(":")
    if kind in MAKERS and (argument or USAGE[kind] == name):
        return MAKERS[kind](rules, argument)
    if (network := without_search(name)) != name:
        require_compiler()
        return SearchAgent(rules, _network(network, rules), name)
    if _is_own(name):
        return OwnAgent(name, rules)
    return _network(name, rules)


def plays_anything(name: str) -> bool:
    """Whether the agent is made for whatever game is played, not trained for one.

    >>> plays_anything("pimc:20"), plays_anything("my_agents:Careful"), plays_anything("pretrained")
    (True, True, False)
    """
    return name.partition(":")[0] in MAKERS or _is_own(name)


def _is_own(name: str) -> bool:
    return names_a_class(name) and not os.path.exists(name)


def _checked(name: object, rules: object) -> str:
    """The name, where both are what they should be."""
    if not isinstance(name, str | Path):
        raise AgentError(f"{shown(name)}: an agent is loaded by its name or path")
    if not isinstance(rules, Rules):
        raise AgentError(f"rules={shown(rules)}: must be Rules, such as rules_for({shown('four_handed')}) makes")
    return str(name)


def _network(name: str, rules: Rules) -> NeuralAgent:
    """The network that a name or path means.

    Raises:
        AgentError, CheckpointError: as `load_agent`.
    """
    checkpoint = open_checkpoint(name, rules.variant)
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
    for name in map(without_search, names):
        if name == OWN:
            common = [variant for variant in common if (PRETRAINED / variant).is_dir()]
        elif not plays_anything(name):
            trained = [game.variant for game in games_of(open_checkpoint(name, ""))]
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
    for name in map(without_search, names):
        if plays_anything(name):
            continue
        trained = {game.variant: game for game in games_of(open_checkpoint(name, variant))}.get(variant)
        if trained is not None and decided_by is not None and trained != rules:
            raise AgentError(f"{decided_by} and {name} were trained with different options of {variant}")
        if trained is not None:
            rules, decided_by = trained, name
    return rules


def without_search(name: str) -> str:
    """The network on top of which a search is asked for, or the agent itself.

    Raises:
        AgentError: there is no network under the search.

    >>> without_search("search:pretrained"), without_search("rule")
    ('pretrained', 'rule')
    """
    kind, _, network = name.partition(":")
    if kind != SEARCH or not network:
        return name
    if network.partition(":")[0] in (*MAKERS, SEARCH):
        raise AgentError(f"{name}: search needs a trained network: {OWN}, {GENERALIST}, a checkpoint or a run")
    return network


def open_checkpoint(name: str, variant: str) -> Checkpoint:
    """The checkpoint that a name or path means to a variant.

    Raises:
        AgentError: there is none, or the agent is no network; the message names the nearest thing that there is.
        CheckpointError: what lies there is no checkpoint.
    """
    known = ", ".join(USAGE.values())
    if not name:
        raise AgentError(f"no agent is called by an empty name; give a name ({known}) or a path")
    if name in (OWN, GENERALIST):
        folder = PRETRAINED / (variant if name == OWN else GENERALIST)
        if not folder.is_dir():
            raise AgentError(f"this version comes with no agent {name!r}" + f" for {variant}" * (name == OWN))
        return Checkpoint(folder)
    if name in ("random", "rule") or re.fullmatch("pimc:[0-9]+", name):
        raise AgentError(f"{name} has no weights; name a network: {OWN}, {GENERALIST}, a checkpoint or a run")
    if not os.path.exists(name):  # which has an answer for names that no file can have, too
        nearest = difflib.get_close_matches(name, [*USAGE.values(), *_neighbours(Path(name))], n=1, cutoff=0.5)
        hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
        raise AgentError(f"no agent {name!r}: neither a name ({known}) nor a path{hint}")
    return Checkpoint(Path(name))


def _neighbours(path: Path) -> list[str]:
    """Checkpoints and runs where `path` leaves what exists: a folder there with the rest of the path."""
    parts = path.parts
    for depth in range(len(parts) - 1, -1, -1):
        folder = Path(*parts[:depth])
        if os.path.isdir(folder):
            there = [child for child in folder.iterdir() if child.is_dir() and not child.name.startswith(".")]
            completed = [child.joinpath(*parts[depth + 1 :]) for child in there]
            return [str(child) for child in completed if _holds_agent(child)]
    return []


def _holds_agent(folder: Path) -> bool:
    """Whether it is a checkpoint or a run, as far as names of files tell."""
    try:
        return bool(latest(folder))
    except (CheckpointError, OSError):
        return False
