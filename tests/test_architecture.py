"""The rules that keep the code readable and safe, checked on its syntax trees.

Imports run one way: NumPy engine <- environments (PettingZoo, Gymnasium) <- agents (torch) <- scripts.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from graphlib import TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import euchre_env

REPOSITORY = Path(__file__).resolve().parents[1]
ENGINE = sorted((REPOSITORY / "euchre_env").rglob("*.py"))
AGENTS = sorted((REPOSITORY / "agents").rglob("*.py"))
SCRIPTS = sorted(REPOSITORY.glob("*.py"))
PRODUCT = ENGINE + AGENTS + SCRIPTS
TESTS = sorted((REPOSITORY / "tests").rglob("*.py"))
DATA = [
    f"{folder}/**/*.{kind}"
    for folder in ("agents", "configs", "euchre_env", "tests")
    for kind in ("json", "yaml", "yml")
]
TEXTS = [
    path
    for pattern in ("*.md", "*.toml", ".ci/run", "notebooks/*.ipynb", ".gitignore", ".*.yaml", *DATA)
    for path in sorted(REPOSITORY.glob(pattern))
]

LONGEST_FILE = 350  # lines; a file that nears it is split

# Who may import what from outside the standard library; the keys are the only files that may.
ENVIRONMENT_IMPORTS = {
    "aec": {"pettingzoo", "gymnasium"},
    "solo": {"gymnasium"},
    "rendering/raster.py": {"PIL", "resvg_py"},
}
COMMAND_LINE = {"__main__.py", "commands"}
COMMAND_LINE_IMPORTS = {"tqdm"}


def relative(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


def module_name(path: Path) -> str:
    """`euchre_env.scripts.play`, as it is imported."""
    return relative(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def tree_of(path: Path) -> ast.Module:
    """What a file says, read once for all the rules (none of which changes it)."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(node: ast.AST) -> Iterator[tuple[str, ast.stmt]]:
    """The dotted name of every module imported anywhere below `node`, with the statement."""
    for statement in ast.walk(node):
        if isinstance(statement, ast.Import):
            yield from ((alias.name, statement) for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            yield ("." * statement.level + (statement.module or ""), statement)


def outside_packages(path: Path) -> set[str]:
    """Top-level names of the imported packages that are neither in the standard library nor relative."""
    tops = {name.split(".")[0] for name, _ in imports(tree_of(path)) if not name.startswith(".")}
    return {top for top in tops if top not in sys.stdlib_module_names}


def dotted(node: ast.expr) -> str:
    """`np.random.seed` for the expression that reads so; '' for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = dotted(node.value)
        return f"{head}.{node.attr}" if head else ""
    return ""


def uses(path: Path) -> Iterator[tuple[str, int]]:
    """Full names of what a file imports from elsewhere and uses, import aliases resolved, with the line."""
    tree = tree_of(path)
    meaning: dict[str, str] = {}
    for name, statement in imports(tree):
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                top = alias.name.split(".")[0]  # `import a.b` binds a, `import a.b as c` binds a.b
                meaning[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                meaning[alias.asname or alias.name] = f"{name}.{alias.name}"
                yield f"{name}.{alias.name}", statement.lineno
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            head, _, rest = dotted(node).partition(".")
            if head in meaning:
                yield f"{meaning[head]}.{rest}", node.lineno


def public_definitions(tree: ast.Module) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Public functions and classes of a module, and the public methods of its public classes.

    What a protocol's members are, the protocol's docstring says.
    """
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in tree.body:
        if isinstance(node, kinds) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef) and "Protocol" not in map(dotted, node.bases):
                yield from (n for n in node.body if isinstance(n, kinds) and not n.name.startswith("_"))


def faults(files: Iterable[Path], faults_of: Callable[[Path], Iterable[str]]) -> list[str]:
    """What a rule finds in files, each fault with its file; thousands of tests of a file and a rule each are slow."""
    return [f"{relative(path)}: {fault}" for path in files for fault in faults_of(path)]


