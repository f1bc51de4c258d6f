"""The command line: what it writes is checked by what it reads, and every misuse is one line and an exit code."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from euchre_env.__main__ import main
from euchre_env.commands import matches
from euchre_env.commands.simulate import players_of
from euchre_env.rules import Rules
from euchre_env.spelling import spelled
from euchre_env.variants import rules_for, variants
from tests.family_deals import FIVE_HANDED, JAMBONE, RAILROAD, SEVEN_HANDED


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    """A file of 42 deals."""
    file = tmp_path / "deals.jsonl"
    assert main(["simulate", "four_handed", "--deals", "42", "--seed", "1", "--record", str(file)]) == 0
    return file


def simulate(file: Path, variant: str, deals: int, seed: int = 1, *more: str) -> list[dict[str, Any]]:
    words = ["simulate", variant, "--deals", str(deals), "--seed", str(seed), "--record", str(file), *more]
    assert main(words) == 0
    return [json.loads(line) for line in file.read_text().splitlines()]


# ---- simulate and replay ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants())
def test_simulated_deals_replay_as_one_chain(variant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Played by the engine, many matches at once; checked by the table, one deal at a time."""
    records = simulate(tmp_path / "deals.jsonl", variant, 40)
    assert len(records) == 40
    assert [record["variant"] for record in records] == [variant] * 40
    assert (records[0]["deal"], records[0]["dealer"], set(records[0]["scores"])) == (1, 0, {0})
    assert main(["replay", "--chain", str(tmp_path / "deals.jsonl")]) == 0
    assert capsys.readouterr().out == "40 deals, 0 disagreements\n"


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants())
def test_many_simulated_deals_replay(
    variant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Match after match, played in waves that grow up to 32 at once."""
    monkeypatch.setattr(matches, "MOST_AT_ONCE", 32)
    count = 800 if rules_for(variant).bids else 2_000  # of the bidding games each is two or three times as long
    simulate(tmp_path / "deals.jsonl", variant, count, 7)
    assert main(["replay", "--chain", str(tmp_path / "deals.jsonl")]) == 0
    assert capsys.readouterr().out == f"{count} deals, 0 disagreements\n"


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("two_handed", ["pack=33", "joker_suit=S", "match_games=2", "laps=true"]),
        ("three_handed", ["tie_rule=elder_wins", "stick_the_dealer=true"]),
        ("four_handed", ["lone_hands=false", "slams=true", "match_games=3"]),
        ("north_american", ["pack=25", "lone_lead=left_of_lone_player", "assist_must_be_alone=true", "target=3"]),
        ("railroad", ["best_card_mode=free", "pack=33", "joker_suit=C", "jamboree=true", "may_discard_turnup=true"]),
        ("railroad_full", ["jambone_euchre=deduct", "lone_euchre_points=4", "slam_on_lapped_games=false"]),
        ("british", ["defend_alone=vs_lone", "jambone=true", "target=5"]),
        ("five_handed", ["min_bid=3", "match_games=2", "num_deals=9"]),
        ("seven_handed", ["target=50", "num_deals=null"]),
    ],
)
def test_options_are_played_and_recorded(variant: str, options: list[str], tmp_path: Path) -> None:
    words = [word for option in options for word in ("--option", option)]
    records = simulate(tmp_path / "deals.jsonl", variant, 30, 3, *words)
    for option in options:
        key, value = option.split("=")
        assert {spelled(record["rules"][key]) for record in records} == {value}
    assert main(["replay", "--chain", str(tmp_path / "deals.jsonl")]) == 0


def test_the_same_seed_gives_the_same_file_and_another_seed_another(tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in "abc")
    simulate(one, "four_handed", 50, 0)
    simulate(two, "four_handed", 50, 0)
    simulate(three, "four_handed", 50, 1)
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes() != three.read_bytes()


def test_fewer_deals_are_the_beginning_of_more(tmp_path: Path) -> None:
    assert simulate(tmp_path / "a", "three_handed", 120)[:33] == simulate(tmp_path / "b", "three_handed", 33)


@pytest.mark.parametrize("at_once", [1, 3])
def test_deals_do_not_depend_on_how_many_matches_are_played_at_once(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_for("north_american")
    expected = list(islice(matches.deals_in_order(rules, seed=4), 90))
    monkeypatch.setattr(matches, "MOST_AT_ONCE", at_once)
    assert list(islice(matches.deals_in_order(rules, seed=4), 90)) == expected


def test_matches_are_not_repeated() -> None:
    """Every deal has its own cards: no match of the sequence is given out twice."""
    records = list(islice(matches.deals_in_order(rules_for("four_handed"), seed=2), 400))
    assert len({(*record["hands"], record["upcard"]) for record in records}) == 400


def test_records_tell_what_the_engine_paid() -> None:
    """The engine's points, winners and next scores are those that the table finds when it plays the record again."""
    wave = matches.Wave(rules_for("four_handed", laps=True, match_games=2), 5, range(16), matches.RandomPlayers)
    told = 0
    for _ in range(400):
        _, deal_over, episode_over = wave.tables.step(wave.players(wave.tables, ~wave.over))
        for table in np.flatnonzero(deal_over):
            result = wave.tables.finished_record(int(table))["result"]
            assert result["points"] == wave.tables.points[table].tolist()
            assert result["winners"] == np.flatnonzero(wave.tables.winners[table]).tolist()
            assert bool(result["winners"]) == episode_over[table]
            assert result["scores"] == wave.tables.scores[table].tolist()
            told += 1
    assert told > 100


def test_random_choices_are_uniform_over_the_legal_actions() -> None:
    """The first decision has three answers; 3,000 matches, each a third within five standard errors."""
    wave = matches.Wave(rules_for("four_handed"), 0, range(3000), matches.RandomPlayers)
    chosen = wave.players(wave.tables, np.ones(3000, bool))
    legal = np.flatnonzero(wave.tables.action_mask[0])
    assert len(legal) == 3
    counts = np.bincount(chosen, minlength=legal[-1] + 1)[legal]
    assert counts.sum() == 3000
    assert abs(counts - 1000).max() < 5 * np.sqrt(3000 * 2 / 9)


# ---- agents ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agents", ["random", "random,random", "random,random,random,random"])
def test_random_by_any_count_is_the_same_play(agents: str, tmp_path: Path) -> None:
    assert simulate(tmp_path / "a", "four_handed", 30) == simulate(
        tmp_path / "b", "four_handed", 30, 1, "--agents", agents
    )


class FirstLegal:
    """Plays the legal action of the lowest (or highest) number."""

    def __init__(self, name: str, highest: bool) -> None:
        self.name, self.highest = name, highest

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        assert observation.dtype == np.uint8
        assert action_mask.any(axis=1).all()
        if self.highest:
            return action_mask.shape[1] - 1 - action_mask[:, ::-1].argmax(axis=1)
        return action_mask.argmax(axis=1)


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry of two agents in the place of the one that needs torch."""

    class Registry:
        @staticmethod
        def load_agent(name: str, rules: Rules) -> FirstLegal:
            if name not in ("low", "high"):
                raise ValueError(f"no agent {name!r}")
            return FirstLegal(name, name == "high")

    monkeypatch.setitem(__import__("sys").modules, "agents.registry", Registry)


def test_agents_sit_where_they_are_named(registry: None, tmp_path: Path) -> None:
    """`high` goes alone with the last suit it can name; `low` passes as long as it may."""
    by_side = simulate(tmp_path / "a", "four_handed", 40, 1, "--agents", "low,high")
    assert {record["result"]["maker"] for record in by_side} <= {1, 3}
    by_seat = simulate(tmp_path / "b", "four_handed", 40, 1, "--agents", "low,low,high,low")
    assert {record["result"]["maker"] for record in by_seat} <= {2, None}
    everywhere = simulate(tmp_path / "c", "three_handed", 40, 1, "--agents", "high")
    assert {(r["result"]["maker"] - r["dealer"]) % 3 for r in everywhere} == {1}, "eldest always makes it"
    for name in "abc":
        assert main(["replay", "--chain", str(tmp_path / name)]) == 0


@pytest.mark.parametrize("variant", ["railroad_full", "five_handed", "seven_handed"])
def test_agents_by_seat_play_the_whole_family(variant: str, registry: None, tmp_path: Path) -> None:
    """`low` passes wherever it may: one seat that bids or makes trump is the only maker."""
    seats = rules_for(variant).players
    agents = ",".join("high" if seat == 1 else "low" for seat in range(seats))
    records = simulate(tmp_path / "deals", variant, 20, 1, "--agents", agents)
    assert {record["result"]["maker"] for record in records} <= {1, None}
    assert 1 in {record["result"]["maker"] for record in records}
    assert main(["replay", "--chain", str(tmp_path / "deals")]) == 0


def test_agents_never_answer_where_only_one_action_is_legal(registry: None) -> None:
    new_players = players_of(["high"], rules_for("four_handed"))
    wave = matches.Wave(rules_for("four_handed"), 0, range(8), new_players)
    asked: list[np.ndarray] = []
    agent = wave.players.agents[0]
    act = agent.act
    agent.act = lambda observation, mask, rng: asked.append(mask.sum(axis=1)) or act(observation, mask, rng)
    assert len(list(wave.match(0))) > 0
    assert np.concatenate(asked).min() > 1


# ---- misuse: one line, exit code 2 -----------------------------------------------------------------------------------

FILE = ["--record", "-"]
BASE = ["--deals", "1", "--seed", "1", *FILE]
MISUSES: dict[str, tuple[list[str], str]] = {
    "no command": ([], "COMMAND"),
    "another command": (["simulat"], "simulat"),
    "no variant": (["simulate", *BASE], "VARIANT"),
    "unknown variant": (["simulate", "four_hand", *BASE], "did you mean 'four_handed'?"),
    "no deals": (
        ["simulate", "four_handed", "--deals", "0", "--seed", "1", *FILE],
        "--deals: must be a whole number from 1",
    ),
    "negative deals": (["simulate", "four_handed", "--deals", "-3", "--seed", "1", *FILE], "--deals"),
    "half a deal": (
        ["simulate", "four_handed", "--deals", "1.5", "--seed", "1", *FILE],
        'from 1 to 9223372036854775807, not "1.5"',
    ),
    "deals in words": (["simulate", "four_handed", "--deals", "many", "--seed", "1", *FILE], 'not "many"'),
    "negative seed": (["simulate", "four_handed", "--deals", "1", "--seed", "-1", *FILE], "--seed"),
    "seed in words": (
        ["simulate", "four_handed", "--deals", "1", "--seed", "x", *FILE],
        'from 0 to 18446744073709551615, not "x"',
    ),
    "no record": (["simulate", "four_handed", "--deals", "1", "--seed", "1"], "--record"),
    "abbreviated flag": (["simulate", "four_handed", "--deal", "1", "--seed", "1", *FILE], "--deal"),
    "option without value": (["simulate", "four_handed", *BASE, "--option", "laps"], "must be KEY=VALUE"),
    "option twice": (["simulate", "four_handed", *BASE, "--option", "pack=24", "--option", "pack=28"], "given twice"),
    "unknown option": (["simulate", "four_handed", *BASE, "--option", "lap=true"], "did you mean 'laps'?"),
    "option elsewhere": (["simulate", "two_handed", *BASE, "--option", "lone_hands=true"], "applies only to a four-"),
    "option in words": (["simulate", "four_handed", *BASE, "--option", "laps=yes"], "laps=yes: must be false or true"),
    "option deep": (["simulate", "four_handed", *BASE, "--option", "laps=" + "[" * 90_000], "must be false or true"),
    "six agents": (["simulate", "seven_handed", *BASE, "--agents", "random" + ",random" * 5], "takes 1 or 7 names"),
    "bid option": (["simulate", "four_handed", *BASE, "--option", "min_bid=3"], "applies only to a bidding game"),
    "no end": (["simulate", "seven_handed", *BASE, "--option", "num_deals=null"], "target=null needs num_deals"),
    "two options": (["simulate", "four_handed", *BASE, "--option", "joker_suit=S"], "pack with a Joker"),
    "three agents": (["simulate", "four_handed", *BASE, "--agents", "random,random,random"], "takes 1 or 2 or 4 names"),
    "replay nothing": (["replay"], "FILE"),
    "no such file": (["replay", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
    "a folder": (["replay", "."], ".: Is a directory"),
    "bench unknown": (["bench", "for_handed"], "did you mean 'four_handed'?"),
    "bench no tables": (["bench", "two_handed", "--tables", "0"], "--tables"),
    "page unknown": (["variants", "north_america"], "did you mean 'north_american'?"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_is_one_line_and_exit_code_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, message = MISUSES[name]
    try:
        code = main(words)
    except SystemExit as exit_:
        code = exit_.code
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert message in err
    assert err.startswith("python -m euchre_env")


def test_an_unknown_agent_is_named(registry: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "four_handed", *BASE, "--agents", "low,hihg"]) == 2
    assert "--agents: no agent 'hihg'" in capsys.readouterr().err


# ---- replay's report -------------------------------------------------------------------------------------------------


def test_replay_names_file_line_step_expected_and_found(deals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = deals.read_text().splitlines()
    second = json.loads(lines[1])
    seat, action = second["actions"][2]
    second["actions"][2] = [(seat + 1) % 4, action]
    deals.write_text("\n".join([lines[0], json.dumps(second), "{", *lines[3:]]))
    assert main(["replay", str(deals)]) == 1
    first, unreadable, last = capsys.readouterr().out.splitlines()
    assert first == f"{deals}, line 2, step 3: actor: expected {seat}, found {(seat + 1) % 4}"
    assert unreadable.startswith(f"{deals}, line 3: unreadable: not JSON: ")
    assert last == "42 deals, 2 disagreements"


@pytest.mark.parametrize(
    ("deal", "step", "wrong", "told"),
    [
        (RAILROAD, 4, "give_KC", 'seat 3: expected ["give_AC", "give_AH", "give_JD", "give_JH", "give_TD"]'),  # R9
        (JAMBONE, 8, "call_AH", 'seat 2: expected ["call_JD", "call_JH", "call_QD", "call_TD"]'),  # R32
        (SEVEN_HANDED, 13, "partner_3", 'seat 1: expected ["partner_0", "partner_4", "partner_5", "partner_6"]'),  # 4.6
        (FIVE_HANDED, 4, "bid_8_C", 'seat 1: expected ["bid_15_C", "bid_15_D", "bid_15_H", "bid_15_S", "pass"]'),  # 4.5
    ],
    ids=["not held", "revoke", "partner twice", "bid too low"],
)
def test_replay_names_the_seat_its_action_and_the_legal_ones(
    deal: dict[str, Any], step: int, wrong: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    actions = [*deal["actions"][: step - 1], [deal["actions"][step - 1][0], wrong], *deal["actions"][step:]]
    (tmp_path / "deals").write_text(json.dumps(deal | {"actions": actions}) + "\n")
    assert main(["replay", str(tmp_path / "deals")]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first == f'{tmp_path}/deals, line 1, step {step}: action of {told}, found "{wrong}"'
    assert last == "1 deals, 1 disagreements"


def test_replay_shows_the_first_twenty_and_counts_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").write_text("{\n" * 15)
    (tmp_path / "b").write_text("]\n" * 15)
    assert main(["replay", str(tmp_path / "a"), str(tmp_path / "b")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0][-1] for line in lines[:20]] == ["a"] * 15 + ["b"] * 5
    assert lines[20:] == ["... and 10 more disagreements", "30 deals, 30 disagreements"]


def test_replay_of_several_files_begins_a_chain_in_each(deals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--chain", str(deals), str(deals)]) == 0
    assert capsys.readouterr().out == "84 deals, 0 disagreements\n"
    deals.write_text(deals.read_text() * 2)
    assert main(["replay", "--chain", str(deals)]) == 1
    assert "line 43: chain: " in capsys.readouterr().out


def test_replay_of_an_empty_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").touch()
    """It shows nothing, so it must not pass for checked."""
    assert main(["replay", str(tmp_path / "empty")]) == 1
    assert capsys.readouterr().out == f"{tmp_path}/empty: no deal record\n0 deals, 0 disagreements\n"


def test_ctrl_c_while_the_commands_are_loaded_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("euchre_env.__main__.import_module", interrupted)
    assert main(["variants"]) == 130
    assert capsys.readouterr() == ("", "python -m euchre_env: interrupted\n")
