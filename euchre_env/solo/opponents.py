"""Who plays the other seats of a game in which one seat is a learner's.

Opponents are given as objects or callables; of names there is only "random": what others mean is known on the other
side of the imports, which run one way. Shapes: n decisions, A actions, F observation bits, S seats.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

import euchre_env.checks as checks
from euchre_env.actions import IllegalAction
from euchre_env.rules import Rules
from euchre_env.spelling import shown
from euchre_env.variants import rules_for, variants


class Opponent(Protocol):
    """Answers n decisions at n different tables in one call.

    `act(observation uint8 [n, F], action_mask int8 [n, A], rng)` returns legal actions, integers [n]. It draws from
    `rng` only, so that the same seed gives the same play.
    """

    def act(  # noqa: D102  the protocol's docstring says it
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.integer[Any]]: ...


Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], int]
"""One decision: observation uint8 [F] and action_mask int8 [A] to a legal action."""

RANDOM = "random"
NOTHING = np.zeros((0, 0), np.uint8)  # what an opponent is shown that does not look

Given = Opponent | Policy | Literal["random"] | None
"""An opponent as a user gives it; "random", or None, plays uniformly at random."""

GivenAll = Given | list[Given] | tuple[Given, ...]
"""One opponent for all other seats, or a list of one each."""


class UniformlyRandom:
    """Every legal action is as likely as any other."""

    def act(
        self,
        observation: NDArray[np.uint8],  # noqa: ARG002  what it sees does not matter to it
        action_mask: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.intp]:
        """Legal actions, intp [n].

        >>> UniformlyRandom().act(np.zeros((2, 0), np.uint8), np.eye(3, dtype=np.int8)[1:], np.random.default_rng(0))
        array([1, 2])
        """
        drawn = rng.random(len(action_mask)) * action_mask.sum(axis=1)
        return (action_mask.cumsum(axis=1) > drawn[:, None]).argmax(axis=1)


class OneByOne:
    """A policy for single decisions as an opponent."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def act(
        self,
        observation: NDArray[np.uint8],
        action_mask: NDArray[np.int8],
        rng: np.random.Generator,  # noqa: ARG002  a policy of this kind has its own
    ) -> NDArray[np.intp]:
        """Its actions, intp [n].

        Raises:
            ValueError: the policy gives something else than a whole number.
        """
        chosen = [self.policy(bits, mask) for bits, mask in zip(observation, action_mask, strict=True)]
        try:
            return np.array([operator.index(action) for action in chosen], np.intp)
        except (TypeError, OverflowError):
            raise ValueError(f"{shown(chosen)}: actions must be whole numbers") from None


class Opponents:
    """The other seats of one game.

    Args:
        rules: the game.
        given: one opponent for all other seats, or a list of S - 1, counted from the learner's left as observations
            count (in the games for four the second is the partner).

    Raises:
        ValueError: something among them is no opponent, or there is another number of them.
    """

    def __init__(self, rules: Rules, given: GivenAll) -> None:
        others = rules.players - 1
        each = list(given) if isinstance(given, list | tuple) else [given] * others
        each = [None if isinstance(opponent, str) and opponent == RANDOM else opponent for opponent in each]
        if len(each) != others:
            raise ValueError(f"{len(each)} opponents: {rules.variant} takes one for all other seats, or {others}")
        one_of_a_kind = {id(opponent): opponent for opponent in each}
        self._opponents = [_opponent(opponent, rules) for opponent in one_of_a_kind.values()]
        numbers = [list(one_of_a_kind).index(id(opponent)) for opponent in each]
        self._number = np.array([-1, *numbers])  # int [S]: which of them it is, by steps to the learner's left

    def decide(
        self,
        steps: NDArray[np.integer[Any]],
        action_mask: NDArray[np.int8],
        observe: Callable[[NDArray[np.intp]], NDArray[np.uint8]],
        rng: np.random.Generator,
    ) -> NDArray[np.intp]:
        """Legal actions, intp [n], of the seats so many steps to the learner's left, int [n] from 1 to S - 1.

        Args:
            action_mask: int8 [n, A]
            observe: gives the observations uint8 [k, F] of k of the decisions, for opponents that look at them.
            rng: what opponents draw from.

        Raises:
            IllegalAction: an opponent has chosen an action that is not legal.
            ValueError: an opponent gives something else than n whole numbers.
        """
        actions, number = np.zeros(len(steps), np.intp), self._number[steps]
        for k, opponent in enumerate(self._opponents):
            rows = np.flatnonzero(number == k)
            if rows.size:
                unseen = isinstance(opponent, UniformlyRandom)
                answer = opponent.act(NOTHING if unseen else observe(rows), action_mask[rows], rng)
                actions[rows] = _checked(answer, action_mask[rows], opponent)
        return actions


def check_seat(seat: int | None, rules: Rules) -> int | None:
    """The learner's seat; None: another one in every episode.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is not None and not checks.is_index(seat, rules.players):
        raise ValueError(f"seat={shown(seat)}: must be a seat from 0 to {rules.players - 1}, or None")
    return None if seat is None else int(seat)


def _opponent(given: Any, rules: Rules) -> Opponent:
    """What a user gives, as it is asked."""
    if given is None:
        return UniformlyRandom()
    if isinstance(given, str):
        agent = f"from agents.registry import load_agent; opponents=load_agent({shown(given)}, {_as_made(rules)})"
        raise ValueError(f"opponent {shown(given)}: by name there is only {shown(RANDOM)}; give the agent: {agent}")
    if isinstance(given, type):
        raise ValueError(f"opponent {given.__name__}: a class; give one of its objects")
    if hasattr(given, "act"):
        return given
    if callable(given):
        return OneByOne(given)
    raise ValueError(f"opponent {shown(given)}: must have `act`, be a function of observation and mask, or be None")


def _as_made(rules: Rules) -> str:
    """The rules as a user makes them."""
    preset = rules_for(rules.variant).options() if rules.variant in variants() else {}
    changed = [f"{name}={value!r}" for name, value in rules.options().items() if value != preset.get(name)]
    return f"euchre_env.rules_for({', '.join([shown(rules.variant), *changed])})"


def _checked(answer: Any, action_mask: NDArray[np.int8], opponent: Opponent) -> NDArray[np.integer[Any]]:
    """The actions of an opponent, each of them legal."""
    name = type(opponent.policy if isinstance(opponent, OneByOne) else opponent).__name__
    try:
        actions = checks.check_actions(answer, len(action_mask))
    except ValueError as error:
        raise ValueError(f"opponent {name}: {error}") from None
    inside = (actions >= 0) & (actions < action_mask.shape[1])
    legal = inside & (action_mask[np.arange(len(actions)), np.where(inside, actions, 0)] == 1)
    if not legal.all():
        row = int(legal.argmin())
        allowed = ", ".join(map(str, np.flatnonzero(action_mask[row]).tolist()))
        raise IllegalAction(f"opponent {name}: action {actions[row]} is not legal; legal: {allowed}")
    return actions
