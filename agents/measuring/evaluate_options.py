"""The command line of `evaluate.py`, read and checked."""

from __future__ import annotations

import argparse
import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.arguments import count, new_file, new_picture, program_parser, seed, whole
from agents.measuring.behaviour import Score
from agents.measuring.deal_seeds import final_seed
from agents.measuring.phases import PHASES
from agents.measuring.processes import available_cores

DEALS, MATCHES, SEQUENTIAL_DEALS = 4096, 1024, 65536
"""Unless told otherwise."""

GAIN = 0.03
"""Points a deal that `--sprt` looks for unless told otherwise: about 52.5 % of games to ten."""


@dataclass(frozen=True)
class Request:
    """What is asked for."""

    agents: tuple[str, ...]
    variants: tuple[str, ...]
    """empty: all that every agent plays"""
    deals: int
    matches: int
    seed: int
    """of the deals, as the engine takes it"""
    final: bool
    """whether the deals are those kept for final measurements"""
    sprt: tuple[float, float] | None
    """points a deal under H0 and under H1"""
    phases: tuple[str, ...]
    card: bool
    score: Score | None
    """the card's: the points of a side, and of every other; None: 0-0, all sides counted"""
    processes: int
    json: Path | None
    plot: Path | None


def request_from(given: Sequence[str], description: str) -> Request:
    """Read the command line; what makes no sense ends the program with one line and status 2."""
    parser = _parser(description)
    asked = parser.parse_args(given)
    if refused := _refusal(asked):
        parser.error(refused)
    phases = set(itertools.chain.from_iterable(asked.phase or ()))
    matches = asked.matches
    if matches is None:
        matches = MATCHES if len(asked.agents) == 2 and asked.sprt is None else 0
    return Request(
        agents=tuple(asked.agents),
        variants=tuple(dict.fromkeys(asked.variant or ())),
        deals=asked.deals or (DEALS if asked.sprt is None else SEQUENTIAL_DEALS),
        matches=matches,
        seed=final_seed(asked.seed) if asked.final else asked.seed,
        final=asked.final,
        sprt=asked.sprt,
        phases=tuple(phase for phase in PHASES if phase in phases),
        card=asked.card,
        score=asked.score,
        processes=asked.processes,
        json=asked.json,
        plot=asked.plot,
    )


def _parser(description: str) -> argparse.ArgumentParser:
    """The options; `description` stands above them in the help."""
    parser = program_parser("evaluate.py", description)
    add = parser.add_argument
    add(
        "agents",
        metavar="AGENT",
        nargs="+",
        help="a name, a checkpoint, a run or MODULE:CLASS; A and B, or more for a cross table",
    )
    add("--variant", action="append", metavar="V", help="repeat for several; default: all that every agent plays")
    add("--deals", type=count, metavar="N", help=f"distinct deals ({DEALS}); with --sprt at most ({SEQUENTIAL_DEALS})")
    add(
        "--matches",
        type=count_or_none,
        metavar="M",
        help=f"distinct matches, 0 for none ({MATCHES} between two agents, none between more)",
    )
    add("--seed", type=seed, default=0, metavar="S", help="other deals for another seed (%(default)s)")
    add("--final", action="store_true", help="play the deals kept for final measurements; --seed counts within them")
    add(
        "--sprt",
        type=bounds,
        nargs="?",
        const=(0.0, GAIN),
        metavar="POINTS",
        help=f"play until it is clear whether A gains so many points a deal ({GAIN}) or none; --sprt=LOW,HIGH: other "
        "bounds than 0",
    )
    add(
        "--phase",
        type=named_phases,
        action="append",
        metavar="PHASE",
        help="besides: exchange one phase only between A and B, making or play; repeat or list with commas",
    )
    add("--card", action="store_true", help="besides, or with A alone: how A behaves against itself")
    add(
        "--score",
        type=score,
        metavar="OWN,OTHERS",
        help="with --card: how a side behaves that has OWN points while every other has OTHERS",
    )
    add("--processes", type=processes, default=1, metavar="P", help="processes, or auto: one a core (%(default)s)")
    add("--json", type=new_file, metavar="FILE", help="write the results there too")
    add("--plot", type=new_picture, metavar="FILE", help="draw them there too: a name in .png, .svg or .pdf")
    return parser


def _refusal(asked: argparse.Namespace) -> str | None:
    """Why options do not go together, if they do not."""
    agents = len(asked.agents)
    for option, value in (("--sprt", asked.sprt), ("--phase", asked.phase)):
        if value is not None and agents != 2:
            return f"{option} compares two agents; there {'is' if agents == 1 else 'are'} {agents}"
    if agents == 1 and not asked.card:
        return f"{asked.agents[0]} has no opponent: give a second agent, or --card for how it behaves against itself"
    if agents == 1 and asked.matches:
        return "--matches needs an opponent"
    if asked.card and agents > 2:
        return f"--card is about one agent, alone or with its opponent; there are {agents}"
    if asked.score is not None and not asked.card:
        return "--score is where the deals of a --card begin; add --card"
    if asked.plot is not None and asked.json is not None and asked.plot.resolve() == asked.json.resolve():
        return f"--json and --plot would both write {asked.plot}: give two files"
    if len(set(asked.agents)) < agents and agents > 2:
        return "a cross table needs different agents; one is given twice"
    if asked.sprt is not None:
        for option, value in (("--phase", asked.phase), ("--card", asked.card), ("--matches", asked.matches)):
            if value:
                return f"--sprt decides on deals alone and ends when it has; it does not go with {option}"
    return None


def count_or_none(text: str) -> int:
    """A number of matches."""
    return whole(text, 0, 2**24)


def processes(text: str) -> int:
    """A number of processes."""
    return available_cores() if text == "auto" else whole(text, 1, 1024)


def named_phases(text: str) -> list[str]:
    """Phases of a deal, with commas between them."""
    named = text.split(",")
    for name in named:
        if name not in PHASES:
            raise argparse.ArgumentTypeError(f"must be {' or '.join(PHASES)}, not {name[:40]!r}")
    return named


def score(text: str) -> Score:
    """The points that a side has, and those of every other."""
    numbers = text.split(",")
    if len(numbers) != 2 or not all(re.fullmatch("-?[0-9]{1,6}", number) for number in numbers):
        raise argparse.ArgumentTypeError(f"must be two numbers of points such as 4,9, not {text[:40]!r}")
    return int(numbers[0]), int(numbers[1])


def bounds(text: str) -> tuple[float, float]:
    """The points a deal that a sequential test tells apart: HIGH, or LOW,HIGH."""
    try:
        numbers = [float(number) for number in text.split(",")]
    except ValueError:
        numbers = []
    low, high = numbers if len(numbers) == 2 else (0.0, *numbers) if len(numbers) == 1 else (math.nan, math.nan)
    if not (math.isfinite(low) and math.isfinite(high) and high - low >= 1e-4):
        wanted = "must be points a deal above 0, or two numbers, the lower first"
        raise argparse.ArgumentTypeError(f"{wanted}, at least 0.0001 apart, not {text[:40]!r}")
    return low, high
