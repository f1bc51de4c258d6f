"""The rule book's examples, one deal a line, each naming the statement that it shows, replay without disagreement.

They were made by hand and played through by another program.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from euchre_env.replay import replay_lines

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "cases"


FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_cases_replay_without_disagreement(file: Path) -> None:
    lines = file.read_text().splitlines()
    found = list(replay_lines(lines, chain=file.stem.startswith("chain_")))
    assert [str(disagreement) for disagreements in found for disagreement in disagreements] == []
    assert len(found) == len(lines)


def test_cases_were_found(shared_cases: Path) -> None:
    """A folder without files would leave the test above with nothing to say."""
    lines = [json.loads(line) for file in FILES for line in file.read_text().splitlines()]
    seen = {record["variant"] for record in lines}
    assert seen >= {"two_handed", "three_handed", "four_handed", "north_american"}
    assert seen >= {"railroad", "railroad_full", "british", "five_handed", "seven_handed"}
    assert any("legal" in record for record in lines)


def cases_of(field: str) -> list[Any]:
    """The finished cases whose result has something else than null, false or nothing in a field."""
    records = [json.loads(line) for file in FILES for line in file.read_text().splitlines()]
    return [pytest.param(r, id=r["clause"]) for r in records if r.get("result", {}).get(field)]


@pytest.mark.parametrize("record", cases_of("maker"))
def test_a_case_with_a_point_more_disagrees(record: dict[str, Any]) -> None:
    """The check can fail: the same case with another count of points is found out."""
    record["result"]["points"][0] += 1
    (found,) = replay_lines([json.dumps(record)])
    assert [disagreement.what for disagreement in found] == ["result.points"]