def inherits_docstring(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Setters and overrides say what the definition says that they belong to."""
    names = {dotted(decorator) for decorator in node.decorator_list}
    return bool(names & {"override", "typing.override"}) or any(n.endswith((".setter", ".deleter")) for n in names)


def test_engine_imports_numpy_alone() -> None:
    def others(path: Path) -> set[str]:
        inside, *_ = parts = path.relative_to(REPOSITORY / "euchre_env").parts
        allowed = ENVIRONMENT_IMPORTS.get(inside, ENVIRONMENT_IMPORTS.get("/".join(parts), set()))
        if inside in COMMAND_LINE:
            allowed = allowed | COMMAND_LINE_IMPORTS | {"agents"}
        return outside_packages(path) - allowed - {"numpy", "euchre_env"}

    assert not faults(ENGINE, others)


def test_engine_never_imports_agents_at_load_time() -> None:
    """Only `--agents NAME` on the command line may ask for them: inside the function that serves it."""

    def eager(path: Path) -> Iterator[str]:
        tree = tree_of(path)
        nodes = list(ast.walk(tree))
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for_types = [node for node in nodes if isinstance(node, ast.If) and dotted(node.test) == "TYPE_CHECKING"]
        later = {id(statement) for node in (*functions, *for_types) for _, statement in imports(node)}
        for name, statement in imports(tree):
            if name.split(".")[0] == "agents" and id(statement) not in later:
                yield f"line {statement.lineno} imports agents when the module is loaded"

    assert not faults(ENGINE, eager)


def test_agents_use_public_names_only() -> None:
    def private(path: Path) -> Iterator[str]:
        for name, statement in imports(tree_of(path)):
            if name.split(".")[0] != "euchre_env":
                continue
            if not isinstance(statement, ast.ImportFrom):
                yield f"line {statement.lineno}: write `from euchre_env import ...`"
            elif name != "euchre_env":
                yield f"line {statement.lineno}: {name} is not public"
            elif unknown := {alias.name for alias in statement.names} - set(euchre_env.__all__):
                yield f"line {statement.lineno}: not in euchre_env.__all__: {sorted(unknown)}"

    assert not faults(AGENTS + SCRIPTS, private)


def inner_parts(path: Path) -> Iterator[str]:
    """Where a file reaches into `VectorEuchre` or `WorldEngine`: what they are made of is theirs to change."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Attribute) and node.attr in {"engine", "_engine"}:
            yield f"line {node.lineno}: .{node.attr} is not public"


def test_agents_do_not_reach_into_tables() -> None:
    assert not faults(AGENTS + SCRIPTS, inner_parts)


@pytest.mark.parametrize(
    ("source", "caught"),
    [
        ("kind = VectorEuchre(rules).engine.kind", True),
        ("def look(self):\n    return self.tables.engine", True),
        ("tables.engine.step(numbers)", True),
        ("few._engine", True),
        ("engine = WorldEngine.laid_out(rules)\nengine.step(numbers)", False),
    ],
)
def test_reaching_into_tables_is_recognised(tmp_path: Path, source: str, caught: bool) -> None:
    file = tmp_path / "sample.py"
    file.write_text(source)
    assert bool(list(inner_parts(file))) is caught


def test_agents_do_not_import_scripts() -> None:
    scripts = {script.stem for script in SCRIPTS}
    assert not faults(AGENTS, lambda path: scripts & {name.split(".")[0] for name, _ in imports(tree_of(path))})


@pytest.mark.parametrize("files", [ENGINE, AGENTS], ids=["euchre_env", "agents"])
def test_imports_run_one_way(files: list[Path]) -> None:
    """No module needs one that needs it: the files of a package can be read in an order."""
    modules = {module_name(path) for path in files}
    needs = {}
    for path in files:
        statements = [node for node in tree_of(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
        needs[module_name(path)] = {module for node in statements for module, _ in imports(node)} & modules
    TopologicalSorter(needs).prepare()  # raises CycleError, which names the circle


def test_folders_of_agents_need_each_other_one_way() -> None:
    """A reader can take them one after the other: play with open hands, worlds, agents, training."""
    needs: dict[str, set[str]] = {}
    for path in AGENTS:
        folder = path.relative_to(REPOSITORY / "agents").parts[0]
        modules = {name.split(".")[1] for name, _ in imports(tree_of(path)) if name.startswith("agents.")}
        needs.setdefault(folder, set()).update(m for m in modules - {folder} if (REPOSITORY / "agents" / m).is_dir())
    TopologicalSorter(needs).prepare()


def test_what_is_imported_is_declared() -> None:
    """Every package imported outside the tests is a dependency in its own right, or in one of these extras, and every
    such dependency is imported."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    used = [extras[extra] for extra in ("search", "pictures", "play", "plot", "openspiel")]
    requirements = sum(used, project["dependencies"])
    declared = {re.match(r"[\w.-]+", requirement).group().lower() for requirement in requirements}
    distributions = {"pyspiel": ["open-spiel"]} | packages_distributions()
    imported = set().union(*map(outside_packages, PRODUCT)) - {"euchre_env", "agents"}
    through_torch = {"tensorboard"}  # torch.utils.tensorboard needs it
    assert {distributions.get(name, [name])[0].lower() for name in imported} | through_torch == declared


def test_public_names_exist() -> None:
    assert euchre_env.__all__ == sorted(set(euchre_env.__all__), key=euchre_env.__all__.index), "a name twice"
    missing = [name for name in euchre_env.__all__ if not hasattr(euchre_env, name)]
    assert not missing


def test_files_are_short() -> None:
    lengths = {relative(path): len(path.read_text(encoding="utf-8").splitlines()) for path in PRODUCT + TESTS}
    assert not {path: length for path, length in lengths.items() if length >= LONGEST_FILE}


# What draws from, or seeds, a generator that everybody shares; NumPy's classes make generators of one's own.
GLOBAL_GENERATORS = re.compile(
    r"random(\.|$)"
    r"|numpy\.random\.(?!(Generator|default_rng|SeedSequence|BitGenerator|PCG64|PCG64DXSM|Philox|SFC64)\b)\w"
    r"|torch\.(manual_seed|seed|random\.\w+|cuda\.manual_seed\w*)$"
)
UNSAFE_READERS = re.compile(r"((torch|numpy)\.load|(pickle|dill|joblib|cloudpickle)\.(loads?|Unpickler))$")


def used(pattern: re.Pattern[str], path: Path) -> list[str]:
    """Where a file uses a name that matches."""
    return [f"line {line}: {name}" for name, line in uses(path) if pattern.match(name)]


def test_no_global_random_generator() -> None:
    """The same seed gives the same result whatever else runs in the process."""
    assert not faults(PRODUCT, partial(used, GLOBAL_GENERATORS))


# These draw from torch's global generator unless they are given another.
TORCH_DRAWS = re.compile(
    r"torch\.(rand|randn|randint|randperm|multinomial|bernoulli|normal|rand_like|randn_like)$"
    r"|.*\.(uniform_|normal_|exponential_|bernoulli_|random_|multinomial)$"
)


def test_torch_draws_name_their_generator() -> None:
    def unnamed(path: Path) -> Iterator[str]:
        for call in (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)):
            if TORCH_DRAWS.match(dotted(call.func)) and "generator" not in {given.arg for given in call.keywords}:
                yield f"line {call.lineno}: {dotted(call.func)} without `generator=`"

    assert not faults(AGENTS + SCRIPTS, unnamed)


def test_no_file_is_unpickled() -> None:
    """A checkpoint from a stranger must not run code: weights are safetensors, everything else is JSON."""
    assert not faults(PRODUCT, partial(used, UNSAFE_READERS))


@pytest.mark.parametrize(
    ("source", "caught"),
    [
        ("import random", False),  # imported, never used: ruff's business
        ("import random\nrandom.shuffle([1])", True),
        ("from random import shuffle", True),
        ("import numpy as np\nnp.random.seed(0)", True),
        ("from numpy import random as draw\ndraw.rand()", True),
        ("import numpy as np\nnp.random.default_rng(0)", False),
        ("import torch\ntorch.manual_seed(1)", True),
        ("import torch as t\nt.Generator().manual_seed(1)", False),
    ],
)
def test_global_generators_are_recognised(tmp_path: Path, source: str, caught: bool) -> None:
    file = tmp_path / "sample.py"
    file.write_text(source)
    assert bool(used(GLOBAL_GENERATORS, file)) is caught


@pytest.mark.parametrize(
    ("source", "caught"),
    [
        ("import torch\ntorch.load('a')", True),
        ("from torch import load", True),
        ("import pickle as p\np.loads(b'')", True),
        ("import numpy as np\nnp.load('a')", True),
        ("import json\njson.load(open('a'))", False),
        ("import pickle\npickle.dumps(1)", False),
    ],
)
def test_unsafe_readers_are_recognised(tmp_path: Path, source: str, caught: bool) -> None:
    file = tmp_path / "sample.py"
    file.write_text(source)
    assert bool(used(UNSAFE_READERS, file)) is caught


def test_public_definitions_have_docstrings() -> None:
    def bare(path: Path) -> Iterator[str]:
        tree = tree_of(path)
        if not ast.get_docstring(tree):
            yield "the module says nothing about itself"
        yield from (n.name for n in public_definitions(tree) if not ast.get_docstring(n) and not inherits_docstring(n))

    assert not faults(PRODUCT, bare)


MACHINE_PATHS = re.compile(r"/(work|root|home|tmp|Users)/\w")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def test_no_machine_paths_and_nothing_unfinished() -> None:
    def unwanted(path: Path) -> list[str]:
        text = path.read_text(encoding="utf-8")
        return [found.group() for pattern in (MACHINE_PATHS, UNFINISHED) for found in pattern.finditer(text)]

    assert not faults((path for path in (*PRODUCT, *TESTS, *TEXTS) if path != Path(__file__)), unwanted)
