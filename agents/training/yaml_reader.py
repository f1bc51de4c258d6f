"""YAML 1.2 as people mean it, and nothing that surprises or swells: no key twice, no aliases, no tags."""

from __future__ import annotations

import re
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node


class Yaml12Loader(yaml.SafeLoader):
    """YAML 1.2 scalars: `off` and `no` are text, 1e-4 is a number, 010 is ten; PyYAML alone reads YAML 1.1."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's own name

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        """Refuse aliases, since a few lines of them stand for more than fits into memory, and tags."""
        event: Any = self.peek_event()
        if self.check_event(yaml.AliasEvent):
            raise yaml.MarkedYAMLError(None, None, "aliases (*) are not allowed: write it out", event.start_mark)
        if getattr(event, "tag", None) is not None:
            raise yaml.MarkedYAMLError(None, None, "tags (!) are not allowed: write the value alone", event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Refuse keys that stand twice: one of the two would be lost without a word."""
        found: set[object] = set()
        for key, _ in node.value:
            name = (key.tag, key.value) if isinstance(key.value, str) else None
            if name in found:
                raise yaml.MarkedYAMLError(None, None, f"the key {key.value!r} stands twice", key.start_mark)
            if name is not None:
                found.add(name)
        return super().construct_mapping(node, deep)


for tag, pattern, first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    Yaml12Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))
Yaml12Loader.add_constructor("tag:yaml.org,2002:int", lambda _, node: int(node.value))
Yaml12Loader.add_constructor("tag:yaml.org,2002:float", lambda _, node: float(node.value))


def read_yaml(text: str) -> Any:
    """The data that a YAML text stands for.

    Raises:
        yaml.YAMLError: it is no YAML, or holds what is refused here; the message is one line.

    >>> read_yaml("{clip: 1e-1, stick_the_dealer: off, seed: 010}")
    {'clip': 0.1, 'stick_the_dealer': 'off', 'seed': 10}
    >>> read_yaml("seed: 1\\nseed: 2")
    Traceback (most recent call last):
    yaml.error.YAMLError: line 2: the key 'seed' stands twice
    """
    try:
        return yaml.load(text, Yaml12Loader)  # noqa: S506 - it is safe
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}: " if mark else ""
        raise yaml.YAMLError(f"{where}{error.problem or error.context}") from error
    except yaml.YAMLError as error:
        raise yaml.YAMLError(" ".join(str(error).split())) from error
    except RecursionError as error:
        raise yaml.YAMLError("nested too deeply") from error
    except ValueError as error:  # a whole number of thousands of digits
        raise yaml.YAMLError(str(error).partition(";")[0]) from error
