"""The notebooks: every one runs from a clean state in its own folder, as for a user, and finds what it tells of."""

import json
import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
LONGEST_CELL = 600  # seconds, on a machine that is busy with other tests
WIDEST = 120  # characters of a line of code, as everywhere


def opened(name: str) -> nbformat.NotebookNode:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code_cells(book: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def outputs(book: nbformat.NotebookNode, *kinds: str) -> list[nbformat.NotebookNode]:
    """What the cells have put out, of some kinds."""
    return [output for cell in code_cells(book) for output in cell.outputs if output.output_type in kinds]


def printed(book: nbformat.NotebookNode, stream: str) -> str:
    """Everything that the cells have printed on a stream."""
    return "".join(output.text for output in outputs(book, "stream") if output.name == stream)


def shown(book: nbformat.NotebookNode) -> list[str]:
    """The kinds of pictures that the cells show, in order."""
    found = [output.data for output in outputs(book, "display_data", "execute_result")]
    return [next((kind for kind in ("image/png", "text/html") if kind in data), "text") for data in found]


@pytest.fixture
def clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without any settings, where temporary files are kept from others, too."""
    for variable in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR", "TMPDIR"):
        monkeypatch.setenv(variable, str(tmp_path))
    return tmp_path


def run(name: str, *expressions: str) -> tuple[nbformat.NotebookNode, list[Any]]:
    """The notebook with its outputs, and what some expressions are worth after its last cell."""
    book, before = opened(name), sorted(os.listdir(FOLDER))
    asked = nbformat.v4.new_code_cell(f"import json; print(json.dumps([{', '.join(expressions)}]))")
    book.cells.append(asked)
    NotebookClient(book, timeout=LONGEST_CELL, resources={"metadata": {"path": str(FOLDER)}}).execute()
    assert sorted(os.listdir(FOLDER)) == before, "it leaves something behind"
    assert "Warning" not in printed(book, "stderr")
    return book, json.loads(asked.outputs[0].text)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_valid_and_stores_no_output(name: str) -> None:
    book = opened(name)
    nbformat.validate(book)
    assert code_cells(book)
    assert all(cell.metadata == {} for cell in book.cells)
    for cell in code_cells(book):
        assert cell.outputs == []
        assert cell.execution_count is None
        assert max(map(len, cell.source.splitlines())) <= WIDEST


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_begins_with_what_it_is_and_has_the_sections_that_it_promises(name: str) -> None:
    prose = [cell.source for cell in opened(name).cells if cell.cell_type == "markdown"]
    assert prose[0].startswith("# ")
    promised = [line for line in prose[0].splitlines() if line[:1].isdigit()]
    headings = [line.removeprefix("## ") for text in prose for line in text.splitlines() if line.startswith("## ")]
    assert promised == headings


def test_the_quickstart_runs(clean: Path) -> None:
    book, (deals, again) = run("quickstart", "deals", "replay_record(record)")
    assert deals > 10_000
    assert again == []
    assert shown(book).count("text/html") == 3


@pytest.mark.slow
def test_the_same_seeds_show_the_same(clean: Path) -> None:
    first, second = (printed(run("quickstart")[0], "stdout") for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_an_agent_makes_trump_where_it_gains(clean: Path) -> None:
    rates = "makes[first_round & (dealer == 0)].mean()", "makes[first_round & (dealer == 3)].mean()"
    gained = "float(gains[sureness > 0.99].mean())", "float(gains[sureness < 0.01].mean())"
    book, (dealer, eldest, surely, never) = run("making_trump", *rates, *gained)
    assert dealer > 0.4 > 0.1 > eldest
    assert surely > 0.2
    assert never < -0.2
    assert shown(book) == ["image/png"] * 6


@pytest.mark.slow
def test_what_has_been_done_tells_where_the_cards_are(clean: Path) -> None:
    means = "{name: [sum(r) / len(r) for r in tricks.values()] for name, tricks in found.items()}"
    book, (likely, steps) = run("playing_a_deal", means, "sorted(choices)")
    assert all(done > ruled for done, ruled in zip(*reversed(likely.values()), strict=True))
    assert len(likely["by the rules alone"]) == 5
    assert len(steps) > 5
    assert sorted(shown(book)) == ["image/png"] * 3 + ["text/html"] * 3


@pytest.mark.slow
def test_the_partners_best_makes_most_lone_hands(clean: Path) -> None:
    expressions = "lone_hands", "more", "lengths", "{name: result.interval for name, result in worth.items()}"
    book, (lone_hands, more, lengths, worth) = run("variants_compared", *expressions)
    assert lone_hands["partner's best"] > 1.2 * lone_hands["plain"]
    assert more["plain"] == [0.0, [0.0, 0.0]]
    assert more["partner's best"][1][0] > more["opposing lone hands"][1][1] > 0
    assert lengths["all of them"][1][1] < lengths["plain"][1][0]
    assert worth["partner's best"][0] > worth["opposing lone hands"][0] > 0
    assert shown(book) == ["image/png"] * 3


@pytest.mark.slow
def test_a_small_network_learns(clean: Path) -> None:
    intervals = "[result.interval for result in results]"
    book, (measured, last) = run("training", intervals, "final.points_per_deal")
    assert measured[0][1] < measured[-1][0]
    assert last > -0.02
    assert shown(book) == ["image/png"] * 3
    assert not list(FOLDER.rglob("metrics.jsonl"))


@pytest.mark.slow
def test_the_second_agent_beats_the_first(clean: Path) -> None:
    strengths = "{name: [result.points_per_deal for result in found] for name, found in results.items()}"
    book, (interval, points) = run("your_own_agent", "gain.interval", strengths)
    assert interval[0] > 0.2
    assert points["counter"][0] > 0.5
    assert all(better > worse for better, worse in zip(points["saver"], points["counter"], strict=True))
    assert sorted(shown(book)) == ["image/png", "text/html"]
