"""The two commands as a user types them."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import evaluate
import train
from agents import console
from agents.arguments import new_file, program_parser
from agents.measuring import arena
from agents.saving.checkpoint import Checkpoint
from agents.training.command_line import as_yaml
from agents.training.config import Config
from agents.training.launch import begin


def test_evaluate_writes_what_it_prints(tmp_path: Path, tiny: Config, capsys: pytest.CaptureFixture[str]) -> None:
    begin(tiny, tmp_path / "run")
    capsys.readouterr()
    run, file = str(tmp_path / "run"), tmp_path / "result.json"
    assert evaluate.main([run, "random", "--deals", "50", "--matches", "10", "--json", str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""  # no bar where nobody watches
    (result,) = json.loads(file.read_text())["results"]
    assert result["variant"] == "two_handed"
    assert result["agents"] == [run, "random"]
    assert result["agent_hashes"] == [Checkpoint(tmp_path / "run").hash, "random"]
    assert result["deals"] == 50 == sum(count for _, count in result["block_histogram"])
    assert result["interval"][0] < result["points_per_deal"] < result["interval"][1]
    assert result["match_interval"][0] <= result["match_win_rate"] <= result["match_interval"][1]
    assert f"{result['points_per_deal']:+.4f}" in printed.out


def test_evaluate_takes_several_variants_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    variants = ["three_handed", "two_handed"]
    chosen = [argument for variant in variants for argument in ("--variant", variant)]
    assert evaluate.main(["random", "random", *chosen, "--deals", "20", "--matches", "4", "--json", str(file)]) == 0
    results = json.loads(file.read_text())["results"]
    assert [result["variant"] for result in results] == variants
    assert [result["points_per_deal"] for result in results] == [0, 0]
    assert [result["match_win_rate"] for result in results] == [1 / 3, 1 / 2]


def outcome(main: Callable[[list[str]], int], arguments: list[str]) -> int | str | None:
    """The exit status of a command that runs in this process."""
    try:
        return console.run("command", lambda: main(arguments))
    except SystemExit as stopped:
        return stopped.code


def test_evaluate_tells_of_unfinished_matches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under set-back, random players lose points for ever. Here, two deals of two points are too few for five."""
    monkeypatch.setattr(arena, "deal_limit", lambda rules: 2)
    file = tmp_path / "result.json"
    chosen = ["--variant", "three_handed_set_back", "--deals", "9", "--matches", "2", "--json", str(file)]
    assert evaluate.main(["random", "random", *chosen]) == 0
    (result,) = json.loads(file.read_text())["results"]
    assert result["unfinished_matches"] == result["matches"] == 6
    assert result["match_win_rate"] == result["fair_share"] == 1 / 3
    assert "6 of 6 matches were unfinished after 2 deals" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["randon", "random"], "did you mean 'random'"),
        (["random", "no/such/run"], "no agent 'no/such/run'"),
        (["random", "random", "--variant", "four_hand"], "four_handed"),
        (["random", "random", "--deals", "0"], "--deals"),
        (["random", "random", "--deals", "1000000000000"], "--deals: must be a whole number from 1 to 16777216"),
        (["random", "random", "--matches", "1_0"], "--matches"),
        (["random", "random", "--seed", "-1"], "--seed"),
        (["random", "random", "--deal", "5"], "--deal"),
        (["random", "random", "--json", ""], "--json"),
        (["random", "random", "--json", "no/such/folder/result.json"], "no/such/folder"),
        (["random", "random", "--json", "."], "'.' is no name of a file"),
        (["random", "random", "--json", "-"], "'-' is no name of a file"),
        (["", "random"], "empty name"),
        pytest.param(
            ["random", "random", "--json", "/dev/full", "--variant", "two_handed", "--deals", "2"],
            "cannot write /dev/full",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full"),
        ),
        (["--exploit=random"], "say which is meant with --variant"),
    ],
)
def test_evaluate_names_what_is_wrong(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert outcome(evaluate.main, arguments) != 0
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--ppo.clap", "1"], "ppo.clap"),
        (["--variants", "four_hand"], "four_handed"),
        (["--resume", "no/such/run"], "no/such/run does not exist"),
        (["--resume", ""], "--resume must be a path"),
        (["--run_dir", ""], "--run_dir must be a path"),
        (["--run_dir", os.devnull], "is not a folder"),
    ],
)
def test_train_names_what_is_wrong(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert outcome(train.main, arguments) != 0
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_benchmark_has_a_row_for_every_way_to_train(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny: Config, capsys: pytest.CaptureFixture[str], processes: int
) -> None:
    """All processes and one, each in both precisions; shares of the time and memory; no run is left behind."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.yaml").write_text(as_yaml(replace(tiny, processes=processes, precision="auto")))
    assert outcome(train.main, ["--config", "tiny.yaml", "--benchmark"]) == 0
    _, header, *rows = capsys.readouterr().out.splitlines()
    names = "processes precision decisions/s playing acting judging learning exchange memory"
    assert header.split() == names.split()
    found = [dict(zip(names.split(), row.removesuffix(" GB").split(), strict=True)) for row in rows]
    counts = sorted({1, processes}, reverse=True)
    ways = [(str(count), precision) for precision in ("bfloat16", "float32") for count in counts]
    assert [(row["processes"], row["precision"]) for row in found] == ways
    for row in found:
        shares = [float(row[part].removesuffix("%")) for part in names.split()[3:-1]]
        assert all(share > 0 for share in shares[:-1])
        assert (shares[-1] > 0) == (row["processes"] == "2")  # one has nobody to exchange with
        assert sum(shares) <= 101
        assert float(row["decisions/s"].replace(",", "")) > 0
        assert float(row["memory"]) > 0
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.yaml"]


def test_smoke_config_ends_with_a_table(repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In this process; started as a program, `train.py` runs the same configuration below."""
    config = ["--config", str(repository / "configs" / "smoke.yaml"), "--run_dir", str(tmp_path / "run")]
    assert outcome(train.main, config) == 0
    printed = capsys.readouterr().out
    assert any(line.startswith("two_handed") and "random" in line and "%" in line for line in printed.splitlines())
    assert "\x1b" not in printed  # no control codes where nobody watches
    assert "\r" not in printed


def test_evaluate_plays_a_variant_once(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    chosen = ["--variant", "two_handed", "--variant", "two_handed", "--deals", "9", "--matches", "2"]
    assert evaluate.main(["random", "random", *chosen, "--json", str(file)]) == 0
    assert len(json.loads(file.read_text())["results"]) == 1
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("error", [KeyboardInterrupt, AttributeError])
def test_ctrl_c_and_a_polite_kill_are_no_traceback_whatever_they_turn_into(
    capsys: pytest.CaptureFixture[str], error: type[BaseException], number: signal.Signals
) -> None:
    before = signal.getsignal(number)

    def half_loaded() -> int:
        try:
            signal.raise_signal(number)
        except KeyboardInterrupt:
            raise error from None
        return 0

    assert console.run("command", half_loaded) == console.INTERRUPTED
    assert capsys.readouterr().err == "command: interrupted\n"
    assert signal.getsignal(number) is before


def test_what_takes_long_is_loaded_where_ctrl_c_is_met(repository: Path) -> None:
    loaded = (
        "import sys, evaluate, play, train; print(sorted({'argparse', 'numpy', 'torch', 'yaml'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", loaded], cwd=repository, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    """As SIGHUP does under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert console.run("command", lambda: signal.raise_signal(signal.SIGHUP) or 0) == 0
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_too_little_memory_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def ask() -> int:
        raise MemoryError("no 8 TiB")

    assert console.run("command", ask) == 1
    assert capsys.readouterr().err == "command: not enough memory (no 8 TiB)\n"


@pytest.mark.parametrize("program", ["evaluate.py", "python -m agents.export"])
@pytest.mark.parametrize("word", ["--\x1b[2J", "--a\nb", "--\udcff", "--\N{SNOWMAN}"])
def test_hostile_words_are_one_harmless_line(program: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program_parser(program, "Does something.").parse_args([word])
    error = capsys.readouterr().err
    assert ended.value.code == 2
    assert error.startswith(f"{program}: error: unrecognized arguments: --")
    assert error[:-1].isprintable()


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "result.json"
    assert new_file(str(file)) == file
    file.write_text("precious")
    monkeypatch.setattr(os, "access", lambda path, mode: path != file)  # as for anybody but root
    with pytest.raises(argparse.ArgumentTypeError, match=r"result.json is there already and may not be written to"):
        new_file(str(file))


@pytest.mark.parametrize(
    "error, message",
    [
        (ValueError("no agent 'a\n\x1b[2J'"), r"no agent 'a\n\x1b[2J'"),
        (PermissionError(13, "Permission denied", "a\nb"), r"a\nb: Permission denied"),
        (OSError("cannot write result.json"), "cannot write result.json"),
    ],
)
def test_whatever_an_error_holds_is_one_harmless_line(
    capsys: pytest.CaptureFixture[str], error: Exception, message: str
) -> None:
    def fail() -> int:
        raise error

    assert console.run("command", fail) == 1
    assert capsys.readouterr().err == f"command: {message}\n"


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="closes file descriptors")
def test_a_closed_console_does_not_end_a_run(repository: Path, tmp_path: Path) -> None:
    config = ["--config", str(repository / "configs" / "smoke.yaml"), "--run_dir", str(tmp_path / "run")]
    command = [sys.executable, str(repository / "train.py"), *config, "--updates", "1"]
    done = subprocess.run(["sh", "-c", 'exec "$@" >&- 2>&- <&-', "sh", *command], timeout=120)
    assert done.returncode == 0
    assert Checkpoint(tmp_path / "run").update == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_an_error(repository: Path) -> None:
    command = [sys.executable, str(repository / "evaluate.py"), "random", "random", "--variant", "two_handed"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*command, "--deals", "9", "--matches", "2"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["evaluate.py: output: No space left on device"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "main, arguments", [(evaluate.main, ["--help"]), (train.main, ["--help"]), (train.main, ["--print_config"])]
)
def test_help_that_cannot_be_written_is_an_error(
    main: Callable[[list[str]], int],
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", open("/dev/full", "w"))  # noqa: SIM115 - `drop_output` sends it elsewhere
        assert console.run("command", lambda: main(arguments)) == 1
        sys.stdout.close()
    assert capsys.readouterr().err == "command: output: No space left on device\n"


def test_a_reader_that_leaves_is_no_traceback(repository: Path) -> None:
    command = [sys.executable, str(repository / "evaluate.py"), "random", "random", "--variant", "two_handed"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*command, "--deals", "9", "--matches", "2"], stdout=writer, stderr=subprocess.PIPE, text=True
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (console.PIPE_CLOSED, "")


def test_an_unknown_opponent_ends_a_run_before_it_begins(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = ["--config", str(repository / "configs" / "smoke.yaml"), "--run_dir", str(tmp_path / "run")]
    assert outcome(train.main, [*config, "--evaluation.opponents", "[randon]"]) == 1
    assert "did you mean 'random'" in capsys.readouterr().err
    assert not (tmp_path / "run" / "metrics.jsonl").exists()
