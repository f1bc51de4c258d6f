"""Railroad Euchre for the tests: what is asked, how a deal ended, lone hands that take a known number of tricks.

Like `notation`, this knows the cards by their names alone; the dealer is seat 0 unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from euchre_env import Table, VectorEuchre, deal_cards, rules_for

from .notation import lay, passes, tell

CALLS = ("order_up", "order_up_alone", "pass")  # what may be said of the turn-up


def asked(table: Table) -> tuple[str | None, int | None, tuple[str, ...]]:
    """What the table waits for: kind of decision, seat, every legal action."""
    return table.kind, table.seat, table.legal


def ended(
    table: Table,
    trump: str,
    maker: int,
    tricks: list[int],
    points: list[int],
    *,
    alone: bool = True,
    opposed_by: int | None = None,
    scores: list[int] | None = None,
    games: Sequence[int] = (0, 0),
    winners: Sequence[int] = (),
) -> None:
    """The deal is over with exactly this result; begun at 0-0 and no game won unless the test says otherwise."""
    assert asked(table) == (None, None, ())
    assert table.result == {
        "trump": trump,
        "maker": maker,
        "alone": alone,
        "opposed_by": opposed_by,
        "tricks": tricks,
        "points": points,
        "scores": points if scores is None else scores,
        "games": list(games),
        "winners": list(winners),
    }


def made(table: Table, maker: int, call: str) -> Table:
    """The same table, all before the maker have passed: "order_up..." in the first round, "name_..." in the second."""
    order = (maker - table.dealer - 1) % 4
    return tell(passes(table, order + 4 * call.startswith("name")), f"{maker} {call}")


def to_the_play(table: Table, opposer: int | None = None) -> Table:
    """On to the first lead: nobody asks for a best card or announces anything, `opposer` alone opposes alone."""
    while table.kind not in ("play", "call", None):
        if table.kind == "oppose":
            table.step("oppose_alone" if table.seat == opposer else "defend")
        else:
            table.step(next((call for call in ("pat", "take_up", "play_on") if call in table.legal), table.legal[0]))
    return table


def play_out(table: Table) -> Table:
    """The play to its end: everybody puts down the card his partner gave him, then the first that the test named."""
    place = {card: k for hand in table.deal.hands for k, card in enumerate(hand)} | {table.deal.upcard: 5}
    place |= {action.removeprefix("best_"): -1 for _, action in table.actions if action.startswith("best_")}
    while not table.over:
        assert table.kind in ("play", "call"), f"{table.kind} is asked during the play"
        table.step(min(table.legal, key=lambda action: place[action.split("_")[1]]))
    return table


def lone_hand(tricks: int, variant: str = "railroad", stopped_by: int = 0, **options: Any) -> Table:
    """The eldest has named spades alone in the second round; without an exchange, `play_out` gives him so many tricks.

    He leads that many trumps, the 9 of diamonds next. `stopped_by`, 0 or 2, takes it with a diamond and all the rest,
    whether the other adversary plays or not. The eldest's partner has the trumps that the eldest lacks.
    """
    trumps, losers = ["JK", "JS", "JC", "AS", "QS"], ["9D", "QH", "9C", "TC", "TH"]
    eldest, partner = trumps[:tricks] + losers[: 5 - tricks], losers[5 - tricks :] + trumps[tricks:]
    adversaries = ("TD JD QD KD AD", "AC KC QC AH KH")
    dealer, across = adversaries if stopped_by == 0 else adversaries[::-1]
    return made(lay(variant, "9H", dealer, " ".join(eldest), across, " ".join(partner), **options), 1, "name_S_alone")


def at_random(variant: str, number: int, **options: Any) -> Iterator[Table]:
    """A deal played with random legal actions: the table before each decision and at the end."""
    rules = rules_for(variant, **options)
    dealer = number % 4
    table = Table(rules, deal_cards(rules, seed=11, table=0, number=number, dealer=dealer), dealer)
    draw = np.random.default_rng(number)
    yield table
    while not table.over:
        table.step(table.legal[int(draw.integers(len(table.legal)))])
        yield table


def observed(table: Table) -> bytes:
    """All that the seat to decide is told by its observation when the deal has come to this point."""
    tables = VectorEuchre(table.rules, num_tables=1, seed=0)
    tables.reset(records=[table.record()])
    for _, action in table.actions:
        tables.step([tables.parse_action(0, action)])
    assert int(tables.seat[0]) == table.seat
    return bytes(tables.observe()[0].tobytes())
