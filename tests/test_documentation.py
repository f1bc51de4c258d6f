"""What the documents promise: examples run, commands and files exist, figures name their command."""

import re
import runpy
import shlex
import tomllib
from pathlib import Path

import pytest

from euchre_env import OPTIONS, Deal, Table, rules_for, variants
from euchre_env.rendering import render_text
from euchre_env.spelling import spelled

REPOSITORY = Path(__file__).resolve().parents[1]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
TOOLS = {"jupyter", "python", "pytest", "ruff", "mypy", "pre-commit", "tensorboard", "bash", "taskset", "source"}


def blocks(text: str, language: str) -> list[str]:
    """The fenced code blocks of a Markdown text in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


def section(title: str) -> str:
    """A section of the README, subsections included, without its heading."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", README, flags=re.DOTALL | re.MULTILINE)
    assert found, f"README.md has no section {title!r}"
    return found.group(1)


def first_column(table: str) -> list[str]:
    """Names in backticks in the first cell of every row."""
    cells = re.findall(r"^\| ([^|]*) \|", table, flags=re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]


def commands() -> list[tuple[str, str]]:
    """Every shell command that the documents name, in blocks and in running text, with its document."""
    found = []
    for document in DOCUMENTS:
        text = (REPOSITORY / document).read_text(encoding="utf-8")
        lines = [line for block in blocks(text, "bash") for line in block.splitlines()]
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
        lines += [" ".join(code.split()) for code in re.findall(r"`((?:python|pytest|pip)\s[^`]*)`", prose)]
        parts = [part.strip() for line in lines if not line.startswith("#") for part in line.split("&&")]
        found += [(document, part) for part in parts if part]
    return list(dict.fromkeys(found))


def python_programs() -> dict[tuple[str, ...], list[tuple[str, list[str]]]]:
    """The scripts and the commands of `python -m euchre_env` that the documents call, with (document, arguments)."""
    programs: dict[tuple[str, ...], list[tuple[str, list[str]]]] = {}
    for document, command in commands():
        words = shlex.split(command)
        words = words[3:] if words[:2] == ["taskset", "-c"] else words
        if words[0] == "python" and words[1:3] != ["-m", "venv"]:
            of_two_words = words[2:4] == ["euchre_env", "egn"]  # a command that has commands of its own
            length = 1 if words[1] != "-m" else 4 if of_two_words else 3
            programs.setdefault(tuple(words[1 : 1 + length]), []).append((document, words[1 + length :]))
    return programs


def module_file(name: str) -> str:
    """The file that `python -m` runs."""
    path = Path(*name.split("."))
    return str(path / "__main__.py" if (REPOSITORY / path).is_dir() else path.with_suffix(".py"))


