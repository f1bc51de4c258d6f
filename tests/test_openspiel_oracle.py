"""OpenSpiel's euchre, an independent program, as a witness: 24 cards, the dealer stuck, the turn-up not discarded.

It differs in form only: there the dealer discards before the maker is asked whether he plays alone, and so he does for
a partner who then plays alone (P7: here he lays down his hand as it is, which makes no difference to the play).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from euchre_env import Deal, Table, VectorEuchre, rules_for
from euchre_env.deals import dealer_of

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

CARDS = [rank + suit for rank in "9TJQKA" for suit in "CDHS"]  # by OpenSpiel's number
PASS, TRUMP_IS, ALONE, WITH_PARTNER = 24, 25, 29, 30
RULES = rules_for("four_handed", pack=24, stick_the_dealer=True, may_discard_turnup=False)


def dealt(game: Any, deal: Deal, dealer: int) -> Any:
    """OpenSpiel's state after the same deal: it draws the dealer, a card for each seat from his, and the turn-up."""
    state = game.new_initial_state()
    state.apply_action(dealer)
    for k in range(20):
        state.apply_action(CARDS.index(deal.hands[(dealer + k) % 4][k // 4]))
    state.apply_action(CARDS.index(deal.upcard or ""))
    holders = state.card_holder()
    for seat, hand in enumerate(deal.hands):
        assert {card for number, card in enumerate(CARDS) if holders[number] == seat} == set(hand)
    return state


def their_names(state: Any, table: Table) -> set[str]:
    """OpenSpiel's legal actions as our records spell them, without the announcement of lone hands."""
    numbers = state.legal_actions()
    if table.kind != "make":
        return {f"{table.kind}_{CARDS[number]}" for number in numbers}
    assert table.deal.upcard is not None
    names = {TRUMP_IS + k: f"name_{suit}" for k, suit in enumerate("CDHS")} | {PASS: "pass"}
    names[TRUMP_IS + "CDHS".index(table.deal.upcard[1])] = "order_up"
    return {names[number] for number in numbers}


def decide(state: Any, table: Table, action: str) -> None:
    """The same decision here and there; `alone` is said there when it is asked."""
    call = action.removesuffix("_alone")
    if call == "pass":
        state.apply_action(PASS)
    elif table.kind == "make":
        suit = (table.deal.upcard or "")[1] if call == "order_up" else call[-1]
        state.apply_action(TRUMP_IS + "CDHS".index(suit))
    else:
        state.apply_action(CARDS.index(call.partition("_")[2]))
    table.step(action)
    told = table.actions[-2][1] if table.actions[-1][1].startswith("discard") else action
    if state.legal_actions() == [ALONE, WITH_PARTNER]:
        state.apply_action(ALONE if told.endswith("_alone") else WITH_PARTNER)
    elif table.kind == "play" and action.endswith("_alone") and call == "order_up":  # P7: nobody discards here
        state.apply_action(state.legal_actions()[0])
        state.apply_action(ALONE)


def compare(deal: Deal, dealer: int, rng: np.random.Generator) -> Table:
    """One deal played at random in both programs."""
    state, table = dealt(pyspiel.load_game("euchre"), deal, dealer), Table(RULES, deal, dealer)
    while not table.over:
        assert not state.is_terminal()
        assert state.current_player() == table.seat, table.record()
        assert their_names(state, table) == {name.removesuffix("_alone") for name in table.legal}, table.record()
        # M5: whoever makes it may do so alone.
        assert all(
            f"{name}_alone" in table.legal
            for name in table.legal
            if name.startswith(("order", "name")) and name[-1] != "e"
        )
        passes = "pass" in table.legal and rng.random() < 0.6
        decide(state, table, "pass" if passes else table.legal[rng.integers(len(table.legal))])
    assert state.is_terminal()
    assert table.result is not None
    ours, theirs = table.result["points"]
    assert state.returns() == [ours - theirs, theirs - ours] * 2, table.record()
    winners = [trick.winner() for trick in state.tricks()]
    assert [winners.count(seat) for seat in range(4)] == table.tricks, table.record()
    return table


def test_openspiel_agrees() -> None:
    """Seat to move, legal actions, tricks, points: 3,000 deals, all ways to make trump among them."""
    count, dealer = 3000, dealer_of(RULES, 1)
    columns, rng, made = (
        dealer(np.zeros(count, np.uint64), np.arange(count)),
        np.random.default_rng(1),
        dict[str, int](),
    )
    for number in range(count):
        table = compare(dealer.deal_of(columns[:, number], number % 4), number % 4, rng)
        call = next(action for _, action in table.actions if action != "pass")
        by_partner = table.result is not None and table.result["maker"] == (table.dealer + 2) % 4
        kind = call.replace("name_", "name").rstrip("CDHS") + " by the dealer's partner" * by_partner
        made[kind] = made.get(kind, 0) + 1
    assert (
        min(made.get(f"order_up{alone}{by}", 0) for alone in ("", "_alone") for by in ("", " by the dealer's partner"))
        > 50
    )


def test_openspiel_agrees_with_many_tables() -> None:
    """The same of the vectorised engine: what its tables tell of their deals, OpenSpiel plays to the same end."""
    tables, rng, seen = VectorEuchre(RULES, num_tables=50, seed=2, episode="deal"), np.random.default_rng(2), 0
    while seen < 500:
        mask = tables.action_mask
        _, deal_over, _ = tables.step((mask * rng.random(mask.shape)).argmax(1))
        for at in np.flatnonzero(deal_over):
            record = tables.finished_record(int(at))
            deal = Deal(
                tuple(tuple(hand.split()) for hand in record["hands"]), record["upcard"], tuple(record["stock"].split())
            )
            state, table = (
                dealt(pyspiel.load_game("euchre"), deal, record["dealer"]),
                Table(RULES, deal, record["dealer"]),
            )
            for seat, action in record["actions"]:
                assert state.current_player() == seat
                decide(state, table, action)
            assert state.is_terminal()
            ours, theirs = tables.points[at].tolist()
            assert state.returns() == [ours - theirs, theirs - ours] * 2
            seen += 1
