"""`play.py --review`: a file of deals, looked at; a report, and on request everything as JSON and as a page."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from tqdm import tqdm

from agents import console
from agents.arguments import write_json, write_text
from agents.review.file import GivenFile, ReviewError, read_file
from agents.review.given import GivenDeal
from agents.review.options import Request, request_from
from agents.review.page import page_of
from agents.review.plain import plain
from agents.review.report import report
from agents.review.review import Review
from agents.review.reviewer import ReviewedDeal, reviewer_for
from euchre_env import Style, shown


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    request = request_from(given)
    found = reviewed(read_file(request.file, request.wants), request)
    try:
        if request.json is not None:
            write_json(request.json, plain(found, request))
        if request.html is not None:
            write_text(request.html, page_of(found, request.costliest))
    finally:  # what was found is told even if it cannot be written
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # names are in any script
        style = Style.of(sys.stdout)
        print(report(found, request, Style(style.unicode and not request.ascii, style.colour)))
    return console.INTERRUPTED if found.unfinished else 0


def reviewed(file: GivenFile, request: Request) -> Review:
    """Look at everything that is asked for; after Ctrl-C what was looked at.

    Raises:
        ReviewError: nobody in the file is meant.
        AgentError, CheckpointError, MissingCompilerError: the agent cannot be had.
        KeyboardInterrupt: Ctrl-C came before anything was looked at.
    """
    asked = [(deal, seats) for deal in file.deals if (seats := seats_of(deal, request))]
    if not asked:
        raise ReviewError(nobody(file, request))
    games = dict.fromkeys(deal.rules for deal, _ in asked)
    reviewers = {rules: reviewer_for(rules, request.agent, request.worlds, request.seed) for rules in games}
    found: list[ReviewedDeal] = []
    with tqdm(total=len(asked), unit=" deals", desc="review", disable=not sys.stderr.isatty()) as bar:
        try:
            for deal, seats in asked:
                found.append(reviewers[deal.rules].look_at(deal, seats))
                bar.update()
        except KeyboardInterrupt:
            if not found:
                raise
    return Review(file, found, unfinished=len(found) < len(asked))


def seats_of(deal: GivenDeal, request: Request) -> list[int]:
    """The seats whose decisions are asked for."""
    seats = range(deal.rules.players)
    if request.player is not None:
        return [seat for seat in seats if deal.players[seat].casefold() == request.player.casefold()]
    return [seat for seat in seats if request.seat in (None, seat)]


def nobody(file: GivenFile, request: Request) -> str:
    """Why nobody is meant."""
    if request.seat is not None:
        seats = max(deal.rules.players for deal in file.deals)
        return f"--seat {request.seat}: the players of {file.name} have the seats 0 to {seats - 1}"
    players = dict.fromkeys(name for deal in file.deals for name in deal.players)
    some = ", ".join([*players][:20]) + ", ..." * (len(players) > 20)
    return f"--player {shown(request.player, 80)}: nobody in {file.name} is called so, but {some}"
