"""An agent of the user's own, by the name of its class: `my_agents:Careful` on a command line.

Naming it runs its code, so it is for people at a keyboard alone: settings, which may be a stranger's, cannot name one.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.errors import AgentError
from euchre_env import Rules

FORM = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")

BUILT_IN = ("random", "rule", "pimc", "search")
"""No modules, before a colon."""


def names_a_class(name: str) -> bool:
    """Whether a name has the form `module:Class`.

    >>> names_a_class("my_agents:Careful"), names_a_class("search:pretrained"), names_a_class("runs/first")
    (True, False, False)
    """
    return FORM.fullmatch(name) is not None and name.partition(":")[0] not in BUILT_IN


class OwnAgent:
    """An object of the user's class, checked at every answer.

    The class is called with the `Rules` of the game, or with nothing if it takes nothing, and its objects have the
    method `act` of an `Agent`. A `hash` is theirs to give; otherwise it is that of the module's file.

    Args:
        name: `module:Class`; modules are looked for in the current folder, too.
        rules: the game.

    Raises:
        AgentError: there is no such class, its objects cannot act, or its code fails.
    """

    def __init__(self, name: str, rules: Rules):
        self.name = name
        module_name, _, class_name = name.partition(":")
        module = self._module(module_name)
        made = getattr(module, class_name, None)
        if not isinstance(made, type):
            there = sorted(key for key, value in vars(module).items() if _acts(value))
            hint = f"it has {', '.join(there)}" if there else "it has no class with a method act"
            raise AgentError(f"{name}: {module_name} has no class {class_name}; {hint}")
        if not _acts(made):
            raise AgentError(f"{name}: the class has no method act(observation, action_mask, rng)")
        with self._failures_told():
            self._agent: Any = made(*[rules] * _takes_rules(made))
        self.hash = str(getattr(self._agent, "hash", None) or _hash_of(module, class_name))

    def act(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.intp]:
        """Its actions, intp [n], for observations uint8 [n, F] and masks int8 [n, A].

        Raises:
            AgentError: its code fails, or it answers with something else than a legal action for every row.
        """
        with self._failures_told():
            given = np.asarray(self._agent.act(observation, action_mask, rng))
        n, num_actions = action_mask.shape
        if given.shape != (n,) or given.dtype.kind not in "iu":
            answered = f"{given.dtype} {list(given.shape)}"
            raise AgentError(f"{self.name}: act must return one whole number a row, intp [{n}], not {answered}")
        legal = (given >= 0) & (given < num_actions)
        legal[legal] = action_mask[np.flatnonzero(legal), given[legal]] > 0
        if not legal.all():
            row = int(np.argmin(legal))
            right = ", ".join(map(str, np.flatnonzero(action_mask[row])))
            raise AgentError(f"{self.name}: act chose {given[row]} in row {row}, where {right} are legal")
        return given.astype(np.intp)

    def _module(self, module_name: str) -> ModuleType:
        """The module, looked for like any other and in the current folder."""
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        with self._failures_told():
            try:
                return import_module(module_name)
            except ModuleNotFoundError as error:
                if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
                    needed = f"{module_name} needs {error.name}, which is not installed"
                    raise AgentError(f"{self.name}: {needed}") from error
                hint = f"; write {self.name.replace('.py:', ':', 1)}" if module_name.endswith(".py") else ""
                said = f"there is no module {error.name} here or among what is installed{hint}"
                raise AgentError(f"{self.name}: {said}") from error

    @contextmanager
    def _failures_told(self) -> Iterator[None]:
        """Within it the user's code runs; what it raises is told with the line where it happened."""
        try:
            yield
        except AgentError:
            raise
        except Exception as error:
            frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
            last = f"{frames[-1].filename}, line {frames[-1].lineno}: " if frames else ""
            if isinstance(error, SyntaxError) and error.filename:
                last = f"{error.filename}, line {error.lineno}: "
            raise AgentError(f"{self.name}: {last}{type(error).__name__}: {error}") from error


def _acts(value: object) -> bool:
    return isinstance(value, type) and callable(getattr(value, "act", None))


def _takes_rules(made: type) -> bool:
    """Whether objects of a class are made from something; one without `__init__` takes nothing."""
    return bool(inspect.signature(made).parameters)


def _hash_of(module: ModuleType, class_name: str) -> str:
    """The SHA-256 of the module's file and the name of the class."""
    path = getattr(module, "__file__", None)
    source = Path(path).read_bytes() if path else b""
    return hashlib.sha256(source + class_name.encode()).hexdigest()
