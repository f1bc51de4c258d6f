"""How messages show what came from outside (files, options, file names): on one line, its type to be seen, harmless to
a terminal."""

from __future__ import annotations

import json
import re
from typing import Any

PLAIN = re.compile(r"[!-~]([ -~]*[!-~])?", re.ASCII)  # what needs no quotes for the sake of its characters


def shown(value: object, longest: int = 200) -> str:
    """A value as one line of ASCII JSON, cut where it grows long: safe to print whatever it holds.

    >>> shown("32"), shown("\\x1b[2J"), shown((1, None))
    ('"32"', '"\\\\u001b[2J"', '[1, null]')
    """
    try:
        text = json.dumps(value, default=_plain)
    except (RecursionError, TypeError, ValueError):  # too deep; keys that JSON has not; in a circle or too many digits
        text = f"a {type(value).__name__}"
    return cut(text, longest)


def _plain(value: Any) -> object:
    """What JSON has no form for: NumPy's numbers and arrays as those of Python, others as Python writes them."""
    return value.tolist() if hasattr(value, "tolist") else repr(value)


def spelled(value: object) -> str:
    """A value as a user writes it in YAML, JSON or on the command line: a word without quotes, unless it would then be
    taken for something else.

    >>> spelled("both_win"), spelled("32"), spelled(32), spelled("true"), spelled("a\\nb")
    ('both_win', '"32"', '32', '"true"', '"a\\\\nb"')
    """
    if not isinstance(value, str) or not PLAIN.fullmatch(value) or value[0] in "\"'":
        return shown(value)
    try:
        json.loads(value)
    except (RecursionError, ValueError):
        return cut(value, 200)
    return shown(value)


def one_line(text: str, longest: int = 10_000) -> str:
    """A text with its line breaks, control characters and undecodable bytes escaped, cut where it grows long.

    >>> one_line("Töpfe\\n\\x1b[2J")
    'Töpfe\\\\n\\\\x1b[2J'
    """
    escaped = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: longest + 1])
    return cut(escaped, longest)


def file_name(name: str) -> str:
    """A file name in a message; that of no file is seen, too.

    >>> file_name("deals.jsonl"), file_name(""), file_name("a\\rb")
    ('deals.jsonl', "''", 'a\\\\rb')
    """
    return one_line(name) or "''"


def cut(text: str, longest: int) -> str:
    """The text, or its beginning."""
    return text if len(text) <= longest else text[:longest] + "..."
