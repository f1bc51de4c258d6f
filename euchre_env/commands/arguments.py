"""What the words of a command line mean, and what is raised where they make no sense."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

from euchre_env.spelling import shown, spelled


class UsageError(Exception):
    """The command cannot do what it was asked; one line names the culprit and what would be right."""


def whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    """A type of argument: a whole number of this range, in the digits 0 to 9 alone."""

    def checked(text: str) -> int:
        try:
            value = int(text) if text.isascii() and text.isdigit() else lowest - 1
        except ValueError:  # thousands of digits
            value = lowest - 1
        if not lowest <= value <= highest:
            raise argparse.ArgumentTypeError(f"must be a whole number from {lowest} to {highest}, not {shown(text)}")
        return value

    return checked


def parse_options(words: Sequence[str]) -> dict[str, Any]:
    """Rule options from `key=value` words; a value is JSON (true, 24, null), and what is not is text.

    Raises:
        UsageError: no `=`, or an option twice.

    >>> parse_options(["stick_the_dealer=true", "pack=24", "joker_suit=H"])
    {'stick_the_dealer': True, 'pack': 24, 'joker_suit': 'H'}
    """
    options: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not key or not equals:
            raise UsageError(f"--option {shown(word)}: must be KEY=VALUE, such as stick_the_dealer=true")
        if key in options:
            raise UsageError(f"--option {spelled(key)} is given twice")
        try:
            options[key] = json.loads(value)
        except (ValueError, RecursionError):
            options[key] = value
    return options
