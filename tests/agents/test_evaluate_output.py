"""What `evaluate.py` prints and writes of two agents: hashes, Elo, and results that are lost to nobody."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import evaluate

Found = dict[str, list[dict]]
SMALL = ["--variant", "two_handed", "--deals", "60", "--matches", "8"]


def test_both_hashes_are_printed_and_matches_may_be_left_out(
    run: Callable[..., Found], capsys: pytest.CaptureFixture[str]
) -> None:
    (result,) = run("rule", "random", "--variant", "two_handed", "--deals", "60", "--matches", "0")["results"]
    assert (result["matches"], result["match_win_rate"], result["elo"]) == (0, None, None)
    assert f"A = rule (hash {result['agent_hashes'][0][:12]}), B = random (hash random)" in capsys.readouterr().out
    assert len(result["agent_hashes"][0]) == 64


def test_where_the_same_name_means_others_each_variant_has_its_hashes(
    run: Callable[..., Found], capsys: pytest.CaptureFixture[str]
) -> None:
    both = ["--variant", "two_handed", "--variant", "three_handed", "--deals", "20", "--matches", "0"]
    results = run("rule", "random", *both)["results"]
    printed = capsys.readouterr().out
    assert "A = rule, B = random: A's points" in printed
    first, second = (result["agent_hashes"][0][:12] for result in results)
    assert first != second
    assert printed.index(f"hash of A {first}, of B random") < printed.index(f"hash of A {second}, of B random")
    run("random", "random", *both)
    assert "A = random (hash random), B = random (hash random): A's points" in capsys.readouterr().out
    tested = run("rule", "random", *both[:4], "--sprt", "0.1", "--deals", "600")["results"]
    assert len(tested) == 2
    printed = capsys.readouterr().out
    assert printed.index(f"hash of A {first}, of B random") < printed.index(f"hash of A {second}, of B random")


def test_results_are_written_even_if_the_reader_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise BrokenPipeError

    file = tmp_path / "result.json"
    monkeypatch.setattr("builtins.print", gone)
    with pytest.raises(BrokenPipeError):
        evaluate.main(["random", "random", *SMALL, "--json", str(file)])
    assert json.loads(file.read_text())["results"][0]["points_per_deal"] == 0


def test_results_are_told_even_if_they_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("agents.arguments.write_json", full)
    with pytest.raises(OSError, match="No space left"):
        evaluate.main(["random", "random", *SMALL, "--json", str(tmp_path / "result.json")])
    assert "A = random" in capsys.readouterr().out


def test_elo_has_an_interval(run: Callable[..., Found], capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = run("random", "random", *SMALL)["results"]
    low, high = result["elo_interval"]
    assert low < result["elo"] == 0 < high
    assert f"Elo +0 ({low:+.0f} to {high:+.0f})" in capsys.readouterr().out
