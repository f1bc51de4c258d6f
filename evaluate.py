"""Compare agents on duplicate deals and in whole matches.

    python evaluate.py runs/four_handed-20250101-120000 random
    python evaluate.py A B --variant four_handed --variant two_handed --deals 20000 --matches 2000 --json result.json
    python evaluate.py A B --phase making,play      # how much of A's lead comes from which phase of the deal
    python evaluate.py A B --sprt 0.02              # as many deals as it takes to tell a gain of 0.02 points from none
    python evaluate.py A B C                        # a cross table, and ratings
    python evaluate.py A --card                     # how A behaves against itself
    python evaluate.py A B --final                  # on deals kept from training and tuning
    python evaluate.py A B --plot result.png        # draw what is found, too, in whichever of these ways
    python evaluate.py --curves RUN --plot run.png  # how a run has learnt, or is learning; --curves RUN --help
    python evaluate.py --from result.json --plot result.svg    # a picture of what --json has written
    python evaluate.py --exploit A                  # what a fresh opponent learns to gain from A; --exploit A --help

An agent is a name (`random`), a checkpoint, or a run, which means its latest checkpoint. Every deal is played in every
seating, so an agent against itself scores exactly 0 and wins exactly its fair share. Results depend on the agents, the
number of deals and matches and the seed, not on the number of processes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")  # bounds memory; read when torch is loaded

from agents import console

if TYPE_CHECKING:
    from agents.measuring.evaluate_options import Request


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    options = {argument.partition("=")[0] for argument in given}
    if "--exploit" in options:
        from agents.exploit import command as exploit

        return exploit.main(given)
    if options & {"--curves", "--from"}:
        from agents.plots import command as plots

        return plots.main(given)
    from agents.measuring.evaluate_options import request_from  # here: Ctrl-C while it loads is met like any other

    request = request_from(given, __doc__ or "")
    if request.plot is not None:
        from agents.plots import require_matplotlib

        require_matplotlib()
    found, interrupted = evaluate(request)
    tell(request, found | {"interrupted": interrupted})
    return console.INTERRUPTED if interrupted else 0


def tell(request: Request, found: dict[str, Any]) -> None:
    """Write and draw what was found where that is asked for; print it in any case, last: the reader may have gone."""
    from agents.arguments import write_json
    from agents.measuring.report import report

    try:
        if request.json is not None:
            write_json(request.json, found)
        if request.plot is not None:
            from agents.plots import evaluation_figure, save_figure

            save_figure(evaluation_figure(found), request.plot)
    finally:
        print(report(found, found["interrupted"]))


def evaluate(request: Request) -> tuple[dict[str, list[dict[str, Any]]], bool]:
    """Play everything that is asked for; what was found, and whether it was interrupted.

    Raises:
        KeyboardInterrupt: Ctrl-C came before anything was finished; else there are the results of what was.
    """
    from agents.measuring.chunks import (
        UntilInterrupted,  # here, so that Ctrl-C while torch is loaded is met like any other
    )
    from agents.measuring.evaluation import Evaluation
    from agents.measuring.processes import spread_over
    from agents.registry import variants_of

    found: dict[str, list[dict[str, Any]]] = {}
    with spread_over(request.processes) as processes:
        spread = UntilInterrupted(processes)
        for variant in request.variants or variants_of(request.agents):
            if not spread.interrupted:
                for kind, entries in Evaluation(request, variant, spread).run().items():
                    found.setdefault(kind, []).extend(entries)
    if spread.interrupted and not any(found.values()):
        raise KeyboardInterrupt
    return found, spread.interrupted


if __name__ == "__main__":
    sys.exit(console.run("evaluate.py", lambda: main(sys.argv[1:])))
