"""Arguments of a type that a function has no use for: each is refused by name, with the error that is documented."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from euchre_env import (
    DealError,
    EgnError,
    RecordError,
    RulesError,
    Table,
    VectorEuchre,
    actions_of,
    deal_cards,
    decode,
    game_page,
    open_record,
    page_deal,
    picture,
    point_differences,
    raw_env,
    read_egn,
    read_record,
    render_page,
    render_text,
    replay_lines,
    rules_in_short,
    show,
    write_egn,
    write_record,
)

TABLES = VectorEuchre("four_handed", num_tables=1, seed=1)
RECORD = TABLES.record(0)
NAMES = ["Ann", "Bob", "Cas", "Dee"]
NO_RULES = '^rules="four_handed": must be Rules, such as rules_for'
NO_NAMES = ": must be 4 names, one a seat$"

# The call, its error, and the message.
WRONG: dict[str, tuple[Callable[[], Any], type[ValueError], str]] = {
    "a path for a game": (
        lambda: read_egn(Path("games/one")),
        EgnError,
        r'^"games/one" looks like the name of a file; its contents are read: Path\("games/one"\)\.read_bytes\(\)$',
    ),
    "a number for a game": (lambda: read_egn(5), EgnError, "^a file must be text or bytes, not 5$"),
    "one record for several": (lambda: write_egn(RECORD), EgnError, "^records: must be a list of deal records, not {"),
    "a file for records": (lambda: write_egn("deals.jsonl"), EgnError, "^records: must be a list .*, not .deals.jsonl"),
    "a line for a record": (lambda: write_egn([RECORD, "{}"]), EgnError, "^record 1: must be a JSON object, not .{}.$"),
    "players in one text": (
        lambda: write_egn([RECORD], "abcd"),
        EgnError,
        '^players: must be four names .* not "abcd"$',
    ),
    "a number of players": (lambda: write_egn([RECORD], 4), EgnError, "^players: must be four names .* not 4$"),
    "no title": (lambda: write_egn([RECORD], None, None), EgnError, "^title: must be a text, not null$"),
    "no first line": (lambda: write_egn([RECORD], first_line=None), EgnError, "^first_line: must be a .* not null$"),
    "a path for a line": (lambda: read_record(Path("a")), RecordError, "^a line must be text or bytes, not "),
    "a record for a line": (lambda: read_record(RECORD), RecordError, "^a line must be text or bytes, not {"),
    "a line to be written": (lambda: write_record("{}"), RecordError, '^a record is a JSON object, not "{}"$'),
    "a path to be opened": (lambda: open_record(Path("a")), RecordError, "^a record is a JSON object, not "),
    "a text for lines": (
        lambda: replay_lines("{}\n{}"),
        RecordError,
        r"^lines=.*: must be the lines of a file, such as text\.splitlines\(\)$",
    ),
    "a path for lines": (lambda: replay_lines(Path("a")), RecordError, "^lines=.*: must be the lines of a file"),
    "a path to be shown": (
        lambda: show("deals.jsonl"),
        RecordError,
        '^records="deals.jsonl": must be a deal record or',
    ),
    "a line to be shown": (lambda: show(["{}"]), RecordError, '^a record is a JSON object, not "{}"$'),
    "a title that is none": (lambda: show(RECORD, title=5), ValueError, "^title=5: must be a text$"),
    "a record on a page": (
        lambda: render_page("", [RECORD]),
        ValueError,
        "^{.*: must be a PageDeal, such as page_deal",
    ),
    "a path on a page": (lambda: render_page("", Path("a")), ValueError, "must be a PageDeal, such as page_deal"),
    "steps before the first": (lambda: picture(RECORD, -1), ValueError, "^steps=-1: must be None or a whole number"),
    "steps in a text": (lambda: picture(RECORD, "1"), ValueError, '^steps="1": must be None or a whole number from 0$'),
    "names in one text": (lambda: picture(RECORD, names="abcd"), ValueError, f'^names="abcd"{NO_NAMES}'),
    "a name that is none": (lambda: page_deal(RECORD, names=[*NAMES[:3], 4]), ValueError, f"^names=.*4\\]{NO_NAMES}"),
    "a record as a table": (lambda: render_text(RECORD), ValueError, "^{.*: must be a table, such as open_record"),
    "tables as a table": (lambda: render_text(TABLES), ValueError, ": must be a table, such as open_record"),
    "a name to decode": (lambda: decode("four_handed", TABLES.observe()[0]), RulesError, NO_RULES),
    "a name in short": (lambda: list(rules_in_short("four_handed")), RulesError, NO_RULES),
    "a name for actions": (lambda: actions_of("four_handed"), RulesError, NO_RULES),
    "a name for points": (lambda: point_differences("four_handed"), RulesError, NO_RULES),
    "a name for a deal": (lambda: deal_cards("four_handed", 0, 0, 0, 0), RulesError, NO_RULES),
    "a name for a table": (lambda: Table("four_handed", None), RulesError, NO_RULES),
    "a record as a deal": (lambda: Table(TABLES.rules, RECORD), DealError, "^deal={.*: must be a Deal; open_record"),
    "a page of no game": (lambda: game_page(5), RulesError, "^no variant 5; there are two_handed"),
    "a path for a variant": (
        lambda: raw_env(Path("railroad")),
        RulesError,
        r"^no variant .*Path\('railroad'\); did",
    ),
    "words in a text": (lambda: TABLES.layout.unpack("ab"), ValueError, r"^words of shape \(\) do not fit"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_type_is_named(name: str) -> None:
    call, kind, message = WRONG[name]
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert type(caught.value) is kind
    assert len(str(caught.value).splitlines()) == 1


def test_what_is_right_is_still_taken() -> None:
    assert read_egn(write_egn([RECORD], NAMES).encode()).players == tuple(NAMES)
    assert read_record(write_record(RECORD).encode())["deal"] == 1
    assert list(replay_lines(iter([write_record(RECORD)]))) == [[]]
    assert "Cas" in picture(RECORD, 0, names=tuple(NAMES)).svg
    assert show(record for record in [RECORD, RECORD]).html.count("<details") == 2