@pytest.mark.parametrize("program", python_programs(), ids=" ".join)
def test_options_of_programs_exist(
    program: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each program is run as a script, but in this process, which has loaded NumPy and torch already."""
    words = [module_file(program[1]), *program[2:]] if program[0] == "-m" else list(program)
    monkeypatch.setattr("sys.argv", [*words, "--help"])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(REPOSITORY / words[0]), run_name="__main__")
    assert not stopped.value.code
    shown = capsys.readouterr().out
    for document, arguments in python_programs()[program]:
        for word in arguments:
            if word.startswith("--"):
                assert re.search(rf"{word}\b", shown), f"{document}: {' '.join(program)} has no option {word}"
            if word.startswith("configs/"):
                assert (REPOSITORY / word).is_file(), f"{document}: no file {word}"


@pytest.mark.parametrize(("document", "command"), commands())
def test_other_commands_exist(document: str, command: str) -> None:
    program, *words = shlex.split(command)
    if program == "pip":
        project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        extras = {extra for word in words for extra in re.findall(r"\[(\w+)\]", word)}
        assert words[:2] == ["install", "-e"] or words[1] in project["dependencies"]  # the project, or what it needs
        assert extras <= set(project["optional-dependencies"])
    else:
        assert program in TOOLS, f"{document} names an unknown program: {program}"
        paths = [word.split("::")[0] for word in words if word.startswith(("tests/", ".ci/"))]
        assert all((REPOSITORY / path).exists() for path in paths), f"{document}: {command}"


def test_the_two_commands_stand_in_the_readme() -> None:
    assert "pip install -e . && python train.py\n" in blocks(README, "bash")[0]
    assert "pip install -e '.[test]' && pytest\n" in blocks(README, "bash")[0]


@pytest.mark.parametrize("number", range(len(blocks(README, "python"))))
def test_readme_python_runs(number: int) -> None:
    exec(compile(blocks(README, "python")[number], f"README.md, example {number + 1}", "exec"), {})


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    text = (REPOSITORY / document).read_text(encoding="utf-8")
    targets = [t for t in re.findall(r"\]\(([^)#]+)", text) if not t.startswith("http")]
    missing = [target for target in targets if not (REPOSITORY / target).exists()]
    assert not missing


def test_the_architecture_names_every_file_of_euchre_env_and_no_other() -> None:
    tree = blocks(section("Where things are"), "text")[0]
    inside = tree.split("euchre_env/", 1)[1].split("\nagents/")[0]
    named = set(re.findall(r"(?<!\S)(\w+\.py|\w+/)(?!\S)", inside)) - {"euchre_env/"}
    package = REPOSITORY / "euchre_env"
    files = {path.name for path in package.glob("*.py") if path.name != "__init__.py"}
    folders = {f"{path.parent.name}/" for path in package.glob("*/__init__.py")}
    assert named == files | folders
    assert all((REPOSITORY / name).exists() for name in ("agents", "train.py", "evaluate.py", "configs"))


@pytest.mark.parametrize("title", ["Speed", "Strength"])
def test_every_table_of_figures_names_its_command(title: str) -> None:
    """Between one table and the one before there stands the command that reproduces it."""
    before_tables = re.split(r"(?:^\|.*\n)+", section(title), flags=re.MULTILINE)[:-1]
    assert before_tables
    for text in before_tables:
        assert any("python" in block for block in blocks(text, "bash")), f"a table follows without a command: {text!r}"


def test_the_table_drawn_in_the_readme_is_what_the_renderer_draws() -> None:
    hands = (
        ("AH", "KC", "QC", "TC", "9D"),
        ("9H", "KS", "AC", "TD", "9C"),
        ("QH", "AS", "TS", "AD", "QD"),
        ("JD", "KH", "QS", "JS", "KD"),
    )
    stock = ("9S", "TH", "JC", "7C", "8C", "7D", "8D", "7H", "8H", "7S", "8S")
    table = Table(rules_for("four_handed"), Deal(hands, "JH", stock), dealer=3, scores=[3, 1], number=4)
    making = ["pass", "pass", "pass", "order_up", "discard_QS"]
    tricks = ["play_KC", "play_AC", "play_QH", "play_JS", "play_AS"]
    for action in making + tricks:
        table.step(action)
    assert blocks(README, "text")[0].rstrip("\n") == render_text(table)


def test_no_figure_is_missing() -> None:
    assert not re.findall(r"<<.*?>>", README)


def test_the_variants_are_all_listed() -> None:
    assert first_column(section("Variants").split("###")[0]) == list(variants())


def test_the_rule_options_are_all_listed() -> None:
    table = section("Variants").split("### Rule options")[1]
    assert set(first_column(table)) == set(OPTIONS)


def test_the_values_of_the_rule_options_are_listed() -> None:
    table = section("Variants").split("### Rule options")[1]
    rows = re.findall(r"^\| (`[^|]*) \| ([^|]*) \|", table, flags=re.MULTILINE)
    for names, values in rows:
        for name in re.findall(r"`(\w+)`", names):
            allowed = OPTIONS[name].values or ()
            missing = [value for value in map(spelled, allowed) if not re.search(rf"\b{value}\b", values)]
            assert not missing, f"{name}: the README does not list {missing}"
