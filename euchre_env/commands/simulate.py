"""Play matches, one after another, and write a record of every deal, one a line."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from euchre_env.commands.arguments import UsageError, parse_options, whole_number
from euchre_env.commands.keeping import MAY_BE_REPLACED, check_replaceable
from euchre_env.commands.matches import NewPlayers, RandomPlayers, deals_in_order, generator
from euchre_env.commands.output import RecordFile
from euchre_env.records import write_record
from euchre_env.rules import Rules
from euchre_env.spelling import file_name
from euchre_env.variants import rules_for
from euchre_env.vector import VectorEuchre

if TYPE_CHECKING:
    from agents.agent import Agent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simulate`."""
    parser.add_argument("variant", metavar="VARIANT", help="the game, as `variants` lists them")
    parser.add_argument(
        "--deals",
        metavar="N",
        type=whole_number(1, 2**63 - 1),
        required=True,
        help="deals to play; the last match may be cut short",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(0, 2**64 - 1),
        required=True,
        help="of the cards and of random choices: same seed, same file",
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a rule option, such as stick_the_dealer=true; may be repeated",
    )
    parser.add_argument(
        "--agents",
        metavar="NAME[,NAME...]",
        default="random",
        help="who plays: a name, a checkpoint or MODULE:CLASS, one for all, one a side or one a seat (default: random)",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        required=True,
        help=f"where the records go; - writes to standard output; {MAY_BE_REPLACED}",
    )
    parser.add_argument("--overwrite", action="store_true", help="replace FILE whatever it holds")


def run(arguments: argparse.Namespace) -> int:
    """Play and write; 130 if interrupted: what has been written then is whole lines, and said to be fewer."""
    rules = rules_for(arguments.variant, **parse_options(arguments.option))
    deals = deals_in_order(rules, arguments.seed, players_of(arguments.agents.split(","), rules))
    count: int = arguments.deals
    written = 0
    if not arguments.overwrite:
        check_replaceable(arguments.record)
    with RecordFile(arguments.record) as file, interrupts() as interrupted:
        silent = True if file.is_terminal else None  # None: shown on a terminal only, no control codes in log files
        with tqdm(total=count, unit=" deals", desc=rules.variant, disable=silent) as bar:
            for record in deals:
                file.write(write_record(record))
                written += 1
                bar.update()
                if written == count or interrupted:
                    break
        if written < count:
            file.keep_partial()
    if written == count:
        if not file.is_direct:
            print(f"{count:,} deal{'s' * (count != 1)} in {file_name(file.result)}", file=sys.stderr)
        return 0
    print(f"interrupted: {written:,} of {count:,} deals are in {file_name(file.result)}", file=sys.stderr)
    return 130


def players_of(names: Sequence[str], rules: Rules) -> NewPlayers:
    """Who plays, from one name for all, one a side, or one a seat.

    Raises:
        UsageError: another number of names, or an agent that cannot be had.
    """
    if len(names) not in (1, rules.sides, rules.players):
        counts = " or ".join(str(n) for n in sorted({1, rules.sides, rules.players}))
        raise UsageError(f"--agents: {rules.variant} takes {counts} names (for all, a side, a seat), not {len(names)}")
    if set(names) == {"random"}:
        return RandomPlayers
    try:
        from agents.registry import load_agent  # needs torch, which random play must not

        agents = {name: load_agent(name, rules) for name in dict.fromkeys(names)}
    except (ImportError, ValueError, OSError) as error:
        raise UsageError(f"--agents: {error}") from None
    by_seat = [names[seat % len(names)] for seat in range(rules.players)]
    return lambda seed, numbers: AgentPlayers(agents, by_seat, seed, numbers[0])


class AgentPlayers:
    """Agents by seat; each answers for all its tables in one call and draws from a generator of its own."""

    def __init__(self, agents: dict[str, Agent], by_seat: Sequence[str], seed: int, wave: int) -> None:
        self.agents = list(agents.values())
        self.agent_of_seat = np.array([list(agents).index(name) for name in by_seat])
        self.generators = [generator(seed, wave, number) for number in range(len(agents))]

    def __call__(self, tables: VectorEuchre, active: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Choose for every table, intp [B]; where nobody waits for the choice, the first legal action."""
        actions = np.array(tables.forced_action)
        asked = np.flatnonzero(active & ~tables.forced)
        if not asked.size:
            return actions
        observation, mask, agents = tables.observe(), tables.action_mask, self.agent_of_seat[tables.seat]
        for number, (agent, rng) in enumerate(zip(self.agents, self.generators, strict=True)):
            rows = asked[agents[asked] == number]
            if rows.size:
                actions[rows] = agent.act(observation[rows], mask[rows], rng)
        return actions


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Ctrl-C and a polite kill fill the list, so that work stops between two lines; a second one stops at once."""
    caught: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a handler
        if caught:
            raise KeyboardInterrupt
        caught.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
