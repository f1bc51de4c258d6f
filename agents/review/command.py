"""`play.py --review`: files of deals, looked at; a report, and on request everything as JSON and as a page."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from tqdm import tqdm

from agents import console
from agents.arguments import write_json, write_text
from agents.match_chances import refusal
from agents.review.file import GivenFile, ReviewError, read_files
from agents.review.given import GivenDeal
from agents.review.layout import terminal_width
from agents.review.options import Request, request_from
from agents.review.page import page_of
from agents.review.plain import plain
from agents.review.report import report
from agents.review.review import Review
from agents.review.reviewer import ReviewedDeal, Reviewer, reviewer_for
from euchre_env import Rules, Style, shown


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    request = request_from(given)
    found = reviewed(read_files(request.files, request.wants), request)
    try:
        if request.json is not None:
            write_json(request.json, plain(found, request))
        if request.html is not None:
            write_text(request.html, page_of(found, request.costliest))
    finally:  # what was found is told even if it cannot be written
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # names are in any script
        style = Style.of(sys.stdout)
        style = Style(style.unicode and not request.ascii, style.colour)
        print(report(found, request, style, terminal_width()))
    return console.INTERRUPTED if found.unfinished else 0


def reviewed(files: Sequence[GivenFile], request: Request) -> Review:
    """Look at everything that is asked for; after Ctrl-C what was looked at.

    Raises:
        ReviewError: nobody in the files is meant, or a game cannot be judged by the objective.
        AgentError, CheckpointError, MissingCompilerError: the agent cannot be had.
        KeyboardInterrupt: Ctrl-C came before anything was looked at.
    """
    asked = [(deal, seats) for file in files for deal in file.deals if (seats := seats_of(deal, request))]
    if not asked:
        raise ReviewError(nobody(files, request))
    reviewers = reviewers_of([deal for deal, _ in asked], request)
    found: list[ReviewedDeal] = []
    with tqdm(total=len(asked), unit=" deals", desc="review", disable=not sys.stderr.isatty()) as bar:
        try:
            for deal, seats in asked:
                found.append(reviewers[deal.rules].look_at(deal, seats))
                bar.update()
        except KeyboardInterrupt:
            if not found:
                raise
    return Review(files, found, unfinished=len(found) < len(asked))


def reviewers_of(deals: Sequence[GivenDeal], request: Request) -> dict[Rules, Reviewer]:
    """A reviewer for every game.

    Raises:
        ReviewError: a game cannot be judged by the objective.
        AgentError, CheckpointError, MissingCompilerError: the agent cannot be had.
    """
    games: dict[Rules, GivenDeal] = {}
    for deal in deals:
        games.setdefault(deal.rules, deal)
    for rules, deal in games.items():
        if reason := refusal(request.objective, rules):
            raise ReviewError(f"{deal.title}: --{reason}; take --objective points")
    made = (request.agent, request.worlds, request.seed, request.objective)
    return {rules: reviewer_for(rules, *made) for rules in games}


def seats_of(deal: GivenDeal, request: Request) -> list[int]:
    """The seats whose decisions are asked for."""
    seats = range(deal.rules.players)
    if request.player is not None:
        return [seat for seat in seats if deal.players[seat].casefold() == request.player.casefold()]
    return [seat for seat in seats if request.seat in (None, seat)]


def nobody(files: Sequence[GivenFile], request: Request) -> str:
    """Why nobody is meant."""
    deals = [deal for file in files for deal in file.deals]
    where = files[0].name if len(files) == 1 else "these files"
    if request.seat is not None:
        seats = max(deal.rules.players for deal in deals)
        return f"--seat {request.seat}: the players of {where} have the seats 0 to {seats - 1}"
    players = dict.fromkeys(name for deal in deals for name in deal.players)
    some = ", ".join([*players][:20]) + ", ..." * (len(players) > 20)
    return f"--player {shown(request.player, 80)}: nobody in {where} is called so, but {some}"
