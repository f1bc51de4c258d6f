"""Settings from defaults, a YAML file and the command line in turn, each overriding single keys of the one before."""

from __future__ import annotations

import difflib
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, NoReturn

import yaml
from jsonargparse import ArgumentParser, Namespace, set_dumper, set_loader, set_parsing_settings

from agents.errors import ConfigError
from agents.training.config import Config
from agents.training.ranks import let_others_speak, torchrun_size
from agents.training.settings import check_settings, expected
from agents.training.yaml_reader import read_yaml
from euchre_env import CommandParser, one_line

LARGEST_FILE = 100_000
"""Bytes of a config file; PyYAML takes seconds for so many."""

UNSET = {"run_dir": None, "resume": None, "benchmark": False}
"""What `--print_config` writes where these are not asked for; they are said on the command line alone."""


@dataclass(frozen=True)
class Command:
    """What the command line asks for: a new run with a config, or an old one to go on with."""

    config: Config
    run_dir: Path | None
    resume: Path | None
    config_name: str
    """what a run's folder is called after: the config file, or the variants"""
    benchmark: bool
    """whether only the speed of training is asked for"""

    def folder(self) -> Path:
        """The folder of a new run.

        Raises:
            ConfigError: torchrun has started several processes, which cannot agree on a name of their own making.
        """
        if self.run_dir is not None:
            return self.run_dir
        if torchrun_size() is not None:
            raise ConfigError("under torchrun --run_dir must be given: a folder that all machines share")
        return Path("runs") / f"{self.config_name}-{time.strftime('%Y%m%d-%H%M%S')}"


class Parser(CommandParser, ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str, ex: Exception | None = None) -> NoReturn:  # noqa: ARG002 - jsonargparse's signature
        """End the program with the message, and the option that may have been meant."""
        line = one_line(" ".join(message.split()))
        if refused := re.match(r'Parser key "([\w.]+)": .*?(?: Got value: (.*))?$', line):  # in the words of Python
            name, value = refused.groups()
            line = f"--{name} must be {expected(name)}" + (f", not {value[:60]}" if value else "")
        known = [option for action in self._actions for option in action.option_strings]
        for written in re.findall(r"--[\w.]+", line):
            if written not in known and (nearest := difflib.get_close_matches(written, known, n=1)):
                line += f"; did you mean {nearest[0]}?"
                break
        let_others_speak()
        self.exit(2, f"train.py: {line} (--help lists all settings)\n")


def parser() -> ArgumentParser:
    """The parser of `train.py`'s command line."""
    made = Parser(
        description="Train a network by self-play. Without arguments: four_handed, about five minutes on two cores.",
        parser_mode="yaml_1_2",
        allow_abbrev=False,
    )
    made.add_argument("--config", action="config", help="YAML file with any of the settings below")
    made.add_argument("--run_dir", type=str | None, default=None, help="the run's folder (default runs/CONFIG-TIME)")
    made.add_argument("--resume", type=str | None, default=None, help="the folder of a run to go on with")
    made.add_argument("--benchmark", action="store_true", help="measure the speed of training, and what time goes into")
    made.add_class_arguments(Config)
    return made


def parse(arguments: Sequence[str]) -> Command:
    """Read a command line. Unknown keys and wrong types end the program with a message that names them.

    Raises:
        ConfigError, RulesError: settings that make no sense.
    """
    for option, value in _values(arguments, "--config", "--run_dir", "--resume"):
        if not value:
            raise ConfigError(f"{option} must be a path, not empty")
        if not value.isprintable():  # TensorBoard and `config.yaml` take no bytes that are no text
            raise ConfigError(f"{option} must be a path of printable characters, not {value!r}")
        if option == "--config":
            check_file(Path(value))
    read, typed = parser(), with_typed_options(arguments)
    printed = [argument for argument in typed if re.match(r"--print_config(=|$)", argument)]
    asked = [argument for argument in typed if argument not in printed]
    given = read.parse_args(asked)
    if given.resume is not None:
        for argument in arguments:
            if argument.startswith("--") and not re.match(r"--resume(=|$)", argument):
                raise ConfigError(f"--resume goes on with the run as it was begun; {argument} cannot be changed now")
    for group in fields(Config):
        if is_dataclass(group.default) and not isinstance(given[group.name], Namespace):
            read.error(f'Parser key "{group.name}":\n  Expected keys and values. Got value: {given[group.name]}')
    made = read.instantiate(given)
    config = Config(**{setting.name: getattr(made, setting.name) for setting in fields(Config)})
    if printed:  # when the settings make sense; it ends the program, and what stands behind it would not be read
        read.parse_args([*asked, *printed])
    name = Path(str(given.config[-1])).stem if given.config else "-".join(config.variants)
    run_dir, resume = (Path(path) if path is not None else None for path in (given.run_dir, given.resume))
    return Command(config, run_dir, resume, name, given.benchmark)


