"""JSON from strangers: every way in which a text is none, or cannot be taken at its word, is one sentence."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from euchre_env.spelling import shown

BEGINNINGS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # as some editors and shells save text


class JsonError(ValueError):
    """A text that is not JSON, or not one to rely on; the message says why."""


def read_json(data: object, longest: int, what: str) -> Any:
    """The value that a text (str or bytes) of at most `longest` characters or bytes holds; `what` it is, a line or a
    file, is said in messages.

    Raises:
        JsonError: it is no text, too long, not UTF-8, empty, not JSON, nested too deeply, holds a number of thousands
            of digits, NaN or Infinity, or a name twice in one object.

    >>> read_json(b'{"deal": 1}', longest=100, what="line")
    {'deal': 1}
    >>> read_json('{"deal": 1, "deal": 2}', longest=100, what="line")
    Traceback (most recent call last):
    euchre_env.json_text.JsonError: "deal" stands twice in one object
    """
    if not isinstance(data, str | bytes):
        raise JsonError(f"a {what} must be text or bytes, not {shown(data)}")
    if len(data) > longest:
        raise JsonError(f"a {what} of more than {longest:,} bytes")
    try:
        text = data.decode() if isinstance(data, bytes) else data
        if not text.strip():
            raise JsonError(f"an empty {what}")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except JsonError:
        raise
    except UnicodeDecodeError as error:
        utf_16 = "; it begins as UTF-16 does: save it as UTF-8" if error.object.startswith(BEGINNINGS_OF_UTF_16) else ""
        raise JsonError(f"not UTF-8: byte {error.start + 1} of the {what}{utf_16}") from None
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        raise JsonError(f"not JSON: {error.msg.removesuffix(' at')} at {line}column {error.colno}") from None
    except RecursionError:
        raise JsonError("lists or objects nested too deeply") from None
    except ValueError:  # what is left: int() refuses to read thousands of digits
        raise JsonError("a number of thousands of digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no name stands twice: which of the two would count?"""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise JsonError(f"{shown(twice)} stands twice in one object")
    return found


def _no_number(text: str) -> None:
    raise JsonError(f"not JSON: {text} is no number")
