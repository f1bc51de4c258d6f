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

from euchre_env.contract import VOID, Contract, deal_points, makers, seat_rewards
from euchre_env.rules import Rules, check_rules
from euchre_env.scripts import (
    CARD_KINDS,
    DEAL_OVER,
    KINDS,
    PLAY_KINDS,
    QUESTIONS,
    Ask,
    Effect,
    Settled,
    Taken,
    Taking,
    Test,
    Then,
    beginning,
)

Key = tuple[str, tuple[Any, ...], tuple[int, ...]]


class Transition(NamedTuple):
    """One answer in one state: the state it leads to and what happens on the way."""

    target: int
    effects: tuple[Effect | Taking | Settled | Taken, ...]
    deal_over: bool


class State(NamedTuple):
    """A decision or a test and, by answer, where it leads. An answer is a call number, or whether the card beats the
    trick, or what the cards say to the test."""

    ask: Ask | Test
    moves: dict[int, Transition]


# ---- walking ---------------------------------------------------------------------------------------------------------


def advance(
    rules: Rules, then: Then, answers: tuple[int, ...]
) -> tuple[Then, tuple[int, ...], Ask | Test | None, tuple[Any, ...]]:
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
                if not isinstance(step, Ask | Test):
                    effects.append(step)
                elif heard == len(answers):
                    return then, answers, step, tuple(effects)
                else:
                    answer, heard = answers[heard], heard + 1
                    effects.clear()
        except StopIteration as end:
            then, answers = end.value, ()
    return then, (), None, tuple(effects)


def possible_answers(ask: Ask | Test) -> tuple[int, ...]:
    """The calls; of a card, whether it beats the trick, which the first card to lie on the table always does."""
    if isinstance(ask, Test):
        return (0, 1)
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

    enter(beginning(rules), ())
    for here, (then, answers) in enumerate(places):  # `places` grows as we walk
        for answer in possible_answers(states[here].ask):
            states[here].moves[answer] = enter(then, (*answers, answer))
    return states


def minimise(states: list[State]) -> list[State]:
    """Merge the states that nobody can tell apart, now or later; state 0 stays state 0.

    No state is met twice in a deal, so what can still come of a state is known once that of its successors is (Revuz
    1992): states that ask the same and whose answers lead to the same are one.
    """
    classes: dict[Any, int] = {}

    @cache
    def class_of(state: int) -> int:
        ask, moves = states[state]
        after = tuple(
            (answer, -1 if move.deal_over else class_of(move.target), move.effects) for answer, move in moves.items()
        )
        return classes.setdefault((ask, after), len(classes))

    first: dict[int, int] = {}  # of each class, the first state in order
    for state in range(len(states)):
        first.setdefault(class_of(state), state)
    number = {of: place for place, of in enumerate(first)}
    return [
        State(
            states[state].ask,
            {
                answer: move._replace(target=number[class_of(move.target)])
                for answer, move in states[state].moves.items()
            },
        )
        for state in first.values()
    ]


# ---- compiling -------------------------------------------------------------------------------------------------------

# The word of a transition: the seat whose cards are meant in bits 0-2, then what happens and what the state entered is.
NAMES, TAKES, BEST, ENDS = (1 << bit for bit in range(3, 7))  # suit named; talon, best card taken; the deal is over
CARD, OPENS, SHOWN = (1 << bit for bit in range(7, 10))  # a card is due; nothing lies on the table; the card is played
TRICK_SHIFT = 10  # to which trick: its number less one in three bits
GIVES, CALLED, STRICT = (1 << bit for bit in range(13, 16))  # the card due goes to the partner; is called; R10 binds
TEST_SHIFT = 16  # a test is due: its number in QUESTIONS plus one in two bits, the higher up where the turn-up counts
TEST = 3 << TEST_SHIFT
# The tally of a deal: three bits of tricks a seat, then the same again, so that a shift turns them to any seat; the
# contract.
TRICK_BITS, CONTRACT_SHIFT = 3, 48
EFFECT_FLAGS = {Effect.NAME_SUIT: NAMES, Effect.TAKE_TALON: TAKES, Effect.TAKE_BEST: BEST}


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
    maker: NDArray[np.int32]  # [contract * S] the seat that made trump, from the dealer; -1 in a void deal
    contracts: tuple[Contract, ...]
    asks: tuple[Ask | Test | None, ...]  # [T] what the state entered asks, None where no transition has this number
    states: int
    transitions: int  # counted over the states: `asks` must have as many
    longest_deal: int  # decisions
    shortest_deal: int


