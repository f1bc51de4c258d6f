"""Settings from defaults, a YAML file and the command line in turn, each overriding single keys of the one before."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import yaml
from jsonargparse import ArgumentParser, Namespace, set_dumper, set_loader, set_parsing_settings

from agents.config import Config, ConfigError


@dataclass(frozen=True)
class Command:
    """What the command line asks for: a new run with a config, or an old one to go on with."""

    config: Config
    run_dir: Path | None
    resume: Path | None
    config_name: str
    """what a run's folder is called after: the config file, or the variants"""


def parser() -> ArgumentParser:
    """The parser of `train.py`'s command line."""
    made = ArgumentParser(
        description="Train a network by self-play. Without arguments: four_handed, about five minutes on two cores.",
        parser_mode="yaml_1_2",
        allow_abbrev=False,
    )
    made.add_argument("--config", action="config", help="YAML file with any of the settings below")
    made.add_argument("--run_dir", type=str | None, default=None, help="the run's folder (default runs/CONFIG-TIME)")
    made.add_argument("--resume", type=str | None, default=None, help="the folder of a run to go on with")
    made.add_class_arguments(Config)
    return made


def parse(arguments: Sequence[str]) -> Command:
    """Read a command line. Unknown keys and wrong types end the program with a message that names them.

    Raises:
        ConfigError, RulesError: settings that make no sense.
    """
    read = parser()
    given = read.parse_args(list(arguments))
    if given.resume is not None:
        for argument in arguments:
            if argument.startswith("--") and not argument.startswith("--resume"):
                raise ConfigError(f"--resume goes on with the run as it was begun; {argument} cannot be changed now")
    for group in fields(Config):
        if is_dataclass(group.default) and not isinstance(given[group.name], Namespace):
            read.error(f'Parser key "{group.name}":\n  Expected keys and values. Got value: {given[group.name]}')
    config = _config(read, given)
    name = Path(str(given.config[-1])).stem if given.config else "-".join(config.variants)
    run_dir, resume = (Path(path) if path is not None else None for path in (given.run_dir, given.resume))
    return Command(config, run_dir, resume, name)


def config_from(settings: dict[str, Any]) -> Config:
    """The config that `as_dict` wrote, checked like any other.

    Raises:
        ConfigError: unknown or missing settings, or wrong types.
    """
    read = parser()
    read.exit_on_error = False
    try:
        return _config(read, read.parse_object(settings))
    except Exception as error:  # jsonargparse raises many kinds
        raise ConfigError(f"not a config of this version: {error}") from error


def _config(read: ArgumentParser, given: Namespace) -> Config:
    """The config out of what a parser has read."""
    made = read.instantiate(given)
    return Config(**{setting.name: getattr(made, setting.name) for setting in fields(Config)})


def as_yaml(config: Config) -> str:
    """The settings as a file that `--config` takes."""
    return yaml.safe_dump(json.loads(json.dumps(config.as_dict())), sort_keys=False)


class Yaml12Loader(yaml.SafeLoader):
    """YAML 1.2 scalars: `off` and `no` are text, 1e-4 is a number, 010 is ten; PyYAML alone reads YAML 1.1."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's own name


for tag, pattern, first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    Yaml12Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))
Yaml12Loader.add_constructor("tag:yaml.org,2002:int", lambda _, node: int(node.value))
Yaml12Loader.add_constructor("tag:yaml.org,2002:float", lambda _, node: float(node.value))

set_loader("yaml_1_2", lambda text: yaml.load(text, Yaml12Loader), exceptions=(yaml.YAMLError,))  # noqa: S506 - it is safe
set_dumper("yaml_1_2", lambda data: yaml.safe_dump(data, sort_keys=False))
set_parsing_settings(docstring_parse_attribute_docstrings=True)  # so that --help says what the settings mean
