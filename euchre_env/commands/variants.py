"""List the games, or show one page about one of them: rules in short, options, decisions, actions, observation."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator

from euchre_env.rules import OPTIONS, Rules
from euchre_env.scripts import KINDS
from euchre_env.spelling import spelled
from euchre_env.variants import PRESETS, rules_for
from euchre_env.vector import VectorEuchre

# What is decided, by kind; kinds that a game never asks for are not shown.
DECISIONS = {
    "make": "accept the turn-up suit, name another one, or pass (M1, M2, M5)",
    "discard": "the dealer who took the turn-up puts a card away (P6)",
    "play": "a card to the trick (P1)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `variants`."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the game to show (default: list all)")


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the page."""
    if arguments.name is None:
        for name, preset in PRESETS.items():
            print(f"{name:24s}{preset.about} (rule book, {preset.section})")
    else:
        for line in page(rules_for(arguments.name)):
            print(line)
    return 0


def page(rules: Rules) -> Iterator[str]:
    """The lines of a page about a game; numbers in brackets are statements of the rule book."""
    preset = PRESETS[rules.variant]
    tables = VectorEuchre(rules, num_tables=1)
    yield f"{rules.variant}: {preset.about} (rule book, {preset.section})"
    yield from _section("Rules", *_rules_in_short(rules))
    yield from _section(
        "Options (value, statements)",
        *(f"{name:24s}{spelled(value):30s}{OPTIONS[name].statements}" for name, value in rules.options().items()),
    )
    kinds = [kind for kind in KINDS if f"kind[{kind}]" in tables.layout.names]
    yield from _section("Decisions", *(f"{kind:10s}{DECISIONS[kind]}" for kind in kinds))
    calls = [name for name in tables.actions.names if not name.startswith("card[")]
    cards = tables.actions.names[: rules.pack]
    yield from _section(
        f"Actions: {tables.num_actions}",
        f"0-{rules.pack - 1}: a card, seen from trumps: {cards[0]}, ..., {cards[-1]}",
        *_wrapped(f"{rules.pack}-{tables.num_actions - 1}: {', '.join(calls)}"),
    )
    yield from _section(
        f"Observation: {tables.layout.size} bits in {tables.layout.words} words of 64",
        *(f"{block.start:5d}-{block.stop - 1:<6d}{name}" for name, block in tables.layout.blocks.items()),
    )


def _section(title: str, *lines: str) -> Iterator[str]:
    yield ""
    yield title
    yield from (f"  {line}".rstrip() for line in lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, shutil.get_terminal_size((100, 24)).columns - 4, subsequent_indent="  ")


def _rules_in_short(rules: Rules) -> Iterator[str]:
    """What is dealt, made, played for and won, a line each."""
    seating = "partners sit opposite" if rules.players == 4 else "each for himself"
    joker = "Joker, " if rules.pack % 2 else ""
    discarded = "any of his six cards" if rules.may_discard_turnup else "one of his own five"
    yield f"{rules.players} players, {seating}; {rules.pack} cards (C1), {rules.hand_size} a seat, one turned up"
    yield f"trumps from the top: {joker}right bower, left bower, A K Q 10 9 ... (C3, C5)"
    yield "first round: accept the suit turned up, or pass (M1); second round: name another suit, or pass (M2)"
    yield "the dealer may not pass in the second round (M3)" if rules.stick_the_dealer else "all pass twice: void (M3)"
    yield f"the dealer who takes the turn-up discards {discarded} (P6)"
    if rules.lone_hands:
        yield "the maker may play alone, his partner sits out (M5, P5)"
    yield "follow suit if you can (P1); who wins a trick leads the next (P2); the first seat in play left of the dealer"
    yield f"  opens (P3{'' if rules.lone_lead == 'first_active_left_of_dealer' else ', lone_lead'})"
    yield from _points_in_short(rules)
    yield from _match_in_short(rules)


def _points_in_short(rules: Rules) -> Iterator[str]:
    euchred = "each of the others 2" if rules.players == 3 else "the others 2"
    if rules.euchre_mode == "set_back":
        euchred = "the maker loses 2"
    section = PRESETS[rules.variant].section
    yield f"the makers' tricks: 3 or 4 count 1, all five {rules.march_points}; fewer than 3: {euchred} ({section})"
    if rules.lone_hands:
        alone, euchre = rules.lone_march_points, rules.lone_euchre_points
        yield f"the maker alone: all five {alone}; fewer than 3: the others {euchre} (4.3, A7)"


def _match_in_short(rules: Rules) -> Iterator[str]:
    games = "one game" if rules.match_games == 1 else f"{rules.match_games} games"
    yield f"{rules.target} points win a game, {games} the match (section 8)"
    if rules.players == 3 and rules.euchre_mode == "award":
        tie = "both win" if rules.tie_rule == "both_win" else "the elder wins"
        yield f"two who reach it in one deal: {tie} (4.2)"
