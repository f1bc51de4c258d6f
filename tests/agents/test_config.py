"""Settings: typed, from defaults, file and command line in turn; whatever is wrong is named."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.errors import ConfigError
from agents.random_agent import RandomAgent
from agents.training.command_line import as_yaml, parse
from agents.training.config import Config
from agents.training.settings import config_from
from euchre_env import RulesError, VectorEuchre, variants


def write(folder: Path, text: str) -> str:
    path = folder / "settings.yaml"
    path.write_text(text)
    return str(path)


def test_defaults() -> None:
    command = parse([])
    assert command.config == Config()
    assert command.config.variants == ("four_handed",)
    assert command.run_dir is command.resume is None


def test_file_and_command_line_leave_the_neighbours_of_a_key_alone(tmp_path: Path) -> None:
    file = write(tmp_path, "ppo: {clip: 0.3, epochs: 5}\nrollout: {tables: 64}\n")
    config = parse(["--config", file, "--ppo.epochs", "4"]).config
    assert (config.ppo.clip, config.ppo.epochs, config.ppo.minibatch) == (0.3, 4, Config().ppo.minibatch)
    assert (config.rollout.tables, config.rollout.decisions) == (64, Config().rollout.decisions)
    assert parse(["--config", file]).config_name == "settings"


@pytest.mark.parametrize(
    "text, key, value",
    [
        ("ppo:\n  learning_rate: 1e-4", "ppo.learning_rate", 1e-4),
        ("ppo:\n  learning_rate: 1", "ppo.learning_rate", 1.0),
        ("seed: 010", "seed", 10),
        ("options: {lone_lead: left_of_lone_player}", "options", {"lone_lead": "left_of_lone_player"}),
        ("options: {stick_the_dealer: true}", "options", {"stick_the_dealer": True}),
        ("variants: [two_handed, north_american]", "variants", ("two_handed", "north_american")),
        ("variants: two_handed", "variants", ("two_handed",)),
    ],
)
def test_yaml_is_read_as_written(tmp_path: Path, text: str, key: str, value: Any) -> None:
    found: Any = parse(["--config", write(tmp_path, text)]).config
    for part in key.split("."):
        found = getattr(found, part)
    assert found == value
    assert type(found) is type(value)


def test_off_is_no_boolean(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"stick_the_dealer.*off"):
        parse(["--config", write(tmp_path, "options: {stick_the_dealer: off}")])


def test_variants_on_the_command_line() -> None:
    assert parse(["--variants", "two_handed,three_handed"]).config.variants == ("two_handed", "three_handed")
    assert parse(["--variants", "[two_handed,three_handed]"]).config.variants == ("two_handed", "three_handed")


@pytest.mark.parametrize(
    "text, named",
    [
        ("ppo: {clap: 0.2}", "clap"),
        ("learning_rate: 0.1", "learning_rate"),
        ("evaluation: {deals: many}", "evaluation.deals"),
        ("seed: 1.5", "seed"),
        ("ppo: {epochs: true}", "ppo.epochs"),
        ("precision: off", "precision"),
        ("precision: float16", "precision"),
        ("network: 3", "network"),
        ("- 1\n- {", "line 2"),
        ("- 1", "keys and values"),
        ("", "no settings"),
        ("seed: 1\nseed: 2", "line 2: the key 'seed' stands twice"),
        ("options: {target: 5, target: 7}", "'target' stands twice"),
        ("ppo: &a {epochs: 1}\nnetwork: *a", "aliases"),
        ("variants: &a [*a]", "aliases"),
        ("options: " + "[" * 2000, "nested too deeply"),
        ("updates: null", "updates must be a whole number, not None"),
        ("options: null", "options"),
        ("options: {5: 1}", "options"),
        ("ppo: null", "ppo must be keys and values"),
        ("variants: [[a]]", "variants"),
        ('seed: "5"', "seed must be a whole number, not '5'"),
        ("seed: 0x10", "seed"),
        ("seed: 1_000", "seed"),
        ("seed: " + "9" * 5000, "4300"),
        ("resume: run", "unknown setting 'resume'"),
        ("objective: victory", "objective must be points or match, not 'victory'"),
        ("ppo: {oracle: 1}", "ppo.oracle must be true or false, not 1"),
        ("opponents: {average: some}", "opponents.average must be a number, not 'some'"),
        ("opponents: {past_self: 3}", "did you mean opponents.past_selves?"),
        ("opponents: 0.1", "opponents must be keys and values, not 0.1"),
        ("ppo: {oracle: !!bool maybe}", "line 1: tags (!) are not allowed"),
        ("ppo: !!map [1]", "line 1: tags (!) are not allowed"),
        ("start: !!timestamp x", "line 1: tags (!) are not allowed"),
        ("seed: !!python/object/apply:os.getpid []", "line 1: tags (!) are not allowed"),
        ("options: {target: [1]}", "options.target must be a word, a whole number, true, false or null, not [1]"),
        ("options: {target: 5.5}", "options.target must be a word, a whole number, true, false or null, not 5.5"),
        ("resume: 0", "unknown setting 'resume'"),
        ("run_dir: false", "unknown setting 'run_dir'"),
        ("benchmark: []", "unknown setting 'benchmark'"),
        ("seed: 1\n" + "#" * 100_000, "more than 100,000 bytes"),
        ("network: {critic: 8}", "unknown setting 'network.critic'; did you mean network.critic_hidden?"),
    ],
)
def test_unknown_keys_and_wrong_types_are_named(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(ConfigError) as raised:
        parse(["--config", write(tmp_path, text)])
    message = str(raised.value)
    assert "settings.yaml" in message
    assert named in message
    assert "\n" not in message


@pytest.mark.parametrize(
    "arguments", [["--ppo.clap", "1"], ["--ppo.epoch", "1"], ["--nothing", "1"], ["--updates", "null"]]
)
def test_unknown_arguments_are_named(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        parse(arguments)
    assert stopped.value.code != 0
    error = capsys.readouterr().err
    assert arguments[0].strip("-") in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--updates", "x"], "--updates must be a whole number, not x"),
        (["--ppo.epochs", "1.5"], "--ppo.epochs must be a whole number, not 1.5"),
        (["--ppo.oracle", "perhaps"], "--ppo.oracle must be true or false, not perhaps"),
        (["--objective", "victory"], "--objective must be points or match, not victory"),
        (["--ppo", "3"], "--ppo must be set one by one: --ppo.learning_rate, ..."),
        (["--seed", "\x1b[2J"], "--seed must be a whole number, not \\x1b[2J"),
    ],
)
def test_values_of_the_wrong_kind_are_refused_in_plain_words(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    with pytest.raises(SystemExit):
        parse(arguments)
    assert capsys.readouterr().err == f"train.py: {message} (--help lists all settings)\n"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--updates", "0"], "updates must be from 1"),
        (["--updates=-3", "--print_config"], "updates must be from 1 to 2147483648, not -3"),
        (["--print_config", "--variants", "four_hand"], "four_handed"),
        (["--rollout.decisions", "100"], "less than ppo.minibatch"),
        (["--variants", "two_handed,two_handed"], "different"),
        (["--variants", "four_hand"], "four_handed"),
        (["--options", "{lone_leed: 1}"], "lone_lead"),
        (["--ppo.gae_lambda", "1.5"], "ppo.gae_lambda must be from 0 to 1"),
        (["--network.hidden", "0"], "network.hidden"),
        (["--network.critic_hidden", "0"], "network.critic_hidden must be a whole number from 1 to 8192, not 0"),
        (["--ppo.magnet=-1"], "ppo.magnet must be from 0 to 10"),
        (["--ppo.average_decay", "1.1"], "ppo.average_decay must be from 0 to 1"),
        (["--opponents.average", "0.6"], "opponents.average must be from 0 to 0.5"),
        (["--opponents.past", "0.6"], "opponents.past must be from 0 to 0.5"),
        (["--opponents.past_selves", "0"], "opponents.past_selves must be from 1"),
        (["--opponents.keep_every", "0"], "opponents.keep_every must be from 1"),
        (["--variants", "three_handed", "--objective", "match"], "objective=match is for games of two sides"),
        (["--resume", "run", "--seed", "2"], "--seed"),
        (["--resume", ""], "--resume"),
        (["--run_dir="], "--run_dir"),
        (["--run_dir", "a\udcff"], r"--run_dir must be a path of printable characters, not 'a\\udcff'"),
        (["--config", "a\nb"], "--config must be a path of printable characters"),
        (["--config", "none.yaml"], "none.yaml does not exist"),
        (["--rollout.tables", "100000000000"], "rollout.tables must be from 1 to 1048576"),
        (["--options", '{pack: "32"}'], "pack"),
        (["--options", '{stick_the_dealer: "true"}'], "stick_the_dealer"),
        (["--options", "5"], "options must be names and values of rule options, not 5"),
        (["--options", "{target: [1]}"], r"options.target must be a word, .* not \[1\]"),
        (["--options.target", "5.5"], r"options.target must be a word, .* not 5.5"),
    ],
)
def test_senseless_settings_are_named(arguments: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(arguments)


@pytest.mark.parametrize("first", [True, False])
def test_printed_config_loads_again(first: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wherever it was asked for."""
    arguments = [
        "--ppo.learning_rate",
        "1e-5",
        "--variants",
        "two_handed,four_handed",
        "--options",
        "{target: 7}",
        "--seed",
        "0",
    ]
    with pytest.raises(SystemExit) as stopped:
        parse(["--print_config", *arguments] if first else [*arguments, "--print_config"])
    assert stopped.value.code in (0, None)
    printed = write(tmp_path, capsys.readouterr().out)
    assert parse(["--config", printed]).config == parse(arguments).config


