"""Read Euchre Game Notation: a file is a game, its deals become deal records."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from euchre_env.egn.deals import Standing, read_deal
from euchre_env.egn.fields import ITEMS, OBJECT, TEXT, TWO_SCORES, Fields, Margin
from euchre_env.egn.game import EgnError, EgnGame
from euchre_env.egn.notation import FILE_TYPE, LONGEST_NAME, LONGEST_TITLE, MATCH_FILE_TYPE, NEWEST
from euchre_env.egn.rule_sets import read_rule_set
from euchre_env.json_text import JsonError, read_json
from euchre_env.spelling import one_line, shown

LONGEST_FILE = 1 << 23  # bytes; a long game with remarks takes a few ten thousand
MOST_DEALS = 1000
BINARY = {
    b"\x00": "a binary file (.egnb, expanded)",
    b"\x01": "a binary file (.egnb, condensed)",
    b"\x02": "a binary file of several games (.emnb)",
    b"\n\x14Euchre": "a binary file (.bin, without its first byte)",
}
"""Files that are not JSON, by how they begin."""
ABOUT = frozenset({"gameId", "description", "date", "teamNames"})  # fields of the metadata that say nothing of the play
NAME_ENDINGS = (".egn", ".egnb", ".emn", ".emnb", ".json")
USUAL_NAMES = tuple(f"player_{seat}" for seat in range(4))
READABLE = "only JSON can be read (.egn, one game a file, deals as objects)"


def read_egn(data: bytes | str) -> EgnGame:
    """The game that a file in Euchre Game Notation, versions 1.0 to 1.6, tells.

    A deal that the rules do not allow, or that is not told to its end, ends in its record before the first fault; the
    next goes on with the scores as the game was played, as far as they follow. What cannot be read at all is left out.
    Notes, on the game and on each deal, say so.

    Args:
        data: what the file holds, not its name.

    Raises:
        EgnError: `data` is no text and no bytes, the file holds no deal that can be read, or a game that cannot be
            represented.

    >>> from euchre_env import VectorEuchre, write_egn
    >>> deal = VectorEuchre("north_american", seed=1).record(0)
    >>> game = read_egn(write_egn([deal], players=["Ada", "Ben", "Cleo", "Dan"]))
    >>> game.players, game.rules.variant, len(game.deals)
    (('Ada', 'Ben', 'Cleo', 'Dan'), 'north_american', 1)
    """
    file = _document(data)
    notes: list[str] = []
    version = _version(file, notes)
    margin = Margin()
    metadata = Fields(file.take("metadata", OBJECT, {}), "metadata")
    rules, unknown_rules = read_rule_set(metadata.take("ruleset", OBJECT), notes)
    title = _harmless(metadata.take("title", TEXT, ""), LONGEST_TITLE)
    players = _players(metadata.take("players", ITEMS, []), notes)
    named = {} if players == USUAL_NAMES else {"players": list(players)}
    assert rules.target is not None
    standing = Standing(rules.target, metadata.take("initialScore", TWO_SCORES), notes)
    final = metadata.take("finalScore", TWO_SCORES)
    values = file.take("deals", ITEMS, [])
    if len(values) > MOST_DEALS:
        raise EgnError(f"deals: {len(values):,} of them; a game has at most {MOST_DEALS:,}")
    deals = []
    for number, value in enumerate(values, 1):
        try:
            deal = read_deal(rules, value, number, standing, margin)
            deals.append(replace(deal, record=deal.record | named))
        except EgnError as error:
            notes.append(f"deal {number}: {error}; it is left out")
            standing.lose()
    if not deals:
        raise EgnError(f"no deal can be read: {notes[-1] if values else 'there is none'}")
    if final is not None and standing.known and final != standing.total:
        notes.append(f"finalScore is {shown(final)}, and by the play the game ends with {shown(standing.total)}")
    for fields in (file, metadata):
        margin.add({name: None for name in fields.left if name not in ABOUT})
    margin.add({f"ruleset.{name}": None for name in unknown_rules})
    return EgnGame(version, title, players, rules, tuple(deals), (*notes, *margin.notes()))


# ---- the file --------------------------------------------------------------------------------------------------------


def _document(data: object) -> Fields:
    """The object that a file is, without the byte order mark that some editors leave."""
    if isinstance(data, PurePath):
        raise _names_a_file(str(data))
    if isinstance(data, bytes):
        data = data.removeprefix(BOM_UTF8)
        for beginning, what in BINARY.items():
            if data.startswith(beginning):
                raise EgnError(f"{what}; {READABLE}")
    elif isinstance(data, str):
        data = data.removeprefix("\ufeff")
        if _looks_like_a_name(data):
            raise _names_a_file(data)
    try:
        value = read_json(data, LONGEST_FILE, "file")
    except JsonError as error:
        raise EgnError(str(error)) from None
    file = Fields(value, what="a file in Euchre Game Notation")
    kind = file.take("fileType", TEXT)
    if kind == MATCH_FILE_TYPE:
        games = file.take("games", ITEMS, [])
        raise EgnError(
            f"a match of {len(games)} games (.emn); each game's gameData would be readable as a file of its own"
        )
    if kind != FILE_TYPE:
        raise EgnError(f'fileType: must be "{FILE_TYPE}", not {shown(kind)}')
    return file


def _names_a_file(text: str) -> EgnError:
    name = shown(text)
    return EgnError(f"{name} looks like the name of a file; its contents are read: Path({name}).read_bytes()")


def _looks_like_a_name(text: str) -> bool:
    """Whether a text is rather the name of a file than what one holds; no file is opened to find out."""
    if not text.strip() or "{" in text or "\n" in text:
        return False
    if text.lower().endswith(NAME_ENDINGS):
        return True
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long, or with a zero byte, in which older Pythons differ
        return False


def _version(file: Fields, notes: list[str]) -> str:
    value = file.left.pop("version", None)
    found = re.fullmatch(r"(\d{1,4})\.(\d{1,4})(\.\d{1,4})?", value, re.ASCII) if isinstance(value, str) else None
    if found is None:
        notes.append(f'version: must be a text such as "1.4", not {shown(value)}; read as far as it is understood')
        return ""
    if (int(found[1]), int(found[2])) > NEWEST or found[1] == "0":
        notes.append(f"version {value}: 1.0 to 1.6 are known; read as far as it is understood")
    return found[0]


def _players(values: list[Any], notes: list[str]) -> tuple[str, ...]:
    """The names by seat, harmless to a terminal; seats without a name are called as agents are."""
    if len(values) != 4:
        notes.append(f"players: must be four names, not {len(values)}")
    names = list(USUAL_NAMES)
    for seat, value in enumerate(values[:4]):
        name = value.get("name") if isinstance(value, dict) else value
        if isinstance(name, str) and name.strip():
            names[seat] = _harmless(name.strip(), LONGEST_NAME)
        else:
            notes.append(f"players: seat {seat} has no name, but {shown(value)}")
    return tuple(names)


def _harmless(text: str, longest: int) -> str:
    """A text of a file as a terminal may have it, and no longer than it may be written again."""
    return one_line(text, longest - len("..."))
