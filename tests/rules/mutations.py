"""The tests of the rules can fail: break a rule in the program, and the tests that are about it must break.

A mutation is one fault in the code under test, a check a test from this folder that must not survive it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from euchre_env import IllegalAction, actions, match

Check = Callable[[], None]
Mutation = Callable[[pytest.MonkeyPatch], None]


def forget() -> None:
    """Nothing made from broken code may outlive it, nothing made before may hide it."""
    actions.actions_of.cache_clear()
    actions.spelled_calls.cache_clear()
    match.two_sides.cache_clear()


def must_break(monkeypatch: pytest.MonkeyPatch, mutation: Mutation, checks: list[Check]) -> None:
    """Every check holds as long as the rule is whole, and fails once it is broken."""
    for check in checks:
        check()
    with monkeypatch.context() as patch:
        mutation(patch)
        forget()
        for check in checks:
            with pytest.raises((AssertionError, IllegalAction)):
                check()
    forget()


def named(mutations: list[tuple[Mutation, list[Check]]]) -> list[object]:
    """The mutations as parameters of a test, each by its name."""
    return [pytest.param(mutation, checks, id=mutation.__name__) for mutation, checks in mutations]