@lru_cache(maxsize=64)
def compile_rules(rules: Rules) -> Tables:
    """The tables of a game, made once for each set of rules."""
    states = minimise(walk(rules))
    widths = [max(state.moves) + 1 for state in states]
    first = (1 + np.concatenate([[0], np.cumsum(widths)])).tolist()
    size = first[-1]
    contracts: dict[Contract, int] = {VOID: 0}
    goto, word = np.zeros(size, np.intp), np.zeros(size, np.uint32)
    calls, tally = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    seat, kind = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    asks: list[Ask | Test | None] = [None] * size

    def write(at: int, move: Transition) -> None:
        ask = states[move.target].ask
        goto[at], seat[at], asks[at] = first[move.target], ask.seat, ask
        flags, gain = state_flags(rules, ask) | ENDS * move.deal_over, 0
        if isinstance(ask, Ask):
            kind[at], calls[at] = KINDS.index(ask.kind), sum(1 << call for call in ask.calls or ())
        for effect in move.effects:
            if isinstance(effect, Taken):
                gain += 1 << TRICK_BITS * effect.seat | 1 << TRICK_BITS * (effect.seat + rules.players)
            elif isinstance(effect, Settled):
                gain += contracts.setdefault(effect.contract, len(contracts)) * rules.players << CONTRACT_SHIFT
            else:
                flags |= EFFECT_FLAGS[effect.what if isinstance(effect, Taking) else effect]
        assert not (flags & TEST and flags & TAKES), "the cards are asked before the talon is taken, or by name"
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
        maker=np.repeat(np.array([contract.maker for contract in contracts], np.int32), rules.players),
        contracts=tuple(contracts),
        asks=tuple(asks),
        states=len(states),
        transitions=sum(len(state.moves) for state in states),
        longest_deal=deal_length(states, max),
        shortest_deal=deal_length(states, min),
    )


def state_flags(rules: Rules, ask: Ask | Test) -> int:
    """What a state is, for the word of the transitions that lead to it."""
    if isinstance(ask, Test):
        return ask.seat | QUESTIONS.index(ask.question) + 1 << TEST_SHIFT
    flags = ask.holder | CARD * (ask.kind in CARD_KINDS) | OPENS * ask.opens
    if ask.kind in PLAY_KINDS:
        flags |= SHOWN | ask.known.trick - 1 << TRICK_SHIFT
    strict = ask.kind == "best" and rules.best_card_mode == "strict"
    return flags | GIVES * (ask.kind == "give") | CALLED * (ask.kind == "call") | STRICT * strict


def deal_length(states: list[State], pick: Callable[[Iterable[int]], int]) -> int:
    """How many decisions a deal takes at most (`pick` max) or at least (min)."""

    @cache
    def left(state: int) -> int:
        ask, moves = states[state]
        return isinstance(ask, Ask) + pick(0 if move.deal_over else left(move.target) for move in moves.values())

    return left(0)


def makers_table(rules: Rules, contracts: tuple[Contract, ...]) -> NDArray[np.uint64]:
    """uint64 [contract * S + any seat]: the tricks in a tally that are the makers'."""
    masks = [sum(7 << TRICK_BITS * seat for seat in makers(rules, contract)) for contract in contracts]
    return np.repeat(np.array(masks, np.uint64), rules.players)


def points_table(rules: Rules, contracts: tuple[Contract, ...]) -> NDArray[np.int32]:
    """int32 [side, contract, dealer, makers' tricks]: the points of each absolute side."""
    tricks = range(rules.hand_size + 1)
    from_dealer = np.array([[deal_points(rules, contract, n) for n in tricks] for contract in contracts], np.int32)
    sides, dealers = np.arange(rules.sides)[:, None], np.arange(rules.players)
    return np.ascontiguousarray(from_dealer.transpose(2, 0, 1)[(sides - dealers) % rules.sides].transpose(0, 2, 1, 3))


def point_differences(rules: Rules) -> tuple[float, ...]:
    """Every value that `seat_rewards` can take for a deal of this game, ascending.

    Raises:
        RulesError: these are no rules.

    >>> from euchre_env.variants import rules_for
    >>> point_differences(rules_for("two_handed"))
    (-2.0, -1.0, 0.0, 1.0, 2.0)
    """
    check_rules(rules)
    outcomes = compile_rules(rules).points.reshape(rules.sides, -1).T
    return tuple(np.unique(seat_rewards(np.unique(outcomes, axis=0))).tolist())
