"""From scripts to tables: walk every state a deal can reach, merge those that nobody can tell apart, number the
transitions.

A state is a scene, what it remembers and the answers it has heard. Every answer is tried in every state; the run of the
script up to its next question is the transition. The result drives many tables at once (`engine`) without a rule in
sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from euchre_env.contract import VOID, Contract, deal_points, makers
from euchre_env.rules import Rules
from euchre_env.scripts import CARD_KINDS, DEAL_OVER, KINDS, Ask, Effect, Settled, Taken, Then, making

Key = tuple[str, tuple[Any, ...], tuple[int, ...]]


class Transition(NamedTuple):
    """One answer in one state: the state it leads to and what happens on the way."""

    target: int
    effects: tuple[Effect | Settled | Taken, ...]
    deal_over: bool


class State(NamedTuple):
    """A decision and, by answer, where it leads. An answer is a call number, or whether the card beats the trick."""

    ask: Ask
    moves: dict[int, Transition]


# ---- walking ---------------------------------------------------------------------------------------------------------


def advance(
    rules: Rules, then: Then, answers: tuple[int, ...]
) -> tuple[Then, tuple[int, ...], Ask | None, tuple[Any, ...]]:
    """Run a scene, and those that follow without a question, to where it has heard `answers` and asks again.

    Returns (the scene it stands in, the answers heard there, what it asks or None at the deal's end, the effects since
    the last answer).
    """
    effects: list[Any] = []
    while then != DEAL_OVER:
        script, heard, answer = then.scene(rules, *then.memory), 0, None
        try:
            while True:
                step = script.send(answer)  # type: ignore[arg-type]  # a generator starts with None
                answer = None
                if not isinstance(step, Ask):
                    effects.append(step)
                elif heard == len(answers):
                    return then, answers, step, tuple(effects)
                else:
                    answer, heard = answers[heard], heard + 1
                    effects.clear()
        except StopIteration as end:
            then, answers = end.value, ()
    return then, (), None, tuple(effects)


def possible_answers(ask: Ask) -> tuple[int, ...]:
    """The calls; of a card, whether it beats the trick, which the first card to lie on the table always does."""
    if ask.calls is not None:
        return ask.calls
    return (1,) if ask.opens else (0, 1)


def walk(rules: Rules) -> list[State]:
    """Every state a deal can reach; state 0 is its beginning, and where the end of a deal leads."""
    number: dict[Key, int] = {}
    states: list[State] = []
    places: list[tuple[Then, tuple[int, ...]]] = []

    def enter(then: Then, answers: tuple[int, ...]) -> Transition:
        then, answers, ask, effects = advance(rules, then, answers)
        if ask is None:
            return Transition(0, effects, True)
        key = (then.scene.__name__, then.memory, answers)
        if key not in number:
            number[key] = len(states)
            states.append(State(ask, {}))
            places.append((then, answers))
        return Transition(number[key], effects, False)

    enter(Then(making), ())
    for here, (then, answers) in enumerate(places):  # `places` grows as we walk
        for answer in possible_answers(states[here].ask):
            states[here].moves[answer] = enter(then, (*answers, answer))
    return states


def minimise(states: list[State]) -> list[State]:
    """Merge the states that nobody can tell apart, now or later (partition refinement; state 0 stays state 0)."""
    asks: dict[Ask, int] = {}
    part = [asks.setdefault(state.ask, len(asks)) for state in states]
    while True:
        classes: dict[Any, int] = {}
        refined = [
            classes.setdefault(
                (
                    part[i],
                    tuple((answer, move._replace(target=part[move.target])) for answer, move in state.moves.items()),
                ),
                len(classes),
            )
            for i, state in enumerate(states)
        ]
        if len(classes) == len(set(part)):
            break
        part = refined
    merged: dict[int, State] = {}
    for i, state in enumerate(states):
        if refined[i] not in merged:
            moves = {answer: move._replace(target=refined[move.target]) for answer, move in state.moves.items()}
            merged[refined[i]] = State(state.ask, moves)
    return [merged[i] for i in range(len(merged))]


# ---- compiling -------------------------------------------------------------------------------------------------------

# The word of a transition: the seat asked in bits 0-2, then what happens and what the state entered is.
NAMES, TAKES, ENDS = 1 << 3, 1 << 4, 1 << 5  # a suit is named; the turn-up is taken; the deal is over
CARD, OPENS = 1 << 6, 1 << 7  # a card is due; nothing lies on the table
SHOWN, TRICK_SHIFT = 1 << 8, 9  # a card is played, not put away, and to which trick: its number less one in three bits
# The tally of a deal: three bits of tricks a seat, then the same again, so that a shift turns them to any seat; the
# contract.
TRICK_BITS, CONTRACT_SHIFT = 3, 48
EFFECT_FLAGS = {Effect.NAME_SUIT: NAMES, Effect.TAKE_TURN_UP: TAKES}


class Tables(NamedTuple):
    """The automaton as arrays. T transitions are numbered row by row: `goto[transition] + input` is the next one.

    Transition 0 is the beginning of the first deal. The input is 0 or 1 for a card (whether it beats), else the call.
    """

    goto: NDArray[np.intp]  # [T] first transition of the state entered
    word: NDArray[np.uint32]  # [T] the flags above
    calls: NDArray[np.uint64]  # [T] legal calls of the state entered, one bit each; 0 where a card is due
    tally: NDArray[np.uint64]  # [T] what the deal's tally gains: a trick taken, the contract settled
    seat: NDArray[np.uint8]  # [T] who decides in the state entered, from the dealer
    kind: NDArray[np.uint8]  # [T] index into KINDS of the state entered
    points: NDArray[np.int32]  # [side, contract, dealer, makers' tricks] side and dealer absolute
    makers: NDArray[np.uint64]  # [contract * S] the tricks in a tally that are the makers'
    contracts: tuple[Contract, ...]
    asks: tuple[Ask | None, ...]  # [T] the decision of the state entered, None where no transition has this number
    states: int
    transitions: int
    longest_deal: int  # decisions
    shortest_deal: int


@lru_cache(maxsize=64)
def compile_rules(rules: Rules) -> Tables:
    """The tables of a game, made once for each set of rules."""
    states = minimise(walk(rules))
    widths = [2 if state.ask.calls is None else max(state.ask.calls) + 1 for state in states]
    first = (1 + np.concatenate([[0], np.cumsum(widths)])).tolist()
    size = first[-1]
    contracts: dict[Contract, int] = {VOID: 0}
    goto, word = np.zeros(size, np.intp), np.zeros(size, np.uint32)
    calls, tally = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    seat, kind = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    asks: list[Ask | None] = [None] * size

    def write(at: int, move: Transition) -> None:
        ask = states[move.target].ask
        goto[at], seat[at], kind[at], asks[at] = first[move.target], ask.seat, KINDS.index(ask.kind), ask
        calls[at] = sum(1 << call for call in ask.calls or ())
        flags = ask.seat | CARD * (ask.kind in CARD_KINDS) | OPENS * ask.opens | ENDS * move.deal_over
        if ask.known.trick:
            flags |= SHOWN | ask.known.trick - 1 << TRICK_SHIFT
        gain = 0
        for effect in move.effects:
            if isinstance(effect, Taken):
                gain += 1 << TRICK_BITS * effect.seat | 1 << TRICK_BITS * (effect.seat + rules.players)
            elif isinstance(effect, Settled):
                gain += contracts.setdefault(effect.contract, len(contracts)) * rules.players << CONTRACT_SHIFT
            else:
                flags |= EFFECT_FLAGS[effect]
        word[at], tally[at] = flags, gain

    write(0, Transition(0, (), False))
    for state, row in zip(states, first, strict=False):
        for answer, move in state.moves.items():
            write(row + answer, move)
    return Tables(
        goto=goto,
        word=word,
        calls=calls,
        tally=tally,
        seat=seat,
        kind=kind,
        points=points_table(rules, tuple(contracts)),
        makers=makers_table(rules, tuple(contracts)),
        contracts=tuple(contracts),
        asks=tuple(asks),
        states=len(states),
        transitions=sum(len(state.moves) for state in states),
        longest_deal=deal_length(states, max),
        shortest_deal=deal_length(states, min),
    )


def deal_length(states: list[State], pick: Callable[[Iterable[int]], int]) -> int:
    """How many decisions a deal takes at most (`pick` max) or at least (min); no state is met twice in a deal."""

    @cache
    def left(state: int) -> int:
        return 1 + pick(0 if move.deal_over else left(move.target) for move in states[state].moves.values())

    return left(0)


def makers_table(rules: Rules, contracts: tuple[Contract, ...]) -> NDArray[np.uint64]:
    """uint64 [contract * S + any seat]: the tricks in a tally that are the makers'."""
    masks = [sum(7 << TRICK_BITS * seat for seat in makers(rules, contract)) for contract in contracts]
    return np.repeat(np.array(masks, np.uint64), rules.players)


def points_table(rules: Rules, contracts: tuple[Contract, ...]) -> NDArray[np.int32]:
    """int32 [side, contract, dealer, makers' tricks]: the points of each absolute side."""
    shape = (rules.sides, len(contracts), rules.players, rules.hand_size + 1)
    table = np.zeros(shape, np.int32)
    for c, contract in enumerate(contracts):
        for tricks in range(rules.hand_size + 1):
            from_dealer = deal_points(rules, contract, tricks)
            for dealer in range(rules.players):
                table[:, c, dealer, tricks] = [
                    from_dealer[(side - dealer) % rules.sides] for side in range(rules.sides)
                ]
    return table
