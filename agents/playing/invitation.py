"""From what is asked for to an evening: which game, who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec

from agents.advice import MATCH, POINTS, Adviser, adviser_for
from agents.agent import Agent
from agents.errors import AgentError
from agents.match_chances import refusal, usual_chances
from agents.neural_agent import NeuralAgent
from agents.playing.evening import Evening
from agents.playing.options import Request
from agents.playing.recording import Recording
from agents.playing.sitting import Sitting
from agents.playing.words import seat_names
from agents.registry import OWN, difference, game_for, load_agent, variants_of
from agents.search import SearchAgent
from euchre_env import Rules, one_line, rules_for

USUAL, FALLBACK = "four_handed", "rule"


class MissingScreenError(ValueError):
    """What draws in the terminal is not installed; the message says how to get it."""


def evening_for(request: Request) -> Evening:
    """Everything that an evening needs.

    Raises:
        MissingScreenError: rich is not installed.
        AgentError, CheckpointError, RulesError, RecordingError: something that was asked for cannot be had.
        ValueError: the game has no such seat, or cannot be judged by the match.
    """
    if find_spec("rich") is None:
        raise MissingScreenError("playing in the terminal needs rich: pip install 'euchre-env[play]'")
    from agents.playing.screen import Screen

    rules = rules_of(request)
    seat = request.seat
    if seat >= rules.players:
        raise ValueError(f"--seat {seat}: {rules.variant} has the seats 0 to {rules.players - 1}")
    if reason := refusal(request.objective, rules):
        raise ValueError(f"--{reason}; take --objective points")
    recording = None if request.record is None else Recording(request.record)
    usual = usual_agent(rules)
    around, adviser = agents_around(request.agents or (usual,), rules), request.adviser or usual
    loaded = {name: load_agent(name, rules) for name in dict.fromkeys((*around, adviser))}
    agents = {(seat + step) % rules.players: loaded[name] for step, name in enumerate(around, 1)}
    return Evening(
        Sitting(rules, seat, agents, request.seed),
        Screen(request.ascii),
        seat_names(rules.players, seat),
        one_line(adviser),
        lambda: adviser_of(loaded[adviser], rules, request),
        recording,
        tuple(notes_on(loaded.values(), rules)),
        MATCH if request.objective == MATCH.objective else POINTS,
    )


def adviser_of(agent: Agent, rules: Rules, request: Request) -> Adviser:
    """The adviser that judges by what is asked for."""
    chances = usual_chances(rules, request.seed) if request.objective == MATCH.objective else None
    return adviser_for(agent, rules, chances=chances)


def rules_of(request: Request) -> Rules:
    """The game: the variant with the options that are given, or as the agents were trained for it."""
    named, variant = [*request.agents, *request.advisers], request.variant
    if variant is None:
        known = variants_of(named)
        variant = USUAL if USUAL in known else known[0]
    return rules_for(variant, **request.options) if request.options else game_for(variant, named)


def usual_agent(rules: Rules) -> str:
    """The best agent that comes with the program for a game."""
    try:
        load_agent(OWN, rules)
    except AgentError:  # there is none for this variant, or it cannot play with these options
        return FALLBACK
    return OWN


def notes_on(agents: Iterable[Agent], rules: Rules) -> Iterator[str]:
    """Which of the agents learnt the game with other options, a sentence each."""
    for agent in agents:
        if isinstance(agent, NeuralAgent | SearchAgent):
            trained = game_for(rules.variant, [agent.name])
            if trained != rules:
                yield f"{one_line(agent.name)} {difference(trained, rules)}."


def agents_around(names: tuple[str, ...], rules: Rules) -> tuple[str, ...]:
    """The names of the agents from the human's left on."""
    others = rules.players - 1
    if len(names) not in (1, others):
        counts = "one name" if others == 1 else f"one name for all others, or {others} from your left on"
        raise AgentError(f"--agents: {rules.variant} takes {counts}, not {len(names)}")
    return names * others if len(names) == 1 else names
