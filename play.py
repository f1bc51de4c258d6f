"""Play in the terminal, with agents in the other seats.

    python play.py                                            # four_handed, with the agent that comes along
    python play.py --variant railroad_full --seed 7
    python play.py --variant north_american --agents rule,pretrained,rule --deals 5 --record deals.jsonl
    python play.py --option stick_the_dealer=true --agents runs/first
    python play.py --review deals.jsonl --player human --html review.html    # what decisions cost; add --help
    python play.py --review monday.jsonl tuesday.jsonl --objective match     # several together; by the match

Type what stands before a choice, a card such as JH, or a call in words. `?` tells the rule that applies just now,
`hint` what an agent would do, `undo` takes back, `help` lists the rest. Agents are named as in evaluate.py. Ctrl-D
leaves the table; what was recorded is kept.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")  # bounds memory; read when torch is loaded

from agents import console

if TYPE_CHECKING:
    from agents.playing.evening import Evening
    from agents.playing.options import Request


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    if any(argument.partition("=")[0] == "--review" for argument in given):
        from agents.review import command

        return command.main(given)
    from agents.playing.options import request_from  # here: Ctrl-C while it loads is met like any other

    request = request_from(given, __doc__ or "")
    from agents.playing.invitation import evening_for  # with torch, which takes longest: not for --help

    return play(evening_for(request), request)


def play(evening: Evening, request: Request) -> int:
    """Play until the end, or until the human leaves; the exit status."""
    from agents.playing.commands import LeavesTable
    from agents.playing.conversation import Conversation

    status = 0
    evening.greet()
    try:
        Conversation(evening, request.deals, request.matches).play()
    except (LeavesTable, EOFError):
        pass
    except KeyboardInterrupt:  # a polite kill and a closed terminal, too: what has been played is kept
        status = console.INTERRUPTED
    finally:
        evening.close()
    evening.take_leave()
    return status


if __name__ == "__main__":
    sys.exit(console.run("play.py", lambda: main(sys.argv[1:])))
