"""Agents of users' own, named as `module:Class`: they play everywhere, and what is wrong with them is told."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import evaluate
import play
from agents import console
from agents.agent import Agent
from agents.errors import AgentError, ConfigError
from agents.registry import game_for, load_agent, variants_of
from agents.training.config import Config, EvaluationConfig
from agents.training.imitation import ImitationConfig
from agents.training.settings import config_from
from euchre_env import VectorEuchre, rules_for
from euchre_env.__main__ import main as euchre_main

RULES = rules_for("four_handed")
MODULE = """
import numpy as np

class Careful:
    def __init__(self, rules):
        self.rules = rules
    def act(self, observation, action_mask, rng):
        return action_mask.argmax(axis=1)

class Versioned(Careful):
    hash = "7"

class Illegal(Careful):
    def act(self, observation, action_mask, rng):
        return action_mask.argmin(axis=1)

class Negative(Careful):
    def act(self, observation, action_mask, rng):
        return np.full(len(action_mask), -1)

class Fractions(Careful):
    def act(self, observation, action_mask, rng):
        return action_mask.argmax(axis=1) / 1

class OneForAll(Careful):
    def act(self, observation, action_mask, rng):
        return 0

class Fails(Careful):
    def act(self, observation, action_mask, rng):
        return 1 / 0

class Imports(Careful):
    def act(self, observation, action_mask, rng):
        import no_such_library

class CannotBeMade(Careful):
    def __init__(self, rules, more):
        pass

class Plain:
    def act(self, observation, action_mask, rng):
        return action_mask.argmax(axis=1)

class Idle:
    pass

function = len
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The module, in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "theirs.py"
    file.write_text(MODULE)
    yield file
    for name in ("theirs", "broken", "needy"):
        sys.modules.pop(name, None)


def asked(agent: Agent) -> np.ndarray:
    tables = VectorEuchre(RULES, num_tables=3)
    return agent.act(tables.observe(), tables.action_mask, np.random.default_rng(0))


def test_a_class_is_an_agent_of_every_game() -> None:
    agent = load_agent("theirs:Careful", RULES)
    assert agent.name == "theirs:Careful"
    assert np.array_equal(asked(agent), VectorEuchre(RULES, num_tables=3).action_mask.argmax(axis=1))
    assert len(variants_of(["theirs:Careful"])) == 11
    assert game_for("railroad", ["theirs:Careful"]) == rules_for("railroad")


def test_a_class_need_not_ask_for_the_rules() -> None:
    assert np.array_equal(asked(load_agent("theirs:Plain", RULES)), asked(load_agent("theirs:Careful", RULES)))


def test_its_hash_is_its_own_or_that_of_its_file(module: Path) -> None:
    assert load_agent("theirs:Versioned", RULES).hash == "7"
    before, other = (load_agent(f"theirs:{name}", RULES).hash for name in ("Careful", "Illegal"))
    module.write_text(MODULE + "# changed\n")
    after = load_agent("theirs:Careful", RULES).hash
    assert len({before, other, after}) == 3


@pytest.mark.parametrize(
    "name, said",
    [
        ("Nobody", "theirs has no class Nobody; it has CannotBeMade, Careful, Fails, Fractions, "),
        ("function", "theirs has no class function; it has "),
        ("Idle", "the class has no method act"),
        ("CannotBeMade", "TypeError: .*__init__"),
    ],
)
def test_what_is_no_agent(name: str, said: str) -> None:
    with pytest.raises(AgentError, match=f"^theirs:{name}: .*{said}"):
        load_agent(f"theirs:{name}", RULES)


@pytest.mark.parametrize(
    "name, said",
    [
        ("Illegal", "act chose 0 in row 0, where 32, 33, 37 are legal"),
        ("Negative", "act chose -1 in row 0, where 32, 33, 37 are legal"),
        ("Fractions", r"act must return one whole number a row, intp \[3\], not float64 \[3\]"),
        ("OneForAll", r"act must return one whole number a row, intp \[3\], not int64 \[\]"),
        ("Imports", r"theirs\.py, line 35: ModuleNotFoundError: No module named 'no_such_library'"),
        ("Fails", r"theirs\.py, line 31: ZeroDivisionError: division by zero"),
    ],
)
def test_wrong_answers_are_told(name: str, said: str) -> None:
    with pytest.raises(AgentError, match=f"^theirs:{name}: .*{said}"):
        asked(load_agent(f"theirs:{name}", RULES))


@pytest.mark.parametrize(
    "module_name, said",
    [
        ("nowhere", "there is no module nowhere here or among what is installed"),
        ("theirs.inner", "there is no module theirs.inner here or among what is installed"),
        ("theirs.py", "there is no module theirs.py .*; write theirs:Careful"),
        ("needy", "needy needs no_such_library, which is not installed"),
        ("broken", r"broken\.py, line 1: SyntaxError: "),
    ],
)
def test_modules_that_cannot_be_loaded(module_name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "needy.py").write_text("import no_such_library\n")
    (tmp_path / "broken.py").write_text("def\n")
    with pytest.raises(AgentError, match=f"^{module_name}:Careful: .*{said}"):
        load_agent(f"{module_name}:Careful", RULES)


def test_a_path_of_that_form_is_a_path(tmp_path: Path) -> None:
    (tmp_path / "theirs:Careful").mkdir()
    with pytest.raises(ValueError, match="theirs:Careful"):
        load_agent("theirs:Careful", RULES)


def test_settings_cannot_run_code() -> None:
    said = "'theirs:Careful' would run code that settings must not name; measure it with evaluate.py"
    with pytest.raises(ConfigError, match=said):
        Config(evaluation=EvaluationConfig(opponents=("random", "theirs:Careful")))
    with pytest.raises(ConfigError, match=said):
        Config(imitation=ImitationConfig(agent="theirs:Careful"))
    settings = Config().as_dict()
    settings["start"] = "theirs:Careful"
    with pytest.raises(ConfigError, match=said):
        config_from(settings)
    assert "theirs" not in sys.modules
    Config(evaluation=EvaluationConfig(opponents=("search:pretrained", "pimc:20")))


@pytest.mark.slow
def test_it_is_measured_in_other_processes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [
        "theirs:Careful",
        "random",
        "--variant",
        "four_handed",
        "--deals",
        "64",
        "--matches",
        "0",
        "--json",
        "found",
    ]
    assert console.run("evaluate.py", lambda: evaluate.main([*words, "--processes", "2"])) == 0
    two = json.loads((tmp_path / "found").read_text())["results"][0]
    assert console.run("evaluate.py", lambda: evaluate.main([*words, "--processes", "1"])) == 0
    one = json.loads((tmp_path / "found").read_text())["results"][0]
    assert two["points_per_deal"] == one["points_per_deal"] != 0
    capsys.readouterr()
    failing = ["theirs:Fails", *words[1:-2], "--processes", "2"]
    assert console.run("evaluate.py", lambda: evaluate.main(failing)) == 1
    assert "theirs.py, line 31: ZeroDivisionError" in capsys.readouterr().err


def test_it_plays_and_reviews(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [
        "simulate",
        "four_handed",
        "--deals",
        "2",
        "--seed",
        "1",
        "--agents",
        "theirs:Careful,rule",
        "--record",
        "deals.jsonl",
    ]
    assert euchre_main(words) == 0
    assert euchre_main(["replay", "deals.jsonl"]) == 0
    assert play.main(["--review", "deals.jsonl", "--agent", "theirs:Careful"]) == 0
    assert "decisions are compared with what it would do" in capsys.readouterr().out
