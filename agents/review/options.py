"""The command line of `play.py --review`, read and checked."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.advice.advisers import WORLDS
from agents.arguments import new_file, program_parser, seed, whole
from agents.objectives import OBJECTIVES
from agents.registry import MOST_WORLDS
from euchre_env import one_line

DESCRIPTION = """Have deals reviewed that were played: what an agent would have done, and what other choices lose.

    python play.py --review deals.jsonl                      # everybody's decisions
    python play.py --review deals.jsonl --player human       # those of one
    python play.py --review game.egn --agent rule --deals 2-4 --html review.html
    python play.py --review monday.jsonl tuesday.egn --objective match    # together; by the chance to win the match

A file holds deal records (as play.py --record writes them) or a game in Euchre Game Notation; - is standard input.
Several files make one report, in which each deal is named with its file.
Every decision with a choice is looked at in worlds that agree with what the player could know. The report begins with
the costliest; --html writes a page that steps through the deals. The same files, agent, worlds and seed give the same
review.

--objective points judges a choice by the points of the deal, whatever the score; --objective match by what they make of
the chance to win the match from the score at hand. Losses are then percentage points of that chance. It is for games of
two sides.
"""
COSTLIEST = 10
LAST_DEAL = 10**9


@dataclass(frozen=True)
class Request:
    """What is asked for.

    Attributes:
        files: to read, one or more; "-" is standard input.
        objective: what decisions are judged by, one of `OBJECTIVES`.
        agent: its name; None: the best that comes with the program for each game.
        seat, player: whose decisions; both None: everybody's.
        deals: the numbers of the deals in each file; empty: all.
        costliest: how many decisions the report begins with.
        all: whether it ends with the deals one by one.
    """

    files: tuple[str, ...]
    objective: str
    agent: str | None
    seat: int | None
    player: str | None
    deals: tuple[range, ...]
    worlds: int
    seed: int
    costliest: int
    all: bool
    json: Path | None
    html: Path | None
    ascii: bool

    def wants(self, number: int) -> bool:
        """Whether a deal is asked for."""
        return not self.deals or any(number in span for span in self.deals)


def request_from(given: Sequence[str]) -> Request:
    """Read the command line; what makes no sense ends the program with one line and status 2."""
    parser = program_parser("play.py", DESCRIPTION)
    add = parser.add_argument
    add(
        "--review",
        required=True,
        action="extend",
        nargs="+",
        metavar="FILE",
        dest="files",
        help="deal records or games (.egn), - for standard input",
    )
    add(
        "--objective",
        choices=OBJECTIVES,
        default=OBJECTIVES[0],
        help="judge by points of the deal, or by the chance to win the match (%(default)s)",
    )
    add(
        "--agent",
        metavar="NAME",
        help="who looks at them: a name, a checkpoint, a run or MODULE:CLASS (pretrained, else rule)",
    )
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument("--seat", type=seat, metavar="N", help="only the decisions of this seat, from 0")
    whose.add_argument("--player", metavar="NAME", help="only the decisions of this player")
    add(
        "--deals",
        type=spans,
        default=(),
        metavar="N,N-N",
        help="only these of each file, such as 1,4-6",
    )
    add("--worlds", type=worlds, default=WORLDS, metavar="N", help="worlds to look into (%(default)s)")
    add("--seed", type=seed, default=0, metavar="S", help="of what is drawn (%(default)s)")
    add("--costliest", type=costliest, default=COSTLIEST, metavar="N", help="decisions to begin with (%(default)s)")
    add("--all", action="store_true", help="end with the deals one by one")
    add("--json", type=new_file, metavar="FILE", help="write everything there as plain data, too")
    add("--html", type=new_file, metavar="FILE", help="write a page there that steps through the deals")
    add("--ascii", action="store_true", help="suits as letters")
    add("more", nargs="*", help=argparse.SUPPRESS)
    asked = vars(parser.parse_args(["--help"] if {"-h", "--help"} & set(given) else given))
    request = Request(**asked | {"files": (*asked["files"], *asked.pop("more"))})
    files = [os.path.realpath(file) for file in request.files]
    for place, file in enumerate(files):
        if file in files[:place]:
            parser.error(f"--review: {one_line(request.files[place])} is there twice")
    files += [os.path.realpath(file) for file in (request.json, request.html) if file is not None]
    if len(set(files)) < len(files):
        parser.error("--review, --json and --html: each needs a file of its own")
    return request


def seat(text: str) -> int:
    """A seat of the largest game."""
    return whole(text, 0, 6)


def worlds(text: str) -> int:
    """A number of worlds."""
    return whole(text, 2, MOST_WORLDS)


def costliest(text: str) -> int:
    """A number of decisions."""
    return whole(text, 0, 1000)


def spans(text: str) -> tuple[range, ...]:
    """Numbers of deals.

    Raises:
        argparse.ArgumentTypeError: they are none.

    >>> spans("3,7-9")
    (range(3, 4), range(7, 10))
    """
    found = []
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,10})(?:-([0-9]{1,10}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= LAST_DEAL:
            raise argparse.ArgumentTypeError(f"must be numbers of deals from 1 on, such as 1,4-6, not {text[:40]!r}")
        found.append(range(first, last + 1))
    return tuple(found)
