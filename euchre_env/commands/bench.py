"""Decisions a second in random play with dealing, scoring and auto-reset, on one core; and a signature of the play."""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from euchre_env.commands.arguments import whole_number
from euchre_env.commands.matches import RandomPlayers
from euchre_env.engine import Engine
from euchre_env.observer import ObservedEngine
from euchre_env.rules import Rules
from euchre_env.sampling import UniformSampler
from euchre_env.variants import rules_for, variants
from euchre_env.vector import VectorEuchre

NUM_TABLES = (1, 64, 1_024, 4_096, 8_192, 16_384)
MOST_TABLES = 1 << 20  # what fits into the memory of an ordinary machine
RUNS = 5
SECONDS = 0.25  # one run, roughly
SIGNATURE_TABLES, SIGNATURE_STEPS = 64, 256  # four deals a table, or more


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `bench`."""
    parser.add_argument("variants", metavar="VARIANT", nargs="*", help="the games (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--tables",
        metavar="N",
        nargs="+",
        type=whole_number(1, MOST_TABLES),
        default=NUM_TABLES,
        help=f"tables at once (default: {' '.join(map(str, NUM_TABLES))})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    games = [rules_for(name) for name in arguments.variants or variants()]
    cases = [(rules, n, observation) for rules in games for observation in (False, True) for n in arguments.tables]
    signatures = {rules.variant: signature(rules) for rules in games}
    results = [
        {
            "variant": rules.variant,
            "num_tables": n,
            "observation": observation,
            "decisions_per_second": statistics.median(decisions_per_second(rules, n, observation)),
        }
        for rules, n, observation in tqdm(cases, desc="bench", unit=" rates", disable=None, leave=False)
    ]
    if arguments.json:
        print(json.dumps({"signature": signatures, "results": results}))
    else:
        print(as_text(signatures, results, arguments.tables))
    return 0


def decisions_per_second(rules: Rules | str, num_tables: int, observation: bool, runs: int = RUNS) -> list[float]:
    """The rates of several runs of uniformly random play at `num_tables` tables, each of about a quarter of a second.

    With `observation` every decision also has its packed observation written, the legal actions among it. Dealing,
    scoring, the beginning of new matches and the random choices are within the time.
    """
    rules = rules_for(rules) if isinstance(rules, str) else rules
    engine = ObservedEngine(rules, num_tables, seed=0) if observation else Engine(rules, num_tables, seed=0)
    choose = UniformSampler(num_tables, engine.pack.dtype, seed=0, bits=engine.legal_bits)

    def seconds(steps: int) -> float:
        begin = time.perf_counter()
        for _ in range(steps):
            engine.step(choose(engine.legal))
            if isinstance(engine, ObservedEngine):
                engine.observe()
        return time.perf_counter() - begin

    seconds(80)  # tables that began together have drifted apart, buffers are warm
    steps = max(24, int(SECONDS * 24 / seconds(24)))
    return [num_tables * steps / seconds(steps) for _ in range(runs)]


def signature(rules: Rules, at_once: int = SIGNATURE_TABLES) -> str:
    """16 hexadecimal digits that change when anything changes in what a fixed random play sees.

    Hashed for every table, step by step: the kind of decision, who decides, the legal actions, the packed observation,
    the action taken and the points it brought. It depends neither on the machine nor on how many are played `at_once`.
    """
    digest = hashlib.sha256()
    for first in range(0, SIGNATURE_TABLES, at_once):
        numbers = range(first, min(first + at_once, SIGNATURE_TABLES))
        columns = _played(rules, numbers)
        for table in range(len(numbers)):
            for column in columns:
                digest.update(np.ascontiguousarray(column[:, table]).tobytes())
    return digest.hexdigest()[:16]


def _played(rules: Rules, numbers: Sequence[int]) -> list[NDArray[Any]]:
    """What happens at the tables of these numbers: arrays [steps, B, ...], little-endian on every machine."""
    tables = VectorEuchre(rules, num_tables=len(numbers), seed=0, table_numbers=np.array(numbers, np.int64))
    players = RandomPlayers(0, numbers)
    everywhere = np.ones(len(numbers), bool)
    steps: list[list[NDArray[Any]]] = []
    for _ in range(SIGNATURE_STEPS):
        actions = players(tables, everywhere)
        seen: list[NDArray[Any]] = [
            tables.decision_kind,
            tables.seat,
            tables.action_mask,
            tables.observe_packed(),
            actions,
        ]
        before = [np.array(array, array.dtype.newbyteorder("<")) for array in seen]
        tables.step(actions)
        steps.append([*before, tables.points.astype("<i4")])
    return [np.stack(column) for column in zip(*steps, strict=True)]


def as_text(signatures: dict[str, str], results: Sequence[dict[str, Any]], num_tables: Sequence[int]) -> str:
    """A table for people: million decisions a second."""
    rate = {(r["variant"], r["observation"], r["num_tables"]): r["decisions_per_second"] / 1e6 for r in results}
    lines = [f"{'million decisions/s at tables:':47s}" + "".join(f"{n:>9,}" for n in num_tables)]
    for name in signatures:
        for observation in (False, True):
            label = f"{name}, {'with packed' if observation else 'without'} observation"
            lines.append(f"{label:47s}" + "".join(f"{rate[name, observation, n]:9.3f}" for n in num_tables))
    lines += ["", "signature"] + [f"{name:24s}{text}" for name, text in signatures.items()]
    return "\n".join(lines)