@pytest.mark.parametrize("setting", ["variants", "evaluation.opponents"])
def test_names_may_be_listed_with_commas(setting: str) -> None:
    first, second = {"variants": ("four_handed", "two_handed")}.get(setting, ("rule", "random"))
    for given, expected in ((f"{first},{second}", (first, second)), (f"[{second}]", (second,)), (first, (first,))):
        assert reduce(getattr, setting.split("."), parse([f"--{setting}", given]).config) == expected


def test_a_recorded_config_is_the_same_config() -> None:
    config = parse(["--ppo.clip", "0.125", "--variants", "two_handed,four_handed", "--options", "{target: 7}"]).config
    assert config_from(config.as_dict()) == config


def test_a_config_written_as_yaml_is_the_same_config(tmp_path: Path) -> None:
    config = parse(["--variants", "two_handed,four_handed", "--ppo.learning_rate", "1e-7"]).config
    assert parse(["--config", write(tmp_path, as_yaml(config))]).config == config


def test_help_says_what_settings_mean(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        parse(["--help"])
    assert stopped.value.code in (0, None)
    assert "rule options, set in every variant" in capsys.readouterr().out


def test_a_recorded_config_is_checked() -> None:
    settings = Config().as_dict()
    settings["ppo"]["clap"] = 1
    with pytest.raises(ConfigError, match="clap"):
        config_from(settings)


@pytest.mark.parametrize(
    "changes, named",
    [
        ({"config": __file__}, "'config'"),
        ({"run_dir": "there"}, "'run_dir'"),
        ({"resume": "there"}, "'resume'"),
        ({"network": __file__}, "network must be keys and values"),
        ({"processes": "two"}, "processes"),
        ({"precision": "float8"}, "precision"),
        ({"variants": [["a"]]}, "variants"),
    ],
)
def test_a_recorded_config_opens_no_file(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigError, match=named) as raised:
        config_from(Config().as_dict() | changes)
    assert "import" not in str(raised.value)  # what this file begins with


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_bytes(b"seed: \xff")
    with pytest.raises(ConfigError, match=r"settings.yaml is not text in UTF-8 \(byte 6\)"):
        parse(["--config", str(path)])


def test_every_preset_has_a_config_that_loads(repository: Path) -> None:
    files = {path.stem: path for path in (repository / "configs").glob("*.yaml")}
    played = {name: parse(["--config", str(path)]).config.variants for name, path in files.items()}
    assert {name: played[name] for name in variants()} == {name: (name,) for name in variants()}
    assert played["family"] == variants()


def test_variants_share_tables_so_that_deals_end_alike(repository: Path) -> None:
    """Every variant gets the same decisions; measured by random play, each table ends about as many deals with them."""
    config = parse(["--config", str(repository / "configs" / "family.yaml")]).config
    tables, ended = config.tables_of(processes=2), []
    assert sum(tables) <= config.rollout.tables / 2
    for variant, number in zip(config.variants, tables, strict=True):
        play, rng, agent, decisions, deals = VectorEuchre(variant, 64), np.random.default_rng(0), RandomAgent(), 0, 0
        for _ in range(120):
            decisions += int((~play.forced).sum())
            deals += int(play.step(agent.act(play.observe(), play.action_mask, rng))[1].sum())
        share = config.rollout.decisions / len(config.variants) / 2
        ended.append(share / number / (decisions / deals))
    assert 0.8 < min(ended) <= max(ended) < 2
    assert Config().tables_of(processes=3) == [4096 // 3]


def test_single_rule_options_on_the_command_line_have_their_types_and_leave_their_neighbours(tmp_path: Path) -> None:
    file = write(tmp_path, "options: {target: 7, laps: true}")
    given = ["--config", file, "--options.pack", "24", "--options.slams=true", "--options.joker_suit", "H"]
    with pytest.raises(ValueError, match="joker_suit"):  # no Joker in this pack: the value has arrived as it is
        parse(given)
    assert parse(given[:-2]).config.options == {"target": 7, "laps": True, "pack": 24, "slams": True}
    assert parse(["--options", "{target: 7}", "--options.target", "9"]).config.options == {"target": 9}


def test_a_printed_config_with_single_rule_options_loads_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--options.pack", "24", "--options.laps", "true"]
    with pytest.raises(SystemExit):
        parse([*given, "--print_config"])
    assert parse(["--config", write(tmp_path, capsys.readouterr().out)]).config == parse(given).config


def test_a_single_rule_option_of_the_wrong_type_is_named() -> None:
    for written, message in (('"24"', 'pack="24"'), ("abc", "pack=abc"), ("[", r"--options\.pack \[")):
        with pytest.raises(ValueError, match=message):
            parse(["--options.pack", written])
