"""From what a user writes to an agent: names with and without arguments, the agents that come along, what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import euchre_env
from agents import registry
from agents.double_dummy import MissingCompilerError, compiler
from agents.errors import AgentError
from agents.registry import game_for, load_agent, variants_of
from agents.saving.checkpoint import Checkpoint
from agents.training.export import export
from euchre_env import SoloEnv, VectorEuchre, rules_for

RULES = rules_for("two_handed")


@pytest.mark.parametrize("name", ["random", "rule", "pimc:2"])
def test_a_name_is_an_agent_that_says_it(name: str) -> None:
    agent, tables = load_agent(name, RULES), VectorEuchre(RULES, num_tables=3)
    assert agent.name == name
    actions = agent.act(tables.observe(), tables.action_mask, np.random.default_rng(0))
    assert tables.action_mask[np.arange(3), actions].all()


@pytest.mark.parametrize("worlds", ["0", "1", "-3", "x", "1.5", "10001", "²", "20 ", "9" * 5000])
def test_a_number_of_worlds_that_is_none(worlds: str) -> None:
    with pytest.raises(
        AgentError, match=f"pimc:{worlds[:40]}: the number of worlds must be from 2 to 10000, such as pimc:20"
    ):
        load_agent(f"pimc:{worlds}", RULES)


def test_without_numba_exact_play_is_refused_before_it_begins(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "INSTALLED", False)
    for name in ("pimc:2", f"search:{finished}"):
        with pytest.raises(MissingCompilerError, match="exact play needs numba"):
            load_agent(name, RULES)


@pytest.mark.parametrize("name", ["rule", "random"])
def test_what_takes_no_argument_is_given_none(name: str) -> None:
    with pytest.raises(AgentError, match=f"{name}:3: {name} takes nothing after a colon; write '{name}'"):
        load_agent(f"{name}:3", RULES)


@pytest.mark.parametrize(
    "written, nearest",
    [
        ("pimc", "pimc:N"),
        ("pimc:", "pimc:N"),
        ("rules", "rule"),
        ("rule:", "rule"),
        ("Random", "random"),
        ("pretraind", "pretrained"),
        ("generalists", "generalist"),
    ],
)
def test_the_nearest_name_is_named(written: str, nearest: str) -> None:
    with pytest.raises(AgentError, match=rf"no agent '{written}': .*pimc:N.*; did you mean '{nearest}'\?"):
        load_agent(written, RULES)


def test_what_is_like_no_name_gets_no_suggestion() -> None:
    with pytest.raises(AgentError, match=r"no agent 'zzzz': neither a name \(.*\) nor a path$"):
        load_agent("zzzz", RULES)


def test_a_name_that_no_file_can_have_is_no_agent() -> None:
    with pytest.raises(AgentError, match=r"no agent 'x+': neither a name"):
        load_agent("x" * 5000, RULES)


def test_agents_that_do_not_come_along(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "PRETRAINED", tmp_path)
    with pytest.raises(AgentError, match="comes with no agent 'pretrained' for two_handed"):
        load_agent("pretrained", RULES)
    with pytest.raises(AgentError, match=r"comes with no agent 'generalist'$"):
        load_agent("generalist", RULES)
    with pytest.raises(AgentError, match="pretrained and rule have no variant in common"):
        variants_of(["pretrained", "rule"])


def test_agents_that_come_along(finished: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The variant's own, and the one for all: what was exported there, by their names."""
    monkeypatch.setattr(registry, "PRETRAINED", tmp_path / "pretrained")
    for folder in ("two_handed", "generalist"):
        export(Checkpoint(finished), tmp_path / "pretrained" / folder)
    for name in ("pretrained", "generalist"):
        agent = load_agent(name, RULES)
        assert agent.name == name
        assert agent.hash == Checkpoint(tmp_path / "pretrained" / "two_handed").hash
        assert variants_of([name, "rule"]) == ["two_handed"]
        assert game_for("two_handed", [name, "random"]) == RULES
    with pytest.raises(AgentError, match="generalist plays two_handed, not four_handed"):
        load_agent("generalist", rules_for("four_handed"))
    with pytest.raises(AgentError, match="comes with no agent 'pretrained' for four_handed"):
        load_agent("pretrained", rules_for("four_handed"))


def test_a_path_is_an_agent_as_its_name_is(finished: Path) -> None:
    assert load_agent(finished, RULES).name == load_agent(str(finished), RULES).name == str(finished)
    assert Checkpoint(str(finished)).hash == Checkpoint(finished).hash


@pytest.mark.parametrize(
    "name, rules, message",
    [
        (5, RULES, "^5: an agent is loaded by its name or path$"),
        (["rule"], RULES, r'^\["rule"\]: an agent is loaded by its name or path$'),
        ("rule", "two_handed", '^rules="two_handed": must be Rules, such as rules_for'),
    ],
)
def test_what_is_no_name_or_no_rules_is_refused(name: Any, rules: Any, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        load_agent(name, rules)


@pytest.mark.parametrize(
    "variant, options", [("four_handed", {}), ("railroad", {"pack": 29, "joker_suit": "D", "laps": True})]
)
def test_what_is_said_of_a_name_among_opponents_can_be_written(variant: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match='by name there is only "random"; give the agent: from agents') as caught:
        SoloEnv(variant, opponents="rule", **options)
    given: dict[str, Any] = {"euchre_env": euchre_env}
    exec(str(caught.value).partition("give the agent: ")[2], given)
    assert given["opponents"].name == "rule"
    SoloEnv(variant, opponents=given["opponents"], **options).reset(seed=1)
