"""The command line of `play.py`, read and checked."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.arguments import option, options_of, program_parser, seed, whole
from agents.objectives import OBJECTIVES


@dataclass(frozen=True)
class Request:
    """What is asked for."""

    variant: str | None
    """None: four_handed, or what the agents play"""
    options: dict[str, Any]
    agents: tuple[str, ...]
    """one for all others, or one for each from the left on; empty: the best that comes with the program"""
    adviser: str | None
    objective: str
    """what the adviser judges by, one of `OBJECTIVES`"""
    seat: int
    deals: int | None
    matches: int
    seed: int
    record: str | None
    ascii: bool

    @property
    def advisers(self) -> tuple[str, ...]:
        """The adviser, if one is named."""
        return () if self.adviser is None else (self.adviser,)


def request_from(given: Sequence[str], description: str) -> Request:
    """Read the command line; what makes no sense ends the program with one line and status 2."""
    parser = program_parser("play.py", description)
    add = parser.add_argument
    add("--variant", metavar="V", help="the game (four_handed, or what the agents were trained for)")
    add("--option", type=option, action="append", default=[], metavar="K=V", help="a rule option; repeat for several")
    add(
        "--agents",
        type=names,
        default=(),
        metavar="NAME[,NAME...]",
        help="who plays against and with you: one for all, or one for each from your left on (pretrained where there "
        "is one, else rule)",
    )
    add("--adviser", metavar="NAME", help="whom `hint` asks (as --agents)")
    add(
        "--objective",
        choices=OBJECTIVES,
        default=OBJECTIVES[0],
        help="`hint` judges by points of the deal, or by the chance to win the match (%(default)s)",
    )
    add("--seat", type=seat, default=0, metavar="N", help="your seat, from 0; seat 0 deals first (%(default)s)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--deals", type=length_of, metavar="N", help="play so many deals")
    length.add_argument("--matches", type=length_of, default=1, metavar="N", help="play so many matches (%(default)s)")
    add("--seed", type=seed, metavar="S", help="of the cards and of what agents draw (another one every time)")
    add("--record", metavar="FILE", help="append every finished deal to this file")
    add("--ascii", action="store_true", help="suits as letters")
    add("--review", nargs="+", metavar="FILE", help="have recorded deals reviewed instead; see --review --help")
    asked = parser.parse_args(given)
    return Request(
        variant=asked.variant,
        options=options_of(asked.option),
        agents=asked.agents,
        adviser=asked.adviser,
        objective=asked.objective,
        seat=asked.seat,
        deals=asked.deals,
        matches=asked.matches,
        seed=secrets.randbelow(2**32) if asked.seed is None else asked.seed,
        record=asked.record,
        ascii=asked.ascii,
    )


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(text.split(","))


def seat(text: str) -> int:
    """A seat of the largest game."""
    return whole(text, 0, 6)


def length_of(text: str) -> int:
    """A number of deals or matches."""
    return whole(text, 1, 1_000_000)