def with_typed_options(arguments: Sequence[str]) -> list[str]:
    """The arguments with `--options.NAME VALUE`, whose values jsonargparse would leave as text, gathered in one
    `--options`.

    They are laid over the options of the files and of `--options` before them, so that neighbours stay as they are.
    """
    options: dict[str, Any] = {}
    kept: list[str] = []
    single = False
    left = iter(arguments)
    for argument in left:
        option, equals, value = argument.partition("=")
        if option not in ("--config", "--options") and not option.startswith("--options."):
            kept.append(argument)
            continue
        following = value if equals else next(left, None)
        if following is None:  # the parser says that a value is missing
            return list(arguments)
        if option.startswith("--options."):
            options[option.removeprefix("--options.")] = _data(option, following)
            single = True
            continue
        kept += [option, following]
        whole = _data(option, following) if option == "--options" else _options_of(Path(following))
        options = whole if isinstance(whole, dict) else options
    return [*kept, "--options", json.dumps(options)] if single else list(arguments)


def _options_of(path: Path) -> Any:
    """The rule options in a config file that has been checked."""
    return read_yaml(path.read_text(encoding="utf-8")).get("options")


def _data(option: str, value: str) -> Any:
    """What the text after an option stands for."""
    try:
        data = read_yaml(value)
    except yaml.YAMLError as error:
        raise ConfigError(f"{option} {value}: {error}") from error
    check_settings({"options": data if option == "--options" else {option.removeprefix("--options."): data}})
    return data


def _values(arguments: Sequence[str], *options: str) -> Iterator[tuple[str, str]]:
    """The values that the command line gives to some options, `--option value` or `--option=value`."""
    for i, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if option in options and equals:
            yield option, value
        elif option in options and i + 1 < len(arguments):
            yield option, arguments[i + 1]


def check_file(path: Path) -> None:
    """That a file holds settings, all of them known and of the right type.

    Raises:
        ConfigError: it does not; the message names the file and the key.
    """
    if not path.is_file():
        raise ConfigError(f"--config: {path} {'is no file' if path.exists() else 'does not exist'}")
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ConfigError(f"--config: {path} has more than {LARGEST_FILE:,} bytes, which no settings need")
        settings = read_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"--config: cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"--config: {path} is not text in UTF-8 (byte {error.start})") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"--config: {path}: {error}") from error
    if settings is None:
        raise ConfigError(f"--config: {path} holds no settings; without --config the defaults are taken")
    if isinstance(settings, dict):  # `--print_config` writes these too
        settings = {key: value for key, value in settings.items() if UNSET.get(key, settings) is not value}
    try:
        check_settings(settings)
    except ConfigError as error:
        raise ConfigError(f"--config: {path}: {error}") from error


def as_yaml(config: Config) -> str:
    """The settings as a file that `--config` takes."""
    return yaml.safe_dump(json.loads(json.dumps(config.as_dict())), sort_keys=False)


set_loader("yaml_1_2", read_yaml, exceptions=(yaml.YAMLError,))
set_dumper("yaml_1_2", lambda data: yaml.safe_dump(data, sort_keys=False))
set_parsing_settings(docstring_parse_attribute_docstrings=True)  # so that --help says what the settings mean
