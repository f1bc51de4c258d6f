"""Positions that cannot be, payoffs, and what happens without the compiler: nothing here needs the compiled search."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.double_dummy import MissingCompilerError, OpenPlay, best_cards, compiler, payoffs, solve, solve_cards
from euchre_env import Contract, rules_for
from euchre_env.cards import pack_of

PACK = pack_of(24)


def position(**changed: Any) -> OpenPlay:
    """Two tricks left of four hands, seat 3 sits out and seat 2 has led; `changed` takes the place of what is right."""
    fields: dict[str, Any] = {
        "suits": np.array(PACK.suits, np.uint64),
        "hands": np.array([[0b11, 0b1100, 0b10000, 0b11000000]], np.uint64),
        "on_table": np.array([[0, 0, 0b100000, 0]], np.uint64),
        "seat": np.array([0]),
        "active": np.array([[True, True, True, False]]),
        "makers": np.array([[True, False, True, False]]),
        "taken": np.array([1]),
    }
    return OpenPlay(**fields | changed)


def test_a_position_tells_the_tricks_that_are_left() -> None:
    assert position().tricks_left.tolist() == [2]
    assert (position().cards, position().trumps) == (24, 7)


def test_hands_that_sit_out_do_not_matter() -> None:
    for hand in (0, 0b11, 0xFFFFFF):
        assert position(hands=np.array([[0b11, 0b1100, 0b10000, hand]], np.uint64)).tricks_left.tolist() == [2]


@pytest.mark.parametrize(
    "changed, message",
    [
        ({"hands": np.zeros(4, np.uint64)}, r"hands: must be \[n, S\] for 2 to 7 seats, not \[4\]"),
        ({"hands": np.zeros((1, 8), np.uint64)}, r"hands: must be \[n, S\] for 2 to 7 seats, not \[1, 8\]"),
        ({"hands": np.zeros((1, 4))}, r"hands: must be unsigned words \[1, 4\], not float64 \[1, 4\]"),
        ({"seat": np.array([0, 1])}, r"seat: must be whole numbers \[1\], not int64 \[2\]"),
        ({"makers": np.array([[1, 0, 1, 0]])}, r"makers: must be bool \[1, 4\], not int64 \[1, 4\]"),
        ({"called": np.array([True])}, r"called: must be bool \[1, 4\], not bool \[1\]"),
        ({"suits": np.array([0b101, 0b10, 0, 0], np.uint64)}, "suits: must lie side by side from bit 0 on"),
        ({"suits": np.array([0b110, 0, 0, 0], np.uint64)}, "suits: must lie side by side from bit 0 on"),
        ({"suits": np.array([2**54 - 1, 0, 0, 0], np.uint64)}, "suits: 54 cards are more than the 53"),
        ({"seat": np.array([4])}, "seat: row 0 is no seat"),
        ({"seat": np.array([-1])}, "seat: row 0 is no seat"),
        ({"seat": np.array([3])}, "seat: row 0 is not active"),
        ({"seat": np.array([1])}, "on_table: row 0 has cards of other seats than those right before the one in turn"),
        ({"seat": np.array([2])}, "hands: row 0 are not of one size"),
        ({"hands": np.array([[0b11, 0b1100, 0b100000, 0]], np.uint64)}, "hands: row 0 has a card twice"),
        ({"hands": np.array([[0b11, 1 << 24 | 4, 0b10000, 0]], np.uint64)}, "row 0 holds a card that is in no suit"),
        ({"hands": np.array([[0b11, 0b100, 0b10000, 0]], np.uint64)}, "hands: row 0 are not of one size"),
        ({"on_table": np.array([[0, 0, 0b100000, 1 << 10]], np.uint64)}, "on_table: row 0 has several cards of one"),
        ({"taken": np.array([-1])}, "taken: row 0 is negative"),
    ],
)
def test_positions_that_cannot_be_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        position(**changed)


@pytest.mark.parametrize(
    "payoff, message",
    [
        (np.zeros(6), r"payoff: must be int16 \[1, T \+ 1\] or \[T \+ 1\], not float64 \[6\]"),
        (np.zeros((2, 6), np.int16), r"payoff: must be int16 \[1, T \+ 1\] or \[T \+ 1\], not int16 \[2, 6\]"),
        (np.array([0, 0, 1, 0, 2, 2], np.int16), "payoff: row 0 falls from one number of tricks to the next"),
        (np.zeros(3, np.int16), "payoff: row 0 knows fewer tricks than there are"),
    ],
)
def test_payoffs_that_cannot_be_are_refused(payoff: np.ndarray, message: str) -> None:
    pytest.importorskip("numba")
    with pytest.raises(ValueError, match=message):
        solve(position(), payoff)


# ---- payoffs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variant, contract, expected",
    [
        ("two_handed", Contract(maker=1), [-2, -2, -2, 1, 1, 2]),
        ("three_handed", Contract(maker=1), [-2, -2, -2, 1, 1, 3]),
        ("three_handed_set_back", Contract(maker=1), [-2, -2, -2, 1, 1, 2]),
        ("british", Contract(maker=1, alone=True), [-4, -4, -4, 1, 1, 4]),
        ("railroad", Contract(maker=1, alone=True, choice="ask_best", opposed_by=2), [-4, -4, -4, 1, 1, 4]),
        ("railroad_full", Contract(maker=1, alone=True, choice="pat"), [-3, -3, -3, -1, -1, 5]),
        ("railroad_full", Contract(maker=1, alone=True, choice="pat", jambone=True), [-2, -2, -2, 1, 1, 8]),
        ("five_handed", Contract(maker=1, bid=3, partners=(2, 4)), [-4, -4, -4, -4, 4, 4]),
        ("seven_handed", Contract(maker=1, bid=8), [-20] * 7 + [20]),
    ],
)
def test_payoffs_are_the_points_of_makers_less_those_of_adversaries(
    variant: str, contract: Contract, expected: list[int]
) -> None:
    payoff = payoffs(rules_for(variant), contract)
    assert payoff.dtype == np.int16
    assert payoff.tolist() == expected


def test_payoffs_are_made_once_and_cannot_be_changed() -> None:
    rules = rules_for("four_handed")
    assert payoffs(rules, Contract(maker=1)) is payoffs(rules, Contract(maker=1))
    with pytest.raises(ValueError, match="read-only"):
        payoffs(rules, Contract(maker=1))[0] = 1


# ---- the compiler ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [solve, solve_cards, best_cards])
def test_without_numba_the_error_says_how_to_get_it(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "INSTALLED", False)
    with pytest.raises(MissingCompilerError, match=r"pip install 'euchre-env\[search\]'"):
        function(position(), payoffs(rules_for("four_handed"), Contract(maker=0)))


def test_without_numba_functions_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "INSTALLED", False)
    assert compiler.compiled(len) is len
    assert compiler.compiled_once(len) is len


def test_numba_is_not_loaded_before_it_is_needed() -> None:
    program = "import sys, agents.double_dummy; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_where_no_folder_can_be_written_to_every_process_compiles() -> None:
    """For a function that was never in a file numba finds no folder either, and says so in the same way."""
    numba = pytest.importorskip("numba")
    successor = eval("lambda number: number + 1")
    with pytest.raises(RuntimeError, match="cannot cache"):
        numba.njit(cache=True)(successor)
    assert compiler.compiled_once(successor)(41) == 42


KEPT = """
from agents.double_dummy.compiler import compiled_once

@compiled_once
def successor(number):
    return number + 1
"""


def test_what_is_kept_has_a_name_that_changes_with_every_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """numba looks only at the file of the function itself."""
    pytest.importorskip("numba")
    monkeypatch.setattr(compiler, "__file__", str(tmp_path / "compiler.py"))
    (tmp_path / "kept.py").write_text(KEPT)
    digests = []
    for text in ("ONE = 1", "ONE = 2"):
        (tmp_path / "other.py").write_text(text)
        digests.append(compiler.digest(tmp_path))
        assert runpy.run_path(str(tmp_path / "kept.py"))["successor"](41) == 42
        assert list((tmp_path / "__pycache__").glob(f"kept.successor_{digests[-1]}*.nbi"))
    assert len(set(digests)) == 2
