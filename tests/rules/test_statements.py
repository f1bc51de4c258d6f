"""Every statement of the rule book that is in force has a test named after its number."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
IN_FORCE = [
    *(f"C{n}" for n in range(1, 11)),
    *(f"P{n}" for n in range(1, 9)),
    *(f"M{n}" for n in range(1, 7)),
    *(f"R{n}" for n in range(1, 43) if n != 24),  # R24 is advice
    *("R12a", "R12b", "R12c", "R14a", "R19a", "R25a", "R25b", "R27a", "R29a", "R29b", "R30a", "R39a", "R39b"),
    *(f"T{n}" for n in range(1, 10)),
    *(f"J{n}" for n in range(1, 5)),
    *("A23", "A25"),
]


def words_of_test_names() -> set[str]:
    """The parts between underscores of the names of all tests."""
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    names = [name for text in texts for name in re.findall(r"^def (test_\w+)\(", text, flags=re.MULTILINE)]
    return {word for name in names for word in name.split("_")}


WORDS = words_of_test_names()


@pytest.mark.parametrize("statement", IN_FORCE)
def test_8_a_statement_in_force_has_a_test(statement: str) -> None:
    letters = {f"{statement}{letter}" for letter in "ab"}  # R39 is told in two parts
    assert statement in WORDS or letters <= WORDS
