"""Settings as plain data, from a YAML file or a checkpoint: every name and type is checked, no file is ever opened.

A checkpoint may come from a stranger. So its config never passes through the command line's parser, which knows options
that open files.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import reduce
from typing import Any

from agents.errors import ConfigError
from agents.networks.precision import PRECISIONS
from agents.objectives import OBJECTIVES
from agents.training.config import Config

ADDED_LATER = ("imitation",)
"""Settings that the first checkpoints lack; without them everything is as it was."""


def config_from(settings: Mapping[str, Any]) -> Config:
    """The config that `as_dict` wrote, checked like any other.

    Raises:
        ConfigError: unknown or missing settings, wrong types, or values that make no sense.
        RulesError: rules that make no sense.
    """
    check_settings(settings)
    return _build(Config(), settings, "")


def check_settings(settings: object) -> None:
    """That all names are known and all values of the right type; settings may be missing.

    Raises:
        ConfigError: one is not.
    """
    _check(settings, Config(), "")


def expected(name: str) -> str:
    """What a setting must be, in words.

    >>> expected("ppo.epochs"), expected("ppo")
    ('a whole number', 'set one by one: --ppo.learning_rate, ...')
    """
    like: Any = reduce(getattr, name.split("."), Config())
    if is_dataclass(like):
        return f"set one by one: --{name}.{fields(like)[0].name}, ..."
    return _refusal(name, like, object()) or "something else"


def _build(default: Any, settings: Mapping[str, Any], prefix: str) -> Any:
    """A dataclass like `default` with all its fields out of `settings`."""
    made: dict[str, Any] = {}
    for name in (field.name for field in fields(default)):
        like = getattr(default, name)
        if name not in settings and prefix + name in ADDED_LATER:
            made[name] = like
            continue
        if name not in settings:
            raise ConfigError(f"{prefix}{name} is missing")
        value = settings[name]
        if is_dataclass(like):
            value = _build(like, value, f"{prefix}{name}.")
        elif isinstance(like, float):
            value = float(value)
        elif isinstance(value, list):
            value = tuple(value)
        made[name] = value
    try:
        return type(default)(**made)
    except ConfigError:
        raise
    except ValueError as error:
        raise ConfigError(str(error)) from error


def _check(settings: object, default: Any, prefix: str) -> None:
    place = prefix.rstrip(".") or "settings"
    if not isinstance(settings, Mapping):
        raise ConfigError(f"{place} must be keys and values, not {shown(settings)}")
    known = [field.name for field in fields(default)]
    for name, value in settings.items():
        if name not in known:
            nearest = difflib.get_close_matches(str(name), known, n=1)
            hint = f"did you mean {prefix}{nearest[0]}?" if nearest else f"known are {', '.join(known)}"
            raise ConfigError(f"unknown setting {prefix + str(name)!r}; {hint}")
        like = getattr(default, name)
        if is_dataclass(like):
            _check(value, like, f"{prefix}{name}.")
        elif wanted := _refusal(prefix + name, like, value):
            raise ConfigError(f"{prefix}{name} must be {wanted}, not {shown(value)}")
        elif isinstance(like, dict):
            for option, chosen in value.items():
                if not isinstance(chosen, str | int | None):
                    wanted = "a word, a whole number, true, false or null"
                    raise ConfigError(f"{prefix}{name}.{option} must be {wanted}, not {shown(chosen)}")


def _refusal(name: str, like: object, value: object) -> str | None:
    """What a setting must be, if `value` is not of that kind."""
    if name == "processes":
        return None if type(value) is int or value == "auto" else "a whole number or auto"
    if name == "precision":
        return None if value in ("auto", *PRECISIONS) else " or ".join(("auto", *PRECISIONS))
    if name == "objective":
        return None if value in OBJECTIVES else " or ".join(OBJECTIVES)
    if isinstance(like, bool):
        return None if type(value) is bool else "true or false"
    if isinstance(like, int):
        return None if type(value) is int else "a whole number"
    if isinstance(like, float):
        fits = type(value) is float or (type(value) is int and abs(value) < 2**53)
        return None if fits else "a number"
    if isinstance(like, dict):
        fits = isinstance(value, Mapping) and all(isinstance(key, str) for key in value)
        return None if fits else "names and values of rule options"
    if isinstance(like, str):
        return None if isinstance(value, str) else "text"
    fits = isinstance(value, str) or (isinstance(value, list | tuple) and all(isinstance(text, str) for text in value))
    return None if fits else "a list of names, as [one, two]"


def shown(value: object, most: int = 60) -> str:
    """A value as a message shows it, on one line and cut short if need be."""
    if isinstance(value, int) and abs(value) >= 10**most:
        return f"a number of more than {most} digits"
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."
