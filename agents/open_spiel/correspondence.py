"""How a deal of OpenSpiel's euchre and one of ours tell each other.

It is the same game: 24 cards, the dealer is stuck, and does not put the turn-up away again. The order of two decisions
differs. Who makes it says here at once whether he plays alone; there he is asked when the dealer has discarded. And the
dealer whose partner plays alone lays his cards down as they are (P7), while there he discards first; it makes no
difference to the play.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.errors import AgentError
from euchre_env import Deal, Table, VectorEuchre, rules_for

try:
    import pyspiel
except ImportError:  # an optional extra: nothing breaks without it until it is asked for
    pyspiel = None

RULES = rules_for("four_handed", pack=24, stick_the_dealer=True, may_discard_turnup=False)
"""OpenSpiel's game, as we call it."""

CARDS = [rank + suit for rank in "9TJQKA" for suit in "CDHS"]
"""The cards by OpenSpiel's numbers."""
SUITS = "CDHS"
PASS, TRUMP_IS, ALONE, WITH_PARTNER = 24, 25, 29, 30
"""Its calls; `TRUMP_IS` and the number of the suit makes trump."""
FIRST_DECISION = 22  # of a history: who deals, twenty cards and the turn-up come before

State = Any  # pyspiel.State
Bot: Any = pyspiel.Bot if pyspiel else object


class MissingOpenSpielError(ValueError):
    """OpenSpiel was asked for and is not installed; the message says how to get it."""


def require_open_spiel() -> None:
    """Make sure that OpenSpiel is there.

    Raises:
        MissingOpenSpielError: it is not.
    """
    if pyspiel is None:
        raise MissingOpenSpielError("OpenSpiel's bots and tables need it: pip install 'euchre-env[openspiel]'")


def is_about_alone(state: State) -> bool:
    """Whether the maker is asked if he plays alone: a decision that is none of its own here."""
    return bool(state.legal_actions() == [ALONE, WITH_PARTNER])


def state_of(table: Table) -> State:
    """OpenSpiel's state where our table stands: the same deal, the same decisions.

    Raises:
        AgentError: the table is of another game; MissingOpenSpielError: OpenSpiel is not installed.
    """
    require_open_spiel()
    check_game(table.rules.options() | {"players": table.rules.players})
    state = pyspiel.load_game("euchre").new_initial_state()
    state.apply_action(table.dealer)
    for k in range(20):
        state.apply_action(CARDS.index(table.deal.hands[(table.dealer + k) % 4][k // 4]))
    state.apply_action(CARDS.index(table.deal.upcard or ""))
    told = Table(RULES, table.deal, table.dealer)
    for _, action in table.actions:
        _follow(state, told, action)
    return state


def check_game(options: dict[str, Any]) -> None:
    """That rule options, and the number of players, are those of OpenSpiel's game; what a match is played to is not.

    Raises:
        AgentError: one differs.
    """
    ours = RULES.options() | {"players": RULES.players}
    for name in ours:
        if name not in ("target", "match_games") and options.get(name) != ours[name]:
            raise AgentError(f"OpenSpiel's euchre has {name}={ours[name]}, and here it is {options.get(name)}")


def call_number(call: str, table: Table) -> int:
    """OpenSpiel's number of a call of ours, spelled as in records; playing alone is not in it."""
    if call == "pass":
        return PASS
    suit = (table.deal.upcard or "")[1] if call.startswith("order_up") else call.removesuffix("_alone")[-1]
    return TRUMP_IS + SUITS.index(suit)


def call_name(number: int, table: Table) -> str:
    """The call of ours that a number of OpenSpiel's makes, without playing alone."""
    if number == PASS:
        return "pass"
    suit = SUITS[number - TRUMP_IS]
    return "order_up" if suit == (table.deal.upcard or "")[1] else f"name_{suit}"


def _follow(state: State, table: Table, action: str) -> None:
    """A decision here is taken there; whether somebody plays alone is told when it is asked."""
    kind = table.kind
    number = call_number(action, table) if kind == "make" else CARDS.index(action.rpartition("_")[2])
    state.apply_action(number)
    table.step(action)
    made = next((call for _, call in table.actions if call.startswith(("order", "name"))), "")
    if kind == "make" and made and table.kind == "play" and not is_about_alone(state):  # P7: there he discards
        state.apply_action(state.legal_actions()[0])
    if is_about_alone(state):
        state.apply_action(ALONE if made.endswith("_alone") else WITH_PARTNER)


def table_of(state: State, alone: bool = False) -> Table:
    """Our table where OpenSpiel's state stands, at a decision that there is here too.

    Args:
        alone: whether who has made it plays alone, where that has not been told yet: he knows it himself.
    """
    dealer, *cards = state.history()[:FIRST_DECISION]
    names = [CARDS[number] for number in cards]
    hands = [tuple(names[k] for k in range(20) if (dealer + k) % 4 == seat) for seat in range(4)]
    stock = tuple(card for card in CARDS if card not in names)
    table = Table(RULES, Deal(tuple(hands), names[20], stock), dealer)
    decisions = state.history()[FIRST_DECISION:]
    told = next((number == ALONE for number in decisions if number in (ALONE, WITH_PARTNER)), alone)
    for number in decisions:
        if table.kind == "make":
            call = call_name(number, table)
            table.step(call + "_alone" * (told and call != "pass"))
        elif number < PASS and f"{table.kind}_{CARDS[number]}" in table.legal:  # P7: not the discard that is none here
            table.step(f"{table.kind}_{CARDS[number]}")
    return table


def tables_at(table: Table) -> VectorEuchre:
    """The same table where it can be observed."""
    tables = VectorEuchre(table.rules)
    tables.reset(records=[table.record()])
    for _, action in table.actions:
        tables.step(np.array([tables.parse_action(0, action)]))
    return tables
