"""`--plot`, `--curves` and `--from`: pictures are written whole; what cannot be drawn is refused before anything is
played."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import evaluate
from agents import console
from agents.plots import canvas
from agents.plots.results import LARGEST
from tests.agents.plot_data import UNPLAYED, card, comparison

SMALL = ["--variant", "two_handed", "--deals", "60", "--matches", "8"]
STARTS = {".png": b"\x89PNG\r\n", ".svg": b"<?xml", ".pdf": b"%PDF-"}


def outcome(arguments: list[str]) -> int | str | None:
    """The exit status of a command line."""
    try:
        return console.run("evaluate.py", lambda: evaluate.main(arguments))
    except SystemExit as stopped:
        return stopped.code


@pytest.fixture
def results(tmp_path: Path) -> Callable[[Any], str]:
    """Write results to a file; its name."""

    def write(found: Any) -> str:
        file = tmp_path / "result.json"
        file.write_text(found if isinstance(found, str) else json.dumps(found))
        return str(file)

    return write


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may be played."""
    monkeypatch.setattr(evaluate, "evaluate", lambda request: pytest.fail("something was played"))


def test_a_picture_of_what_was_played_is_that_of_its_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To the byte: what is drawn depends on the results alone."""
    played, read, result = tmp_path / "played.svg", tmp_path / "read.svg", tmp_path / "result.json"
    arguments = ["rule", "random", *SMALL, "--card", "--final", "--json", str(result), "--plot", str(played)]
    assert evaluate.main(arguments) == 0
    assert "rule" in capsys.readouterr().out
    assert evaluate.main(["--from", str(result), "--plot", str(read)]) == 0
    assert played.read_bytes() == read.read_bytes()
    assert capsys.readouterr() == ("", "")
    assert sorted(tmp_path.iterdir()) == [played, read, result]


@pytest.mark.parametrize("ending", STARTS)
def test_a_picture_is_of_the_kind_that_its_name_tells(
    ending: str, tmp_path: Path, results: Callable[[Any], str]
) -> None:
    file = tmp_path / f"picture{ending.upper()}"
    found = {"results": [comparison(**UNPLAYED)], "interrupted": False}
    assert evaluate.main([f"--from={results(found)}", "--plot", str(file)]) == 0
    assert file.read_bytes().startswith(STARTS[ending])


def test_a_sequential_test_tells_the_way_that_is_drawn(tmp_path: Path) -> None:
    result, picture = tmp_path / "result.json", tmp_path / "picture.png"
    arguments = ["rule", "random", "--variant", "two_handed", "--sprt", "0.1", "--json", str(result)]
    assert evaluate.main([*arguments, "--plot", str(picture)]) == 0
    (entry,) = json.loads(result.read_text())["results"]
    way = entry["sprt"]["log_likelihood_ratios"]
    assert [deals for deals, _ in way] == list(range(1, entry["deals"] + 1))
    assert way[-1][1] == pytest.approx(entry["sprt"]["log_likelihood_ratio"])
    low, high = entry["sprt"]["bounds"]
    assert all(low < ratio < high for deals, ratio in way[30:-1])
    assert picture.stat().st_size > 1000


def test_curves_are_a_command_of_their_own(finished: Path, tmp_path: Path) -> None:
    assert evaluate.main(["--plot", str(tmp_path / "curves.png"), "--curves", str(finished)]) == 0
    assert (tmp_path / "curves.png").read_bytes().startswith(STARTS[".png"])


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize(
    "arguments, message",
    [
        (["a", "b", "--plot", "x.gif"], "--plot: must end in .png, .svg or .pdf, not 'x.gif'"),
        (["a", "b", "--plot", "x"], "must end in .png, .svg or .pdf"),
        (["a", "b", "--plot", "no/such/folder/x.png"], "no/such/folder is no folder that can be written to"),
        (["a", "b", "--plot", "."], "'.' is no name of a file"),
        (["a", "b", "--plot", "x.png", "--json", "x.png"], "--json and --plot would both write x.png"),
        (["--curves", "run"], "the following arguments are required: --plot"),
        (["--curves", "--plot", "x.png"], "--curves needs the folder of a run"),
        (["--curves", "run", "--from", "result.json", "--plot", "x.png"], "not allowed with argument --curves"),
        (["--curves", "run", "--plot", "x.bmp"], "must end in .png"),
        (["--from", "result.json", "--plot", "no/such/x.svg"], "no/such is no folder"),
        (["--curves", "no/such/run", "--plot", "x.png"], "evaluate.py: no/such/run is no folder of a run"),
        (["--from", "no/such.json", "--plot", "x.png"], "evaluate.py: cannot read no/such.json: No such file"),
        (["--from", ".", "--plot", "x.png"], "cannot read .: "),
        (["--from", "x.png", "--plot", "./x.png"], "--plot would overwrite the results in x.png"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert outcome(arguments) in (1, 2)
    told = capsys.readouterr()
    assert message in told.err.splitlines()[-1]
    assert (told.out, list(tmp_path.iterdir())) == ("", [])


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize("arguments", [["a", "b"], ["--curves", "run"], ["--from", "result.json"]])
def test_without_the_library_one_line_names_the_extra(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(canvas, "INSTALLED", False)
    assert outcome([*arguments, "--plot", str(tmp_path / "x.png")]) == 1
    said = "evaluate.py: pictures of results need matplotlib: pip install 'euchre-env[plot]'\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    "found, message",
    [
        ("", "is not JSON: Expecting value"),
        ("[" * 100_000, "is not JSON: maximum recursion depth"),
        ('{"results": NaN}', "is not JSON: NaN is no number of JSON"),
        ("[]", "holds no results of evaluate.py --json: it must be an object"),
        ({"exploit": []}, "--json: results must be a list"),
        ({"results": [], "interrupted": False}, "there are no results to draw"),
        ({"results": [], "interrupted": 0}, "--json: interrupted must be true or false"),
        ({"results": [comparison(deals=0)]}, "results[0].deals must be a whole number from 1"),
        ({"results": [comparison(), comparison(agents=["a"])]}, "results[1].agents must be a list of 2"),
        ({"results": [comparison(points_per_deal=1e300)]}, "results[0].points_per_deal must be a number from"),
        ({"results": [comparison(block_histogram=[[1, 2], [1]])]}, "results[0].block_histogram[1] must be a list of 2"),
        ({"results": [comparison(match_interval=[0, 2])]}, "results[0].match_interval[1] must be a number from 0 to 1"),
        ({"results": [comparison(phases=[{}])]}, "results[0].phases[0].phase must be text"),
        ({"results": [comparison(sprt={"decision": 1})]}, "results[0].sprt.decision must be text"),
        ({"results": [], "cards": [card(bands={"a\x1b": 1})]}, r"cards[0].bands.a\x1b must be a list of 2"),
    ],
)
def test_what_holds_no_results_is_refused_by_its_place(
    found: Any, message: str, results: Callable[[Any], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = results(found)
    assert outcome(["--from", file, "--plot", str(tmp_path / "x.png")]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert message in said
    assert not (tmp_path / "x.png").exists()


def test_files_of_other_kinds_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin, huge, picture = tmp_path / "latin.json", tmp_path / "huge.json", str(tmp_path / "x.png")
    latin.write_bytes(b'{"\xff"')
    with huge.open("wb") as file:
        file.truncate(LARGEST + 1)
    assert outcome(["--from", str(latin), "--plot", picture]) == 1
    assert "latin.json is not text in UTF-8 (byte 2)" in capsys.readouterr().err
    assert outcome(["--from", str(huge), "--plot", picture]) == 1
    assert "huge.json is larger than any file of results" in capsys.readouterr().err


def test_a_picture_that_fails_leaves_the_old_one_and_the_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace = Path.replace

    def full(path: Path, target: Path) -> Path:
        if target.suffix == ".png":
            raise OSError(28, "No space left on device")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", full)
    picture, result = tmp_path / "picture.png", tmp_path / "result.json"
    picture.write_bytes(b"old")
    assert outcome(["rule", "random", *SMALL, "--plot", str(picture), "--json", str(result)]) == 1
    told = capsys.readouterr()
    assert told.err == f"evaluate.py: cannot write {picture}: No space left on device\n"
    assert "two_handed" in told.out
    assert picture.read_bytes() == b"old"
    assert len(json.loads(result.read_text())["results"]) == 1
    assert sorted(tmp_path.iterdir()) == [picture, result]


def test_the_help_tells_of_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(option in shown for option in ("--plot FILE", "--curves RUN", "--from result.json"))
    assert outcome(["--curves", "--help"]) == 0
    assert "folders of runs, finished or not" in capsys.readouterr().out


def test_the_library_is_loaded_when_something_is_drawn_and_without_its_global_state(repository: Path) -> None:
    for path in sorted((repository / "agents" / "plots").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        at_once = [module for statement in tree.body for module in imported(statement)]
        assert not [module for module in at_once if module.startswith("matplotlib")], path
        anywhere = [module for node in ast.walk(tree) for module in imported(node)]
        assert not [module for module in anywhere if "pyplot" in module], path


def imported(node: ast.AST) -> list[str]:
    """What a statement imports, if it is an import."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []
