"""What `evaluate.py` does beside comparing two agents: sequential tests, cross tables, phases, cards, final deals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import evaluate
from agents.console import INTERRUPTED
from agents.measuring import evaluation
from agents.measuring.arena import play_deals
from agents.measuring.chunks import here
from agents.measuring.deal_seeds import FIRST_FINAL_SEED
from agents.measuring.evaluate_options import request_from
from agents.random_agent import RandomAgent
from agents.rule import RuleAgent
from agents.training.config import RANGES
from euchre_env import Rules, rules_for

Found = dict[str, list[dict]]
SMALL = ["--variant", "two_handed", "--deals", "60", "--matches", "8"]


def test_a_sequential_test_says_what_it_found(run: Callable[..., Found], capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = run("rule", "random", "--variant", "north_american", "--sprt", "0.1")["results"]
    test = result["sprt"]
    assert (test["decision"], test["low"], test["high"], test["most_deals"]) == ("H1", 0, 0.1, 65536)
    assert test["log_likelihood_ratio"] > test["bounds"][1] == -test["bounds"][0]
    assert result["deals"] < 512
    assert result["deals"] == sum(count for _, count in result["block_histogram"])
    assert (result["matches"], result["match_win_rate"]) == (0, None)
    printed = capsys.readouterr().out
    assert "H1 accepted" in printed
    assert "biased" in printed


def test_a_sequential_test_that_runs_out_of_deals_is_undecided(run: Callable[..., Found]) -> None:
    (result,) = run("random", "random", "--variant", "two_handed", "--sprt=-0.02,0.02", "--deals", "50")["results"]
    assert (result["sprt"]["decision"], result["deals"]) == ("undecided", 50)
    assert (result["sprt"]["low"], result["sprt"]["high"]) == (-0.02, 0.02)


class Mirror:
    """Like another agent under another name."""

    def __init__(self, text: str, rules: Rules):
        self.agent = RuleAgent(rules) if text == "rule" else RandomAgent()
        self.name, self.hash, self.act = text, f"hash of {text}", self.agent.act


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any name is an agent: `rule`, or a random one."""
    monkeypatch.setattr(evaluation, "PortableAgent", Mirror)
    monkeypatch.setattr(evaluation, "game_for", lambda variant, agents: rules_for(variant))


@pytest.mark.usefixtures("named")
def test_three_agents_make_a_cross_table(run: Callable[..., Found], capsys: pytest.CaptureFixture[str]) -> None:
    found = run("rule", "first", "second", "--variant", "two_handed", "--deals", "300")
    assert [result["agents"] for result in found["results"]] == [
        ["rule", "first"],
        ["rule", "second"],
        ["first", "second"],
    ]
    rules = rules_for("two_handed")
    points = play_deals(rules, (RuleAgent(rules), RandomAgent()), 300, 0).points_per_deal
    assert [result["points_per_deal"] for result in found["results"]] == [points, points, 0]
    assert [result["matches"] for result in found["results"]] == [0, 0, 0]
    rule, first, second = found["ratings"]
    assert (rule["agent"], rule["elo"], rule["interval"]) == ("rule", 0, [0, 0])
    assert first["interval"][1] < 0
    assert first["elo"] == pytest.approx(second["elo"])
    assert found["cycles"] == []
    printed = capsys.readouterr().out
    assert f"{points:+.3f} ± " in printed
    assert f"{-points:+.3f} ± " in printed
    assert "\nhash of 3: hash of seco\n" in printed
    assert found["results"][1]["agent_hashes"] == ["hash of rule", "hash of second"]


@pytest.mark.usefixtures("named")
def test_a_cross_table_has_matches_if_they_are_asked_for(
    run: Callable[..., Found], capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("rule", "first", "second", *SMALL)
    assert [result["matches"] for result in found["results"]] == [16, 16, 16]
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("first against second"))
    assert row.split()[3] == "50.0%"


@pytest.mark.usefixtures("named")
def test_cycles_are_printed(
    run: Callable[..., Found], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ahead = {("paper", "rock"), ("rock", "scissors"), ("scissors", "paper")}

    def blocks(rules, pair, deals, *rest):  # type: ignore[no-untyped-def]
        sign = 1 if (pair[0].name, pair[1].name) in ahead else -1
        yield sign * np.tile([1.0, 0.0, 0.5, 0.0], deals // 4)

    monkeypatch.setattr(evaluation, "block_points", blocks)
    found = run("rock", "paper", "scissors", "--variant", "two_handed", "--deals", "400")
    assert found["cycles"] == [{"variant": "two_handed", "agents": ["rock", "scissors", "paper"]}]
    assert "cycle: rock beats scissors beats paper beats rock" in capsys.readouterr().out


def test_phases_are_played_on_request(run: Callable[..., Found], capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = run("rule", "random", *SMALL, "--phase", "play,making")["results"]
    assert [phase["phase"] for phase in result["phases"]] == ["making", "play"]
    assert all(phase["deals"] == 60 and len(phase["interval"]) == 2 for phase in result["phases"])
    printed = capsys.readouterr().out
    assert all(f"{phase['points_per_deal']:+.4f}" in printed for phase in result["phases"])


@pytest.mark.parametrize("phase", ["making", "play"])
def test_phases_of_an_agent_against_itself_gain_exactly_nothing(run: Callable[..., Found], phase: str) -> None:
    (result,) = run("random", "random", *SMALL, "--phase", phase)["results"]
    assert result["phases"][0]["interval"] == [0, 0]


def test_a_card_needs_no_opponent(run: Callable[..., Found], capsys: pytest.CaptureFixture[str]) -> None:
    found = run("random", "--card", "--variant", "north_american", "--variant", "five_handed", "--deals", "300")
    assert found["results"] == []
    known, unknown = found["cards"]
    assert (known["agent"], known["agent_hash"], known["deals"]) == ("random", "random", 300)
    assert known["bands"]["euchred"] == [0.1, 0.25]
    assert "euchred" in known["outside"]
    assert (unknown["bands"], unknown["outside"]) == (None, [])
    printed = capsys.readouterr().out.splitlines()
    assert [line.rstrip().endswith("OUTSIDE") for line in printed if line.startswith("makers euchred")] == [True, False]


def test_a_card_at_a_score_says_so_and_has_no_bands(
    run: Callable[..., Found], capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("random", "--card", "--variant", "north_american", "--deals", "60", "--score", "4,9")
    assert (found["cards"][0]["score"], found["cards"][0]["bands"]) == ([4, 9], None)
    assert "60 deals, the side with 4 points against 9" in capsys.readouterr().out


def test_a_card_stands_beside_a_comparison(run: Callable[..., Found], capsys: pytest.CaptureFixture[str]) -> None:
    found = run("rule", "random", *SMALL, "--card")
    assert len(found["results"]) == 1
    (card,) = found["cards"]
    assert (card["agent"], card["agent_hash"]) == ("rule", found["results"][0]["agent_hashes"][0])
    assert f"two_handed: rule (hash {card['agent_hash'][:12]}) against itself, " in capsys.readouterr().out


def test_final_deals_are_others_and_say_so(run: Callable[..., Found], capsys: pytest.CaptureFixture[str]) -> None:
    (usual,) = run("rule", "random", *SMALL, "--seed", "3")["results"]
    assert "Final" not in capsys.readouterr().out
    (final,) = run("rule", "random", *SMALL, "--seed", "3", "--final")["results"]
    assert (usual["seed"], usual["final"]) == (3, False)
    assert (final["seed"], final["final"]) == (FIRST_FINAL_SEED + 3, True)
    rules = rules_for("two_handed")
    expected = play_deals(rules, (RuleAgent(rules), RandomAgent()), 60, FIRST_FINAL_SEED + 3).points_per_deal
    assert final["points_per_deal"] == expected != usual["points_per_deal"]
    assert "Final measurement, on deals that are kept from training and tuning." in capsys.readouterr().out


def test_no_seed_for_training_or_tuning_reaches_the_final_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert RANGES["seed"][1] < FIRST_FINAL_SEED
    assert request_from(["a", "b", "--seed", str(FIRST_FINAL_SEED - 1), "--final"], "").seed < 2**63
    with pytest.raises(SystemExit):
        request_from(["a", "b", "--seed", str(FIRST_FINAL_SEED)], "")
    assert "--seed: must be a whole number from 0 to 4611686018427387903" in capsys.readouterr().err


def interrupting(after: int) -> Callable:
    """A spread that Ctrl-C hits after so many chunks."""
    done = [0]

    def spread(work, chunks, progress):  # type: ignore[no-untyped-def]
        for result in here(work, chunks, progress):
            if done[0] == after:
                raise KeyboardInterrupt
            done[0] += 1
            yield result

    return spread


def test_an_interrupt_leaves_what_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("agents.measuring.processes.here", interrupting(1))
    file = tmp_path / "result.json"
    arguments = ["rule", "random", "--variant", "two_handed", "--deals", "2000", "--json", str(file)]
    assert evaluate.main(arguments) == INTERRUPTED
    found = json.loads(file.read_text())
    (result,) = found["results"]
    assert (result["deals"], result["matches"], found["interrupted"]) == (1024, 0, True)
    assert "Interrupted: these are the results of what was finished" in capsys.readouterr().out


def test_an_interrupt_before_anything_is_finished_is_one_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.measuring.processes.here", interrupting(0))
    with pytest.raises(KeyboardInterrupt):
        evaluate.main(["rule", "random", *SMALL])


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize(
    "arguments, chunks, results",
    [
        (["rule", "b", *SMALL, "--phase", "play,making"], 1, [(60, 0, 0)]),  # (deals, matches, phases)
        (["rule", "b", *SMALL, "--phase", "play,making"], 3, [(60, 16, 1)]),
        (["rule", "b", *SMALL, "--card"], 2, [(60, 16, 0)]),
        (["rule", "b", *SMALL, "--variant", "three_handed"], 2, [(60, 16, 0)]),
        (["rule", "b", "c", *SMALL], 3, [(60, 16, 0), (60, 0, 0)]),
        (["rule", "--card", *SMALL[:4], "--variant", "three_handed"], 1, []),
    ],
)
def test_whatever_was_finished_before_an_interrupt_is_told(
    arguments: list[str],
    chunks: int,
    results: list,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("agents.measuring.processes.here", interrupting(chunks))
    assert evaluate.main([*arguments, "--json", str(tmp_path / "result.json")]) == INTERRUPTED
    found = json.loads((tmp_path / "result.json").read_text())
    assert [(e["deals"], e["matches"], len(e.get("phases", []))) for e in found["results"]] == results
    assert found.get("ratings", []) == []
    assert len(found.get("cards", [])) == (0 if results else 1)
    assert found["interrupted"]
    assert "Interrupted: " in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["a"], "a has no opponent"),
        (["a", "--card", "--matches", "5"], "--matches needs an opponent"),
        (["a", "b", "c", "--sprt"], "--sprt compares two agents; there are 3"),
        (["a", "b", "c", "--phase", "play"], "--phase compares two agents; there are 3"),
        (["a", "--card", "--phase", "play"], "--phase compares two agents; there is 1"),
        (["a", "b", "--score", "4,9"], "--score is where the deals of a --card begin; add --card"),
        (["a", "--card", "--score", "4"], "must be two numbers of points such as 4,9, not '4'"),
        (["a", "b", "c", "--card"], "--card is about one agent"),
        (["a", "b", "a"], "a cross table needs different agents"),
        (["a", "b", "--sprt", "--phase", "play"], "does not go with --phase"),
        (["a", "b", "--sprt", "--card"], "does not go with --card"),
        (["a", "b", "--sprt", "--matches", "9"], "does not go with --matches"),
        (["a", "b", "--sprt", "much"], "--sprt: must be points a deal above 0"),
        (["a", "b", "--sprt=0.1,0"], "the lower first"),
        (["a", "b", "--sprt", "nan"], "not 'nan'"),
        (["a", "b", "--phase", "bids"], "--phase: must be making or play, not 'bids'"),
        (["a", "b", "--processes", "0"], "--processes: must be a whole number from 1 to 1024"),
    ],
)
def test_what_does_not_go_together_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        evaluate.main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


def test_exploit_is_a_command_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["--exploit", "random", "--variant", "two_handed"]
    called: list[list[str]] = []
    monkeypatch.setattr("agents.exploit.command.main", lambda arguments: called.append(arguments) or 0)
    assert evaluate.main(given) == 0
    assert called == [given]


@pytest.mark.slow
def test_the_results_are_the_same_with_two_processes(run: Callable[..., Found]) -> None:
    arguments = ["rule", "random", "--variant", "two_handed", "--deals", "1200", "--matches", "1100", "--card"]
    one, two = (run(*arguments, "--processes", processes) for processes in ("1", "2"))
    for found in (one, two):
        del found["results"][0]["deals_per_second"]
    assert one == two
